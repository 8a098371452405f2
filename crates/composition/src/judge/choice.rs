//! Chooses the line to judge among equal lines, if the author has given none.
//!
//! An author means the line whose moves are forced. So of all lines of best play the one is judged
//! whose own findings are the least severe, then the fewest. Custom decides between lines that are
//! still equal.

use crate::finding::rules::{Profile, Severity};
use crate::judge::author::JudgedLine;
use crate::judge::equal::Lines;
use crate::length::line;
use crate::length::line::Name;
use crate::shogi::{Move, Position};
use rustc_hash::FxHashSet;

/// Numbers of findings on a line: fatal ones, open questions that can be fatal, heavy ones, minor
/// ones.
pub(crate) type Cost = [u32; 4];

/// Returns the cost of a finding of this severity.
pub(crate) fn cost_of(severity: Severity, rules: Profile) -> Cost {
    match severity {
        _ if is_fatal(severity, rules) => [1, 0, 0, 0],
        Severity::Fatal | Severity::Grave | Severity::Heavy | Severity::Light => [0, 0, 1, 0],
        Severity::Minor => [0, 0, 0, 1],
        Severity::Tolerated | Severity::Info => [0; 4],
    }
}

/// Returns the cost of an open question of this severity.
pub(crate) fn cost_of_open(worst: Severity, rules: Profile) -> Cost {
    [0, u32::from(is_fatal(worst, rules)), 0, 0]
}

/// Returns whether a finding of this severity makes a line unsound, whatever the other lines are.
fn is_fatal(severity: Severity, rules: Profile) -> bool {
    severity >= Severity::Grave && rules.fails(severity)
}

/// Returns the sum of two costs.
pub(crate) fn sum(a: Cost, b: Cost) -> Cost {
    std::array::from_fn(|index| a[index].saturating_add(b[index]))
}

/// The lines of best play with the findings on them.
pub(crate) struct Choice<'a> {
    root: &'a Position,
    lines: &'a Lines,
    judged: &'a JudgedLine,
    /// The findings at each turn.
    costs: &'a [Cost],
    /// The defender's turns with replies that may make further lines.
    open: FxHashSet<Name>,
    /// For each turn, the known result of [`Self::best`].
    best: Vec<Option<(Cost, usize)>>,
    /// For each turn, the known result of [`Self::can_be_clean`].
    can_be_clean: Vec<Option<bool>>,
}

/// A turn of the defender after one of the attacker.
struct Defence {
    name: Name,
    /// For the reply of the line and those equal to it: the turn after each. `None` if the line ends
    /// there.
    replies: Vec<Option<usize>>,
}

impl<'a> Choice<'a> {
    /// Makes the choice among all lines. `costs` has the findings at each of the attacker's turns.
    pub(crate) fn new(
        root: &'a Position,
        lines: &'a Lines,
        judged: &'a JudgedLine,
        costs: &'a [Cost],
        open: FxHashSet<Name>,
    ) -> Self {
        Self {
            root,
            lines,
            judged,
            costs,
            open,
            best: vec![None; lines.turns.len()],
            can_be_clean: vec![None; lines.turns.len()],
        }
    }

    fn defence(&self, turn: usize) -> Defence {
        let turn = &self.lines.turns[turn];
        let mut position = self.root.clone();
        for &mv in turn.before.iter().chain(&turn.rest[..1]) {
            position.make(mv);
        }
        let name = line::name(&position);
        let made = turn.before.len() + 1;
        // The author's moves must not be replaced.
        let is_fixed = made < self.judged.fixed
            && !turn.is_equal
            && self.judged.moves.starts_with(&turn.before);
        let branches = self.lines.branches.get(&name).into_iter().flatten();
        let branches = branches.take(if is_fixed { 1 } else { usize::MAX });
        let replies = branches.filter(|it| it.is_followed).map(|branch| {
            let undo = position.make(branch.line[0]);
            let after = line::name(&position);
            position.unmake(branch.line[0], undo);
            self.lines.turn_index.get(&after).copied()
        });
        let replies = replies.collect();
        Defence { name, replies }
    }

    /// Returns the least cost from a turn on, and the index of the reply that leads to it.
    fn best(&mut self, turn: usize) -> (Cost, usize) {
        if let Some(known) = self.best[turn] {
            return known;
        }
        // A line that comes back to this turn is no solution.
        self.best[turn] = Some(([u32::MAX; 4], 0));
        let replies = self.defence(turn).replies.into_iter().enumerate();
        let costs = replies.map(|(reply, next)| {
            let cost = next.map_or([0; 4], |next| self.best(next).0);
            (cost, reply)
        });
        let (cost, reply) = costs.min().unwrap_or_default();
        let best = (sum(self.costs[turn], cost), reply);
        self.best[turn] = Some(best);
        best
    }

    /// Returns whether some line from a turn on has no fatal finding, or may turn out to have none.
    fn can_be_clean(&mut self, turn: usize) -> bool {
        if let Some(known) = self.can_be_clean[turn] {
            return known;
        }
        // A line that comes back to this turn is no solution.
        self.can_be_clean[turn] = Some(false);
        let clean = self.costs[turn][0] == 0 && {
            let defence = self.defence(turn);
            let ends = defence.replies.is_empty();
            ends || self.open.contains(&defence.name)
                || (defence.replies.into_iter())
                    .any(|next| next.is_none_or(|next| self.can_be_clean(next)))
        };
        self.can_be_clean[turn] = Some(clean);
        clean
    }

    /// Returns whether every line that is known or may turn up has a fatal finding.
    pub(crate) fn is_settled(&mut self) -> bool {
        !self.lines.turns.is_empty() && !self.can_be_clean(0)
    }

    /// Returns for each turn whether it is on a line without a fatal finding so far.
    pub(crate) fn clean_turns(&mut self) -> Vec<bool> {
        let mut clean = vec![false; self.lines.turns.len()];
        let mut next = Vec::from_iter((!clean.is_empty()).then_some(0));
        while let Some(turn) = next.pop() {
            if !clean[turn] && self.can_be_clean(turn) {
                clean[turn] = true;
                next.extend(self.defence(turn).replies.into_iter().flatten());
            }
        }
        clean
    }

    /// Returns the line to judge.
    pub(crate) fn line(&mut self) -> Vec<Move> {
        let Some(first) = self.lines.turns.first() else {
            return self.judged.moves.clone();
        };
        let mut moves = first.before.clone();
        let mut turn = Some(0);
        let mut seen = vec![false; self.lines.turns.len()];
        while let Some(index) = turn.filter(|&index| !seen[index]) {
            seen[index] = true;
            moves.push(self.lines.turns[index].rest[0]);
            let (_, reply) = self.best(index);
            let defence = self.defence(index);
            let branches = self.lines.branches.get(&defence.name);
            let mut followed = branches.into_iter().flatten().filter(|it| it.is_followed);
            let Some(branch) = followed.nth(reply) else {
                break;
            };
            moves.push(branch.line[0]);
            turn = defence.replies[reply];
        }
        moves
    }
}
