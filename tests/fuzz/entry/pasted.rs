//! Diagrams in texts as people paste them.

use super::lies_in;
use tsume::notation::record::{Parts, decode};
use tsume::notation::sfen;

/// A text of any kind.
///
/// Every part of a problem found in it and every error has its place, and the diagram is read back from SFEN.
pub fn pasted(data: &[u8]) {
    let text = decode(data);
    let lines = text.split('\n').count();
    let pasted = Parts::of_text(text);
    for number in 0..pasted.len() {
        let part = pasted.read(number);
        assert!((1..=lines).contains(&part.line), "{part:?}");
        match &part.content {
            Err(error) => lies_in(&part.text, &error.span, error.to_string()),
            Ok((record, places)) => {
                super::records::stands(&part.text, record, places);
                let line = sfen::write(&record.setup);
                let known = sfen::parse(&line).map(|it| it.setup);
                assert_eq!(known.as_ref(), Ok(&record.setup), "{line}");
            }
        }
    }
}
