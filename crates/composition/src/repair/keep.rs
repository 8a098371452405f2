//! The part of a problem that must stay, and the questions about its line before a whole check.

use super::super::Author;
use crate::finding::verdict::{Judgement, Verdict};
use crate::length::composed::exact;
use crate::length::inquiry::Inquiry;
use crate::length::line;
use crate::shogi::{Move, Position};
use std::fmt;
use std::str::FromStr;

/// The part of a problem that must stay the same in every version: `line`, `key`, `key:N`, `moves:PLIES`,
/// `length` or `mate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "rows",
    derive(serde::Deserialize),
    serde(try_from = "String")
)]
pub enum Keep {
    /// The whole line, move by move.
    #[default]
    Line,
    /// The first moves of the line, up to this number.
    Key(usize),
    /// The moves at these plies of the line.
    Plies(Plies),
    /// The length of the line.
    Length,
    /// Only that it is a mate.
    Mate,
}

/// Plies of a line, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plies(u128);

impl Plies {
    /// The last ply that can be named.
    pub const LAST: u32 = u128::BITS;

    /// Makes a set of plies. `None` if one is 0 or above [`Plies::LAST`].
    #[must_use]
    pub fn of(plies: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut plies = plies.into_iter();
        plies.try_fold(Self::default(), |Self(set), ply| {
            let is_ply = (1..=Self::LAST).contains(&ply);
            is_ply.then(|| Self(set | 1 << (ply - 1)))
        })
    }

    /// Returns whether the move of this index (from 0) belongs to the set.
    const fn has_move(self, index: usize) -> bool {
        index < Self::LAST as usize && self.0 >> index & 1 == 1
    }

    /// Returns how many moves from the first on belong to the set without a gap.
    const fn leading(self) -> usize {
        self.0.trailing_ones() as usize
    }
}

/// A text that does not say what must stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownKeep {
    /// The text begins with another word.
    Word,
    /// The number of first moves is missing.
    Key,
    /// The plies are missing.
    Plies,
}

impl fmt::Display for UnknownKeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = Plies::LAST;
        match self {
            Self::Word => f.write_str("write line, length, mate, key, key:N or moves:PLIES"),
            Self::Key => f.write_str("write the number of first moves that stay: key:3"),
            Self::Plies => write!(
                f,
                "write the plies of the moves that stay, 1 to {last}: moves:3,5-7"
            ),
        }
    }
}

impl std::error::Error for UnknownKeep {}

impl FromStr for Keep {
    type Err = UnknownKeep;

    fn from_str(text: &str) -> Result<Self, UnknownKeep> {
        let (word, number) = match text.split_once(':') {
            Some((word, number)) => (word, Some(number)),
            None => (text, None),
        };
        match (word, number) {
            ("line", None) => Ok(Self::Line),
            ("length", None) => Ok(Self::Length),
            ("mate", None) => Ok(Self::Mate),
            ("key", None) => Ok(Self::Key(1)),
            ("key", Some(number)) => match number.parse() {
                Ok(number) if number > 0 => Ok(Self::Key(number)),
                _ => Err(UnknownKeep::Key),
            },
            ("moves", Some(plies)) => read_plies(plies).map(Self::Plies).ok_or(UnknownKeep::Plies),
            _ => Err(UnknownKeep::Word),
        }
    }
}

impl TryFrom<String> for Keep {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
            .map_err(|why: UnknownKeep| format!("keep {text:?}: {why}"))
    }
}

/// Reads plies and ranges of them: `3,5-7`.
fn read_plies(text: &str) -> Option<Plies> {
    let mut all = Vec::new();
    for word in text.split(',').map(str::trim) {
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        let (from, to): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        if from > to || to > Plies::LAST {
            return None;
        }
        all.extend(from..=to);
    }
    Plies::of(all)
}

impl Keep {
    /// Returns the author's claims about a version: the beginning of `line` that stays, on the board of the
    /// version.
    pub(super) fn author(self, line: &[Move]) -> Author {
        Author {
            line: self.beginning(line).to_vec(),
            ..Author::default()
        }
    }

    /// Returns the first moves of a line, as far as they stay.
    pub(super) fn beginning(self, line: &[Move]) -> &[Move] {
        match self {
            Self::Line => line,
            Self::Key(count) => &line[..count.min(line.len())],
            Self::Plies(plies) => &line[..plies.leading().min(line.len())],
            Self::Length | Self::Mate => &[],
        }
    }

