//! One problem of a file: `--id`, `FILE:ID` and `FILE:LINE`; and files that are not there.

use crate::{NO_MATE, ONE, rows, solve, tsume};
use snapbox::str;
use std::fs;
use std::path::Path;

/// Returns the ids of the answers of a command.
fn ids(command: &str, arguments: &[&str], folder: &Path) -> Vec<String> {
    let run = tsume().arg(command).args(arguments).current_dir(folder);
    let found = rows(run);
    let id = |row: &serde_json::Value| row["id"].as_str().unwrap().to_owned();
    found.iter().map(id).collect()
}

/// Returns a folder with a table of three problems, and a file of lines.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("id,sfen\nzuko050,{ONE}\n4,{NO_MATE}\nlast,{ONE}\n");
    fs::write(folder.path().join("a.csv"), table).unwrap();
    let lines = format!("{ONE}; id \"one\"\nnonsense\n{NO_MATE}\n");
    fs::write(folder.path().join("b.sfen"), lines).unwrap();
    folder
}

#[test]
fn every_command_that_judges_takes_one_problem_of_a_file() {
    let folder = folder();
    let folder = folder.path();
    for command in ["solve", "check", "validate"] {
        for (arguments, expected) in [
            (vec!["a.csv:zuko050"], vec!["zuko050"]),
            (vec!["a.csv:2", "b.sfen:3"], vec!["zuko050", "b.sfen:3"]),
            // The id 4 comes before line 4.
            (vec!["a.csv:4"], vec!["4"]),
            (vec!["--id", "last", "."], vec!["last"]),
            (vec!["--id", "one", "--id", "4", "a.csv", "b.sfen"], vec!["4", "one"]),
            (vec!["--id", "b.sfen:3", "a.csv", "b.sfen"], vec!["b.sfen:3"]),
        ] {
            assert_eq!(ids(command, &arguments, folder), expected, "{command} {arguments:?}");
        }
    }
}

#[test]
fn diagrams_and_conversions_take_one_problem_of_a_file() {
    let folder = folder();
    for arguments in [
        ["show", "--format", "sfen", "a.csv:4"].as_slice(),
        &["show", "--format", "sfen", "--id", "4", "."],
        &["convert", "-q", "--to", "sfen", "b.sfen:3"],
        &["convert", "-q", "--to", "sfen", "--id", "b.sfen:3", "b.sfen"],
    ] {
        let run = tsume().args(arguments).current_dir(folder.path());
        let output = run.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let board = NO_MATE.split(' ').next().unwrap();
        assert!(text.starts_with(board), "{arguments:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    }
}

#[test]
fn a_file_with_a_colon_in_its_name_stays_a_file() {
    let folder = folder();
    let odd = folder.path().join("b.sfen:3");
    // Not every file system has such names.
    if fs::write(&odd, format!("{ONE}; id \"odd\"\n")).is_err() || !odd.is_file() {
        return;
    }
    assert_eq!(ids("solve", &["b.sfen:3"], folder.path()), ["odd"]);
    assert_eq!(ids("solve", &["b.sfen:3:1"], folder.path()), ["odd"]);
}

#[test]
fn a_problem_that_is_not_in_the_file_is_an_error() {
    let folder = folder();
    for (lang, arguments, expected) in [
        (
            "en",
            ["a.csv:77", "a.csv"].as_slice(),
            "error: cannot read `a.csv:77`: no problem has this id or is in this line\n",
        ),
        (
            "en",
            &["--id", "zuko051", "a.csv"],
            "error: cannot read `zuko051`: no problem has this id or is in this line\n",
        ),
        ("ja", &["--id", "zuko051", "a.csv"], "エラー: 「zuko051」を読めない：この番号の問題も、この行の問題もない\n"),
    ] {
        let run = solve(["-q", "--lang", lang]).args(arguments).current_dir(folder.path());
        run.assert().code(2).stderr_eq(expected);
    }
}

#[test]
fn a_file_that_is_not_there_is_one_error() {
    let with_help = |name: &str| {
        format!(
            "error: cannot read `{name}`: no such file or folder\n  |\n  = help: a problem is given \
             as one argument: put the whole SFEN in quotes\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    for name in ["no/such/file/that/is/here/at/all", "my file", "a/b c/d"] {
        for command in ["solve", "check", "show", "convert"] {
            let format = ["--to", "sfen"].into_iter().filter(|_| command == "convert");
            let run = tsume().args([command, name]).args(format);
            let run = run.current_dir(folder.path());
            let output = run.output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            let bare = |text: &str| text.replace([' ', '\n'], "");
            assert!(bare(&told).starts_with(&bare(&with_help(name))), "{command}: {told}");
            assert_eq!(told.matches("error").count(), 1, "{command}: {told}");
            assert_eq!(output.status.code(), Some(2));
        }
    }
    // Nobody takes these for problems.
    for name in ["missing.kif", "no/such/folder/in/this/place/x.sfen:50"] {
        let expected = format!("error: cannot read `{name}`: no such file or folder\n");
        solve(["-q", name]).assert().code(2).stderr_eq(expected);
    }
}

#[test]
fn a_malformed_problem_still_has_its_place() {
    solve(["4k4/9/4x4/9/9/9/9/9/9 b G 1"]).assert().code(2).stderr_eq(str![[r#"
error: [..]
 --> argument:1:8
...
"#]]);
}
