//! Whole collections, judged with several problems at a time.

mod ended;

use crate::{COOKED, LONG, NO_MATE, ONE, check, stderr, stdout, tsume};
use serde_json::{Value, json};
use snapbox::cmd::Command;
use std::fs;
use std::path::Path;

fn validate<const N: usize>(arguments: [&str; N]) -> Command {
    tsume().arg("validate").args(arguments)
}

/// JSON rows without the timings.
fn timeless(jsonl: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(jsonl).unwrap();
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        row["elapsed_ms"].take();
        row.as_object_mut().unwrap().remove("limits");
        row
    };
    text.lines().map(row).collect()
}

fn in_folder(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Problems with names of their own, no position twice.
fn good() -> impl Iterator<Item = String> {
    let table = include_str!("../../data/short_composed.tsv")
        .lines()
        .skip(1);
    table.map(|line| {
        let mut cells = line.split('\t');
        let (name, sfen) = (cells.next().unwrap(), cells.next().unwrap());
        format!("{sfen}; id \"good {name}\";\n")
    })
}

/// Good and bad lines, easy and hard ones.
fn mixture() -> String {
    let mut text = format!("{LONG}; id \"long\";\n{COOKED}; id \"cooked\";\n");
    let malformed = include_str!("../../data/malformed.tsv").lines().skip(1);
    for (line, good) in malformed.zip(good()) {
        let input = line.split('\t').nth(1).unwrap();
        text.extend([input, "\n", &good]);
    }
    text + NO_MATE + "\n"
}

#[test]
fn rows_are_those_of_check_whatever_the_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(folder.path(), "mixture.sfen", &mixture());
    let limits = ["--nodes", "20k", "--hash", "4MiB", "--format", "jsonl"];
    let alone = check([&*file]).args(limits).output().unwrap();
    let expected = timeless(&alone.stdout);
    assert!(expected.len() > 80, "{}", expected.len());
    let errors = |told: Vec<u8>| String::from_utf8(told).unwrap().matches("error: ").count();
    let expected_errors = errors(alone.stderr);
    for jobs in ["1", "2", "5"] {
        let output = validate(["--jobs", jobs, &file])
            .args(limits)
            .output()
            .unwrap();
        let found = timeless(&output.stdout);
        assert_eq!(found.len(), expected.len());
        let mut again = 0;
        for (found, expected) in found.iter().zip(&expected) {
            // Some malformed lines are so in what is behind the diagram alone, and share that.
            if found["duplicate_of"].is_null() {
                assert_eq!(found, expected, "{jobs} jobs");
            } else {
                again += 1;
                for key in ["id", "sfen", "verdict", "status", "plies", "expected_plies"] {
                    assert_eq!(found[key], expected[key], "{jobs} jobs: {found}");
                }
            }
        }
        assert!(again < 10, "{again}");
        assert_eq!(output.status.code(), Some(4));
        assert_eq!(errors(output.stderr), expected_errors, "{jobs} jobs");
    }
}

#[test]
fn a_bad_line_is_an_error_row_and_the_good_ones_are_judged() {
    let judged = |input: String| {
        let run = validate(["--nodes", "20k", "--hash", "4MiB", "--format", "jsonl", "-"]);
        let output = run.stdin(input).output().unwrap();
        let mut rows = timeless(&output.stdout);
        for row in &mut rows {
            // They stand elsewhere.
            row["line"].take();
            row["record"].take();
        }
        (output.status.code(), rows)
    };
    let (status, rows) = judged(mixture());
    assert_eq!(status, Some(4));
    let is_good = |row: &Value| row["id"].as_str().unwrap().starts_with("good");
    let (among_bad, rest): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_good);
    let malformed = include_str!("../../data/malformed.tsv").lines().count() - 1;
    assert_eq!(among_bad.len(), malformed);
    let errors = rest.iter().filter(|row| row["status"] == "error").count();
    assert!(errors > 20, "{errors}");
    // They are judged as if they were alone.
    let (_, alone) = judged(good().take(malformed).collect());
    assert_eq!(among_bad, alone);
    assert!(alone.iter().filter(|row| row["verdict"] == "sound").count() > 20);
}

#[test]
fn what_cannot_be_read_is_the_status_and_the_rest_is_told() {
    let fails = |input: &[&str], options: &[&str]| {
        let command = validate(["--nodes", "20k", "--hash", "4MiB"]).args(options);
        let output = command.args(input).output().unwrap();
        (output.status.code(), crate::told(&output))
    };
    let told = "without that it is 1, for 1 of the problems";
    let (status, said) = fails(&[COOKED, "not-here.sfen"], &[]);
    assert!(status == Some(4) && said.contains(told), "{said}");
    let (status, said) = fails(&[COOKED, "not-here.sfen"], &["--fail-on", "no_mate"]);
    assert!(status == Some(4) && !said.contains(told), "{said}");
    // A collection to compare with counts as well, as in `similar`.
    let folder = tempfile::tempdir().unwrap();
    in_folder(folder.path(), "a.sfen", &format!("{ONE}\nnonsense\n"));
    let similar = ["--similar", folder.path().to_str().unwrap()];
    assert_eq!(fails(&[ONE], &similar).0, Some(4));
    assert_eq!(fails(&[ONE], &["--no-such-option"]).0, Some(2));
    let run = tsume().args(["similar", ONE]).arg(folder.path());
    run.assert().code(4);
}

