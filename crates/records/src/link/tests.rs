//! Every form of a link that holds a position, and texts that are no links.

use super::*;
use crate::notation::sfen;

/// The position of most of the links.
const SFEN: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// Returns the position in a link as SFEN, with its line.
fn position(link: &str) -> Result<String, Linked> {
    let (setup, line) = match read_link(link) {
        Some(Linked::Position(text)) if crate::is_usen(&text) => {
            let (record, _) = crate::read_usen(&text).unwrap();
            let line = record.tree.main_line();
            (record.setup, line)
        }
        Some(Linked::Position(text)) => {
            let parsed = sfen::parse_leniently(&text).unwrap();
            (parsed.setup, parsed.moves)
        }
        Some(Linked::Record { text, format }) => {
            let part = crate::read(&text, format).remove(0);
            let (record, _) = part.content.unwrap();
            let line = record.tree.main_line();
            (record.setup, line)
        }
        Some(other) => return Err(other),
        None => return Err(Linked::Position("no link".to_owned())),
    };
    let moves = crate::notation::usi::write_line(&line);
    let between = if line.is_empty() { "" } else { " moves " };
    Ok(format!("{}{between}{moves}", sfen::write(&setup)))
}

fn expect(links: &[&str], expected: &str) {
    for link in links {
        assert_eq!(position(link).as_deref(), Ok(expected), "{link}");
    }
}

#[test]
fn a_position_is_read_in_every_coding() {
    expect(
        &[
            "https://a.example/?initpos=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
            "http://a.example/sfen?sfen=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1",
            "http://a.example/x?sfen=8k/9/8P/9/9/9/9/9/9%20b%20G%200&lm=12&title=81%93%B9%8F%EA",
            "https://a.example/b?body=position.sfen.8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9.b.G.1&turn=0",
            "https://a.example/b?turn=0&xbody=cG9zaXRpb24gc2ZlbiA4ay85LzhQLzkvOS85LzkvOS85IGIgRyAx",
            "piyoshogi://?num=0&sfen=position%20sfen%208k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201&viewpoint=black",
            "piyoshogi://?sfen=8k/9/8P/9/9/9/9/9/9 b G 1&num=0",
            "piyoshogi://?sfen=8k/9/8P/9/9/9/9/9/9 b G 1 moves &num=0",
            "https://a.example/?usen=8k_9_8P_9_9_9_9_9_9.b.G~0..&branch=0&ply=0",
            "https://a.example/?u=8k_9_8P_9_9_9_9_9_9.b.G&size=20&lm=12",
            "https://lishogi.org/editor/8k/9/8P/9/9/9/9/9/9_b_G_1?orientation=gote",
            "lishogi.org/editor/8k/9/8P/9/9/9/9/9/9_b_G_1",
            "LISHOGI.ORG/editor/standard/8k/9/8P/9/9/9/9/9/9%20b%20G%201",
            "https://lishogi.org/analysis/standard/8k/9/8P/9/9/9/9/9/9_b_G_1#3",
            "https://lishogi.org/?sfen=8k/9/8P/9/9/9/9/9/9_b_G_1&variant=1#ai",
            "https://lishogi.org/?x=1&amp;fen=8k/9/8P/9/9/9/9/9/9_b_G_1",
            "http://a.example/positions/8k/9/8P/9/9/9/9/9/9%20b%20G",
            "//a.example/games/e45b12#8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
            "https://a.example/#/board?sfen=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
            "ttps://a.example/#sfen=8k/9/8P/9/9/9/9/9/9_b_G_1",
            "http://localhost:8000/?sfen=8k/9/8P/9/9/9/9/9/9+b+G+1",
            "https://a.example/shogi?fen=8k/9/8P/9/9/9/9/9/9[G]_w_0_1",
            "https://a.example/?initpos=8k/9/8P/9/9/9/9/9/9 b G 1",
            "https://a.example/?initpos=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1 a title",
        ],
        SFEN,
    );
}

