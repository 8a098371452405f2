//! The position at the end of an answer: the threat, and the defences grouped by what mates them.

use crate::answer::{BrinkmateRow, DefenceGroup};
use crate::notation::usi;
use crate::report::view::View;
use crate::report::words::brinkmate::rest;
use crate::shogi::{Move, Setup};
use crate::vocabulary::Goal;

/// A position with the defender to move, after the moves of the answer.
pub(in crate::report) struct EndingView<'a> {
    pub view: &'a View<'a>,
    /// The moves before it.
    pub main: &'a [String],
    pub found: &'a BrinkmateRow,
    groups: Vec<DefenceGroup>,
}

/// What is known of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum EndingState {
    Brinkmate,
    Threatmate,
    NoThreat,
}

impl<'a> EndingView<'a> {
    /// Returns the end of an answer about a brinkmate or a threat, if it was worked out.
    pub fn of(view: &'a View<'a>) -> Option<Self> {
        let found = view.row.brinkmate.as_ref()?;
        let is_known = found.threatens.is_some() || !found.defences.is_empty();
        is_known.then(|| Self {
            view,
            main: match view.row.goal {
                Goal::Brinkmate => view.main,
                _ => &[],
            },
            groups: found.groups(),
            found,
        })
    }

    /// Returns what is known of the position. `None` if the defender is in check there, or if a limit left
    /// it open.
    pub fn state(&self) -> Option<EndingState> {
        if !self.found.threatens? {
            Some(EndingState::NoThreat)
        } else if self.found.holding().next().is_some() {
            Some(EndingState::Threatmate)
        } else {
            self.is_all_mated().then_some(EndingState::Brinkmate)
        }
    }

    /// Returns whether every defence is mated.
    pub fn is_all_mated(&self) -> bool {
        self.found.defences.iter().all(|it| it.mated == Some(true))
    }

    /// Returns the groups of mated defences: those with names first, the rest of them last.
    pub fn groups(&self) -> &[DefenceGroup] {
        &self.groups
    }

    /// Writes defences; drops of several kinds on one square are written as one.
    pub fn names<'m>(&self, moves: impl Iterator<Item = &'m str>) -> Vec<String> {
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        self.view.together(self.main, &moves, '打')
    }

    /// Returns the names of the defences of a group.
    pub fn heading(&self, group: &DefenceGroup) -> Vec<String> {
        if !group.is_rest {
            return self.names(group.defences.iter().map(|it| &**it));
        }
        let is_all = self.is_all_mated() && self.groups.len() == 1;
        vec![rest(group.defences.len(), is_all, self.view.lang)]
    }

    /// Returns a defence and the mate after it, from the diagram on.
    pub fn whole(&self, group: &DefenceGroup) -> Vec<String> {
        let Some(first) = group.defences.first() else {
            return Vec::new();
        };
        let defence = std::slice::from_ref(first);
        [self.main, defence, &group.line[..]].concat()
    }

    /// Writes the mate after the defences of a group. After many defences only its first move is common.
    pub fn mate(&self, group: &DefenceGroup) -> Vec<String> {
        let whole = self.whole(group);
        let (before, line) = whole.split_at(whole.len().min(self.main.len() + 1));
        let mut moves = self.view.moves(before, line);
        if group.is_rest && group.defences.len() > 1 && moves.len() > 1 {
            moves.truncate(1);
            moves.push("…".to_owned());
        }
        moves
    }

    /// Writes the mate after a pass.
    pub fn after_a_pass(&self) -> Vec<String> {
        let line = self.found.threat.iter().map(|it| usi::parse_move(it));
        let line: Result<Vec<Move>, _> = line.collect();
        match (line, self.passed()) {
            (Ok(line), Some(setup)) => self.view.notation.write(&setup, &line),
            _ => self.found.threat.clone(),
        }
    }

    /// Returns the position after a pass.
    fn passed(&self) -> Option<Setup> {
        let mut setup = self.view.setup().clone();
        for mv in self.view.playable(&[], self.main)? {
            if !setup.play(mv) {
                return None;
            }
        }
        setup.turn = self.view.problem.attacker();
        Some(setup)
    }
}
