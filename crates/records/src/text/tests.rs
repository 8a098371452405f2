//! Free texts: a test for each kind of line, but not for each wording.

use crate::notation::{sfen, usi};
use crate::shogi::Color;
use crate::{Part, Parts, RecordErrorKind, headers};

/// The position that most texts here have.
const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

const BOARD: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １
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

/// A corner in a frame without outer edges, with captions to the right.
const CORNER: &str = " 3  2  1
┯━━┯━━┯━━┓  ≪A図≫
│　　│　　│▽玉┃一
┼──┼──┼──┨   持ち駒：金
│　　│　　│　　┃二
┼──┼──┼──┨   【1手詰】
│　　│　　│▲歩┃三
┼──┼──┼──┨
";

/// Puts a mark before each line.
fn each_line(text: &str, mark: &str) -> String {
    let lines: Vec<String> = text.lines().map(|it| mark.to_owned() + it).collect();
    lines.join("\n") + "\n"
}

fn parts(text: &str) -> Vec<Part> {
    let parts = Parts::of_text(text.to_owned());
    (0..parts.len()).map(|it| parts.read(it)).collect()
}

/// Returns the positions and lines of a text, one of each problem.
fn read(text: &str) -> Vec<String> {
    let of = |part: &Part| match &part.content {
        Ok((record, _)) => {
            let line = usi::write_line(&record.tree.main_line());
            let position = sfen::write(&record.setup);
            if line.is_empty() {
                position
            } else {
                format!("{position} moves {line}")
            }
        }
        Err(error) => error.to_string(),
    };
    parts(text).iter().map(of).collect()
}

/// Returns the notes on a text that has one problem, each with its place.
fn notes(text: &str) -> Vec<(RecordErrorKind, String)> {
    let [part] = &parts(text)[..] else {
        panic!("{text}");
    };
    let (_, places) = part.content.as_ref().unwrap();
    let notes = places.notes.iter();
    notes
        .map(|it| (it.kind.clone(), part.text[it.span.clone()].to_owned()))
        .collect()
}

fn header(text: &str, key: &str) -> Option<String> {
    let record = parts(text).remove(0).content.unwrap().0;
    record.header(key).map(str::to_owned)
}

#[test]
fn boards_have_frames_signs_and_letters_of_every_kind() {
    let letters = ". . . . . . . . k\n. . . . . . . . .\n. . . . . . . . P\n".to_owned()
        + &". . . . . . . . .\n".repeat(6);
    let old = "9  8  7  6  5  4  3  2  1\n-- -- -- -- -- -- -- -- wK a\n".to_owned()
        + "-- -- -- -- -- -- -- -- -- b\n-- -- -- -- -- -- -- -- bP c\n"
        + &each_line(
            "d
e
f
g
h
i",
            "-- -- -- -- -- -- -- -- -- ",
        );
    let grid = "+---+---+---+\n|   |   | wK| a\n+---+---+---+\n|   |   |   | b\n+---+---+---+\n|   |   | bP| c\n+---+---+---+\n";
    let codes = "A |   |   |-OU|\nB |   |   |   |\nC |   |   |+FU|\n".to_owned();
    let engine = BOARD.lines().filter(|it| it.starts_with('|')).map(|it| {
        it.trim_start_matches('|')
            .split('|')
            .next()
            .unwrap()
            .replace('・', "口")
            .replace('v', "^")
            + "\n"
    });
    for (board, hand) in [
        (BOARD.to_owned(), "持駒：金\n"),
        (
            BOARD.replace("v玉", "▽玉").replace(" 歩", "▲歩"),
            "先手の持駒：金\n",
        ),
        (BOARD.replace('・', "口"), "持ち駒 金\n"),
        (letters, "Black in hand: G\n"),
        (old, "Black has a gold in hand.\n"),
        (format!("  3   2   1\n{grid}"), "Hand (Black): G1\n"),
        (format!("  3   2   1\n{codes}"), "Black: KIx1\n"),
        (engine.collect(), "先手 手駒 : 金 , 後手 手駒 : なし\n"),
        (CORNER.to_owned(), ""),
    ] {
        assert_eq!(read(&format!("{board}{hand}")), [MATE], "{board}");
        let quoted = each_line(&(board.clone() + hand), "> ");
        assert_eq!(read(&quoted), [MATE], "{quoted}");
        let comment = each_line(&(board + hand), "    //");
        assert_eq!(read(&comment), [MATE], "{comment}");
    }
}

