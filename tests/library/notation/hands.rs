//! Hands as people write them in diagrams: every name, beside, above and below the board, with every separator
//! and every way to count. Whatever looks like a hand and is not understood is an error with its place.

#![cfg(feature = "records")]

use tsume::notation::record::{Format, RecordError, read, write};
use tsume::notation::sfen;
use tsume::shogi::Color;

/// Names of the attacker's hand; Black attacks.
const ATTACKERS: [&str; 34] = [
    "持駒",
    "持ち駒",
    "手駒",
    "手持ち",
    "手持駒",
    "手持ち駒",
    "攻方の持駒",
    "攻方持駒",
    "攻方の持ち駒",
    "攻方 持駒",
    "攻め方の持駒",
    "攻め方の手駒",
    "攻方手駒",
    "詰方の持駒",
    "詰め方の持駒",
    "詰め方持ち駒",
    "攻方",
    "攻め方",
    "詰方",
    "詰め方",
    "持駒（攻方）",
    "持駒(攻方)",
    "持ち駒（詰方）",
    "手駒（先手）",
    "先手の持駒",
    "先手の持ち駒",
    "先手の手駒",
    "先手持駒",
    "先手　持駒",
    "下手の持駒",
    "【持駒】",
    "▲持駒",
    "☗持ち駒",
    "▲先手の持駒",
];

/// Names of the defender's hand.
const DEFENDERS: [&str; 15] = [
    "玉方の持駒",
    "玉方持駒",
    "玉方の持ち駒",
    "玉方の手駒",
    "玉方",
    "受方の持駒",
    "受方",
    "受け方の持駒",
    "持駒（玉方）",
    "持ち駒（後手）",
    "後手の持駒",
    "後手の持ち駒",
    "後手持駒",
    "上手の持駒",
    "△持駒",
];

const SEPARATORS: [&str; 9] = ["：", ":", " ", "　", "： ", " ：", ": ", "＝", "\u{a0}"];

/// Pieces as they are written, and as an SFEN has them.
const PIECES: [(&str, &str); 30] = [
    ("金", "G"),
    ("金一", "G"),
    ("金1", "G"),
    ("金１", "G"),
    ("金将", "G"),
    ("金1枚", "G"),
    ("金二", "2G"),
    ("金2", "2G"),
    ("金２枚", "2G"),
    ("金金", "2G"),
    ("金×2", "2G"),
    ("金 二", "2G"),
    ("飛金", "RG"),
    ("飛　金", "RG"),
    ("飛 金", "RG"),
    ("飛、金", "RG"),
    ("飛・金", "RG"),
    ("飛, 金", "RG"),
    ("飛車、角行", "RB"),
    ("飛　角　金四　銀四　桂四　香四　歩十七　", "RB4G4S4N4L17P"),
    ("飛角金4銀4桂4香4歩17", "RB4G4S4N4L17P"),
    ("桂馬３香車２歩兵十", "3N2L10P"),
    ("歩十", "10P"),
    ("歩１２", "12P"),
    ("歩十二枚", "12P"),
    ("なし", ""),
    ("無し", ""),
    ("無", ""),
    ("ナシ", ""),
    ("なし（盤上のみ）", ""),
];

/// A king in the corner before a pawn.
fn board() -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let mut text = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n".to_owned();
    for (rank, numeral) in "一二三四五六七八九".chars().enumerate() {
        let squares = match rank {
            0 => empty.replace(" ・|", "v玉|"),
            2 => empty.replace(" ・|", " 歩|"),
            _ => empty.to_owned(),
        };
        text += &squares;
        text.extend([numeral, '\n']);
    }
    text + "+---------------------------+\n"
}

fn one(text: &str) -> Result<String, RecordError> {
    let mut parts = read(text, Format::Kif);
    assert_eq!(parts.len(), 1, "{text}");
    let (record, places) = parts.remove(0).content?;
    assert_eq!((places.broken, places.left_out), (None, Vec::new()));
    // The place of every piece is known.
    for (color, kind, span) in &places.held {
        let found = read(&text[span.clone()], Format::Kif);
        assert!(
            record.setup.hands[color.index()].count(*kind) > 0,
            "{found:?}"
        );
    }
    Ok(sfen::write(&record.setup))
}

