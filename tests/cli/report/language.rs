//! Text for people is in one language: Japanese without English sentences, English without
//! Japanese, except for technical terms beside their English names.

mod engine;
mod runs;

use crate::{BOUNDED, COOKED, ENDLESS, FUTILE, NO_MATE, ONE, program, stdout, tsume};
use runs::runs;
use std::ffi::OsStr;
use std::process::Stdio;

/// Words of three letters and more that Japanese has as they are: names of formats, of the program and its
/// commands, and keys.
const NAMES: [&str; 40] = [
    "WHEN",
    "SIZE",
    "MOVES",
    "FILE",
    "WHAT",
    "SQUARES",
    "SCORE",
    "last",
    "key",
    "1MiB",
    "64MiB",
    "1GiB",
    "INPUT",
    "LANG",
    "TIME",
    "SFEN",
    "KIF",
    "JSON",
    "JSONL",
    "JKF",
    "CSA",
    "PNG",
    "UTF",
    "MiB",
    "tsume",
    "serve",
    "solve",
    "validate",
    "sfen",
    "moves",
    "jkf",
    "USI_Hash",
    "stdin",
    "pos",
    "rest",
    "Shift_JIS",
    "broad",
    "argument",
    "xyz",
    "png",
];

/// Returns the texts of a run on standard output and standard error.
fn said<S: AsRef<OsStr>>(arguments: &[S]) -> String {
    let output = tsume().args(arguments).output().unwrap();
    let texts = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    texts.concat()
}

/// Returns the words of three ASCII letters and more that are none of these names, nor options, nor
/// in quotes of the kind that names of files have.
fn english_in<S: AsRef<str>>(text: &str, input: &[S]) -> Vec<String> {
    let mut found = Vec::new();
    // What was typed is shown as it is.
    let shown = |line: &&str| {
        let line = line.trim_start();
        let is_input = line.starts_with("-->") || line.starts_with('|');
        let is_source = line
            .split_once(" | ")
            .is_some_and(|it| it.0.trim().parse::<u32>().is_ok());
        !is_input && !is_source
    };
    for line in text.lines().filter(shown) {
        let mut line = line.to_owned();
        for typed in input.iter().map(AsRef::as_ref).filter(|it| it.len() > 3) {
            line = line.replace(typed, " ");
        }
        for word in line.split(|c: char| !c.is_ascii_alphanumeric() && !"-_*+/.".contains(c)) {
            let is_option = word.starts_with("--");
            let letters = word.split(|c: char| !c.is_ascii_alphabetic());
            let is_word = letters.map(str::len).max() >= Some(3);
            if is_word && !is_option && !NAMES.contains(&word) {
                found.push(format!("{word}: {line}"));
            }
        }
    }
    found
}

