//! Tests of hands and the side to move in texts.

use super::tests::{BOD, SFEN, read};

/// A board with two kings.
fn two_kings() -> String {
    BOD.replace(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九",
        "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九",
    )
}

#[test]
fn sentences_name_the_side_to_move() {
    for (above, below) in [
        ("手番は後手です。", ""),
        ("次の問題。White to move", ""),
        ("1手詰（△番）", ""),
        ("", "最終手 ▲５九玉"),
        ("", "▲５九玉まで"),
        ("", "△５八金まで後手勝ち"),
    ] {
        let text = format!(
            "{above}\n{}先手の持駒：金\n後手の持駒：金\n{below}\n",
            two_kings()
        );
        let found = read(&text);
        let begin = "8k/9/8P/9/9/9/9/9/4K4 w Gg 1";
        assert!(found[0].starts_with(begin), "{text}{found:?}");
    }
    for below in [
        "△１一玉まで",
        "後手番なら詰まない",
        "△５二玉まで",
        "▲１二金まで",
    ] {
        let text = format!("{}先手の持駒：金\n後手の持駒：金\n{below}\n", two_kings());
        assert!(read(&text)[0].contains(" b Gg 1"), "{text}");
    }
}

#[test]
fn all_of_a_hand_is_read_or_an_error() {
    for (hand, expected) in [
        ("持駒：金 1 枚 銀 2 枚", "G2S"),
        ("持駒：金、それと歩２", "G2P"),
        ("持駒：金 そして 銀", "GS"),
        ("持駒：金；銀", "GS"),
        ("持駒：金（歩は使いません）", "G"),
        ("持駒：\n* 金 x1\n* 銀 x2", "G2S"),
        ("White has B in hand; Black has G.", "Gb"),
        ("先手後手とも金一枚", "Gg"),
    ] {
        let found = read(&format!("問題\n{BOD}{hand}\n"));
        let sfen = format!("8k/9/8P/9/9/9/9/9/9 b {expected} 1");
        assert!(found[0].starts_with(&sfen), "{hand} {found:?}");
    }
    for hand in [
        "持駒：金 鋃",
        "持駒：金 [銀]",
        "持駒：金 | 銀",
        "持駒：金 R",
        "持駒：歩 1 0",
        "手の内：金",
        "在手：金、銀",
        "B: GG",
        "Drops: GG",
        "Black holds G",
        "与えられた駒は金",
        "[G]",
        "w Gb 1",
        "先手金",
    ] {
        let found = read(&format!("問題\n{BOD}{hand}\n"));
        assert!(found[0].starts_with("error"), "{hand} {found:?}");
    }
    let far = read(&format!("持駒：金\nどうぞ。\n{BOD}"));
    assert!(far[0].starts_with(SFEN), "{far:?}");
}

#[test]
fn a_board_alone_in_sfen_takes_hands_and_turn_of_lines() {
    let found = read("局面：8k/9/8P/9/9/9/9/9/9\n手番：先手\n持駒：金\n");
    assert_eq!(found, [SFEN]);
    let found = read("局面：8k/9/8P/9/9/9/9/9/9 b - 1\n\n");
    assert_eq!(found, ["8k/9/8P/9/9/9/9/9/9 b - 1"]);
}

#[test]
fn a_hand_for_several_boards_is_that_of_each() {
    let other = BOD.replace("・ 歩|三", "歩 ・|三");
    for line in [
        "どちらも持駒は金です。",
        "（共通）持駒　金",
        "※２問とも、持駒は金",
    ] {
        let found = read(&format!("{line}\n\n第1問\n{BOD}\n第2問\n{other}"));
        assert!(
            found.len() == 2 && found.iter().all(|it| it.contains(" b G 1")),
            "{line} {found:?}"
        );
    }
    for line in ["持駒　①金　②銀", "持駒は1図が金、2図が銀です。"] {
        let found = read(&format!("{line}\n\n第1問\n{BOD}\n第2問\n{other}"));
        assert!(
            found.iter().all(|it| it.starts_with("error")),
            "{line} {found:?}"
        );
    }
}