#[test]
fn a_part_of_a_board_is_where_its_numbers_say() {
    let part = CORNER
        .replace("3  2  1", "7  6  5")
        .replace('一', "四")
        .replace('二', "五")
        .replace('三', "六");
    assert_eq!(read(&part), ["9/9/9/4k4/9/4P4/9/9/9 b G 1"]);
    // The edge of a rank may have slipped into the next line.
    let broken = CORNER.replacen("│　　│　　│▽玉┃一", "│　　│　　│▽玉\n┃一", 1);
    assert_eq!(read(&broken), [MATE]);
    // Words beside a board may be wrapped, and the ranks go on.
    let wrapped = CORNER.replacen("│　　│　　│▲歩┃三", "作って下さい\n│　　│　　│▲歩┃三", 1);
    assert_eq!(read(&wrapped), [MATE]);
    // What is cut off is no part.
    let cut: Vec<&str> = BOARD.lines().take(8).collect();
    let cut = cut.join(
        "
",
    );
    assert_eq!(read(&cut), ["the diagram has 6 ranks: expected 9"]);
}

#[test]
fn lists_of_pieces_are_positions() {
    for list in [
        "攻方：１三歩\n玉方：１一玉\n持駒：金\n",
        "攻：13歩\n受：11玉\n持：金\n",
        "持駒 金　玉方：11玉　攻方：13歩\n",
        "【問題】攻方13歩、受方11玉、持ち駒は金1枚。1手詰\n",
        "Black: P1c In hand: G\nWhite: K1a\n",
        "Schwarz\n1c Bauer (unpromoviert)\nauf der Hand Goldgeneral\nWeiß\n1a König\nSchwarz ist am Zug und setzt matt.\n",
    ] {
        assert_eq!(read(list), [MATE], "{list}");
    }
    for (list, word) in [
        ("攻方：１三歩、１五\n玉方：１一玉\n持駒：金\n", "１五"),
        (
            "Schwarz\n1c Bauer\n2c Ritter\nauf der Hand Goldgeneral\nWeiß\n1a König\n",
            "2c",
        ),
    ] {
        assert_eq!(read(list), [format!("`{word}` is no piece")]);
    }
}

#[test]
fn positions_stand_in_lines_of_every_kind() {
    for text in [
        format!("これを見て「{MATE}」です。"),
        format!("board = Board('{MATE}')"),
        "SFEN:8k/9/8P/9/9/9/9/9/9_b_G_1".to_owned(),
        "# extract(\"https://lishogi.org/editor/8k/9/8P/9/9/9/9/9/9_b_G_1\")".to_owned(),
        "P1 *  *  *  *  *  *  *  * -OU\n".to_owned()
            + "P2 *  *  *  *  *  *  *  *  *\nP3 *  *  *  *  *  *  *  * +FU\n"
            + &["P4", "P5", "P6", "P7", "P8", "P9"].join(
                " *  *  *  *  *  *  *  *  *
",
            )
            + " *  *  *  *  *  *  *  *  *
" + "P+00KI\n+\n",
    ] {
        assert_eq!(read(&text), [MATE], "{text}");
    }
    assert!(read("8k/9/8P/9/9/9/9/9/9 b\nG 1 です")[0].contains("line"));
}

#[test]
fn a_diagram_and_its_own_sfen_are_one_problem_and_others_are_several() {
    let own = format!("{BOARD}持駒：金\n\n{MATE}\n");
    assert_eq!(read(&own), [MATE]);
    let engine = format!("{BOARD}先手 手駒 :  金\n手番 = 先手\nsfen {MATE}\n");
    assert_eq!(read(&engine), [MATE]);
    let twice = format!("問題1\n{MATE}\n問題2\n{MATE}\n");
    assert_eq!(read(&twice), [MATE, MATE]);
    let boards = format!("第1問\n{BOARD}持駒：金\n\n第2問\n{BOARD}持駒：金\n");
    let titles: Vec<_> = parts(&boards)
        .into_iter()
        .map(|it| it.content.unwrap().0)
        .collect();
    let titles: Vec<_> = titles
        .iter()
        .map(|it| it.header(headers::TITLE).unwrap())
        .collect();
    assert_eq!(titles, ["第1問", "第2問"]);
    // A board after moves is no problem.
    let picture = format!("{BOARD}持駒：金\n\n詰め上がり図\n{BOARD}");
    assert_eq!(read(&picture), [MATE]);
    assert!(matches!(
        notes(&picture)[..],
        [(RecordErrorKind::Picture, _)]
    ));
}

