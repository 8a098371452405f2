//! Faults around `validate`: files, pipes, disks.

use crate::{COOKED, ONE, tsume};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

fn validate(paths: &[&Path]) -> Output {
    let command = tsume().args(["validate", "--nodes", "20k", "--hash", "4MiB"]);
    let command = command.args(["--format", "jsonl"]);
    command.args(paths).output().unwrap()
}

fn in_folder(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// Returns the kinds of errors of the rows, empty where there is none; and what was said.
fn kinds(output: &Output) -> (Vec<String>, String) {
    let rows = String::from_utf8(output.stdout.clone()).unwrap();
    let kind = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["error"]["kind"].as_str().unwrap_or_default().to_owned()
    };
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!told.contains("panicked"), "{told}");
    (rows.lines().map(kind).collect(), told)
}

#[test]
fn a_file_of_one_endless_line_is_one_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("endless.sfen");
    let mut file = fs::File::create(&path).unwrap();
    let part = vec![b'k'; 1 << 20];
    for _ in 0..100 {
        file.write_all(&part).unwrap();
    }
    drop(file);
    let good = in_folder(&folder, "good.sfen", ONE.as_bytes());
    let output = validate(&[&path, &good]);
    let (kinds, told) = kinds(&output);
    assert_eq!(kinds, ["line_too_long", ""]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        told.contains("the line is longer than 1048576 bytes"),
        "{told}"
    );
    assert!(told.contains("endless.sfen:1"), "{told}");
    assert!(told.len() < 1000);
}

#[test]
fn bytes_that_are_no_text_spoil_their_line_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = format!("{ONE}\n").into_bytes();
    bytes.extend(b"4k4/9/\xff\xfe/9 b - 1\n\0\0\0\n");
    bytes.extend(format!("{COOKED}\n").bytes());
    let path = in_folder(&folder, "x.sfen", &bytes);
    let output = validate(&[&path]);
    let (kinds, told) = kinds(&output);
    assert_eq!(kinds, ["", "utf8", "sfen", ""]);
    assert_eq!(output.status.code(), Some(4));
    assert!(told.contains("not valid UTF-8"), "{told}");
    assert!(told.contains("x.sfen:2:7"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_fails_while_it_is_read_is_an_error_row() {
    let folder = tempfile::tempdir().unwrap();
    let good = in_folder(&folder, "good.sfen", ONE.as_bytes());
    // Nobody, whatever the rights, can read the first bytes of it.
    let output = validate(&[Path::new("/proc/self/mem"), &good]);
    let (rows, told) = kinds(&output);
    assert_eq!(
        (&rows[..], output.status.code()),
        (&["io".to_owned(), String::new()][..], Some(4))
    );
    assert!(told.contains("cannot read `/proc/self/mem`"), "{told}");
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_anything_is_done() {
    let run = |options: [&str; 2]| {
        let command = tsume().args(["validate", ONE]).args(options);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        kinds(&output).1
    };
    let told = run(["-o", "no/such/folder/rows.jsonl"]);
    assert!(
        told.contains("cannot write `no/such/folder/rows.jsonl`"),
        "{told}"
    );
    let told = run(["--resume", "no/such/folder/rows.jsonl"]);
    assert!(
        told.contains("cannot continue `no/such/folder/rows.jsonl`"),
        "{told}"
    );
}

/// Rights do not bind an administrator, but nobody can put a file into `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_room_for_files_is_refused_before_the_first_problem() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(&folder, "file", b"x");
    for taken in [Path::new("/proc"), &file, &file.join("proofs")] {
        let output = validate(&[Path::new("--proof"), taken, Path::new(ONE)]);
        let (rows, told) = kinds(&output);
        assert_eq!((rows.len(), output.status.code()), (0, Some(2)), "{told}");
        let expected = format!("error: cannot write in the folder `{}`", taken.display());
        assert!(told.starts_with(&expected), "{told}");
    }
    let run = tsume().args(["validate", "--format", "kif", "-o", "/proc/", ONE]);
    let output = run.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.starts_with("error: cannot write in the folder `/proc/`"),
        "{told}"
    );
    // Nothing of the attempt is left.
    let good = folder.path().join("new/proofs");
    assert!(
        validate(&[Path::new("--proof"), &good, Path::new(ONE)])
            .status
            .success()
    );
    assert_eq!(fs::read_dir(&good).unwrap().count(), 1);
}

#[test]
fn a_problem_is_judged_itself_when_the_same_one_before_it_failed() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    // Nobody can put a file in the place of this folder.
    fs::create_dir_all(proofs.join("a.proof/x")).unwrap();
    let lines =
        format!("{ONE}; id \"a\";\n{ONE}; id \"b\";\n{ONE}; id \"c\";\n{COOKED}; id \"d\";\n");
    let input = in_folder(&folder, "x.sfen", lines.as_bytes());
    for jobs in ["1", "3"] {
        let options = ["--force", "--jobs", jobs, "--proof"].map(Path::new);
        let output = validate(&[&options[..], &[&proofs, &input]].concat());
        let rows = String::from_utf8(output.stdout.clone()).unwrap();
        let found = rows.lines().map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            [text("id"), text("verdict"), text("duplicate_of")]
        });
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                ["a", "error", ""],
                ["b", "sound", "a"],
                ["c", "sound", "a"],
                ["d", "flawed", ""]
            ]
        );
        assert_eq!(kinds(&output).0, ["io", "", "", ""]);
    }
}

