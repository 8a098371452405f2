//! CSA and its errors.

use crate::notation::sfen;
use crate::shogi::Color;
use crate::tests::*;
use crate::*;

#[test]
fn a_game_without_a_diagram_may_name_its_side_to_move() {
    let mut parts = read("V2.2\n+\n+7776FU\n", Format::Csa);
    let (record, places) = parts.remove(0).content.unwrap();
    assert!(places.broken.is_none());
    assert_eq!(record.tree.main_line().len(), 1);
    assert_eq!(record.setup.pieces().count(), 40);
}

/// A problem as 81Dojo writes it.
#[test]
fn a_line_with_a_name_may_tell_the_side_to_move() {
    let text = "V2\nN+a\nN-b\nTo_Move:-\n$EVENT:c\nPlace:d\nI+1200,800,x2|81WS\nP-51OU\nP+59OU53FU\nP-00AL\n";
    let (record, places) = read_one(text, Format::Csa);
    assert_eq!(places.broken, None);
    assert_eq!(record.setup.turn, Color::White);
    let headers = [("先手", "a"), ("後手", "b"), ("棋戦", "c"), ("Place", "d")];
    let headers = headers.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(record.headers, headers);
    // The line of the sign says it again, or better.
    for (sign, turn) in [("-", Color::White), ("+", Color::Black)] {
        let (record, _) = read_one(&format!("{text}{sign}\n"), Format::Csa);
        assert_eq!(record.setup.turn, turn);
    }
    let (record, _) = read_one(&text.replace("To_Move:-", "to_move:+"), Format::Csa);
    assert_eq!(record.setup.turn, Color::Black);
}

#[test]
fn a_game_begins_without_the_pieces_that_stand_there() {
    let found = failure("PI82HI22KA11OU\n+\n", Format::Csa);
    assert_eq!(
        (found.message.as_str(), found.place.as_str()),
        ("`11OU` is no piece", "11OU")
    );
}

#[test]
fn statements_of_one_line_are_parted_by_commas() {
    let (record, _) = read_one(
        "PI,+,+7776FU,'a: b, c,-3334FU\n-3334FU,T5,%TORYO\n",
        Format::Csa,
    );
    assert_eq!(record.tree.main_line(), moves("7g7f 3c3d"));
    assert_eq!(record.tree.node(1).comments, ["a: b, c,-3334FU"]);
    assert_eq!(record.tree.node(2).end, Some(End::Resignation));
}

