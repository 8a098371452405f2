//! `validate --resume`: which rows stay, which are made anew, and which do not go with the input.

use crate::{COOKED, LONG, NO_MATE, ONE, tsume};
use serde_json::{Value, json};
#[cfg(unix)]
use std::fs;
use std::path::Path;
use std::process::Output;
#[cfg(unix)]
use std::process::{Command, Stdio};

/// An author's line whose reply is a futile interposition.
const WRONG_LINE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ P*2d";

fn resume(rows: &Path, options: &[&str], input: &str) -> Output {
    let command = tsume().args(["validate", "--hash", "4MiB", "-", "--resume"]);
    let command = command.arg(rows).args(options).stdin(input.to_owned());
    command.output().unwrap()
}

fn read(rows: &Path) -> Vec<Value> {
    let text = fs::read_to_string(rows).unwrap();
    let rows = text.lines().map(|it| serde_json::from_str(it).unwrap());
    rows.collect()
}

fn column(rows: &[Value], key: &str) -> Vec<Value> {
    rows.iter().map(|row| row[key].clone()).collect()
}

#[test]
fn a_problem_of_which_the_author_says_something_else_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let first = format!("{ONE}; id \"a\"; plies 1;\n");
    assert_eq!(resume(&rows, &[], &first).status.code(), Some(0));
    let written = fs::read_to_string(&rows).unwrap();
    let (a, b) = (
        first.replace("plies 1", "plies 7"),
        first.replace("\"a\"", "\"b\""),
    );
    let b = b.replace("plies 1", "plies 7");
    for input in [
        format!("{a}{b}"),
        first.replace("; plies 1", ""),
        first.replace("plies 1", "plies 1; pv G*5b"),
        first.replace("plies 1", "plies 1; pv G*1b"),
    ] {
        let refused = resume(&rows, &[], &input);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{input}");
        assert!(
            told.contains("but now the author's line or length is another"),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&rows).unwrap(), written, "{input}");
    }
    // Another problem of the same position has a verdict of its own.
    assert_eq!(resume(&rows, &[], &(first + &b)).status.code(), Some(1));
    let found = read(&rows);
    assert_eq!(column(&found, "verdict"), ["sound", "flawed"]);
    assert_eq!(found[1]["duplicate_of"], "a");
    assert_ne!(found[1]["defects"], json!([]));
}

#[test]
fn what_the_author_says_is_in_the_row_and_known_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let options = ["--expect", "--fail-on", "unexpected"];
    let input = format!("{WRONG_LINE}\n{WRONG_LINE}\n");
    assert_eq!(resume(&rows, &options, WRONG_LINE).status.code(), Some(1));
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(1));
    let found = read(&rows);
    let line = json!(["3a3d+", "P*2d"]);
    assert_eq!(column(&found, "author_line"), [line.clone(), line]);
    // The second has the answer of the first, and so is its line another than the main line.
    assert_eq!(found[1]["duplicate_of"], "stdin:1");
    assert_eq!(found[1]["nodes"], 0);
    let unexpected = json!(["line"]);
    assert_eq!(
        column(&found, "unexpected"),
        [unexpected.clone(), unexpected]
    );
    let written = fs::read_to_string(&rows).unwrap();
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(1));
    assert_eq!(fs::read_to_string(&rows).unwrap(), written);
}

