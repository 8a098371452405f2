//! The hands beside diagrams in texts, in the ways in which people write them.

use super::pasted::{BOARD, MATE};
use super::positions;
use crate::{stderr, tsume};

/// Returns the position of the board with lines around it.
fn position_of(above: &str, below: &str) -> Vec<String> {
    let text = format!("{above}\n{BOARD}{below}\n");
    positions(tsume().args(["solve", "-"]).stdin(text))
}

/// Returns the position of the board with a hand, as in SFEN.
fn with(hand: &str) -> String {
    MATE.replace('G', hand)
}

#[test]
fn pieces_have_counts_of_every_kind() {
    for (line, hand) in [
        ("持駒 金弐", "2G"),
        ("持駒 金③", "3G"),
        ("持駒：金２枚", "2G"),
        ("持駒：金x2", "2G"),
        ("持駒：金×2 銀", "2GS"),
        ("持駒 2金", "2G"),
        ("持駒 ２金 銀", "2GS"),
        ("持駒 金(2)", "2G"),
        ("持駒 金（２）銀（１）", "2GS"),
        ("持駒 金：2 銀：1", "2GS"),
        ("持駒：金/銀", "GS"),
        ("持駒　金＋金＋銀", "2GS"),
        ("持駒　金&金", "2G"),
        ("持駒 金二枚と銀", "2GS"),
        ("持駒 [金][銀]", "GS"),
        ("持駒 「金」", "G"),
        ("持駒（金金）", "2G"),
        ("持駒：ｷﾝ2", "2G"),
        ("もちごま：きん", "G"),
        ("手持ちは金が2枚", "2G"),
        ("持ち駒は金が一枚だけです。", "G"),
    ] {
        for above in ["", "出題"] {
            assert_eq!(position_of(above, line), [with(hand)], "{above} {line}");
        }
    }
}

#[test]
fn hands_have_names_of_every_kind() {
    for line in [
        "- 持駒：金",
        "* 持駒：金",
        "1. 持駒：金",
        "＜持駒＞金",
        "《持駒》金",
        "持　駒　金",
        "駒台：金",
        "ﾓﾁｺﾞﾏ 金",
        "持：金",
        "攻：金",
        "攻方：金",
        "☗ 金1",
        "持駒\n金",
        "**持駒**\n\n金",
        "攻：金\n受：なし",
        "攻方：金\n受方：残り駒全部",
        "攻方：金\n受方：残り全部",
        "▲金一\n△なし",
        "Pocket: G",
        "Mochigoma: G",
        "mochigoma: kin",
    ] {
        let found = position_of("", line);
        let bare = |it: &String| it.starts_with(MATE.trim_end_matches(" 1"));
        assert!(
            found.len() == 1 && found.iter().all(bare),
            "{line}: {found:?}"
        );
    }
    let above = [
        "- 持駒：金\n- 1手詰",
        "持駒\n金",
        "持駒：\n金",
        "1手詰／持駒：金",
    ];
    for line in above {
        let found = position_of(&format!("{line}\n"), "");
        assert_eq!(found, [MATE], "{line}");
    }
    let both = "先手の持駒：\n金\n後手の持駒：\n飛";
    assert_eq!(position_of("題", both), [with("Gr")]);
    // Pieces one below the other.
    assert_eq!(position_of("題", "持駒\n金\n金\n銀"), [with("2GS")]);
}

#[test]
fn no_pieces_have_many_words() {
    for line in [
        "持駒なし",
        "持駒：ナシ",
        "持駒 無し",
        "持駒：ゼロ",
        "持駒：0",
        "持駒：−",
        "持駒：×",
        "持駒（なし）",
        "持ち駒はなしです。",
        "攻：なし",
        "No pieces in hand.",
        "Black has nothing in hand.",
        "In hand: none",
    ] {
        assert_eq!(position_of("題", line), [with("-")], "{line}");
    }
}

#[test]
fn sentences_in_english_give_hands() {
    for (line, hand) in [
        ("In hand: two golds", "2G"),
        ("in hand: G, S x2", "G2S"),
        ("in hand: 3 × gold", "3G"),
        ("hand G2 S", "2GS"),
        ("sente hand: gold x2", "2G"),
        ("Hand: gold 2 silver 1", "2GS"),
        ("Sente has a pawn in hand.", "P"),
        ("Black has one pawn in hand. Mate in 1.", "P"),
        ("You have two gold generals in hand.", "2G"),
        ("2 golds in hand", "2G"),
        ("Black to play, two golds in hand, mate in 1", "2G"),
        ("Black has a rook, a bishop and two pawns in hand.", "RB2P"),
        ("(Black has two golds in hand):", "2G"),
        ("Black holds 2 golds.", "2G"),
        ("Holding: 2G", "2G"),
    ] {
        assert_eq!(position_of("題", line), [with(hand)], "{line}");
    }
    let both = position_of("題", "Black has a gold in hand, White has a rook in hand.");
    assert_eq!(both, ["8k/9/8P/9/9/9/9/9/9 b Gr 1"]);
    // What cannot be read is no hand that is lost.
    for line in [
        "Black has some golds in hand.",
        "a rook, something and a gold in hand",
        "If Black had a gold in hand, it would be a mate.",
        "White's golds in hand",
    ] {
        let message = stderr(
            tsume()
                .args(["solve", "-"])
                .stdin(format!("題\n{BOARD}{line}\n")),
        );
        assert!(message.contains("stdin:14:"), "{line}: {message}");
    }
}