#[test]
fn the_status_is_that_of_the_worst_row() {
    for (lines, status) in [
        (vec![ONE, ONE], 0),
        (vec![ONE, LONG], 3),
        (vec![LONG, COOKED, ONE], 1),
        (vec![NO_MATE, ONE], 1),
        (vec![COOKED, "nonsense", LONG], 4),
        (vec![], 4),
    ] {
        let assert = validate(["--nodes", "20k", "--hash", "4MiB", "-"])
            .stdin(lines.join("\n"))
            .assert();
        assert.code(status);
    }
}

#[test]
fn the_name_of_the_file_says_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{ONE}; id \"a, b\";\n{COOKED}; id \"c\";\n");
    let written = |name: &str| {
        let path = folder.path().join(name);
        validate(["-", "-o", path.to_str().unwrap()])
            .stdin(input.clone())
            .assert()
            .code(1)
            .stdout_eq("");
        fs::read_to_string(path).unwrap()
    };
    let json: Value = serde_json::from_str(&written("x.json")).unwrap();
    assert_eq!(json[0]["id"], json!("a, b"));
    assert_eq!(timeless(written("x.jsonl").as_bytes()).len(), 2);
    assert!(written("x.txt").contains("first defect"));
    let mut csv = csv::Reader::from_reader(written("x.csv").as_bytes())
        .records()
        .map(Result::unwrap)
        .collect::<Vec<_>>();
    let last = csv.pop().unwrap();
    assert_eq!((&csv[0][0], &csv[0][6]), ("a, b", "sound"));
    assert_eq!((&last[0], &last[6]), ("c", "flawed"));
    assert!(last[17].starts_with("cook cook"), "{last:?}");
    // Nothing half-written is left over.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
}

#[test]
fn a_summary_comes_with_the_rows() {
    let file = "problems/first-steps.sfen";
    let output = validate(["--nodes", "20k", "--format", "jsonl", file]);
    let told = stderr(output);
    assert!(told.starts_with("12 problems in "), "{told}");
    assert!(told.contains(" · sound "), "{told}");
    validate(["-q", "--nodes", "20k", file])
        .assert()
        .stderr_eq("");
}

#[test]
fn a_summary_speaks_of_compositions_when_nothing_is_decided() {
    for input in [
        format!("{LONG}\n{LONG}\n"),
        "nonsense\nnonsense\n".to_owned(),
    ] {
        let run = validate(["--nodes", "500", "--hash", "4MiB", "-"]).stdin(input);
        let told = stdout(run);
        assert!(
            told.contains(" · sound 0 · blemished 0 · flawed 0 · no mate 0 · "),
            "{told}"
        );
    }
    let told = stdout(check(["--nodes", "500", LONG, LONG]));
    assert!(
        told.contains(" · sound 0 · blemished 0 · flawed 0 · no mate 0 · "),
        "{told}"
    );
}

#[test]
fn a_table_tells_what_came_before_though_it_was_judged_itself() {
    let input = format!("{ONE}; id \"a\";\n{ONE}; id \"b\"; plies 7;\n{ONE}; id \"c\";\n");
    let run = validate(["--format", "text", "-"]).stdin(input);
    let told = stdout(run);
    let [_, a, b, c, ..] = told.lines().collect::<Vec<_>>()[..] else {
        panic!("{told}");
    };
    assert!(
        !a.contains("= a") && b.contains("  = a  early mate"),
        "{told}"
    );
    assert!(c.ends_with("  = a"), "{told}");
}

#[test]
fn lengths_that_are_none_are_told() {
    let record = |plies: &str| format!("{{\"sfen\":\"{ONE}\",\"plies\":{plies}}}\n");
    let input = ["\"約3手\"", "3.5", "\"\"", "null", "1"]
        .map(record)
        .concat();
    let run = validate(["--format", "jsonl", "-"]).stdin(input);
    let output = run.output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let notes = timeless(&output.stdout).into_iter().map(|row| {
        let notes = row["notes"].as_array().unwrap().clone();
        let of_record = notes.into_iter().filter(|it| it["kind"] == "record");
        of_record.map(|it| it["note"].clone()).collect::<Vec<_>>()
    });
    let note = |plies| {
        json!(format!(
            "the expected length `{plies}` is not a number of plies"
        ))
    };
    assert_eq!(
        notes.collect::<Vec<_>>(),
        [
            vec![note("約3手")],
            vec![note("3.5")],
            vec![],
            vec![],
            vec![]
        ]
    );
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("the expected length `約3手` is not"),
        "{told}"
    );
}