fn expected(black: &str, white: &str) -> String {
    let white = white.to_lowercase();
    let hands = match format!("{black}{white}") {
        hands if hands.is_empty() => "-".to_owned(),
        hands => hands,
    };
    format!("8k/9/8P/9/9/9/9/9/9 b {hands} 1")
}

/// Returns the texts with a line above the board, below it, and above and below others.
fn around(line: &str) -> [String; 4] {
    let board = board();
    [
        format!("{line}\n{board}"),
        format!("{board}{line}\n"),
        format!("作者：だれか\n手数：1手詰\n{line}\n{board}"),
        format!("{board}先手番\n{line}\n手数----指手---------消費時間--\n"),
    ]
}

/// Tests a line with the hand of one side, around a board that has the other hand, too.
fn expect(name: &str, is_black: bool, separator: &str, (pieces, letters): (&str, &str)) {
    let line = format!("{name}{separator}{pieces}");
    let (line, wanted) = if is_black {
        (line, expected(letters, ""))
    } else {
        (format!("持駒：なし\n{line}"), expected("", letters))
    };
    for text in around(&line) {
        assert_eq!(one(&text), Ok(wanted.clone()), "{text}");
    }
}

#[test]
fn a_hand_is_read_under_each_name_with_each_separator_and_each_way_of_counting() {
    for (names, is_black) in [(&ATTACKERS[..], true), (&DEFENDERS[..], false)] {
        for name in names {
            for separator in SEPARATORS {
                expect(name, is_black, separator, PIECES[0]);
            }
            for pieces in PIECES {
                expect(name, is_black, SEPARATORS[0], pieces);
            }
        }
    }
}

#[test]
fn nothing_needs_to_part_a_name_from_pieces() {
    for (line, black, white) in [
        ("持駒金", "G", ""),
        ("持駒なし", "", ""),
        ("攻方持駒飛金二", "R2G", ""),
        ("玉方持駒歩", "", "P"),
        // An empty value is an empty hand.
        ("持駒：", "", ""),
    ] {
        for text in around(line) {
            assert_eq!(one(&text), Ok(expected(black, white)), "{text}");
        }
    }
}

#[test]
fn all_that_is_left_may_be_a_hand() {
    let rest = "2r2b4g4s4n4l17p";
    for words in [
        "残り全部",
        "残り",
        "残り駒全部",
        "残駒",
        "残り全駒",
        "残り（飛二など）",
    ] {
        let text = format!("持駒：なし\n{}玉方の持駒：{words}\n", board());
        assert_eq!(one(&text), Ok(expected("", rest)), "{words}");
    }
}

#[test]
fn both_hands_may_have_names_without_sides() {
    let text = format!("玉方 歩\n{}持駒 金\n", board());
    assert_eq!(one(&text), Ok(expected("G", "P")));
    // The same twice is the same.
    let text = format!("持駒：飛金\n{}先手の持駒：金、飛\n", board());
    assert_eq!(one(&text), Ok(expected("RG", "")));
}

#[test]
fn who_attacks_is_told_by_the_kings() {
    let turned = board()
        .replace("v玉|一", " 玉|一")
        .replace(" 歩|三", "v歩|三");
    for (head, hand) in [
        ("持駒：金\n", "g"),
        ("攻方の持駒：金\n後手番\n", "g"),
        ("攻方番\n持ち駒：金\n", "g"),
        ("先手の持駒：金\n後手番\n", "G"),
        ("玉方の持駒：金\n後手番\n", "G"),
    ] {
        // The only king also tells whose turn it is.
        let text = format!("{head}{turned}");
        let wanted = format!("8K/9/8p/9/9/9/9/9/9 w {hand} 1");
        assert_eq!(one(&text), Ok(wanted), "{head}");
    }
    // With both kings the side to move attacks.
    let both = board().replacen(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九",
        "| 玉 ・ ・ ・ ・ ・ ・ ・ ・|九",
        1,
    );
    let text = format!("持駒：金\n後手番\n{both}");
    assert_eq!(one(&text), Ok("8k/9/8P/9/9/9/9/9/K8 w g 1".to_owned()));
}

