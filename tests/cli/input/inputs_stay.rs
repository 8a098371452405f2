//! No file that is read is ever written, whatever it is called; and what a folder holds stays.
#![cfg(unix)]

use crate::input::records::KIF;
use crate::{ONE, program, told, tsume};
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

/// Runs the program in a folder.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let run = tsume().current_dir(folder).args(arguments);
    run.output().unwrap()
}

fn assert_refused(folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    let told = told(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert!(told.contains("read"), "{arguments:?}: {told}");
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn no_input_is_written_by_any_of_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let before = format!("{ONE}; id \"a\";\n");
    fs::write(at("in.sfen"), &before).unwrap();
    fs::hard_link(at("in.sfen"), at("hard.html")).unwrap();
    symlink("in.sfen", at("soft.html")).unwrap();
    fs::create_dir(at("in")).unwrap();
    fs::hard_link(at("in.sfen"), at("in/x.sfen")).unwrap();
    for input in ["in.sfen", "in"] {
        for output in ["./in.sfen", "hard.html", "soft.html"] {
            for line in [
                &["solve", input, "--format", "html", "-o", output][..],
                &["check", input, "--format", "text", "-o", output],
                &["check", input, "--proof", output],
                &["validate", input, "--format", "jsonl", "-o", output],
                &["validate", input, "--report", output],
                &["validate", input, "--resume", output],
                &["convert", input, "--to", "kifu", "-o", output],
                &["show", input, "--format", "text", "-o", output],
                &["show", input, "--format", "svg", "-o", output],
            ] {
                assert_refused(folder.path(), line);
                assert_eq!(text(folder.path(), "in.sfen"), before, "{line:?}");
            }
        }
    }
    // Nor by the file that a successor is written to first.
    fs::hard_link(at("in.sfen"), at("out.kifu.tsume-part")).unwrap();
    let line = ["convert", "in.sfen", "-o", "out.kifu"];
    assert_refused(folder.path(), &line);
    assert_eq!(text(folder.path(), "in.sfen"), before);
}

#[test]
fn an_id_that_names_an_input_does_not_replace_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let record = |id: &str| format!("作品番号：{id}\n{KIF}");
    for (name, id) in [("a.kifu", "b"), ("b.kifu", "c")] {
        fs::write(path.join(name), record(id)).unwrap();
    }
    for force in [&[][..], &["--force"]] {
        let line = ["convert", "--to", "kifu", "a.kifu", "b.kifu", "-o", "."];
        assert_refused(path, &[&line[..], force].concat());
        assert_eq!(text(path, "a.kifu"), record("b"));
        assert_eq!(text(path, "b.kifu"), record("c"));
        assert_eq!(fs::read_dir(path).unwrap().count(), 2);
    }
}

#[test]
fn a_folder_that_is_read_is_not_written_into() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    fs::write(path.join("in/a.sfen"), format!("{ONE}\n")).unwrap();
    symlink("in", path.join("other")).unwrap();
    for output in [
        "in/",
        "in/sub/",
        "in/sub/below/",
        "other/sub/",
        "in/x/../y/",
    ] {
        assert_refused(path, &["convert", "in/", "--to", "sfen", "-o", output]);
        assert_eq!(fs::read_dir(path.join("in")).unwrap().count(), 1);
    }
}

#[test]
fn standard_output_that_is_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.jsonl");
    let before = format!("{{\"id\":\"b\",\"sfen\":\"{ONE}\"}}\n");
    let name = path.to_str().unwrap();
    let within = folder.path().to_str().unwrap();
    for arguments in [
        &["convert", "--to", "jsonl", name][..],
        &["convert", "--to", "jsonl", "-"],
        &["convert", "--to", "jsonl", within],
        &["validate", name],
        &["solve", "-"],
        &["show", name],
        &["verify", name],
        &["worker"],
        &["usi"],
    ] {
        fs::write(&path, &before).unwrap();
        let end = OpenOptions::new().append(true).open(&path).unwrap();
        let run = program()
            .args(arguments)
            .stdout(end)
            .stdin(File::open(&path).unwrap())
            .output();
        let run = run.unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}: {}", told(&run));
        assert!(told(&run).contains("standard output"), "{arguments:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), before, "{arguments:?}");
    }
}

#[test]
fn files_of_a_folder_stay_unless_the_run_is_told_to_replace_them() {
    for (command, format, name) in [
        ("convert", "--to=kifu", "a.kifu"),
        ("show", "--format=svg", "a.svg"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::create_dir(path.join("out")).unwrap();
        let there = path.join("out").join(name);
        fs::write(&there, "precious").unwrap();
        let problem = format!("{ONE}; id \"a\";");
        let line = [command, &problem, format, "-o", "out/"];
        let output = run(path, &line);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains("is there already; `--force`"));
        assert_eq!(fs::read_to_string(&there).unwrap(), "precious");
        let output = run(path, &[&line[..], &["--force"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert!(!fs::read_to_string(&there).unwrap().contains("precious"));
        // What a link leads to is another folder's.
        fs::remove_file(&there).unwrap();
        fs::write(path.join("elsewhere"), "precious").unwrap();
        for target in ["../elsewhere", "../not-there"] {
            symlink(target, &there).unwrap();
            for force in [&[][..], &["--force"]] {
                let output = run(path, &[&line[..], force].concat());
                assert_eq!(output.status.code(), Some(2), "{}", told(&output));
            }
            fs::remove_file(&there).unwrap();
        }
        assert_eq!(text(path, "elsewhere"), "precious");
        assert!(!path.join("not-there").exists());
        assert_eq!(fs::read_dir(path.join("out")).unwrap().count(), 0);
    }
}

#[test]
fn only_certificates_are_replaced_by_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("proofs")).unwrap();
    let there = path.join("proofs/a.proof");
    fs::write(&there, "precious").unwrap();
    let problem = format!("{ONE}; id \"a\";");
    let line = ["validate", &problem, "--proof", "proofs"];
    let output = run(path, &line);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told(&output).contains("another file of that name"),
        "{}",
        told(&output)
    );
    assert_eq!(fs::read_to_string(&there).unwrap(), "precious");
    fs::remove_file(&there).unwrap();
    assert_eq!(run(path, &line).status.code(), Some(0));
    let proof = fs::read(&there).unwrap();
    // And these only if it is asked for.
    let output = run(path, &line);
    assert_eq!(output.status.code(), Some(2));
    let told = told(&output);
    assert!(
        told.contains("is there already; `--force` replaces it"),
        "{told}"
    );
    assert_eq!(fs::read(&there).unwrap(), proof);
    let forced = run(path, &[&line[..], &["--force"]].concat());
    assert_eq!(forced.status.code(), Some(0));
}