#[test]
fn the_nearest_hand_of_each_side_counts() {
    let other = BOARD.replace(" 歩", " 銀");
    let two = format!("持駒：金\n{BOARD}\n持駒：飛\n{other}");
    assert_eq!(read(&two), [MATE, "8k/9/8S/9/9/9/9/9/9 b R 1"]);
    for hand in [
        "持駒：先手 金、後手 銀",
        "先手 手駒 : 金 , 後手 手駒 : 銀",
        "Hands: Black G, White S",
        "White has a silver in hand and Black has a gold.",
        "持駒：\n* 金\n後手の持駒：銀",
    ] {
        assert_eq!(
            read(&format!("{BOARD}{hand}\n")),
            ["8k/9/8P/9/9/9/9/9/9 b Gs 1"],
            "{hand}"
        );
    }
    for (hand, message) in [
        ("持駒：金 竹", "`竹` is no piece in hand"),
        ("持駒：Gs", "`s` is no piece in hand"),
        // A letter before a colon is the name of a side.
        ("In hand: B: G W: S", "`B:` is no piece in hand"),
        ("持駒：金と謎", "`と` is no piece in hand"),
        ("持駒：金五", "too many pieces in hand"),
        (
            "持駒：金\n先手の持駒：銀",
            "another line has other pieces for this hand",
        ),
    ] {
        assert_eq!(read(&format!("{BOARD}{hand}\n")), [message]);
    }
    // A record has the hands of both sides, so this one is cut off.
    let cut = format!(
        "後手の持駒：飛\n{}",
        BOARD.trim_end_matches("+---------------------------+\n")
    );
    let message =
        "the diagram is cut off: there is no line with the pieces in hand of Black (先手)";
    assert_eq!(read(&cut), [message]);
    // A sentence about a piece of White is no hand of his.
    let sentence = format!("{BOARD}持駒：金\nWhy would the White Gold move in?\n");
    assert_eq!(read(&sentence), [MATE]);
    let unread = notes(&format!("{BOARD}手持ちは金が2枚\n"));
    assert_eq!(
        unread,
        [(RecordErrorKind::UnreadHand, "手持ちは金が2枚".to_owned())]
    );
}

#[test]
fn the_side_to_move_is_said_or_follows_from_the_kings() {
    let both = BOARD.replace(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九",
        "| ・ 玉 ・ ・ ・ ・ ・ ・ ・|九",
    );
    for words in [
        "後手番",
        "手番：後手",
        "Side to move: White",
        "次は後手番です。",
    ] {
        let [part] = &parts(&format!("{words}\n{both}後手の持駒：金\n"))[..] else {
            panic!("{words}");
        };
        assert_eq!(
            part.content.as_ref().unwrap().0.setup.turn,
            Color::White,
            "{words}"
        );
    }
    let moves = format!("{both}後手の持駒：金\n解答：△８八金\n");
    assert!(
        read(&moves)[0].ends_with(" w g 1 moves G*8h"),
        "{:?}",
        read(&moves)
    );
    let unmarked = BOARD.replace("v玉", " 玉");
    assert!(
        read(&unmarked)[0].starts_with("no piece is marked"),
        "{unmarked}"
    );
}

#[test]
fn the_solution_is_after_its_word_or_fits_the_position() {
    let line = format!("{MATE} moves G*1b");
    for below in [
        "解答\n▲１二金まで1手詰",
        "想定手順:\n１二金",
        "【正解】▲１二金（１一金は不可）",
        "The solution should turn out to be:\n`G*1b`",
        "変化：▲２一金\n正解：▲１二金",
        "▲１二金(▲２二金)まで",
        "[\"G*1b\"]",
        "   1 １二金打   ( 0:01/00:00:01)",
    ] {
        assert_eq!(
            read(&format!("{BOARD}持駒：金\n\n{below}\n")),
            [line.as_str()],
            "{below}"
        );
    }
    for (below, kind) in [
        ("▲３三金", RecordErrorKind::MovesWithoutCheck),
        ("▲１二銀", RecordErrorKind::MovesNotPossible),
    ] {
        assert_eq!(
            notes(&format!("{BOARD}持駒：金\n\n{below}\n")),
            [(kind, below.to_owned())]
        );
    }
    for below in [
        "▲１二金で詰むと思う",
        "前回の解答\n▲１二金",
        "第3問の解答\n▲１二金",
    ] {
        assert_eq!(
            read(&format!("第4問\n{BOARD}持駒：金\n\n{below}\n")),
            [MATE],
            "{below}"
        );
    }
}

