//! Lines of cooks that do not come back to the solution.
//!
//! A cook avoids the solution, so a line that runs into it shows something else. The line that is shown in
//! its place is that of an attacker who avoids it: he mates as soon as he can without playing into the
//! solution. The defender may, but is restricted to his best replies, those of the whole game.

use crate::finding::solution::Matching;
use crate::length::inquiry::{Inquiry, with};
use crate::length::line::{self, Name};
use crate::search::Within;
use crate::shogi::Move;
use rustc_hash::FxHashMap;

/// Nodes charged for each position that is looked up only in tables.
const NODES_A_POSITION: u64 = 100;

/// Looks for lines that stay away from some positions.
pub(crate) struct Avoiding<'s> {
    solution: Matching<'s>,
    /// The positions that may still be looked at: each takes time, even with few nodes.
    left: u64,
    /// The knowledge about the attacker's turns.
    known: FxHashMap<Name, Known>,
}

/// Whether the attacker stays away and mates within some plies.
pub(crate) enum Away {
    /// He does, with this line against the best defence.
    Mates(Vec<Move>),
    /// He does not.
    Fails,
}

/// The knowledge about a turn of the attacker.
enum Known {
    /// There is no mate within these plies that stays away.
    Fails(u32),
    /// This is the line of the soonest.
    Mates(Vec<Move>),
}

impl<'s> Avoiding<'s> {
    /// Begins with a number of nodes.
    pub(crate) fn new(solution: Matching<'s>, nodes: u64) -> Self {
        Self {
            solution,
            left: nodes / NODES_A_POSITION,
            known: FxHashMap::default(),
        }
    }

    /// Returns the line of the quickest mate that stays away, after a line that ends with a check. `None` if a
    /// limit was reached.
    pub(crate) fn quickest(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
    ) -> Option<Vec<Move>> {
        let mut most = 0;
        loop {
            if let Away::Mates(rest) = self.within(inquiry, line, most)? {
                return Some(rest);
            }
            most += 2;
        }
    }

    /// Returns the longest line after a line that ends with a check, if the attacker stays away and mates
    /// every best reply within `most` plies.
    pub(crate) fn within(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        most: u32,
    ) -> Option<Away> {
        self.count(inquiry)?;
        if self.solution.place(&inquiry.position(line)).is_some() {
            return Some(Away::Fails);
        }
        let Within::Mate(_) = inquiry.mate_within(line, most)? else {
            return Some(Away::Fails);
        };
        let plies = inquiry.length(line, most)?;
        if plies == 0 {
            return Some(Away::Mates(Vec::new()));
        }
        let mut longest = Vec::new();
        for reply in inquiry.best_replies(line, plies)? {
            let Away::Mates(rest) = self.turn(inquiry, &with(line, reply), most - 1)? else {
                return Some(Away::Fails);
            };
            if longest.len() <= rest.len() {
                longest = followed_by(reply, rest);
            }
        }
        Some(Away::Mates(longest))
    }

    /// With the attacker to move: the line after the check that mates soonest, if it does within `most`
    /// plies.
    fn turn(&mut self, inquiry: &mut Inquiry<'_, '_>, line: &[Move], most: u32) -> Option<Away> {
        let position = inquiry.position(line);
        if self.solution.place(&position).is_some() {
            return Some(Away::Fails);
        }
        let name = line::name(&position);
        let least = match self.known.get(&name) {
            None => 1,
            Some(Known::Fails(plies)) => plies + 2,
            Some(Known::Mates(rest)) if rest.len() > most as usize => return Some(Away::Fails),
            Some(Known::Mates(rest)) => return Some(Away::Mates(rest.clone())),
        };
        // A soonest mate never comes back to a position, so the soonest check has to be found.
        for plies in (least..=most).step_by(2) {
            for check in inquiry.moves(line) {
                if let Away::Mates(rest) = self.within(inquiry, &with(line, check), plies - 1)? {
                    let rest = followed_by(check, rest);
                    self.known.insert(name, Known::Mates(rest.clone()));
                    return Some(Away::Mates(rest));
                }
            }
            self.known.insert(name, Known::Fails(plies));
        }
        Some(Away::Fails)
    }

    /// Counts a position. `None` if there were too many.
    fn count(&mut self, inquiry: &Inquiry<'_, '_>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        inquiry.session.stopped().is_none().then_some(())
    }
}

fn followed_by(mv: Move, mut rest: Vec<Move>) -> Vec<Move> {
    rest.insert(0, mv);
    rest
}
