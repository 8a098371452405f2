//! Lines of cooks that do not come back to the solution.
//!
//! A cook mates without coming back to the solution, so the line shown for it must not come back either. In
//! such a line the attacker mates as soon as possible without playing into the solution. The defender may
//! play into it, but only with replies that are best in the whole game.

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
    /// The attacker does, with this line against the best defence.
    Mates(Vec<Move>),
    /// The attacker does not.
    Fails,
}

/// The knowledge about a turn of the attacker.
enum Known {
    /// There is no mate within these plies that stays away.
    Fails(u32),
    /// The quickest mate that stays away has this line.
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
        let mut max_plies = 0;
        loop {
            if let Away::Mates(rest) = self.within(inquiry, line, max_plies)? {
                return Some(rest);
            }
            max_plies += 2;
        }
    }

    /// Returns the longest continuation of a line that ends with a check, if the attacker stays away and mates
    /// every best reply within `max_plies`.
    pub(crate) fn within(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        max_plies: u32,
    ) -> Option<Away> {
        self.count_position(inquiry)?;
        if self.solution.line_to(&inquiry.position(line)).is_some() {
            return Some(Away::Fails);
        }
        let Within::Mate(_) = inquiry.mate_within(line, max_plies)? else {
            return Some(Away::Fails);
        };
        let plies = inquiry.length(line, max_plies)?;
        if plies == 0 {
            return Some(Away::Mates(Vec::new()));
        }
        let mut longest = Vec::new();
        for reply in inquiry.best_replies(line, plies)? {
            let Away::Mates(rest) = self.at_turn(inquiry, &with(line, reply), max_plies - 1)?
            else {
                return Some(Away::Fails);
            };
            if longest.len() <= rest.len() {
                longest = followed_by(reply, rest);
            }
        }
        Some(Away::Mates(longest))
    }

    /// Returns the line of the check that mates soonest, if it mates within `max_plies`. The attacker is to
    /// move.
    fn at_turn(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        max_plies: u32,
    ) -> Option<Away> {
        let position = inquiry.position(line);
        if self.solution.line_to(&position).is_some() {
            return Some(Away::Fails);
        }
        let name = line::name(&position);
        let least = match self.known.get(&name) {
            None => 1,
            Some(Known::Fails(plies)) => plies + 2,
            Some(Known::Mates(rest)) if rest.len() > max_plies as usize => {
                return Some(Away::Fails);
            }
            Some(Known::Mates(rest)) => return Some(Away::Mates(rest.clone())),
        };
        // The bound grows step by step, because only a quickest mate is sure not to repeat a position.
        for plies in (least..=max_plies).step_by(2) {
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
    fn count_position(&mut self, inquiry: &Inquiry<'_, '_>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        inquiry.session.stopped().is_none().then_some(())
    }
}

fn followed_by(mv: Move, mut rest: Vec<Move>) -> Vec<Move> {
    rest.insert(0, mv);
    rest
}