#[test]
fn the_side_to_move_has_many_names() {
    for (line, turn) in [
        ("先手番", "b"),
        ("下手番", "b"),
        ("攻方番", "b"),
        ("詰方番", "b"),
        ("▲先手番", "b"),
        ("先手の番", "b"),
        ("先手の手番", "b"),
        ("手番：先手", "b"),
        ("手番：先手番", "b"),
        ("手番：▲", "b"),
        ("手番：先", "b"),
        ("手番：", "b"),
        ("手番　先手（攻方）", "b"),
        ("後手番", "w"),
        ("上手番", "w"),
        ("玉方番", "w"),
        ("受方番", "w"),
        ("△後手番", "w"),
        ("手番：後手", "w"),
        ("手番:△後手", "w"),
        ("手番：白", "w"),
        ("手番：w", "w"),
    ] {
        for text in around(line) {
            let setup = one(&text.replace("先手番\n手番", "手番"));
            // The last text names Black as well; what comes later holds.
            let setup = setup.unwrap();
            assert_eq!(setup.split(' ').nth(1), Some(turn), "{text}");
        }
    }
}

#[test]
fn what_looks_like_a_hand_and_is_not_understood_is_an_error_with_its_place() {
    for (line, message, place) in [
        ("持駒：炎", "`炎` is no piece in hand", "炎"),
        ("持駒 炎", "`炎` is no piece in hand", "炎"),
        ("持ち駒：金、玉", "`玉` is no piece in hand", "玉"),
        ("手駒：と", "`と` is no piece in hand", "と"),
        ("持駒：金なし", "`なし` is no piece in hand", "なし"),
        ("持駒：なし金", "`金` is no piece in hand", "金"),
        ("持駒：金五", "too many pieces in hand", "金五"),
        (
            "手番：金",
            "`金` is no side to move: expected 先手 or 後手",
            "手番：金",
        ),
    ] {
        for text in around(line) {
            let error = one(&text).unwrap_err();
            let found = (error.to_string(), &text[error.span.clone()]);
            assert_eq!(found, (message.to_owned(), place), "{text}");
        }
    }
    let second = format!("持駒：金\n{}先手の持駒：銀\n", board());
    let error = one(&second).unwrap_err();
    assert_eq!(
        error.to_string(),
        "another line has other pieces for this hand"
    );
    assert_eq!(&second[error.span], "先手の持駒：銀");
    // Without a board the pieces would be lost.
    let error = one("手合割：平手\n持駒：金\n").unwrap_err();
    assert_eq!(error.to_string(), "the diagram has 0 ranks: expected 9");
}

#[test]
fn a_line_near_the_board_that_is_not_understood_is_told() {
    for line in [
        "持駒は竹",
        "金 銀",
        "| 後手番",
        "使える駒：飛角",
        "Hands: Black G, White S",
    ] {
        let text = format!("{}{line}\n", board());
        let (_, places) = read(&text, Format::Kif).remove(0).content.unwrap();
        let told: Vec<&str> = places
            .notes
            .iter()
            .map(|it| &text[it.span.clone()])
            .collect();
        assert_eq!(told, [line]);
    }
}

#[test]
fn headers_that_are_no_hands_stay_headers() {
    for header in [
        "先手：攻方",
        "後手：玉方",
        "先手：藤井聡太",
        "後手：金子タカシ",
        "先手：桂　太郎",
        "先手の囲い：矢倉",
        "後手の戦型：四間飛車",
        "先手の備考：角換わり",
        "手持ち時間：10分",
        "持ち時間：1時間",
        "駒落ち：飛香落ち",
        "駒数：7",
        "持駒数：2",
        "詰方：藤井",
        "攻方の名：角田",
        "備考：金",
        "作者：香",
    ] {
        for text in around(header) {
            let parts = read(&text, Format::Kif);
            let (record, _) = parts[0].content.as_ref().unwrap();
            let (key, value) = header.split_once('：').unwrap();
            let wanted = (key.to_owned(), value.to_owned());
            assert!(record.headers.contains(&wanted), "{text}");
        }
    }
    // A name, or the pieces of the diagram, if the hand is in a line of its own.
    for header in ["先手：金", "使用駒：飛角金", "駒：銀"] {
        let text = format!("{header}\n先手の持駒：銀\n{}", board());
        assert_eq!(one(&text), Ok(expected("S", "")));
    }
}

