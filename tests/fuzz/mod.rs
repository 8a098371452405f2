//! The entry points of the fuzzer, with its corpora and with input that was damaged at random.

mod corpus;
mod entry;

use corpus::corpus;
use proptest::prelude::*;

#[test]
fn the_corpora_of_the_fuzzer_hold() {
    for (name, entry) in [
        ("sfen", entry::sfen as fn(&[u8])),
        ("records", entry::records),
        ("pasted", entry::pasted),
        ("rows", entry::rows),
        ("usi", entry::usi),
        ("verify", entry::proofs),
    ] {
        let files = corpus(name);
        assert!(files.len() >= 20, "{name}: {}", files.len());
        for file in &files {
            entry(file);
        }
    }
}

#[test]
fn inputs_on_which_a_property_was_wrong_hold() {
    let board = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves";
    for moves in ["G*5b!", "R5h", "千日手", "G*5b 千日手", "resign"] {
        entry::sfen(format!("{board} {moves}").as_bytes());
    }
    for rows in [
        "id,sfen\na,\"x\ry\"\n",
        "id,sfen,note\na,x,\"\r\"\n",
        "id,sfen,note\na,x,\u{feff}\n",
        "id,sfen,\u{feff}note\na,x,y\n",
        "sfen,id\n\u{feff}4k4/9/4P4/9/9/9/9/9/9 b G 1,\r\n",
        "{\"sfen\":\"x\",\"id\":\"\u{feff}\"}\n",
    ] {
        entry::rows(rows.as_bytes());
    }
    for text in [
        "<a href=\"駒：金\nw.en?initpos=%2F>",
        "<a href='x駒' sfen%2F9>詰%E3%81",
    ] {
        entry::pasted(text.as_bytes());
        entry::records(format!("\0{text}").as_bytes());
    }
}

/// Returns the bytes that replace others in a file.
fn junk() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        2 => prop::collection::vec(any::<u8>(), 0..4),
        3 => "[0-9+/ _;:,{}\\[\\]\"\\\\kKPx\t\n玉同▲変化手打歩]{0,4}".prop_map(String::into_bytes),
        1 => prop::sample::select(vec![
            "moves", "sfen", "id \"", "go mate", "go", "stop", "position", "null", "変化：1手",
            "\u{feff}", "\u{3000}", "99999999999", "startpos", "N+", "まで",
        ])
        .prop_map(|it| it.as_bytes().to_vec()),
    ]
}

/// Returns a file of a corpus with a few bytes replaced in up to three places.
fn damaged(name: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let place = (any::<prop::sample::Index>(), 0..6_usize, junk());
    let places = prop::collection::vec(place, 0..4);
    let files = prop::sample::select(corpus(name));
    (files, places).prop_map(|(mut bytes, places)| {
        for (at, cut, junk) in places {
            let at = at.index(bytes.len() + 1);
            let end = (at + cut).min(bytes.len());
            bytes.splice(at..end, junk);
        }
        bytes
    })
}

proptest! {
    #[test]
    fn damaged_lines_hold(bytes in damaged("sfen")) {
        entry::sfen(&bytes);
    }

    #[test]
    fn damaged_records_hold(bytes in damaged("records")) {
        entry::records(&bytes);
    }

    #[test]
    fn damaged_texts_hold(bytes in damaged("pasted")) {
        entry::pasted(&bytes);
    }

    #[test]
    fn damaged_rows_hold(bytes in damaged("rows")) {
        entry::rows(&bytes);
    }

    #[test]
    fn damaged_certificates_hold(bytes in damaged("verify")) {
        entry::proofs(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn damaged_commands_hold(bytes in damaged("usi")) {
        entry::usi(&bytes);
    }
}
