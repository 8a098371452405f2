//! The question of a repair, as plain data.

use super::{Allowed, Keep, Shortcuts};
use crate::finding::rules::Profile;
use crate::length::futile::Interpositions;
use crate::shogi::{Move, Square};
use std::fmt;

/// The question of a repair.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "rows", derive(serde::Deserialize), serde(default))]
pub struct Request {
    /// Whether two moves are put before the problem (逆算), and nothing is changed. Then only the limits,
    /// rules and number wanted of the request count.
    pub extends: bool,
    /// The part that must stay.
    pub keep: Keep,
    /// The author's line, even if it cannot be played on the board as it is. Empty if the author gives
    /// none.
    #[cfg_attr(feature = "rows", serde(skip))]
    pub line: Vec<Move>,
    /// The changes that are allowed.
    #[cfg_attr(feature = "rows", serde(flatten))]
    pub allowed: Allowed,
    /// The most edits of a version: 1, 2 or 3. More are tried only while fewer than `best` versions
    /// are found.
    pub edits: u32,
    /// How many ideas are wanted; the search for more ends with so many sound ones.
    pub best: usize,
    /// Whether all versions of an idea are reported, not only the best one.
    pub all: bool,
    /// The interpositions that count as futile.
    pub interpositions: Interpositions,
    /// The profile of the verdicts.
    #[cfg_attr(feature = "rows", serde(rename = "rules"))]
    pub profile: Profile,
    /// The most nodes for one version.
    pub nodes_per_version: u64,
    /// The shortcuts of the work, which do not change the result.
    #[cfg_attr(feature = "rows", serde(skip))]
    pub shortcuts: Shortcuts,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            extends: false,
            keep: Keep::Line,
            line: Vec::new(),
            allowed: Allowed::default(),
            edits: 1,
            best: usize::MAX,
            all: false,
            interpositions: Interpositions::default(),
            profile: Profile::default(),
            nodes_per_version: u64::MAX,
            shortcuts: Shortcuts::default(),
        }
    }
}

/// A word that names no square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSquare(pub String);

impl fmt::Display for NoSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = &self.0;
        write!(
            f,
            "`{word}` is no square: write a file 1 to 9 and a rank a to i, such as 2b, or 1a-3c"
        )
    }
}

impl std::error::Error for NoSquare {}

/// Reads squares and ranges of them, with commas between them: `2b`, `22`, `1a-3c`.
///
/// # Errors
/// If a word is no square.
pub fn squares(text: &str) -> Result<Vec<Square>, NoSquare> {
    let mut all = Vec::new();
    for word in text.split(',').map(str::trim) {
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        let (from, to) = (square(from.trim())?, square(to.trim())?);
        let between = |a: u8, b: u8, it: u8| (a.min(b)..=a.max(b)).contains(&it);
        all.extend(Square::all().filter(|it| {
            between(from.file(), to.file(), it.file()) && between(from.rank(), to.rank(), it.rank())
        }));
    }
    Ok(all)
}

fn square(word: &str) -> Result<Square, NoSquare> {
    let [file @ b'1'..=b'9', rank] = *word.as_bytes() else {
        return Err(NoSquare(word.to_owned()));
    };
    let rank = match rank {
        b'a'..=b'i' => rank - b'a',
        b'1'..=b'9' => rank - b'1',
        _ => return Err(NoSquare(word.to_owned())),
    };
    Ok(Square::new(file - b'1', rank))
}

/// Squares in requests: a list of the texts that [`squares`] reads.
#[cfg(feature = "rows")]
pub(super) mod as_texts {
    use super::{Square, squares};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    pub fn some<'de, D: Deserializer<'de>>(texts: D) -> Result<Option<Vec<Square>>, D::Error> {
        let texts: Option<Vec<String>> = Option::deserialize(texts)?;
        let all = texts.map(|it| {
            it.iter()
                .map(|it| squares(it))
                .collect::<Result<Vec<_>, _>>()
        });
        let all = all.transpose().map_err(D::Error::custom)?;
        Ok(all.map(|it| it.concat()))
    }

    pub fn all<'de, D: Deserializer<'de>>(texts: D) -> Result<Vec<Square>, D::Error> {
        some(texts).map(Option::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_one_by_one_and_in_ranges() {
        let names = |text| squares(text).map(|it| format!("{it:?}"));
        assert_eq!(names("2b, 19").unwrap(), "[2b, 1i]");
        assert_eq!(names("2b-1a").unwrap(), "[1a, 1b, 2a, 2b]");
        for wrong in ["", "0a", "1j", "2", "2bb", "2b-"] {
            assert!(squares(wrong).is_err(), "{wrong}");
        }
    }
}
