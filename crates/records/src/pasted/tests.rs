//! Tests of problems in texts.

mod lists;

use super::*;
use crate::headers;
use crate::notation::{sfen, usi};
use std::fmt::Write;

pub(super) const BOD: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
";
pub(super) const SFEN: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// Returns a text as a mail quotes it.
fn quoted(text: &str) -> String {
    "> ".to_owned() + &text.trim_end().replace('\n', "\n> ") + "\n"
}

/// Returns the problems of a text as lines: SFEN, moves, the title.
pub(super) fn read(text: &str) -> Vec<String> {
    let pasted = Pasted::find(text.to_owned());
    let parts = (0..pasted.len()).map(|it| pasted.read(it));
    parts
        .map(|part| match part.content {
            Ok((record, places)) => {
                let mut line = sfen::write(&record.setup);
                for mv in record.tree.main_line() {
                    write!(line, " {}", usi::write_move(mv)).unwrap();
                }
                if let Some(title) = record.header(headers::TITLE) {
                    write!(line, " [{title}]").unwrap();
                }
                if let Some(plies) = record.header(headers::PLIES) {
                    write!(line, " {plies}").unwrap();
                }
                if let Some(broken) = places.broken {
                    write!(line, " broken at {}", &part.text[broken.span]).unwrap();
                }
                line
            }
            Err(error) => format!("error: {error} at {}", &part.text[error.span.clone()]),
        })
        .collect()
}

#[test]
fn a_board_is_found_in_any_text() {
    for (text, expected) in [
        (format!("{BOD}先手の持駒：金\n"), SFEN.to_owned()),
        (format!("持駒 金\n{BOD}"), SFEN.to_owned()),
        (
            format!("こんにちは。\n\n詰将棋 第12番 (1手詰)\n\n{BOD}先手の持駒：金\n\n難しいです。"),
            format!("{SFEN} [詰将棋 第12番 (1手詰)] 1手詰"),
        ),
        (
            format!("{BOD}先手の持駒：金\n\n【解答】\n▲１二金まで１手詰\n"),
            format!("{SFEN} G*1b"),
        ),
        (
            format!("{BOD}先手の持駒：金\n正解は▲１二金までです。\n"),
            format!("{SFEN} G*1b"),
        ),
        (
            format!("{BOD}先手の持駒：金\n作意：１二金打\n"),
            format!("{SFEN} G*1b"),
        ),
        (
            format!("{BOD}先手の持駒：金\n解答: 1.G*1b#\n"),
            format!("{SFEN} G*1b"),
        ),
        (
            format!("{BOD}先手の持駒：金\n▲１二銀まで１手詰\n"),
            format!("{SFEN} broken at １二銀"),
        ),
        (quoted(BOD) + "> 先手の持駒：金\n", SFEN.to_owned()),
        (
            format!(
                "<pre>{}</pre>持駒：金<br>",
                BOD.replace(' ', "&nbsp;").replace('\n', "<br>\n")
            ),
            SFEN.to_owned(),
        ),
        (
            format!("{}先手の持駒：金\n", BOD.replace(' ', "\u{a0}")),
            SFEN.to_owned(),
        ),
        (
            format!("持駒 金 (1手詰)\n```\n{BOD}```\n"),
            format!("{SFEN} 1手詰"),
        ),
        (format!("{BOD}持駒：金\n\n{SFEN}\n"), SFEN.to_owned()),
        (
            format!("出題\n{BOD}\n持駒：金\n\n{BOD}"),
            format!("{SFEN} [出題]"),
        ),
    ] {
        assert_eq!(read(&text), [expected], "{text}");
    }
}