#[test]
fn a_conversion_that_fails_leaves_the_file_that_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, out) = (
        folder.path().join("bad.sfen"),
        folder.path().join("out.kifu"),
    );
    std::fs::write(&bad, "4k4/9/4P4 b G 1\n").unwrap();
    std::fs::write(&out, "keep").unwrap();
    let arguments = [bad.as_os_str(), "-o".as_ref(), out.as_os_str()];
    let run = tsume().args(["convert", "--force"]).args(arguments);
    run.assert().code(4);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "keep");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn what_is_written_as_jsonl_can_be_read_however_much_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let [kif, jsonl] = ["long.kifu", "long.jsonl"].map(|name| folder.path().join(name));
    let comment = format!("*{}\n", "詰".repeat(200));
    let text = format!(
        "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n{}",
        comment.repeat(200)
    );
    std::fs::write(&kif, text).unwrap();
    let convert = |from: &std::path::Path, to: &std::path::Path| {
        let arguments = [from.as_os_str(), "-o".as_ref(), to.as_os_str()];
        let run = tsume().args(["convert", "--force"]).args(arguments);
        run.assert().code(0);
    };
    convert(&kif, &jsonl);
    assert!(std::fs::metadata(&jsonl).unwrap().len() > 100_000);
    convert(&jsonl, &kif);
    let back = std::fs::read_to_string(&kif).unwrap();
    assert_eq!(back.matches(&comment).count(), 200);
}

#[cfg(unix)]
#[test]
fn links_and_pipes_and_rights_are_left_as_they_are() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("mkfifo")
        .arg(at("pipe"))
        .status();
    assert!(made.unwrap().success());
    for arguments in [
        &["validate", ONE, "--report"][..],
        &["validate", ONE, "--format", "text", "-o"],
        &["validate", ONE, "--format", "json", "-o"],
        &["validate", ONE, "--format", "jsonl", "-o"],
        &["convert", ONE, "--to", "kifu", "-o"],
    ] {
        let reader = std::process::Command::new("cat")
            .arg(at("pipe"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let run = tsume().args(arguments).arg(at("pipe"));
        assert_eq!(run.output().unwrap().status.code(), Some(0));
        let read = reader.wait_with_output().unwrap();
        assert!(!read.stdout.is_empty(), "{arguments:?}");
        let kind = at("pipe").symlink_metadata().unwrap().file_type();
        assert!(kind.is_fifo(), "{arguments:?}");
        // The file behind a link.
        fs::write(at("file"), "old").unwrap();
        fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).unwrap();
        drop(fs::remove_file(at("link")));
        symlink("file", at("link")).unwrap();
        let run = tsume().args(arguments).arg(at("link")).arg("--force");
        assert_eq!(run.output().unwrap().status.code(), Some(0));
        assert!(at("link").is_symlink(), "{arguments:?}");
        let there = fs::read_to_string(at("file")).unwrap();
        assert!(there != "old" && !there.is_empty(), "{arguments:?}");
        let mode = at("file").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{arguments:?}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

#[test]
fn a_reader_that_goes_away_ends_the_run_without_a_word() {
    for format in ["jsonl", "csv", "text", "json"] {
        let mut child = crate::program()
            .args([
                "validate", "--nodes", "2k", "--jobs", "2", "--format", format,
            ])
            .args([
                "problems/classics/muso.sfen",
                "tests/data/short_composed.tsv",
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(141), "{format}: {told}");
        assert!(!told.contains("error"), "{format}: {told}");
    }
}

#[test]
fn a_version_that_cannot_be_read_is_compared_with_nothing() {
    for versions in [["not-here.sfen", ONE], [ONE, "not-here.sfen"]] {
        let output = tsume().arg("compare").args(versions).output().unwrap();
        let told = crate::told(&output);
        assert_eq!(output.status.code(), Some(4), "{told}");
        assert!(told.contains("cannot read `not-here.sfen`"), "{told}");
        assert!(output.stdout.is_empty(), "{output:?}");
    }
}