#[test]
fn solutions_together_go_to_their_problems() {
    let five = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let expected = [format!("{MATE} moves G*1b"), format!("{five} moves G*5b")];
    for answers in [
        "解答\n第1問 ▲１二金\n第2問 ▲５二金",
        "解答\n(2) ５二金\n(1) １二金",
        "解答\n\n第2問\n▲５二金\n第1問\n▲１二金",
    ] {
        let text = format!("第1問\n{MATE}\n第2問\n{five}\n{answers}\n");
        assert_eq!(read(&text), expected, "{answers}");
    }
}

#[test]
fn lengths_and_headers_stand_around_a_position() {
    for text in [
        format!("【5手詰】\n{BOARD}持駒：金\n"),
        format!("作者：看寿\n{BOARD}持駒：金\n5 手詰です\n"),
        format!("{{ \"sfen\": \"{MATE}\",\n  \"steps\": 5,\n}}"),
        format!("{BOARD}先手の持駒：金\n手数----指手--\nまで5手詰\n"),
    ] {
        assert_eq!(
            header(&text, headers::PLIES).as_deref(),
            Some("5手詰"),
            "{text}"
        );
    }
    // What a program took for a mate is no length, and each problem of a source has its own.
    let said = format!("{BOARD}持駒：金\n1手詰と判定してしまう\n");
    assert_eq!(header(&said, headers::PLIES), None);
    let of = |plies| format!("  (\n    \"{MATE}\",\n    \"{plies}手詰\",\n  ),\n");
    let plies: Vec<_> = parts(&(of(1) + &of(3)))
        .into_iter()
        .map(|it| {
            it.content
                .unwrap()
                .0
                .header(headers::PLIES)
                .map(str::to_owned)
        })
        .collect();
    assert_eq!(plies, [Some("1手詰".to_owned()), Some("3手詰".to_owned())]);
    // A list has folded the position over two lines, and a diagram in CSA has its own drawing below it.
    let (first, second) = MATE.split_at(20);
    let folded = format!("- sfen: {first}\n    {second}\n- steps: 1\n");
    assert_eq!(read(&folded), [MATE]);
    let csa = "P-11OU\nP+13FU00KI\n+\n";
    let both = format!("```\n{csa}```\n\n```\n{BOARD}```\n");
    assert_eq!(read(&both), [MATE]);
    // The times of moves are no moves.
    let timed = format!("{MATE}\n\n1.G*1b  (00:00 / 00:00:00)\n");
    assert_eq!(read(&timed), [format!("{MATE} moves G*1b")]);
    let table =
        format!("| no | author | sfen | plies |\n|---|---|---|---|\n| 7 | 看寿 | {MATE} | 5 |\n");
    for (key, value) in [
        (headers::ID, "7"),
        (headers::AUTHOR, "看寿"),
        (headers::PLIES, "5手詰"),
    ] {
        assert_eq!(header(&table, key).as_deref(), Some(value));
    }
    let text = format!("作者：看寿\n\n{BOARD}持駒：金\n");
    assert_eq!(header(&text, headers::AUTHOR).as_deref(), Some("看寿"));
}

#[test]
fn records_of_kif_stand_in_texts() {
    let readme = format!(
        "# Usage\n\n```\n作者：看寿\n後手の持駒：なし\n{BOARD}先手の持駒：金\n先手番\n手数----指手---------消費時間--\n```\n\n出力です。\n"
    );
    assert_eq!(read(&readme), [MATE]);
    assert_eq!(header(&readme, headers::AUTHOR).as_deref(), Some("看寿"));
    // Something else after a number is a move with a mistake.
    let broken = format!("{BOARD}先手の持駒：金\n手数----指手--\n   1 １二金打\n   2 ？\n");
    assert_eq!(read(&broken), [format!("{MATE} moves G*1b")]);
    let content = parts(&broken).remove(0).content.unwrap();
    assert!(content.1.broken.is_some());
    // Moves alone are a game, if they can be played.
    assert_eq!(read("   1 ２六歩(27)\n   2 ３四歩(33)\n").len(), 1);
    assert!(read("1.S3d-2c+\n1…G1cx2c\n2.R2a-1a+\n").is_empty());
}
