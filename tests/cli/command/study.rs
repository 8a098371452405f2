//! Variations, explanations and tries of compositions that are judged.

use crate::{BOUNDED, COOKED, ENDLESS, FUTILE, NO_MATE, ONE, check, rows, solve};
use serde_json::{Value, json};
use snapbox::str;

/// 5 plies, and nothing to find fault with.
const SOUND: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
/// Mate in three; the king may step aside with an equal line.
const EQUAL: &str = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1";
/// Mate in three; whatever is interposed is taken with double check.
const GREY: &str = "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1";

/// Returns a field of the only row.
fn field(command: snapbox::cmd::Command, key: &str) -> Value {
    rows(command)[0].get(key).cloned().expect(key)
}

#[test]
fn answers_are_those_of_solve() {
    for problem in [SOUND, EQUAL, GREY, FUTILE, ONE, NO_MATE] {
        let questions = ["--variations", "2", "--explain"];
        let [a, b, c] = questions;
        for key in ["variations", "explanations"] {
            let judged = field(check([a, b, c, problem]), key);
            assert_eq!(judged, field(solve([a, b, c, problem]), key), "{problem}");
            assert_eq!(judged.is_null(), problem == NO_MATE, "{key} of {problem}");
            assert!(field(check([problem]), key).is_null());
        }
    }
    for (problem, moves) in [
        (SOUND, "3a3d"),
        (SOUND, "3a3d+ 1d1e 3d2d"),
        (GREY, "▲３三飛成"),
        (FUTILE, "３三角成"),
        (ONE, "G*5b"),
        (NO_MATE, "P*5b"),
    ] {
        let judged = field(check(["--try", moves, problem]), "try");
        assert_eq!(judged, field(solve(["--try", moves, problem]), "try"));
        assert!(judged.is_object());
    }
    let notes = |row: &Value| -> Vec<String> {
        let notes = row["notes"].as_array().unwrap().iter();
        let grey = notes.filter(|it| it["kind"] == "grey_interposition" && it["ply"].is_null());
        grey.map(|it| it["note"].to_string()).collect()
    };
    let judged = notes(&rows(check(["--explain", GREY]))[0]);
    assert_eq!(judged, notes(&rows(solve(["--explain", GREY]))[0]));
    assert_eq!(judged.len(), 1);
}

#[test]
fn the_verdict_does_not_depend_on_what_else_is_asked() {
    for problem in [SOUND, EQUAL, GREY, COOKED, NO_MATE] {
        let plain = &rows(check([problem]))[0];
        let asked = &rows(check(["--variations", "1", "--explain", problem]))[0];
        for key in [
            "verdict",
            "plies",
            "solution",
            "defects",
            "blemishes",
            "unresolved",
        ] {
            assert_eq!(plain[key], asked[key], "{key} of {problem}");
        }
    }
}

#[test]
fn what_a_limit_left_open_is_told() {
    let asked = ["--nodes", "20k", "--variations", "1", BOUNDED];
    check(asked).assert().code(3).stdout_eq(str![[r#"
...
variations 変化
  not worked out: the main line is not known
...
"#]]);
    assert_eq!(field(check(asked), "variations"), Value::Null);
    assert_eq!(field(check(asked), "limit"), "nodes");
    let tried = check(["--nodes", "5k", "--try", "P*2b", ENDLESS]);
    let row = &rows(tried)[0];
    assert_eq!(
        (&row["try"]["verdict"], &row["verdict"]),
        (&json!("unknown"), &json!("unknown"))
    );
}
