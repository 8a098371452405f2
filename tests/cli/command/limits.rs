//! Limits, interruption, exit statuses.

use crate::{COOKED, ENDLESS, LONG, ONE, check, program, rows, solve, tsume};
use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Length and mate are found at once. To find the leftover of each of the many lines takes a
/// million nodes, each after a question that is settled at first sight.
#[test]
fn a_limit_of_nodes_holds_for_the_choice_among_lines() {
    for (nodes, position) in [
        (50, "7k1/9/5pG1p/3+P5/3N5/9/9/9/9 b RSNr2b3g3s2n4l15p 1"),
        (1_000, "7k1/9/5pG1p/3+P5/3N5/9/9/9/9 b RSNr2b3g3s2n4l15p 1"),
        (1, "ss2S4/k8/p1G6/+BP7/9/9/9/9/9 b BNL2r3gs3n3l16p 1"),
    ] {
        let row = &rows(solve(["--nodes", &nodes.to_string(), position]))[0];
        assert_eq!(row["verdict"], "mate");
        assert!(row["nodes"].as_u64().unwrap() < nodes + 200, "{row}");
        assert_eq!(row["limit"], "nodes", "{row}");
        assert_eq!(row["notes"][0]["kind"], "line", "{row}");
    }
}

#[test]
fn a_limit_of_time_ends_an_endless_search() {
    let row = &rows(solve(["--time", "100ms", LONG]))[0];
    assert_eq!(row["limit"], "time");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_with_what_is_known() {
    let mut child = program()
        .args(["solve", "--format", "json", ONE, LONG, ONE])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    // The first row is out as soon as it is known; then the long search begins.
    while !text.ends_with("  }\n") && !text.ends_with("  }") {
        let before = text.len();
        let byte = reader.fill_buf().unwrap();
        let length = byte.len();
        text += std::str::from_utf8(byte).unwrap();
        reader.consume(length);
        assert!(text.len() > before, "the program ended early: {text}");
    }
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rows: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(rows.len(), 2, "the third problem is not begun: {text}");
    assert_eq!(rows[1]["limit"], "interrupt");
}

/// The hardest problems of the shipped collections, and of none that is decided at once.
const HARD: [&str; 4] = [LONG, ENDLESS, crate::BOUNDED, COOKED];

#[test]
fn no_more_nodes_are_searched_than_allowed_but_for_two_in_a_hundred() {
    let most = 30_000;
    let limit = most.to_string();
    for command in ["solve", "check", "validate"] {
        for threads in ["1", "2"] {
            let run = tsume().args([command, "--hash", "4MiB", "--nodes", &limit]);
            let mut run = run.args(["--threads", threads]).args(HARD);
            if command == "validate" {
                run = run.args(["--jobs", "1"]);
            }
            for row in rows(run) {
                let nodes = row["nodes"].as_u64().unwrap();
                assert!(nodes <= most + most / 50, "{command} {threads}: {row}");
                // One that ended for want of nodes has had them.
                if row["limit"] == "nodes" {
                    assert!(nodes + most / 50 >= most, "{command} {threads}: {row}");
                }
            }
        }
    }
}

/// The largest memory of a process that has ended is not told: it is asked while it searches.
#[cfg(target_os = "linux")]
#[test]
fn no_more_memory_is_taken_than_the_tables_and_64_mib() {
    use std::io::Write;
    for threads in ["1", "2"] {
        let mut child = program()
            .args([
                "worker",
                "--hash",
                "8MiB",
                "--nodes",
                "400k",
                "--threads",
                threads,
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for problem in HARD {
            writeln!(input, "{{\"sfen\":\"{problem}\"}}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert!(line.contains("\"nodes\""), "{line}");
        }
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find(|it| it.starts_with("VmHWM:")).unwrap();
        let kib: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(kib < (8 + 64) << 10, "{threads} threads: {kib} KiB");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_an_error_and_no_answer_is_wrong() {
    for (kilobytes, line) in [
        (6_000_000, &["solve", "--threads", "64", ONE][..]),
        (
            3_000_000,
            &["validate", "--jobs", "200", "--hash", "1MiB", ONE],
        ),
        (
            3_000_000,
            &[
                "validate",
                "--jobs",
                "4",
                "--threads",
                "8",
                "--hash",
                "1MiB",
                ONE,
            ],
        ),
        (400_000, &["check", ONE]),
    ] {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
        let mut shell = std::process::Command::new("sh");
        let shell = shell
            .args(["-c", &script])
            .arg(cargo_bin!("tsume"))
            .env("LC_ALL", "C.UTF-8");
        let output = shell.args(line).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line:?}: {told}");
        assert!(told.contains("cannot be started here"), "{line:?}: {told}");
        assert!(output.stdout.is_empty());
    }
    // As many as there is room for do their work.
    let script = "ulimit -v 6000000; exec \"$0\" \"$@\"";
    let mut shell = std::process::Command::new("sh");
    let shell = shell
        .args(["-c", script])
        .arg(cargo_bin!("tsume"))
        .env("LC_ALL", "C.UTF-8");
    let output = shell
        .args(["solve", "-q", "--threads", "8", ONE])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
}

#[test]
#[ignore = "takes 6 s"]
fn a_limit_that_is_given_is_spent_on_what_is_open_although_the_verdict_is_settled() {
    let settled = "8k/7g1/7P1/8B/9/9/9/9/9 b R 1";
    for (options, limit) in [
        (&["--nodes", "100M"][..], Value::Null),
        (&["--time", "none"], json!("settled")),
        (&["--nodes-per-alternative", "300k"], json!("nodes")),
    ] {
        let row = rows(check([settled]).args(options)).remove(0);
        assert_eq!(row["verdict"], "flawed");
        assert_eq!(row["limit"], limit, "{options:?}");
        let is_open = row["unresolved"] != json!([]);
        assert_eq!(is_open, !limit.is_null(), "{options:?}");
    }
}

#[test]
fn a_problem_in_an_argument_has_no_limit_and_one_of_a_file_has_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.sfen");
    fs::write(&file, format!("{ONE}\n")).unwrap();
    let file = file.to_str().unwrap();
    let folder = folder.path().to_str().unwrap();
    let limits = |arguments: &[&str], input: &str| {
        let run = tsume().args(["validate", "--hash", "4MiB"]).args(arguments);
        rows(run.stdin(input.to_owned()))[0]["limits"].clone()
    };
    for (arguments, input, expected) in [
        (&[ONE][..], "", "hash=4MiB"),
        (&[ONE, COOKED], "", "hash=4MiB"),
        (&[file], "", "time=1m hash=4MiB"),
        (&[folder], "", "time=1m hash=4MiB"),
        (&["-"], ONE, "time=1m hash=4MiB"),
        (&[ONE, file], "", "time=1m hash=4MiB"),
        (&[file, "--time", "none"], "", "hash=4MiB"),
        (&[file, "--time", "2m"], "", "time=2m hash=4MiB"),
        (&[file, "--nodes", "9"], "", "nodes=9 hash=4MiB"),
        (&[ONE, "--time", "2m"], "", "time=2m hash=4MiB"),
    ] {
        assert_eq!(limits(arguments, input), expected, "{arguments:?}");
    }
}
