//! Text at random: no reader panics, every error has its place, and a diagram that was written is read back.

use proptest::prelude::*;
use support::records::{random, shipped};
use tsume::notation::record::{Format, decode, read, write};
use tsume::notation::sfen;
use tsume::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};

fn any_setup() -> impl Strategy<Value = Setup> {
    let piece = (any::<bool>(), 0..PieceKind::ALL.len()).prop_map(|(white, kind)| {
        let color = if white { Color::White } else { Color::Black };
        Piece::new(color, PieceKind::ALL[kind])
    });
    let square = prop_oneof![2 => Just(None), 1 => piece.prop_map(Some)];
    let counts = || PieceKind::SET.map(|most| 0..=most).prop_map(Hand::from_counts);
    let board = proptest::collection::vec(square, Square::COUNT);
    (board, counts(), counts(), any::<bool>()).prop_map(|(board, black, white, turn)| Setup {
        board: board.try_into().expect("81 squares were asked for"),
        hands: [black, white],
        turn: if turn { Color::White } else { Color::Black },
    })
}

proptest! {
    #[test]
    fn what_was_written_is_read_back(setup in any_setup()) {
        let text = sfen::write(&setup);
        let record = sfen::parse(&text).unwrap();
        prop_assert_eq!(&record.setup, &setup);
        prop_assert_eq!(sfen::write(&record.setup), text);
        prop_assert_eq!(setup.rotate().rotate(), setup);
    }

    #[test]
    fn a_spoilt_text_gives_an_error_on_whole_characters_or_none(
        setup in any_setup(),
        at in any::<prop::sample::Index>(),
        junk in "[0-9+/ _;\"\\-kPx４玉\\t\\n]{0,3}",
        cut in 0..4_usize,
    ) {
        let text = format!("{} moves G*5b 5a5b+; id \"x\"; plies 7;", sfen::write(&setup));
        let at = at.index(text.len());
        let end = (at + cut).min(text.len());
        let text = format!("{}{junk}{}", &text[..at], &text[end..]);
        if let Err(errors) = sfen::parse_all(&text) {
            prop_assert!(!errors.is_empty());
            for error in errors {
                prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error);
            }
        }
    }

    #[test]
    fn any_text_at_all_is_answered(text in "\\PC{0,40}") {
        if let Err(errors) = sfen::parse_all(&text) {
            prop_assert!(errors.iter().all(|error| text.get(error.span.clone()).is_some()));
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[0-9+\\-|v ・歩玉飛銀成打同一二三１２３▲△:：*&#\n変化手数まで先後持駒PNT%/,'{}\"\\[\\]a-z]{0,200}") {
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
            for part in read(&text, format) {
                if let Err(error) = part.content {
                    prop_assert!(part.text.get(error.span.clone()).is_some(), "{:?}", error);
                }
            }
        }
    }

    #[test]
    fn no_change_of_a_record_makes_a_reader_panic(seed in 0_u64..1000, at in 0_usize..1000, insert in "[0-9+\\-v|歩玉飛成打同一１▲*変化手 \n{}\",]{0,3}", cut in 0_usize..4) {
        let record = random(shipped()[(seed % 12) as usize].clone(), seed, 3);
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
            let (text, _) = write(&record, format);
            let characters: Vec<char> = text.chars().collect();
            let from = characters.len() * at / 1000;
            let to = (from + cut).min(characters.len());
            let changed: String = characters[..from].iter().copied().chain(insert.chars()).chain(characters[to..].iter().copied()).collect();
            for part in read(&changed, format) {
                if let Err(error) = part.content {
                    prop_assert!(part.text.get(error.span.clone()).is_some(), "{:?}", error);
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_the_decoder_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = decode(&bytes);
        for format in [Format::Kif, Format::Csa, Format::Jkf] {
            drop(read(&text, format));
        }
    }
}
