//! Records in every format.

use super::*;
use crate::notation::{sfen, usi};
use crate::shogi::Move;

const DIAGRAM: &str = "\
後手の持駒：飛　角　金四　銀四　桂四　香四　歩十八　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ 飛 ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v玉|四
| ・ ・ ・ ・ ・ ・ 角 ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
";
const SFEN: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
const LINE: &str = "3a3d+ 1d1e 3d2d 1e1f 2d2f";
const MOVES: &str = "\
手数----指手---------消費時間--
   1 ３四飛成(31)
   2 １五玉(14)
   3 ２四龍(34)
   4 １六玉(15)
   5 ２六龍(24)
   6 詰み
";

fn moves(line: &str) -> Vec<Move> {
    let words = line.split_whitespace();
    words.map(|word| usi::parse_move(word).unwrap()).collect()
}

fn one(text: &str, format: Format) -> (Record, Places) {
    let mut parts = read(text, format);
    assert_eq!(parts.len(), 1, "{parts:#?}");
    parts.remove(0).content.unwrap()
}

fn failure(text: &str, format: Format) -> (String, usize, String) {
    let parts = read(text, format);
    let part = parts.iter().find(|part| part.content.is_err()).unwrap();
    let error = part.content.as_ref().unwrap_err();
    let line = part.text[..error.span.start].matches('\n').count() + part.line;
    (
        error.to_string(),
        line,
        part.text[error.span.clone()].to_owned(),
    )
}

fn sample() -> Record {
    let mut record = Record::new(sfen::parse(SFEN).unwrap().setup);
    for (key, value) in [
        ("作者", "伊藤看寿"),
        ("手数", "5手詰"),
        ("盤面回転", ""),
        ("棋戦", "図巧"),
    ] {
        record.headers.push((key.to_owned(), value.to_owned()));
    }
    let tree = &mut record.tree;
    tree.node_mut(0).comments = vec!["start".to_owned(), "&bookmark".to_owned()];
    let last = tree.add_line(0, &moves(LINE));
    tree.node_mut(last).end = Some(End::Mate);
    tree.node_mut(1).comments = vec!["main move".to_owned()];
    tree.node_mut(2).seconds = Some(75);
    let first = tree.ancestor(last, 1).unwrap();
    let branch = tree.add_line(first, &moves("P*2d 3d2d"));
    tree.node_mut(branch).end = Some(End::Mate);
    tree.node_mut(branch).comments = vec!["変化".to_owned()];
    tree.add_line(first, &moves("G*2d 3d3b 1d1e"));
    let third = tree.ancestor(last, 3).unwrap();
    tree.add_line(third, &moves("P*1g"));
    // Behind the end of the main line: a branch all the same.
    tree.add_line(last, &moves("1f1g"));
    record
}

#[test]
fn every_format_gives_back_what_it_can_hold() {
    let record = sample();
    for format in [Format::Kif, Format::Jkf] {
        let (text, losses) = write(&record, format);
        assert_eq!(losses, Losses::default());
        assert_eq!(one(&text, format).0, record, "{format:?}\n{text}");
    }
    let (text, losses) = write(&record, Format::Ki2);
    assert_eq!(losses.names().collect::<Vec<_>>(), ["times"]);
    let mut timeless = record.clone();
    timeless.tree.node_mut(2).seconds = None;
    assert_eq!(one(&text, Format::Ki2).0, timeless, "{text}");

    let (text, losses) = write(&record, Format::Csa);
    assert_eq!(losses.names().collect::<Vec<_>>(), ["branches"]);
    let read = one(&text, Format::Csa).0;
    assert_eq!(read.tree.main_line(), record.tree.main_line());
    assert_eq!(read.setup, record.setup);
    for (key, value) in &record.headers {
        assert_eq!(
            read.headers.iter().find(|it| it.0 == *key).unwrap().1,
            *value
        );
    }
    assert_eq!(read.tree.node(0).comments, record.tree.node(0).comments);
    assert_eq!(read.tree.node(2).seconds, Some(75));
    assert_eq!(read.tree.node(5).end, Some(End::Mate));
}

