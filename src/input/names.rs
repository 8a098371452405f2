//! The names of fields of objects and of columns of tables, and their meanings.
//!
//! A name has one meaning. Capitals, `_`, `-`, brackets and blanks do not matter. In names that are given for a run
//! only capitals do not matter.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The meanings of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Position,
    Side,
    Hands,
    BlackHand,
    WhiteHand,
    Moves,
    Plies,
    Title,
    Author,
    Id,
}

/// The word of each meaning and its names, in the form of [`plain`]. Of several fields the one whose name comes
/// first counts.
const NAMES: [(Meaning, &str, &str); 10] = [
    (
        Meaning::Position,
        "position",
        "sfen initialsfen startsfen usen position fen initialfen board pieces 局面 局面図 盤面 初期局面 \
         usi kif kifu ki2 csa bod contents url link",
    ),
    (Meaning::Side, "side", "side turn sidetomove attacker 手番"),
    (Meaning::Hands, "hands", "hands hand 持駒 持ち駒"),
    (
        Meaning::BlackHand,
        "black_hand",
        "blackhand handblack sentehand handsente 先手持駒 先手の持駒 先手持ち駒 先手の持ち駒",
    ),
    (
        Meaning::WhiteHand,
        "white_hand",
        "whitehand handwhite gotehand handgote 後手持駒 後手の持駒 後手持ち駒 後手の持ち駒",
    ),
    (
        Meaning::Moves,
        "moves",
        "authorline moves solution solutionmoves line 作意 手順 解答",
    ),
    (
        Meaning::Plies,
        "plies",
        "expectedplies plies matelength matein steps 手数 詰手数",
    ),
    (Meaning::Title, "title", "title name 作品名 題名"),
    (Meaning::Author, "author", "author composer 作者"),
    (Meaning::Id, "id", "id no 番号"),
];

/// The names of fields in a run: those of the table, and those that were given for it.
#[derive(Clone, Debug, Default)]
pub struct FieldNames(Arc<[GivenName]>);

/// A name that was given for this run.
#[derive(Debug)]
struct GivenName {
    meaning: Meaning,
    name: String,
    /// Whether an input has a field of this name.
    was_seen: AtomicBool,
}

impl FieldNames {
    /// Reads names such as `position=diagram`. If a meaning has a given name, only that name has it. An empty name
    /// says that no field has the meaning.
    ///
    /// # Errors
    /// The first text that has not this form, or whose meaning is not known.
    pub fn new(given: &[String]) -> Result<Self, String> {
        let read = |text: &String| {
            let (word, name) = text.split_once('=')?;
            let mut meanings = NAMES.iter();
            let (meaning, ..) = meanings.find(|(_, known, _)| *known == word.trim())?;
            Some(GivenName {
                meaning: *meaning,
                name: name.trim().to_lowercase(),
                was_seen: AtomicBool::new(false),
            })
        };
        let names = given
            .iter()
            .map(|text| read(text).ok_or_else(|| text.clone()));
        Ok(Self(names.collect::<Result<_, _>>()?))
    }

    /// Returns the words of all meanings.
    #[must_use]
    pub fn meanings() -> Vec<&'static str> {
        NAMES.iter().map(|(_, word, _)| *word).collect()
    }

    /// Returns whether names were given.
    pub(super) fn are_given(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns a name that was given and that no field had.
    pub(super) fn unused_name(&self) -> Option<&str> {
        let mut given = self.0.iter();
        let missing = given.find(|it| !it.name.is_empty() && !it.was_seen.load(Relaxed));
        missing.map(|it| &*it.name)
    }

    /// Returns whether a name was given, and notes that an input has it.
    pub(super) fn is_given(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase();
        let mut found = false;
        for given in self.0.iter().filter(|it| it.name == name) {
            given.was_seen.store(true, Relaxed);
            found = true;
        }
        found
    }

    /// Returns the index of a name among those with a meaning. The surest name has 0.
    pub(super) fn rank(&self, meaning: Meaning, name: &str) -> Option<usize> {
        let is_given = self.are_given() && self.is_given(name);
        let mut given = self.0.iter().filter(|it| it.meaning == meaning).peekable();
        if given.peek().is_some() {
            return given.position(|it| it.name == name.trim().to_lowercase());
        }
        // A name that was given for another meaning has only that one.
        if is_given {
            return None;
        }
        let (.., names) = NAMES.iter().find(|(known, ..)| *known == meaning)?;
        let name = plain(name);
        names.split_whitespace().position(|it| *it == name)
    }

    /// Returns whether a name has any meaning.
    pub(super) fn is_known(&self, name: &str) -> bool {
        let mut meanings = NAMES.iter().map(|(meaning, ..)| *meaning);
        meanings.any(|meaning| self.rank(meaning, name).is_some())
    }

    /// Returns the name and the value of the field with a meaning. Empty fields do not count.
    pub(super) fn find<'a>(
        &self,
        meaning: Meaning,
        fields: &'a Map<String, Value>,
    ) -> Option<(&'a str, &'a Value)> {
        let filled = fields.iter().filter(|(_, value)| !is_blank(value));
        let ranked =
            filled.filter_map(|(name, value)| Some((self.rank(meaning, name)?, name, value)));
        let (_, name, value) = ranked.min_by_key(|(rank, ..)| *rank)?;
        Some((name, value))
    }
}

