//! Sentences that contain moves, whose notation is chosen when they are shown.

use crate::notation::usi;
use crate::said::Said;
use crate::shogi::{Move, Setup};
use crate::vocabulary::{Lang, Notation};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A sentence in both languages, whose moves are written when it is shown.
///
/// Programs get the English one with moves in USI notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The sentence, with a mark in place of moves.
    said: Said,
    lines: Vec<NoteLine>,
}

/// Moves in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NoteLine {
    /// The moves from the diagram on.
    moves: Vec<Move>,
    /// The number of first moves that are not shown.
    start: usize,
}

/// The mark of the first [`NoteLine`]. Marks are private characters of Unicode with no other use.
const FIRST_MARK: u32 = 0xF_0000;

/// Collects the moves of a sentence while its text is made.
#[derive(Debug, Default)]
pub(super) struct NoteMoves(Vec<NoteLine>);

impl NoteMoves {
    /// Adds a line that begins at the diagram, and returns its mark. Its first `start` moves are not shown.
    pub fn line(&mut self, moves: Vec<Move>, start: usize) -> String {
        let mark = char::from_u32(FIRST_MARK + self.0.len() as u32);
        self.0.push(NoteLine { moves, start });
        mark.map(String::from).unwrap_or_default()
    }

    /// Adds a line that begins at the diagram, and returns its mark. Only its last move is shown.
    pub fn last_move(&mut self, moves: Vec<Move>) -> String {
        let start = moves.len().saturating_sub(1);
        self.line(moves, start)
    }

    /// Makes a sentence of a text with marks.
    pub fn note(self, said: Said) -> Note {
        Note {
            said,
            lines: self.0,
        }
    }
}

impl Note {
    /// Returns the sentence with the moves in a notation, from the diagram `setup` on.
    #[must_use]
    pub fn written(&self, lang: Lang, notation: Notation, setup: &Setup) -> String {
        self.with_moves(lang, |line| {
            let mut written = notation.write(setup, &line.moves);
            written.split_off(line.start.min(written.len())).join(" ")
        })
    }

    /// Returns the sentence with the moves in USI notation.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> String {
        self.with_moves(lang, |line| usi::write_line(&line.moves[line.start..]))
    }

    /// Returns whether the sentence is known in this language. Rows have it in English only.
    #[must_use]
    pub fn is_known_in(&self, lang: Lang) -> bool {
        lang == Lang::English || self.said.in_lang(lang) != self.said.in_lang(Lang::English)
    }

    /// Returns the sentence with each mark replaced by its moves.
    fn with_moves(&self, lang: Lang, write: impl Fn(&NoteLine) -> String) -> String {
        let text = self.said.in_lang(lang);
        if self.lines.is_empty() {
            return text.to_owned();
        }
        let mut whole = String::with_capacity(text.len());
        for c in text.chars() {
            let index = u32::from(c).checked_sub(FIRST_MARK);
            match index.and_then(|index| self.lines.get(index as usize)) {
                Some(line) => whole.push_str(&write(line)),
                None => whole.push(c),
            }
        }
        whole
    }
}

impl From<Said> for Note {
    fn from(said: Said) -> Self {
        Self {
            said,
            lines: Vec::new(),
        }
    }
}

/// Writes the English sentence, as programs get it.
impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.in_lang(Lang::English))
    }
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.in_lang(Lang::English))
    }
}

/// Reads the English sentence of a row, which then stands for both languages.
impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Said::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Note {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Note".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_of_a_sentence_are_written_as_the_reader_wants_them() {
        let problem: crate::Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        let mut moves = NoteMoves::default();
        let line = ["G*5b", "5a6b"].map(|it| usi::parse_move(it).unwrap());
        let first = moves.last_move(line[..1].to_vec());
        let last = moves.last_move(line.to_vec());
        let note = moves.note(both!(
            "{first} fails because of {last}",
            "{first}には{last}"
        ));
        let written = |lang, notation| note.written(lang, notation, problem.setup());
        let expected = "G*5b fails because of 5a6b";
        assert_eq!(written(Lang::English, Notation::Usi), expected);
        assert_eq!(serde_json::to_value(&note).unwrap(), expected);
        assert_eq!(
            written(Lang::Japanese, Notation::Japanese),
            "▲５二金には△６二玉"
        );
    }
}
