//! What cannot be read, or has nothing in it, gives one status, whatever reads it.

use crate::{ONE, told, tsume};
use std::fs;

#[test]
fn what_is_missing_or_empty_is_told_with_status_four() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("empty.sfen", ""),
        ("comment.sfen", "# nothing\n"),
        ("empty.kif", ""),
        ("rows.jsonl", "{\"name\": 1}\n"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let compose = ["compose", "--plies", "3", "--attempts", "1"];
    let commands: [&[&str]; 27] = [
        &["solve", "nosuch"],
        &["check", "empty.sfen"],
        &["check", "empty.kif"],
        &["check", "comment.sfen"],
        &["validate", "nosuch"],
        &["validate", "empty.sfen"],
        &["validate", "--nodes", "1k", "--similar", "nosuch", ONE],
        &["validate", "--nodes", "1k", "--similar", "empty.sfen", ONE],
        &["validate", "--resume", "nosuch.jsonl"],
        &["validate", "--resume", "rows.jsonl"],
        &["compare", "nosuch", ONE],
        &["compare", "empty.sfen", "empty.sfen"],
        &["similar", ONE, "nosuch/broken.txt"],
        &["similar", ONE, "empty.sfen"],
        &["similar", "empty.sfen", ONE],
        &["similar", "nosuch", ONE],
        &["repair", "empty.sfen"],
        &["extend", "nosuch"],
        &["extend", "empty.sfen"],
        &["show", "empty.sfen"],
        &["convert", "empty.sfen", "--to", "kif"],
        &["verify", "nosuch"],
        &["compose", "--join", "nosuch.jsonl"],
        &["compose", "--join", "rows.jsonl"],
        &["serve", "--port", "0", "nosuch"],
        &["serve", "--port", "0", "nosuch", "empty.kif"],
        &["serve", "--static", "site", "empty.sfen"],
    ];
    let of_compose = [["--from", "nosuch"], ["--not-like", "nosuch"]];
    let of_compose = of_compose.map(|it| [&compose[..], &it].concat());
    for arguments in commands
        .into_iter()
        .chain(of_compose.iter().map(|it| &**it))
    {
        let command = tsume().current_dir(&folder).args(arguments);
        let output = command.output().unwrap();
        let said = told(&output);
        assert_eq!(output.status.code(), Some(4), "{arguments:?}: {said}");
        assert!(!said.contains("http:"), "{arguments:?}: {said}");
    }
    assert!(!folder.path().join("site").exists());
}

#[test]
fn a_site_has_the_problems_that_could_be_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("few.sfen"), format!("{ONE}\nnonsense\n")).unwrap();
    let command = tsume().current_dir(&folder);
    let output = command.args(["serve", "--static", "site", "few.sfen"]);
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    assert!(folder.path().join("site/index.html").is_file());
}
