//! Detours: whether best play after another check comes back to the solution.
//!
//! The attacker *avoids* positions if he mates although he may not play into them. The defender
//! may, but is restricted to his longest replies: the longest by composed length, and of those the
//! ones without leftover, if there are such. Only the longest defence counts: a reply that loses
//! sooner is an error, and what follows an error says nothing about the check.
//!
//! A mate against *every* reply is enough and is found soonest, so it is tried first. Otherwise
//! positions are worked through one by one. A path that comes back to one of its own positions does
//! not mate. A result that rests on such a repetition holds only on this path, so it is not kept.

use crate::finding::solution::Matching;
use crate::length::inquiry::{Inquiry, with};
use crate::length::line;
use crate::length::line::Name;
use crate::search::Within;
use crate::shogi::Move;
use rustc_hash::{FxHashMap, FxHashSet};

/// Known answers by position: whether the attacker, who is to move, avoids the solution.
pub(crate) type Known = FxHashMap<Name, bool>;

/// A search for a mate against every reply gets the nodes of its question divided by this.
const EVERY_REPLY_DIVISOR: u64 = 4;

/// Nodes charged for each of the attacker's turns that is looked up only in tables.
const NODES_A_TURN: u64 = 100;

/// Works out whether the attacker avoids these positions.
pub(crate) struct Detour<'k> {
    solution: Matching<'k>,
    known: &'k mut Known,
    /// The attacker's turns on the current path.
    path: Vec<Name>,
    /// Nodes for one mate against every reply.
    nodes: u64,
    /// How many more turns may be looked at: each takes time, even with few nodes.
    turns: u64,
}

/// Whether the attacker avoids the solution.
struct Answer {
    avoids: Option<bool>,
    /// The first turn on the path (from 0) whose repetition the answer rests on; [`usize::MAX`] if there
    /// is none.
    rests_on: usize,
}

impl Answer {
    const fn of(avoids: Option<bool>) -> Self {
        Self {
            avoids,
            rests_on: usize::MAX,
        }
    }
}

/// A line back to the solution. Both parts are empty if there is none.
#[derive(Default)]
pub(crate) struct WayBack {
    /// The moves that come back.
    pub(crate) rest: Vec<Move>,
    /// The moves of the solution that lead to the same position.
    pub(crate) solution: Vec<Move>,
}

impl<'k> Detour<'k> {
    /// Begins with a number of nodes.
    pub(crate) fn new(solution: Matching<'k>, known: &'k mut Known, nodes: u64) -> Self {
        Self {
            solution,
            known,
            path: Vec::new(),
            nodes: nodes / EVERY_REPLY_DIVISOR,
            turns: nodes / NODES_A_TURN,
        }
    }

    /// Returns whether the attacker avoids the positions after a line, whose last move is the
    /// attacker's. A mate within `plies` is looked for first. `None` if a limit was reached.
    pub(crate) fn avoids(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        plies: u32,
    ) -> Option<bool> {
        if self.solution.line_to(&inquiry.position(line)).is_none()
            && self.mates_every_reply(inquiry, line, plies) == Some(true)
        {
            return Some(true);
        }
        self.path.clear();
        self.after_check(inquiry, line).avoids
    }

    fn mates_every_reply(
        &self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        plies: u32,
    ) -> Option<bool> {
        let (found, _) = inquiry.within(self.nodes, |inquiry| {
            inquiry.mate_without(line, self.solution.forbidden(), plies)
        });
        found
    }

    /// Answers with the defender to move: the attacker has to avoid the solution after every longest reply.
    fn after_check(&mut self, inquiry: &mut Inquiry<'_, '_>, line: &[Move]) -> Answer {
        if self.solution.line_to(&inquiry.position(line)).is_some() {
            return Answer::of(Some(false));
        }
        let plies = match inquiry.mate_in(line) {
            None => return Answer::of(None),
            Some(Within::No) => return Answer::of(Some(false)),
            Some(Within::Mate(0)) => return Answer::of(Some(true)),
            Some(Within::Mate(plies)) => plies,
        };
        let Some(replies) = inquiry.longest_replies(line, plies) else {
            return Answer::of(None);
        };
        // A reply that plays straight into the solution is seen at once.
        let (back, others): (Vec<Move>, Vec<Move>) = replies.iter().partition(|&&reply| {
            let position = inquiry.position(&with(line, reply));
            self.solution.line_to(&position).is_some()
        });
        let mut is_open = false;
        let back = back.iter().map(|&reply| (reply, true));
        let others = others.iter().map(|&reply| (reply, false));
        for (reply, is_back) in back.chain(others) {
            let answer = if is_back {
                Answer::of(Some(false))
            } else {
                self.at_turn(inquiry, &with(line, reply), plies - 1)
            };
            match answer.avoids {
                Some(true) => {}
                None => is_open = true,
                Some(false) => match is_best(inquiry, line, &replies, reply, plies) {
                    Some(true) => return answer,
                    Some(false) => {}
                    None => is_open = true,
                },
            }
        }
        Answer::of((!is_open).then_some(true))
    }

