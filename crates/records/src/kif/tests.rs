//! KIF and KI2 in every spelling.

mod pasted;

use crate::notation::sfen;
use crate::notation::usi;
use crate::tests::*;
use crate::*;

/// The same problem in every spelling.
#[test]
#[allow(clippy::too_many_lines)]
fn every_oddity_is_read_in_both_encodings() {
    let plain = format!("{DIAGRAM}{MOVES}");
    let kings = plain.replace('玉', "王").replace('龍', "竜");
    let ki2 = format!("{DIAGRAM}▲３四飛成　△１五玉　▲２四龍　△１六玉\n▲２六龍\nまで5手で詰\n");
    let cases = [
        ("plain", plain.clone()),
        ("handicap 詰将棋", format!("手合割：詰将棋\n{plain}")),
        ("handicap 平手", format!("手合割：平手　　\n{plain}")),
        ("unknown handicap", format!("手合割：名人戦\n{plain}")),
        (
            "handicap after the diagram",
            plain.replace("先手の持駒", "手合割：平手\n先手の持駒"),
        ),
        ("stray variation", format!("変化：3手\n{plain}")),
        ("ASCII colons", plain.replace('：', ":")),
        ("王 and 竜", kings),
        (
            "board turned",
            plain.replace("先手の持駒", "盤面回転\n先手の持駒"),
        ),
        (
            "marks after moves",
            plain
                .replace("(14)", "(14)+")
                .replace("(15)", "(15)   ( 0:00/00:00:00)+"),
        ),
        ("times", plain.replace("(14)", "(14)   ( 0:00/00:00:00)")),
        (
            "comments",
            plain.replace("   2 ", "*comment\n*もう一つ\n   2 "),
        ),
        ("bookmarks", plain.replace("   2 ", "&しおり\n   2 ")),
        (
            "ASCII digits in the board",
            plain.replace("３四", "34").replace("１五", "1五"),
        ),
        (
            "no drop of blanks",
            plain.replace("先手の持駒：なし", "先手の持駒："),
        ),
        (
            "hand in ASCII digits",
            plain.replace("歩十八", "歩18").replace("金四", "金４"),
        ),
        (
            "攻方 and 玉方",
            plain
                .replace("先手の", "攻方の")
                .replace("後手の", "玉方の"),
        ),
        (
            "rest of the pieces",
            plain.replace("飛　角　金四　銀四　桂四　香四　歩十八　", "残り全部"),
        ),
        ("terminal 詰", plain.replace("6 詰み", "6 詰")),
        ("footer", plain.replace("   6 詰み", "まで5手で詰み")),
        ("CR LF", plain.replace('\n', "\r\n")),
        (
            "no blank lines, no numbers aligned",
            plain.replace("   1 ", "1 ").replace("   2 ", "2　"),
        ),
        (
            "remarks",
            format!(
                "#KIF version=2.0 encoding=Shift_JIS\n# ---- Kifu for Windows V7 ----\n{plain}"
            ),
        ),
        (
            "BOD",
            plain.replace("先手の持駒：なし", "先手の持駒：なし\n手数＝0  まで"),
        ),
        (
            "turn",
            plain.replace("先手の持駒：なし", "先手の持駒：なし\n先手番"),
        ),
        ("KI2", ki2.clone()),
        ("☗☖", ki2.replace('▲', "☗").replace('△', "☖")),
        (
            "relative moves after numbers",
            plain.replace("(31)", "").replace("(15)", ""),
        ),
    ];
    for (name, text) in cases {
        for encoding in [Encoding::Utf8, Encoding::Cp932] {
            if encoding == Encoding::Cp932 && text.contains('☗') {
                continue;
            }
            let bytes = encode(&text, encoding).unwrap();
            let marked = [b"\xef\xbb\xbf".as_slice(), &bytes].concat();
            for bytes in [
                Some(&bytes),
                (encoding == Encoding::Utf8).then_some(&marked),
            ] {
                let Some(bytes) = bytes else { continue };
                for format in [Format::Kif, Format::Ki2] {
                    let parts = read(&decode(bytes), format);
                    assert_eq!(parts.len(), 1, "{name}: {parts:#?}");
                    let (record, _) = match &parts[0].content {
                        Ok(content) => content,
                        Err(error) => panic!("{name}: {error} {:?}", error.span),
                    };
                    assert_eq!(sfen::write(&record.setup), SFEN, "{name}");
                    assert_eq!(record.tree.main_line(), moves(LINE), "{name}");
                    let end = record.tree.node(5).end;
                    assert_eq!(end, Some(End::Mate), "{name}");
                }
            }
        }
    }
}

