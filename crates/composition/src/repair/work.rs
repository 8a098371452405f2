//! Looks at all versions of a problem with several solvers at the same time.
//!
//! Versions that are hard wait until the others are done: each gets few nodes at first, and more in
//! every further round.

use super::enumerate::{self, Version};
use super::found::Found;
use super::idea::VersionIdea;
use super::keep::{self, is_wanted};
use super::look::{self, Fate};
use super::{EditKind, Repaired, Request, Tally};
use crate::finding::verdict::{Finding, Judgement, Verdict};
use crate::judge::judging::judge;
use crate::length::inquiry::{Inquiry, with};
use crate::rating;
use crate::search::{SharedLimits, Solver, StopReason, Within, each_on_large_stack};
use crate::shogi::{Move, Position, Setup};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Nodes for a version in the first round.
const FIRST_ROUND: u64 = 50_000;

/// The factor by which the nodes grow from round to round.
const GROWTH: u64 = 8;

/// Nodes for a version in the second round, the last before versions with more edits are looked at.
const SECOND_ROUND: u64 = FIRST_ROUND * GROWTH;

/// Nodes of the last possible round.
const LAST_ROUND: u64 = 1 << 40;

/// The most suspects that are tried first in a version.
const MAX_SUSPECTS: usize = 40;

/// The most near misses that are remembered.
const MAX_NEAR: usize = 400;

/// News of a running repair.
#[derive(Debug)]
pub enum Event<'a> {
    /// Another version was looked at.
    Looked {
        /// How many versions were looked at.
        at: usize,
        /// How many there are, as far as known.
        of: usize,
        /// How many were found to be sound or blemished.
        found: usize,
        /// Search nodes so far.
        nodes: u64,
    },
    /// A version is sound or blemished.
    Found(&'a Repaired),
}

/// A check that mated in some version.
struct Suspect {
    before: Vec<Move>,
    mv: Move,
    /// The number of versions in which it mated.
    hits: usize,
}

/// The state that the workers share.
#[derive(Default)]
struct State {
    suspects: Vec<Suspect>,
    found: Found,
    /// Versions that are flawed although their line stays, and whether a cook of the original is among their
    /// findings.
    near: Vec<(bool, Version)>,
    /// The indices of the versions that this round left undecided.
    open: Vec<usize>,
    /// The versions that were ever given to the work.
    known: FxHashSet<(Setup, Vec<Move>)>,
    tally: Tally,
    /// The number of different versions so far.
    all: usize,
}