#[test]
fn boards_are_drawn_in_many_ways() {
    let corner = " 5  4  3  2  1
┯━━┯━━┯━━┯━━┯━━┓
│  │  │  │▽桂│  ┃一
┼──┼──┼──┼──┼──┨  ▲持ち駒:歩
│  │  │  │▽玉│  ┃二
┼──┼──┼──┼──┼──┨  ←【7手詰】
│  │  │  │  │▽歩┃三
┼──┼──┼──┼──┼──┨
│  │  │▲竜│▲歩│  ┃四
┼──┼──┼──┼──┼──┨
│  │  │  │  │  ┃五
┼──┼──┼──┼──┼──┨
";
    let letters = " .  .  .  .  .  .  .  .  k\n .  .  .  .  .  .  .  .  .\n".to_owned()
        + " .  .  .  .  .  .  .  .  P\n"
        + &" .  .  .  .  .  .  .  .  .\n".repeat(6)
        + "\n G*1\n";
    let close =
        "........k\n.........\n........P\n".to_owned() + &".........\n".repeat(6) + "hand: G\n";
    let engine = " □ □ □ □ □ □ □ □^玉\n □ □ □ □ □ □ □ □ □\n □ □ □ □ □ □ □ □ 歩\n".to_owned()
        + &" □ □ □ □ □ □ □ □ □\n".repeat(6)
        + "先手 手駒 : 金 , 後手 手駒 : \n手番 = 先手\n";
    let fairy = " +---+---+---+---+---+---+---+---+---+\n |   |   |   |   |   |   |   |   | k |9\n"
        .to_owned()
        + " +---+---+---+---+---+---+---+---+---+\n |   |   |   |   |   |   |   |   |   |8\n"
        + " +---+---+---+---+---+---+---+---+---+\n |   |   |   |   |   |   |   |   | P |7\n"
        + &" +---+---+---+---+---+---+---+---+---+\n |   |   |   |   |   |   |   |   |   |\n"
            .repeat(6)
        + " +---+---+---+---+---+---+---+---+---+\n   a   b   c   d   e   f   g   h   i\nBlack in hand: G\n";
    let markdown = "| 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1 |\n|---|---|---|---|---|---|---|---|---|\n| | | | | | | | | v玉 |\n| | | | | | | | | |\n| | | | | | | | | 歩 |\n".to_owned() + &"| | | | | | | | | |\n".repeat(6) + "持駒 金\n";
    let table = "<table><tr><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td>v玉</td></tr><tr>".to_owned() + &"<td></td>".repeat(9) + "</tr><tr>" + &"<td></td>".repeat(8) + "<td>歩</td></tr>" + &("<tr>".to_owned() + &"<td>&nbsp;</td>".repeat(9) + "</tr>").repeat(6) + "</table><p>持駒：金</p>";
    for (text, expected) in [
        (corner.to_owned(), "7n1/7k1/8p/6+RP1/9/9/9/9/9 b P 1 7手詰"),
        (letters, SFEN),
        (close, SFEN),
        (engine, SFEN),
        (fairy, SFEN),
        (markdown, SFEN),
        (table, SFEN),
    ] {
        assert_eq!(read(&text), [expected], "{text}");
    }
}

#[test]
fn lists_of_pieces_are_read() {
    for (text, expected) in [
        ("攻方：１三歩\n玉方：１一玉\n持駒：金", SFEN),
        ("攻方 歩13\n玉方 玉11\n持駒 金", SFEN),
        ("先手：13歩 / 後手：11玉 / 持駒：金", SFEN),
        ("Black: P1c In hand: G\nWhite: K1a", SFEN),
        (
            "Black: +B3d, P2e In hand: R\nWhite: K1c, B2b, G1e, L1a",
            "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b R 1",
        ),
        ("Sente: P13; hand: G\nGote: K11", SFEN),
    ] {
        assert_eq!(read(text), [expected], "{text}");
    }
    for text in [
        "▲７六歩 △３四歩 ▲２六歩 △４二玉",
        "先手は２六歩、後手は４二玉と指した",
        "Black to move. White: none",
    ] {
        assert_eq!(read(text), [""; 0], "{text}");
    }
}

#[test]
fn a_text_with_several_problems_has_all_of_them() {
    let other = BOD.replace(" 歩", " 銀");
    let text = format!(
        "第1番\n{BOD}先手の持駒：金\n▲１二金\n\n第2番\n{other}先手の持駒：飛\n\n最後に {SFEN} です。\n"
    );
    let expected = [
        format!("{SFEN} G*1b [第1番]"),
        "8k/9/8S/9/9/9/9/9/9 b R 1 [第2番]".to_owned(),
        SFEN.to_owned(),
    ];
    assert_eq!(read(&text), expected);
    let above = format!("持駒：金\n{BOD}\n持駒：飛\n{other}");
    assert_eq!(
        read(&above),
        [SFEN.to_owned(), "8k/9/8S/9/9/9/9/9/9 b R 1".to_owned()]
    );
}

