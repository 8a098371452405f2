//! Detours: whether best play after another check comes back to the solution.
//!
//! The attacker *avoids* positions if he mates although he may not play into them. The defender
//! may, but is restricted to his longest replies: the longest by composed length, and of those the
//! ones without leftover, if there are such. Only the longest defence counts: a reply that loses
//! sooner is an error, and what follows an error says nothing about the check.
//!
//! A mate against *every* reply is enough and is found soonest, so it is tried first. Otherwise
//! positions are worked through one by one. A position that repeats on the way to itself is not a
//! mate by this way. Results that rest on this hold only there and are not kept.

use crate::finding::solution::Matching;
use crate::length::inquiry::{Inquiry, with};
use crate::length::line;
use crate::length::line::Name;
use crate::search::Within;
use crate::shogi::Move;
use rustc_hash::{FxHashMap, FxHashSet};

/// Known answers by position: whether the attacker, who is to move, avoids the solution.
pub(crate) type Known = FxHashMap<Name, bool>;

/// The divisor that gives the share of a question's nodes for mates against every reply.
const SHARE: u64 = 4;

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

/// An answer, and the turn on the path (from 0) whose repetition it rests on.
struct Answer {
    avoids: Option<bool>,
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

/// A line back to the solution, and the moves of the solution that lead to the same position.
pub(crate) type WayBack = (Vec<Move>, Vec<Move>);

impl<'k> Detour<'k> {
    /// Begins with a number of nodes.
    pub(crate) fn new(solution: Matching<'k>, known: &'k mut Known, nodes: u64) -> Self {
        Self {
            solution,
            known,
            path: Vec::new(),
            nodes: nodes / SHARE,
            turns: nodes / NODES_A_TURN,
        }
    }

    /// Returns whether the attacker avoids the positions after a line, whose last move is the
    /// attacker's. About `plies` are expected. `None` if a limit was reached first.
    pub(crate) fn avoids(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        plies: u32,
    ) -> Option<bool> {
        if self.solution.place(&inquiry.position(line)).is_none()
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

    /// With the defender to move, every longest reply has to be avoided.
    fn after_check(&mut self, inquiry: &mut Inquiry<'_, '_>, line: &[Move]) -> Answer {
        if self.solution.place(&inquiry.position(line)).is_some() {
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
            self.solution.place(&position).is_some()
        });
        let mut is_open = false;
        let back = back.iter().map(|&reply| (reply, true));
        let others = others.iter().map(|&reply| (reply, false));
        for (reply, is_back) in back.chain(others) {
            let answer = if is_back {
                Answer::of(Some(false))
            } else {
                self.turn(inquiry, &with(line, reply), plies - 1)
            };
            match answer.avoids {
                Some(true) => {}
                None => is_open = true,
                Some(false) => match is_longest(inquiry, line, &replies, reply, plies) {
                    Some(true) => return answer,
                    Some(false) => {}
                    None => is_open = true,
                },
            }
        }
        Answer::of((!is_open).then_some(true))
    }

    /// With the attacker to move outside the solution, one check has to avoid it.
    fn turn(&mut self, inquiry: &mut Inquiry<'_, '_>, line: &[Move], plies: u32) -> Answer {
        let name = line::name(&inquiry.position(line));
        if let Some(&known) = self.known.get(&name) {
            return Answer::of(Some(known));
        }
        if let Some(at) = self.path.iter().position(|&it| it == name) {
            return Answer {
                avoids: Some(false),
                rests_on: at,
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
            // It rests on this turn itself, or on nothing.
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
    if let Some(place) = solution.place(&inquiry.position(line)) {
        return Some((Vec::new(), place.to_vec()));
    }
    let Within::Mate(plies) = inquiry.mate_in(line)? else {
        return Some(WayBack::default());
    };
    let mut seen = FxHashSet::default();
    let (mut rest, place) = way_from(inquiry, solution, line, plies, &mut seen)?;
    rest.reverse();
    Some((rest, place))
}

/// Returns the rest of the line in reverse order, and where it is back. Both are empty if it does
/// not come back.
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
        if let Some(place) = solution.place(&position) {
            return Some((vec![reply], place.to_vec()));
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
        if let Some(place) = solution.place(&inquiry.position(&after)) {
            return Some((vec![check, reply], place.to_vec()));
        }
        let (mut rest, place) = way_from(inquiry, solution, &after, plies - 2, seen)?;
        if !rest.is_empty() {
            rest.extend([check, reply]);
            return Some((rest, place));
        }
    }
    Some(WayBack::default())
}

/// Returns whether a reply of the longest length is one of the defender's best: it leaves nothing
/// over, or all of them leave something.
fn is_longest(
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