/// The work on all versions of one problem.
pub(super) struct Work<'a> {
    pub(super) request: &'a Request,
    pub(super) original: &'a Setup,
    /// The line that is to stay.
    pub(super) line: &'a [Move],
    /// Whether the defender holds all that is left of the 40 pieces.
    pub(super) holds_rest: bool,
    pub(super) shared: &'a SharedLimits,
    observer: &'a (dyn Fn(&Event<'_>) + Sync),
    /// Whether only sound versions are wanted.
    only_sound: bool,
    looked: AtomicUsize,
    alike: AtomicUsize,
    /// The number of versions that stayed undecided, as in [`Tally::open`].
    open: usize,
    /// The number of versions left out in the end, as in [`Tally::left`].
    left: usize,
    /// The cooks of the original, each with the moves before it.
    first_suspects: Vec<(Vec<Move>, Move)>,
    state: Mutex<State>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        request: &'a Request,
        original: &'a Setup,
        line: &'a [Move],
        shared: &'a SharedLimits,
        observer: &'a (dyn Fn(&Event<'_>) + Sync),
        only_sound: bool,
    ) -> Self {
        Self {
            request,
            original,
            line,
            holds_rest: enumerate::holds_the_rest(original),
            shared,
            observer,
            only_sound,
            looked: AtomicUsize::new(0),
            alike: AtomicUsize::new(0),
            open: 0,
            left: 0,
            first_suspects: Vec::new(),
            state: Mutex::default(),
        }
    }

    /// Makes the cooks of the original the first suspects.
    pub(super) fn set_first_suspects(&mut self, fatal: &[Finding]) {
        let moves = fatal.iter().filter(|it| it.kind.is_other_check());
        let moves = moves.filter_map(|it| Some((it.before.clone(), *it.line.first()?)));
        self.first_suspects = moves.collect();
        let suspects = self.first_suspects.iter();
        let suspects = suspects.map(|(before, mv)| Suspect {
            before: before.clone(),
            mv: *mv,
            hits: 1,
        });
        let suspects = suspects.collect();
        self.state().suspects = suspects;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn looked_at(&self) -> usize {
        self.looked.load(Ordering::Relaxed)
    }

    /// Returns the number of versions by their fate.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = self.state().tally;
        tally.looked_at = self.looked_at();
        tally.open = self.open;
        tally.alike = self.alike.load(Ordering::Relaxed);
        tally.left = self.left;
        tally
    }

    /// Returns the versions found so far.
    pub(super) fn found_versions(&self) -> Vec<Version> {
        self.state()
            .found
            .versions()
            .iter()
            .map(|it| it.version.clone())
            .collect()
    }

    /// Returns the versions found, the best one of each idea first: sound ones first, then by least change,
    /// extensions by rating.
    pub(super) fn into_found(self) -> Vec<Repaired> {
        let state = self.state.into_inner();
        let found = state.unwrap_or_else(PoisonError::into_inner).found;
        found.into_reported(self.request)
    }

    /// Takes the versions in which the line stays and which are flawed all the same, the nearest first.
    pub(super) fn take_near(&self) -> Vec<Version> {
        let mut near = std::mem::take(&mut self.state().near);
        near.sort_by_key(|(has_known_cook, version)| (*has_known_cook, version.cost));
        near.into_iter().map(|(_, version)| version).collect()
    }

    /// Returns whether as many sound ideas are found as are wanted.
    pub(super) fn has_enough(&self) -> bool {
        self.state().found.count_ideas() >= self.request.best
    }

    /// Returns whether as many sound versions are found as ideas are wanted. Then no hard version is looked at
    /// just because its idea may be a new one.
    fn has_enough_versions(&self) -> bool {
        self.state().found.count_sound() >= self.request.best
    }

    /// Returns whether a version is left out: there are enough versions, and a sound one of its idea.
    fn is_left_out(&self, version: &Version) -> bool {
        if self.request.all || !self.has_enough_versions() {
            return false;
        }
        let Some(line) = version.line(self.line) else {
            return false;
        };
        let expected = VersionIdea::expected(self.request, version, &line);
        self.state().found.has_idea(&expected)
    }

    /// Looks at these versions with few nodes each. Returns which of them are undecided; they are for
    /// [`Self::look_again`], when there is nothing easier left.
    pub(super) fn look_at(&mut self, solvers: &mut [Solver], versions: &[Version]) -> Vec<usize> {
        let waiting: Vec<usize> = {
            let mut state = self.state();
            let mut waiting = Vec::new();
            for (index, it) in versions.iter().enumerate() {
                if state.known.insert((it.setup.clone(), it.before.clone())) {
                    waiting.push(index);
                }
            }
            state.all += waiting.len();
            waiting
        };
        let waiting = self.round(solvers, versions, &waiting, FIRST_ROUND, true);
        self.rounds(solvers, versions, waiting, FIRST_ROUND, SECOND_ROUND)
    }

    /// Looks at undecided versions, as far as the limits allow: first at those in which no cook of the
    /// original mates any more.
    pub(super) fn look_again(
        &mut self,
        solvers: &mut [Solver],
        versions: &[Version],
        waiting: Vec<usize>,
    ) {
        let is_last = self.request.nodes_per_version <= SECOND_ROUND;
        let groups = if is_last || self.first_suspects.is_empty() {
            [Vec::new(), waiting]
        } else {
            self.hopeful_first(solvers, versions, &waiting)
        };
        for waiting in groups {
            let waiting = self.rounds(solvers, versions, waiting, SECOND_ROUND, LAST_ROUND);
            if self.has_enough_versions() {
                self.left += waiting.len();
            } else {
                self.open += waiting.len();
            }
        }
    }

    /// Divides versions into those in which the cooks of the original are refuted, and all others.
    fn hopeful_first(
        &self,
        solvers: &mut [Solver],
        versions: &[Version],
        waiting: &[usize],
    ) -> [Vec<usize>; 2] {
        let next = AtomicUsize::new(0);
        let hopeful = Mutex::new(FxHashSet::default());
        each_on_large_stack(solvers, |solver| {
            while let Some(&index) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.shared.reached().is_some() || self.has_enough_versions() {
                    return;
                }
                if self.is_rid_of_cooks(solver, &versions[index]) {
                    let mut hopeful = hopeful.lock().unwrap_or_else(PoisonError::into_inner);
                    hopeful.insert(index);
                }
            }
        });
        let hopeful: FxHashSet<usize> =
            hopeful.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (first, others) = waiting.iter().copied().partition(|it| hopeful.contains(it));
        [first, others]
    }

    /// Returns whether it is quickly proven that no cook of the original mates in a version.
    fn is_rid_of_cooks(&self, solver: &mut Solver, version: &Version) -> bool {
        self.ask(solver, &version.setup, SECOND_ROUND, |session| {
            let root = session.position().clone();
            let mut inquiry = Inquiry::new(session, self.request.interpositions);
            self.first_suspects.iter().all(|(before, mv)| {
                let Some(cook) = version.line(&with(before, *mv)) else {
                    return true;
                };
                keep::first_impossible(&root, &cook).is_some()
                    || inquiry.mate(&cook).is_some_and(Within::is_no)
            })
        })
    }

    /// Looks at versions round by round. Returns which of them are undecided.
    fn rounds(
        &self,
        solvers: &mut [Solver],
        versions: &[Version],
        mut waiting: Vec<usize>,
        mut budget: u64,
        last: u64,
    ) -> Vec<usize> {
        while budget < last.min(self.request.nodes_per_version) {
            let is_over = self.shared.reached().is_some() || self.has_enough_versions();
            if waiting.is_empty() || is_over {
                break;
            }
            budget *= GROWTH;
            waiting = self.round(solvers, versions, &waiting, budget, false);
        }
        waiting
    }

    /// Looks at versions with a number of nodes each. Returns which of them are undecided.
    fn round(
        &self,
        solvers: &mut [Solver],
        versions: &[Version],
        waiting: &[usize],
        budget: u64,
        is_first: bool,
    ) -> Vec<usize> {
        let max_nodes = budget.min(self.request.nodes_per_version);
        let next = AtomicUsize::new(0);
        each_on_large_stack(solvers, |solver| {
            loop {
                let Some(&index) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return;
                };
                let has_enough = if is_first {
                    self.has_enough()
                } else {
                    self.has_enough_versions()
                };
                if self.shared.reached().is_some() || has_enough {
                    self.state().open.push(index);
                    continue;
                }
                if is_first && self.is_left_out(&versions[index]) {
                    self.alike.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                let fate = self.look_at_one(solver, &versions[index], max_nodes);
                if matches!(fate, Fate::Open) {
                    self.state().open.push(index);
                }
                self.record(index, &versions[index], fate, is_first);
            }
        });
        let mut open = std::mem::take(&mut self.state().open);
        open.sort_unstable();
        open
    }

    /// Looks at one version with a number of nodes. If the work is interrupted meanwhile, the version stays
    /// undecided: its judgement may lack what an uninterrupted one has.
    fn look_at_one(&self, solver: &mut Solver, version: &Version, max_nodes: u64) -> Fate {
        let Some(line) = version.line(self.line) else {
            return Fate::Other;
        };
        let suspects = self.suspects();
        let fate = self.ask(solver, &version.setup, max_nodes, |session| {
            look::look(session, self.request, &line, &suspects)
        });
        if self.is_interrupted() {
            Fate::Open
        } else {
            fate
        }
    }

    /// Returns whether the work is interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.shared.reached() == Some(StopReason::Interrupt)
    }

    /// Asks about a diagram with at most this number of nodes.
    pub(super) fn ask<T: Send>(
        &self,
        solver: &mut Solver,
        setup: &Setup,
        max_nodes: u64,
        ask: impl FnOnce(&mut crate::search::session::Session<'_>) -> T + Send,
    ) -> T {
        let limits = self.shared.remaining(max_nodes);
        let position = Position::new(setup);
        solver.session(&position, &limits, &mut |_| {}, |session| {
            let answer = ask(session);
            self.shared.spend(session.stats().nodes);
            answer
        })
    }

    /// Judges a version as a whole. `None` if a limit is reached.
    pub(super) fn judge_whole(&self, solver: &mut Solver, version: &Version) -> Option<Judgement> {
        let line = version.line(self.line)?;
        let question = look::question(self.request, &line);
        let max_nodes = self.request.nodes_per_version.min(SECOND_ROUND * GROWTH);
        let judgement = self.ask(solver, &version.setup, max_nodes, |session| {
            judge(session, &question)
        });
        self.shared.reached().is_none().then_some(judgement)
    }

    fn suspects(&self) -> Vec<(Vec<Move>, Move)> {
        let state = self.state();
        let suspects = state.suspects.iter().take(MAX_SUSPECTS);
        suspects.map(|it| (it.before.clone(), it.mv)).collect()
    }

    /// Records the fate of a version, and tells the observer.
    fn record(&self, place: usize, version: &Version, fate: Fate, is_first: bool) {
        if is_first {
            self.looked.fetch_add(1, Ordering::Relaxed);
        }
        let mut news = None;
        let (of, found) = {
            let mut state;
            match fate {
                Fate::Kept(judgement, verdict) if is_wanted(verdict, self.only_sound) => {
                    let (mut repaired, idea) = self.make_repaired(version, *judgement, verdict);
                    repaired.place = place;
                    state = self.state();
                    news = Some(state.found.add(repaired, idea));
                }
                fate => {
                    state = self.state();
                    self.count_unwanted(&mut state, version, fate);
                }
            }
            (state.all, state.found.versions().len())
        };
        if let Some(repaired) = &news {
            (self.observer)(&Event::Found(repaired));
        }
        (self.observer)(&Event::Looked {
            at: self.looked_at(),
            of,
            found,
            nodes: self.shared.spent(),
        });
    }

    /// Makes the result of a version that is wanted. An extension is rated.
    fn make_repaired(
        &self,
        version: &Version,
        mut judgement: Judgement,
        verdict: Verdict,
    ) -> (Repaired, VersionIdea) {
        let reading = judgement.composed.reading.as_ref();
        let line = reading.map_or(Vec::new(), |it| it.line.clone());
        let kept = version.line(self.line).unwrap_or_default();
        let idea = VersionIdea::new(self.request, version, &kept, &line);
        if self.request.extends {
            judgement.rating = rating::of(&Position::new(&version.setup), &judgement);
        }
        let repaired = Repaired {
            version: version.clone(),
            line,
            judgement,
            verdict,
            idea: 0,
            like_it: 0,
            place: 0,
        };
        (repaired, idea)
    }

    /// Counts a version that is not wanted.
    fn count_unwanted(&self, state: &mut State, version: &Version, fate: Fate) {
        match fate {
            Fate::Flawed(findings) => {
                state.tally.flawed += 1;
                self.learn(state, version, &findings);
            }
            Fate::Kept(..) => state.tally.blemished += 1,
            Fate::LineFails | Fate::Other => state.tally.others += 1,
            Fate::Open => {}
        }
    }

    /// Remembers the checks that mate in a flawed version.
    fn learn(&self, state: &mut State, version: &Version, findings: &[Finding]) {
        let mut has_known_cook = false;
        for finding in findings.iter().filter(|it| it.kind.is_other_check()) {
            let Some(&mv) = finding.line.first() else {
                continue;
            };
            has_known_cook |= (self.first_suspects.iter())
                .any(|(before, known)| *known == mv && *before == finding.before);
            let suspects = &mut state.suspects;
            let same = |it: &Suspect| it.mv == mv && it.before == finding.before;
            if let Some(mut rank) = suspects.iter().position(same) {
                suspects[rank].hits += 1;
                while rank > 0 && suspects[rank - 1].hits < suspects[rank].hits {
                    suspects.swap(rank - 1, rank);
                    rank -= 1;
                }
            } else {
                suspects.push(Suspect {
                    before: finding.before.clone(),
                    mv,
                    hits: 1,
                });
            }
        }
        // The flaws of a shifted diagram are those of the original, elsewhere.
        let stays = findings.iter().all(|it| it.kind.is_other_check())
            && version.edits.iter().all(|it| it.kind() != EditKind::Shift);
        if stays && state.near.len() < MAX_NEAR {
            state.near.push((has_known_cook, version.clone()));
        }
    }
}
