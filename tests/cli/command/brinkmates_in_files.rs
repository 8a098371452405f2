//! Brinkmates and threats in collections and records: goals, rows, tables, pages, and what is refused.

use crate::command::brinkmate::{BRINKMATE, THREATMATE, THREE, text};
use crate::{COOKED, NO_MATE, ONE, check, rows, solve, stderr, stdout, tsume};
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_record_names_its_goal() {
    let brinkmate = format!("{BRINKMATE}; id \"a\"; plies 1; goal \"brinkmate\";");
    let threat = format!("{THREATMATE}; id \"b\"; goal \"詰めろ\";");
    let mate = format!("{ONE}; id \"c\"; plies 1;");
    let lines = [&brinkmate, &threat, &mate].map(String::as_str).join("\n");
    let run = tsume().args(["validate", "--format", "jsonl", "--expect", "-"]);
    let output = run.stdin(lines.clone()).output().unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    let found: Vec<Value> = found
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let said: Vec<_> = found
        .iter()
        .map(|it| {
            (
                it["goal"].as_str().unwrap(),
                it["verdict"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("brinkmate", "sound"),
        ("threatmate", "threatmate"),
        ("mate", "sound"),
    ];
    assert_eq!(said, expected);
    assert!(found.iter().all(|it| it["unexpected"] == json!([])));
    assert_eq!(output.status.code(), Some(0));
    // What is asked on the command line comes before it.
    let row = rows(solve(["--goal", "mate", &brinkmate])).remove(0);
    assert_eq!(
        (&row["goal"], &row["verdict"]),
        (&json!("mate"), &json!("no_mate"))
    );
    let table = text(
        tsume()
            .args(["validate", "--format", "text", "-"])
            .stdin(lines),
    );
    assert!(table.contains("a           完全作   sound"), "{table}");
    assert!(table.contains("詰めろ   threatmate"), "{table}");
    assert!(table.contains(" · threatmate 1"), "{table}");
}

#[test]
fn goals_are_not_mixed_in_duplicates() {
    let line = |goal: &str| format!("{ONE}; goal \"{goal}\";\n");
    let input = line("mate") + &line("brinkmate") + &line("mate") + &line("brinkmate");
    let run = tsume()
        .args(["validate", "--format", "jsonl", "-"])
        .stdin(input);
    let text = stdout(run);
    let rows: Vec<Value> = text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let said: Vec<_> = rows
        .iter()
        .map(|it| (&it["goal"], &it["verdict"], &it["duplicate_of"]))
        .collect();
    let (mate, brinkmate) = (json!("mate"), json!("brinkmate"));
    let (sound, flawed) = (json!("sound"), json!("flawed"));
    let (first, second) = (json!("stdin:1"), json!("stdin:2"));
    assert_eq!(
        said,
        [
            (&mate, &sound, &Value::Null),
            (&brinkmate, &flawed, &Value::Null),
            (&mate, &sound, &first),
            (&brinkmate, &flawed, &second),
        ]
    );
}

#[test]
fn rows_of_another_goal_are_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let run = |options: &[&str]| {
        let run = tsume().args(["validate", "-q", "--nodes", "3M", "--resume"]);
        let run = run.arg(&path).args(options).arg("-");
        run.stdin(format!("{BRINKMATE}\n{THREE}\n"))
            .output()
            .unwrap()
    };
    let first = run(&["--goal", "brinkmate"]);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let before = fs::read_to_string(&path).unwrap();
    let again = run(&["--goal", "brinkmate"]);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    for options in [
        &[][..],
        &["--goal", "mate"],
        &["--goal", "brinkmate", "--within", "7"],
    ] {
        let other = run(options);
        let told = String::from_utf8(other.stderr).unwrap();
        assert_eq!(other.status.code(), Some(2), "{told}");
        assert!(told.contains("goal=brinkmate"), "{told}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn a_table_has_the_goal() {
    let run = solve([
        "--goal",
        "brinkmate",
        "--format",
        "csv",
        "--columns",
        "id,verdict,goal,plies,solution",
        BRINKMATE,
    ]);
    let table = stdout(run);
    assert_eq!(
        table,
        "id,verdict,goal,plies,solution\nargument:1,brinkmate,brinkmate,1,S*3b\n"
    );
}

#[test]
fn a_record_of_it_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("brinkmate.kifu");
    let written = solve(["--goal", "brinkmate", THREE, "-o", path.to_str().unwrap()]);
    written.assert().success();
    let kif = fs::read_to_string(&path).unwrap();
    assert!(kif.contains("手数：3手必至\n"), "{kif}");
    assert!(kif.contains("*必至: after a pass ▲"), "{kif}");
    assert!(kif.contains("*受け: any other ("), "{kif}");
    assert!(kif.contains("変化：4手"), "{kif}");
    let path = path.to_str().unwrap();
    let row = rows(check([path])).remove(0);
    assert_eq!(
        (&row["goal"], &row["expected_plies"]),
        (&json!("brinkmate"), &json!(3))
    );
    assert_eq!(row["verdict"], "sound", "{row}");
    // In other formats it is the same problem.
    let convert = tsume().args(["convert", path, "--to", "sfen"]);
    let sfen = stdout(convert);
    assert!(sfen.contains("; plies 3; goal \"brinkmate\";"), "{sfen}");
    let convert = tsume().args(["convert", "-", "--to", "kif"]).stdin(sfen);
    let kif = stdout(convert);
    assert!(kif.contains("手数：3手必至\n"), "{kif}");
    assert!(!kif.contains("goal"), "{kif}");
}

#[test]
fn a_page_shows_the_defences_below_the_last_move() {
    let run = check(["--format", "html", "--goal", "brinkmate", THREE, COOKED]);
    let page = stdout(run);
    assert!(
        page.contains("data-moves=\"S*2c 2b1c 2c3d+ pass "),
        "no threat"
    );
    assert!(
        page.contains("defences 受け: none of them holds"),
        "no defences"
    );
    assert!(page.contains("any other ("), "no groups");
    let run = solve(["--format", "svg", "--goal", "brinkmate", THREE]);
    let picture = stdout(run);
    assert!(picture.contains("3手必至"), "{picture}");
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

#[test]
fn what_is_only_about_mates_is_told() {
    let told = stderr(solve(["--goal", "brinkmate", "--first", THREE]));
    assert!(told.contains("`--first` is only about mates"), "{told}");
    let told = stderr(solve(["--goal", "brinkmate", THREATMATE]));
    assert!(told.contains("`--goal threatmate` tells what"), "{told}");
    let row = rows(solve(["--goal", "threatmate", ONE])).remove(0);
    assert_eq!(row["verdict"], "error", "{row}");
    let none = rows(solve(["--goal", "brinkmate", "--within", "1", NO_MATE])).remove(0);
    assert_eq!(none["verdict"], "no_brinkmate", "{none}");
}