#[test]
fn the_line_comes_with_the_position() {
    expect(
        &[
            "https://a.example/?initpos=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1&moves=G%2A1b#1",
            "https://a.example/?initpos=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1&branch=G*1b&branchFrom=0#1",
            "https://a.example/?body=position.sfen.8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9.b.G.1.moves.G%2A1b",
            "https://a.example/?xbody=cG9zaXRpb24gc2ZlbiA4ay85LzhQLzkvOS85LzkvOS85IGIgRyAxIG1vdmVzIEcqMWI",
            "https://a.example/?usen=8k_9_8P_9_9_9_9_9_9.b.G~0.b9i.&branch=0&ply=0",
            "https://a.example/?u=8k_9_8P_9_9_9_9_9_9.b.G~0.b9i.&move=0&bn=&wn=",
            "https://lishogi.org/analysis/8k/9/8P/9/9/9/9/9/9_b_G_1?moves=G*1b#1",
            "https://a.example/board?sfen=8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201&moves=%2B0012KI",
        ],
        "8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b",
    );
    let board = "https://a.example/?sfen=7nk/9/7R1/9/9/9/9/9/9+b+-+1";
    expect(
        &[
            &format!("{board}&moves=2c2a%2B.1a2a"),
            &format!("{board}&moves=2c2a+.1a2a"),
            &format!("{board}&moves=2c2a%2B+1a2a"),
            &format!("{board}&moves=2c2a++1a2a"),
            &format!("{board}&moves=2c2a+_1a2a"),
            &format!("{board}&moves=%2B2321RY-1121OU"),
            "https://a.example/?sfen=7nk/9/7R1/9/9/9/9/9/9+b+-+1+moves+2c2a++1a2a",
        ],
        "7nk/9/7R1/9/9/9/9/9/9 b - 1 moves 2c2a+ 1a2a",
    );
    // The branch beside a line is not the line.
    expect(
        &[&format!(
            "{board}&moves=2c2a%2B.1a2a&branch=2c2b&branchFrom=0"
        )],
        "7nk/9/7R1/9/9/9/9/9/9 b - 1 moves 2c2a+ 1a2a",
    );
    expect(
        &[&format!("{board}&moves=2c2a%2B&branch=1a2a&branchFrom=1")],
        "7nk/9/7R1/9/9/9/9/9/9 b - 1 moves 2c2a+ 1a2a",
    );
    let game = position("https://a.example/?moves=7g7f.3c3d").unwrap();
    assert!(game.ends_with("b - 1 moves 7g7f 3c3d"), "{game}");
    let broken = read_link(&format!("{board}&moves=2c2x")).unwrap();
    assert_eq!(
        broken,
        Linked::Position("7nk/9/7R1/9/9/9/9/9/9 b - 1 moves 2c2x".to_owned())
    );
}

#[test]
fn a_plus_is_a_promotion_or_a_blank() {
    expect(
        &[
            "https://a.example/?sfen=8k/9/8+P/9/9/9/9/9/8+R b - 1",
            "https://a.example/?sfen=8k/9/8+P/9/9/9/9/9/8+R+b+-+1",
            "https://a.example/?sfen=8k/9/8%2BP/9/9/9/9/9/8%2BR+b+-+1",
            "https://a.example/?sfen=8k/9/8+P/9/9/9/9/9/8+R%20b%20-%201",
            "https://a.example/?body=position.sfen.8k/9/8+P/9/9/9/9/9/8+R.b.-.1",
            "https://a.example/8k/9/8+P/9/9/9/9/9/8+R_b_-_1",
            "https://a.example/8k/9/8+P/9/9/9/9/9/8+R+b+-+1",
            "https://a.example/?u=8k_9_8zP_9_9_9_9_9_8zR.b.-",
        ],
        "8k/9/8+P/9/9/9/9/9/8+R b - 1",
    );
    let line = "+sfen+2n+P4k/9/9/9/9/9/9/9/+R8+b+-+1+moves+9i9h++1a2a+6a5a+";
    expect(
        &[
            &format!("https://a.example/?sfen=position{line}"),
            &format!(
                "https://a.example/?sfen={}",
                line.replace("moves+", "moves%20")
            ),
        ],
        "2n+P4k/9/9/9/9/9/9/9/+R8 b - 1 moves 9i9h+ 1a2a 6a5a+",
    );
}