/// A written record is read again: a header that would be a hand is told and left out.
#[test]
fn headers_that_would_be_hands_are_not_written() {
    let parts = read(&format!("持駒：金\n{}", board()), Format::Kif);
    let (record, _) = parts[0].content.as_ref().unwrap();
    for (key, value) in [
        ("持駒", "銀"),
        ("手駒", "銀"),
        ("攻方", "銀"),
        ("最後の持駒", "銀"),
    ] {
        let mut odd = record.clone();
        odd.set_header(key, value.to_owned());
        for format in [Format::Kif, Format::Ki2] {
            let (text, losses) = write(&odd, format);
            assert!(losses.headers, "{key} {text}");
            let again = read(&text, Format::Kif).remove(0).content.unwrap().0;
            assert_eq!(again.setup, record.setup, "{text}");
        }
    }
}

#[test]
fn several_diagrams_have_hands_of_their_own() {
    let board = board();
    for (text, hands) in [
        (format!("持駒：金\n{board}持駒：銀\n{board}"), ["G", "S"]),
        (format!("{board}持駒 金\n\n{board}持駒 銀\n"), ["G", "S"]),
        (
            format!("{board}持駒：金\n▲１二金\n{board}持駒：銀\n"),
            ["G", "S"],
        ),
    ] {
        let parts = read(&text, Format::Kif);
        let found: Vec<_> = parts
            .iter()
            .map(|it| sfen::write(&it.content.as_ref().unwrap().0.setup))
            .collect();
        assert_eq!(found, hands.map(|it| expected(it, "")), "{text}");
    }
}

/// Some programs that convert KIF to JKF keep headers that they do not know.
#[test]
fn a_hand_in_a_header_of_jkf_has_to_be_that_of_the_diagram() {
    let parts = read(&format!("持駒：金\n{}", board()), Format::Kif);
    let (record, _) = parts[0].content.as_ref().unwrap();
    let (text, _) = write(record, Format::Jkf);
    for (header, is_read) in [
        ("\"持駒\":\"金\"", true),
        ("\"持駒\":\"なし\"", true),
        ("\"先手の持駒\":\"金\"", true),
        ("\"持駒\":\"銀\"", false),
        ("\"手駒\":\"炎\"", false),
        ("\"玉方の持駒\":\"飛\"", false),
    ] {
        let text = text.replacen("\"header\": {}", &format!("\"header\": {{{header}}}"), 1);
        assert!(text.contains(header), "{text}");
        let parts = read(&text, Format::Jkf);
        match &parts[0].content {
            Ok((found, _)) => assert!(is_read && found.setup == record.setup, "{header}"),
            Err(error) => {
                assert!(!is_read, "{header}: {error}");
                let key = header.split('"').nth(1).unwrap();
                assert_eq!(&text[error.span.clone()], key);
            }
        }
    }
}

#[test]
fn a_hand_that_is_said_to_be_empty_is_told() {
    let places = |line: &str| {
        let parts = read(&format!("{line}\n{}持駒：金\n", board()), Format::Kif);
        parts.into_iter().next().unwrap().content.unwrap().1
    };
    let told = places("後手の持駒：なし").empty_hands;
    assert_eq!(told, [(Color::White, 0.."後手の持駒：なし".len())]);
    assert_eq!(places("玉方 なし").empty_hands[0].0, Color::White);
    for line in ["後手の持駒：", "後手の持駒：歩", "後手の持駒：残り全部"] {
        assert_eq!(places(line).empty_hands, [], "{line}");
    }
}
