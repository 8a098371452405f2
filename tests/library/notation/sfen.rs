//! The inputs that the SFEN parser accepts; what was written is read back.

use tsume::notation::sfen::{self, SfenRecord};
use tsume::notation::{Help, usi};
use tsume::shogi::{Color, Hand};

const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

fn parse(text: &str) -> SfenRecord {
    sfen::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"))
}

#[test]
fn side_and_hands_may_be_missing() {
    let whole = parse("4k4/9/4P4/9/9/9/9/9/9 b - 1");
    for text in [
        "4k4/9/4P4/9/9/9/9/9/9",
        "4k4/9/4P4/9/9/9/9/9/9 b",
        "sfen 4k4/9/4P4/9/9/9/9/9/9; id \"x\";",
    ] {
        assert_eq!(parse(text).setup, whole.setup, "{text}");
    }
    let with_moves = parse("4k4/9/4P4/9/9/9/9/9/9 moves 5c5b+");
    assert_eq!(with_moves.moves.len(), 1);
    let white = parse("4k4/9/4P4/9/9/9/9/9/9 w");
    assert_eq!(white.setup.turn, Color::White);
    assert!(sfen::parse("4k4/9/4P4/9/9/9/9/9/9 x").is_err());
}

#[test]
fn a_diagram_is_taken_however_it_is_dressed() {
    let setup = parse(PROBLEM).setup;
    for text in [
        "4k4/9/4P4/9/9/9/9/9/9 b G",
        "4k4/9/4P4/9/9/9/9/9/9 b G 73",
        "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "Position SFEN 4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "\u{feff}4k4/9/4P4/9/9/9/9/9/9 b G 1\r\n",
        "  4k4/9/4P4/9/9/9/9/9/9\tb  G 1  ",
        "  \u{feff}\u{feff} 4k4/9/4P4/9/9/9/9/9/9 b G 1 \u{feff}",
        "4k4/9/4P4/9/9/9/9/9/9_b_G_1",
        "4k4/9/4P4/45/9/9/9/9/111111111 b 1G 1",
        "4k4/9/4P4/9/9/9/9/9/9 b G moves G*5b",
        "4k4/9/4P4/9/9/9/9/9/9 b G; id \"x\"",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1;",
    ] {
        assert_eq!(parse(text).setup, setup, "{text}");
    }
}

#[test]
fn hands_are_taken_in_any_order_and_written_in_one() {
    let text = "4k4/9/4P4/9/9/9/9/9/9 b pP2bGPl2Sn3g9pr 1";
    assert_eq!(
        sfen::write(&parse(text).setup),
        "4k4/9/4P4/9/9/9/9/9/9 b G2S2Pr2b3gnl10p 1"
    );
    let hand = parse(text).setup.hands[0];
    assert_eq!(sfen::write_hand(hand), "G2S2P");
    assert_eq!(sfen::write_hand(Hand::EMPTY), "");
}

#[test]
fn the_initial_position_has_a_name() {
    let record = parse("position startpos moves 7g7f 3c3d");
    assert_eq!(
        sfen::write(&record.setup),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    );
    assert_eq!(usi::write_line(&record.moves), "7g7f 3c3d");
}

#[test]
fn moves_keep_their_places() {
    let text = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b  5a4a; id \"x\"";
    let record = parse(text);
    assert_eq!(usi::write_line(&record.moves), "G*5b 5a4a");
    let spans = record.spans.moves.iter().cloned();
    let words: Vec<_> = spans.map(|span| &text[span]).collect();
    assert_eq!(words, ["G*5b", "5a4a"]);
    assert_eq!(&text[record.spans.diagram], "4k4/9/4P4/9/9/9/9/9/9 b G");
    assert_eq!(record.tail[0].key, "id");
}

