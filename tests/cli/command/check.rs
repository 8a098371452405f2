//! Judging compositions.

use crate::{COOKED, FUTILE, LONG, NO_MATE, ONE, check, rows, stdout};
use serde_json::{Value, json};
use snapbox::str;

/// Mate in 5, without any finding above a remark.
const SOUND: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
/// At ply 3 a detour comes back to where it began.
const RETURNING: &str = "5+B1ln/7k1/4S4/5R3/6N2/9/9/9/9 b rb4g3s2n3l18p 1";

#[test]
fn a_defender_to_move_is_no_composition() {
    let output = check(["9/9/6+B2/8k/9/8+R/9/9/9 w rb4g4s4n4l18p 1"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("the defender is to move"), "{told}");
    assert!(told.contains("argument:1:25"), "{told}");
    let rows = rows(check(["9/9/6+B2/8k/9/8+R/9/9/9 w rb4g4s4n4l18p 1"]));
    assert_eq!(rows[0]["verdict"], "error");
    assert_eq!(rows[0]["error"]["kind"], "illegal");
    assert_eq!(rows[0]["error"]["span"], json!([24, 25]));
}

#[test]
fn an_authors_line_that_stops_short_is_told_whatever_length_comes_with_it() {
    let five = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
    for plies in ["", "; plies 5;", "; plies 7;"] {
        let input = format!("{five} moves 3a3d+ 1d1e{plies}");
        let rows = rows(check([input.as_str()]));
        let notes = rows[0]["notes"].as_array().unwrap();
        let stops = |it: &&serde_json::Value| it["kind"] == "author_line";
        let note = notes.iter().find(stops).unwrap_or_else(|| panic!("{rows:?}"));
        assert!(note["note"].as_str().unwrap().contains("stops short"));
        assert_eq!(note["line"], json!(["3d2d", "1e1f", "2d2f"]));
    }
}

#[test]
fn the_profile_decides_what_is_a_defect() {
    check([RETURNING]).assert().code(0);
    check(["--rules", "lenient", RETURNING]).assert().code(0);
    check(["--rules", "strict", RETURNING]).assert().code(0);
    let row = &rows(check(["--rules", "strict", RETURNING]))[0];
    assert_eq!((&row["verdict"], &row["rules"]), (&json!("blemished"), &json!("strict")));
    let detour = &row["blemishes"][0];
    assert_eq!(detour["kind"], "returning_detour");
    assert_eq!(detour["line"], json!(["3a4b", "3c2b", "4b3a"]));
    assert_eq!(detour["back_at"], json!(["4a3a"]));
    let fails = ["--rules", "strict", "--fail-on", "blemished", "-"];
    let run = crate::tsume().arg("validate").args(fails).stdin(RETURNING);
    run.assert().code(1);
}

#[test]
fn the_row_has_the_evidence() {
    let row = &rows(check([COOKED]))[0];
    assert_eq!((&row["status"], &row["verdict"]), (&json!("done"), &json!("flawed")));
    assert_eq!(
        row["defects"][0],
        json!({
            "kind": "cook",
            "ply": 3,
            "move": "2d2c+",
            "line": ["2d2c+", "2b1a", "2c1b"],
            "plies": 5,
            "plies_at_most": null,
            "after": [],
            "back_at": null,
            "moves": [],
            "replies": [],
            "squares": [],
            "grade": "fatal",
            "note": "mates in 5, as soon as the main line",
        })
    );
    assert_eq!(row["blemishes"], json!([]));
    let notes = row["notes"].as_array().unwrap().iter();
    let minor: Vec<_> = notes.filter(|it| it["grade"] == "minor").collect();
    assert_eq!(minor[0]["kind"], "long_last_move_dual");
    assert_eq!(row["unresolved"], json!([]));
}

/// Of checks that are as good the line that leaves nothing has that of the main line, so that the finding
/// stands where the defender chooses.
#[test]
fn a_longer_variation_is_the_defenders_choice() {
    for (sfen, ply, plies, leaves) in
        [("9/8k/9/6+LgS/7R1/9/9/9/9 b G 1", 2, 3, "2G"), ("8k/9/9/6+LgS/7R1/9/9/9/9 b 2G 1", 4, 5, "2G")]
    {
        let row = &rows(check([sfen]))[0];
        let mut defects = row["defects"].as_array().unwrap().iter();
        let longer = defects.find(|it| it["kind"] == "longer_variation").unwrap();
        assert_eq!((&longer["ply"], &longer["move"], &longer["plies"]), (&json!(ply), &json!("1b1a"), &json!(plies)));
        assert_eq!(
            longer["note"],
            format!("mates in {plies} with nothing left over, but the main line, which lasts longer, leaves {leaves}")
        );
    }
}

#[test]
fn what_the_file_says_of_the_solution_is_judged() {
    let kinds = |record: &str| -> Vec<String> {
        let row = &rows(check([record]))[0];
        let defects = row["defects"].as_array().unwrap().iter();
        defects.map(|it| format!("{} {}", it["kind"].as_str().unwrap(), it["ply"])).collect()
    };
    let five = "5k3/3R5/4s4/9/3N5/9/9/9/9 b r2b4g3s3n4l18p 1";
    assert_eq!(kinds(five), [""; 0]);
    assert_eq!(kinds(&format!("{five}; plies 5;")), [""; 0]);
    assert_eq!(kinds(&format!("{five}; plies 7;")), ["early_mate 1"]);
    assert_eq!(kinds(&format!("{five}; recorded 3;")), ["author_line 1"]);
    assert_eq!(kinds(&format!("{five} moves 6e5c 4a3a")), ["author_line 2"]);
    assert_eq!(kinds(&format!("{five}; pv 6e5c 4a3a;")), ["author_line 2"]);
    assert_eq!(kinds(&format!("{five}; pv 6e5c 4a5a;")), [""; 0]);
}

/// A mistyped length says nothing about the composition.
#[test]
fn a_length_that_no_mate_has_is_a_warning() {
    for plies in [0, 4, 6] {
        let problem = format!("{SOUND}; plies {plies}");
        let judged = check(["-q", &problem]).output().unwrap();
        let errors = String::from_utf8(judged.stderr).unwrap();
        assert!(judged.status.success(), "{errors}");
        let warning = format!("no mate takes {plies} plies from here: the number is odd");
        assert!(errors.contains(&warning), "{errors}");
        assert_eq!(rows(check([&problem]))[0]["expected_plies"], Value::Null);
    }
    assert_eq!(check(["-q", &format!("{SOUND}; plies 7")]).output().unwrap().status.code(), Some(1));
}

#[test]
fn a_line_that_cannot_be_played_is_a_warning() {
    check([&*format!("{ONE}; pv G*5b 5a5b;")]).assert().code(0).stderr_eq(str![[r#"
warning: move 2 of the author's line cannot be played: [..]
...
"#]]);
}

#[test]
fn no_mate_is_a_verdict_of_its_own() {
    let row = &rows(check([NO_MATE]))[0];
    assert_eq!((&row["verdict"], &row["defects"][0]["kind"]), (&json!("no_mate"), &json!("no_mate")));
    check([NO_MATE]).assert().code(1);
}

#[test]
fn what_is_not_decided_is_unknown() {
    let row = &rows(check(["--nodes", "5k", LONG]))[0];
    assert_eq!((&row["verdict"], &row["limit"]), (&json!("unknown"), &json!("nodes")));
    check(["--nodes", "5k", LONG]).assert().code(3);
    let row = &rows(check(["--nodes-per-alternative", "1", SOUND]))[0];
    assert_eq!((&row["verdict"], &row["status"]), (&json!("unknown"), &json!("limit")));
    assert!(!row["unresolved"].as_array().unwrap().is_empty());
}

/// One limit before the mate is found, one before its length is known, one just before the end, where it
/// is asked whether a shorter line leaves nothing over.
#[test]
fn questions_that_a_limit_left_open_are_named() {
    let sfen = "2p1kg3/2G1B4/2R6/4G4/9/9/9/9/9 b rbg4s4n4l17p 1";
    let open = |nodes: &str| rows(check(["--nodes", nodes, sfen])).remove(0);
    let whole = open("2M");
    assert_eq!((&whole["status"], &whole["unresolved"]), (&json!("done"), &json!([])));
    let just_before = (whole["nodes"].as_u64().unwrap() - 500).to_string();
    for (nodes, verdict, question) in
        [("5", "unknown", "solution"), ("500", "unknown", "length"), (&just_before, "flawed", "leftover")]
    {
        let row = open(nodes);
        let named = json!([{
            "ply": null, "move": null, "question": question, "square": null, "mates": false,
            "names": [], "after": [],
        }]);
        assert_eq!(
            (&row["verdict"], &row["status"], &row["limit"], &row["unresolved"]),
            (&json!(verdict), &json!("limit"), &json!("nodes"), &named),
            "{nodes}"
        );
    }
}

#[test]
#[ignore = "takes 6 s"]
fn a_limit_that_is_given_is_spent_on_what_is_open_although_the_verdict_is_settled() {
    let settled = "8k/7g1/7P1/8B/9/9/9/9/9 b R 1";
    let text = stdout(check([settled]));
    assert!(text.contains("left open\n  ply 1  ▲３一飛\n"), "{text}");
    assert!(text.contains("the verdict does not depend on these"), "{text}");
    for (options, limit) in [
        (&["--nodes", "100M"][..], Value::Null),
        (&["--time", "none"], json!("settled")),
        (&["--nodes-per-alternative", "300k"], json!("nodes")),
    ] {
        let row = rows(check([settled]).args(options)).remove(0);
        assert_eq!(row["verdict"], "flawed");
        assert_eq!(row["limit"], limit, "{options:?}");
        let is_open = row["unresolved"] != json!([]);
        assert_eq!(is_open, !limit.is_null(), "{options:?}");
    }
}

#[test]
fn several_compositions_have_a_row_each() {
    let text = stdout(check(["--nodes", "200k", "problems/first-steps.sfen"]));
    assert!(text.contains("first defect"), "{text}");
    assert!(text.contains("first-01    完全作   sound"), "{text}");
    let lines: Vec<_> = text.lines().collect();
    let [.., summary, by_defect] = lines[..] else {
        panic!("{text}");
    };
    assert!(summary.starts_with("summary  12 problems"), "{text}");
    assert_eq!(by_defect, "         by defect: 余詰 cook 1");
}

#[test]
fn futile_interpositions_make_no_defect() {
    let row = &rows(check([FUTILE]))[0];
    assert_eq!((&row["plies"], &row["plies_strict"]), (&json!(1), &json!(3)));
    let off = &rows(check(["--interpositions", "off", "--nodes", "200k", FUTILE]))[0];
    assert_eq!((&off["plies"], &off["rules"]), (&json!(3), &json!("interpositions=off")));
}

#[test]
fn attributes_are_told_when_asked_for() {
    let rows = rows(check(["--attributes", ONE]));
    assert_eq!(rows[0]["attributes"][0], json!({"kind": "board_pieces", "count": 2}));
    assert_eq!(crate::rows(check([ONE]))[0]["attributes"], Value::Null);
}

/// The book's line of a problem in which another defence lasts longer: it is the one that is shown and judged,
/// and every format says so.
#[test]
fn the_line_of_the_author_is_told_to_be_his_where_best_play_lasts_longer() {
    let sfen = "5k3/3R5/4s4/9/3N5/9/9/9/9 b r2b4g3s3n4l18p 1 moves 6e5c 4a3a S*2b";
    let row = &rows(check([sfen]))[0];
    assert_eq!(row["plies"], 5);
    assert_eq!(row["verdict"], "flawed");
    let shorter = json!(["6e5c", "4a3a"]);
    assert_eq!(row["solution"].as_array().unwrap()[..2], shorter.as_array().unwrap()[..]);
    let kinds = |row: &serde_json::Value| {
        let notes = row["notes"].as_array().unwrap().iter();
        notes.map(|it| it["kind"].clone()).collect::<Vec<_>>()
    };
    let is_short = row["solution"].as_array().unwrap().len() != 5;
    assert_eq!(kinds(row).contains(&json!("authors_line")), is_short);
    assert!(is_short);
    let text = check([sfen]).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("the line shown is the author's, 3 plies"), "{text}");
    let csv = check(["--format", "csv", sfen]).output().unwrap().stdout;
    assert!(String::from_utf8(csv).unwrap().contains("authors_line"));
}
