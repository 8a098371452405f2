//! Problems in texts: a random one, written in a random form with text around it, is read back.

use proptest::prelude::*;
use tsume::notation::japanese::{hand as words, piece as name};
use tsume::notation::record::{Format, Parts, Record, write};
use tsume::notation::{piece_letter, sfen, square_name};
use tsume::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};

/// A diagram with White's king, some pieces of both sides, and a hand of Black's.
fn any_problem() -> impl Strategy<Value = Setup> {
    let kinds = PieceKind::ALL
        .into_iter()
        .filter(|it| *it != PieceKind::King);
    let kinds: Vec<PieceKind> = kinds.collect();
    let piece = (any::<bool>(), prop::sample::select(kinds)).prop_map(|(white, kind)| {
        Piece::new(if white { Color::White } else { Color::Black }, kind)
    });
    let others = prop::collection::vec((0..Square::COUNT, piece), 1..9);
    let hand = prop::collection::vec(prop::sample::select(PieceKind::HAND.to_vec()), 1..3);
    (0..Square::COUNT, others, 0..Square::COUNT, hand).prop_map(|(king, others, own, hand)| {
        let mut setup = Setup::empty();
        for (at, piece) in others {
            setup.board[at] = Some(piece);
        }
        // Both sides have a piece, so that every form shows whose they are.
        setup.board[own] = Some(Piece::new(Color::Black, PieceKind::Gold));
        setup.board[if king == own {
            (king + 1) % Square::COUNT
        } else {
            king
        }] = Some(Piece::new(Color::White, PieceKind::King));
        setup.hands[Color::Black.index()] = hand.into_iter().fold(Hand::EMPTY, Hand::add);
        setup
    })
}

/// Writes the ranks of a board from above, each square by a function, with text between.
fn ranks(setup: &Setup, between: &str, square: impl Fn(Option<Piece>) -> String) -> Vec<String> {
    let rank = |rank: u8| {
        let squares = (0..9)
            .rev()
            .map(|file| square(setup.piece_at(Square::new(file, rank))));
        squares.collect::<Vec<_>>().join(between)
    };
    (0..9).map(rank).collect()
}

/// Writes a square with a mark before White's pieces, and perhaps before Black's.
fn marked(
    white: &'static str,
    black: &'static str,
    empty: &'static str,
) -> impl Fn(Option<Piece>) -> String {
    move |piece| match piece {
        None => empty.to_owned(),
        Some(it) if it.color() == Color::White => format!("{white}{}", name(it.kind())),
        Some(it) => format!("{black}{}", name(it.kind())),
    }
}