#[test]
fn what_is_written_is_what_people_write() {
    let record = sample();
    let (text, _) = write(&record, Format::Kif);
    let expected = format!(
        "# KIF形式棋譜ファイル\n作者：伊藤看寿\n手数：5手詰\n盤面回転\n棋戦：図巧\n手合割：その他\n{}\
手数----指手---------消費時間--
*start
&bookmark
   1 ３四飛成(31)
*main move
   2 １五玉(14)   ( 1:15/00:01:15)+
   3 ２四龍(34)
   4 １六玉(15)+
   5 ２六龍(24)
   6 詰み
まで5手で詰み

変化：6手
   6 １七玉(16)

変化：4手
   4 １七歩打

変化：2手
   2 ２四歩打+
   3 同　龍(34)
*変化
   4 詰み
まで3手で詰み

変化：2手
   2 ２四金打
   3 ３二龍(34)
   4 １五玉(14)
",
        DIAGRAM.replace("十八　", "十八")
    );
    assert_eq!(text, expected);
    let (text, _) = write(&record, Format::Ki2);
    assert!(
        text.contains(
            "\n▲３四飛成\n*main move\n△１五玉　▲２四龍　△１六玉　▲２六龍\nまで5手で詰み\n"
        ),
        "{text}"
    );
}

#[test]
fn a_problem_has_its_places_in_the_text() {
    let text = format!("作者：看寿\n手数：5手詰\n{DIAGRAM}{MOVES}");
    let (record, places) = one(&text, Format::Kif);
    let problem = problem(&record, &places);
    assert_eq!(sfen::write(&problem.setup), SFEN);
    assert_eq!(problem.moves, moves(LINE));
    assert_eq!(problem.opcode("author"), Some("看寿"));
    let words: Vec<_> = problem
        .spans
        .moves
        .iter()
        .map(|it| &text[it.clone()])
        .collect();
    assert_eq!(words[0], "３四飛成(31)");
    assert_eq!(words[4], "２六龍(24)");
    let king = problem
        .spans
        .pieces
        .iter()
        .find(|it| it.0 == Square::new(0, 3));
    assert_eq!(&text[king.unwrap().1.clone()], "v玉");
    assert_eq!(&text[problem.spans.held[6].2.clone()], "歩十八");
}

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
            "handicap behind the diagram",
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
            "marks behind moves",
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
            "relative moves behind numbers",
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
        let (record, _) = one(&diagram(row), Format::Kif);
        assert_eq!(sfen::write(&record.setup), expected, "{row}");
    }
    for name in ["成銀", "全"] {
        let text = format!(
            "{}1 ６二{name}(51)\n",
            diagram("| とv玉 杏 圭 全 ・vとv飛v馬|一")
        );
        assert_eq!(one(&text, Format::Kif).0.tree.main_line(), moves("5a6b"));
    }
    for name in ["成桂", "圭", "今"] {
        let text = format!(
            "{}1 ６二{name}(61)\n",
            diagram("| とv玉 杏 圭 全 ・vとv飛v馬|一")
        );
        assert_eq!(one(&text, Format::Kif).0.tree.main_line(), moves("6a6b"));
    }
}

