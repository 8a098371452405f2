//! What others have written cannot pass for what the program says, nor give orders to a terminal.
#![cfg(target_os = "linux")]

use crate::ONE;
use crate::input::records::KIF;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Sets the clipboard, colours by a control character of one byte, turns the text round, begins a line.
const EVIL: &str = "a\u{1b}]52;c;QUFB\u{7}\u{9b}31m\u{202e}z\u{2066}\u{200f}";

/// Runs the program in a terminal, in this folder; returns everything that comes there.
fn in_terminal(folder: &Path, arguments: &[&str]) -> String {
    let quoted = |it: &&str| format!("'{}'", it.replace('\'', r"'\''"));
    let words: Vec<_> = arguments.iter().map(quoted).collect();
    let line = format!("'{}' {}", cargo_bin!("tsume").display(), words.join(" "));
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder)
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn assert_harmless(folder: &Path, arguments: &[&str]) {
    let said = in_terminal(folder, arguments);
    assert!(
        said.len() > 10 && !said.contains("panicked"),
        "{arguments:?}: {said}"
    );
    for bad in [
        "\u{1b}]", "\u{7}", "\u{9b}", "\u{202e}", "\u{2066}", "\u{200f}",
    ] {
        assert!(!said.contains(bad), "{arguments:?}: {bad:?} in {said:?}");
    }
    let forged = |line: &str| line.trim_start().starts_with("FORGED");
    assert!(!said.lines().any(forged), "{arguments:?}: {said:?}");
}

#[test]
fn names_titles_and_comments_give_no_orders_to_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let id = serde_json::Value::from(format!("{EVIL}\nFORGED"));
    put(
        "x.jsonl",
        &format!(
            "{{\"id\":{id},\"title\":{id},\"author\":{id},\"plies\":{id},\"expected_verdict\":{id},\"sfen\":\"{ONE}\"}}\n{{\"id\":\"b\",\"sfen\":\"{ONE}\"}}\n{{\"id\":{id},\"sfen\":\"{EVIL}\"}}\n"
        ),
    );
    put(
        "x.kifu",
        &format!("作品番号：{EVIL}\n作品名：{EVIL}t\n作者：{EVIL}\n{EVIL}：{EVIL}\n{KIF}*{EVIL}\n"),
    );
    put("bad.kifu", &format!("手合割：{EVIL}\n{EVIL}\n"));
    put("bad.csv", &format!("id,{EVIL}\n1,2\n"));
    let entries = r#""entries":[]"#;
    put(
        "x.proof.json",
        &format!(
            "{{\"format\":\"tsume proof\",\"version\":1,\"id\":{id},\"sfen\":\"{ONE}\",\"attacker\":\"black\",\"claim\":\"mate_within\",\"plies\":1,{entries}}}\n"
        ),
    );
    let named = format!("n{EVIL}\nFORGED.sfen");
    put(&named, &format!("{ONE}\nnonsense\n"));
    for arguments in [
        &["solve", "x.jsonl"][..],
        &["solve", "x.kifu"],
        &["solve", "x.jsonl", "-v"],
        &["check", "x.jsonl"],
        &["check", "x.kifu", "-v"],
        &["check", "bad.kifu"],
        &["check", "bad.csv"],
        &[
            "validate", "x.jsonl", "x.kifu", "--hash", "4MiB", "--expect",
        ],
        &[
            "validate", "bad.kifu", "bad.csv", "x.jsonl", "--hash", "4MiB", "-q",
        ],
        &["validate", "x.jsonl", "--hash", "4MiB", "-v"],
        &["show", "x.jsonl"],
        &["show", "x.kifu"],
        &["show", "x.kifu", "--ply", "99"],
        &["verify", "x.proof.json"],
        &["verify", &named],
        &["verify", &named[1..]],
        &["solve", &named],
        &["validate", ".", "--hash", "4MiB"],
        &["convert", "x.jsonl", "-o", "y.csa"],
        &["solve", ONE, "-o", &format!("not/{named}")],
        &["convert", &named, "-o", &named],
        &["show", &named, "-o", &format!("not/{named}")],
        &["validate", ONE, "--resume", &named],
        &["solve", ONE, "--time", EVIL],
        &["solve", ONE, "--try", EVIL],
    ] {
        assert_harmless(folder.path(), arguments);
        let japanese = [arguments, &["--lang", "ja"]].concat();
        assert_harmless(folder.path(), &japanese);
    }
}

#[test]
fn the_name_of_a_certificate_is_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = format!(
        "{{\"format\":\"tsume proof\",\"version\":1,\"id\":\"a\\n  ✓ mate within 1 ply\",\"sfen\":\"{ONE}\",\
         \"attacker\":\"black\",\"claim\":\"mate_within\",\"plies\":1,\"entries\":[]}}\n"
    );
    fs::write(folder.path().join("x.proof.json"), certificate).unwrap();
    let output = crate::tsume()
        .current_dir(folder.path())
        .args(["verify", "x.proof.json"]);
    let output = output.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.starts_with("a\\n  ✓ mate within 1 ply\n"), "{said}");
    assert!(
        !said.lines().any(|line| line.trim_start().starts_with('✓')),
        "{said}"
    );
}

/// Browsers ignore control characters, or show something else; no page may have them.
#[test]
fn pages_show_control_characters_as_escapes() {
    let folder = tempfile::tempdir().unwrap();
    let title = serde_json::Value::from("a\u{1b}]52;c;QUFB\u{7}\u{9b}\u{202e}z\u{200b}");
    let line =
        format!("{{\"sfen\":\"{ONE}\",\"id\":{title},\"title\":{title},\"author\":{title}}}\n");
    fs::write(folder.path().join("a.jsonl"), line).unwrap();
    for options in [&[][..], &["--layout", "puzzles"], &["--layout", "book"]] {
        let output = Command::new(cargo_bin!("tsume"))
            .args(["check", "--format", "html", "a.jsonl"])
            .args(options)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let page = String::from_utf8(output.stdout).unwrap();
        let bad = page
            .chars()
            .find(|it| it.is_control() && !"\n\r\t".contains(*it));
        assert_eq!(bad, None, "{options:?}");
        assert!(!page.contains(['\u{202e}', '\u{200b}']), "{options:?}");
        let shown = r"a\u{1b}]52;c;QUFB\u{7}\u{9b}\u{202e}z\u{200b}";
        assert!(page.contains(shown), "{options:?}");
    }
}