/// Writes a piece in letters, White's in small ones.
fn letters(piece: Option<Piece>) -> String {
    piece.map_or_else(|| ".".to_owned(), sfen::write_piece)
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn listed(
    setup: &Setup,
    color: Color,
    one: impl Fn(Square, PieceKind) -> String,
    between: &str,
) -> String {
    let squares = (0..Square::COUNT).filter_map(Square::from_index);
    let pieces = squares.filter_map(|square| {
        let piece = setup.piece_at(square).filter(|it| it.color() == color)?;
        Some(one(square, piece.kind()))
    });
    pieces.collect::<Vec<_>>().join(between)
}

/// The number of forms.
const FORMS: usize = 27;

/// Writes a diagram in one of the forms in which people have it.
fn written(setup: &Setup, form: usize) -> String {
    let held = words(setup.hands[Color::Black.index()]);
    let hand = format!("持駒：{}\n", held.replace(' ', "　"));
    let line = sfen::write(setup);
    let boxed = |between: &str, bar: &str, square: &dyn Fn(Option<Piece>) -> String| {
        let rows = ranks(setup, between, square);
        let rows = rows
            .iter()
            .zip(NUMERALS)
            .map(|(row, label)| format!("{bar}{row}{bar}{label}\n"));
        rows.collect::<String>()
    };
    let files = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n";
    let rule = "+---------------------------+\n";
    let bod = || {
        format!(
            "{files}{rule}{}{rule}",
            boxed("", "|", &marked("v", " ", " ・"))
        )
    };
    let on = |square: Square, kind: PieceKind| {
        format!("{}{}{}", square.file() + 1, square.rank() + 1, name(kind))
    };
    let western = |square: Square, kind: PieceKind| {
        let plus = if kind.is_promoted() { "+" } else { "" };
        format!("{plus}{}{}", piece_letter(kind), square_name(square))
    };
    let letters_held = sfen::write_hand(setup.hands[Color::Black.index()]);
    match form {
        0 => bod() + "先手の" + &hand,
        1 => format!("攻方の{hand}{}", bod()),
        2 => (bod() + &hand)
            .lines()
            .map(|it| ["> ", it, "\n"].concat())
            .collect(),
        3 => (bod() + &hand).replace(' ', "\u{a0}"),
        4 => format!(
            "<pre>{}</pre>",
            (bod() + &hand)
                .replace(' ', "&nbsp;")
                .replace('\n', "<br>\n")
        ),
        5 => {
            let row = "├──┼──┼──┼──┼──┼──┼──┼──┼──┤\n";
            let top = "┌──┬──┬──┬──┬──┬──┬──┬──┬──┐\n";
            let rows = boxed("│", "│", &marked("▽", "▲", "　　"));
            format!("{top}{}{hand}", rows.replace('\n', &format!("\n{row}")))
        }
        6 => ranks(setup, " ", letters).join("\n") + &format!("\nBlack in hand: {letters_held}\n"),
        7 => ranks(setup, "", marked("^", " ", " □")).join("\n") + "\n先手 " + &hand,
        8 => {
            let rows = boxed(" | ", "| ", &marked("v", "", " "));
            format!(
                "| 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1 |\n|---|---|---|---|---|---|---|---|---|\n{rows}{hand}"
            )
        }
        9 => format!(
            "攻方：{}\n玉方：{}\n{hand}",
            listed(setup, Color::Black, on, " "),
            listed(setup, Color::White, on, "、")
        ),
        10 => format!(
            "Black: {} In hand: {letters_held}\nWhite: {}\n",
            listed(setup, Color::Black, western, ", "),
            listed(setup, Color::White, western, ", ")
        ),
        11 => format!("この図です「{line}」。\n"),
        12 => format!("position sfen {line}\n"),
        13 => format!(
            "見て下さい https://lishogi.org/editor/{} です\n",
            line.replace(' ', "_")
        ),
        14 => format!(
            "<https://www.kento-shogi.com/?initpos={}>\n",
            line.replace('/', "%2F")
                .replace('+', "%2B")
                .replace(' ', "%20")
        ),
        15 => write(&Record::new(setup.clone()), Format::Csa).0,
        _ => written_otherwise(setup, form),
    }
}

/// Writes a diagram in one of the other forms: with markup, in words, with signs that touch.
fn written_otherwise(setup: &Setup, form: usize) -> String {
    let held = words(setup.hands[Color::Black.index()]);
    let hand = format!("持駒：{}\n", held.replace(' ', "　"));
    let files = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n";
    let rule = "+---------------------------+\n";
    let bod = || {
        let rows = ranks(setup, "", marked("v", " ", " ・"));
        let rows = rows.iter().zip(NUMERALS);
        let rows: Vec<String> = rows.map(|(row, label)| format!("|{row}|{label}")).collect();
        format!("{files}{rule}{}\n{rule}", rows.join("\n"))
    };
    let on = |square: Square, kind: PieceKind| {
        format!("{}{}{}", square.file() + 1, square.rank() + 1, name(kind))
    };
    match form {
        16 => ranks(setup, "", marked("v", "", "口")).join("\n") + "\n" + &hand,
        17 => {
            of_page(setup, &|piece| match piece {
                None => "<td></td>".to_owned(),
                Some(it) if it.color() == Color::White => {
                    format!("<td class=\"sq gote\">{}</td>", name(it.kind()))
                }
                Some(it) => format!("<td class=\"sq\"><span>{}</span></td>", name(it.kind())),
            }) + &hand
        }
        18 => {
            of_page(setup, &|piece| {
                let words = marked("△", "▲", "・")(piece);
                format!("<td><img src='x.png' alt='{words}'></td>")
            }) + &hand
        }
        19 => format!(
            "{}　玉方：{}　攻方：{}\n",
            hand.trim_end(),
            listed(setup, Color::White, on, "・"),
            listed(setup, Color::Black, on, "・")
        ),
        20 => format!(
            "攻：{}\n受：{}\n持：{}\n",
            listed(setup, Color::Black, on, " "),
            listed(setup, Color::White, on, " "),
            held.replace(' ', "")
        ),
        21 => format!(
            "Attacker: {}. Defender: {}. In hand: {}\n",
            listed(setup, Color::Black, in_english, ", "),
            listed(setup, Color::White, in_english, ", "),
            words_of(setup)
        ),
        22 => format!("{}Black has {} in hand.\n", bod(), words_of(setup)),
        23 => format!("[code]{}[/code]\n{hand}", bod()),
        24 => {
            let rows = ranks(setup, "\t", marked("v", "", "・"));
            let rows = rows.iter().zip(NUMERALS);
            let rows: Vec<String> = rows.map(|(row, label)| format!("{row}\t{label}")).collect();
            rows.join("\n") + "\n" + &hand
        }
        25 => {
            let pieces = setup.hands[Color::Black.index()].iter();
            let pieces = pieces.map(|(kind, count)| format!("{}({count})", name(kind)));
            format!("{}- 持駒：{}\n", bod(), pieces.collect::<String>())
        }
        _ => {
            let pieces = setup.hands[Color::Black.index()].iter();
            let pieces = pieces.flat_map(|(kind, count)| vec![name(kind); count as usize]);
            let beside: Vec<&str> = std::iter::once("持駒").chain(pieces).collect();
            let rows = ranks(setup, "", marked("v", " ", " ・"));
            let rows = rows.iter().enumerate().zip(NUMERALS);
            let rows = rows.map(|((at, row), label)| {
                let word = beside.get(at).copied().unwrap_or_default();
                format!("|{row}|{label}　{word}")
            });
            let rows: Vec<String> = rows.collect();
            format!("{files}{rule}{}\n{rule}", rows.join("\n"))
        }
    }
}

/// Writes a board as a table of a page, each square by a function.
fn of_page(setup: &Setup, square: &dyn Fn(Option<Piece>) -> String) -> String {
    let rows = ranks(setup, "", square);
    format!("<table><tr>{}</tr></table>\n", rows.join("</tr>\n<tr>"))
}

/// Writes a piece of a list with its English name, if it has one.
fn in_english(square: Square, kind: PieceKind) -> String {
    let word = match kind {
        PieceKind::Dragon => "Dragon ",
        PieceKind::Horse => "Horse ",
        PieceKind::ProPawn => "Tokin ",
        PieceKind::King => "King ",
        PieceKind::ProSilver => "+S",
        PieceKind::ProKnight => "+N",
        PieceKind::ProLance => "+L",
        other => return format!("{} {}", word(other, 1), square_name(square)),
    };
    format!("{word}{}", square_name(square))
}

/// Returns the English name of a piece that may be in hand.
fn word(kind: PieceKind, count: u32) -> String {
    let word = match kind {
        PieceKind::Rook => "rook",
        PieceKind::Bishop => "bishop",
        PieceKind::Gold => "gold",
        PieceKind::Silver => "silver",
        PieceKind::Knight => "knight",
        PieceKind::Lance => "lance",
        _ => "pawn",
    };
    format!("{word}{}", if count > 1 { "s" } else { "" })
}

/// Writes Black's hand in English words.
fn words_of(setup: &Setup) -> String {
    let pieces = setup.hands[Color::Black.index()].iter();
    let pieces = pieces.map(|(kind, count)| {
        let number = ["no", "a", "two", "three"][count as usize];
        format!("{number} {}", word(kind, count))
    });
    pieces.collect::<Vec<_>>().join(" and ")
}

/// Text of which nothing is a diagram, a hand or a move.
fn prose() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "",
        "こんにちは。",
        "昨日の続きです。",
        "2026/11/27 10:00 に投稿",
        "Look at this one:",
        "| 表 | 値 |",
        "-- ",
        "「ありがとう」",
        "> 前の発言",
        "王手をかけ続けて下さい。",
        "3手詰は簡単でした。",
        "&amp; so on",
        "* 項目 1",
        "# 見出し",
        "https://example.com/a?b=c",
        "const x = [1, 2, 3];",
        "どう解きますか？",
        "※ 転載です",
        "a/b/c/d",
        "___",
    ]);
    prop::collection::vec(line, 0..4).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn a_problem_in_any_form_and_any_text_is_read_back(
        setup in any_problem(),
        form in 0..FORMS,
        above in prose(),
        below in prose(),
    ) {
        let text = format!("{above}\n\n{}\n{below}\n", written(&setup, form));
        let pasted = Parts::of_text(text.clone());
        prop_assert_eq!(pasted.len(), 1, "{}", text);
        let part = pasted.read(0);
        let (found, places) = part.content.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(sfen::write(&found.setup), sfen::write(&setup), "form {}\n{}", form, text);
        prop_assert!(found.tree.is_empty() && places.broken.is_none(), "{}", text);
    }

    #[test]
    fn a_text_without_a_diagram_has_none(above in prose(), below in prose()) {
        let text = format!("{above}\n{below}");
        prop_assert!(Parts::of_text(text.clone()).is_empty(), "{}", text);
    }

    #[test]
    fn no_text_makes_the_finder_panic(
        text in "[0-9+\\-|v^ ・歩玉飛銀成打同一二三１２３▲△│┃┌─:：*&#<>br;pPkKlL/=\n\t　持駒先手後手攻方詰解答まで変化\\[\\]\"a-z]{0,300}",
    ) {
        let pasted = Parts::of_text(text);
        for number in 0..pasted.len() {
            let part = pasted.read(number);
            if let Err(error) = part.content {
                prop_assert!(part.text.get(error.span.clone()).is_some(), "{:?}\n{}", error, part.text);
            }
        }
    }
}
