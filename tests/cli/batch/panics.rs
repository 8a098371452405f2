//! A reader that panics: one record is an error with its place, and nothing else is lost.
//!
//! `TSUME_TEST_PANIC` has a build for development panic on purpose; a release does not look at it.
#![cfg(debug_assertions)]

use crate::{COOKED, ONE, SOUND, told, tsume};
use serde_json::{Value, json};
use snapbox::cmd::Command;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// Returns the program, whose reader panics where a text has the word `boom`.
fn broken() -> Command {
    panicking("read:boom")
}

fn panicking(at: &str) -> Command {
    let command = tsume().env("TSUME_TEST_PANIC", at);
    command.env_remove("RUST_BACKTRACE")
}

/// Makes a folder with a broken record in its second file.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    write("a.sfen", format!("{ONE}; id \"before\"\n"));
    write(
        "b.sfen",
        format!("{SOUND}; id \"same\"\n{COOKED}; id \"boom\"\n{SOUND}; id \"same file\"\n"),
    );
    write("c.sfen", format!("{SOUND}; id \"after\"\n"));
    folder
}

/// That the record is told with its place, and nothing else of the panic.
fn is_told(output: &Output, place: &str) {
    let told = told(output);
    let line = told.find("the program failed: on purpose (src/guard.rs:");
    assert!(line.is_some_and(|at| told[at..].contains(place)), "{told}");
    assert!(told.contains("please report it"), "{told}");
    assert!(!told.contains("panicked"), "{told}");
}

fn rows(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

fn ids(output: &Output) -> Vec<String> {
    let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
    rows(output).iter().map(id).collect()
}

#[test]
fn a_panic_of_the_reader_is_an_error_of_one_record_in_every_command() {
    let folder = folder();
    let input = folder.path().to_str().unwrap();
    let lines = ["--format", "jsonl"];
    for command in ["solve", "check", "validate", "repair", "extend"] {
        let limits = ["--nodes", "2k", "--hash", "4MiB"];
        let run = broken().arg(command).arg(input).args(lines).args(limits);
        let output = run.output().unwrap();
        is_told(&output, "b.sfen:2");
        assert_eq!(output.status.code(), Some(4), "{command}");
        let text = String::from_utf8(output.stdout).unwrap();
        for id in ["before", "same file", "after"] {
            let is_there = text.contains(&format!("\"{id}"));
            // There may be nothing to repair or to put before.
            let may_miss = matches!(command, "repair" | "extend");
            assert!(is_there || may_miss, "{command} {id}: {text}");
        }
    }
    let json = |command: &str| broken().args([command, input]).args(lines);
    let output = json("convert").output().unwrap();
    is_told(&output, "b.sfen:2");
    let output = broken().args(["show", input]).output().unwrap();
    is_told(&output, "b.sfen:2");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("before") && text.contains("after"), "{text}");

    let run = broken().args(["similar", SOUND, input]).args(lines);
    let output = run.output().unwrap();
    is_told(&output, "b.sfen:2");
    let found = rows(&output);
    let found: Vec<_> = found.iter().map(|row| &row["id"]).collect();
    assert_eq!(found, ["same", "same file", "after"]);

    let compose = ["compose", "--from", input, "--attempts", "1", "--seed", "1"];
    is_told(&broken().args(compose).output().unwrap(), "b.sfen:2");

    let compare = broken().args(["compare", "--nodes", "2k", "--hash", "4MiB", "--format"]);
    let output = compare.args(["jsonl", input, input]).output().unwrap();
    is_told(&output, "b.sfen:2");
    assert_eq!(rows(&output).len(), 5);

    let proofs = folder.path().join("proofs");
    let proofs = proofs.to_str().unwrap();
    tsume()
        .args(["solve", ONE, "--proof", proofs])
        .assert()
        .success();
    let verify = broken()
        .args(["verify", proofs, "--for", input])
        .args(lines);
    let output = verify.output().unwrap();
    is_told(&output, "b.sfen:2");
    assert_eq!(
        rows(&output)
            .iter()
            .filter(|row| row.get("missing").is_some())
            .count(),
        5
    );

    #[cfg(feature = "serve")]
    {
        let site = folder.path().join("site");
        let site = site.to_str().unwrap();
        let output = broken()
            .args(["serve", "--static", site, input])
            .output()
            .unwrap();
        is_told(&output, "b.sfen:2");
        let problems = fs::read_to_string(Path::new(site).join("problems.json")).unwrap();
        assert!(
            problems.contains("same file") && problems.contains("after"),
            "{problems}"
        );
    }
}