#[test]
fn problems_in_which_the_program_failed_are_judged_when_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let proofs = folder.path().join("proofs");
    fs::create_dir_all(proofs.join("a.proof/x")).unwrap();
    let input = format!("nonsense\n{ONE}; id \"a\";\n{ONE}; id \"b\";\n{COOKED}; id \"c\";\n");
    let options = ["--rules", "strict", "--proofs", proofs.to_str().unwrap()];
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(2));
    let found = read(&rows);
    let verdicts = column(&found, "verdict");
    assert_eq!(verdicts, ["error", "error", "sound", "flawed"]);
    assert_eq!(found[0]["sfen"], Value::Null);
    assert_eq!(found[1]["sfen"], found[2]["sfen"]);
    // It can be gone on with while nothing is better, and makes up for it once it is.
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(2));
    assert_eq!(column(&read(&rows), "verdict"), verdicts);
    fs::remove_dir_all(proofs.join("a.proof")).unwrap();
    assert_eq!(resume(&rows, &options, &input).status.code(), Some(2));
    let found = read(&rows);
    assert_eq!(
        column(&found, "verdict"),
        ["error", "sound", "sound", "flawed"]
    );
    assert_eq!(column(&found, "id"), ["stdin:1", "a", "b", "c"]);
}

#[test]
fn rows_with_the_limits_of_an_earlier_second_pass_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let input = format!("{ONE}\n{LONG}\n{COOKED}\n");
    let run = |more: &[&str]| {
        let output = resume(&rows, &[&["--nodes", "2k"], more].concat(), &input);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        let found = read(&rows);
        assert_eq!(column(&found, "id"), ["stdin:1", "stdin:2", "stdin:3"]);
        assert_eq!(column(&found, "verdict"), ["sound", "unknown", "flawed"]);
        found[1]["limits"].as_str().unwrap().to_owned()
    };
    assert_eq!(run(&["--retry-unknown", "10"]), "nodes=20000 hash=4MiB");
    assert_eq!(run(&[]), "nodes=20000 hash=4MiB");
    assert_eq!(run(&["--retry-unknown", "5"]), "nodes=20000 hash=4MiB");
    assert_eq!(run(&["--retry-unknown", "12"]), "nodes=24000 hash=4MiB");
    assert_eq!(run(&[]), "nodes=24000 hash=4MiB");
    // Those of another run are not.
    let refused = resume(&rows, &["--nodes", "7k"], &input);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        told.contains("this run has `nodes=7000 hash=4MiB`"),
        "{told}"
    );
}

#[test]
fn rows_of_other_rules_and_limits_stay_when_told_so_and_say_what_they_hold_for() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let first = format!("{COOKED}; id \"a\";\n{LONG}; id \"c\";\n");
    let all = format!("{first}{COOKED}; id \"b\";\n{ONE}; id \"d\";\n");
    let strict = ["--rules", "strict", "--nodes", "8k"];
    let usual = ["--nodes", "9k"];
    assert_ne!(resume(&rows, &strict, &first).status.code(), Some(2));
    let written = fs::read_to_string(&rows).unwrap();
    let refused = resume(&rows, &usual, &all);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(told.contains("(`--resume-anyway` keeps them"), "{told}");
    assert_eq!(fs::read_to_string(&rows).unwrap(), written);

    let anyway = [&usual[..], &["--resume-anyway"]].concat();
    assert_ne!(resume(&rows, &anyway, &all).status.code(), Some(2));
    let text = fs::read_to_string(&rows).unwrap();
    assert!(text.starts_with(written.lines().next().unwrap()), "{text}");
    let found = read(&rows);
    assert_eq!(column(&found, "id"), ["a", "c", "b", "d"]);
    let rules = ["strict", "strict", "standard", "standard"];
    assert_eq!(column(&found, "rules"), rules);
    assert_eq!(found[1]["limits"], "nodes=8000 hash=4MiB");
    // The row of the same position does not answer for it under other rules.
    assert_eq!(found[2]["duplicate_of"], "a");
    assert_ne!(found[2]["nodes"], 0);
    assert_eq!(found[2]["limits"], "nodes=9000 hash=4MiB");

    let again = [&anyway[..], &["--retry-unknown", "2"]].concat();
    assert_ne!(resume(&rows, &again, &all).status.code(), Some(2));
    let found = read(&rows);
    assert_eq!(column(&found, "id"), ["a", "c", "b", "d"]);
    assert_eq!(found[1]["limits"], "nodes=18000 hash=4MiB");
    assert_eq!(found[0]["rules"], "strict");

    let alone = tsume().args(["validate", "--resume-anyway", "-"]).output();
    assert_eq!(alone.unwrap().status.code(), Some(2));
}

