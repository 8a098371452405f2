//! `validate` with its answers: comparing, judging again, duplicates, continuing.

use crate::{BOUNDED, COOKED, LONG, NO_MATE, ONE, stderr, stdout, tsume};
use serde_json::{Value, json};
use snapbox::cmd::Command;
use std::fs;

fn validate<const N: usize>(arguments: [&str; N]) -> Command {
    let command = tsume().args(["validate", "--hash", "4MiB"]);
    command.args(arguments)
}

fn rows(jsonl: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(jsonl).unwrap();
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        row["elapsed_ms"].take();
        row
    };
    text.lines().map(row).collect()
}

fn column(rows: &[Value], key: &str) -> Vec<Value> {
    rows.iter().map(|row| row[key].clone()).collect()
}

/// [`COOKED`] in the mirror, with colours exchanged, and both.
const MIRRORED: &str = "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b 2rb2g4s4n4l15p 1";
const TURNED: &str = "9/6b2/9/9/9/pp7/g1p6/1G7/K8 w 2RB2G4S4N4L15P 1";
const BOTH: &str = "9/2b6/9/9/9/7pp/6p1g/7G1/8K w 2RB2G4S4N4L15P 1";

#[test]
fn a_position_that_came_before_is_told_and_not_judged_again() {
    let lines = [
        COOKED.to_owned() + "; id \"first\";",
        ONE.to_owned(),
        MIRRORED.to_owned(),
        TURNED.to_owned(),
        BOTH.to_owned(),
        COOKED.to_owned() + "; plies 7;",
        COOKED.to_owned() + "; plies 7;",
    ];
    for jobs in ["1", "3"] {
        let run = validate(["--nodes", "20k", "--jobs", jobs, "--format", "jsonl", "-"]);
        let output = run.stdin(lines.join("\n")).output().unwrap();
        let rows = rows(&output.stdout);
        let first = json!("first");
        let of = column(&rows, "duplicate_of");
        assert_eq!(of[..2], [Value::Null, Value::Null]);
        assert!(of[2..].iter().all(|it| *it == first), "{of:?}");
        assert!(rows[0]["nodes"].as_u64().unwrap() > 1000);
        for row in &rows[2..5] {
            assert_eq!(row["nodes"], 0);
            for key in [
                "verdict",
                "status",
                "plies",
                "plies_strict",
                "limits",
                "rules",
            ] {
                assert_eq!(row[key], rows[0][key], "{key}");
            }
        }
        let note = |row: &Value| row["notes"][0]["note"].clone();
        assert_eq!(note(&rows[2]), "the position of `first`, mirrored");
        assert_eq!(
            note(&rows[3]),
            "the position of `first`, with colours exchanged"
        );
        // Who says something else of it gets a verdict on that.
        for row in &rows[5..] {
            assert!(row["nodes"].as_u64().unwrap() > 1000);
            assert_eq!(row["defects"][0]["kind"], "early_mate", "{row}");
        }
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(" · duplicates 5\n"), "{told}");
    }
}

#[test]
fn people_see_where_it_came_before() {
    let run = |option: &str| {
        let run = validate(["--nodes", "20k", "--format", "text", option, "-"]);
        let input = format!("{COOKED}; id \"first\";\n{TURNED}; id \"second\";\n");
        stdout(run.stdin(input))
    };
    let table = run("--stats");
    let row = table.lines().nth(2).unwrap();
    assert!(
        row.starts_with("second                    flawed        5"),
        "{table}"
    );
    assert!(row.ends_with("  = first"), "{table}");
    let diagrams = run("-v");
    let (_, second) = diagrams.split_once("\nsecond\n").unwrap();
    assert!(
        second.starts_with("× 不完全作  flawed  = first\n"),
        "{diagrams}"
    );
    assert!(
        second.contains("note: the position of `first`, with colours exchanged"),
        "{diagrams}"
    );
}

#[test]
fn what_is_the_same_really_has_the_same_answer() {
    let verdict = |sfen: &str| {
        let output = validate(["--format", "jsonl", sfen]).output().unwrap();
        let row = rows(&output.stdout).remove(0);
        let defects = row["defects"].as_array().unwrap().len();
        (row["verdict"].clone(), row["plies"].clone(), defects)
    };
    for sfen in [MIRRORED, TURNED, BOTH] {
        assert_eq!(verdict(sfen), verdict(COOKED));
    }
}

#[test]
fn the_answer_of_a_problem_before_is_known_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let run = |input: &[&str]| {
        let run = validate(["--nodes", "20k", "--resume", path.to_str().unwrap(), "-"]);
        run.stdin(input.join("\n")).output().unwrap();
        rows(&fs::read(&path).unwrap())
    };
    let whole = [COOKED, ONE, MIRRORED, LONG, LONG, BOTH];
    for broken_at in 1..whole.len() {
        drop(fs::remove_file(&path));
        let part = run(&whole[..broken_at]);
        assert_eq!(part.len(), broken_at);
        let rows = run(&whole);
        assert_eq!(rows[..broken_at], part);
        let verdicts = column(&rows, "verdict");
        assert_eq!(
            verdicts,
            ["flawed", "sound", "flawed", "unknown", "unknown", "flawed"]
        );
        let nodes = column(&rows, "nodes");
        assert!([2, 4, 5].iter().all(|&at| nodes[at] == 0), "{nodes:?}");
        assert!(
            rows.iter()
                .all(|row| row["limits"] == "nodes=20000 hash=4MiB")
        );
    }
}

