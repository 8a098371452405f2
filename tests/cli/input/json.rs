//! JSON as other programs write it, and our own.

use crate::{COOKED, NO_MATE, ONE, stderr, stdout, tsume};
use serde_json::Value;
use std::fs;

/// Returns the rows of a run.
fn rows(command: snapbox::cmd::Command) -> Vec<Value> {
    let text = stdout(command.args(["--format", "jsonl", "--nodes", "20k"]));
    text.lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect()
}

#[test]
fn an_array_is_read_from_files_streams_and_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    let text = format!(
        "[\n {{\"id\": 1, \"fen\": \"{ONE}\", \"mateIn\": 1, \"moves\": [\"G*5b\"], \"level\": 3}},\n {{\"id\": 2, \"fen\": \"x\"}},\n {{\"id\": 3, \"fen\": \"{NO_MATE}\"}}\n]\n"
    );
    fs::write(&file, &text).unwrap();
    let runs = [
        tsume().args(["check", file.to_str().unwrap()]),
        tsume().args(["check", folder.path().to_str().unwrap()]),
        tsume().args(["check", "-"]).stdin(text.as_str()),
        tsume().args(["check", &text]),
    ];
    for (number, run) in runs.into_iter().enumerate() {
        let rows = rows(run);
        assert_eq!(rows.len(), 3, "{number}");
        assert_eq!(rows[0]["verdict"], "sound");
        assert_eq!(rows[0]["expected_plies"], 1);
        assert_eq!(rows[0]["author_line"][0], "G*5b");
        assert_eq!(rows[0]["input"]["level"], 3);
        assert_eq!(rows[1]["status"], "error");
        assert_eq!(rows[1]["id"], "2");
        assert_eq!(rows[2]["verdict"], "no_mate");
        if number < 2 {
            assert_eq!(rows[2]["line"], 4);
        }
    }
    // In a folder, other files of JSON are passed over.
    fs::write(folder.path().join("package.json"), "{\"name\": \"x\"}\n").unwrap();
    assert_eq!(rows(tsume().arg("check").arg(folder.path())).len(), 3);
    let told = stderr(
        tsume()
            .args(["check", "package.json"])
            .current_dir(folder.path()),
    );
    assert!(told.contains("there is no problem in this JSON"), "{told}");
}

#[test]
fn our_own_json_is_read_like_our_lines() {
    let folder = tempfile::tempdir().unwrap();
    let problem = format!("{COOKED}; id \"a\"; title \"t\"; plies 5");
    let run = tsume().args(["check", ONE, &problem, "4k4", "--nodes", "20k"]);
    let json = stdout(run.args(["--format", "json"]));
    let array: Vec<Value> = serde_json::from_str(&json).unwrap();
    let lines: Vec<_> = array.iter().map(Value::to_string).collect();
    fs::write(folder.path().join("a.json"), json).unwrap();
    fs::write(folder.path().join("a.jsonl"), lines.join("\n")).unwrap();
    let read = |name: &str| {
        let mut rows = rows(tsume().args(["solve", name]).current_dir(folder.path()));
        for row in &mut rows {
            for key in ["id", "file", "line", "elapsed_ms", "error"] {
                row[key].take();
            }
        }
        rows
    };
    assert!(read("a.json") == read("a.jsonl"));
    let converted = |name: &str| {
        let run = tsume().args(["convert", "--to", "kif", name]);
        stdout(run.current_dir(folder.path()))
    };
    assert_eq!(converted("a.json"), converted("a.jsonl"));
}

#[test]
fn the_names_of_titles_and_authors_are_known() {
    let text = format!("{{\n\"name\": \"t\", \"composer\": \"c\", \"sfen\": \"{ONE}\"\n}}");
    let kif = stdout(tsume().args(["convert", "--to", "kif", &text]));
    assert!(kif.contains("作品名：t\n作者：c\n"), "{kif}");
}

#[test]
fn json_with_an_error_in_it_says_where() {
    let text = format!("[{{\"sfen\":\"{ONE}\"}},\n{{\"sfen\":\"{ONE}\",}}]");
    let told = stderr(tsume().args(["solve", "-"]).stdin(text));
    assert!(told.contains("stdin:2"), "{told}");
    assert!(told.contains("the line is not a JSON object"), "{told}");
}

#[test]
fn other_names_of_fields_are_given_with_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("a.csv"),
        format!("No.,diagram,moves\nx,{ONE},1\n"),
    )
    .unwrap();
    fs::write(
        folder.join("b.csv"),
        format!("y\t{ONE}\t1\n").replace('\t', ","),
    )
    .unwrap();
    let object = format!("{{\"No.\": \"z\", \"Diagram\": \"{ONE}\", \"moves\": 1}}\n");
    fs::write(folder.join("c.jsonl"), &object).unwrap();
    fs::write(folder.join("d.json"), format!("[{object}]")).unwrap();
    let named = "position=diagram,plies=moves,id=no.";
    for (file, fields, id) in [
        ("a.csv", named, "x"),
        ("b.csv", "plies=3", "y"),
        ("c.jsonl", named, "z"),
        ("d.json", named, "z"),
        ("d.json:z", named, "z"),
    ] {
        let run = tsume().args(["check", "--field", fields, file]);
        let rows = rows(run.current_dir(folder));
        assert_eq!(rows.len(), 1, "{file}");
        let found = ["id", "verdict", "expected_plies"].map(|it| rows[0][it].to_string());
        assert_eq!(found, [&format!("\"{id}\""), "\"sound\"", "1"], "{file}");
    }
    let run = tsume().args(["convert", "--to", "sfen", "--field", named, "c.jsonl"]);
    let line = stdout(run.current_dir(folder));
    assert!(line.contains("; plies 1;"), "{line}");
    for (file, fields, status, message) in [
        (
            "a.csv",
            "place=diagram",
            2,
            "the meaning one of position, side, hands",
        ),
        ("a.csv", "position=board", 4, "`No.`, `diagram`, `moves`"),
        (
            "a.csv",
            "position=diagram,author=by",
            4,
            "the last one has `No.`, `diagram`, `moves`",
        ),
        ("c.jsonl", "position=board", 4, "--field position=NAME"),
    ] {
        let run = tsume().args(["check", "--field", fields, file]);
        let output = run.current_dir(folder).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(message), "{file} {fields}: {told}");
        assert_eq!(output.status.code(), Some(status), "{file} {fields}");
    }
}