/// Starts a run of these problems with a second pass that takes very long, and ends it with this signal as
/// soon as `is_there` holds.
#[cfg(unix)]
fn break_off(input: &Path, options: &[&str], signal: &str, is_there: impl Fn() -> bool) -> Output {
    let mut child = crate::program()
        .args(["validate", "--hash", "4MiB", "--nodes", "2k", "--jobs", "2"])
        .args(["--retry-unknown", "1000000"])
        .arg(input)
        .args(options)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = std::time::Instant::now();
    while !is_there() {
        assert!(began.elapsed().as_secs() < 60);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut kill = Command::new("kill");
    let killed = kill.args([signal, &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    child.wait().unwrap();
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn every_problem_keeps_its_row_when_a_second_pass_is_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, jsonl, csv, text) = (
        path("x.sfen"),
        path("r.jsonl"),
        path("r.csv"),
        path("r.txt"),
    );
    let (jsonl, csv, text) = (&*jsonl, &*csv, &*text);
    // Both long ones, so that the second pass never ends; the cooked one is decided in it.
    let problems = [ONE, COOKED, LONG, NO_MATE, crate::BOUNDED, LONG];
    fs::write(&input, problems.join("\n")).unwrap();
    let count = |file: &str| fs::read_to_string(file).map_or(0, |it| it.lines().count());
    let sorted = || {
        let mut ids = column(&read(Path::new(jsonl)), "id");
        ids.sort_unstable_by_key(ToString::to_string);
        ids.len() == 6 && ids.windows(2).all(|it| it[0] != it[1])
    };
    let decided = || count(jsonl) == 6 && read(Path::new(jsonl))[1]["verdict"] == "flawed";
    let input = Path::new(&input);
    for signal in ["-INT", "-KILL"] {
        for file in [jsonl, csv, text] {
            drop(fs::remove_file(file));
        }
        let options = ["-o", jsonl, "-o", csv, "-o", text];
        let output = break_off(input, &options, signal, decided);
        assert!(sorted(), "{signal}");
        let verdicts = column(&read(Path::new(jsonl)), "verdict");
        assert_eq!(verdicts[..2], ["sound", "flawed"], "{signal}");
        assert_eq!(verdicts[2], "unknown", "{signal}");
        assert_eq!(count(csv), 7, "{signal}");
        if signal == "-INT" {
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(130), "{told}");
            assert!(fs::read_to_string(text).unwrap().contains("6 problems"));
            assert!(told.contains("--resume"), "{told}");
        }
        // Rows of an earlier run.
        fs::remove_file(jsonl).unwrap();
        let first = tsume().args(["validate", "-q", "--hash", "4MiB", "--nodes", "2k"]);
        let first = first.arg(input).args(["--resume", jsonl]);
        first.assert().code(1);
        let all = read(Path::new(jsonl));
        assert_eq!(column(&all, "verdict")[1], "unknown");
        let output = break_off(input, &["--resume", jsonl], signal, decided);
        assert!(sorted(), "{signal}");
        assert_eq!(column(&read(Path::new(jsonl)), "id"), column(&all, "id"));
        if signal == "-INT" {
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(told.contains("6 problems"), "{told}");
        }
    }
    // Nothing hinders the next run.
    let limits = ["--hash", "4MiB", "--nodes", "2k", "--retry-unknown", "10"];
    let command = tsume().arg("validate").arg(input).args(limits);
    let output = command.args(["--resume", jsonl]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(sorted());
}

#[test]
fn what_is_no_file_of_rows_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x");
    for text in [
        "important",
        ONE,
        "{\"id\":\"p\",\"sfen\":\"x\"}",
        "{\"id\":\"p\",\"sfen\":\"x\",\"plies\":",
        "{\"name\":",
        "[1,2",
        "id,sfen\n",
        "{}\n",
    ] {
        fs::write(&file, text).unwrap();
        let output = resume(&file, &[], ONE);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            told.contains("line 1 is not a row of this command"),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    if cfg!(unix) {
        let output = resume(Path::new("/dev/null"), &[], ONE);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(told.contains("not a regular file"), "{told}");
    }
}

#[test]
fn rows_that_another_program_saved_or_that_are_there_twice_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let input = format!("{ONE}; id \"a\";\n{COOKED}; id \"b\";\n{NO_MATE}; id \"c\";\n");
    assert_eq!(resume(&rows, &[], &input).status.code(), Some(1));
    let written = fs::read_to_string(&rows).unwrap();
    let lines: Vec<_> = written.lines().collect();
    let (a, b, c) = (lines[0], lines[1], lines[2]);
    let slower = b.replace("\"elapsed_ms\":", "\"elapsed_ms\":9");
    for (text, is_told) in [
        (format!("\u{feff}{a}\r\n\r\n{b}\n{c}\n\n"), false),
        (format!("{a}\n{b}\n{c}"), false),
        (format!("{a}\n{b}\n{a}\n{slower}\n{c}\n"), true),
        (format!("{a}\n{b}\n{c}\n{slower}"), true),
        (format!("{a}\n{b}\n{}", &c[..40]), false),
    ] {
        fs::write(&rows, &text).unwrap();
        let output = resume(&rows, &[], &input);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert_eq!(told.contains("twice"), is_told, "{told}");
        assert!(told.contains("3 problems"), "{told}");
        assert_eq!(column(&read(&rows), "id"), ["a", "b", "c"], "{text}");
    }
    let other = b.replace("\"nodes\":", "\"nodes\":9");
    let text = format!("{a}\n{b}\n{other}\n");
    fs::write(&rows, &text).unwrap();
    let output = resume(&rows, &[], &input);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told.contains("lines 2 and 3 both have the id `b`"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&rows).unwrap(), text);
}