#[test]
fn an_indented_remark_is_no_record() {
    let places = read("PI\n+\n%TORYO\n/\n  'remark\n", Format::Csa);
    assert_eq!(places.len(), 1);
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
            "?WHAT",
            "this line is neither a header, nor part of a diagram, nor a move",
            "?WHAT",
        ),
        ("-OU", "-OX", "`-OX` is no piece", "-OX"),
        ("P-00HI", "P-00OU", "`00OU` is no piece", "00OU"),
    ] {
        assert!(text.contains(from), "{from}");
        let found = failure(&text.replace(from, to), Format::Csa);
        assert_eq!(
            (found.message.as_str(), found.place.as_str()),
            (message, place)
        );
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
fn headers_after_the_moves_are_kept() {
    let text = "V2.2\n$EVENT:a\nPI\n+\n+7776FU\n$END_TIME:2026/11/25\n%TORYO\n";
    let parts = read(text, Format::Csa);
    let (record, places) = parts[0].content.as_ref().unwrap();
    assert_eq!(record.header("棋戦"), Some("a"));
    assert_eq!(record.header("終了日時"), Some("2026/11/25"));
    let found = places.headers.iter().map(|place| &text[place.clone()]);
    assert!(found.eq(["$EVENT:a", "$END_TIME:2026/11/25"]));
}

#[test]
fn the_version_to_write_is_a_choice() {
    let record = sample();
    let (second, _) = write(&record, Format::Csa);
    let (third, _) = write_csa(&record, CsaVersion::V3);
    assert!(second.starts_with("V2.2\n"), "{second}");
    assert!(third.starts_with("'CSA encoding=UTF-8\nV3.0\n"), "{third}");
    assert_eq!(
        read_one(&second, Format::Csa).0.tree,
        read_one(&third, Format::Csa).0.tree
    );
}

#[test]
fn all_ends_are_read() {
    for (word, end) in [
        ("KACHI", End::Declaration),
        ("HIKIWAKE", End::Impasse),
        ("MATTA", End::Interruption),
        ("ERROR", End::Interruption),
        ("TIME_UP", End::TimeUp),
        ("Time-up", End::TimeUp),
    ] {
        let text = format!("V2.2\nPI\n+\n+7776FU\n%{word}\n");
        let (record, _) = read_one(&text, Format::Csa);
        assert_eq!(record.tree.node(1).end, Some(end), "{word}");
    }
}

#[test]
fn lines_are_read_as_servers_and_people_write_them() {
    let game = |text: &str| {
        let (record, places) = read_one(text, Format::Csa);
        assert_eq!(places.broken, None, "{text}");
        record
    };
    for text in [
        "V2.2\nPI\n+\n+7776FU,T12,'** 30 -3334FU\n-3334FU,T3\n%KACHI,'* -5000 win\n",
        "PI\n+\n+7776FU T12 -3334FU\n",
        "pi\n+\n+7776fu\n-3334fu\n%toryo\n",
        "V1\r\nN+a\r\n  PI\r\n\t+\r\n  'note\r\n +7776FU\r\n\tT1\r\n-3334FU\r\n",
        "V3.0\nPI\n+7776FU\n-3334FU\n",
        "+7776FU\n-3334FU\n%TORYO\n",
        "PI\n+\n+7776FU\nN+later\n-3334FU\n%NEW_WORD\n",
    ] {
        assert_eq!(game(text).tree.main_line(), moves("7g7f 3c3d"), "{text}");
    }
    let record = game("PI\n+\n+7776FU\n%NEW_WORD\nN+later\n");
    assert_eq!(record.tree.node(1).comments, ["%NEW_WORD"]);
    assert_eq!(record.header("先手"), Some("later"));
    let record = game("PI\n+\n+7776FU,T12,'** 30 -3334FU\n");
    assert_eq!(record.tree.node(1).comments, ["* 30 -3334FU"]);
}

#[test]
fn blanks_in_ranks_may_be_missing_or_collapsed() {
    let empty = |rank: &str| {
        let ranks = (4..=9).map(|it| format!("P{it}{rank}\n"));
        ranks.collect::<Vec<_>>().concat()
    };
    for (ranks, rest) in [
        (
            [
                "P1 * * * * * * * * -OU",
                "P2 * * * * * * * * *",
                "P3 * * * * * * * * +FU",
            ],
            " * * * * * * * * *",
        ),
        (
            ["P1********-OU", "P2*********", "P3********+FU"],
            "*********",
        ),
        (
            [
                "  P1\t*\t*\t*\t*\t*\t*\t*\t*\t-OU",
                "P2 ",
                "P3 *  *  *  *  *  *  *  * +FU",
            ],
            " ",
        ),
        (
            [
                "P1                        -OU",
                "P2 *",
                "P3 *  *  *  *  *  *  *  * +FU",
            ],
            " *",
        ),
    ] {
        let text = format!("{}\n{}P+00KI\n+\n", ranks.join("\n"), empty(rest));
        let (record, _) = read_one(&text, Format::Csa);
        assert_eq!(
            sfen::write(&record.setup),
            "8k/9/8P/9/9/9/9/9/9 b G 1",
            "{text}"
        );
    }
    // A wrong cell is an error, because the pieces after it might be on other squares.
    let found = failure("P1 * * * * -OU\n", Format::Csa);
    assert_eq!(found.place, "* *");
}

#[test]
fn the_defender_of_csa_holds_the_rest_if_no_line_gives_him_a_hand() {
    let text = "P-11OU\nP+25HI\n+\n+2515HI\n-0014FU\n+1514HI\n";
    let (record, _) = read_one(text, Format::Csa);
    assert_eq!(record.tree.main_line(), moves("2e1e P*1d 1e1d"));
}