#[test]
fn mistakes_have_their_place() {
    for (text, expected) in [
        (
            format!("題\n{}持駒：金\n", BOD.replace("v玉", "v王様")),
            "error: `様` is no piece at 様",
        ),
        (
            format!(
                "題\n{}持駒：金\n",
                BOD.replacen("| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n", "", 1)
            ),
            "error: the diagram has 8 ranks: expected 9 at",
        ),
        (
            format!("題\n{BOD}持駒：金X銀\n"),
            "error: `X銀` is no piece in hand at X銀",
        ),
        (
            "題 8k/9/8P/9/9/9/9/8/9 b G 1 だ".to_owned(),
            "error: rank 8 has 8 squares",
        ),
    ] {
        let found = read(&text);
        assert!(
            found.len() == 1 && found[0].starts_with(expected),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn a_move_that_a_mail_breaks_is_not_another_one() {
    let board = BOD.replace(" 歩", " 銀");
    let text = format!("題\n{board}持駒：飛\n\n▲１二飛　△２一玉　▲２二飛\n成まで3手詰\n");
    assert_eq!(
        read(&text),
        ["8k/9/8S/9/9/9/9/9/9 b R 1 R*1b 1a2a [題] 3手詰 broken at ２二飛"]
    );
}

#[test]
fn answers_of_engines_are_lines() {
    for (text, expected) in [
        (
            "position sfen 8k/9/8S/9/9/9/9/9/9 b R 1\ninfo depth 3 score mate 3 nodes 12 pv R*1b 1a2a 1b2b+\nbestmove R*1b ponder 1a2a\n",
            "8k/9/8S/9/9/9/9/9/9 b R 1 R*1b 1a2a 1b2b+",
        ),
        (
            "> usinewgame\n> position sfen 8k/9/8S/9/9/9/9/9/9 b R 1\n> go mate infinite\n< checkmate R*1b 1a2a 1b2b+\n",
            "8k/9/8S/9/9/9/9/9/9 b R 1 R*1b 1a2a 1b2b+",
        ),
        (
            "title = \"頭金\"\nsfen = \"8k/9/8P/9/9/9/9/9/9 b G 1\"\nmoves = [\"G*1b\"]\n",
            "8k/9/8P/9/9/9/9/9/9 b G 1 G*1b [頭金]",
        ),
        (
            "| 1 | `8k/9/8P/9/9/9/9/9/9 b G 1` | 1 | G*1b |\n",
            "8k/9/8P/9/9/9/9/9/9 b G 1 G*1b",
        ),
    ] {
        assert_eq!(read(text), [expected], "{text}");
    }
}

#[test]
fn what_cannot_be_told_is_an_error_and_no_guess() {
    let beside = BOD.replace("|一", "|一 | ・ ・ ・ ・ ・ ・ ・ ・v玉|一");
    let unmarked = BOD.replace("v玉", " 玉");
    for (text, expected) in [
        (
            format!("題\n{BOD}持駒 金（２つ）\n"),
            "error: this line speaks of pieces in hand",
        ),
        (
            format!("題\n{BOD}Sente has some gold in hand.\n"),
            "error: this line speaks of pieces in hand",
        ),
        (
            format!("題\n{BOD}持駒 金\n　　　銀\n"),
            "error: this line speaks of pieces in hand",
        ),
        (
            format!("題\n{beside}持駒 金\n"),
            "error: two boards stand side by side",
        ),
        (
            format!("題\n{unmarked}持駒 金\n"),
            "error: no piece is marked as White's",
        ),
        (
            "この 8k/9/8P/9/9/9/9/9/9 b\nG 1 です\n".to_owned(),
            "error: more than one line",
        ),
        (
            "この 8k/9/8P/9/9/9/\n9/9/9 b G 1 です\n".to_owned(),
            "error: more than one line",
        ),
        (
            format!("題\n{BOD}\n持駒 金\n\n{}", BOD.replace(" 歩", " 銀")),
            "error: this hand stands between two boards",
        ),
        (
            "題\n攻方：１三歩、１五\n玉方：１一玉\n持駒：金\n".to_owned(),
            "error: `１五` is no piece",
        ),
    ] {
        let found = read(&text);
        assert!(found[0].starts_with(expected), "{text}: {found:?}");
    }
}

#[test]
fn solutions_are_found_behind_other_lines() {
    for (text, expected) in [
        (
            format!("題\n{BOD}持駒 金\n\n【失敗】\n▲１二金\n【正解】\n▲１二金まで\n"),
            format!("{SFEN} G*1b [題]"),
        ),
        (
            format!("題\n{BOD}持駒 金\n解答は下へ\n↓\n↓\n\n\n↓\n▲１二金まで\n"),
            format!("{SFEN} G*1b [題]"),
        ),
        (
            format!("題\n{BOD}持駒 金\n\n先週の解答\n▲２三銀△１三玉\n"),
            format!("{SFEN} [題]"),
        ),
        (
            format!("題\n{}持駒 金\n", BOD.replace('・', "口")),
            format!("{SFEN} [題]"),
        ),
    ] {
        assert_eq!(read(&text), [expected], "{text}");
    }
}

#[test]
fn names_and_pieces_of_a_hand_may_be_in_two_lines() {
    for text in [
        format!("題\n{BOD}先手の持駒：\n金\n"),
        format!("題\n{BOD}持駒\n金\n"),
        format!("題\n{BOD}**持駒：金**\n"),
    ] {
        let found = read(&text);
        assert!(found[0].starts_with(SFEN), "{text}: {found:?}");
    }
}

#[test]
fn tries_pictures_and_comments_are_not_the_line() {
    for (text, expected) in [
        (
            format!("題\n{BOD}持駒 金\n▲２二金で詰まない\n"),
            format!("{SFEN} [題]"),
        ),
        (
            format!("題\n{BOD}持駒 金\n\n１二金打でどう？\n"),
            format!("{SFEN} [題]"),
        ),
        (
            format!(
                "問題図\n{BOD}持駒 金\n▲１二金まで\n\n詰上り図\n{}",
                BOD.replace(" 歩", " 金")
            ),
            format!("{SFEN} G*1b [問題図]"),
        ),
    ] {
        assert_eq!(read(&text), [expected], "{text}");
    }
}
