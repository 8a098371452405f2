//! Boards and lists in texts, in the signs and frames that people use.

use super::pasted::{BOARD, MATE};
use super::positions;
use crate::{stderr, tsume};

fn position(text: &str) -> Vec<String> {
    positions(tsume().args(["solve", "-"]).stdin(text.to_owned()))
}

#[test]
fn empty_squares_have_many_signs() {
    for sign in [
        "口", "ー", "－", "×", "□", "○", "＿", "‥", "•", "⋅", ".", "*",
    ] {
        let board = BOARD.replace('・', sign);
        for above in ["", "題\n"] {
            let text = format!("{above}{board}持駒：金\n");
            assert_eq!(position(&text), [MATE], "{text}");
        }
    }
}

#[test]
fn squares_may_touch_or_have_two_characters() {
    let touching = |empty: &str, king: &str, pawn: &str| {
        let row = |last: &str| format!("{}{last}\n", empty.repeat(8));
        let others: String = row(empty).repeat(6);
        [
            row(king),
            row(empty),
            row(pawn),
            others,
            "持駒：金\n".to_owned(),
        ]
        .concat()
    };
    for (empty, king, pawn) in [
        ("口", "v玉", "歩"),
        ("ー", "v玉", "歩"),
        ("□□", "▽玉", "▲歩"),
        ("＿＿", "☖玉", "☗歩"),
        ("・・", "△玉", "▲歩"),
        (" ・", "w玉", "b歩"),
    ] {
        let text = touching(empty, king, pawn);
        assert_eq!(position(&text), [MATE], "{text}");
    }
}

#[test]
fn a_corner_may_be_open_on_the_left() {
    let corner = " ３ ２ １\n---------+\n ・ ・v玉|一\n ・ ・ ・|二\n ・ ・ 歩|三\n持駒 金\n";
    assert_eq!(position(corner), [MATE]);
    assert_eq!(position(&format!("題\n\n{corner}")), [MATE]);
    // Ranks with their numbers, of the lower part.
    let ranks = ["四", "五", "六", "七", "八", "九"].map(|rank| {
        let king = if rank == "四" { "v玉" } else { " ・" };
        let pawn = if rank == "六" { " 歩" } else { king };
        format!("|{}{pawn}|{rank}\n", " ・".repeat(8))
    });
    let edge = "+---------------------------+\n";
    let text = format!("{edge}{}{edge}持駒 金\n", ranks.concat());
    assert_eq!(position(&text), ["9/9/9/8k/9/8P/9/9/9 b G 1"]);
}

#[test]
fn a_table_with_tabs_may_have_empty_cells() {
    let empty = "\t".repeat(8);
    let ranks = ["一", "二", "三", "四", "五", "六", "七", "八", "九"].map(|rank| {
        let last = match rank {
            "一" => "v玉",
            "三" => "歩",
            _ => "",
        };
        format!("{empty}{last}\t{rank}\n")
    });
    let text = format!("9\t8\t7\t6\t5\t4\t3\t2\t1\n{}持駒 金\n", ranks.concat());
    assert_eq!(position(&text), [MATE]);
}

#[test]
fn a_mark_that_may_be_of_two_pieces_is_an_error() {
    let text = BOARD.replace(" ・v玉|", " 香v玉v|") + "持駒：金\n";
    let message = stderr(tsume().args(["solve", "-"]).stdin(text));
    assert!(message.contains("`v` is no piece"), "{message}");
    // Between a piece and an empty square it is clear.
    let text = BOARD.replace(" ・v玉|", " 玉v・|").replace(" 歩|", " ・|") + "持駒：金\n";
    assert_eq!(position(&text), ["7k1/9/9/9/9/9/9/9/9 b G 1"]);
}

#[test]
fn lists_have_sides_and_hands_in_many_orders() {
    for text in [
        "攻：13歩\n受：11玉\n持：金\n",
        "持：金　攻：13歩　受：11玉\n",
        "持駒：金　玉方：１一玉　攻方：１三歩\n",
        "先手：歩１三、持駒金　後手：玉１一\n",
        "先手：13歩 持駒 金\n後手：11玉 持駒 なし\n",
        "【問題】攻方13歩、受方11玉、持ち駒は金1枚。1手詰\n",
        "配置：玉方11玉、攻方13歩。持駒：金。1手詰。\n",
        "Attacker: Pawn 1c. Defender: King 1a. In hand: Gold.\n",
        "W: K11; B: P13; hand G\n",
        "持駒 金\n攻方 1三歩\n玉方 1一玉\n",
    ] {
        assert_eq!(position(text), [MATE], "{text}");
    }
    let other = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    for text in [
        "持駒 金\n攻方 1三歩\n玉方 1一玉\n持駒 金\n攻方 5三歩\n玉方 5一玉\n",
        "①攻方１三歩 玉方１一玉 持駒金\n②攻方５三歩 玉方５一玉 持駒金\n",
        "第1問 攻方１三歩 玉方１一玉 持駒金\n第2問 攻方５三歩 玉方５一玉 持駒金\n",
        "A 攻方 1三歩\n  玉方 1一玉\n  持駒 金\nB 攻方 5三歩\n  玉方 5一玉\n  持駒 金\n",
    ] {
        assert_eq!(position(text), [MATE, other], "{text}");
    }
}

#[test]
fn the_rest_of_a_list_with_a_mistake_is_no_list() {
    for text in [
        "攻方：５三歩（＊）\n玉方：５一玉\n持駒：金\n",
        "攻方：５三歩　４四佳\n玉方：５一玉\n持駒：金\n",
        "玉方：５一玉、４二銀（不動駒）\n攻方：５三歩\n持駒：金\n",
    ] {
        let output = tsume().args(["solve", "-"]).stdin(text);
        let message = stderr(output);
        assert!(message.contains("is no piece"), "{message}");
        let found = position(text);
        assert!(found.iter().all(String::is_empty), "{found:?}");
    }
}
