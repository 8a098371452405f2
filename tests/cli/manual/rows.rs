//! The fields of rows.

use super::{Words, assert_none, column, difference};
use crate::BRINKMATE;
use crate::{BOUNDED, COOKED, FUTILE, NO_MATE, ONE, program, tsume};
use serde_json::{Map, Value};
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// Returns the rows that the program writes to these arguments.
fn written(args: &[&str], input: &str) -> Vec<Map<String, Value>> {
    let mut child = program()
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!rows.is_empty(), "{args:?}");
    rows
}

fn keys<'a>(objects: impl IntoIterator<Item = &'a Map<String, Value>>) -> Words {
    objects
        .into_iter()
        .flat_map(|it| it.keys().cloned())
        .collect()
}

/// Rows that have every field between them.
fn rows() -> Vec<Map<String, Value>> {
    const GREY: &str = "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1";
    const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
    let jsonl = ["--format", "jsonl"];
    let run = |args: &[&str]| written(&[args, &jsonl].concat(), "");
    let mut rows = run(&[
        "solve",
        "--variations",
        "2",
        "--explain",
        "--stats",
        "--verify",
        GREY,
    ]);
    rows.extend(run(&["solve", "--try", "▲３四飛不成", FIVE]));
    rows.extend(run(&[
        "solve",
        "--interpositions",
        "broad",
        "--verify",
        FUTILE,
    ]));
    rows.extend(run(&["solve", NO_MATE, "4k4/9/4P3/9/9/9/9/9/9 b G 1"]));
    rows.extend(run(&["solve", "--nodes", "20k", BOUNDED]));
    rows.extend(run(&["solve", "--goal", "brinkmate", BRINKMATE]));
    rows.extend(run(&[
        "solve",
        "--goal",
        "brinkmate",
        "--within",
        "1",
        "5+B1nl/7k1/6pp1/8p/9/9/9/9/5K3 b S2rb4g3s3n3l15p 1",
    ]));
    rows.extend(run(&["check", "--attributes", COOKED]));
    rows.extend(run(&["check", &format!("{ONE} moves G*5b G*5b")]));
    rows.extend(run(&[
        "check",
        "--nodes",
        "20k",
        "problems/first-steps.sfen",
    ]));
    let line = format!("{{\"sfen\":\"{ONE}\",\"verdict\":\"flawed\",\"more\":1}}\n");
    let args = ["validate", "--expect", "--format", "jsonl", "-"];
    rows.extend(written(&args, &line.repeat(2)));
    rows
}

#[test]
fn the_fields_of_rows_are_in_the_manual() {
    let rows = rows();
    let mut found = difference("row", &keys(&rows), &column("field of a row"));
    let inside = |names: &[&str]| -> Vec<Map<String, Value>> {
        let values = names
            .iter()
            .flat_map(|&name| rows.iter().filter_map(move |it| it.get(name)));
        values
            .flat_map(|it| match it {
                Value::Array(all) => all.clone(),
                one => vec![one.clone()],
            })
            .filter_map(|it| it.as_object().cloned())
            .collect()
    };
    let turns = inside(&["variations"]);
    let defences = turns
        .iter()
        .flat_map(|it| it["defences"].as_array().unwrap());
    let defences: Vec<_> = defences.map(|it| it.as_object().unwrap().clone()).collect();
    let brinkmates = inside(&["brinkmate"]);
    let within = |key: &str| -> Vec<Map<String, Value>> {
        let lists = brinkmates.iter().flat_map(|it| it[key].as_array().unwrap());
        lists.map(|it| it.as_object().unwrap().clone()).collect()
    };
    let (against, partial) = (within("defences"), within("partial"));
    for (head, objects) in [
        ("field of a brinkmate", brinkmates),
        ("field of a brinkmate's defence", against),
        ("field of a partial brinkmate", partial),
        ("field of a turn", turns),
        ("field of a defence", defences),
        ("field of an explanation", inside(&["explanations"])),
        ("field of a try", inside(&["tries"])),
        ("field of a certificate", inside(&["certificates"])),
    ] {
        let (program, mut pages) = (keys(&objects), column(head));
        // Only where a limit came before the length.
        for rare in ["plies_at_most", "lines"] {
            if !program.contains(rare) {
                pages.remove(rare);
            }
        }
        found.extend(difference(head, &program, &pages));
    }
    // Many of these fields are there in rare cases alone: none may be missing in the manual.
    for (head, names) in [
        ("field of a finding", &["defects", "blemishes", "notes"][..]),
        ("field of an unresolved move or question", &["unresolved"]),
    ] {
        let program = keys(&inside(names));
        assert!(program.len() > 2, "{head}: {program:?}");
        let all = column(head);
        found.extend(difference(
            head,
            &program,
            &all.intersection(&program).cloned().collect(),
        ));
    }
    let kinds = inside(&["error"]);
    let kinds: Words = kinds
        .iter()
        .map(|it| it["kind"].as_str().unwrap().to_owned())
        .collect();
    assert!(
        !kinds.is_empty() && kinds.is_subset(&column("error")),
        "{kinds:?}"
    );
    assert_none(&found);
}

#[test]
fn the_fields_of_rows_of_certificates_are_in_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let path = path.to_str().unwrap();
    let sound = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    tsume()
        .args(["check", "-q", "--proof", path, sound])
        .assert()
        .success();
    let bad = folder.path().join("bad.proof");
    fs::write(&bad, "nothing of the kind").unwrap();
    let args = ["verify", "--format", "jsonl", path, bad.to_str().unwrap()];
    let rows = written(&args, "");
    let pages = column("field of a row of `verify`");
    assert_none(&difference("verify", &keys(&rows), &pages));
}

#[test]
fn the_fields_of_comparisons_are_in_the_manual() {
    let args = ["compare", "--format", "jsonl", COOKED, FUTILE];
    let found = written(&args, "");
    let pages = column("field of a comparison");
    assert_none(&difference("compare", &keys(&found), &pages));
    for (changes, title) in [
        (&found[0]["changed"], "field of `changed`"),
        (
            &found[0]["diagram"]["changes"],
            "field of a change of the diagram",
        ),
    ] {
        let changes = changes.as_array().unwrap().iter();
        let changes: Vec<_> = changes.map(|it| it.as_object().unwrap()).collect();
        assert_none(&difference(title, &keys(changes), &column(title)));
    }
}

#[test]
fn the_fields_of_similar_works_are_in_the_manual() {
    let other = COOKED.replace("2B6", "3B5");
    let rows = written(&["similar", "--format", "jsonl", COOKED, &other], "");
    let pages = column("field of a similar work");
    assert_none(&difference("similar", &keys(&rows), &pages));
    let changes = rows.iter().flat_map(|it| it["changes"].as_array().unwrap());
    let changes: Vec<_> = changes.map(|it| it.as_object().unwrap().clone()).collect();
    let pages = column("field of a change of a work");
    assert_none(&difference("change", &keys(&changes), &pages));
}
