//! Interrupted runs and inputs: killed at any moment, ending in the middle.

use crate::{COOKED, NO_MATE, ONE, tsume};
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::Random;

fn lines(file: &Path) -> usize {
    fs::read(file).map_or(0, |it| it.split(|&byte| byte == b'\n').count() - 1)
}

#[cfg(unix)]
#[test]
fn a_run_with_every_output_is_killed_again_and_again_and_nothing_is_lost_or_there_twice() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let table = include_str!("../../data/short_composed.tsv")
        .lines()
        .skip(1);
    let problems: Vec<_> = table
        .take(120)
        .map(|row| row.split('\t').nth(1).unwrap())
        .collect();
    let numbered = problems.iter().zip(1..);
    let input = numbered.map(|(sfen, i)| format!("{sfen}; id \"p{i}\";\n"));
    fs::write(at("x.sfen"), input.collect::<String>()).unwrap();
    let run = || {
        let mut run = crate::program();
        run.args([
            "validate", "--nodes", "20k", "--hash", "4MiB", "--jobs", "2",
        ])
        .arg(at("x.sfen"))
        .arg("--resume")
        .arg(at("rows.jsonl"))
        .arg("--proof")
        .arg(at("proofs"))
        .stderr(Stdio::null());
        run
    };
    let mut random = Random(11);
    let mut seen = Vec::new();
    for _ in 0..12 {
        let before = lines(&at("rows.jsonl"));
        let mut child = run().spawn().unwrap();
        let wait = Duration::from_micros(random.below(30_000) as u64);
        // At any moment, but not always before the first row.
        let began = Instant::now();
        while lines(&at("rows.jsonl")) <= before
            && child.try_wait().unwrap().is_none()
            && began.elapsed() < Duration::from_secs(20)
        {
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(wait);
        child.kill().unwrap();
        child.wait().unwrap();
        seen.push(lines(&at("rows.jsonl")));
    }
    assert!(seen.iter().any(|it| (1..120).contains(it)), "{seen:?}");
    let status = run().status().unwrap();
    let text = fs::read_to_string(at("rows.jsonl")).unwrap();
    let rows: Vec<Value> = text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    let expected: Vec<_> = (1..=120).map(|i| format!("p{i}")).collect();
    assert_eq!(ids, expected, "{seen:?}");
    // The rows are those of a run that nobody killed.
    let whole = run_whole(&at("x.sfen"));
    let verdicts = |rows: &[Value]| -> Vec<_> {
        rows.iter()
            .map(|row| [row["verdict"].clone(), row["line"].clone()])
            .collect()
    };
    assert_eq!(verdicts(&rows), verdicts(&whole.0));
    assert_eq!(status.code(), whole.1);
    // Every certificate is whole, and of every verdict that stands there is one.
    let files = fs::read_dir(at("proofs")).unwrap();
    let names: Vec<_> = files.map(|it| it.unwrap().path()).collect();
    let whole: Vec<_> = names
        .iter()
        .filter(|it| it.extension().is_some_and(|it| it == "proof"))
        .collect();
    assert!(!whole.is_empty());
    let verified = tsume()
        .arg("verify")
        .arg("-q")
        .args(whole.iter())
        .output()
        .unwrap();
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    for row in rows
        .iter()
        .filter(|it| it["verdict"] == "sound" && it["duplicate_of"].is_null())
    {
        let name = format!("{}.proof", row["id"].as_str().unwrap());
        assert!(at("proofs").join(&name).exists(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_report_of_a_run_that_is_killed_is_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let table = include_str!("../../data/short_composed.tsv")
        .lines()
        .skip(1);
    let input = table.take(60).map(|row| row.split('\t').nth(1).unwrap());
    fs::write(at("x.sfen"), input.collect::<Vec<_>>().join("\n")).unwrap();
    let run = |output: &Path| {
        let mut run = crate::program();
        let args = [
            "validate", "--nodes", "20k", "--hash", "4MiB", "--jobs", "2",
        ];
        run.args(args).arg("--force").arg("-o").arg(output);
        run.stdin(Stdio::piped()).stderr(Stdio::null());
        run
    };
    // Records are in the encoding of Windows; what is compared is ASCII.
    let text = |file: &Path| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
    // What a run that is left alone says.
    let whole = |name: &str| {
        let file = at(&format!("whole-{name}"));
        let status = run(&file).arg(at("x.sfen")).status().unwrap();
        assert!(status.code().is_some());
        text(&file)
    };
    let input = fs::read(at("x.sfen")).unwrap();
    let mut random = Random(5);
    for name in ["report.html", "rows.json", "rows.kif"] {
        // A run whose input goes on is never complete, and has problems behind it at any moment.
        for _ in 0..6 {
            fs::write(at(name), "the one before").unwrap();
            let mut child = run(&at(name)).arg("-").spawn().unwrap();
            child.stdin.as_mut().unwrap().write_all(&input).unwrap();
            std::thread::sleep(Duration::from_micros(random.below(60_000) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(text(&at(name)), "the one before");
        }
        // One that may be complete in time has put its own there, or nothing.
        for _ in 0..6 {
            fs::write(at(name), "the one before").unwrap();
            let mut child = run(&at(name)).arg(at("x.sfen")).spawn().unwrap();
            std::thread::sleep(Duration::from_micros(random.below(60_000) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            let text = text(&at(name));
            // The time it took is another each time.
            let shape = |text: &str| (text.lines().count(), text.lines().last().map(str::to_owned));
            if text != "the one before" {
                assert_eq!(shape(&text), shape(&whole(name)), "{name}: {text}");
            }
        }
    }
}

/// Returns the rows and the status of a run that is left alone.
fn run_whole(input: &Path) -> (Vec<Value>, Option<i32>) {
    let run = tsume().args([
        "validate", "--nodes", "20k", "--hash", "4MiB", "--format", "jsonl",
    ]);
    let output = run.arg(input).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.lines().map(|it| serde_json::from_str(it).unwrap());
    (rows.collect(), output.status.code())
}

/// A file that ends at any byte is read as far as it goes: a row for each record, an error for the
/// one that is cut, and the ones before it as they are in the whole file.
#[test]
fn an_input_that_ends_in_the_middle_costs_one_record() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("whole.jsonl");
    let objects = [ONE, NO_MATE, COOKED].map(|sfen| format!("{{\"sfen\":\"{sfen}\"}}\n"));
    fs::write(&source, objects.concat()).unwrap();
    let rows = |file: &Path| {
        let run = tsume().args(["validate", "--nodes", "2k", "--hash", "1MiB"]);
        let output = run.args(["--format", "jsonl"]).arg(file).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!told.contains("panicked"), "{told}");
        let text = String::from_utf8(output.stdout).unwrap();
        let row = |line: &str| -> Value { serde_json::from_str(line).unwrap() };
        let found: Vec<_> = text.lines().map(row).collect();
        (found, output.status.code(), told)
    };
    for format in ["sfen", "jsonl", "csv", "kifu", "kif", "ki2", "csa", "jkf"] {
        let whole = folder.path().join(format!("all.{format}"));
        let convert = tsume().arg("convert").arg(&source).arg("-o").arg(&whole);
        convert.assert().code(0);
        let bytes = fs::read(&whole).unwrap();
        let (expected, status, _) = rows(&whole);
        assert_eq!((expected.len(), status), (3, Some(1)), "{format}");
        let cut = folder.path().join(format!("cut.{format}"));
        let mut failures = 0;
        for part in 0..24 {
            let end = bytes.len() * part / 24;
            fs::write(&cut, &bytes[..end]).unwrap();
            let (found, status, told) = rows(&cut);
            assert!(found.len() <= 3, "{format} {end}: {told}");
            assert!(matches!(status, Some(0..=4)), "{format} {end}: {told}");
            let is_error = |row: &Value| row["verdict"] == "error";
            let errors = found.iter().filter(|it| is_error(it)).count();
            assert!(errors <= 1, "{format} {end}: {found:?}");
            // Nothing that was read is worse for what is missing behind it.
            let good = found.len().saturating_sub(1);
            for (row, whole) in found[..good].iter().zip(&expected) {
                assert_eq!(row["verdict"], whole["verdict"], "{format} {end}");
                assert_eq!(row["sfen"], whole["sfen"], "{format} {end}");
            }
            if errors > 0 {
                failures += 1;
                assert_eq!(status, Some(4), "{format} {end}");
                assert!(told.contains("error"), "{format} {end}: {told}");
            }
        }
        assert!(failures > 0, "{format}");
    }
}

#[test]
fn rows_that_end_in_the_middle_of_one_are_shown_and_the_last_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let run = tsume().args(["validate", "-q", "--nodes", "1k", ONE, NO_MATE, "-o"]);
    run.arg(at("rows.jsonl")).output().unwrap();
    let whole = fs::read_to_string(at("rows.jsonl")).unwrap();
    let shown = |text: &str| {
        fs::write(at("torn.jsonl"), text).unwrap();
        let command = tsume().arg("validate").arg("--resume");
        let command = command.arg(at("torn.jsonl")).args(["--format", "csv"]);
        let output = command.output().unwrap();
        let rows = csv::Reader::from_reader(&*output.stdout).records().count();
        assert_eq!(fs::read_to_string(at("torn.jsonl")).unwrap(), text);
        (rows, output.status.code(), crate::told(&output))
    };
    let (rows, status, said) = shown(&whole);
    assert!(
        (rows, status) == (2, Some(1)) && !said.contains("cut"),
        "{said}"
    );
    let (rows, status, said) = shown(&whole[..whole.len() - 9]);
    assert_eq!((rows, status), (1, Some(4)), "{said}");
    assert!(
        said.contains("line 2 of `") && said.contains("is cut short"),
        "{said}"
    );
    // A line in the middle is no end of an interrupted run.
    let (_, status, said) = shown(&format!("{}\n{whole}", &whole[..50]));
    assert!(
        status == Some(4) && said.contains("line 1 is not a row"),
        "{said}"
    );
}
