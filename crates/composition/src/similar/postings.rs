//! Lists of the problems that have a piece on a square, by piece, square and the square of the defender's
//! king.
//!
//! Problems have *slots*, in the order of their kings' squares. So the lists of a piece on a square
//! for all kings lie one after another, and each is in ascending order.

use crate::shogi::{Piece, Square};
use std::ops::Range;

const SQUARES: usize = Square::COUNT;
/// Greater than every [`Piece::index`].
const PIECES: usize = 32;

/// The lists.
#[derive(Debug)]
pub(super) struct Postings {
    /// The slots of all lists, one list after another.
    slots: Vec<u32>,
    /// Where the list of each bin begins in `slots`, and finally where the last list ends.
    starts: Vec<u32>,
    /// The first slot of each king's square, and finally the number of slots.
    groups: Vec<u32>,
}

/// The number of the list for a piece, its square and the king's square.
#[derive(Clone, Copy)]
pub(super) struct Bin(u32);

impl Bin {
    pub fn new(piece: Piece, square: Square, king: Square) -> Self {
        let of_square = piece.index() * SQUARES + square.index();
        Self((of_square * SQUARES + king.index()) as u32)
    }

    const fn king(self) -> usize {
        self.0 as usize % SQUARES
    }
}

impl Postings {
    /// Makes the lists of problems with these kings. `entries` has a bin for each piece but the
    /// defender's king, and the number of its problem, in ascending order of the numbers. Returns the
    /// lists and the slot of each problem.
    pub fn new(kings: &[Square], entries: &[(Bin, u32)]) -> (Self, Vec<u32>) {
        let groups = class_starts(kings.iter().map(|it| it.index()), SQUARES);
        let mut next = groups.clone();
        let mut slot_of = Vec::with_capacity(kings.len());
        for king in kings {
            slot_of.push(next[king.index()]);
            next[king.index()] += 1;
        }
        let starts = class_starts(
            entries.iter().map(|(bin, _)| bin.0 as usize),
            PIECES * SQUARES * SQUARES,
        );
        let mut next = starts.clone();
        let mut slots = vec![0; entries.len()];
        for &(bin, number) in entries {
            let place = &mut next[bin.0 as usize];
            debug_assert_eq!(bin.king(), kings[number as usize].index());
            slots[*place as usize] = slot_of[number as usize];
            *place += 1;
        }
        let lists = Self {
            slots,
            starts,
            groups,
        };
        (lists, slot_of)
    }

    /// Returns the slots of the problems whose king is on this square.
    pub fn group(&self, king: Square) -> Range<usize> {
        let king = king.index();
        self.groups[king] as usize..self.groups[king + 1] as usize
    }

    /// Returns the slots of the problems with a piece on a square, for one square of the king.
    pub fn with_king(&self, piece: Piece, square: Square, king: Square) -> &[u32] {
        let bin = Bin::new(piece, square, king).0 as usize;
        &self.slots[self.starts[bin] as usize..self.starts[bin + 1] as usize]
    }

    /// Returns the slots of the problems with a piece on a square, wherever the king is.
    pub fn with_any_king(&self, piece: Piece, square: Square) -> &[u32] {
        let first = (piece.index() * SQUARES + square.index()) * SQUARES;
        &self.slots[self.starts[first] as usize..self.starts[first + SQUARES] as usize]
    }

    /// Returns the bytes of memory that the lists take.
    pub fn bytes(&self) -> usize {
        4 * (self.slots.len() + self.starts.len() + self.groups.len())
    }
}

/// Returns where the items of each of `count` classes begin if they are sorted by class, and finally their number.
fn class_starts(classes: impl Iterator<Item = usize>, count: usize) -> Vec<u32> {
    let mut starts = vec![0_u32; count + 1];
    for class in classes {
        starts[class + 1] += 1;
    }
    for class in 0..count {
        starts[class + 1] += starts[class];
    }
    starts
}