#[test]
fn a_row_of_another_problem_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.jsonl");
    let input = format!("{ONE}; id \"a\";\n{COOKED}; id \"b\";\n");
    resume(&rows, &[], &input);
    let output = resume(&rows, &[], &input.replace(COOKED, NO_MATE));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    for part in [
        "`b` has a row in line 2 of",
        "there: 8k/7g1",
        "here:  4k4",
        "another file",
    ] {
        assert!(told.contains(part), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_write_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, jsonl, text) = (at("x.sfen"), at("r.jsonl"), at("r.html"));
    fs::write(&input, format!("{ONE}\n{LONG}\n")).unwrap();
    let options = ["-o", &jsonl, "-o", &text];
    let is_there = || fs::read_to_string(&jsonl).is_ok_and(|it| it.lines().count() == 2);
    let busy = || {
        if !is_there() {
            return false;
        }
        let before = fs::read_to_string(&jsonl).unwrap();
        for options in [
            ["-o", &*jsonl],
            ["--resume", &jsonl],
            ["-o", &text],
            ["--report", &text],
        ] {
            let limits = ["validate", "--force", "--hash", "4MiB", "--nodes", "2k"];
            let other = tsume().args(limits).arg(ONE).args(options);
            let other = other.output().unwrap();
            let told = String::from_utf8(other.stderr).unwrap();
            assert_eq!(other.status.code(), Some(2), "{told}");
            assert!(told.contains("another run is writing it"), "{told}");
        }
        assert_eq!(fs::read_to_string(&jsonl).unwrap(), before);
        true
    };
    let output = break_off(Path::new(&input), &options, "-INT", busy);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(column(&read(Path::new(&jsonl)), "id").len(), 2);
}