#[test]
fn answers_are_compared_with_the_input() {
    let status = |line: &str, options: &[&str]| {
        let run = validate(["--nodes", "20k", "--format", "jsonl", "-"]).args(options);
        let output = run.stdin(line.to_owned()).output().unwrap();
        let row = rows(&output.stdout).remove(0);
        (output.status.code().unwrap(), row["unexpected"].clone())
    };
    let object = |sfen: &str, verdict: &str| json!({"sfen": sfen, "verdict": verdict}).to_string();
    for (line, expected) in [
        (format!("{ONE}; verdict sound; plies 1;"), (0, json!([]))),
        (format!("{ONE}; verdict flawed;"), (1, json!(["verdict"]))),
        (format!("{ONE}; verdict 完全作;"), (0, json!([]))),
        (format!("{ONE}; verdict 余詰;"), (1, json!(["verdict"]))),
        (format!("{NO_MATE}; verdict 不詰;"), (0, json!([]))),
        (format!("{ONE}; verdict mate;"), (0, json!([]))),
        (format!("{COOKED}; verdict flawed;"), (0, json!([]))),
        (format!("{COOKED}; verdict mate;"), (0, json!([]))),
        (format!("{COOKED}; plies 5;"), (1, json!([]))),
        (
            format!("{COOKED}; verdict flawed; plies 7;"),
            (1, json!(["plies"])),
        ),
        (format!("{NO_MATE}; verdict no_mate;"), (0, json!([]))),
        (format!("{NO_MATE}; plies 3;"), (1, json!(["plies"]))),
        (format!("{LONG}; verdict sound; plies 611;"), (3, json!([]))),
        (object(COOKED, "flawed"), (0, json!([]))),
        (object(COOKED, "sound"), (1, json!(["verdict"]))),
        // What is no verdict is said, and nothing is compared.
        (object(ONE, "nice"), (0, json!([]))),
    ] {
        assert_eq!(status(&line, &["--expect"]), expected, "{line}");
        assert_eq!(status(&line, &[]).1, Value::Null);
    }
    assert_eq!(status(&format!("{COOKED}; verdict flawed;"), &[]).0, 1);
    let text =
        validate(["--expect", "--format", "text", "-"]).stdin(format!("{ONE}; verdict flawed;"));
    let text = stdout(text);
    assert!(text.contains("≠flawed"), "{text}");
    let nice = validate(["--expect", "-"]).stdin(format!("{ONE}; verdict nice;"));
    let told = stderr(nice);
    assert!(
        told.contains("the expected verdict `nice` is not a verdict"),
        "{told}"
    );
}

#[test]
fn rows_of_an_earlier_run_can_be_compared_with_a_new_one() {
    let earlier = validate(["--nodes", "20k", "--format", "jsonl", "-"])
        .stdin([ONE, COOKED, NO_MATE, LONG].join("\n"))
        .output()
        .unwrap();
    let again = validate(["--nodes", "20k", "--expect", "-"]).stdin(earlier.stdout);
    again.assert().code(3);
}

#[test]
fn an_author_s_line_that_is_wrong_is_unexpected() {
    // The author's reply is a futile interposition.
    let line = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ P*2d";
    let run = validate(["--expect", "--format", "jsonl", "-"]).stdin(line);
    let output = run.output().unwrap();
    let row = rows(&output.stdout).remove(0);
    let line_differs = row["unexpected"] == json!(["line"]);
    let kinds = column(row["defects"].as_array().unwrap(), "kind");
    assert!(
        line_differs && kinds.contains(&json!("author_line")),
        "{row}"
    );
}

#[test]
fn the_user_says_what_is_a_failure() {
    let lines = format!("{ONE}\n{COOKED}\n{ONE}\n");
    let status = |kinds: &str, input: &str| {
        let run = validate(["-q", "--nodes", "20k", "--fail-on", kinds, "-"]);
        run.stdin(input.to_owned()).output().unwrap().status.code()
    };
    for (kinds, code) in [
        ("flawed", 1),
        ("cook", 1),
        ("early_mate,no_mate", 0),
        ("long_last_move_dual", 1),
        ("duplicate", 1),
        ("unknown", 0),
        ("none", 0),
        ("none,cook", 1),
        ("nonsense", 2),
    ] {
        assert_eq!(status(kinds, &lines), Some(code), "{kinds}");
    }
    assert_eq!(status("none", LONG), Some(3));
    assert_eq!(status("unknown", LONG), Some(1));
    assert_eq!(status("none", "nonsense"), Some(4));
}

