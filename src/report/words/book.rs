//! The words of a book of problems.

use crate::vocabulary::Lang;

/// Returns the length as magazines print it: `mate in 5`, `5手詰`.
pub(in crate::report) fn mate_in(length: u32, lang: Lang) -> String {
    both!(lang, "mate in {length}", "{length}手詰")
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
