//! The manual against the program: options and closed lists of words; in `rows.rs` the
//! fields of rows, in `examples.rs` the examples.

pub(crate) mod examples;
mod rows;
mod versions;

use super::tsume;
use crate::stdout;
use std::collections::{BTreeMap, BTreeSet};
use tsume::vocabulary::{ErrorKind, Goal, Kind, Limit, Outcome, Status, Verdict, Word, words};

type Words = BTreeSet<String>;

/// The pages, and the README in both languages.
const PAGES: [(&str, &str); 19] = [
    ("README", include_str!("../../../README.md")),
    ("README.ja", include_str!("../../../README.ja.md")),
    (
        "brinkmate",
        include_str!("../../../src/manual/brinkmate.md"),
    ),
    (
        "certificates",
        include_str!("../../../src/manual/certificates.md"),
    ),
    ("cluster", include_str!("../../../src/manual/cluster.md")),
    (
        "collections",
        include_str!("../../../src/manual/collections.md"),
    ),
    ("compose", include_str!("../../../src/manual/compose.md")),
    ("gui", include_str!("../../../src/manual/gui.md")),
    ("judging", include_str!("../../../src/manual/judging.md")),
    ("library", include_str!("../../../src/manual/library.md")),
    ("mcp", include_str!("../../../src/manual/mcp.md")),
    ("python", include_str!("../../../src/manual/python.md")),
    ("records", include_str!("../../../src/manual/records.md")),
    (
        "releasing",
        include_str!("../../../src/manual/releasing.md"),
    ),
    ("repair", include_str!("../../../src/manual/repair.md")),
    ("rows", include_str!("../../../src/manual/rows.md")),
    ("serve", include_str!("../../../src/manual/serve.md")),
    ("solving", include_str!("../../../src/manual/solving.md")),
    ("testing", include_str!("../../../src/manual/testing.md")),
];

/// The commands that take options, as they are typed.
const COMMANDS: [&str; 18] = [
    "check",
    "compare",
    "compose",
    "convert",
    "extend",
    "generate completions",
    "generate man",
    "mcp",
    "repair",
    "serve",
    "show",
    "similar",
    "solve",
    "usi",
    "validate",
    "verify",
    "worker",
    "generate",
];

/// Returns the commands that this program has: `mcp` needs a feature, and is in the manual all the same.
fn commands() -> impl Iterator<Item = &'static str> {
    let has = |it: &&str| *it != "mcp" || cfg!(feature = "mcp");
    COMMANDS.into_iter().filter(has)
}

/// A table of a page: the head of its first column, and the first cell of each row with the whole row.
struct Table {
    head: String,
    rows: Vec<(String, String)>,
}

/// Returns all tables of all pages.
fn tables() -> Vec<Table> {
    let mut found = Vec::new();
    for (_, page) in PAGES {
        let mut open: Option<Table> = None;
        let mut is_code = false;
        for line in page.lines() {
            is_code ^= line.starts_with("```");
            if is_code {
                continue;
            }
            let cell = line.strip_prefix("| ").map(|row| {
                let (cell, _) = row.split_once(" |").expect("a cell");
                cell.to_owned()
            });
            match (cell, &mut open) {
                (Some(cell), Some(table)) => table.rows.push((cell, line.to_owned())),
                (Some(head), None) => {
                    open = Some(Table {
                        head,
                        rows: Vec::new(),
                    });
                }
                // The line below the head.
                (None, Some(_)) if line.starts_with("|-") => {}
                (None, _) => found.extend(open.take()),
            }
        }
        found.extend(open);
    }
    found
}

/// Returns the texts between back quotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns the options in a text such as `-o, --output <FILE>`.
fn options(text: &str) -> impl Iterator<Item = String> {
    text.split([' ', ','])
        .filter(|word| word.starts_with('-') && word.len() > 1)
        .map(str::to_owned)
}

/// Returns the options that the help of a command names, each with the values it may have.
fn options_of(command: &str) -> BTreeMap<String, Vec<String>> {
    let output = tsume().args(command.split(' ')).arg("--help").output();
    let help = String::from_utf8(output.unwrap().stdout).unwrap();
    let widest = help.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{command}: {widest:?}");
    let (_, list) = help.split_once("Usage:").unwrap();
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    for line in list.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if text.starts_with('-') && indent < 8 {
            let spelled = text.split("  ").next().unwrap();
            let names = options(spelled).filter(|it| it != "-h" && it != "--help");
            found.push((names.collect(), text.to_owned()));
        } else if let (Some((_, words)), true) = (found.last_mut(), indent > 8) {
            *words = format!("{words} {text}");
        }
    }
    let mut values = BTreeMap::new();
    for (names, text) in found {
        let list = text.split_once("[possible values: ");
        let list = list.and_then(|it| it.1.split_once(']'));
        let words = list.map_or(Vec::new(), |it| {
            it.0.split(", ").map(str::to_owned).collect()
        });
        values.extend(names.into_iter().map(|it| (it, words.clone())));
    }
    values
}