#[test]
fn a_line_that_is_no_problem_keeps_its_id() {
    let input = "4k4/9 b G 1; id \"broken\";\nno; id \"open;\n4k4/9 b x; plies 3; id two words;\n";
    let run = validate(["--format", "jsonl", "-"]).stdin(input);
    let output = run.output().unwrap();
    let rows = timeless(&output.stdout);
    let ids: Vec<_> = rows.iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, ["broken", "stdin:2", "two words"]);
    assert!(rows.iter().all(|row| row["error"]["kind"] == "sfen"));
}

#[test]
fn who_wants_to_hear_little_gets_a_line_for_each_that_is_bad() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{ONE}; plies x;\n4k4/9/q9/9/9/9/9/9 b 2X 1\n9/9/9/9/9/9/9/9/9 b - 1\n");
    in_folder(folder.path(), "x.sfen", &input);
    let run = validate(["-q", "--format", "csv", "x.sfen", "y.sfen"]).current_dir(&folder);
    let told = stderr(run);
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert!(
        lines[0].starts_with("x.sfen:1:30: warning: the expected length"),
        "{told}"
    );
    assert!(
        lines[1].starts_with("x.sfen:2:") && lines[1].contains(": error: "),
        "{told}"
    );
    assert!(lines[2].starts_with("x.sfen:3:1: error: "), "{told}");
    assert!(
        lines[3].starts_with("error: cannot read `y.sfen`"),
        "{told}"
    );
}

#[test]
fn tables_and_objects_are_read_and_their_other_fields_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let csv = format!("author,id,sfen,plies\n\"Doe, J.\",a,{ONE},1\nnobody,b\n");
    let tsv = format!("sfen\tid\n{COOKED}\tc\n");
    let objects = format!(
        "{{\"sfen\":\"{ONE}\",\"id\":7,\"expected_plies\":3,\"tags\":[\"x\"]}}\n{ONE}; id \"d\";\n{{\n"
    );
    in_folder(folder.path(), "1.csv", &csv);
    in_folder(folder.path(), "2.tsv", &tsv);
    in_folder(folder.path(), "3.jsonl", &objects);
    in_folder(folder.path(), "4.csv", "id,other\nx,y\n");
    let path = folder.path().to_str().unwrap();
    let run = validate(["--nodes", "20k", "--format", "jsonl", path]);
    let output = run.output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let rows = timeless(&output.stdout);
    let found: Vec<_> = rows
        .iter()
        .map(|row| {
            let error = &row["error"]["kind"];
            (
                &row["verdict"],
                &row["expected_plies"],
                &row["input"],
                error,
            )
        })
        .collect();
    let none = Value::Null;
    let (sound, flawed, error) = (json!("sound"), json!("flawed"), json!("error"));
    let (author, tags) = (json!({"author": "Doe, J."}), json!({"tags": ["x"]}));
    let (one, three, record, io) = (json!(1), json!(3), json!("record"), json!("io"));
    assert_eq!(
        found,
        [
            (&sound, &one, &author, &none),
            (&error, &none, &none, &record),
            (&flawed, &none, &none, &none),
            (&flawed, &three, &tags, &none),
            (&sound, &none, &none, &none),
            (&error, &none, &none, &record),
            (&error, &none, &none, &io),
        ]
    );
    let ids: Vec<_> = rows.iter().map(|row| &row["id"]).collect();
    assert_eq!(
        (ids[0], ids[2], ids[3], ids[4]),
        (&json!("a"), &json!("c"), &json!("7"), &json!("d"))
    );
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("no column `sfen` in the header"), "{told}");
    assert!(
        told.contains("error: this row has 2 cells, the header has 4\n"),
        "{told}"
    );
}

#[test]
fn shares_make_up_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(folder.path(), "x.sfen", &mixture());
    let tables = "tests/data/short_composed.tsv";
    let run = |share: &[&str]| {
        let run = validate(["--nodes", "500", "--hash", "4MiB", &file, tables]);
        let run = run.args(["--format", "jsonl"]);
        timeless(&run.args(share).output().unwrap().stdout)
    };
    let mut shares: Vec<_> = ["1/3", "2/3", "3/3"]
        .iter()
        .map(|share| run(&["--shard", share]))
        .collect();
    assert!(shares.iter().all(|rows| rows.len() > 10));
    let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
    let sorted = |mut rows: Vec<Value>| {
        rows.sort_by_key(id);
        rows
    };
    // The position alone decides: copies of a problem are in the share of the first.
    for rows in &mut shares {
        let ids: Vec<_> = rows.iter().map(id).collect();
        let mut copies = rows.iter().filter_map(|row| row["duplicate_of"].as_str());
        assert!(copies.all(|of| ids.iter().any(|id| id == of)), "{ids:?}");
    }
    assert_eq!(sorted(shares.concat()), sorted(run(&[])));
    validate(["--shard", "4/3", ONE]).assert().code(2);
}

