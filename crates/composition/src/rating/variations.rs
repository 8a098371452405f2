//! The variations (変化) of the main line that a solver has to read, and their lengths.
//!
//! A reply after which the attacker mates at once needs no reading. Interpositions on the same
//! square are one variation. The lengths come from a plain search in this module, in which futile
//! interpositions count. So they do not depend on the limits of the judgement.

use crate::length::line::{self, Name};
use crate::shogi::{Color, Move, Position};
use rustc_hash::FxHashMap;

/// The most positions that are searched for the variations of a problem. Each further variation
/// counts as the average of the earlier ones.
const MAX_POSITIONS: u32 = 20_000;

/// The most positions that are searched for one variation.
const MAX_POSITIONS_EACH: u32 = 3_000;

/// The longest mate that is searched after a reply, in plies. A longer one counts as `HORIZON + 2`.
const HORIZON: u32 = 5;

/// The variations of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Variations {
    /// The number of variations in which the attacker does not mate at once.
    pub(super) count: f64,
    /// The length of the longest of them in plies, from the reply to the mate. 0 if there is none.
    pub(super) longest: u32,
    /// The defender's turns that have at least one variation, counted from 0.
    pub(super) turns: Vec<usize>,
}

/// Measures the variations of a line. Black attacks.
pub(super) fn measure(start: &Position, line: &[Move]) -> Variations {
    let mut position = start.clone();
    let mut search = Search::default();
    let (mut all, mut measured) = (0, 0);
    let mut found = Variations::default();
    for (ply, &mv) in line.iter().enumerate() {
        if position.turn() == Color::White {
            for replies in replies_by_variation(&position, mv) {
                all += 1;
                if search.spent >= MAX_POSITIONS {
                    continue;
                }
                measured += 1;
                let plies = replies.iter().map(|&it| search.length(&position, it));
                let plies = plies.max().unwrap_or(0);
                if plies > 1 {
                    found.count += 1.0;
                    found.longest = found.longest.max(1 + plies);
                    found.turns.push(ply / 2);
                }
            }
        }
        position.make(mv);
    }
    found.turns.dedup();
    if measured > 0 {
        found.count *= f64::from(all) / f64::from(measured);
    }
    found
}

/// Returns the replies other than the one of the line, with drops on the same square together. If
/// the line drops a piece, other drops on its square belong to the line.
fn replies_by_variation(position: &Position, main: Move) -> Vec<Vec<Move>> {
    let mut variations: Vec<Vec<Move>> = Vec::new();
    for reply in position.evasions() {
        if reply == main || reply.is_drop() && main.is_drop() && reply.to() == main.to() {
            continue;
        }
        let same =
            |it: &&mut Vec<Move>| reply.is_drop() && it[0].is_drop() && it[0].to() == reply.to();
        match variations.iter_mut().find(same) {
            Some(known) => known.push(reply),
            None => variations.push(vec![reply]),
        }
    }
    variations
}

/// A plain search for short mates.
#[derive(Default)]
struct Search {
    /// The number of positions searched for all variations.
    spent: u32,
    /// The value of `spent` at which the search of this variation ends.
    spent_at_end: u32,
    /// For each position with the attacker to move: a number of plies, and whether there is a mate
    /// within it.
    known: FxHashMap<Name, (u32, bool)>,
}

impl Search {
    /// Returns the length of the mate after a reply in plies. `HORIZON + 2` if no mate is found
    /// within the horizon and the limit of positions.
    fn length(&mut self, position: &Position, reply: Move) -> u32 {
        let mut position = position.clone();
        position.make(reply);
        self.spent_at_end = self.spent + MAX_POSITIONS_EACH;
        let mut lengths = (1..=HORIZON).step_by(2);
        let found = lengths.find(|&plies| self.mates(&mut position, plies));
        found.unwrap_or(HORIZON + 2)
    }

    /// Returns whether the attacker, who is to move, is found to mate within `plies`.
    fn mates(&mut self, position: &mut Position, plies: u32) -> bool {
        let name = line::name(position);
        match self.known.get(&name) {
            Some(&(known, true)) if known <= plies => return true,
            Some(&(known, false)) if known >= plies => return false,
            _ => {}
        }
        if self.spent >= self.spent_at_end {
            return false;
        }
        self.spent += 1;
        let mates = position.checks().into_iter().any(|check| {
            let undo = position.make(check);
            let mates = self.is_mated(position, plies - 1);
            position.unmake(check, undo);
            mates
        });
        if mates || self.spent < self.spent_at_end {
            self.known.insert(name, (plies, mates));
        }
        mates
    }

    /// Returns whether the defender, who is in check, is found to be mated within `plies`.
    fn is_mated(&mut self, position: &mut Position, plies: u32) -> bool {
        if plies == 0 {
            return !position.has_evasion();
        }
        position.evasions().into_iter().all(|reply| {
            let undo = position.make(reply);
            let mates = self.mates(position, plies - 1);
            position.unmake(reply, undo);
            mates
        })
    }
}