#[test]
fn what_stays_unknown_is_tried_again_behind_the_others() {
    let input = [BOUNDED, ONE, LONG, COOKED, BOUNDED].join("\n");
    let run = |options: &[&str]| {
        let run = validate(["--nodes", "2k", "--format", "jsonl", "-"]).args(options);
        let output = run.stdin(input.clone()).output().unwrap();
        rows(&output.stdout)
    };
    let once = column(&run(&[]), "verdict");
    assert_eq!(once, ["unknown", "sound", "unknown", "unknown", "unknown"]);
    let rows = run(&["--retry-unknown", "10"]);
    let ids = column(&rows, "id");
    assert_eq!(ids, ["stdin:2", "stdin:1", "stdin:3", "stdin:4", "stdin:5"]);
    assert_eq!(rows[0]["limits"], "nodes=2000 hash=4MiB");
    assert!(
        rows[1..]
            .iter()
            .all(|row| row["limits"] == "nodes=20000 hash=4MiB")
    );
    assert_eq!(rows[3]["verdict"], "flawed");
    // What is the same as another waits with it.
    assert_eq!(
        (&rows[4]["duplicate_of"], &rows[4]["nodes"]),
        (&json!("stdin:1"), &json!(0))
    );
    assert_eq!(rows[4]["plies_at_most"], rows[1]["plies_at_most"]);
}

#[test]
fn unknown_rows_of_an_earlier_run_are_replaced_in_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let input = [LONG, ONE, COOKED, NO_MATE, MIRRORED].join("\n");
    let run = |options: &[&str]| {
        let run = validate(["--nodes", "2k", "--resume", path.to_str().unwrap(), "-"]);
        let output = run.args(options).stdin(input.clone()).output().unwrap();
        (output.status.code(), rows(&fs::read(&path).unwrap()))
    };
    let (_, before) = run(&[]);
    assert_eq!(
        column(&before, "verdict")[..3],
        ["unknown", "sound", "unknown"]
    );
    let (status, after) = run(&["--retry-unknown", "10"]);
    assert_eq!(status, Some(1));
    assert_eq!(column(&after, "id"), column(&before, "id"));
    assert_eq!(
        column(&after, "verdict"),
        ["unknown", "sound", "flawed", "no_mate", "flawed"]
    );
    assert_eq!(after[1], before[1]);
    let more = json!("nodes=20000 hash=4MiB");
    assert_eq!((&after[0]["limits"], &after[2]["limits"]), (&more, &more));
    // They have had their second try, and nothing is left to do.
    assert_eq!(run(&["--retry-unknown", "10"]), (status, after.clone()));
    // A run that does not try again leaves them as they are.
    assert_eq!(run(&[]), (status, after));
}

#[test]
fn the_same_rows_go_to_several_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, jsonl, text) = (path("a.csv"), path("b.jsonl"), path("c.txt"));
    let run = |options: &[&str]| {
        let run = validate(["--nodes", "20k", "-"]).args(options);
        run.stdin([ONE, COOKED].join("\n")).output().unwrap()
    };
    let output = run(&["-o", &csv, "-o", &jsonl, "-o", &text]);
    assert!(output.stdout.is_empty());
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("2 problems in "), "{told}");
    assert_eq!(rows(&fs::read(jsonl).unwrap()).len(), 2);
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 3);
    assert!(
        fs::read_to_string(text)
            .unwrap()
            .contains("by defect: 余詰 cook 1")
    );
    for wrong in [
        &["-o", &*csv, "-o", &*csv][..],
        &["-o", &*csv, "-o", &path("x.txt"), "--format", "csv"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
    let solve = tsume().args(["solve", ONE, "-o", &path("y"), "-o", &path("z")]);
    solve.assert().code(2);
    assert!(!folder.path().join("x.txt").exists() && !folder.path().join("z").exists());
}

#[test]
fn rows_are_in_the_order_of_the_input_once_all_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let input = [ONE, LONG, COOKED, "nonsense", NO_MATE, MIRRORED].join("\n");
    let run = || {
        let run = validate([
            "-q",
            "--nodes",
            "20k",
            "--resume",
            path.to_str().unwrap(),
            "-",
        ]);
        run.stdin(input.clone()).output().unwrap();
        fs::read_to_string(&path).unwrap()
    };
    let unbroken = run();
    let lines: Vec<_> = unbroken.lines().collect();
    assert_eq!(lines.len(), 6);
    // What a run leaves that was broken off while some problems took their time, and what one leaves
    // that was killed after it had gone on with such rows.
    for there in [&[0, 2, 3, 4][..], &[1, 5], &[5], &[0, 2, 3, 1], &[4, 1]] {
        let text: String = there
            .iter()
            .map(|&at| lines[at].to_owned() + "\n")
            .collect();
        fs::write(&path, text).unwrap();
        assert_eq!(
            rows(run().as_bytes()),
            rows(unbroken.as_bytes()),
            "{there:?}"
        );
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
