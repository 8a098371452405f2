//! Existing files: their content stays until a run has something to put there.

use crate::{LONG, ONE, told, tsume};
use std::fs;
use std::path::Path;
use std::process::Output;

/// The old content of a file.
const BEFORE: &str = "precious\n";

/// Runs in a folder with `in.sfen`, `bad.sfen`, an empty folder and these files of before.
fn run(files: &[&str], arguments: &[&str]) -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.sfen"), format!("{ONE}\n")).unwrap();
    fs::write(folder.path().join("bad.sfen"), "4k4/9 b - 1\n").unwrap();
    fs::write(folder.path().join("empty.sfen"), "").unwrap();
    fs::create_dir(folder.path().join("nothing")).unwrap();
    for file in files {
        fs::write(folder.path().join(file), BEFORE).unwrap();
    }
    let output = tsume().current_dir(folder.path()).args(arguments).output();
    (folder, output.unwrap())
}

fn assert_untouched(folder: &Path, files: &[&str], run: &[&str], told: &str) {
    for file in files {
        let there = fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(there, BEFORE, "{run:?}: {file}: {told}");
        let part = folder.join(format!("{file}.tsume-part"));
        assert!(!part.exists(), "{run:?}: {}", part.display());
    }
}

#[test]
fn a_run_that_cannot_open_all_its_outputs_changes_none() {
    let runs: &[(&[&str], &[&str])] = &[
        (
            &["x.jsonl"],
            &["validate", "in.sfen", "-o", "x.jsonl", "-o", "not/x.csv"],
        ),
        (
            &["x.jsonl", "x.html"],
            &[
                "validate",
                "in.sfen",
                "-o",
                "x.jsonl",
                "-o",
                "x.html",
                "-o",
                "not/x.csv",
            ],
        ),
        (
            &["x.csv"],
            &[
                "validate",
                "in.sfen",
                "-o",
                "x.csv",
                "--report",
                "not/x.html",
            ],
        ),
        (
            &["x.jsonl", "file"],
            &["validate", "in.sfen", "-o", "x.jsonl", "--proof", "file"],
        ),
        (
            &["x.jsonl"],
            &[
                "solve", "in.sfen", "--format", "jsonl", "-o", "x.jsonl", "--proof", "not/p",
            ],
        ),
        (
            &["x.txt"],
            &["check", "in.sfen", "-o", "x.txt", "--proof", "not/p"],
        ),
        (
            &["x.kif"],
            &[
                "solve",
                "in.sfen",
                "--format",
                "kif",
                "-o",
                "x.kif",
                "--explain",
            ],
        ),
    ];
    for (files, arguments) in runs {
        let (folder, output) = run(files, &[*arguments, &["--force"]].concat());
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert_untouched(folder.path(), files, arguments, &told);
    }
}

#[test]
fn a_run_that_reads_nothing_changes_no_output() {
    let formats = ["text", "jsonl", "json", "csv", "html", "kif"];
    for input in ["not-here.sfen", "nothing", "empty.sfen"] {
        for format in formats {
            for command in ["solve", "check", "validate"] {
                let line = [command, input, "--force", "--format", format, "-o", "x"];
                let (folder, output) = run(&["x"], &line);
                let told = told(&output);
                assert_eq!(output.status.code(), Some(4), "{line:?}: {told}");
                assert_untouched(folder.path(), &["x"], &line, &told);
            }
        }
        for line in [
            &["validate", input, "--report", "x"][..],
            &["show", input, "-o", "x.txt"],
            &["show", input, "-o", "x.svg"],
            &["convert", input, "-o", "x.kifu"],
        ] {
            let file = [*line.last().unwrap()];
            let (folder, output) = run(&file, &[line, &["--force"]].concat());
            assert_eq!(output.status.code(), Some(4), "{line:?}");
            assert_untouched(folder.path(), &file, line, &told(&output));
        }
    }
}

#[test]
fn what_is_written_takes_the_place_of_what_was_there() {
    for format in ["text", "jsonl", "json", "csv", "html", "kif"] {
        for command in ["solve", "check", "validate"] {
            let line = [
                command,
                "not-here.sfen",
                "in.sfen",
                "--force",
                "--format",
                format,
                "-o",
                "x",
            ];
            let (folder, output) = run(&["x"], &line);
            assert_eq!(output.status.code(), Some(4), "{line:?}");
            let there = fs::read_to_string(folder.path().join("x")).unwrap();
            assert!(!there.contains("precious"), "{line:?}: {there}");
            assert!(there.len() > 40, "{line:?}: {there}");
            let rows = matches!(format, "jsonl" | "json" | "csv");
            assert_eq!(
                there.contains("not-here.sfen"),
                rows || format == "text" || format == "html",
                "{line:?}: {there}"
            );
        }
    }
}