#[test]
fn opcodes_are_kept_in_order() {
    for text in [
        "4k4/9/4P4/9/9/9/9/9/9 b G 1; id \"a; b\"; plies 7; c0 \"\u{8a70}\"; acn 12;dm;pv \"x\" \"y\"",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1 id \"a; b\" ; plies 7;; c0 \"\u{8a70}\"; acn 12; dm ; pv \"x\" \"y\";",
    ] {
        let record = parse(text);
        let tail: Vec<_> = record
            .tail
            .iter()
            .map(|it| (it.key.as_str(), it.value.as_str()))
            .collect();
        assert_eq!(
            tail,
            [
                ("id", "a; b"),
                ("plies", "7"),
                ("c0", "\u{8a70}"),
                ("acn", "12"),
                ("dm", ""),
                ("pv", "\"x\" \"y\""),
            ]
        );
        assert_eq!(record.opcode("plies"), Some("7"));
        assert_eq!(record.opcode("none"), None);
        assert_eq!(&text[record.tail[1].span.clone()], "plies 7");
    }
}

#[test]
fn errors_behind_the_diagram_have_their_places() {
    for (tail, message, span) in [
        (
            "1 2",
            "unexpected text: expected moves, ; or the end of the line",
            28..29,
        ),
        (
            "1 moves G*5k",
            "no such square: expected a file 1 to 9 and a rank a to i",
            36..38,
        ),
        (
            "1 moves G*5b x",
            "not a move: expected one like 3a3b, 3a3b+ or G*5b",
            39..40,
        ),
        ("1; id \"x; plies 7", "the closing \" is missing", 32..43),
        ("99999999999", "the move number is not a number", 26..37),
        ("+1", "the move number is not a number", 26..28),
        ("1\n4k4/9", "more than one line: expected one SFEN", 27..28),
    ] {
        let text = format!("4k4/9/4P4/9/9/9/9/9/9 b G {tail}");
        let error = sfen::parse(&text).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.span),
            (message, span),
            "{text}"
        );
    }
    let error = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G- 1").unwrap_err();
    assert_eq!(error.span, 25..26);
    let error = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b 5G 1").unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.span),
        ("5 golds, 4 exist", 24..26)
    );
}