#[test]
fn a_panic_of_the_reader_spoils_one_record_of_every_kind_of_file() {
    let folder = tempfile::tempdir().unwrap();
    let kif = |title: &str| {
        format!(
            "作品名：{title}\n手合割：詰将棋\n後手の持駒：飛二 角二 金三 銀四 桂四 香四 歩十七\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
                 | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
                 +---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n   1 ５二金打\nまで1手で詰み\n\n"
        )
    };
    let object = |id: &str| json!({"id": id, "sfen": ONE, "note": id}).to_string();
    let all = |part: &dyn Fn(&str) -> String| ["one", "boom", "two"].map(part).concat();
    let array = ["one", "boom", "two"].map(object).join(",\n");
    for (name, text, line) in [
        ("x.sfen", all(&|id| format!("{ONE}; id \"{id}\"\n")), 2),
        ("x.jsonl", all(&|id| object(id) + "\n"), 2),
        ("x.json", format!("[\n{array}\n]\n"), 3),
        (
            "x.csv",
            format!(
                "id,sfen,note\n{}",
                all(&|id| format!("{id},{ONE}; name \"{id}\",\n"))
            ),
            3,
        ),
        ("x.kifu", all(&kif), 21),
        (
            "x.txt",
            format!("題名：一\n{ONE}\n\n題名：boom\n{COOKED}\n\n題名：二\n{SOUND}\n"),
            5,
        ),
    ] {
        let path = folder.path().join(name);
        // Of an object it is the position that the reader looks at.
        let text = if name.contains(".json") {
            text.replacen(
                &format!("\"boom\",\"sfen\":\"{ONE}\""),
                &format!("\"boom\",\"sfen\":\"{ONE}; id \\\"boom\\\"\""),
                1,
            )
        } else {
            text
        };
        fs::write(&path, &text).unwrap();
        let options = ["--jobs", "1", "--format", "jsonl", "--hash", "4MiB"];
        let output = broken()
            .arg("validate")
            .arg(&path)
            .args(options)
            .output()
            .unwrap();
        is_told(&output, &format!("{name}:{line}"));
        let errors: Vec<_> = rows(&output)
            .iter()
            .map(|row| row["error"]["kind"].clone())
            .collect();
        assert_eq!(
            errors,
            [Value::Null, json!("internal"), Value::Null],
            "{name}"
        );
        assert_eq!(rows(&output)[1]["line"], line, "{name}");
        assert_eq!(output.status.code(), Some(4));
    }
}

#[test]
fn a_panic_of_the_feed_ends_the_run_with_an_error_and_keeps_the_rows() {
    let folder = folder();
    let rows = folder.path().join("rows");
    let (input, rows) = (folder.path().to_str().unwrap(), rows.to_str().unwrap());
    for format in ["jsonl", "json", "csv"] {
        let run = panicking("feed:b.sfen:2").args(["validate", input, "--jobs", "2"]);
        let run = run.args(["--hash", "4MiB", "--force", "--format", format, "-o", rows]);
        let output = run.output().unwrap();
        is_told(&output, "b.sfen:1");
        assert_eq!(output.status.code(), Some(2), "{format}");
        let there = fs::read_to_string(rows).unwrap();
        assert!(
            there.contains("before") && there.contains("same"),
            "{there}"
        );
        assert!(!there.contains("same file"), "{there}");
    }
    // What is missing can still be judged.
    let run = panicking("feed:b.sfen:2").args(["validate", input, "--hash", "4MiB", "--force"]);
    run.args(["--format", "jsonl", "-o", rows]).assert().code(2);
    let rest = tsume().args(["validate", input, "--hash", "4MiB", "--resume", rows]);
    rest.assert().code(1);
    let there = fs::read_to_string(rows).unwrap();
    assert_eq!(there.lines().count(), 5, "{there}");

    let line = |id: &str| json!({"id": id, "sfen": ONE}).to_string() + "\n";
    let run = panicking("feed:stdin:2").args(["worker", "--hash", "4MiB"]);
    let output = run
        .stdin(["x", "y", "z"].map(line).concat())
        .output()
        .unwrap();
    is_told(&output, "stdin:1");
    assert_eq!(
        (ids(&output), output.status.code()),
        (vec!["x".to_owned()], Some(2))
    );
}

#[test]
fn a_panic_is_an_answer_to_one_request() {
    let line = |id: &str| {
        json!({"id": id, "sfen": format!("{ONE}; id \"{id}\""), "n": 1}).to_string() + "\n"
    };
    let run = broken().args(["worker", "--hash", "4MiB"]);
    let output = run
        .stdin(["x", "boom", "z"].map(line).concat())
        .output()
        .unwrap();
    assert_eq!(
        (ids(&output), output.status.code()),
        (["x", "boom", "z"].map(str::to_owned).to_vec(), Some(0))
    );
    let row = &rows(&output)[1];
    assert_eq!(
        (&row["error"]["kind"], &row["input"]["n"]),
        (&json!("internal"), &json!(1))
    );
    assert!(told(&output).is_empty(), "{}", told(&output));

    let run = broken().arg("usi");
    let lines = format!("position sfen 8k/9 boom\nposition sfen {ONE}\ngo mate infinite\nquit\n");
    let output = run.stdin(lines).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("the program failed: on purpose"), "{text}");
    assert!(!text.contains("notimplemented"), "{text}");
}

/// A panic outside of what is read ends a command as other failures do.
#[test]
fn a_panic_of_a_command_ends_it_with_an_error() {
    let run = panicking("feed:argument:1").args(["validate", ONE]);
    let output = run.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(told(&output).contains("please report it"));
}

#[cfg(feature = "mcp")]
#[test]
fn a_panic_of_the_reader_is_the_answer_of_a_tool() {
    let call = |id: u32, name: &str| {
        let problem = format!("{ONE}; id \"{name}\"");
        let arguments = json!({"problem": problem, "nodes": 1000});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "solve", "arguments": arguments}})
    };
    let greeting = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let lines = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": greeting}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        call(2, "boom"),
        call(3, "fine"),
    ];
    let lines = lines.map(|it| format!("{it}\n")).concat();
    let output = broken().arg("mcp").stdin(lines).output().unwrap();
    let answers = rows(&output);
    let answer = |id: u32| {
        let found = answers.iter().find(|it| it["id"] == id);
        found.unwrap_or_else(|| panic!("{answers:?}"))["result"].clone()
    };
    assert_eq!(answer(2)["isError"], true);
    assert!(
        answer(2)
            .to_string()
            .contains("the program failed: on purpose")
    );
    assert_ne!(answer(3)["isError"], true);
}
