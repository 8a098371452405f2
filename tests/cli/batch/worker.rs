//! A program and its `tsume worker`.

use crate::{COOKED, LONG, NO_MATE, ONE, stdout, tsume};
use serde_json::{Value, json};
use snapbox::cmd::Command;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

fn worker() -> Command {
    tsume().args(["worker", "--hash", "4MiB"])
}

/// Returns a worker that is talked to.
fn running(arguments: &[&str]) -> Child {
    crate::program()
        .args(["worker", "--hash", "4MiB"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn request(id: impl Into<Value>, sfen: &str) -> String {
    json!({"id": id.into(), "sfen": sfen}).to_string() + "\n"
}

fn rows(jsonl: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(jsonl).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

#[test]
fn every_line_gets_one_row_in_order_and_at_once() {
    let mut child = running(&["--nodes", "20k"]);
    let mut requests = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for (id, sfen, verdict) in [
        ("a", ONE, "sound"),
        ("b", LONG, "unknown"),
        ("c", "nonsense", "error"),
        ("a", COOKED, "flawed"),
        ("d", NO_MATE, "no_mate"),
    ] {
        requests.write_all(request(id, sfen).as_bytes()).unwrap();
        // The next request is not sent before this one is answered.
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        let row: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&row["id"], &row["verdict"]), (&json!(id), &json!(verdict)));
        assert_eq!(row["limits"], "nodes=20000 hash=4MiB");
    }
    drop(requests);
    assert_eq!(answers.lines().count(), 0);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn rows_are_those_of_validate() {
    let file = "problems/first-steps.sfen";
    let of_validate = tsume()
        .args(["validate", "--nodes", "20k", "--hash", "4MiB", file])
        .args(["--rules", "strict", "--format", "jsonl"])
        .output()
        .unwrap();
    let mut expected = rows(&of_validate.stdout);
    let requests: String = expected
        .iter()
        .map(|row| {
            let expected = &row["expected_plies"];
            let request = json!({"id": row["id"], "sfen": row["sfen"], "plies": expected});
            request.to_string() + "\n"
        })
        .collect();
    let output = worker()
        .args(["--nodes", "20k", "--rules", "strict"])
        .stdin(requests)
        .output()
        .unwrap();
    let mut found = rows(&output.stdout);
    assert_eq!(found.len(), 12);
    for row in expected.iter_mut().chain(&mut found) {
        row["elapsed_ms"].take();
        for place in ["file", "line", "record"] {
            row[place].take();
        }
        // What the worker is sent has the defender's hand filled in, and no headers.
        row["notes"].take();
        row["input"].take();
    }
    assert_eq!(found, expected);
}

#[test]
fn a_line_that_is_no_problem_is_an_error_row_with_its_place() {
    let mut lines = request(7, "4k4/9/4P3/9/9/9/9/9/9 b G 1").into_bytes();
    lines.extend(b"\n# no comment\n[]\n{\"id\":\"x\"}\n\xff\n");
    lines.extend(format!("{}\n", "x".repeat(1_100_000)).bytes());
    lines.extend(
        json!({"id": null, "sfen": ONE, "page": 3})
            .to_string()
            .bytes(),
    );
    let output = worker().stdin(lines).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
    let rows = rows(&output.stdout);
    let found: Vec<_> = rows
        .iter()
        .map(|row| (row["id"].as_str().unwrap(), &row["error"]["kind"]))
        .collect();
    let (sfen, record) = (json!("sfen"), json!("record"));
    let (utf8, long) = (json!("utf8"), json!("line_too_long"));
    assert_eq!(
        found,
        [
            ("7", &sfen),
            ("stdin:2", &record),
            ("stdin:3", &record),
            ("stdin:4", &record),
            ("x", &record),
            ("stdin:6", &utf8),
            ("stdin:7", &long),
            ("stdin:8", &Value::Null),
        ]
    );
    assert_eq!(rows[0]["error"]["span"], json!([6, 9]));
    assert_eq!(
        rows[0]["error"]["message"],
        "rank 3 has 8 squares: expected 9"
    );
    assert_eq!(rows[7]["input"], json!({"page": 3}));
}

#[test]
fn every_malformed_problem_is_answered_between_good_ones() {
    let mut lines = String::new();
    let malformed = include_str!("../../data/malformed.tsv").lines().skip(1);
    for line in malformed.clone() {
        let mut cells = line.split('\t');
        lines += &request(cells.next().unwrap(), cells.next().unwrap());
        lines += &request("good", ONE);
    }
    let output = worker()
        .args(["--nodes", "20k"])
        .stdin(lines)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let rows = rows(&output.stdout);
    assert_eq!(rows.len(), 2 * malformed.count());
    for pair in rows.chunks(2) {
        assert_eq!(pair[1]["verdict"], "sound");
        assert_eq!(pair[1]["id"], "good");
        // An author's line that is wrong does not spoil the problem.
        let row = &pair[0];
        let warned = row["notes"].as_array().unwrap();
        let is_warned = warned.iter().any(|it| it["kind"] == "record");
        assert!(row["status"] == "error" || is_warned, "{row}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run_without_a_word() {
    let mut child = running(&["--nodes", "1k"]);
    let mut requests = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // Sooner or later a row finds nobody at the other end of the worker.
    for _ in 0..100_000 {
        if requests.write_all(request("x", ONE).as_bytes()).is_err() {
            break;
        }
    }
    drop(requests);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let out = std::fs::File::create("/dev/full").unwrap();
    let mut child = crate::program()
        .arg("worker")
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut requests = child.stdin.take().unwrap();
    requests.write_all(request("x", ONE).as_bytes()).unwrap();
    drop(requests);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("cannot write to standard output"), "{told}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_answers_the_line_under_way() {
    let mut child = running(&["--time", "10m"]);
    let mut requests = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    // With the first answer it is awake.
    let mut first = String::new();
    let line = request("first", ONE);
    requests.write_all(line.as_bytes()).unwrap();
    answers.read_line(&mut first).unwrap();
    let lines = request("hard", LONG) + &request("next", ONE);
    requests.write_all(lines.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let mut rest = String::new();
    answers.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rows = rows(rest.as_bytes());
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["id"], "hard");
    assert_eq!(
        (&rows[0]["verdict"], &rows[0]["limit"]),
        (&json!("unknown"), &json!("interrupt"))
    );
}

#[test]
fn ids_come_back_as_they_were_sent() {
    let ids = ["\" a\\u0000b\\n\"", "1.50", "12345678901234567890123"];
    let line = |id: &&str| format!("{{\"id\":{id},\"sfen\":\"{}\"}}\n", crate::ONE);
    let input: String = ids.iter().map(line).collect();
    let output = crate::tsume()
        .args(["worker", "--nodes", "2k"])
        .stdin(input);
    let text = stdout(output);
    let found = text.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["id"].as_str().unwrap().to_owned()
    });
    let expected = [" a\0b\n", "1.50", "12345678901234567890123"];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
