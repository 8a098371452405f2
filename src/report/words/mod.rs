//! The texts for people in both languages, used by text, pages, records and the engine.
//!
//! - `answers`: verdicts, lengths, open questions, the counts of a run
//! - `judged`: sentences about judged compositions
//! - `brinkmate`: brinkmates and threats
//! - `comparison`: what changed between two versions
//! - `questions`: variations, tries, refutations, interpositions
//! - `labels`: headings and buttons
//! - `book`: the words of a book
//! - `similar`: similar works
//! - `open`: open moves and questions
//! - `units`: numbers
//!
//! English is in lower case, without a period, and may have Japanese terms beside it. Japanese is in
//! the plain style, without 「。」, and may have English names of programs, options and formats.

use crate::answer::{english_of, term_of};
use crate::vocabulary::Lang;

pub(super) mod answers;
pub(super) mod book;
pub(super) mod brinkmate;
pub(super) mod comparison;
pub(super) mod judged;
pub(super) mod labels;
pub(super) mod open;
pub(super) mod questions;
pub(super) mod similar;
pub(super) mod units;

pub(super) use crate::said::{at_most, plies, ply};

/// Returns the name of a finding by its key ([`kinds`](crate::answer::kinds())). In English it is the Japanese
/// term and the English name.
#[must_use]
pub fn term_named(word: &str, lang: Lang) -> String {
    let (term, english) = (term_of(word), english_of(word));
    lang.of([format!("{term} {english}"), term.to_owned()])
}

/// Returns the name of a finding by its key, in one language only.
pub(super) fn short_term(word: &str, lang: Lang) -> &str {
    lang.of([english_of(word), term_of(word)])
}

/// Joins the parts of a line that are not empty.
pub(super) fn joined<T: AsRef<str>>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut line = String::new();
    for part in parts {
        let part = part.as_ref();
        if !part.is_empty() {
            line.push_str(if line.is_empty() { "" } else { between });
            line.push_str(part);
        }
    }
    line
}

/// Returns the separator between the parts of a line.
pub(super) const fn dot(lang: Lang) -> &'static str {
    match lang {
        Lang::English => " · ",
        Lang::Japanese => "　",
    }
}