#[test]
fn a_hand_that_is_cut_is_an_error() {
    for below in [
        "持駒：金\n二",
        "5手詰 金金",
        "先手 金二",
        "この図の持駒は？\n\n金2です",
    ] {
        let text = format!("題\n{BOARD}{below}\n");
        let message = stderr(tsume().args(["solve", "-"]).stdin(text));
        assert!(message.contains("error"), "{below}: {message}");
    }
}

#[test]
fn a_hand_may_stand_beside_a_board_from_above_to_below() {
    for (beside, hand) in [
        (vec!["持駒", "金", "金"], "2G"),
        (vec!["持", "駒", "金", "二"], "2G"),
        (vec!["持駒", "金二", "", "1手詰"], "2G"),
    ] {
        for above in ["", "題\n"] {
            let mut words = beside.iter();
            let beside = |line: &str| {
                if line.starts_with('|') {
                    format!("{line}　{}\n", words.next().unwrap_or(&""))
                } else {
                    format!("{line}\n")
                }
            };
            let text: String = BOARD.lines().map(beside).collect();
            let found = positions(tsume().args(["solve", "-"]).stdin(above.to_owned() + &text));
            assert_eq!(found, [with(hand)], "{text}");
        }
    }
}

/// Returns the board with texts beside its ranks.
fn with_beside(words: &[&str]) -> String {
    let mut words = words.iter();
    let beside = |line: &str| match line.strip_prefix('|') {
        Some(_) => format!("{line}　{}\n", words.next().unwrap_or(&"")),
        None => format!("{line}\n"),
    };
    BOARD.lines().map(beside).collect()
}

#[test]
fn the_hands_of_both_sides_may_stand_beside_a_board() {
    for beside in [
        vec!["後手", "銀", "", "", "", "", "", "先手", "金"],
        vec!["△", "銀", "", "", "", "", "", "▲", "金"],
        vec!["△銀", "", "", "", "", "", "", "", "▲金"],
        vec!["▽持駒 銀", "", "", "", "▲持駒", "金"],
        vec!["玉", "方", "持", "駒", "銀", "持", "駒", "金"],
    ] {
        for above in ["", "題\n"] {
            let text = above.to_owned() + &with_beside(&beside);
            let found = positions(tsume().args(["solve", "-"]).stdin(text));
            assert_eq!(found, [with("Gs")], "{beside:?}");
        }
    }
    // The pieces below a name go on with those in its line.
    let text = with_beside(&["", "▲持駒 金", "金", "銀"]);
    let found = positions(tsume().args(["solve", "-"]).stdin(text));
    assert_eq!(found, [with("2GS")]);
    // Nobody can tell whose these are.
    let text = with_beside(&["", "金", "金"]);
    let message = stderr(tsume().args(["solve", "-"]).stdin(text));
    assert!(message.contains("stdin:4:"), "{message}");
}

#[test]
fn hands_may_stand_in_the_cells_behind_a_rank() {
    let mut text = String::from(
        "\t\t\t\t\t\t\t\tv玉\t一\t持駒\n\t\t\t\t\t\t\t\t\t二\t金\n\t\t\t\t\t\t\t\t歩\t三\n",
    );
    for label in "四五六七八九".chars() {
        text.extend(["\t\t\t\t\t\t\t\t\t", &label.to_string(), "\n"]);
    }
    assert_eq!(positions(tsume().args(["solve", "-"]).stdin(text)), [MATE]);
}

#[test]
fn one_line_may_give_both_hands() {
    for line in [
        "持駒 ▲金 △銀",
        "持駒：▲金1△銀1",
        "持駒（先手）金（後手）銀",
        "持駒：先手 金、後手 銀",
        "持駒 金1 後手 銀",
        "持駒 金（相手は銀1枚のみ）",
        "先手：金　後手：銀",
        "先手金1 後手銀1",
        "攻方：金 玉方：銀",
        "▲：金1枚／△：銀1枚",
        "先手は金を1枚、後手は銀を1枚持っている。",
        "Hands: Black G, White S",
        "Hand: G / s",
        "Hands: Gs",
        "In hand: B: G W: S",
        "Sente: G1 / Gote: S1",
        "[Sente] G1 [Gote] S1",
        "Black has a gold and White has a silver.",
        "hand G, opponent has S",
    ] {
        for above in ["", "題"] {
            assert_eq!(position_of(above, line), [with("Gs")], "{above} {line}");
        }
    }
    assert_eq!(position_of("題", "持駒：金\n相手の持駒：銀"), [with("Gs")]);
}

