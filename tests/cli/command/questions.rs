//! Further questions: variations, explanations, tries.

use crate::{BOUNDED, FUTILE, ONE, rows, solve};
use serde_json::{Value, json};
use snapbox::str;

/// Mate in three; the king may step aside with an equal line.
const EQUAL: &str = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1";
const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";

#[test]
fn moves_of_variations_are_those_of_the_given_board() {
    // The equal problem turned round: White attacks.
    let turned = "9/9/9/2g6/5l3/1+p2s4/3S5/1K7/2L6 w 2R2B3G4N2L17P2s 1";
    let plain = &rows(solve(["--variations", "1", EQUAL]))[0];
    let row = &rows(solve(["--variations", "1", turned]))[0];
    assert_eq!(plain["variations"][0]["defences"][0]["move"], "2b2a");
    assert_eq!(row["variations"][0]["defences"][0]["move"], "8h8i");
    solve(["--variations", "1", turned])
        .assert()
        .success()
        .stdout_eq(str![[r#"
...
  ply 2  other than ▲９九玉
    ▲８九玉  3 plies 変同 equal  △９八銀打
...
"#]]);
}

#[test]
fn variations_in_json_are_a_tree() {
    let row = &rows(solve(["--variations", "1", EQUAL]))[0];
    let expected = json!([{
        "ply": 2,
        "defences": [{
            "move": "2b2a",
            "plies": 3,
            "remaining": 2,
            "leftover": "",
            "equal": true,
            "line": ["2b2a", "S*1b"],
            "variations": [],
        }],
        "set_aside": [],
        "open": [],
    }]);
    assert_eq!(row["variations"], expected);

    let row = &rows(solve(["--variations", "2", FUTILE]))[0];
    let turn = &row["variations"][0];
    assert_eq!((&turn["ply"], &turn["defences"]), (&json!(2), &json!([])));
    assert_eq!(turn["set_aside"].as_array().map(Vec::len), Some(7));

    let row = &rows(solve([EQUAL]))[0];
    for key in ["variations", "explanations", "try", "refutation"] {
        assert_eq!(row[key], Value::Null, "{key} was not asked for");
    }
}

#[test]
fn variations_that_a_limit_cut_off_are_said_to_be_open() {
    let run = solve(["--variations", "1", "--nodes", "20k", BOUNDED]);
    run.assert().code(3).stdout_eq(str![[r#"
...
variations 変化
  not worked out: the main line is not known
...
"#]]);
    let row = &rows(solve(["--variations", "1", "--nodes", "20k", BOUNDED]))[0];
    assert_eq!(row.get("variations"), Some(&Value::Null));
    assert_eq!(row["limit"], "nodes");
}

#[test]
fn a_try_that_cannot_be_made_is_an_error_with_its_place() {
    solve(["--try", "3a3d+ 1d2d", FIVE])
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error: this move is not legal there: the king would go to 2d, which is attacked
 --> --try:1:7
  |
1 | 3a3d+ 1d2d
  |       ^^^^

"#]]);
    solve(["--try", "3a3", FIVE]).assert().code(2).stderr_eq(str![[r#"
error: invalid value '3a3' for '--try <MOVES>': `3a3`: not a move: expected one like 3a3b, 3a3b+ or G*5b
...
"#]]);
    let row = &rows(solve(["--try", "5c5b", ONE, FIVE]))[1];
    assert_eq!(row["error"]["kind"], "try");
}

#[test]
fn questions_do_not_go_with_any_mate_at_all() {
    for question in [["--variations", "1"], ["--try", "G*5b"]] {
        let [name, value] = question;
        solve(["--first", name, value, ONE]).assert().code(2);
    }
    solve(["--first", "--explain", ONE]).assert().code(2);
    solve(["--variations", "0", ONE]).assert().code(2);
}
