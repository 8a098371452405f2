//! A full disk under every kind of output: the exit status reports it, old files stay, and the rows
//! written can be continued.
#![cfg(target_os = "linux")]

use crate::{COOKED, ONE, told, tsume};
use snapbox::cmd::cargo_bin;
use std::fs;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Output};

#[test]
fn every_output_that_finds_no_room_is_a_failure_that_is_told() {
    let runs: &[&[&str]] = &[
        &["solve", ONE, "-o", "/dev/full"],
        &["solve", ONE, COOKED, "--format", "json", "-o", "/dev/full"],
        &["solve", ONE, "--format", "jsonl", "-o", "/dev/full"],
        &["solve", ONE, "--format", "csv", "-o", "/dev/full"],
        &["solve", ONE, "--format", "kif", "-o", "/dev/full"],
        &["solve", ONE, "--format", "html", "-o", "/dev/full"],
        &["solve", ONE, "--proof", "/dev/full"],
        &["check", ONE, "-o", "/dev/full"],
        &["check", ONE, "--format", "kif", "-o", "/dev/full"],
        &["check", ONE, "--format", "html", "-o", "/dev/full"],
        &["check", ONE, "--proof", "/dev/full"],
        &["validate", ONE, "--format", "jsonl", "-o", "/dev/full"],
        &["validate", ONE, "--format", "csv", "-o", "/dev/full"],
        &["validate", ONE, "--format", "json", "-o", "/dev/full"],
        &["validate", ONE, "--format", "text", "-o", "/dev/full"],
        &["validate", ONE, "--format", "html", "-o", "/dev/full"],
        &["validate", ONE, "--format", "kif", "-o", "/dev/full"],
        &["validate", ONE, "--report", "/dev/full"],
        &["show", ONE, "-o", "/dev/full"],
        &["show", ONE, "--format", "svg", "-o", "/dev/full"],
        &["convert", ONE, "--to", "sfen", "-o", "/dev/full"],
        &["convert", ONE, "--to", "kifu", "-o", "/dev/full"],
        &["convert", ONE, "--to", "ki2", "-o", "/dev/full"],
        &["convert", ONE, "--to", "csa", "-o", "/dev/full"],
        &["convert", ONE, "--to", "jkf", "-o", "/dev/full"],
        &["convert", ONE, "--to", "jsonl", "-o", "/dev/full"],
        &["convert", ONE, "--to", "csv", "-o", "/dev/full"],
    ];
    for run in runs {
        let output = tsume().args(*run).output().unwrap();
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{run:?}: {told}");
        assert!(told.contains("cannot write"), "{run:?}: {told}");
        assert!(told.contains("No space left"), "{run:?}: {told}");
    }
}

/// Returns a file of commands for `usi`.
fn commands() -> fs::File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"usi\nisready\n").unwrap();
    file.rewind().unwrap();
    file
}

#[test]
fn standard_output_that_finds_no_room_is_a_failure() {
    let runs: &[&[&str]] = &[
        &["solve", ONE],
        &["check", ONE, "--format", "kif"],
        &["show", ONE],
        &["convert", ONE, "--to", "csa"],
        &["usi"],
    ];
    for run in runs {
        let full = fs::File::create("/dev/full").unwrap();
        let mut command = crate::program();

        let output = command.args(*run).stdin(commands()).stdout(full).output();
        let output = output.unwrap();
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{run:?}: {told}");
        assert!(told.contains("cannot write"), "{run:?}: {told}");
    }
}

/// Runs the program in a shell where no file may grow beyond this many blocks of 512 bytes.
fn within(blocks: u32, arguments: &[&str]) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-c", &script])
        .arg(cargo_bin!("tsume"))
        .env("LC_ALL", "C.UTF-8");
    shell.args(arguments).output().unwrap()
}

