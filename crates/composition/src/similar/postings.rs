//! Which problems have a piece on a square: lists by piece, square and the square of the defender's
//! king.
//!
//! Problems have *slots*, in the order of their kings' squares. So the lists of a piece on a square
//! for all kings lie one after another, and each is in ascending order.

use crate::shogi::{Piece, Square};
use std::ops::Range;

const SQUARES: usize = Square::COUNT;
/// Above every [`Piece::index`].
const PIECES: usize = 32;

/// The lists.
#[derive(Debug)]
pub(super) struct Postings {
    /// The slots of all lists, one list after another.
    slots: Vec<u32>,
    /// Where the list of each bin begins, and at last where all lists end.
    starts: Vec<u32>,
    /// The first slot of each king's square, and at last the number of slots.
    groups: Vec<u32>,
}

/// The list that a piece belongs to.
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
    /// slot of each problem, too.
    pub fn new(kings: &[Square], entries: &[(Bin, u32)]) -> (Self, Vec<u32>) {
        let groups = starts(kings.iter().map(|it| it.index()), SQUARES);
        let mut next = groups.clone();
        let mut slot_of = Vec::with_capacity(kings.len());
        for king in kings {
            slot_of.push(next[king.index()]);
            next[king.index()] += 1;
        }
        let starts = starts(
            entries.iter().map(|it| it.0.0 as usize),
            PIECES * SQUARES * SQUARES,
        );
        let mut next = starts.clone();
        let mut slots = vec![0; entries.len()];
        for &(bin, number) in entries {
            let at = &mut next[bin.0 as usize];
            debug_assert_eq!(bin.king(), kings[number as usize].index());
            slots[*at as usize] = slot_of[number as usize];
            *at += 1;
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
        let at = king.index();
        self.groups[at] as usize..self.groups[at + 1] as usize
    }

    /// Returns the slots of the problems with a piece on a square, for one square of the king.
    pub fn with_king(&self, piece: Piece, square: Square, king: Square) -> &[u32] {
        let at = Bin::new(piece, square, king).0 as usize;
        &self.slots[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns the same for all squares of the king.
    pub fn with_any_king(&self, piece: Piece, square: Square) -> &[u32] {
        let at = (piece.index() * SQUARES + square.index()) * SQUARES;
        &self.slots[self.starts[at] as usize..self.starts[at + SQUARES] as usize]
    }

    /// Returns the bytes of memory that the lists take.
    pub fn bytes(&self) -> usize {
        4 * (self.slots.len() + self.starts.len() + self.groups.len())
    }
}

/// Returns where the items of each of `count` classes begin, if they are put in order.
fn starts(classes: impl Iterator<Item = usize>, count: usize) -> Vec<u32> {
    let mut starts = vec![0_u32; count + 1];
    for class in classes {
        starts[class + 1] += 1;
    }
    for at in 0..count {
        starts[at + 1] += starts[at];
    }
    starts
}
