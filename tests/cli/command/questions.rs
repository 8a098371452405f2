//! Further questions: variations, explanations, tries.

use crate::{BOUNDED, FUTILE, NO_MATE, ONE, rows, solve};
use serde_json::{Value, json};
use snapbox::{file, str};

/// Mate in three; the king may step aside with an equal line.
const EQUAL: &str = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1";
/// Mate in three; whatever is interposed is taken with double check.
const GREY: &str = "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1";
const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";

#[test]
fn variations_are_shown_with_length_leftover_and_line() {
    solve(["--variations", "1", EQUAL])
        .assert()
        .success()
        .stdout_eq(str![[r#"
3手詰  mate in 3, proven shortest · nothing left over
...
variations 変化
  ply 2  other than △１一玉
    △２一玉  3 plies 変同 equal  ▲１二銀打

[..] · [..] nodes · strict length 3

"#]]);
}

#[test]
fn drops_on_one_square_with_one_continuation_are_one_line() {
    solve(["--variations", "1", GREY])
        .assert()
        .success()
        .stdout_eq(str![[r#"
...
variations 変化
  ply 2  other than △２三歩
    △２三合（香桂銀金角飛）  3 plies 駒余り leaves the interposed piece
        ▲同歩成
    無駄合 set aside: △２三桂
...
"#]]);
}

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
fn an_interposition_set_aside_is_explained() {
    solve(["--explain", FUTILE])
        .assert()
        .success()
        .stdout_eq(str![[r#"
...
futile interpositions 無駄合
  ply 2  △１五合（歩香桂銀金角飛）  ▲同龍
      futile: the checking piece takes, then mate, as without it
...
"#]]);
    let row = &rows(solve(["--explain", FUTILE]))[0];
    let explained = row["explanations"].as_array().expect("explanations");
    assert_eq!(explained.len(), 7);
    let expected = json!({
        "ply": 2,
        "move": "P*1e",
        "futile": true,
        "capture": "1f1e",
        "by": "checker",
        "plies_after": 0,
        "plies_without": 0,
        "grey": null,
    });
    assert_eq!(explained[0], expected);
}

#[test]
fn where_usage_is_divided_both_answers_are_given() {
    solve(["--explain", GREY])
        .assert()
        .success()
        .stdout_eq(file![
            "snapshots/where_usage_is_divided_both_answers_are_given.txt"
        ]);
    let row = &rows(solve(["--explain", GREY]))[0];
    assert_eq!(row["notes"][0]["kind"], "grey_interposition");
    assert_eq!(row["explanations"][1]["grey"], "double_check");
    assert_eq!(row["explanations"][1]["futile"], false);
}

#[test]
fn a_try_that_fails_is_refuted() {
    solve(["--try", "3a3d", FIVE])
        .assert()
        .success()
        .stdout_eq(str![[r#"
5手詰  mate in 5, proven shortest · nothing left over
...
try 紛れ
  ▲３四飛不成  fails: no mate, proven
    △２五玉 ▲２四飛 △３五玉 ▲２五飛 △同玉 (no check is left)
...
"#]]);
    let row = &rows(solve(["--try", "3a3d", FIVE]))[0];
    let expected = json!({
        "moves": ["3a3d"],
        "verdict": "no_mate",
        "plies": null,
        "plies_at_most": null,
        "leftover": null,
        "line": ["1d2e", "3d2d", "2e3e", "2d2e", "3e2e"],
        "end": "no_check",
    });
    assert_eq!((&row["verdict"], &row["try"]), (&json!("mate"), &expected));
}

#[test]
fn a_try_that_mates_has_a_length() {
    solve(["--try", "3a3d+, 1d1e, 3d2d", FIVE])
        .assert()
        .success()
        .stdout_eq(str![[r#"
...
try 紛れ
  ▲３四飛成 △１五玉 ▲２四龍  mates: 5 plies, nothing left over
    △１六玉 ▲２六龍
...
"#]]);
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
fn no_mate_comes_with_the_best_defence() {
    solve([NO_MATE]).assert().code(1).stdout_eq(str![[r#"
不詰  no mate, proven
...
refutation: the best defence against the hardest try
  ▲５二歩 △同玉 (no check is left)
...
"#]]);
    let row = &rows(solve([NO_MATE]))[0];
    let expected = json!({"line": ["P*5b", "5a5b"], "end": "no_check"});
    assert_eq!(row["refutation"], expected);
    let perpetual = "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1";
    let row = &rows(solve([perpetual]))[0];
    assert_eq!(row["refutation"]["end"], "repetition");
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
