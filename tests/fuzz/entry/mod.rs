//! Properties of any input: a fuzzer and the tests call the same functions.
//!
//! Each takes bytes and panics if a property is broken. Text that parses is written and parses
//! again to the same, and an error has its place within the text, on whole characters.

mod pasted;
mod proofs;
mod records;
mod rows;
mod sfen;
mod usi;

pub use pasted::pasted;
pub use proofs::proofs;
pub use records::records;
pub use rows::rows;
pub use sfen::sfen;
pub use usi::usi;

use std::ops::Range;

/// That a place lies within a text and on whole characters.
fn lies_in(text: &str, span: &Range<usize>, what: impl std::fmt::Debug) {
    assert!(
        text.get(span.clone()).is_some(),
        "{what:?} at {span:?} of {text:?}"
    );
}