    /// Answers with the attacker to move outside the solution: one check has to avoid it.
    fn at_turn(&mut self, inquiry: &mut Inquiry<'_, '_>, line: &[Move], plies: u32) -> Answer {
        let name = line::name(&inquiry.position(line));
        if let Some(&known) = self.known.get(&name) {
            return Answer::of(Some(known));
        }
        if let Some(rests_on) = self.path.iter().position(|&it| it == name) {
            return Answer {
                avoids: Some(false),
                rests_on,
            };
        }
        if self.turns == 0 || inquiry.session.stopped().is_some() {
            return Answer::of(None);
        }
        self.turns -= 1;
        if self.mates_every_reply(inquiry, line, plies) == Some(true) {
            self.known.insert(name, true);
            return Answer::of(Some(true));
        }
        let depth = self.path.len();
        self.path.push(name);
        let (mut rests_on, mut is_open, mut avoids) = (usize::MAX, false, false);
        for check in inquiry.moves(line) {
            let answer = self.after_check(inquiry, &with(line, check));
            match answer.avoids {
                Some(true) => {
                    avoids = true;
                    break;
                }
                Some(false) => rests_on = rests_on.min(answer.rests_on),
                None => is_open = true,
            }
        }
        self.path.pop();
        if avoids {
            self.known.insert(name, true);
            return Answer::of(Some(true));
        }
        if is_open {
            return Answer::of(None);
        }
        if rests_on >= depth {
            // The answer rests on a repetition of this turn itself, or on none.
            self.known.insert(name, false);
            rests_on = usize::MAX;
        }
        Answer {
            avoids: Some(false),
            rests_on,
        }
    }
}

/// Returns a line of best play that comes back to these positions after `line`, which ends with a
/// check. The attacker plays shortest, the defender longest. Empty if there is none, `None` if a
/// limit was reached first.
pub(crate) fn way_back(
    inquiry: &mut Inquiry<'_, '_>,
    solution: Matching<'_>,
    line: &[Move],
) -> Option<WayBack> {
    if let Some(moves) = solution.line_to(&inquiry.position(line)) {
        return Some(WayBack {
            rest: Vec::new(),
            solution: moves.to_vec(),
        });
    }
    let Within::Mate(plies) = inquiry.mate_in(line)? else {
        return Some(WayBack::default());
    };
    let mut seen = FxHashSet::default();
    let mut back = way_from(inquiry, solution, line, plies, &mut seen)?;
    back.rest.reverse();
    Some(back)
}

/// Returns the way back from a position with the defender to move, with its moves in reverse order.
fn way_from(
    inquiry: &mut Inquiry<'_, '_>,
    solution: Matching<'_>,
    line: &[Move],
    plies: u32,
    seen: &mut FxHashSet<Name>,
) -> Option<WayBack> {
    if plies == 0 {
        return Some(WayBack::default());
    }
    let replies = inquiry.best_replies(line, plies)?;
    for &reply in &replies {
        let position = inquiry.position(&with(line, reply));
        if let Some(moves) = solution.line_to(&position) {
            return Some(WayBack {
                rest: vec![reply],
                solution: moves.to_vec(),
            });
        }
    }
    for &reply in &replies {
        let after = with(line, reply);
        if !seen.insert(line::name(&inquiry.position(&after))) {
            continue;
        }
        let mut shortest = None;
        for check in inquiry.moves(&after) {
            if inquiry.is_optimal(&after, check, plies - 1)? {
                shortest = Some(check);
                break;
            }
        }
        let Some(check) = shortest else { continue };
        let after = with(&after, check);
        if let Some(moves) = solution.line_to(&inquiry.position(&after)) {
            return Some(WayBack {
                rest: vec![check, reply],
                solution: moves.to_vec(),
            });
        }
        let mut back = way_from(inquiry, solution, &after, plies - 2, seen)?;
        if !back.rest.is_empty() {
            back.rest.extend([check, reply]);
            return Some(back);
        }
    }
    Some(WayBack::default())
}

/// Returns whether a reply of the longest length is one of the defender's best: it leaves nothing
/// over, or all of them leave something.
fn is_best(
    inquiry: &mut Inquiry<'_, '_>,
    line: &[Move],
    replies: &[Move],
    reply: Move,
    plies: u32,
) -> Option<bool> {
    if replies.len() == 1 || inquiry.leaves_nothing(&with(line, reply), plies - 1)? {
        return Some(true);
    }
    for &other in replies.iter().filter(|&&other| other != reply) {
        if inquiry.leaves_nothing(&with(line, other), plies - 1)? {
            return Some(false);
        }
    }
    Some(true)
}
