//! Records of moves: KIF, KI2, CSA, JKF.

use super::lies_in;
use tsume::notation::record::{Format, Losses, Part, Places, Record, decode, problem, read, write};

const FORMATS: [Format; 4] = [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf];

/// A file whose first byte says which format it is in.
///
/// Every part of a record and every error has its place; a record comes back from every format
/// as it was, as far as the writer did not say that something was left out.
pub fn records(data: &[u8]) {
    let Some((&first, bytes)) = data.split_first() else {
        return;
    };
    let text = decode(bytes);
    let lines = text.split('\n').count();
    let mut last = 0;
    for part in read(&text, FORMATS[usize::from(first) % 4]) {
        assert!(
            last <= part.line && (1..=lines).contains(&part.line),
            "{part:?}"
        );
        last = part.line;
        match &part.content {
            Err(error) => lies_in(&part.text, &error.span, error.to_string()),
            Ok((record, places)) => {
                stands(&part.text, record, places);
                for format in FORMATS {
                    comes_back(record, format);
                }
            }
        }
    }
}

pub(super) fn stands(text: &str, record: &Record, places: &Places) {
    assert_eq!(places.headers.len(), record.headers.len(), "{text:?}");
    assert_eq!(places.moves.len(), record.tree.len(), "{text:?}");
    let pieces = places.pieces.iter().map(|it| &it.1);
    let held = places.held.iter().map(|it| &it.2);
    let parts = [&places.board, &places.turn].into_iter();
    let parts = parts.chain(pieces).chain(held);
    for span in parts.chain(&places.headers).chain(&places.moves) {
        lies_in(text, span, places);
    }
    let known = problem(record, places);
    assert_eq!(known.moves.len(), known.spans.moves.len(), "{text:?}");
}

fn comes_back(record: &Record, format: Format) {
    let (text, losses) = write(record, format);
    let parts = read(&text, format);
    let [
        Part {
            content: Ok((found, _)),
            ..
        },
    ] = &parts[..]
    else {
        panic!("{format:?}: {parts:?}\n{text}\n{record:?}");
    };
    let (mut found, mut expected) = (found.clone(), record.clone());
    if losses == Losses::default() {
        if format == Format::Csa {
            // Some headers have places of their own there.
            found.headers.sort();
            expected.headers.sort();
        }
        assert_eq!(found, expected, "{format:?}\n{text}");
    } else {
        assert_eq!(found.setup, expected.setup, "{format:?}\n{text}");
        let (found, mut expected) = (found.tree.main_line(), expected.tree.main_line());
        if losses.moves {
            // A move that the format has no words for ends its line.
            expected.truncate(found.len());
        }
        assert_eq!(found, expected, "{format:?}\n{text}");
    }
}