    /// Returns whether a judged version has kept what must stay of this line.
    pub(super) fn is_kept(self, judgement: &Judgement, line: &[Move]) -> bool {
        let Some(reading) = &judgement.composed.reading else {
            return false;
        };
        match self {
            Self::Line => reading.line == line,
            Self::Key(_) => reading.line.starts_with(self.beginning(line)),
            Self::Plies(plies) => (line.iter().enumerate())
                .filter(|&(index, _)| plies.has_move(index))
                .all(|(index, mv)| reading.line.get(index) == Some(mv)),
            Self::Length => exact(judgement.composed.answer) == Some(line.len() as u32),
            Self::Mate => true,
        }
    }
}

/// Returns whether a verdict is one that a repair looks for: sound or, unless `only_sound`, blemished.
pub(super) fn is_wanted(verdict: Verdict, only_sound: bool) -> bool {
    verdict == Verdict::Sound || verdict == Verdict::Blemished && !only_sound
}

/// Why a line cannot be that of a sound composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineFault {
    /// The move at this ply cannot be played, or is not a check.
    CannotBePlayed(u32),
    /// The line leaves pieces in the attacker's hand.
    LeavesOver,
    /// After the attacker's move at this ply there is no mate, or the defender can last longer.
    TakesLonger(u32),
    /// At this ply the attacker has a shorter mate.
    MatesSooner(u32),
}

/// Returns the ply, from 1, of the first move of a line that cannot be played on this board.
pub(super) fn first_impossible(root: &Position, line: &[Move]) -> Option<u32> {
    let mut position = root.clone();
    for (&mv, ply) in line.iter().zip(1..) {
        if !line::moves(&position).contains(&mv) {
            return Some(ply);
        }
        position.make(mv);
    }
    None
}

/// Looks for the faults of a line that can be played: all of them, or one with `stops_at_first`. `None`
/// if a limit was reached. It goes from the end to the beginning, because the end takes few nodes and its
/// results are used for the beginning.
///
/// With each fault a check finds the composition flawed, or judges another line, unless longer defences
/// are tolerated. If a check of the attacker takes longer than the rest of the line, some reply after
/// it is not the longest. If the attacker can mate sooner although his move of the line cannot, that is
/// an early mate. If his move can, too, the reply to it is a futile interposition, which only the
/// check can judge; so that is no fault here.
pub(super) fn faults(
    inquiry: &mut Inquiry<'_, '_>,
    line: &[Move],
    stops_at_first: bool,
) -> Option<Vec<LineFault>> {
    let mut faults = Vec::new();
    let plies = line.len() as u32;
    let attacks: Vec<usize> = (0..line.len()).step_by(2).rev().collect();
    for &at in &attacks {
        let left = plies - at as u32;
        if inquiry.mate_within(&line[..=at], left - 1)?.is_no() {
            faults.push(LineFault::TakesLonger(at as u32 + 1));
            if stops_at_first {
                return Some(faults);
            }
        }
    }
    for &at in &attacks {
        let left = plies - at as u32;
        if left >= 3 && !inquiry.mate_within(&line[..at], left - 2)?.is_no() {
            if inquiry.mate_within(&line[..=at], left - 3)?.is_no() {
                faults.push(LineFault::MatesSooner(at as u32 + 1));
            }
            // The length before an earlier move depends on the later ones.
            break;
        }
    }
    Some(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_counted_from_one() {
        let plies = Plies::of([1, 2, 5, 128]).unwrap();
        let has: Vec<usize> = (0..200).filter(|&index| plies.has_move(index)).collect();
        assert_eq!(has, [0, 1, 4, 127]);
        assert_eq!(plies.leading(), 2);
        assert_eq!(Plies::of([0]), None);
        assert_eq!(Plies::of([129]), None);
    }

    #[test]
    fn what_stays_is_read() {
        let keep = |text: &str| text.parse::<Keep>();
        assert_eq!(keep("line"), Ok(Keep::Line));
        assert_eq!(keep("key:3"), Ok(Keep::Key(3)));
        let plies = Plies::of([3, 5, 6, 7]).unwrap();
        assert_eq!(keep("moves:3, 5-7"), Ok(Keep::Plies(plies)));
        for wrong in [
            "",
            "key:0",
            "key:x",
            "line:2",
            "moves",
            "moves:",
            "moves:0",
            "moves:7-5",
            "moves:129",
        ] {
            assert!(keep(wrong).is_err(), "{wrong}");
        }
    }
}