#[test]
fn promoted_pieces_have_many_names() {
    let diagram = |row: &str| {
        let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
        format!("+---+\n{row}\n{}+---+\n", empty.repeat(8))
    };
    let expected = "+Pk+L+N+S1+pr+b/9/9/9/9/9/9/9/9 b - 1";
    for row in [
        "| とv玉 杏 圭 全 ・vとv飛v馬|一",
        "| 个v王 仝 今 全 ・v个v飛v馬|一",
    ] {
        let (record, _) = read_one(&diagram(row), Format::Kif);
        assert_eq!(sfen::write(&record.setup), expected, "{row}");
    }
    for name in ["成銀", "全"] {
        let text = format!(
            "{}1 ６二{name}(51)\n",
            diagram("| とv玉 杏 圭 全 ・vとv飛v馬|一")
        );
        assert_eq!(
            read_one(&text, Format::Kif).0.tree.main_line(),
            moves("5a6b")
        );
    }
    for name in ["成桂", "圭", "今"] {
        let text = format!(
            "{}1 ６二{name}(61)\n",
            diagram("| とv玉 杏 圭 全 ・vとv飛v馬|一")
        );
        assert_eq!(
            read_one(&text, Format::Kif).0.tree.main_line(),
            moves("6a6b")
        );
    }
}

#[test]
fn a_file_may_hold_several_records_and_a_bad_one_spoils_only_itself() {
    let bad = DIAGRAM.replace("v玉", "v王王");
    let text = format!(
        "作品番号：1\n{DIAGRAM}{MOVES}まで5手で詰み\n\n# next\n作品番号：2\n{bad}{MOVES}\n作品番号：3\n{DIAGRAM}\n{DIAGRAM}{MOVES}"
    );
    let parts = read(&text, Format::Kif);
    let found: Vec<_> = parts
        .iter()
        .map(|part| (part.line, part.content.is_ok()))
        .collect();
    assert_eq!(found, [(1, true), (25, false), (49, true), (65, true)]);
    let numbers: Vec<_> = parts
        .iter()
        .filter_map(|part| part.content.as_ref().ok())
        .map(|(record, _)| record.header("作品番号"))
        .collect();
    assert_eq!(numbers, [Some("1"), Some("3"), None]);
    for part in &parts {
        assert!(
            text.split('\n')
                .nth(part.line - 1)
                .is_some_and(|line| part.text.starts_with(line))
        );
    }
}

#[test]
fn the_author_line_after_the_moves_begins_no_record() {
    let text = format!("{DIAGRAM}{MOVES}作意：▲３四飛成\n作者：だれか\n");
    let parts = read(&text, Format::Kif);
    let [part] = parts.as_slice() else {
        panic!("{parts:?}");
    };
    let (record, _) = part.content.as_ref().unwrap();
    assert_eq!(record.tree.main_line().len(), 5);
    assert_eq!(record.header("作意"), Some("▲３四飛成"));
    // In front of the next diagram it belongs to that one.
    let text = format!("{DIAGRAM}{MOVES}作意：▲３四飛成\n{DIAGRAM}");
    let parts = read(&text, Format::Kif);
    let moves = |it: &Part| it.content.as_ref().unwrap().0.tree.main_line().len();
    assert_eq!(parts.iter().map(moves).collect::<Vec<_>>(), [5, 1]);
}

