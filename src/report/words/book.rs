//! The words of a book of problems.

use super::plies;
use crate::vocabulary::Lang;

/// Headings of a book.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct BookWords {
    pub title: &'static str,
    pub contents: &'static str,
    pub problems: &'static str,
    pub solutions: &'static str,
    /// The columns of the contents: the pages of a problem and of its solution.
    pub problem: &'static str,
    pub solution: &'static str,
}

/// Returns the headings in this language.
pub(in crate::report) const fn book_words(lang: Lang) -> BookWords {
    match lang {
        Lang::English => BookWords {
            title: "Tsume shogi problems",
            contents: "contents",
            problems: "problems",
            solutions: "solutions",
            problem: "problem",
            solution: "solution",
        },
        Lang::Japanese => BookWords {
            title: "詰将棋作品集",
            contents: "目次",
            problems: "問題",
            solutions: "解答",
            problem: "問題",
            solution: "解答",
        },
    }
}

/// Returns the length as magazines print it: `mate in 5`, `5手詰`.
pub(in crate::report) fn mate_in(length: u32, lang: Lang) -> String {
    let japanese = plies(length, Lang::Japanese);
    both!(lang, "mate in {length}", "{japanese}詰")
}

/// Returns the length of a brinkmate problem as books print it: `brinkmate in 3`, `3手必至`.
pub(in crate::report) fn brinkmate_in(length: u32, lang: Lang) -> String {
    both!(lang, "brinkmate in {length}", "{length}手必至")
}

/// Returns how many inputs are not in the book, because they could not be read.
pub(in crate::report) fn left_out(count: usize, lang: Lang) -> String {
    both!(
        lang,
        "{count} left out, which could not be read",
        "読めなかった入力{count}件を除く"
    )
}