#[test]
fn whole_records_are_read() {
    let kif = "後手の持駒：なし\n\
        ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
        先手の持駒：金\n\
        1 １二金打\n";
    let csa = "V2.2\nP-11OU\nP+13FU00KI\n+\n+0012KI\n";
    let percent = |bytes: &[u8]| {
        let coded = bytes.iter().map(|it| format!("%{it:02X}"));
        coded.collect::<String>()
    };
    let cp932 = crate::encode(kif, crate::Encoding::Cp932).unwrap();
    let raw = kif.replace('\n', "%0A");
    expect(
        &[
            &format!("https://a.example/?body={}", percent(kif.as_bytes())),
            &format!("https://a.example/?kif={}", percent(&cp932)),
            &format!("https://a.example/?body={}", raw.replace(' ', "+")),
            &format!("https://a.example/#{}", raw.replace(' ', "%20")),
            &format!("https://a.example/?csa={}", percent(csa.as_bytes())),
            &format!("https://a.example/?csa={}", csa.replace('\n', "%0A")),
        ],
        "8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b",
    );
}

#[test]
fn a_link_may_hold_no_position() {
    for link in [
        "https://lishogi.org/training/CBNrO",
        "https://lishogi.org/",
        "lishogi.org/study/AbCdEfGh/IjKlMnOp",
        "http://a.example/kifuviewer_jp.html?kid=12345",
        "https://www.kento-shogi.com/?kifu=https%3A%2F%2Fa.example%2Fx.kif",
        "https://a.example/positions/91901",
        "https://a.example/151jxej8/gote#12",
        "https://t.co/AbCdEfGhIj",
        "piyoshogi://?num=0&url=https%3A%2F%2Fa.example%2Fx.kif",
        "https://a.example/?title=%E8%A9%B0%E5%B0%86%E6%A3%8B&lang=ja&t=5",
        "https://example.org/~1.x/index.html",
    ] {
        assert_eq!(read_link(link), Some(Linked::NoPosition), "{link}");
    }
    assert_eq!(
        read_link("https://lishogi.org/analysis/annanshogi/8k/9/8P/9/9/9/9/9/9_b_G_1"),
        Some(Linked::OtherGame("annanshogi".to_owned()))
    );
}

#[test]
fn what_is_malformed_is_left_to_its_reader() {
    for (link, text) in [
        ("https://a.example/?sfen=4k4%2F9", "4k4/9"),
        (
            "https://a.example/editor/8k/9/8P/9/9/9/9/9/8_b_G_1",
            "8k/9/8P/9/9/9/9/9/8_b_G_1",
        ),
        (
            "https://a.example/?sfen=8k/9/8X/9/9/9/9/9/9+b+G+1",
            "8k/9/8X/9/9/9/9/9/9 b G 1",
        ),
    ] {
        let expected = Linked::Position(text.to_owned());
        assert_eq!(read_link(link), Some(expected), "{link}");
    }
}

#[test]
fn a_path_or_an_sfen_is_no_link() {
    for text in [
        "",
        SFEN,
        "8k/9/8P/9/9/9/9/9/9_b_G_1",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1",
        "position.sfen.8k/9/8P/9/9/9/9/9/9.b.G.1",
        "sfen.lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL.b.-.1",
        "~0.7ku.",
        "8k_9_8P_9_9_9_9_9_9.b.G~0..",
        "a/b/c.sfen",
        "games.old/b/c.sfen",
        "games.com/c.sfen",
        "C:\\x\\y.sfen",
        "C:/x/y.sfen",
        "file:///home/x/y.kif",
        "./a.sfen",
        "../a.kif",
        "a.txt",
        "a.sfen:5",
        "8k/9/8P/9/9/9/9/9/9 b G 1; note \"https://a.example/?sfen=x\"",
        "https://a.example/\nhttps://b.example/",
        "先手：https://a.example/",
    ] {
        assert_eq!(read_link(text), None, "{text}");
    }
}