#[test]
fn errors_name_the_place() {
    let record = format!("{DIAGRAM}{MOVES}");
    for (from, to, message, line, place) in [
        (
            "v玉|四",
            "v王王|四",
            "this rank has 10 squares: expected 9",
            7,
            None,
        ),
        ("v玉|四", "v炎|四", "`炎` is no piece", 7, Some("炎")),
        (
            "飛　角　",
            "飛　炎　",
            "`炎` is no piece in hand",
            1,
            Some("炎"),
        ),
        (
            "歩十八",
            "歩十九",
            "too many pieces in hand",
            1,
            Some("歩十九"),
        ),
        (
            "２四龍(34)",
            "２四龍(35)",
            "there is no 龍 of the side to move on ３五",
            18,
            Some("２四龍(35)"),
        ),
        ("２四龍(34)", "２四竜銀", "this is no move", 18, None),
        (
            "２四龍(34)",
            "４四玉",
            "no 玉 can go to ４四",
            18,
            Some("４四玉"),
        ),
        (
            "１六玉(15)",
            "１六玉(15) xyz",
            "this is no move",
            19,
            Some("xyz"),
        ),
        ("+---------------------------+\n先手", "先手", "", 0, None),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n",
            "",
            "the diagram has 8 ranks: expected 9",
            4,
            None,
        ),
    ] {
        assert!(record.contains(from), "{from}");
        let text = record.replace(from, to);
        if message.is_empty() {
            read_one(&text, Format::Kif);
            continue;
        }
        let found = failure(&text, Format::Kif);
        assert_eq!(
            (found.message.as_str(), found.line),
            (message, line),
            "{to}"
        );
        if let Some(place) = place {
            assert_eq!(found.place, place, "{to}");
        }
    }
    // A line that is not understood becomes a note, and the record is read all the same.
    let text = record.replace("手数----指手---------消費時間--", "xyz");
    let (_, places) = read_one(&text, Format::Kif);
    assert_eq!(places.notes.len(), 1);
    assert_eq!(&text[places.notes[0].span.clone()], "xyz");
    let found = failure("手合割：名人戦\n   1 ７六歩(77)\n", Format::Kif);
    assert_eq!(found.place, "手合割：名人戦");
    let found = failure("*comment\n▲\n", Format::Ki2);
    assert_eq!(
        (found.message.as_str(), found.line, found.place.as_str()),
        ("this is no move", 2, "▲")
    );
    let found = failure("▲７六歩 △３四歩 △４四歩", Format::Ki2);
    assert_eq!(
        (found.message.as_str(), found.place.as_str()),
        ("it is the other side's turn", "△")
    );
}

#[test]
fn relative_words_pick_a_piece() {
    for (diagram, text, expected) in [
        ("9/9/2G1G4/9/9/9/9/9/9 b - 1", "▲６二金左", "7c6b"),
        ("9/9/2G1G4/9/9/9/9/9/9 b - 1", "▲６二金右", "5c6b"),
        ("9/9/9/9/9/9/9/9/2GGG4 b - 1", "▲６八金直", "6i6h"),
        ("9/9/9/9/9/9/3G5/9/2GG5 b - 1", "▲６八金左上", "7i6h"),
        ("9/9/9/9/9/9/3G5/9/2GG5 b - 1", "▲６八金引", "6g6h"),
        ("4k4/9/9/9/5G3/9/9/9/9 b G 1", "▲５四金打", "G*5d"),
        ("4k4/9/9/9/5G3/9/9/9/9 b G 1", "▲５四金", "4e5d"),
        ("4k4/9/9/9/9/9/9/4r4/3GKG3 b - 1", "▲５八金左", "6i5h"),
        // One of the two is pinned.
        ("4r4/9/9/9/9/9/4G4/4KG3/9 b - 1", "▲４七金", "4h4g"),
    ] {
        let setup = sfen::parse(diagram).unwrap().setup;
        let (head, _) = write(&Record::new(setup), Format::Ki2);
        let (record, _) = read_one(&format!("{head}{text}\n"), Format::Ki2);
        assert_eq!(record.tree.main_line(), moves(expected), "{diagram} {text}");
    }
}

/// Returns the lines of a record, each from the start, and the errors of what was left out.
fn lines_of(text: &str) -> (Vec<String>, Vec<String>) {
    let (record, places) = read_one(text, Format::Kif);
    let tree = &record.tree;
    let ends = (0..tree.len()).filter(|&id| tree.node(id).children.is_empty());
    let line = |id| {
        let words = moves_to(tree, id).into_iter().map(usi::write_move);
        words.collect::<Vec<_>>().join(" ")
    };
    let told = |error: &RecordError| format!("{}: {error}", &text[error.span.clone()]);
    (
        ends.map(line).collect(),
        places.left_out.iter().map(told).collect(),
    )
}

const GAME: &str = "\
手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)+
   3 ２六歩(27)
   4 ４四歩(43)+
";