#[test]
fn certificates_stay_until_there_are_others() {
    for input in ["not-here.sfen", "bad.sfen", "empty.sfen"] {
        for command in ["solve", "check"] {
            let line = [command, input, "--force", "--proof", "a.proof"];
            let (folder, output) = run(&["a.proof"], &line);
            assert_eq!(output.status.code(), Some(4), "{line:?}");
            assert_untouched(folder.path(), &["a.proof"], &line, &told(&output));
        }
    }
    // Nothing is proven within the limits.
    let line = [
        "solve", LONG, "--force", "--nodes", "100", "--proof", "a.proof",
    ];
    let (folder, output) = run(&["a.proof"], &line);
    let told = told(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("no certificate could be made"), "{told}");
    assert_untouched(folder.path(), &["a.proof"], &line, &told);
    let line = ["solve", ONE, "--force", "--proof", "a.proof"];
    let (folder, output) = run(&["a.proof"], &line);
    assert_eq!(output.status.code(), Some(0));
    let there = fs::read(folder.path().join("a.proof")).unwrap();
    assert_ne!(there, BEFORE.as_bytes());
}

#[test]
fn a_dash_is_standard_output_and_never_a_file() {
    let (folder, plain) = run(&[], &["solve", "in.sfen"]);
    assert!(!plain.stdout.is_empty());
    drop(folder);
    for line in [
        &["solve", "in.sfen", "-o", "-"][..],
        &["check", "in.sfen", "-o", "-", "--format", "csv"],
        &["validate", "in.sfen", "-o", "-"],
        &["validate", "in.sfen", "-o", "-", "-o", "x.csv"],
        &["show", "in.sfen", "-o", "-"],
        &["show", "in.sfen", "-o", "-", "--format", "svg"],
        &["convert", "in.sfen", "-o", "-", "--to", "kif"],
    ] {
        let (folder, output) = run(&[], line);
        assert_eq!(output.status.code(), Some(0), "{line:?}: {}", told(&output));
        assert!(!output.stdout.is_empty(), "{line:?}");
        assert!(!folder.path().join("-").exists(), "{line:?}");
        assert_eq!(
            folder.path().join("x.csv").exists(),
            line.contains(&"x.csv")
        );
    }
    for (command, option) in [
        ("validate", "--report"),
        ("validate", "--resume"),
        ("validate", "--proof"),
        ("check", "--proof"),
    ] {
        let line = [command, "in.sfen", option, "-"];
        let (folder, output) = run(&[], &line);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(2), "{line:?}: {told}");
        assert!(told.contains("cannot go to standard output"), "{told}");
        assert!(!folder.path().join("-").exists(), "{line:?}");
    }
    let (folder, output) = run(&[], &["solve", "in.sfen", "-o", "./-"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(folder.path().join("-").exists());
}

#[test]
fn what_another_run_writes_is_written_by_no_second_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let busy = fs::File::create(at("x")).unwrap();
    busy.lock().unwrap();
    fs::write(at("x"), BEFORE).unwrap();
    // And one that is about to appear.
    let coming = fs::File::create(at("y.tsume-part")).unwrap();
    coming.lock().unwrap();
    for file in ["x", "y"] {
        for line in [
            &["solve", ONE, "--format", "text", "-o", file][..],
            &["solve", ONE, "--format", "jsonl", "-o", file],
            &["check", ONE, "--format", "html", "-o", file],
            &["check", ONE, "--proof", file],
            &["validate", ONE, "--format", "text", "-o", file],
            &["validate", ONE, "--format", "csv", "-o", file],
            &["validate", ONE, "--report", file],
            &["validate", ONE, "--resume", file],
            &["convert", ONE, "--to", "kifu", "-o", file],
            &["show", ONE, "--format", "text", "-o", file],
            &["show", ONE, "--format", "svg", "-o", file],
        ] {
            let output = tsume().current_dir(folder.path()).args(line).arg("--force");
            let output = output.output().unwrap();
            let told = told(&output);
            assert_eq!(output.status.code(), Some(2), "{line:?}: {told}");
            assert!(
                told.contains("another run is writing it"),
                "{line:?}: {told}"
            );
        }
    }
    assert_eq!(fs::read_to_string(at("x")).unwrap(), BEFORE);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn what_stands_where_a_file_is_begun_is_not_destroyed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Somebody else's, called as others call such files.
    fs::write(at("x.part"), BEFORE).unwrap();
    fs::write(at("elsewhere"), BEFORE).unwrap();
    std::os::unix::fs::symlink("elsewhere", at("a.tsume-part")).unwrap();
    fs::hard_link(at("elsewhere"), at("b.tsume-part")).unwrap();
    let pipe = std::process::Command::new("mkfifo")
        .arg(at("c.tsume-part"))
        .status();
    assert!(pipe.unwrap().success());
    for (file, status) in [("x", 0), ("a", 2), ("b", 2), ("c", 2)] {
        let line = ["convert", ONE, "--to", "kifu", "-o", file];
        let output = tsume()
            .current_dir(folder.path())
            .args(line)
            .output()
            .unwrap();
        assert_eq!(
            output.status.code(),
            Some(status),
            "{file}: {}",
            told(&output)
        );
    }
    for name in ["x.part", "elsewhere"] {
        assert_eq!(fs::read_to_string(at(name)).unwrap(), BEFORE, "{name}");
    }
    assert!(at("a.tsume-part").is_symlink() && !at("a").exists());
}