/// Several machines have the same command, and few problems.
#[test]
fn an_empty_share_is_no_error() {
    let told = |format: &str, share: &str, input: &str| {
        let run = validate(["--format", format, "--shard", share, input]);
        let output = run.output().unwrap();
        let [rows, told] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        (output.status.code(), rows, told)
    };
    let none = |share: &str| format!("0 problems: none of the input is in share {share}\n");
    let [first, second] = ["1/3", "2/3"].map(|share| told("jsonl", share, ONE));
    let third = told("jsonl", "3/3", ONE);
    let shares = [("1/3", first), ("2/3", second), ("3/3", third)];
    let (full, empty): (Vec<_>, Vec<_>) = shares.iter().partition(|(_, it)| !it.1.is_empty());
    assert_eq!((full.len(), empty.len()), (1, 2));
    for (share, it) in &empty {
        assert_eq!(*it, (Some(0), String::new(), none(share)));
    }
    let (share, _) = empty[0];
    assert_eq!(
        told("json", share, ONE),
        (Some(0), "[]\n".to_owned(), none(share))
    );
    assert_eq!(told("text", share, ONE).0, Some(0));
    // Each share has its file, so that they can be put together.
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [("a.jsonl", ""), ("a.json", "[]\n"), ("a.csv", "id,file,")] {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        validate(["-q", "--shard", share, ONE, "-o", path])
            .assert()
            .success();
        assert!(fs::read_to_string(&file).unwrap().starts_with(content));
        fs::write(&file, "old rows\n").unwrap();
        validate(["-q", "--force", "--shard", share, ONE, "-o", path])
            .assert()
            .success();
        assert!(
            fs::read_to_string(&file).unwrap().starts_with(content),
            "{name}"
        );
    }
    // What is no problem belongs to the first share.
    assert_eq!(told("jsonl", "2/3", "9/9").0, Some(0));
    // Nothing takes the place of a file if nothing can be read.
    let file = in_folder(folder.path(), "rows.jsonl", "old rows\n");
    for input in ["9/9", "missing.sfen"] {
        validate(["-q", "--force", "--shard", "2/3", input, "-o", &file])
            .assert()
            .code(0);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old rows\n", "{input}");
    }
    // An input without anything stays an error in every share.
    let file = in_folder(folder.path(), "empty.sfen", "");
    assert_eq!(told("jsonl", "2/3", &file).0, Some(4));
}

/// A page and a record show variations, which take nodes.
#[test]
fn no_row_depends_on_the_other_outputs() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let problems = "problems/first-steps.sfen";
    for limit in ["2k", "100k"] {
        let rows = |outputs: &[&str]| {
            let file = name("rows.jsonl");
            let run = tsume().args(["validate", "-q", "--force", "--nodes", limit, problems]);
            let run = run.args(["-o", &file]);
            run.args(outputs).output().unwrap();
            timeless(&fs::read(file).unwrap())
        };
        let alone = rows(&[]);
        assert_eq!(alone.len(), 12);
        let (page, records) = (name("page.html"), name("records.kifu"));
        assert_eq!(rows(&["-o", &page, "-o", &records]), alone, "{limit}");
        assert_eq!(rows(&["--report", &page]), alone, "{limit}");
        let records = fs::read_to_string(records).unwrap();
        assert!(records.contains("変化"), "{limit}");
    }
}

#[test]
fn what_a_record_says_on_soundness_is_expected() {
    let folder = tempfile::tempdir().unwrap();
    let two = "4k4/9/4P4/9/9/9/9/9/9 b G; id \"a\"; soundness \"不完全（余詰）\";\n\
               4k4/9/4P4/9/9/9/9/9/9 b 2G; id \"b\"; soundness \"検討未了\";\n";
    std::fs::write(folder.path().join("two.sfen"), two).unwrap();
    let to_kif = ["convert", "two.sfen", "-o", "two.kifu"];
    let status = tsume()
        .args(to_kif)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(status.status.success());
    for file in ["two.sfen", "two.kifu"] {
        let line = ["validate", file, "--expect", "--format", "jsonl"];
        let output = tsume()
            .args(line)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{file}");
        let text = String::from_utf8(output.stdout).unwrap();
        let unexpected = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row["unexpected"].as_array().map(Vec::len)
        };
        let found: Vec<_> = text.lines().map(unexpected).collect();
        assert_eq!(found, [Some(1), Some(0)], "{file}: {text}");
    }
}
