//! Keys of positions: random numbers combined by exclusive or (Zobrist 1970).
//!
//! A key has two words. Tables find a place by the first word. Positions in one place agree in much of
//! it, so tables compare both words, or the first and a part of the second.
//!
//! By default the numbers are fixed, so that every run searches alike. A program that answers
//! questions of strangers draws new numbers with [`draw`], so that nobody can compose positions
//! with equal keys.

use super::{color::Color, piece::Piece, square::Square};
use std::hash::{BuildHasher, RandomState};
use std::ops::{BitXor, BitXorAssign};
use std::sync::OnceLock;

/// A hash of a board and the side to move. Hands are not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key {
    first: u64,
    second: u64,
}

impl Key {
    /// Makes a key of a number. Different numbers give different keys.
    #[must_use]
    pub const fn of(number: u64) -> Self {
        Self {
            first: number,
            second: split_mix(number),
        }
    }
    /// Returns the first word.
    #[inline]
    #[must_use]
    pub const fn first(self) -> u64 {
        self.first
    }
    /// Returns the second word, which does not depend on the first.
    #[inline]
    #[must_use]
    pub const fn second(self) -> u64 {
        self.second
    }
}

impl BitXor for Key {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self {
            first: self.first ^ other.first,
            second: self.second ^ other.second,
        }
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

/// Mixes a number (`SplitMix64`).
const fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The numbers that make up keys.
#[derive(Debug)]
pub(super) struct Numbers {
    pieces: [[Key; Square::COUNT]; 32],
    turn: Key,
}

impl Numbers {
    /// The number of keys of a piece on a square.
    const PIECES: usize = 32 * Square::COUNT;

    /// Makes the numbers that follow from two seeds.
    const fn of(seeds: [u64; 2]) -> Self {
        let mut numbers = Self {
            pieces: [[Key::of(0); Square::COUNT]; 32],
            turn: random(seeds, Self::PIECES as u64),
        };
        let mut i = 0;
        while i < Self::PIECES {
            numbers.pieces[i / Square::COUNT][i % Square::COUNT] = random(seeds, i as u64);
            i += 1;
        }
        numbers
    }

    /// Returns the same numbers cut to 16 bits. These are repeated through the whole key, because tables
    /// use both ends of it.
    fn tiny(&self) -> Self {
        let cut = |key: Key| {
            let repeated = (key.first & 0xffff) * 0x0001_0001_0001_0001;
            Key {
                first: repeated,
                second: repeated,
            }
        };
        Self {
            pieces: self.pieces.map(|squares| squares.map(cut)),
            turn: cut(self.turn),
        }
    }

    /// Returns the key of a piece on a square.
    #[inline]
    pub(super) const fn piece(&self, piece: Piece, square: Square) -> Key {
        self.pieces[piece.index()][square.index()]
    }

    /// Returns the key that is combined with all others if White is to move.
    #[inline]
    pub(super) const fn turn(&self) -> Key {
        self.turn
    }

    /// Returns the key of an empty board with this side to move.
    pub(super) fn empty(&self, turn: Color) -> Key {
        match turn {
            Color::Black => Key::default(),
            Color::White => self.turn,
        }
    }
}

/// Returns the random key with this index.
const fn random(seeds: [u64; 2], index: u64) -> Key {
    let first = split_mix(seeds[0].wrapping_add(index));
    Key {
        first,
        second: split_mix(first ^ split_mix(seeds[1].wrapping_add(index))),
    }
}

static FIXED: Numbers = Numbers::of([0x7375_6d65, 0x7473_756d_6521]);

/// The numbers in place of the fixed ones, if there are any.
static CHOSEN: OnceLock<Box<Numbers>> = OnceLock::new();

/// Returns the numbers of this process.
#[inline]
pub(super) fn numbers() -> &'static Numbers {
    CHOSEN.get().map_or(&FIXED, |numbers| numbers)
}

/// Draws the numbers for this process at random. Only the first call has an effect.
///
/// Call this before the first position is made: keys of positions made before and after would not
/// agree. Searches then differ a little from run to run; proven answers do not.
pub fn draw() {
    // The seeds of the standard library's hash maps come from the operating system.
    CHOSEN.get_or_init(|| Box::new(Numbers::of([0, 1].map(|i| RandomState::new().hash_one(i)))));
}

/// Cuts the keys of this process to 16 bits, so that positions are taken for one another all the
/// time. Answers are then wrong unless a proof of them is checked.
///
/// Only for tests. Like [`draw`], call it before the first position is made.
#[doc(hidden)]
pub fn make_tiny() {
    CHOSEN.get_or_init(|| Box::new(FIXED.tiny()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_numbers_differ_in_both_words() {
        let all = || FIXED.pieces.iter().flatten().chain([&FIXED.turn]);
        let count = 32 * Square::COUNT + 1;
        for word in [Key::first, Key::second] {
            assert_eq!(
                all().map(|key| word(*key)).collect::<HashSet<_>>().len(),
                count
            );
        }
    }

    #[test]
    fn other_seeds_give_other_numbers() {
        let other = Numbers::of([1, 2]);
        let same = FIXED
            .pieces
            .iter()
            .flatten()
            .zip(other.pieces.iter().flatten());
        assert!(same.filter(|(one, other)| one == other).count() < 2);
    }
}