#[test]
fn an_authors_line_must_be_legal_and_give_check() {
    for (text, expected) in [
        ("moves G*5b", None),
        ("moves", None),
        ("moves G*5b 5a5b", Some("5a5b")),
        ("moves G*6b 5a4a 5c5b+ 4a3b", None),
        ("moves G*6b 5a4a 6b6c", Some("6b6c")),
        ("moves G*5b 5a4a", Some("5a4a")),
    ] {
        let text = format!("{PROBLEM} {text}");
        let record = parse(&text);
        let found = record.check_line(&record.setup, Color::Black).err();
        let found = found.map(|error| &text[error.span]);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_full_width_space_is_named_for_what_it_is() {
    let error = sfen::parse("4k4/9/4P4/9/9/9/9/9/8\u{3000}b G 1").unwrap_err();
    assert_eq!(error.span, 21..24);
    assert_eq!(error.help, Some(Help::OrdinarySpace));
}

#[test]
fn a_pasted_sfen_is_read_with_what_stands_around_it() {
    let plain = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let expected = parse(plain).setup;
    for text in [
        "Sfen: 8k/9/8P/9/9/9/9/9/9 b G 1",
        "sfen=8k/9/8P/9/9/9/9/9/9 b G 1",
        "Position sfen 8k/9/8P/9/9/9/9/9/9 b G 1",
        "局面：8k/9/8P/9/9/9/9/9/9 b G 1",
        "USI: position sfen 8k/9/8P/9/9/9/9/9/9 b G 1",
        "\"8k/9/8P/9/9/9/9/9/9 b G 1\"",
        "「8k/9/8P/9/9/9/9/9/9 b G 1」",
        "``8k/9/8P/9/9/9/9/9/9 b G 1``",
        "8k/9/8P/9/9/9/9/9/9 B G",
        "８ｋ／９／８Ｐ／９／９／９／９／９／９　ｂ　Ｇ　１",
        "8k/9/8P/9/9/9/9/9/9\u{a0}b\u{3000}G",
        "8k/9/8P/9/9/9\n/9/9/9 b G 1",
        "8k/9/8P/9/9/9/9/9/9\r\nb G 1",
        "8k/9/8\nP/9/9/9/9/9/9 b\nG 1",
        "8k/9/8P/9/9/9/9/9/9[G] w - - 0 1",
        "8k/9/8P/9/9/9/9/9/9[G] w 0 1",
        "8k/9/8P/9/9/9/9/9/9[G]",
        "8k/9/8P/9/9/9/9/9/9 black G 1",
        "8k/9/8P/9/9/9/9/9/9 先手 G 1",
        "8k/9/8P/9/9/9/9/9/9 b G 1 # a remark",
        "12. 8k/9/8P/9/9/9/9/9/9 b G 1",
    ] {
        assert_eq!(parse(text).setup, expected, "{text}");
    }
    // The places are those of the text as it is.
    let text = "局面：８ｋ／９／８Ｐ／９／９／９／９／９／９　ｂ　Ｇ　moves １二金";
    let record = parse(text);
    let piece = &record.spans.pieces[1].1;
    assert_eq!(
        (&text[piece.clone()], &text[record.spans.hands.clone()]),
        ("Ｐ", "Ｇ")
    );
    assert_eq!(&text[record.spans.moves[0].clone()], "１二金");
    let white = parse("8k/9/8P/9/9/9/9/9/9[-] b - - 0 1").setup;
    assert_eq!(white.turn, Color::White);
    for (text, place) in [
        // A bishop in hand, or the side to move.
        ("8k/9/8P/9/9/9/9/9/9 B", "B"),
        ("8k/9/8P/9/9/9/9/9/9[G] w", "w"),
        ("8k/9/8P/9/9/9/9/9/9[G] b 1", "b"),
        ("8k/9/8P/9/9/9/9/9/9[G", "[G"),
        ("８k/9/8P/9/9/9/9/9 b G 1", "８"),
        ("8k/9/8P/9/9/9/9/9/9 b G 1\n8k/9/8P/9/9/9/9/9/9 b G 1", "\n"),
        (
            "8k/9/8P/9/9/9/9/9/9 b G 1; id 1;\n8k/9/8P/9/9/9/9/9/9 b G 1; id 2;",
            "\n",
        ),
        ("\"8k/9/8P/9/9/9/9/9/9 b G 1", "\""),
    ] {
        let error = sfen::parse(text).unwrap_err();
        assert_eq!(&text[error.span.clone()], place, "{text}: {error}");
    }
}

#[test]
fn a_word_ends_the_line() {
    for (word, end) in [
        ("resign", Some("投了")),
        ("rep_draw", Some("千日手")),
        ("Timeout", Some("切れ負け")),
        ("△投了", Some("投了")),
        ("%TSUMI", Some("詰み")),
        ("0000", None),
        ("まで1手詰", None),
        ("迄　一手詰", None),
        ("", None),
    ] {
        let text = format!("{PROBLEM} moves G*5b {word}; id \"x\"");
        let record = parse(&text);
        assert_eq!(usi::write_line(&record.moves), "G*5b", "{word}");
        assert_eq!(record.opcode("end"), end, "{word}");
        assert_eq!(record.opcode("id"), Some("x"), "{word}");
    }
    let answer = parse(&format!("{PROBLEM} checkmate G*5b"));
    assert_eq!(usi::write_line(&answer.moves), "G*5b");
    // These are no moves of a game.
    assert!(sfen::parse("moves G*5b").is_err());
    let game = parse("moves 7g7f 3c3d");
    assert_eq!(game.setup, parse("startpos").setup);
    assert_eq!(usi::write_line(&game.moves), "7g7f 3c3d");
    for moves in [
        "1.G*5b",
        "1 G*5b",
        "① ５二金",
        "(1)52金",
        "１手目：▲５二金打",
        "先手５二金",
        "G*52",
        "G'5b",
        "５二金(00)",
        "５二金将",
    ] {
        let text = format!("{PROBLEM} moves {moves}");
        assert_eq!(usi::write_line(&parse(&text).moves), "G*5b", "{moves}");
    }
}

#[test]
fn quotation_marks_inside_a_quoted_operand_are_doubled() {
    for (operand, value) in [
        ("\"a \"\"b\"\"; c\"", "a \"b\"; c"),
        ("\"\"\"\"", "\""),
        ("\"\"", ""),
        ("\"a\" \"b\"", "\"a\" \"b\""),
        ("a \"b\"", "a \"b\""),
    ] {
        let line = format!("4k4/9/4P4/9/9/9/9/9/9 b G 1; title {operand}; plies 1;");
        let record = sfen::parse(&line).unwrap();
        assert_eq!(record.opcode("title"), Some(value), "{operand}");
        assert_eq!(record.opcode("plies"), Some("1"), "{operand}");
    }
}

#[test]
fn the_line_may_be_in_japanese() {
    let problem = "6R2/9/9/8k/6B2/9/9/9/9 b - 1";
    let record = |moves: &str| sfen::parse(&format!("{problem} moves {moves}; id \"x\""));
    for moves in [
        "▲３四飛成 △１五玉 ▲２四龍",
        "▲３四飛成△１五玉▲２四龍",
        "３四飛成(31)　１五玉(14)　２四龍(34)",
        "3a3d+ △１五玉 24龍",
    ] {
        let record = record(moves).unwrap_or_else(|error| panic!("{moves}: {error}"));
        assert_eq!(usi::write_line(&record.moves), "3a3d+ 1d1e 3d2d", "{moves}");
        assert_eq!(record.opcode("id"), Some("x"));
        // Each word where it stands, the mark of the side left aside.
        let text = format!("{problem} moves {moves}");
        let spans = record.spans.moves.iter().cloned();
        let words: Vec<_> = spans.map(|it| &text[it]).collect();
        let plain = moves.replace(['▲', '△', ' ', '　'], "");
        assert_eq!(words.concat(), plain);
    }
    let directly = format!("{problem} moves▲３四飛成△１五玉");
    assert_eq!(sfen::parse(&directly).unwrap().moves.len(), 2);
    // The defender, of whom no hand is told, may hold what is nowhere.
    let interposed = "9/9/9/8k/8B/8+R/9/9/9 b - 1 moves ▲３三角成 △１五歩 ▲同龍";
    let record = sfen::parse(interposed).unwrap();
    assert_eq!(usi::write_line(&record.moves), "1e3c+ P*1e 1f1e");
    // The attacker does not.
    let error = sfen::parse("9/9/9/8k/8B/8+R/9/9/9 b - 1 moves １五歩").unwrap_err();
    assert_eq!(error.to_string(), "no 歩 can go to １五");
}

#[test]
fn what_is_wrong_with_a_japanese_line_has_its_place() {
    let problem = "4k4/9/9/3G1G3/9/9/9/9/9 b - 1 moves ";
    for (moves, message, part) in [
        (
            "▲５三金",
            "more than one 金 can go to ５三: ５三金右 or ５三金左",
            "５三金",
        ),
        ("▲５三金右 △同玉 △", "this is no move", "△"),
        ("▲５三金右 ▲同玉", "it is the other side's turn", "▲"),
        ("5三飛; id \"x\"", "no 飛 can go to ５三", "5三飛"),
    ] {
        let text = format!("{problem}{moves}");
        let error = sfen::parse(&text).unwrap_err();
        let found = (error.to_string(), &text[error.span]);
        assert_eq!(found, (message.to_owned(), part), "{moves}");
    }
    let help = |text: &str| sfen::parse(text).unwrap_err().help;
    for line in ["1 ▲５三金右△同玉", "▲５三金右", "1 4d5c"] {
        let text = problem.replace("1 moves ", line);
        assert_eq!(help(&text), Some(Help::WordMoves), "{text}");
    }
    let promoted = help(&format!("{problem}▲５三成銀"));
    assert_eq!(promoted, None);
    let named = help("6R2/9/9/8k/6B2/9/9/9/9 b - 1 moves ▲３四龍");
    assert_eq!(named, Some(Help::OldName));
    // Every move that is none is told.
    let errors = sfen::parse_all(&format!("{problem}▲5三 4d5 同玉")).unwrap_err();
    assert_eq!(errors.len(), 2);
}
