//! Compares the ends of lines. Ends that a mirror and a shift turn into each other are the same.

use super::Alignment;
use crate::shogi::{Move, PieceKind, Setup, Square};
use std::hash::Hasher;

/// The fewest plies at the end of two lines that make them similar.
pub const SHORTEST_ENDING: usize = 5;

/// A line with the kinds of the pieces that move, to be compared from its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    kind: PieceKind,
    mv: Move,
}

/// The plies that two lines have in common at their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedEnding {
    /// How many there are.
    pub plies: u32,
    /// The ply of the first one in either line, counted from 1.
    pub from: [u32; 2],
    /// How the moves of the first line are laid on those of the second.
    pub alignment: Alignment,
}

impl Ending {
    /// Makes the ending of a line from a diagram; both have the attacker as Black. If the line cannot be
    /// played to its end, the ending is empty.
    #[must_use]
    pub fn new(setup: &Setup, line: &[Move]) -> Self {
        let mut setup = setup.clone();
        let mut steps = Vec::with_capacity(line.len());
        for &mv in line {
            let moved = mv.from().and_then(|it| setup.piece_at(it));
            let kind = moved.map(crate::shogi::Piece::kind).or(mv.dropped());
            match kind {
                Some(kind) if setup.play(mv) => steps.push(Step { kind, mv }),
                _ => return Self::default(),
            }
        }
        Self { steps }
    }

    /// Returns a number that is the same for all lines that share [`SHORTEST_ENDING`] plies. `None`
    /// if the line is shorter.
    pub(super) fn key(&self) -> Option<u32> {
        let first = self.steps.len().checked_sub(SHORTEST_ENDING)?;
        let last = &self.steps[first..];
        let hash = |mirrored: bool| {
            let mut hasher = rustc_hash::FxHasher::default();
            let end = last[last.len() - 1].mv.to();
            let mut write_square = |square: Square| {
                let way = Alignment::between(end, square, false);
                // In a mirror, files count the other way.
                let files = if mirrored { -way.files } else { way.files };
                hasher.write_i16(i16::from(files) * 32 + i16::from(way.ranks));
            };
            for step in last {
                write_square(step.mv.to());
                if let Some(from) = step.mv.from() {
                    write_square(from);
                }
            }
            for step in last {
                let ways = u8::from(step.mv.promotes()) * 2 + u8::from(step.mv.is_drop());
                hasher.write_u8((step.kind.index() as u8) << 2 | ways);
            }
            let hash = hasher.finish();
            (hash >> 32) as u32 ^ hash as u32
        };
        Some(hash(false).min(hash(true)))
    }

    /// Returns the plies that two lines share at their ends; `None` if they are fewer than
    /// [`SHORTEST_ENDING`].
    #[must_use]
    pub fn shared(&self, other: &Self) -> Option<SharedEnding> {
        let (end, other_end) = (self.steps.last()?, other.steps.last()?);
        let [plain, mirrored] = [false, true].map(|mirrored| {
            let alignment = Alignment::between(end.mv.to(), other_end.mv.to(), mirrored);
            let pairs = self.steps.iter().rev().zip(other.steps.iter().rev());
            let equal = pairs.take_while(|(one, other)| {
                one.kind == other.kind && alignment.of_move(one.mv) == Some(other.mv)
            });
            (equal.count(), alignment)
        });
        // Of equally long ones the plain one is taken.
        let (plies, alignment) = if mirrored.0 > plain.0 {
            mirrored
        } else {
            plain
        };
        (plies >= SHORTEST_ENDING).then(|| SharedEnding {
            plies: plies as u32,
            from: [self, other].map(|it| (it.steps.len() - plies + 1) as u32),
            alignment,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::usi;
    use crate::similar::tests::arrangement;

    fn ending(text: &str, line: &str) -> Ending {
        let moves = line.split(' ').map(|it| usi::parse_move(it).unwrap());
        Ending::new(&arrangement(text).normalised(), &moves.collect::<Vec<_>>())
    }

    #[test]
    fn the_same_end_is_found_shifted_and_mirrored() {
        let first = ending(
            "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1",
            "3a3d+ 1d1e 3d2d 1e1f 2d2f",
        );
        // The same five plies on the other side, a rank lower.
        let second = ending(
            "9/2R6/9/9/k8/2B6/9/9/9 b r4g4s4n4l18p 1",
            "7b7e+ 9e9f 7e8e 9f9g 8e8g",
        );
        let shared = first.shared(&second).expect("they end alike");
        assert_eq!((shared.plies, shared.from), (5, [1, 1]));
        let alignment = shared.alignment;
        assert_eq!((alignment.mirrored, alignment.ranks), (true, 1));
        assert_eq!(first.key(), second.key());
        // The first ply of the five differs.
        let third = ending(
            "9/2R6/9/9/k8/2B6/9/9/9 b r4g4s4n4l18p 1",
            "7b7e 9e9f 7e8e 9f9g 8e8g",
        );
        assert_eq!(first.shared(&third), None);
        assert_ne!(first.key(), third.key());
    }

    #[test]
    fn a_line_that_cannot_be_played_or_is_short_has_no_key() {
        let text = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
        assert_eq!(ending(text, "3a3d+ 1d1e 3d2d").key(), None);
        let broken = ending(text, "3a3d+ 1d1e 3d2d 1e1f 9a9b");
        assert_eq!(broken, Ending::default());
        assert_eq!(broken.key(), None);
    }
}