/// Returns a value as a text.
pub(super) fn word_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Returns whether a value is null or a blank text.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().is_empty(),
        value => value.is_null(),
    }
}

/// Returns a name in the form of [`NAMES`]: in lower case, without the signs between words.
fn plain(name: &str) -> Cow<'_, str> {
    let is_sign = |it: char| "_- '’()（）\u{3000}".contains(it);
    if !name.contains(|it: char| it.is_uppercase() || is_sign(it)) {
        return Cow::Borrowed(name);
    }
    let letters = name.chars().filter(|it| !is_sign(*it));
    Cow::Owned(letters.flat_map(char::to_lowercase).collect())
}

/// Returns whether the fields are those of a row that this program wrote.
pub(crate) fn is_own(fields: &Map<String, Value>) -> bool {
    ["tool", "solution"]
        .iter()
        .all(|it| fields.contains_key(*it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_and_signs_do_not_matter() {
        let names = FieldNames::default();
        for name in ["initial_sfen", "initialSfen", "Initial SFEN"] {
            assert_eq!(names.rank(Meaning::Position, name), Some(1), "{name}");
        }
        assert_eq!(names.rank(Meaning::Position, "finalSfen"), None);
        let all = NAMES
            .iter()
            .flat_map(|(.., names)| names.split_whitespace());
        let mut all: Vec<_> = all.collect();
        assert!(all.iter().all(|it| plain(it) == *it));
        all.sort_unstable();
        assert!(all.windows(2).all(|it| it[0] != it[1]), "{all:?}");
    }

    #[test]
    fn a_name_that_is_given_is_the_only_one() {
        let given = ["position=The Diagram", "moves="].map(str::to_owned);
        let names = FieldNames::new(&given).unwrap();
        assert_eq!(names.unused_name(), Some("the diagram"));
        assert_eq!(names.rank(Meaning::Position, "the diagram"), Some(0));
        assert_eq!(names.rank(Meaning::Position, "sfen"), None);
        assert_eq!(names.rank(Meaning::Moves, "solution"), None);
        assert_eq!(names.rank(Meaning::Plies, "plies"), Some(1));
        assert_eq!(names.unused_name(), None);
        // A name that is given for one meaning loses its usual one.
        let names = FieldNames::new(&["plies=moves".to_owned()]).unwrap();
        assert_eq!(names.rank(Meaning::Plies, "Moves"), Some(0));
        assert_eq!(names.rank(Meaning::Moves, "moves"), None);
        for wrong in ["diagram", "place=x"] {
            let error = FieldNames::new(&[wrong.to_owned()]).unwrap_err();
            assert_eq!(error, wrong);
        }
    }

    #[test]
    fn the_manual_has_the_table_of_names() {
        let quoted = |names: &str| names.replace(' ', "` `");
        let row = |(_, word, names)| format!("| `{word}` | `{}` |\n", quoted(names));
        let rows: String = NAMES.into_iter().map(row).collect();
        let table = format!("| meaning | names |\n|---|---|\n{rows}");
        let manual = include_str!("../manual/solving.md");
        assert!(
            manual.contains(&table),
            "the manual needs this table:\n{table}"
        );
    }
}
