//! The names of alternatives: the rule, by brute force.

use super::forbidden::{self, Forbidden, Line};
use super::lengths::{Lengths, Search};
use super::reading::{Hands, Reading, Replies};
use rustc_hash::FxHashMap;
use tsume::shogi::Move;
use tsume::verify::{Board, rules};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Mates apart from the line, and sooner.
    EarlyMate,
    /// Mates apart from the line.
    Cook,
    /// Comes back to the line, and is as long.
    Transposition,
    /// Comes back to the line, and is longer.
    RejoiningDetour,
    /// Comes back to the branching, or further back.
    ReturningDetour,
}

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Self::EarlyMate => "early_mate",
            Self::Cook => "cook",
            Self::Transposition => "transposition",
            Self::RejoiningDetour => "rejoining_detour",
            Self::ReturningDetour => "returning_detour",
        }
    }
}

/// The name of an alternative, and the reason.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub class: Class,
    /// Plies more than the alternative needs, within which it was seen to mate and to avoid what it
    /// avoids, or else looked for that.
    pub extra: u32,
    /// For detours: the moves from the alternative on until it is back, and those from the start that
    /// lead to the same position.
    pub back: Option<(Vec<Move>, Vec<Move>)>,
}

/// What the alternatives at one turn are judged by.
pub struct Turn<'a> {
    pub lengths: &'a mut Lengths,
    pub reading: Reading,
    pub plies: u32,
    pub ply: usize,
    before: Forbidden,
    behind: Forbidden,
    both: Forbidden,
    /// Whether the attacker may hold more in a position that matches.
    may_hold_more: bool,
    /// For each set, with equal hands and with larger ones.
    memory: [[Memory; 2]; 3],
}

/// For each turn of the attacker: enough plies to avoid the set, and too few.
type Memory = FxHashMap<Board, (Option<u32>, Option<u32>)>;

/// Which set is avoided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// F₀.
    Before,
    /// F.
    Behind,
    Both,
}

impl<'a> Turn<'a> {
    /// Prepares for the turn before move number `ply` (from 1) of the line.
    pub fn new(lengths: &'a mut Lengths, line: &Line, ply: usize, reading: Reading) -> Search<Self> {
        let before = forbidden::before(line, ply, lengths.attacker, reading);
        let behind = forbidden::behind(lengths, line, ply, reading)?;
        Ok(Self {
            both: before.union(&behind),
            lengths,
            reading,
            plies: line.plies(),
            ply,
            before,
            behind,
            may_hold_more: false,
            memory: Default::default(),
        })
    }

    /// Names the alternative `mv` leading to `after`, `rest` plies before the mate. Lines that are up to
    /// `slack` plies longer are looked at.
    ///
    /// # Panics
    /// When `rest` is less than the length of `after`.
    pub fn judge(&mut self, mv: Move, after: &Board, rest: u32, slack: u32) -> Search<Verdict> {
        let total = self.ply as u32 + rest;
        self.may_hold_more = match self.reading.hands {
            Hands::ByLength => total > self.plies,
            Hands::Superset => true,
            Hands::Equal => false,
        };
        let apart = self.apart();
        if let Some(extra) = self.avoids(apart, after, rest, slack)? {
            let class = if total < self.plies { Class::EarlyMate } else { Class::Cook };
            return Ok(Verdict { class, extra, back: None });
        }
        let rejoins = self.avoids(Set::Before, after, rest, slack)?.is_some();
        let (class, set) = match rejoins {
            false => (Class::ReturningDetour, Set::Before),
            true if total > self.plies => (Class::RejoiningDetour, apart),
            true => (Class::Transposition, apart),
        };
        // What runs into F rather than into F₀ shows more.
        let set = if rejoins && self.avoids(Set::Behind, after, rest, slack)?.is_none() { Set::Behind } else { set };
        let (line, back_at) = self.back(set, after, rest + slack)?.expect("what does not avoid a set runs into it");
        let line = std::iter::once(mv).chain(line).collect();
        Ok(Verdict { class, extra: slack, back: Some((line, back_at)) })
    }

