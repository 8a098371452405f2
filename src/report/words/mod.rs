//! The texts for people in both languages, used by text, pages, records and the engine.
//!
//! - `answers`: verdicts, lengths, open questions, the counts of a run
//! - `findings`: findings about a composition
//! - `judged`: text around findings
//! - `brinkmate`: brinkmates and threats
//! - `comparison`: what changed between two versions
//! - `questions`: variations, tries, refutations, interpositions
//! - `labels`: headings and buttons
//! - `book`: the words of a book
//! - `errors`, `illegal`: errors in an input
//! - `notes`: how a problem was read
//! - `proofs`: certificates
//! - `similar`: similar works
//! - `units`: numbers
//!
//! English is in lower case, without a period, with Japanese terms beside it at most. Japanese is
//! in the plain style, without 「。」, with English names of programs, options and formats at most.

pub(super) mod answers;
pub(super) mod book;
pub(super) mod brinkmate;
pub(super) mod comparison;
pub(super) mod edits;
pub mod errors;
pub(super) mod findings;
pub mod illegal;
pub(super) mod judged;
pub(super) mod labels;
pub(super) mod notes;
pub(super) mod open;
pub(super) mod proofs;
pub(super) mod questions;
pub(super) mod similar;
pub(super) mod units;

use super::Lang;
use super::kinds::{english_of, term_of};

/// The same in English and in Japanese.
pub(super) type Bilingual = [String; 2];

pub(super) fn both(english: impl Into<String>, japanese: impl Into<String>) -> Bilingual {
    [english.into(), japanese.into()]
}

/// Returns the ply of a move in words: `ply 3`, `3手目`.
pub(super) fn ply(number: impl std::fmt::Display, lang: Lang) -> String {
    both!(lang, "ply {number}", "{number}手目")
}

/// Returns the name of a finding by its key ([`kinds`](super::kinds())).
#[must_use]
pub fn term_named(word: &str, lang: Lang) -> String {
    let (term, english) = (term_of(word), english_of(word));
    lang.of([format!("{term} {english}"), term.to_owned()])
}

/// Returns a number of plies: `5 plies`, `5手`.
pub(super) fn plies(count: u32, lang: Lang) -> String {
    let noun = if count == 1 { "ply" } else { "plies" };
    both!(lang, "{count} {noun}", "{count}手")
}

/// Returns a bound of a number of plies: `at most 5 plies`, `5手以内`.
pub(super) fn at_most(count: u32, lang: Lang) -> String {
    let [english, japanese] = [Lang::English, Lang::Japanese].map(|it| plies(count, it));
    both!(lang, "at most {english}", "{japanese}以内")
}

/// Returns the separator between the parts of a line.
pub(super) const fn dot(lang: Lang) -> &'static str {
    match lang {
        Lang::English => " · ",
        Lang::Japanese => "　",
    }
}
