//! Every command asked every goal, by option and by the record.

use crate::command::brinkmate::{BRINKMATE, THREATMATE, THREE, status, text};
use crate::{ONE, check, rows, solve, stdout, tsume};
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

/// Returns the versions that a comparison of a problem with itself has.
fn compared(arguments: &[&str]) -> Vec<Value> {
    let run = tsume().arg("compare").args(arguments);
    let found = lines(run.args(["--format", "jsonl"]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["outcome"], "same");
    vec![found[0]["old"].clone(), found[0]["new"].clone()]
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
    for [goal, sfen, solved, judged] in PROBLEMS {
        let record = named(sfen, goal);
        let one = |verdict: &str| vec![[goal.to_owned(), verdict.to_owned()]];
        for input in [&["--goal", goal, sfen][..], &[&record]] {
            let of = |command: &str| said(&rows(tsume().arg(command).args(input)));
            assert_eq!(of("solve"), one(solved), "{input:?}");
            assert_eq!(of("check"), one(judged), "{input:?}");
            assert_eq!(of("validate"), one(judged), "{input:?}");
            let twice = [input, &input[input.len() - 1..]].concat();
            let both = [one(judged), one(judged)].concat();
            assert_eq!(said(&compared(&twice)), both, "{input:?}");
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
fn an_option_decides_against_the_record_in_every_command() {
    let record = named(BRINKMATE, "brinkmate");
    let request = json!({"sfen": record, "goal": "brinkmate"});
    for (goal, judged) in [("mate", "no_mate"), ("brinkmate", "sound")] {
        let option = ["--goal", goal];
        let expected = [goal.to_owned(), judged.to_owned()];
        for command in ["check", "validate"] {
            let run = tsume().arg(command).args(option).arg(&record);
            assert_eq!(said(&rows(run)), vec![expected.clone()], "{command}");
        }
        let versions = compared(&["--goal", goal, &record, &record]);
        assert_eq!(said(&versions), [expected.clone(), expected.clone()]);
        assert_eq!(said(&worked(&option, &request)), [expected]);
    }
    let solved = rows(solve(["--goal", "mate", &record]));
    assert_eq!(said(&solved), [["mate".to_owned(), "no_mate".to_owned()]]);
}

#[test]
fn brinkmates_that_are_compared_with_their_rows_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.jsonl");
    let problems = "problems/brinkmates.sfen";
    let run = tsume().args(["validate", "-q", "--nodes", "3M", "-o"]);
    run.arg(&old).arg(problems).assert().success();
    let run = tsume().args(["compare", "--nodes", "3M", "--format", "jsonl"]);
    let output = run.arg(&old).arg(problems).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let found = String::from_utf8(output.stdout).unwrap();
    let found = found.lines().map(|it| serde_json::from_str(it).unwrap());
    let found: Vec<Value> = found.collect();
    assert_eq!(found.len(), 13);
    for it in &found {
        assert_eq!(it["outcome"], "same", "{it}");
        for [goal, verdict] in said(&[it["old"].clone(), it["new"].clone()]) {
            assert_eq!(goal, "brinkmate");
            assert!(["sound", "blemished"].contains(&&*verdict), "{it}");
        }
    }
}

#[test]
fn versions_with_different_goals_are_neither_better_nor_worse() {
    let record = named(BRINKMATE, "brinkmate");
    let run = tsume().args(["compare", &record, BRINKMATE]);
    let output = run.output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stdout).unwrap();
    let values =
        "goal        brinkmate 必至 → mate 詰\nverdict     ○ 完全作 sound → × 不詰 no mate\n";
    assert!(told.contains(values), "{told}");
    assert!(told.starts_with("changed: goal, verdict"), "{told}");
    let japanese = tsume().args(["--lang", "ja", "compare", &record, BRINKMATE]);
    let told = text(japanese);
    assert!(told.contains("目的        必至 → 詰\n"), "{told}");
}

#[test]
fn what_is_only_about_mates_is_refused_for_other_goals() {
    for (sfen, goal, term) in [
        (THREE, "brinkmate", "必至"),
        (THREATMATE, "threatmate", "詰めろ"),
    ] {
        let record = named(sfen, goal);
        for command in ["repair", "extend"] {
            let run = |lang: &str| {
                let run = tsume().args(["--lang", lang, command, &record]);
                let output = run.output().unwrap();
                assert_eq!(output.status.code(), Some(2), "{command} {goal}");
                assert!(output.stdout.is_empty(), "{output:?}");
                String::from_utf8(output.stderr).unwrap()
            };
            let english = format!(
                "error: the goal is a {goal}: only problems that end with a mate are repaired or extended\n"
            );
            assert!(run("en").starts_with(&english), "{}", run("en"));
            let japanese = format!("目的は{term}：修正と逆算は詰将棋だけにできる\n");
            assert!(run("ja").contains(&japanese), "{}", run("ja"));
        }
        for (option, value) in [
            ("--variations", Some("1")),
            ("--explain", None),
            ("--try", Some("S*2c")),
        ] {
            for command in ["solve", "check"] {
                let run = |words: &[&str]| {
                    let run = tsume().arg(command).arg(option).args(value).args(words);
                    let output = run.output().unwrap();
                    assert_eq!(output.status.code(), Some(2), "{command} {option}");
                    String::from_utf8(output.stderr).unwrap()
                };
                let told = run(&[&record]);
                let english = format!(
                    "`{option}` is only about mates, and the goal of this problem is a {goal}"
                );
                assert!(told.contains(&english), "{told}");
                let told = run(&["--goal", goal, sfen]);
                assert!(
                    told.contains(&format!("`{option}` is only about mates")),
                    "{told}"
                );
            }
        }
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
fn an_answer_that_is_written_as_kif_keeps_its_goal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.kif");
    for [goal, sfen, _, judged] in PROBLEMS {
        let run = solve(["--goal", goal, sfen, "-o", path.to_str().unwrap()]);
        run.assert().success();
        let row = rows(check([path.to_str().unwrap()])).remove(0);
        assert_eq!(said(&[row]), [[goal, judged]]);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn similar_works_are_found_whatever_the_goal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("collection.sfen");
    let all: Vec<_> = PROBLEMS.iter().map(|it| named(it[1], it[0])).collect();
    fs::write(&path, all.join("\n")).unwrap();
    for [goal, sfen, ..] in PROBLEMS {
        let run = tsume().args(["similar", "--format", "jsonl", &named(sfen, goal)]);
        let found = lines(run.arg(&path));
        let best = found.iter().map(|it| it["score"].as_u64()).max().flatten();
        assert_eq!(best, Some(100), "{goal}: {found:?}");
    }
}

#[test]
fn certificates_are_verified_for_the_goal_of_each_problem() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("all.proof");
    let problems = folder.path().join("all.sfen");
    let all: Vec<_> = PROBLEMS.iter().map(|it| named(it[1], it[0])).collect();
    fs::write(&problems, all.join("\n")).unwrap();
    let run = tsume().args(["check", "-q", "--proof"]).arg(&proof);
    assert_eq!(status(run.arg(&problems)), 0);
    let run = tsume().args(["verify", "--format", "jsonl", "--for"]);
    let found = lines(run.arg(&problems).arg(&proof));
    let proven: Vec<_> = found.iter().filter(|it| it["missing"].is_array()).collect();
    let goals: Vec<_> = proven.iter().map(|it| it["goal"].clone()).collect();
    assert_eq!(
        goals,
        [json!("mate"), json!("brinkmate"), json!("threatmate")],
        "{found:?}"
    );
}