    /// Returns the set that a cook has to avoid.
    pub fn apart(&self) -> Set {
        if self.reading.returns_first { Set::Both } else { Set::Behind }
    }

    fn matching(&self, set: Set, board: &Board) -> Option<&[Move]> {
        let positions = match set {
            Set::Before => &self.before,
            Set::Behind => &self.behind,
            Set::Both => &self.both,
        };
        positions.matching(board, self.lengths.attacker, self.may_hold_more)
    }

    /// Within how many plies more than `rest`, up to `slack`, the attacker mates and avoids the set.
    fn avoids(&mut self, set: Set, after: &Board, rest: u32, slack: u32) -> Search<Option<u32>> {
        for extra in (0..=slack).step_by(2) {
            if self.defend(set, after, rest + extra)? {
                return Ok(Some(extra));
            }
        }
        Ok(None)
    }

    /// Returns whether the attacker, to move, mates within `bound` plies and avoids the set from
    /// here on.
    fn attack(&mut self, set: Set, board: &Board, bound: u32) -> Search<bool> {
        let matching = usize::from(self.may_hold_more);
        let (enough, too_few) = self.memory[set as usize][matching].get(board).copied().unwrap_or_default();
        if enough.is_some_and(|enough| enough <= bound) {
            return Ok(true);
        }
        if bound == 0 || too_few.is_some_and(|too_few| too_few >= bound) {
            return Ok(false);
        }
        self.lengths.count()?;
        let checks = rules::checks(board);
        let mut avoids = false;
        // Fast mates first: they take the least work.
        'found: for length in (0..bound).step_by(2) {
            for (_, after) in &checks {
                if self.lengths.defend(after, length)? == Some(length) && self.defend(set, after, bound - 1)? {
                    avoids = true;
                    break 'found;
                }
            }
        }
        let memory = &mut self.memory[set as usize][matching];
        let known = memory.entry(board.clone()).or_default();
        if avoids {
            known.0 = Some(bound);
        } else {
            known.1 = Some(bound);
        }
        Ok(avoids)
    }

    /// Returns the same with the defender to move: he may play into the set.
    pub fn defend(&mut self, set: Set, board: &Board, bound: u32) -> Search<bool> {
        if self.matching(set, board).is_some() || self.lengths.defend(board, bound)?.is_none() {
            return Ok(false);
        }
        let replies = match self.reading.replies {
            Replies::Longest => self.lengths.longest(board, bound)?,
            Replies::Any => self.lengths.replies(board, bound)?,
        };
        for reply in replies.unwrap_or_default() {
            let is_back = self.matching(set, &reply.board).is_some();
            if is_back || !self.attack(set, &reply.board, bound - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Best play from a turn of the defender at which the set is not avoided, until it is back, with the
    /// moves that lead to the same position.
    fn back(&mut self, set: Set, board: &Board, bound: u32) -> Search<Option<(Vec<Move>, Vec<Move>)>> {
        if let Some(moves) = self.matching(set, board) {
            return Ok(Some((Vec::new(), moves.to_vec())));
        }
        let replies = match self.reading.replies {
            Replies::Longest => self.lengths.longest(board, bound)?,
            Replies::Any => self.lengths.replies(board, bound)?,
        };
        let mut best: Option<(Vec<Move>, Vec<Move>)> = None;
        let mut offer = |line: Vec<Move>, moves: Vec<Move>| {
            if best.as_ref().is_none_or(|it| line.len() < it.0.len()) {
                best = Some((line, moves));
            }
        };
        for reply in replies.unwrap_or_default() {
            if let Some(moves) = self.matching(set, &reply.board) {
                offer(vec![reply.mv], moves.to_vec());
            } else if !self.attack(set, &reply.board, bound - 1)? {
                for (mv, after) in self.lengths.fastest(&reply.board, reply.length - 1)? {
                    if let Some((mut line, moves)) = self.back(set, &after, bound - 2)? {
                        line.splice(0..0, [reply.mv, mv]);
                        offer(line, moves);
                    }
                }
            }
        }
        Ok(best)
    }
}
