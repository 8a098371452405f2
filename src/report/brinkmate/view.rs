//! The position at the end of an answer: the threat, and the defences grouped by what mates them.

use super::BrinkAnswer;
use crate::composition::Problem;
use crate::composition::brinkmate::{Group, Outcome, Threat};
use crate::notation::japanese;
use crate::report::tree::{is_same_drop, reply};
use crate::report::{Entry, Notation};
use crate::shogi::{Move, PieceKind, Setup};

/// A position with the defender to move, after the moves of the answer.
pub(in crate::report) struct EndingView<'a> {
    problem: &'a Problem,
    /// The moves before it, on the normalised board.
    main: Vec<Move>,
    pub threat: &'a Threat,
}

impl<'a> EndingView<'a> {
    /// Returns the end of an answer about a brinkmate or a threat, if it was worked out.
    pub fn of(entry: &'a Entry) -> Option<Self> {
        Self::about(entry.problem.as_ref()?, entry.brinkmate.as_ref()?)
    }

    /// Returns the end of an answer about this problem.
    pub fn about(problem: &'a Problem, found: &'a BrinkAnswer) -> Option<Self> {
        let main = found.solution().map_or(&[][..], |it| &it.line[..]);
        Some(Self {
            problem,
            main: main.to_vec(),
            threat: found.ending()?,
        })
    }

    /// Returns the groups of mated defences: those with names first, the rest of them last.
    pub fn groups(&self) -> Vec<&'a Group> {
        let groups = &self.threat.groups;
        let (rest, named): (Vec<_>, Vec<_>) = groups.iter().partition(|it| it.is_rest);
        named.into_iter().chain(rest).collect()
    }

    /// Returns the defences that hold.
    pub fn holding(&self) -> Vec<Move> {
        self.with(&Outcome::Holds)
    }

    /// Returns the defences that a limit left undecided.
    pub fn open(&self) -> Vec<Move> {
        self.with(&Outcome::Unknown)
    }

    fn with(&self, outcome: &Outcome) -> Vec<Move> {
        let defences = self.threat.defences.iter();
        let found = defences.filter(|it| it.outcome == *outcome);
        found.map(|it| it.mv).collect()
    }

    /// Writes defences; drops of several kinds on one square are written as one.
    pub fn names(&self, moves: &[Move], notation: Notation) -> Vec<String> {
        names(self.problem, &self.main, moves, notation)
    }

    /// Returns the moves of the given board from its diagram on: the answer, a defence, and the mate
    /// after it.
    pub fn whole(&self, defence: Move, mate: &[Move]) -> Vec<Move> {
        let moves = self.main.iter().chain([&defence]).chain(mate);
        moves.map(|&mv| self.problem.to_given(mv)).collect()
    }

    /// Writes the mate after the first defence of a group.
    pub fn mate(&self, group: &Group, notation: Notation) -> Vec<String> {
        let Some(&first) = group.defences.first() else {
            return Vec::new();
        };
        let whole = self.whole(first, &group.line);
        let mut written = notation.write(self.problem.setup(), &whole);
        written.split_off(written.len().min(self.main.len() + 1))
    }

    /// Writes the mate after a pass.
    pub fn after_a_pass(&self, notation: Notation) -> Vec<String> {
        let given = |&mv: &Move| self.problem.to_given(mv);
        let line: Vec<Move> = self.threat.threat.iter().map(given).collect();
        notation.write(&self.passed(), &line)
    }

    /// Returns the position after a pass.
    fn passed(&self) -> Setup {
        let mut setup = self.problem.setup().clone();
        for &mv in &self.main {
            let played = setup.play(self.problem.to_given(mv));
            debug_assert!(played, "the line of an answer can be played");
        }
        setup.turn = self.problem.attacker();
        setup
    }

    /// Returns the moves before it, on the normalised board.
    pub fn main(&self) -> &[Move] {
        &self.main
    }

    /// Returns the number of moves before it.
    pub fn plies(&self) -> usize {
        self.main.len()
    }
}

/// Writes replies after these moves; drops of several kinds on one square are written as one:
/// `△２二打（銀金）`.
pub(super) fn names(
    problem: &Problem,
    before: &[Move],
    moves: &[Move],
    notation: Notation,
) -> Vec<String> {
    let mut together: Vec<Vec<Move>> = Vec::new();
    for &mv in moves {
        match together.iter_mut().find(|it| is_same_drop(it[0], mv)) {
            Some(group) => group.push(mv),
            None => together.push(vec![mv]),
        }
    }
    let name = |group: &Vec<Move>| {
        if group.len() == 1 || notation != Notation::Japanese {
            return reply(problem, before, group, notation);
        }
        let mut kinds: Vec<PieceKind> = group.iter().filter_map(|it| it.dropped()).collect();
        kinds.sort_unstable();
        let side = japanese::side(!problem.attacker());
        let square = japanese::square(problem.to_given(group[0]).to());
        let names: String = kinds.into_iter().map(japanese::piece).collect();
        format!("{side}{square}打（{names}）")
    };
    together.iter().map(name).collect()
}
