//! The parts of an answer about a brinkmate (必至) or a threat (詰めろ), for people: the first moves, and the
//! threat and the defences at the end. Defences are grouped by the move that mates them.

use super::view::View;
use super::words::brinkmate::name_of_group;
use super::words::labels::words;
use crate::answer::{BrinkmateRow, DefenceGroup};
use crate::notation::usi;
use crate::shogi::{Move, Setup};
use crate::vocabulary::Goal;

/// A part of an answer, with its heading.
pub(super) struct EndingPart {
    pub title: &'static str,
    pub items: Vec<EndingItem>,
}

/// A line of a part.
#[derive(Default)]
pub(super) struct EndingItem {
    /// Moves in one row, or the name of defences that the same move mates.
    pub names: Vec<String>,
    /// The number of these defences.
    pub defences: usize,
    /// The mate, as it is written.
    pub mate: Vec<String>,
    /// All moves from the diagram to the mate in USI, with `pass` for a pass.
    pub whole: Vec<String>,
}

impl From<Vec<String>> for EndingItem {
    fn from(names: Vec<String>) -> Self {
        Self {
            names,
            ..Self::default()
        }
    }
}

impl EndingPart {
    /// Returns the first moves of the shortest brinkmates, if there are several, and the first moves that only
    /// counter-checks refute, each with these checks: `▲３二銀打: △４二香打`.
    pub fn of_first_moves(view: &View<'_>) -> Vec<Self> {
        let Some(found) = &view.row.brinkmate else {
            return Vec::new();
        };
        let words = words(view.lang);
        let moves = found.first_moves.iter().map(|it| view.mv(&[], it));
        let first =
            (found.first_moves.len() > 1).then(|| EndingItem::from(moves.collect::<Vec<_>>()));
        let partial = found.partial.iter().map(|partial| {
            let mut line = vec![view.mv(&[], &partial.mv) + view.lang.of([":", "："])];
            let before = std::slice::from_ref(&partial.mv);
            line.extend(view.replies(before, &partial.counter_checks, '打'));
            EndingItem::from(line)
        });
        let parts = [
            Self::new(words.first_moves, first),
            Self::new(words.partial_brinkmates, partial),
        ];
        parts.into_iter().flatten().collect()
    }

    /// Makes a part, unless it is empty.
    fn new(title: &'static str, items: impl IntoIterator<Item = EndingItem>) -> Option<Self> {
        let items: Vec<EndingItem> = items.into_iter().collect();
        (!items.is_empty()).then_some(Self { title, items })
    }
}

/// A position with the defender to move, after the moves of the answer.
pub(super) struct EndingView<'a> {
    pub view: &'a View<'a>,
    /// The moves before it.
    pub main: &'a [String],
    pub found: &'a BrinkmateRow,
    /// The groups of mated defences, that of "any other" last.
    pub groups: Vec<DefenceGroup>,
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

    /// Returns whether every defence is mated.
    pub fn is_all_mated(&self) -> bool {
        self.found.defences.iter().all(|it| it.mated == Some(true))
    }

    /// Returns the threat and the defences.
    pub fn parts(&self) -> Vec<EndingPart> {
        let (words, found) = (words(self.view.lang), self.found);
        let pass = ["pass".to_owned()];
        let threat = EndingItem {
            mate: self.mate_after_pass(),
            whole: [self.main, &pass, &found.threat[..]].concat(),
            ..EndingItem::default()
        };
        let threat = EndingPart::new(words.threat, (!threat.mate.is_empty()).then_some(threat));
        // Without a threat, defences that happen to be mated say nothing.
        if found.threatens == Some(false) {
            return threat.into_iter().collect();
        }
        let named = |title, names: Vec<String>| {
            EndingPart::new(title, (!names.is_empty()).then(|| EndingItem::from(names)))
        };
        let mated = if self.is_all_mated() {
            words.defences
        } else {
            words.defences_mated
        };
        let parts = [
            threat,
            named(words.defences_holding, self.names(found.holding())),
            named(words.defences_open, self.names(found.open())),
            EndingPart::new(mated, self.groups.iter().map(|it| self.item(it))),
        ];
        parts.into_iter().flatten().collect()
    }

    fn item(&self, group: &DefenceGroup) -> EndingItem {
        EndingItem {
            names: self.heading(group),
            defences: group.defences.len(),
            mate: self.mate(group),
            whole: self.line_to_mate(group),
        }
    }

    /// Writes defences. Drops of several kinds on one square are written as one.
    fn names<'m>(&self, moves: impl Iterator<Item = &'m str>) -> Vec<String> {
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        self.view.replies(self.main, &moves, '打')
    }

    /// Returns the names of the defences of a group.
    pub fn heading(&self, group: &DefenceGroup) -> Vec<String> {
        if !group.is_rest {
            return self.names(group.defences.iter().map(|it| &**it));
        }
        let is_all = self.is_all_mated() && self.groups.len() == 1;
        vec![name_of_group(group.defences.len(), is_all, self.view.lang)]
    }

    /// Returns a defence and the mate after it, from the diagram on.
    pub fn line_to_mate(&self, group: &DefenceGroup) -> Vec<String> {
        let Some(first) = group.defences.first() else {
            return Vec::new();
        };
        let defence = std::slice::from_ref(first);
        [self.main, defence, &group.line[..]].concat()
    }

    /// Writes the mate after the defences of a group. Of "any other" defences, only its first move is common.
    fn mate(&self, group: &DefenceGroup) -> Vec<String> {
        let whole = self.line_to_mate(group);
        let (before, line) = whole.split_at(whole.len().min(self.main.len() + 1));
        let mut moves = self.view.moves(before, line);
        if group.is_rest && group.defences.len() > 1 && moves.len() > 1 {
            moves.truncate(1);
            moves.push("…".to_owned());
        }
        moves
    }

    /// Writes the mate after a pass.
    pub fn mate_after_pass(&self) -> Vec<String> {
        let line = self.found.threat.iter().map(|it| usi::parse_move(it));
        let line: Result<Vec<Move>, _> = line.collect();
        match (line, self.setup_after_pass()) {
            (Ok(line), Some(setup)) => self.view.notation.write(&setup, &line),
            _ => self.found.threat.clone(),
        }
    }

    /// Returns the position after a pass.
    fn setup_after_pass(&self) -> Option<Setup> {
        let mut setup = self.view.setup().clone();
        for mv in self.view.playable_moves(&[], self.main)? {
            if !setup.play(mv) {
                return None;
            }
        }
        setup.turn = self.view.problem.attacker();
        Some(setup)
    }
}
