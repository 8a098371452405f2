//! What a text leaves open: which board a hand belongs to, who attacks, and what was meant as a diagram.

use super::pasted::{BOARD, MATE};
use crate::{stderr, stdout, tsume};

const EMPTY: &str = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";

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

#[test]
fn a_hand_between_two_boards_belongs_where_the_text_puts_hands() {
    let other = BOARD.replace(" 歩", " 銀");
    let (own, none) = ("8k/9/8S/9/9/9/9/9/9 b R 1", "8k/9/8S/9/9/9/9/9/9 b - 1");
    for (text, expected) in [
        (
            format!("二題\n\n{BOARD}\n持駒 金\n\n{other}\n持駒 飛\n"),
            [MATE, own],
        ),
        (
            format!("二題\n\n持駒 金\n\n{BOARD}\n持駒 飛\n\n{other}"),
            [MATE, own],
        ),
        (format!("二題\n\n{BOARD}持駒 金\n\n{other}"), [MATE, none]),
        (
            format!("二題\n\n{BOARD}\n持駒 飛\n{other}"),
            ["8k/9/8P/9/9/9/9/9/9 b - 1", own],
        ),
        (
            format!("第1問\n{BOARD}\n持駒 金\n\n第2問\n{other}"),
            [MATE, none],
        ),
    ] {
        assert_eq!(positions(&text), expected, "{text}");
    }
    for above in ["二題\n\n", ""] {
        let text = format!("{above}{BOARD}\n持駒 金\n\n{other}");
        let [lines, english] = read(&text, "en");
        assert_eq!(lines, "", "{text}");
        assert_eq!(
            english.matches("stands between two boards").count(),
            2,
            "{english}"
        );
        let [_, japanese] = read(&text, "ja");
        assert!(japanese.contains("どちらの持駒か分からない"), "{japanese}");
    }
    // Shown again, it is the same problem, with the hand between.
    let twice = format!("出題\n\n{BOARD}\n持駒 金\n\n{BOARD}");
    assert_eq!(positions(&twice), [MATE]);
}

#[test]
fn white_attacks_where_words_or_the_only_hand_say_it() {
    let king = BOARD.replace("v玉", " ・").replace(" 歩", " ・");
    let king = king.replace(&format!("{EMPTY}九"), "| ・ ・ ・ ・ ・ ・ ・ ・ 玉|九");
    let with_pawn = king.replace(&format!("{EMPTY}七"), "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|七");
    for text in [
        format!("後手番です。先手玉を詰めてください。\n{king}持駒：金\n"),
        format!("後手番の詰将棋\n{king}持駒：金\n"),
        format!("先手玉を詰める\n{king}後手の持駒：金\n"),
        format!("出題\n{king}後手番\n持駒：金\n"),
    ] {
        assert_eq!(positions(&text), ["9/9/9/9/9/9/9/9/8K w g 1"], "{text}");
    }
    for text in [
        format!("出題\n{king}持駒：金\n"),
        format!("{king}持駒：金\n"),
        // The marks of White may be lost.
        format!("出題\n{with_pawn}持駒：金\n"),
        format!("{with_pawn}持駒：金\n"),
        format!("後手番の問題\n{with_pawn}持駒：金\n"),
    ] {
        let [lines, message] = read(&text, "en");
        assert_eq!(lines, "", "{text}");
        assert!(
            message.contains("no piece is marked as White's"),
            "{message}"
        );
    }
}

#[test]
fn a_list_with_a_mistake_is_named_and_no_missing_file() {
    for (text, words) in [
        (
            "攻方：１三歩、１五\n玉方：１一玉\n持駒：金\n",
            "`１五` is no piece",
        ),
        (
            "攻方：１三歩　４四佳\n玉方：１一玉\n持駒：金\n",
            "`４四佳` is no piece",
        ),
        ("攻方：１三歩 玉方：０一玉 持駒：金", "`０一玉` is no piece"),
        (
            "玉方：１一玉 持駒：金貨 攻方：１三歩",
            "is no piece in hand",
        ),
        ("攻方 13歩 玉方 11王様 持駒 金", "no diagram is found"),
        ("先手：1三歩 持駒：金", "no diagram is found"),
        ("Black: P1x In hand: G White: K1a", "no diagram is found"),
    ] {
        let argument = stderr(tsume().args(["convert", "--to", "sfen", text]));
        assert!(argument.contains(words), "{text}: {argument}");
        let [lines, piped] = read(text, "en");
        assert_eq!(lines, "", "{text}");
        let is_named = piped.contains(words) || piped.contains("neither a diagram nor a move");
        assert!(is_named, "{text}: {piped}");
    }
    let missing = stderr(tsume().args(["solve", "5手詰 100題"]));
    assert!(missing.contains("no such file or folder"), "{missing}");
}

#[test]
fn an_sfen_that_a_mail_wrapped_says_so() {
    for text in [
        "これです。\n\n8k/9/8P/9/9/9/9/9/9 b\nG 1\n\nどうぞ。\n",
        "これです。\n\n> 8k/9/8P/9/9/9/9\n> /9/9 b G 1\n\nどうぞ。\n",
    ] {
        let [_, english] = read(text, "en");
        assert!(english.contains("more than one line"), "{english}");
        let [_, japanese] = read(text, "ja");
        assert!(japanese.contains("複数の行になっている"), "{japanese}");
    }
}

#[test]
fn with_two_kings_words_say_that_white_attacks() {
    let kings = BOARD
        .replace(" 歩", " ・")
        .replace(&format!("{EMPTY}九"), "| ・ 玉 ・ ・ ・ ・ ・ ・ ・|九");
    let hands = "先手の持駒：歩\n後手の持駒：金\n";
    let white = positions(&format!("後手番\n{kings}{hands}"));
    assert!(white[0].contains(" w "), "{white:?}");
    for (above, below) in [
        ("双玉です。後手番で先手玉を詰ましてください。\n", ""),
        ("実戦詰将棋（後手番）\n", ""),
        ("（後手番）\n", ""),
        ("次は後手番です。\n", ""),
        ("問題です。\n", "先手玉を詰ませる問題です。\n"),
        ("問題です。\n", "White's turn\n"),
        ("", "[手番] 後手\n"),
    ] {
        let text = format!("{above}{kings}{hands}{below}");
        assert_eq!(positions(&text), white, "{text}");
    }
    let black = format!("先手番です。後手番なら詰まない。\n{kings}{hands}");
    assert!(positions(&black)[0].contains(" b "));
}

#[test]
fn pieces_in_hand_of_csa_are_no_board() {
    let text = "P1 *  *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  *  *  *  * \nP+00KI\n+\n";
    let [lines, message] = read(text, "en");
    assert_eq!(lines, "");
    assert!(message.contains("the diagram has 2 ranks"), "{message}");
}