#[test]
fn japanese_has_no_english_sentence() {
    let mut found = Vec::new();
    for arguments in runs() {
        let mut all = arguments.clone();
        all.extend(["--lang", "ja"].map(str::to_owned));
        let text = said(&all);
        assert!(!text.is_empty(), "{arguments:?}");
        for word in english_in(&text, &arguments) {
            found.push(format!("{arguments:?}\n  {word}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn records_and_pages_in_japanese_have_no_english_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let lines = format!(
        "{COOKED}; id \"1\"; plies 9;\n{NO_MATE}; id \"2\";\nbad\n{ONE}; id \"3\"; plies x;\n\
         4k4/9/4P4/9/9/9/9/9/9 b 2GP 1; id \"4\";\n{BOUNDED}; id \"5\";\n{ONE}; id \"6\";\n"
    );
    std::fs::write(folder.path().join("a.sfen"), lines).unwrap();
    for (format, command) in [
        ("kif", &["check"][..]),
        ("kif", &["solve", "--variations", "1"]),
        ("html", &["check", "--attributes"]),
        ("html", &["solve", "--explain", "--variations", "1"]),
        ("html", &["validate", "--expect"]),
    ] {
        let text = stdout(
            tsume()
                .args(command)
                .args([
                    "--format", format, "--nodes", "60k", "--lang", "ja", "a.sfen",
                ])
                .current_dir(folder.path()),
        );
        let read = match format {
            "html" => reader(&text),
            _ => comments(&text),
        };
        assert!(read.contains("余詰") || command[0] == "solve", "{read}");
        let words = english_in(&read, &["a.sfen", "lishogi", "ShogiHome"]);
        assert!(words.is_empty(), "{command:?}: {}", words.join("\n"));
    }
}

/// Returns the comments of records.
fn comments(kif: &str) -> String {
    let comments = kif.lines().filter(|it| it.starts_with('*'));
    comments.collect::<Vec<_>>().join("\n")
}

/// Returns the visible text of a page: no tags, no styles, no script, no text to copy.
fn reader(page: &str) -> String {
    let mut text = page.to_owned();
    for tag in ["style", "script", "pre", "svg"] {
        // What a card holds is in scripts of another type.
        let open = match tag {
            "script" => "<script>".to_owned(),
            _ => format!("<{tag}"),
        };
        while let Some(start) = text.find(&open) {
            let close = format!("</{tag}>");
            let end = text[start..].find(&close).unwrap() + start + close.len();
            text.replace_range(start..end, "\n");
        }
    }
    let parts = text.split('<').filter_map(|it| it.split_once('>'));
    let parts = parts
        .map(|(_, text)| text.trim())
        .filter(|it| !it.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}

/// Terms that English has beside its own words.
const TERMS: [&str; 31] = [
    "詰",
    "不詰",
    "不明",
    "完全作",
    "不完全作",
    "誤り",
    "手詰",
    "駒余り",
    "余詰",
    "早詰",
    "変長",
    "手順前後",
    "迂回",
    "ロ",
    "イ",
    "変同余詰",
    "無駄駒",
    "作意と不一致",
    "変同",
    "成不成非限定",
    "打点・着手非限定",
    "最終手余詰",
    "長",
    "無駄合の解釈",
    "合駒非限定",
    "左右対称",
    "攻方",
    "玉方",
    "変化",
    "無駄合",
    "紛れ",
];

/// Characters that moves, hands and diagrams are made of.
const PIECES: &str =
    "１２３４５６７８９一二三四五六七八九十歩香桂銀金角飛玉と杏圭全馬龍成不同打右左直上寄引合（）";

#[test]
fn english_has_japanese_beside_its_words_alone() {
    let mut found = Vec::new();
    for arguments in runs() {
        // The names of attributes are many, and each stands beside its own.
        if arguments.iter().any(|it| it == "--attributes") {
            continue;
        }
        for line in said(&arguments).lines() {
            let is_board = line.contains("１") && !line.contains('▲') || line.starts_with('|');
            if is_board || line.contains("moves") {
                continue;
            }
            let is_ours = |c: char| c > '\u{2fff}' && c != '　';
            let has_words = line
                .split(|c: char| !c.is_ascii_alphabetic())
                .any(|it| it.len() > 2);
            let words: Vec<_> = line
                .split(|c: char| !is_ours(c))
                .filter(|it| !it.is_empty())
                .collect();
            for word in words {
                let is_move = word.chars().all(|c| PIECES.contains(c));
                let is_beside = has_words && TERMS.contains(&word);
                if !is_move && !is_beside {
                    found.push(format!("{word} in {line:?} of {arguments:?}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_environment_says_which_language_where_nobody_else_does() {
    let headline = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = tsume().args(arguments).env_remove("LC_ALL");
        for name in ["LC_MESSAGES", "LANG"] {
            command = command.env_remove(name);
        }
        for (name, value) in variables {
            command = command.env(name, value);
        }
        let text = stdout(command);
        text.lines().next().unwrap_or_default().to_owned()
    };
    let (english, japanese) = (
        "不詰  no mate, proven",
        "不詰  どう王手を続けても詰まない（証明済み）",
    );
    let solve = ["solve", NO_MATE];
    let ja = "ja_JP.UTF-8";
    assert_eq!(headline(&solve, &[]), english);
    assert_eq!(headline(&solve, &[("LANG", ja)]), japanese);
    assert_eq!(
        headline(&solve, &[("LC_MESSAGES", ja), ("LANG", "C")]),
        japanese
    );
    assert_eq!(headline(&solve, &[("LC_ALL", "C"), ("LANG", ja)]), english);
    let asked = ["solve", NO_MATE, "--lang", "en"];
    assert_eq!(headline(&asked, &[("LANG", ja)]), english);
    let before = ["--lang", "ja", "solve", NO_MATE];
    assert_eq!(headline(&before, &[]), japanese);
}

#[test]
fn rows_are_the_same_in_any_language() {
    let rows = |format: &str, lang: &str| {
        let run = [
            "check", COOKED, NO_MATE, "nonsense", "--format", format, "--lang", lang,
        ];
        let text = stdout(tsume().args(run));
        let without_time = |line: &str| match format {
            "csv" => line.rsplit_once(',').map(|it| it.0.to_owned()),
            _ => line.split_once("\"elapsed_ms\"").map(|it| it.0.to_owned()),
        };
        let lines = text
            .lines()
            .map(|line| without_time(line).unwrap_or_default());
        lines.collect::<Vec<_>>()
    };
    for format in ["jsonl", "csv"] {
        let english = rows(format, "en");
        assert!(english.len() >= 3);
        assert_eq!(english, rows(format, "ja"));
    }
}
