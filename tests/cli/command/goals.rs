//! Every command asked every goal, by option and by the record.

use crate::{BRINKMATE, ONE, THREATMATE, check, rows, solve, stdout, tsume};
use serde_json::{Value, json};
use snapbox::cmd::Command;
use std::fs;

/// A problem of each goal: its goal, its diagram, and the verdicts of `solve` and of `check`.
const PROBLEMS: [[&str; 4]; 3] = [
    ["mate", ONE, "mate", "sound"],
    ["brinkmate", BRINKMATE, "brinkmate", "sound"],
    ["threatmate", THREATMATE, "threatmate", "threatmate"],
];

/// Returns a diagram with a goal of its own.
fn named(sfen: &str, goal: &str) -> String {
    format!("{sfen}; goal \"{goal}\";")
}

/// Returns goal and verdict of every row.
fn said(rows: &[Value]) -> Vec<[String; 2]> {
    let word = |it: &Value| it.as_str().unwrap().to_owned();
    let pair = |it: &Value| [word(&it["goal"]), word(&it["verdict"])];
    rows.iter().map(pair).collect()
}

/// Returns the JSON objects that a run writes on lines of their own.
fn lines(command: Command) -> Vec<Value> {
    let text = stdout(command);
    let row = |line: &str| serde_json::from_str(line).unwrap();
    text.lines().map(row).collect()
}

/// Returns what the worker answers to one request.
fn worked(options: &[&str], request: &Value) -> Vec<Value> {
    lines(
        tsume()
            .arg("worker")
            .args(options)
            .stdin(request.to_string()),
    )
}

#[test]
fn every_command_that_judges_answers_for_every_goal() {
    let folder = tempfile::tempdir().unwrap();
    for [goal, sfen, solved, judged] in PROBLEMS {
        let record = named(sfen, goal);
        let one = |verdict: &str| vec![[goal.to_owned(), verdict.to_owned()]];
        for input in [&["--goal", goal, sfen][..], &[&record]] {
            let of = |command: &str| said(&rows(tsume().arg(command).args(input)));
            assert_eq!(of("solve"), one(solved), "{input:?}");
            assert_eq!(of("check"), one(judged), "{input:?}");
            assert_eq!(of("validate"), one(judged), "{input:?}");
            // The problem that `compare` judges has the answer of `check`.
            let old = folder.path().join("old.jsonl");
            let run = tsume().arg("check").args(input).args(["--format", "jsonl"]);
            fs::write(&old, stdout(run)).unwrap();
            let run = tsume().arg("compare").arg(&old).args(input);
            let found = lines(run.args(["--format", "jsonl"]));
            assert_eq!(found.len(), 1);
            assert_eq!(found[0]["outcome"], "same", "{input:?}");
        }
        let field = json!({"sfen": sfen, "goal": goal});
        let opcode = json!({"sfen": record});
        assert_eq!(said(&worked(&[], &field)), one(judged));
        assert_eq!(said(&worked(&[], &opcode)), one(judged));
        let plain = json!({"sfen": sfen});
        assert_eq!(said(&worked(&["--goal", goal], &plain)), one(judged));
    }
}

#[test]
fn the_goal_stays_whatever_the_format() {
    let folder = tempfile::tempdir().unwrap();
    for [goal, sfen, _, judged] in PROBLEMS {
        for plies in ["", "plies 1; "] {
            let record = format!("{sfen}; {plies}goal \"{goal}\";");
            for format in ["sfen", "kif", "ki2", "csa", "jkf", "jsonl", "csv"] {
                let path = folder.path().join(format!("problem.{format}"));
                let run = tsume().args(["convert", "--to", format, "-o"]);
                run.arg(&path).arg(&record).assert().success();
                let row = rows(check([path.to_str().unwrap()])).remove(0);
                let found = said(std::slice::from_ref(&row));
                assert_eq!(found, [[goal, judged]], "{format}: {row}");
                fs::remove_file(path).unwrap();
            }
        }
    }
}

#[test]
fn a_plain_mate_is_told_with_the_bound_that_its_line_proves() {
    // With few nodes the line is longer than the bound of the composed length.
    let sfen = "+S8/1k7/gg7/1L1N5/2R6/9/9/9/9 b r2b2g3s3n3l18p 1";
    let rows = rows(check(["--goal", "brinkmate", "--nodes", "2k", sfen]));
    let [row] = &rows[..] else {
        panic!("{rows:?}");
    };
    assert_eq!(row["verdict"], "flawed", "{row}");
    let found = &row["defects"][0];
    assert_eq!(found["kind"], "plain_mate", "{row}");
    let line = found["line"].as_array().unwrap().len();
    assert_eq!(found["plies_at_most"], line, "{row}");
}

#[test]
fn the_shipped_brinkmates_are_what_their_file_says() {
    let rows = rows(solve(["--nodes", "20M", "problems/brinkmates.sfen"]));
    assert_eq!(rows.len(), 13);
    for row in &rows {
        assert_eq!(row["goal"], "brinkmate", "{row}");
        assert_eq!(row["verdict"], "brinkmate", "{row}");
        assert_eq!(row["plies"], row["expected_plies"], "{row}");
    }
}
