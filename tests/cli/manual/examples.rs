//! The examples in the manual, run.

use super::{PAGES, assert_none};
use crate::{COOKED, ONE, program};
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Returns a line without timings and counts of nodes, its words one blank apart.
fn timeless(line: &str) -> String {
    let line = line.split(",\"elapsed_ms\"").next().unwrap();
    let line = match line.split_once(",\"nodes\":") {
        Some((before, after)) => {
            format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => line.to_owned(),
    };
    let is_number = |it: &&str| it.ends_with(|c: char| c.is_ascii_digit());
    let mut words: Vec<&str> = Vec::new();
    for word in line.split_whitespace() {
        let unit = word.trim_end_matches(';');
        if ["ms", "s", "nodes", "positions"].contains(&unit) && words.last().is_some_and(is_number) {
            words.pop();
        } else {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Returns the words of a command, which may be in quotation marks.
pub(crate) fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(n, part)| match n % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Returns whether a line is as expected, where `…` stands for any rest of it.
fn is_like(line: &str, expected: &str) -> bool {
    match expected.split_once('…') {
        Some((begin, _)) => line.starts_with(begin),
        None => line == expected,
    }
}

/// Says which part of the output is not as expected; a line `…` stands for any lines.
fn mismatch(expected: &[&str], output: &str) -> Option<String> {
    let plain = |lines: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        lines.map(timeless).filter(|it| !it.is_empty()).collect()
    };
    let output = plain(&mut output.lines());
    let expected = plain(&mut expected.iter().copied());
    let parts: Vec<_> = expected.split(|it| it == "…").collect();
    let mut at = 0;
    for (n, part) in parts.iter().enumerate() {
        let starts: Vec<_> = match (n == 0, n + 1 == parts.len() && !part.is_empty()) {
            (true, false) => vec![0],
            (true, true) if part.len() == output.len() => vec![0],
            (false, true) => output.len().checked_sub(part.len()).into_iter().collect(),
            (false, false) => (at..=output.len()).collect(),
            (true, true) => Vec::new(),
        };
        let is_there = |&start: &usize| {
            let rest = output.get(start..start + part.len());
            start >= at && rest.is_some_and(|it| it.iter().zip(*part).all(|(a, b)| is_like(a, b)))
        };
        let Some(start) = starts.into_iter().find(is_there) else {
            return Some(format!("{}\nis not in\n{}", part.join("\n"), output.join("\n")));
        };
        at = start + part.len();
    }
    None
}

/// Returns a folder with the files that the examples read.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let first = "problems/first-steps.sfen";
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(first);
    fs::create_dir(folder.path().join("problems")).unwrap();
    fs::copy(shipped, folder.path().join(first)).unwrap();
    let requests = format!(
        "{{\"id\":\"one\",\"sfen\":\"{ONE}\"}}\n\
         {{\"id\":\"two\",\"sfen\":\"4k4/9/4P3/9/9/9/9/9/9 b G 1\"}}\n"
    );
    fs::write(folder.path().join("requests.jsonl"), requests).unwrap();
    let record = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n";
    fs::write(folder.path().join("game.kif"), record).unwrap();
    // Two versions of a collection, as rows.
    let five = "6R2/9/9/8k/6B2/9/9/9/9 b - 1";
    let more = "8k/7g1/6P1G/7PP/9/9/9/2B5L/9 b - 1";
    let before = format!("{COOKED}; id \"x-01\"\n{five}; id \"x-02\"\n{more}; id \"x-03\"\n");
    let after = format!("{more}; id \"x-01\"\n{five}; id \"x-02\"\n{COOKED}; id \"x-03\"\n{ONE}; id \"x-04\"\n");
    for (name, problems) in [("before", before), ("after", after)] {
        fs::write(folder.path().join(format!("{name}.sfen")), problems).unwrap();
        let run = program()
            .args(["validate", "-q", "-o", &format!("{name}.jsonl")])
            .arg(format!("{name}.sfen"))
            .current_dir(folder.path())
            .output();
        run.unwrap();
    }
    folder
}

/// Returns the output of the program for a command typed at a terminal.
fn said(command: &str, folder: &Path) -> String {
    let (command, input) = match command.split_once(" < ") {
        Some((command, file)) => (command, fs::File::open(folder.join(file)).unwrap().into()),
        None => (command, Stdio::null()),
    };
    let mut arguments = words(command);
    if arguments[1] == "validate" {
        arguments.extend(["--format", "text"].map(str::to_owned));
    }
    let output =
        program().args(&arguments[1..]).current_dir(folder).env("NO_COLOR", "1").stdin(input).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Every example with an output, or with a file that a later one reads.
#[test]
fn the_examples_are_what_the_program_says() {
    let folder = folder();
    let (mut found, mut run) = (Vec::new(), 0);
    for (name, page) in PAGES {
        for block in page.split("```console\n").skip(1) {
            let (block, _) = block.split_once("\n```").unwrap();
            for example in block.split("$ ").skip(1) {
                let mut lines = example.lines();
                let command = lines.next().unwrap();
                let expected: Vec<_> = lines.collect();
                let is_run = !expected.is_empty() || command.contains("-q --proof");
                if !command.starts_with("tsume ") || !is_run {
                    continue;
                }
                let text = said(command, folder.path());
                let wrong = mismatch(&expected, &text).filter(|_| !expected.is_empty());
                found.extend(wrong.map(|it| format!("{name}: {command}:\n{it}\n")));
                run += 1;
            }
        }
    }
    assert!(run > 15, "{run}");
    assert_none(&found);
}

#[test]
fn a_wrong_example_is_noticed() {
    let is_wrong = |expected: &[&str], output| mismatch(expected, output).is_some();
    assert!(!is_wrong(&["a", "…", "c 3 ms"], "a\nb\nc 12 ms\n"));
    assert!(!is_wrong(&["a", "…", "b", "c", "…"], "a\nb\nb\nc\nd\n"));
    assert!(is_wrong(&["a", "c"], "a\nb\nc\n"));
    assert!(is_wrong(&["a"], "a\nb\n"));
    assert!(is_wrong(&["a", "…", "d"], "a\nb\n"));
    assert!(is_wrong(&["b", "…"], "a\nb\n"));
}
