//! Output for programs.

use crate::{FUTILE, NO_MATE, ONE, rows, solve};
use serde_json::{Value, json};

#[test]
fn json_is_one_array_even_for_one_problem() {
    for count in [1, 3] {
        let command = crate::tsume().arg("solve").args(vec![ONE; count]);
        let output = command.args(["--format", "json"]).output().unwrap();
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(rows.len(), count);
        assert_eq!(rows[0]["verdict"], "mate");
    }
}

#[test]
fn no_mate_has_no_length_and_no_line() {
    let row = &rows(solve([NO_MATE]))[0];
    assert_eq!(row["verdict"], "no_mate");
    assert_eq!(row["status"], "done");
    assert_eq!(
        (&row["plies"], &row["plies_strict"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(row["leftover"], Value::Null);
    assert_eq!(row["solution"], json!([]));
}

#[test]
fn the_first_mate_is_only_a_bound() {
    let row = &rows(solve(["--first", "problems/first-steps.sfen"]))[11];
    assert_eq!(
        (&row["plies"], &row["plies_strict"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (
            &row["notes"][0]["kind"],
            row["solution"].as_array().is_some()
        ),
        (&json!("line"), true)
    );
    assert!(row["plies_at_most"].as_u64().unwrap() >= 7, "{row}");
    assert_eq!(
        (&row["status"], &row["limit"]),
        (&json!("done"), &Value::Null)
    );
}

#[test]
fn what_counts_as_futile_is_a_matter_of_the_rules() {
    // In the second problem no interposition merely puts off the last move.
    let other = "3B3GS/8B/8k/3R5/9/9/9/9/9 b r3g3s4n4l18p 1";
    for (level, rules, plies) in [
        ("off", "interpositions=off", [3, 7]),
        ("terminal", "interpositions=terminal", [1, 7]),
        ("standard", "standard", [1, 5]),
        ("broad", "interpositions=broad", [1, 5]),
    ] {
        let rows = crate::rows(solve(["--interpositions", level, FUTILE, other]));
        for (row, (plies, strict)) in rows.iter().zip(plies.into_iter().zip([3, 7])) {
            assert_eq!(row["plies"], plies, "{row}");
            assert_eq!(row["plies_strict"], strict, "{row}");
            assert_eq!(
                row["solution"].as_array().map(Vec::len),
                Some(plies),
                "{row}"
            );
            assert_eq!((&row["rules"], &row["notes"]), (&json!(rules), &json!([])));
        }
    }
}

#[test]
fn a_length_cut_by_a_limit_leaves_a_bound_and_another_line() {
    let row = &rows(solve(["--nodes", "100k", crate::BOUNDED]))[0];
    assert_eq!(
        (&row["status"], &row["limit"]),
        (&json!("limit"), &json!("nodes"))
    );
    assert_eq!(
        (&row["verdict"], &row["plies"]),
        (&json!("mate"), &Value::Null)
    );
    assert!(row["plies_at_most"].as_u64() >= Some(49), "{row}");
    assert_eq!(row["notes"][0]["kind"], "line");
}

#[test]
fn statistics_are_there_when_asked_for() {
    assert_eq!(rows(solve([ONE]))[0]["stats"], Value::Null);
    let row = &rows(solve(["--stats", ONE]))[0];
    assert!(row["stats"]["expansions"].is_u64(), "{row}");
}

#[test]
fn the_same_nodes_give_the_same_rows() {
    let run = || {
        let mut rows = rows(solve([
            "--nodes",
            "3000",
            "problems/first-steps.sfen",
            crate::LONG,
        ]));
        for row in &mut rows {
            row["elapsed_ms"] = Value::Null;
        }
        rows
    };
    let first = run();
    assert_eq!(first.len(), 13);
    assert_eq!(first, run());
}