#[test]
fn a_link_ends_where_prose_goes_on() {
    let sfen = "https://a.example/8k/9/8P/9/9/9/9/9/9_b_G_1";
    for (text, link) in [
        (format!("{sfen} です"), sfen),
        (format!("{sfen}です。"), sfen),
        (format!("{sfen}。です"), sfen),
        (format!("{sfen}> x"), sfen),
        (format!("{sfen}) x"), sfen),
        (format!("{sfen}\" x"), sfen),
        (format!("{sfen}」"), sfen),
        (format!("{sfen}."), sfen),
        (format!("{sfen})."), sfen),
        (format!("{sfen}](x)"), sfen),
        (format!("{sfen}\nx"), sfen),
    ] {
        assert_eq!(link_length(&text), Some(link.len()), "{text}");
    }
    for (link, rest) in [
        ("https://a.example/?usen=~0.7ku.", " x"),
        ("https://a.example/?x=(1)", ") x"),
        ("https://a.example/?sfen=8k/9/8P/9/9/9/9/9/9 b G 1", " x"),
        ("https://a.example/?sfen=8k/9/8P/9/9/9/9/9/9 b G", " x"),
        (
            "https://a.example/?sfen=8k/9/8P/9/9/9/9/9/9 b G 1&num=0",
            "",
        ),
        (
            "https://a.example/?title=詰&sfen=8k/9/8P/9/9/9/9/9/9_b_G_1",
            " x",
        ),
        ("https://a.example/x", " b G 1"),
    ] {
        let text = format!("{link}{rest}");
        assert_eq!(link_length(&text), Some(link.len()), "{text}");
    }
    for text in [
        "",
        "a.sfen",
        "x https://a.example/",
        SFEN,
        "(https://a.example/)",
    ] {
        assert_eq!(link_length(text), None, "{text}");
    }
}

#[test]
fn the_forms_of_links_are_read_alone() {
    for text in [
        "8k%2F9%2F8P%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
        "8k/9/8P/9/9/9/9/9/9+b+G+1",
        "position.sfen.8k/9/8P/9/9/9/9/9/9.b.G.1",
        "?sfen=8k/9/8P/9/9/9/9/9/9 b G 1",
        "initpos=8k/9/8P/9/9/9/9/9/9%20b%20G%201&x=1",
    ] {
        match read_coded(text) {
            Some(Linked::Position(found)) => {
                let setup = sfen::parse(&found).unwrap().setup;
                assert_eq!(sfen::write(&setup), SFEN, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in ["", "a/b/c.sfen", "x=y", "my file"] {
        assert_eq!(read_coded(text), None, "{text}");
    }
}

#[test]
fn the_pieces_and_moves_of_a_problem_are_read() {
    let pieces = |words: &[&str], count: usize| {
        let rest = ["0011"].into_iter().cycle();
        words
            .iter()
            .copied()
            .chain(rest)
            .take(count)
            .collect::<Vec<_>>()
            .join("_")
    };
    let set = |gold: &[&str], king: &[&str]| {
        let kinds = [
            pieces(&["1301", "5512"], 18),
            pieces(&[], 12),
            pieces(gold, 4),
            pieces(&[], 4),
            pieces(king, 2),
        ];
        kinds.join("_")
    };
    let csv = set(&["0001"], &["1111"]);
    let expected = "8k/9/8P/9/4+p4/9/9/9/9 b G2r2b3g4s4n4l16p 1 moves G*1b";
    let answer = "progresscnt=1&answercsv=05120_@a05121_21120_";
    let query = format!(
        "d=0&workid=7&csv={csv}&hint=%E6%AD%A9&{answer}&title=%22a%22+b&authorname=%E6%AD%A9&level=9"
    );
    expect(&[&format!("https://a.example/?{query}")], expected);
    let Some(Linked::Position(found)) = read_coded(&query) else {
        panic!("{query}");
    };
    assert_eq!(
        found,
        format!("{expected}; title \"\"\"a\"\" b\"; author \"歩\";")
    );
    // Two pieces on a square, a piece too few, a sign that is no digit.
    for csv in [
        set(&["1311"], &["1111"]),
        csv[5..].to_owned(),
        csv.replace("5512", "551x"),
    ] {
        let link = format!("https://a.example/?csv={csv}&{answer}");
        assert_eq!(read_link(&link), Some(Linked::NoPosition), "{link}");
    }
    let other = format!("https://a.example/?csv={}", csv.replace("1301", "1302"));
    expect(&[&other], "8k/9/8+P/9/4+p4/9/9/9/9 b G2r2b3g4s4n4l16p 1");
}

/// A link within a link, which may be coded twice, is not read.
#[test]
fn long_links_are_read_once() {
    let text = format!("https://a.example/{}", "a.example%252F".repeat(20_000));
    assert_eq!(read_link(&text), Some(Linked::NoPosition));
}
