//! Words around boards and lines: corrections, corners, captions, tags, and what follows a mate.

use super::pasted::{BOARD, MATE};
use crate::{stderr, stdout, tsume};

/// Returns the lines of SFEN and the messages of a text.
fn read(text: &str, lang: &str) -> [String; 2] {
    let run = || {
        tsume()
            .args(["convert", "--to", "sfen", "--lang", lang, "-"])
            .stdin(text.to_owned())
    };
    [stdout(run()), stderr(run())]
}

fn positions(text: &str) -> Vec<String> {
    let [lines, _] = read(text, "en");
    let line = |it: &str| it.split(';').next().unwrap().trim().to_owned();
    lines.lines().map(line).collect()
}

/// The upper left corner of a board, without numbers.
const CORNER: &str = "+---------------+
|v玉 ・ ・ ・ ・|
| ・ ・ ・ ・ ・|
| 歩 ・ ・ ・ ・|
| ・ ・ ・ ・ ・|
+---------------+
";

#[test]
fn words_tell_which_corner_is_drawn() {
    for (words, expected) in [
        ("盤の左上です", "k8/9/P8/9/9/9/9/9/9 b G 1"),
        ("左上のみ", "k8/9/P8/9/9/9/9/9/9 b G 1"),
        ("Upper-left corner", "k8/9/P8/9/9/9/9/9/9 b G 1"),
        ("右下の5×4", "9/9/9/9/9/4k4/9/4P4/9 b G 1"),
        ("左上の金がない", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        ("問題", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
    ] {
        let text = format!("{words}\n{CORNER}持駒：金\n");
        assert_eq!(positions(&text), [expected], "{text}");
    }
    let text = format!("左上の図\n{CORNER}右上の図\n持駒：金\n");
    let [lines, messages] = read(&text, "en");
    assert_eq!(lines, "", "{text}");
    assert!(messages.contains("how the board is seen"), "{messages}");
}

#[test]
fn a_board_that_is_turned_in_words_alone_is_an_error() {
    let bare: String = BOARD
        .lines()
        .filter(|it| it.starts_with('|'))
        .map(|it| it.trim_end_matches(|c| c != '|').to_owned() + "\n")
        .collect();
    for words in [
        "（盤面反転）",
        "後手から見た図です",
        "Seen from White's side",
    ] {
        let text = format!("{words}\n{bare}持駒：金\n");
        let [lines, messages] = read(&text, "ja");
        assert_eq!(lines, "", "{text}");
        assert!(messages.contains("筋と段の番号がない"), "{messages}");
        // With numbers the board says it itself.
        let text = format!("{words}\n{BOARD}持駒：金\n");
        assert_eq!(positions(&text), [MATE], "{text}");
    }
}

#[test]
fn a_correction_is_an_error_in_its_place() {
    for correction in [
        "訂正：持駒は金2枚",
        "（追記）持駒を金2に訂正します。",
        "訂正　１三歩→１三香",
        "１三歩は１三香の誤りでした",
    ] {
        let text = format!("出題\n{BOARD}持駒：金\n\n{correction}\n");
        let [lines, messages] = read(&text, "en");
        assert_eq!(lines, "", "{text}");
        let is_there =
            messages.contains("this line corrects the diagram") && messages.contains(":16:1");
        assert!(is_there, "{messages}");
    }
    for other in [
        "解答を訂正：▲１二金",
        "持駒は金（訂正済み）",
        "図面を訂正しました。",
    ] {
        let text = format!("出題\n{BOARD}持駒：金\n\n{other}\n");
        assert_eq!(positions(&text).len(), 1, "{text}");
    }
}

#[test]
fn a_board_that_shows_a_line_is_left_out_and_named() {
    let other = BOARD.replace(" 歩", " 銀");
    for caption in ["変化図", "失敗図", "詰上り図"] {
        let text = format!("問題図\n{BOARD}持駒：金\n\n{caption}\n{other}持駒：なし\n");
        let [lines, messages] = read(&text, "en");
        assert_eq!(lines.lines().count(), 1, "{text}");
        let is_named = messages.contains("the board in lines 17–28 is left out");
        assert!(is_named, "{messages}");
    }
}

#[test]
fn lines_behind_a_mate_are_about_something_else() {
    let board = BOARD.replace(" 歩", " 銀");
    let right = "8k/9/8S/9/9/9/9/9/9 b R 1 moves R*1b 1a2a 1b2b+";
    for below in [
        "▲１二飛",
        "▲２二飛△１二玉で逃れ",
        "△２二玉は▲２三飛成",
        "（解説）▲１二飛と打つ手が好手。",
        "１二飛が妙手",
    ] {
        for begin in ["", "題\n"] {
            let text = format!("{begin}{board}持駒：飛\n解答：▲１二飛△２一玉▲２二飛成\n{below}\n");
            assert_eq!(positions(&text), [right], "{text}");
            let [_, messages] = read(&text, "en");
            assert!(!messages.contains("warning"), "{messages}");
        }
    }
}

#[test]
fn a_problem_behind_a_tag_is_read() {
    let left = "k8/9/P8/9/9/9/9/9/9 b G 1";
    for text in [
        format!("{MATE}\n#2 {left}\n"),
        format!("#1\n{MATE}\n#2 {left}\n"),
        format!("#詰将棋 {MATE}\n#詰将棋 {left}\n"),
        format!("## 問1 `{MATE}`です\n## 問2 `{left}`です\n"),
        format!("#1 {MATE}\n# {MATE}\n{left}\n"),
    ] {
        let found: Vec<String> = positions(&text)
            .iter()
            .map(|it| it.replace("G2r2b3g4s4n4l17p", "G"))
            .collect();
        assert_eq!(found, [MATE, left], "{text}");
    }
    let run = tsume().args(["convert", "--to", "sfen"]);
    let line = stdout(run.arg(format!("{MATE} moves G*1b#詰将棋")));
    assert!(line.trim_end().ends_with("moves G*1b"), "{line}");
}