#[cfg(unix)]
#[test]
fn a_folder_is_searched_for_files_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.sfen"), format!("{ONE}\n")).unwrap();
    let pipe = std::process::Command::new("mkfifo")
        .arg(at("b.sfen"))
        .status();
    assert!(pipe.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", at("c.kif")).unwrap();
    std::os::unix::fs::symlink("a.sfen", at("d.sfen")).unwrap();
    for line in [
        &["solve"][..],
        &["validate", "--hash", "4MiB"],
        &["convert", "--to", "sfen"],
    ] {
        let output = tsume().args(line).arg(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line:?}: {}", told(&output));
    }
}

#[test]
fn the_name_of_the_output_decides_the_format_in_every_command() {
    let starts = [
        ("html", "<!doctype html>"),
        ("json", "["),
        ("jsonl", "{"),
        ("csv", "id,"),
        ("kifu", "# KIF"),
        ("ki2u", "作品番号"),
        ("csa", "V2.2"),
        ("jkf", "{"),
        ("svg", "<svg"),
    ];
    for command in ["solve", "check", "validate"] {
        for (extension, start) in starts {
            let name = format!("x.{extension}");
            let one = "4k4/9/4P4/9/9/9/9/9/9 b G; id \"a\";";
            let line = [command, one, "-o", &name];
            let (folder, output) = run(&[], &line);
            assert!(output.status.success(), "{line:?}: {}", told(&output));
            let there = fs::read_to_string(folder.path().join(&name)).unwrap();
            assert!(there.starts_with(start), "{line:?}: {there}");
        }
        let (_, output) = run(&[], &[command, "in.sfen", "-o", "x.png"]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(
            told(&output).contains("no format of this command has the ending of `x.png`"),
            "{}",
            told(&output)
        );
    }
}

#[test]
fn a_folder_gets_a_record_or_picture_for_each_problem() {
    for (format, start) in [
        ("kif", "# KIF"),
        ("ki2", "作品"),
        ("csa", "V2.2"),
        ("jkf", "{"),
        ("svg", "<svg"),
    ] {
        for command in ["solve", "check", "validate"] {
            let line = [
                command,
                "4k4/9/4P4/9/9/9/9/9/9 b G; id \"a\";",
                "4k4/9/4P4/9/9/9/9/9/9 b 2G; id \"b\";",
                "--format",
                format,
                "-o",
                "out/",
            ];
            let (folder, output) = run(&[], &line);
            assert_ne!(output.status.code(), Some(2), "{line:?}: {}", told(&output));
            let mut names: Vec<_> = fs::read_dir(folder.path().join("out"))
                .unwrap()
                .map(|it| it.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            assert_eq!(
                names,
                [format!("a.{format}"), format!("b.{format}")],
                "{line:?}"
            );
            let first = fs::read(folder.path().join("out").join(&names[0])).unwrap();
            let text = tsume::notation::record::decode(&first);
            assert!(text.starts_with(start), "{line:?}: {text}");
            assert_eq!(
                text.contains("\r\n"),
                matches!(format, "kif" | "ki2"),
                "{line:?}"
            );
        }
    }
    // A file that is there stays, and a folder holds no rows.
    for (more, told_of) in [
        (&["--format", "kif"][..], "is there already"),
        (&[], "choose `--format kif`"),
    ] {
        let line = [
            &[
                "check",
                "4k4/9/4P4/9/9/9/9/9/9 b G; id \"a\";",
                "-o",
                "out/",
            ][..],
            more,
        ]
        .concat();
        let (folder, _) = run(&[], &[]);
        fs::create_dir(folder.path().join("out")).unwrap();
        fs::write(folder.path().join("out/a.kif"), "precious").unwrap();
        let output = tsume()
            .args(&line)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{line:?}");
        assert!(
            told(&output).contains(told_of),
            "{line:?}: {}",
            told(&output)
        );
        assert_eq!(
            fs::read(folder.path().join("out/a.kif")).unwrap(),
            b"precious"
        );
    }
}

#[test]
fn a_record_that_cannot_be_written_is_named_and_the_summary_stays() {
    let problems = "4k4/9/4P4/9/9/9/9/9/9 b G; id \"a\"; title \"𠮷\";\n4k4/9/4P4/9/9/9/9/9/9 b 2G; id \"b\";\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two.sfen"), problems).unwrap();
    let line = ["validate", "two.sfen", "-o", "rows.jsonl", "-o", "x.kif"];
    let output = tsume()
        .args(line)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = told(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("`𠮷` (U+20BB7) cannot be written in CP932 (a)"),
        "{said}"
    );
    assert!(said.contains("2 problems"), "{said}");
    assert!(
        said.contains("one record is missing from the output"),
        "{said}"
    );
}