#[test]
fn white_may_be_to_move() {
    let text = format!("{DIAGRAM}後手番\n   1 １五玉(14)\n");
    let (record, _) = one(&text, Format::Kif);
    assert_eq!(record.setup.turn, Color::White);
    assert_eq!(record.tree.main_line(), moves("1d1e"));
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let (text, _) = write(&record, format);
        let read = one(&text, format).0;
        assert_eq!(
            (read.setup, read.tree),
            (record.setup.clone(), record.tree.clone())
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
        ("２四龍(34)", "２四竜馬", "this is no move", 18, None),
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
        (
            "手数----指手---------消費時間--",
            "xyz",
            "this line is neither a header, nor part of a diagram, nor a move",
            15,
            Some("xyz"),
        ),
        (
            "   6 詰み",
            "変化：9手",
            "the line above has no move 9 that could be replaced",
            21,
            Some("変化：9手"),
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
            one(&text, Format::Kif);
            continue;
        }
        let found = failure(&text, Format::Kif);
        assert_eq!((found.0.as_str(), found.1), (message, line), "{to}");
        if let Some(place) = place {
            assert_eq!(found.2, place, "{to}");
        }
    }
    let found = failure("手合割：名人戦\n   1 ７六歩(77)\n", Format::Kif);
    assert_eq!(found.2, "手合割：名人戦");
    let found = failure("*comment\n▲\n", Format::Ki2);
    assert_eq!(
        (found.0.as_str(), found.1, found.2.as_str()),
        ("this is no move", 2, "")
    );
    let found = failure("▲７六歩 △３四歩 △４四歩", Format::Ki2);
    assert_eq!(
        (found.0.as_str(), found.2.as_str()),
        ("it is the other side's turn", "△")
    );
}

#[test]
fn csa_errors_name_the_place() {
    let (text, _) = write(&sample(), Format::Csa);
    for (from, to, message, place) in [
        ("+3134RY", "+3134XX", "this is no move", "+3134XX"),
        (
            "+3134RY",
            "-3134RY",
            "it is the other side's turn",
            "-3134RY",
        ),
        (
            "+3134RY",
            "+3134UM",
            "there is no 馬 of the side to move on ３一",
            "+3134UM",
        ),
        (
            "%TSUMI",
            "%WHAT",
            "this line is neither a header, nor part of a diagram, nor a move",
            "%WHAT",
        ),
        ("-OU", "-OX", "`-OX` is no piece", "-OX"),
        ("P-00HI", "P-00OU", "`00OU` is no piece", "00OU"),
    ] {
        assert!(text.contains(from), "{from}");
        let found = failure(&text.replace(from, to), Format::Csa);
        assert_eq!((found.0.as_str(), found.2.as_str()), (message, place));
    }
}

#[test]
fn csa_has_more_than_one_way_to_tell_a_diagram() {
    let text = "V2.2\nN+a\nN-b\n$EVENT:c\nPI82HI22KA,+\n+7776FU,T12,-3334FU\n%TORYO\n/\nP+23KI23FU\n/\n'only a comment\n/\nP-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n%TSUMI";
    let parts = read(text, Format::Csa);
    let lines: Vec<_> = parts.iter().map(|part| part.line).collect();
    assert_eq!(lines, [1, 9, 13]);
    let (first, _) = parts[0].content.as_ref().unwrap();
    assert_eq!(first.header("棋戦"), Some("c"));
    assert_eq!(first.tree.main_line(), moves("7g7f 3c3d"));
    assert_eq!(first.tree.node(1).seconds, Some(12));
    let error = parts[1].content.as_ref().unwrap_err();
    assert_eq!(error.to_string(), "there is already a piece on ２三");
    let (third, _) = parts[2].content.as_ref().unwrap();
    assert_eq!(
        sfen::write(&third.setup),
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    );
}

#[test]
fn jkf_errors_name_the_place() {
    let (text, _) = write(&sample(), Format::Jkf);
    let broken = text.replacen("\"FU\": 18", "\"FU\": oops", 1);
    let found = failure(&broken, Format::Jkf);
    assert!(found.0.contains("this is not JKF"), "{found:?}");
    let line = broken.lines().nth(found.1 - 1).unwrap();
    assert!(line.contains("oops") && found.2 == "o", "{found:?}");
    let two = format!("{text}{text}");
    assert_eq!(read(&two, Format::Jkf).len(), 2);
    let moved = text.replacen("\"x\": 3", "\"x\": 4", 1);
    let found = failure(&moved, Format::Jkf);
    assert!(found.0.starts_with("moves[1]: there is no 飛"), "{found:?}");
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
        let (record, _) = one(&format!("{head}{text}\n"), Format::Ki2);
        assert_eq!(record.tree.main_line(), moves(expected), "{diagram} {text}");
    }
}
