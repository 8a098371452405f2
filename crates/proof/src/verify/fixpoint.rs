//! Decides by exhaustion whether there is a mate of any length.
//!
//! The positions that checks and legal replies can reach are listed breadth first. The won
//! positions are a least fixpoint. A position of the defender is won if every reply leads to a won
//! position, so a mate is won. A position of the attacker is won if some check leads to a won
//! position. No other position is won. A repetition is therefore never a win (rule: perpetual check
//! fails).
//!
//! Part of the list can be enough. If the root is won even when all positions not looked at count as
//! not won, there is a mate. If it is not won even when all of them count as won, there is none.

use super::board::{Board, DiagramError};
use super::rules;
use crate::shogi::{Color, Setup};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::ops::Range;

/// Whether the attacker can force mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existence {
    /// The attacker mates in some number of plies.
    Mate,
    /// The attacker cannot mate in any number of plies.
    NoMate,
    /// There are more positions than allowed.
    GaveUp,
}

/// The positions listed so far, by number in order of discovery; the root is number 0.
struct Graph {
    attacker: Color,
    numbers: FxHashMap<Board, usize>,
    /// The listed positions whose moves were not looked at yet, in order of number.
    pending: VecDeque<Board>,
    /// The positions with a move to this one.
    parents: Vec<Vec<usize>>,
    /// For each position whose moves were looked at: how many of them have to lead to won positions
    /// before it is won.
    needed: Vec<usize>,
    /// The positions in which the defender is mated.
    mates: Vec<usize>,
}

impl Graph {
    fn new(root: Board, attacker: Color) -> Self {
        Self {
            attacker,
            numbers: FxHashMap::from_iter([(root.clone(), 0)]),
            pending: VecDeque::from([root]),
            parents: vec![Vec::new()],
            needed: Vec::new(),
            mates: Vec::new(),
        }
    }

    /// Looks at the moves of the next pending position. Returns `false` if there is none.
    fn expand(&mut self) -> bool {
        let Some(board) = self.pending.pop_front() else {
            return false;
        };
        let number = self.needed.len();
        let moves = if board.turn() == self.attacker {
            self.needed.push(1);
            rules::checks(&board)
        } else {
            let replies = rules::legal_moves(&board);
            if replies.is_empty() && board.in_check(board.turn()) {
                self.mates.push(number);
            }
            self.needed.push(replies.len());
            replies
        };
        for (_, after) in moves {
            match self.numbers.entry(after) {
                Entry::Occupied(known) => self.parents[*known.get()].push(number),
                Entry::Vacant(new) => {
                    self.pending.push_back(new.key().clone());
                    new.insert(self.parents.len());
                    self.parents.push(vec![number]);
                }
            }
        }
        true
    }

    /// Returns the numbers of the positions whose moves have not been looked at.
    fn open(&self) -> Range<usize> {
        self.needed.len()..self.parents.len()
    }

    /// Returns whether the root is won if the mates and the positions `assumed` are.
    fn is_root_won(&self, assumed: Range<usize>) -> bool {
        let mut needed = self.needed.clone();
        let mut won: Vec<usize> = self.mates.iter().copied().chain(assumed).collect();
        while let Some(number) = won.pop() {
            if number == 0 {
                return true;
            }
            for &parent in &self.parents[number] {
                // A position of the attacker needs one won check; at further ones it is won
                // already.
                if needed[parent] > 0 {
                    needed[parent] -= 1;
                    if needed[parent] == 0 {
                        won.push(parent);
                    }
                }
            }
        }
        false
    }

    fn verdict(&self) -> Existence {
        if self.is_root_won(0..0) {
            Existence::Mate
        } else if !self.is_root_won(self.open()) {
            Existence::NoMate
        } else {
            Existence::GaveUp
        }
    }
}

/// Decides whether `attacker` can mate at all. Gives up when about `max_positions` positions are
/// listed. Each position takes about 300 bytes and a few microseconds.
///
/// # Errors
/// If the defender has no king, if a side has two, or if the side that is not to move is in check.
pub fn no_mate(
    setup: &Setup,
    attacker: Color,
    max_positions: usize,
) -> Result<Existence, DiagramError> {
    let root = Board::new(setup)?;
    if root.king(!attacker).is_none() {
        return Err(DiagramError::NoDefenderKing(!attacker));
    }
    Ok(decide(root, attacker, max_positions))
}

/// Decides the same question for a board on which the defender has a king.
pub(super) fn decide(root: Board, attacker: Color, max_positions: usize) -> Existence {
    let mut graph = Graph::new(root, attacker);
    // A verdict takes time in proportion to the list. Asking for one when the list has doubled thus
    // costs no more than making the list.
    let mut next_verdict = 64;
    while graph.parents.len() < max_positions && graph.expand() {
        if graph.parents.len() >= next_verdict {
            let verdict = graph.verdict();
            if verdict != Existence::GaveUp {
                return verdict;
            }
            next_verdict = 2 * graph.parents.len();
        }
    }
    graph.verdict()
}