/// Says what stands on one side alone.
fn difference(what: &str, program: &Words, pages: &Words) -> Vec<String> {
    let only = |these: &Words, those: &Words, why: &str| {
        let words = these.difference(those);
        words
            .map(|it| format!("{what}: `{it}` {why}"))
            .collect::<Vec<_>>()
    };
    let mut found = only(program, pages, "is missing in the manual");
    found.extend(only(pages, program, "is in the manual and does not exist"));
    found
}

#[track_caller]
fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn the_options_of_every_command_are_in_the_manual() {
    // Of each command the options, and the rows they stand in.
    let mut pages: BTreeMap<String, BTreeMap<String, String>> = commands()
        .map(|it| (it.to_owned(), BTreeMap::new()))
        .collect();
    for table in tables() {
        let Some(head) = table.head.strip_prefix("options of ") else {
            continue;
        };
        let named: Vec<_> = match head {
            "every command" => commands().collect(),
            head => quoted(head).collect(),
        };
        for name in &named {
            assert!(COMMANDS.contains(name), "{name}: no command");
        }
        for (cell, row) in &table.rows {
            for option in quoted(cell).flat_map(options) {
                for command in &named {
                    if let Some(known) = pages.get_mut(*command) {
                        known.insert(option.clone(), row.clone());
                    }
                }
            }
        }
    }
    let (mut found, mut values) = (Vec::new(), 0);
    for (command, pages) in &pages {
        let program = options_of(command);
        assert!(program.contains_key("--lang"), "{command}: {program:?}");
        let names = |words: Vec<&String>| words.into_iter().cloned().collect::<Words>();
        let (here, there) = (program.keys().collect(), pages.keys().collect());
        found.extend(difference(command, &names(here), &names(there)));
        for (option, row) in pages {
            for value in program.get(option).into_iter().flatten() {
                values += 1;
                if !quoted(row).any(|it| it == value) {
                    found.push(format!(
                        "{command}: `{option} {value}` is missing in the manual"
                    ));
                }
            }
        }
    }
    assert!(values > 50, "{values}");
    assert_none(&found);
}

#[test]
fn every_command_is_named() {
    let help = stdout(tsume().arg("--help"));
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let names: Words = list
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&it| it != "help")
        .map(str::to_owned)
        .collect();
    let known = commands().filter(|it| !it.contains(' '));
    assert_none(&difference(
        "commands",
        &names,
        &known.map(str::to_owned).collect(),
    ));
    let readme = PAGES[0].1;
    for name in names {
        assert!(readme.contains(&format!("`tsume {name}`")), "{name}");
    }
}

/// Returns the words in the first column of the tables with this head.
fn column(head: &str) -> Words {
    let tables = tables().into_iter().filter(|it| it.head == head);
    let rows: Vec<_> = tables.flat_map(|it| it.rows).collect();
    assert!(!rows.is_empty(), "{head}: no such table");
    let words = rows.iter().flat_map(|(cell, _)| quoted(cell));
    words.map(str::to_owned).collect()
}

fn all<T: Word>() -> Words {
    words::<T>().map(str::to_owned).collect()
}

#[test]
fn the_closed_lists_of_words_are_in_the_manual() {
    let mut found = Vec::new();
    for (head, words) in [
        ("kind", all::<Kind>()),
        ("outcome", all::<Outcome>()),
        ("error", all::<ErrorKind>()),
    ] {
        found.extend(difference(head, &words, &column(head)));
    }
    let tables = tables().into_iter();
    let tables = tables.filter(|it| it.head == "field of a row");
    let rows: Vec<_> = tables.flat_map(|it| it.rows).collect();
    for (field, words) in [
        ("`status`", all::<Status>()),
        ("`verdict`", all::<Verdict>()),
        ("`goal`", all::<Goal>()),
        ("`limit`", all::<Limit>()),
    ] {
        let (_, row) = rows.iter().find(|it| it.0 == field).expect(field);
        let there = quoted(row).map(str::to_owned).collect();
        let missing = words.difference(&there);
        found.extend(missing.map(|it| format!("{field}: `{it}` is missing in the manual")));
    }
    assert_none(&found);
}

#[test]
fn a_difference_is_noticed() {
    let set = |text: &str| text.split(' ').map(str::to_owned).collect::<Words>();
    assert_eq!(
        difference("x", &set("a b"), &set("b c")),
        [
            "x: `a` is missing in the manual",
            "x: `c` is in the manual and does not exist"
        ]
    );
}