#[test]
fn a_file_that_is_replaced_as_a_whole_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("there").to_str().unwrap().to_owned();
    let runs: &[&[&str]] = &[
        &["solve", ONE, "--proof", &path],
        &["validate", COOKED, "--format", "html", "-o", &path],
        &["validate", COOKED, "--format", "kif", "-o", &path],
        &["validate", COOKED, "--format", "json", "-o", &path],
        &["validate", COOKED, "--report", &path],
        &["check", COOKED, "--format", "html", "-o", &path],
        &["convert", ONE, "--to", "kifu", "-o", &path],
    ];
    for run in runs {
        fs::write(&path, "keep").unwrap();
        let output = within(0, &[run, &["--force"][..]].concat());
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{run:?}: {told}");
        assert!(told.contains("cannot write"), "{run:?}: {told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "keep", "{run:?}");
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "{run:?} leaves something behind");
    }
}

#[test]
fn a_folder_gets_whole_files_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out/");
    let name = out.to_str().unwrap();
    for run in [
        &["convert", ONE, "--to", "kifu", "-o", name][..],
        &["show", ONE, "--format", "svg", "-o", name],
    ] {
        let output = within(0, run);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{run:?}: {told}");
        assert!(told.contains("cannot write"), "{run:?}: {told}");
        assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{run:?}");
    }
}

/// The ids of the rows that are whole.
fn ids(rows: &Path) -> Vec<String> {
    let text = fs::read_to_string(rows).unwrap();
    let whole = text.split_inclusive('\n').filter(|it| it.ends_with('\n'));
    let id = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["id"].as_str().unwrap().to_owned()
    };
    whole.map(id).collect()
}

#[test]
fn rows_that_found_room_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let [input, rows] = ["x.sfen", "rows.jsonl"].map(|name| folder.path().join(name));
    let names: Vec<_> = (1..=20).map(|i| format!("p{i}")).collect();
    let lines = names
        .iter()
        .map(|name| format!("{COOKED}; id \"{name}\";\n"));
    fs::write(&input, lines.collect::<String>()).unwrap();
    let (input, path) = (input.to_str().unwrap(), rows.to_str().unwrap());
    let run = ["validate", input, "--hash", "4MiB", "--resume", path];
    let output = within(16, &run);
    let said = told(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write"), "{said}");
    let first = ids(&rows);
    assert!(!first.is_empty() && first.len() < 20, "{first:?}");
    let output = tsume().args(run).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert_eq!(ids(&rows), names);
}

#[test]
fn a_certificate_that_finds_no_room_is_an_error_row_and_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    let path = proofs.to_str().unwrap();
    let run = [
        "validate", ONE, COOKED, "--hash", "4MiB", "--format", "jsonl", "--proof", path,
    ];
    let output = within(0, &run);
    let said = told(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write"), "{said}");
    let rows = String::from_utf8(output.stdout).unwrap();
    let kind = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["error"]["kind"].as_str().map(str::to_owned)
    };
    let kinds: Vec<_> = rows.lines().map(kind).collect();
    assert_eq!(kinds, [Some("io".to_owned()), Some("io".to_owned())]);
    assert_eq!(fs::read_dir(&proofs).unwrap().count(), 0);
}

#[cfg(feature = "serve")]
#[test]
fn a_site_that_finds_no_room_leaves_the_old_one_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let [site, new] = ["site", "new"].map(|name| folder.path().join(name));
    let content = || {
        let mut files = Vec::new();
        let mut folders = vec![site.clone()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).unwrap();
                    files.push((path, bytes));
                }
            }
        }
        files.sort();
        files
    };
    let path = site.to_str().unwrap();
    tsume()
        .args(["serve", "-q", "--static", path, ONE])
        .assert()
        .code(0);
    fs::write(site.join("own.txt"), "a file of the user's own").unwrap();
    let before = content();
    for to in [path, new.to_str().unwrap()] {
        // The first files find room.
        let output = within(64, &["serve", "--static", to, COOKED]);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("cannot write"), "{told}");
    }
    assert_eq!(content(), before);
    assert!(!new.exists());
    tsume()
        .args(["serve", "-q", "--static", path, COOKED])
        .assert()
        .code(0);
    assert_eq!(content().len(), before.len());
}
