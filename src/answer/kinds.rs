//! The kinds of findings, by name.

use crate::vocabulary::{Kind, words};

/// Returns the keys of all kinds, the gravest first.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    words::<Kind>()
}

/// Returns the key among [`kinds`] that equals `word`.
#[must_use]
pub fn kind_named(word: &str) -> Option<&'static str> {
    Kind::from_word(word).map(Kind::word)
}

/// Returns the Japanese term of a key among [`kinds`].
pub(crate) fn term_of(word: &str) -> &'static str {
    Kind::from_word(word).map_or("", Kind::term)
}

/// Returns the English name of a key among [`kinds`].
pub(crate) fn english_of(word: &str) -> &'static str {
    Kind::from_word(word).map_or("", Kind::english)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the manual has the term of each kind, and its grade under each profile.
    #[test]
    fn the_manual_has_the_terms_and_grades() {
        use crate::composition::rules::Profile;
        let page = include_str!("../manual/judging.md");
        let (_, page) = page.split_once("\n| kind | ").expect("a table");
        for &kind in Kind::ALL {
            let (word, kanji) = (kind.key(), kind.term());
            let row = page
                .lines()
                .find(|it| it.starts_with(&format!("| `{word}` |")));
            let cells: Vec<_> = row.expect(word).split(" | ").collect();
            assert_eq!(cells[1], kanji, "{word}");
            let profiles = Profile::ALL.iter();
            let grades: Vec<_> = profiles
                .map(|it| it.grade(kind.severity()).word())
                .collect();
            assert_eq!(cells[2..6], grades, "{word}");
        }
    }
}
