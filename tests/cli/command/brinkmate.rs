//! Brinkmates (必至) and threats (詰めろ): what people and programs read, and what is refused.

use crate::report::schema::{assert_fits, schema};
use crate::{ONE, check, rows, solve, stdout, tsume};
use serde_json::{Value, json};

/// A brinkmate in one: S*3b.
pub const BRINKMATE: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/9 b S2rb4g3s3n3l15p 1";
/// A brinkmate in three: S*2c 2b1c 2c3d+.
pub const THREE: &str = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1";
/// S*3b would be a brinkmate, but for counter-checks.
pub const PARTIAL: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/5K3 b S2rb4g3s3n3l15p 1";
/// S*2b threatens mate; △２二金 holds.
pub const THREATMATE: &str = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";
/// The same position as [`BRINKMATE`] after S*3b.
pub const STATE: &str = "5+B1nl/6Sk1/6pp1/8p/9/9/9/9/9 w 2rb4g3s3n3l15p 1";

/// Returns what a command prints, without what differs between runs.
pub fn text(command: snapbox::cmd::Command) -> String {
    let text = stdout(command);
    // Times and counts of nodes differ from machine to machine, or from version to version.
    let is_cost = |line: &&str| !line.contains(" nodes") && !line.contains("ノード");
    let lines: Vec<_> = text.lines().filter(is_cost).collect();
    lines.join("\n")
}

/// Returns the exit status of a command.
pub fn status(command: snapbox::cmd::Command) -> i32 {
    command.output().unwrap().status.code().unwrap()
}

#[test]
fn counter_checks_that_refute_are_named() {
    let english = text(solve(["--goal", "brinkmate", "--within", "1", PARTIAL]));
    assert!(english.contains("no brinkmate within 1 ply"), "{english}");
    assert!(english.contains("▲３二銀: "), "{english}");
    let row = rows(solve(["--goal", "brinkmate", "--within", "1", PARTIAL])).remove(0);
    let partial = &row["brinkmate"]["partial"][0];
    assert_eq!(partial["move"], "S*3b");
    let checks = partial["counter_checks"].as_array().unwrap();
    assert!(checks.contains(&json!("L*4b")), "{partial}");
}

#[test]
fn the_row_has_every_defence_with_its_mate() {
    let schema = schema("row");
    let row = rows(solve(["--goal", "brinkmate", THREE])).remove(0);
    assert_fits(&schema, &row);
    assert_eq!(row["goal"], "brinkmate");
    assert_eq!(row["verdict"], "brinkmate");
    assert_eq!(row["plies"], 3);
    assert_eq!(row["solution"], json!(["S*2c", "2b1c", "2c3d+"]));
    assert_eq!(row["leftover"], Value::Null);
    let found = &row["brinkmate"];
    assert_eq!(found["first_moves"], json!(["S*2c"]));
    assert_eq!(found["first_moves_complete"], true);
    assert_eq!(found["threatens"], true);
    assert!(!found["threat"].as_array().unwrap().is_empty());
    let defences = found["defences"].as_array().unwrap();
    assert!(defences.len() > 20, "{found}");
    for it in defences {
        assert_eq!(it["mated"], true, "{it}");
        // The attacker's moves are the first and the last of the mate.
        assert_eq!(it["line"].as_array().unwrap().len() % 2, 1, "{it}");
    }
}

#[test]
fn of_a_threat_the_row_tells_what_holds() {
    let schema = schema("row");
    let row = rows(solve(["--goal", "threatmate", THREATMATE])).remove(0);
    assert_fits(&schema, &row);
    let verdict = (&row["verdict"], &row["plies"], &row["solution"]);
    assert_eq!(verdict, (&json!("threatmate"), &Value::Null, &json!([])));
    let defences = row["brinkmate"]["defences"].as_array().unwrap();
    let holds = defences.iter().filter(|it| it["mated"] == false);
    let holds: Vec<_> = holds.map(|it| it["move"].as_str().unwrap()).collect();
    assert!(holds.contains(&"G*2b"), "{holds:?}");
    let state = rows(solve(["--goal", "threatmate", STATE])).remove(0);
    assert_eq!(state["verdict"], "brinkmate", "{state}");
}

#[test]
fn a_plain_mate_comes_first() {
    let row = rows(solve(["--goal", "brinkmate", ONE])).remove(0);
    let said = (&row["verdict"], &row["goal"], &row["plies"]);
    assert_eq!(said, (&json!("mate"), &json!("brinkmate"), &json!(1)));
    assert_eq!(row["brinkmate"], Value::Null);
    let english = text(solve(["--goal", "brinkmate", ONE]));
    assert!(english.contains("1手詰  mate in 1, proven shortest"), "{english}");
    assert!(english.contains("better than a brinkmate"), "{english}");
    let row = rows(check(["--goal", "brinkmate", ONE])).remove(0);
    assert_eq!(row["verdict"], "flawed");
    assert_eq!(row["defects"][0]["kind"], "plain_mate");
}

#[test]
fn a_brinkmate_problem_is_judged() {
    let row = rows(check(["--goal", "brinkmate", THREE])).remove(0);
    assert_eq!(row["verdict"], "sound", "{row}");
    assert_eq!(row["unresolved"], json!([]));
}

#[test]
fn the_exit_status_tells_whether_there_is_one() {
    for (arguments, expected) in [
        (&["solve", "--goal", "brinkmate", BRINKMATE][..], 0),
        (&["solve", "--goal", "brinkmate", "--within", "1", THREE], 1),
        (&["solve", "--goal", "brinkmate", "--nodes", "5", THREE], 3),
        (&["solve", "--goal", "threatmate", THREATMATE], 0),
        (&["solve", "--goal", "threatmate", "4k4/9/9/9/9/9/9/9/9 w P 1"], 1),
        (&["check", "--goal", "brinkmate", BRINKMATE], 0),
        (&["check", "--goal", "brinkmate", ONE], 1),
        (&["check", "--goal", "brinkmate", "--within", "1", THREE], 1),
        // The other side is to move.
        (&["solve", "--goal", "brinkmate", THREATMATE], 2),
        (&["solve", THREATMATE], 2),
        (&["solve", "--goal", "brinkmate", "--variations", "1", THREE], 2),
        (&["check", "--goal", "brinkmate", "--attributes", THREE], 2),
    ] {
        assert_eq!(status(tsume().args(arguments)), expected, "{arguments:?}");
    }
}