#[test]
fn branches_may_come_in_either_order() {
    let second = "変化：2手\n   2 ８四歩(83)\n   3 ６六歩(67)\n   4 ９四歩(93)\n";
    let fourth = "変化：4手\n   4 ５四歩(53)\n";
    for branches in [[second, fourth], [fourth, second]] {
        let (mut lines, left_out) = lines_of(&format!("{GAME}{}", branches.concat()));
        lines.sort_unstable();
        assert_eq!(
            lines,
            [
                "7g7f 3c3d 2g2f 4c4d",
                "7g7f 3c3d 2g2f 5c5d",
                "7g7f 8c8d 6g6f 9c9d",
            ]
        );
        assert!(left_out.is_empty(), "{left_out:?}");
    }
    // A branch of a branch, whose move has a mark, although it would fit the main line as well.
    let nested = second.replace("９四歩(93)", "９四歩(93)+");
    let main = GAME.replace("４四歩(43)+", "４四歩(43)");
    let (lines, _) = lines_of(&format!("{main}{nested}{fourth}"));
    assert_eq!(lines[2], "7g7f 8c8d 6g6f 5c5d");
    // Without marks, the moves tell: the main line has a rook there.
    let main = GAME.replace('+', "");
    let fourth = "変化：4手\n   4 ３五歩(34)\n";
    let (lines, _) = lines_of(&format!("{main}{second}{fourth}"));
    assert_eq!(lines[2], "7g7f 3c3d 2g2f 3d3e");
}

#[test]
fn a_branch_that_fits_nowhere_is_left_out_alone() {
    let text = format!(
        "{GAME}変化：9手\n   9 ４八銀(39)\n*lost\n変化：4手\n   4 ８四歩(83)\n   5 ２四歩(25)\n*lost\n   6 同　歩(23)\n変化：2手\n   2 ５四歩(53)\n"
    );
    let (lines, left_out) = lines_of(&text);
    assert_eq!(
        lines,
        ["7g7f 3c3d 2g2f 4c4d", "7g7f 3c3d 2g2f 8c8d", "7g7f 5c5d"]
    );
    assert_eq!(
        left_out,
        [
            "変化：9手: the line above has no move 9 that could be replaced",
            "２四歩(25): there is no 歩 of the side to move on ２五",
        ]
    );
    let record = read_one(&text, Format::Kif).0;
    assert!((0..record.tree.len()).all(|id| record.tree.node(id).comments.is_empty()));
}

#[test]
fn a_broken_main_line_ends_before_the_error_and_no_branch_takes_its_place() {
    let wrong = GAME.replace("２六歩(27)", "２六歩(26)");
    let text = format!(
        "{wrong}   5 投了\nまで4手で終わり\n*lost\n変化：3手\n   3 ６六歩(67)\n変化：2手\n   2 ８四歩(83)\n   3 ９九玉\n変化：5手\n   5 ６六歩(67)\n変化：\n   2 ５四歩(53)\n"
    );
    assert_eq!(failure(&text, Format::Kif).line, 4);
    let (lines, left_out) = lines_of(&text);
    assert_eq!(lines, ["7g7f 3c3d", "7g7f 8c8d"]);
    assert_eq!(
        left_out,
        [
            "変化：3手: the line above has no move 3 that could be replaced",
            "９九玉: no 玉 can go to ９九",
            "変化：5手: the line above has no move 5 that could be replaced",
            "変化：: the number of the move replaced is missing: `変化：5手`",
        ]
    );
    let (record, places) = read_one(&text, Format::Kif);
    assert_eq!(&text[places.broken.unwrap().span], "２六歩(26)");
    assert_eq!(record.tree.main_line(), moves("7g7f 3c3d"));
    let node = record.tree.node(2);
    assert_eq!((node.end, node.comments.len()), (None, 0));
    // A line that begins with a number is one of the moves.
    for (line, kept) in [
        ("3.６六飛", 2),
        ("３手目 ６六飛", 2),
        ("3?６六歩", 2),
        ("3 ６六飛", 2),
        ("   1 ９九玉", 0),
    ] {
        let main = GAME.lines().take(kept + 1).collect::<Vec<_>>().join("\n");
        let (record, places) = read_one(&format!("{main}\n{line}\n   4 ８四歩(83)\n"), Format::Kif);
        assert_eq!(record.tree.len(), kept + 1, "{line}");
        assert!(places.broken.is_some(), "{line}");
    }
}

#[test]
fn a_piece_may_be_said_to_promote_after_its_origin() {
    let text = format!("{DIAGRAM}{MOVES}").replace("３四飛成(31)", "３四飛(31)成");
    assert_eq!(read_one(&text, Format::Kif).0.tree.main_line(), moves(LINE));
}

#[test]
fn words_of_games_are_read() {
    let text = GAME.replace(
        "   4 ４四歩(43)+\n",
        "   4 封じ手\n   4 ４四歩(43)\n   5 Time-up\n",
    );
    let (record, _) = read_one(&text, Format::Kif);
    assert_eq!(record.tree.main_line().len(), 4);
    assert_eq!(record.tree.branches(), 0);
    assert_eq!(record.tree.node(3).comments, ["封じ手"]);
    assert_eq!(record.tree.node(4).end, Some(End::TimeUp));
}
