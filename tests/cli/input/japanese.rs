//! Moves in Japanese, wherever moves are read.

use crate::{ONE, check, rows, solve, stdout, tsume};
use serde_json::json;
use snapbox::str;

const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
/// Two golds can go to 5c.
const GOLDS: &str = "4k4/9/9/3G1G3/9/9/9/9/9 b - 1";

#[test]
fn tries_are_read_in_any_notation() {
    let expected = rows(solve(["--try", "3a3d+ 1d1e 3d2d", FIVE]))[0]["try"].clone();
    for moves in
        ["▲３四飛成 △１五玉 ▲２四龍", "▲３四飛成△１五玉▲２四竜", "34飛成(31) １五王(14) 24龍", "3a3d+, △１五玉　3d2d"]
    {
        let row = &rows(solve(["--try", moves, FIVE]))[0];
        assert_eq!(row["try"], expected, "{moves}");
    }
}

#[test]
fn a_try_that_is_not_clear_names_what_it_could_be() {
    solve(["--try", "▲５三金", GOLDS]).assert().code(2).stderr_eq(str![[r#"
error: more than one 金 can go to ５三: ５三金右 or ５三金左
 --> --try:1:2
  |
1 | ▲５三金
  |  ^^^^^^
  |
  = help: write which piece moves, or add the square it leaves: (31)

"#]]);
    solve(["--try", "▲３四飛成 △２五玉 ▲同角", FIVE]).assert().code(2).stderr_eq(str![[r#"
error: this move is not legal there: the king would go to 2e, which is attacked
 --> --try:1:8
  |
1 | ▲３四飛成 △２五玉 ▲同角
  |            ^^^^^^

"#]]);
    check(["--try", "２五飛", FIVE]).assert().code(2).stderr_eq(str![[r#"
error: no 飛 can go to ２五
 --> --try:1:1
  |
1 | ２五飛
  | ^^^^^^

"#]]);
    check(["--try", "３四", FIVE]).assert().code(2).stderr_eq(str![[r#"
error: invalid value '３四' for '--try <MOVES>': `３四`: this is no move; [..]
...
"#]]);
    let row = &rows(check(["--try", "５二金", ONE, FIVE]))[1];
    assert_eq!(row["error"]["message"], "no 金 can go to ５二");
}

#[test]
fn the_authors_line_is_read_in_any_notation() {
    let expected = json!(["3a3d+", "1d1e", "3d2d", "1e1f", "2d2f"]);
    let whole = "▲３四飛成△１五玉▲２四龍△１六玉▲２六龍";
    let spaced = "34飛成(31) 15玉(14) 24龍(34) １六玉　２六龍";
    for line in [
        format!("{FIVE} moves {whole}"),
        format!("position sfen {FIVE} moves {spaced}; plies 5"),
        format!("{FIVE}; pv {whole}"),
        format!("{FIVE}; pv \"{spaced}\"; plies 5;"),
    ] {
        let row = &rows(check([&*line]))[0];
        assert_eq!(row["author_line"], expected, "{line}");
        assert_eq!(row["verdict"], rows(check([FIVE]))[0]["verdict"]);
    }
    let table = format!("id,sfen\nx,{FIVE} moves {whole}\n");
    let object = json!({"id": "x", "sfen": format!("{FIVE} moves {spaced}")}).to_string();
    let validate = ["validate", "--format", "jsonl", "-"];
    for (command, input) in [(&validate[..], &table), (&validate[..], &object), (&["worker"], &object)] {
        let command = tsume().args(command);
        let text = stdout(command.stdin(input.clone()));
        let row: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(row["author_line"], expected);
    }
}

#[test]
fn a_line_that_is_not_clear_ends_before_the_move_with_a_warning_at_its_place() {
    let line = format!("{GOLDS} moves 4d4c △６一玉 ▲５三金");
    check([&*line]).assert().code(1).stderr_eq(str![[r#"
warning: the line is left out from here on: more than one 金 can go to ５三: ５三金寄 or ５三金上
 --> argument:1:48
...
"#]]);
    let object = json!({"sfen": format!("{GOLDS} moves ▲５三金")}).to_string();
    let text = stdout(tsume().arg("worker").stdin(object));
    let row: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&row["error"], &row["author_line_broken"]), (&json!(null), &json!(true)));
    let mut notes = row["notes"].as_array().unwrap().iter();
    let note = notes.find(|it| it["kind"] == "record").unwrap();
    let told = note["note"].as_str().unwrap();
    assert!(told.contains("more than one 金 can go to ５三"), "{row}");
}

#[test]
fn a_quoted_line_that_goes_wrong_is_a_warning_at_its_move() {
    check([&*format!("{FIVE}; pv \"▲３四飛成 △同玉\"")]).assert().stderr_eq(str![[r#"
warning: move 2 of the author's line cannot be played: no 玉 can go to ３四
 --> argument:1:[..]
  |
1 | [..]
  |  [..]^^^^

"#]]);
}