#[test]
fn names_of_players_are_no_hands() {
    for line in [
        "先手：金子　後手：銀河\n持駒 金",
        "Black: Gold White: Knight Rider\nHand: G",
    ] {
        assert_eq!(position_of("題", line), [MATE], "{line}");
    }
}

#[test]
fn a_hand_of_pictures_is_an_error() {
    for hand in [
        "持駒：<img src=\"g.png\">",
        "持駒：<i class=\"gold\"></i>",
        "先手の持駒：<img src=\"g.png\"><img src=\"s.png\">",
    ] {
        let text = format!("<pre>\n{BOARD}</pre><p>{hand}</p>\n");
        let message = stderr(tsume().args(["solve", "-"]).stdin(text));
        assert!(message.contains("stdin:14:"), "{hand}: {message}");
    }
}

#[test]
fn a_second_hand_below_a_board_is_an_error() {
    let text = format!("{BOARD}持駒 金\n持駒 歩歩\n");
    let message = stderr(tsume().args(["solve", "-"]).stdin(text));
    assert!(message.contains("other pieces for this hand"), "{message}");
}

#[test]
fn the_hand_below_a_diagram_of_csa_belongs_to_it() {
    let ranks = "P1 *  *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  *  *  *  *  * +FU\n";
    let empty = " * ".repeat(9);
    let others = (4..=9).map(|it| ["P", &it.to_string(), &empty, "\n"].concat());
    let others: String = others.collect();
    let text = format!("題\n{ranks}{others}持駒：金\n");
    assert_eq!(positions(tsume().args(["solve", "-"]).stdin(text)), [MATE]);
}

#[test]
fn a_hand_behind_the_name_of_a_player_is_written_once() {
    let text = format!("先手：攻方　持駒：金\n後手：玉方\n{BOARD}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.kif");
    std::fs::write(&file, text).unwrap();
    let written = crate::stdout(tsume().args(["convert", "--to", "kif"]).arg(&file));
    assert!(written.contains("先手：攻方\n"), "{written}");
    std::fs::write(&file, written.replace("先手の持駒：金", "先手の持駒：銀")).unwrap();
    let found = positions(tsume().arg("solve").arg(&file));
    assert_eq!(found, [with("S")]);
}

#[test]
fn words_and_marks_tell_the_side_to_move_with_two_kings() {
    let board = BOARD.replacen(
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一",
        "| ・ ・ ・ ・ 玉 ・ ・ ・v玉|一",
        1,
    );
    for (above, below) in [
        ("図は▲５一玉まで", ""),
        ("第1図は▲５一玉まで", ""),
        ("△の番。さて何手？", ""),
        ("後手から詰ます問題", ""),
        ("題", "△の手番です。"),
        ("", "△の手番です。"),
        ("題", "解答：△５二金まで1手"),
        ("図は△１一玉まで", "後手番"),
    ] {
        let text = format!("{above}\n{board}後手の持駒：金\n{below}\n");
        let written = crate::stdout(tsume().args(["convert", "--to", "sfen", "-"]).stdin(text));
        assert!(written.contains(" w g 1"), "{above} {below}: {written}");
    }
    for above in ["図は△１一玉まで", "後手番なら詰む", "題"] {
        let text = format!("{above}\n{board}後手の持駒：金\n");
        let written = crate::stdout(tsume().args(["convert", "--to", "sfen", "-"]).stdin(text));
        assert!(written.contains(" b g 1"), "{above}: {written}");
    }
}

#[test]
fn words_around_a_board_set_the_goal() {
    for (above, goal) in [
        ("一手必至", "plies 1; goal \"brinkmate\""),
        ("必至問題（3手必至）", "plies 3; goal \"brinkmate\""),
        ("必至をかけよ", "goal \"brinkmate\""),
    ] {
        let text = format!("{above}\n{BOARD}持駒：金\n");
        let written = crate::stdout(tsume().args(["convert", "--to", "sfen", "-"]).stdin(text));
        assert!(written.contains(goal), "{above}: {written}");
    }
    let text = format!("必至の次は詰将棋\n{BOARD}持駒：金\n");
    let written = crate::stdout(tsume().args(["convert", "--to", "sfen", "-"]).stdin(text));
    assert!(!written.contains("goal"), "{written}");
}
