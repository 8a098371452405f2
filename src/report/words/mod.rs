//! The texts for people in both languages, used by text, pages, records and the engine.
//!
//! - `answers`: verdicts, lengths, open questions, the counts of a run
//! - `judged`: text around findings
//! - `brinkmate`: brinkmates and threats
//! - `comparison`: what changed between two versions
//! - `questions`: variations, tries, refutations, interpositions
//! - `labels`: headings and buttons
//! - `book`: the words of a book
//! - `errors`, `illegal`: errors in an input
//! - `proofs`: certificates
//! - `similar`: similar works
//! - `units`: numbers
//!
//! English is in lower case, without a period, with Japanese terms beside it at most. Japanese is
//! in the plain style, without 「。」, with English names of programs, options and formats at most.

use crate::answer::{english_of, term_of};
use crate::notation::{japanese, square_name};
use crate::said::Said;
use crate::shogi::Square;
use crate::vocabulary::Lang;

pub(super) mod answers;
pub(super) mod book;
pub(super) mod brinkmate;
pub(super) mod comparison;
pub(super) mod edits;
pub mod errors;
pub mod illegal;
pub(super) mod judged;
pub(super) mod labels;
pub(super) mod open;
pub(super) mod proofs;
pub(super) mod questions;
pub(super) mod similar;
pub(super) mod units;

pub(super) use crate::said::{at_most, plies, ply};

/// The same in English and in Japanese.
pub(super) type Bilingual = [String; 2];

pub(super) fn both(english: impl Into<String>, japanese: impl Into<String>) -> Bilingual {
    [english.into(), japanese.into()]
}

/// Returns the name of a square.
pub(super) fn of_square(square: Square) -> Said {
    Said::new(square_name(square), japanese::square(square))
}

/// Returns the steps of a shift, files first. `english` makes the English words of a number, a way and a unit.
pub(super) fn steps(files: i8, ranks: i8, english: fn(u8, &str, &str) -> String) -> Vec<Said> {
    let mut steps = Vec::new();
    for (by, unit, ways, kanji, kanji_unit) in [
        (files, "file", ["right", "left"], ["右", "左"], "筋"),
        (ranks, "rank", ["up", "down"], ["上", "下"], "段"),
    ] {
        if by != 0 {
            let (count, way) = (by.unsigned_abs(), usize::from(by > 0));
            let japanese = format!("{}へ{count}{kanji_unit}", kanji[way]);
            steps.push(Said::new(english(count, ways[way], unit), japanese));
        }
    }
    steps
}

/// Returns the name of a finding by its key ([`kinds`](super::kinds())).
#[must_use]
pub fn term_named(word: &str, lang: Lang) -> String {
    let (term, english) = (term_of(word), english_of(word));
    lang.of([format!("{term} {english}"), term.to_owned()])
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
