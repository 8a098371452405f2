//! Versions with several edits. Each edit removes some flaw of the original.
//!
//! All pairs would be millions. So an edit counts only if it removes a flaw, and the edits of a version must
//! together remove all flaws. One edit may bring back a flaw that another has removed, so every version is
//! still judged. Edits that do not harm the line come first, the others if nothing is found. If the
//! line cannot be played on the original, pairs are built step by step.

use super::edit::{self, Edit};
use super::enumerate::{self, Version};
use super::keep::{self, LineFault};
use super::work::Work;
use super::{EditKind, Keep};
use crate::finding::verdict::Finding;
use crate::length::inquiry::{Inquiry, with};
use crate::search::session::Session;
use crate::search::{Solver, each_on_large_stack};
use crate::shogi::{Color, Move, Position, Setup};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Nodes for the question which flaws an edit removes.
const NODES_PER_EDIT: u64 = 200_000;

/// The most versions with several edits.
const MAX_VERSIONS: usize = 200_000;

/// A flaw of the original that an edit may remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A check that mates beside the line, after these moves.
    Check(Vec<Move>, Move),
    /// A fault of the line itself.
    Line(LineFault),
}

/// A set of faults, one bit each.
type Faults = u64;

/// An edit that removes some faults.
pub(super) struct Useful {
    edit: Edit,
    removes: Faults,
    /// Whether it makes a fault in the line.
    harms: bool,
}

impl Fault {
    /// Returns the faults of the original.
    pub(super) fn all(solver: &mut Solver, work: &Work<'_>, fatal: &[Finding]) -> Vec<Self> {
        let mut faults: Vec<Self> = Vec::new();
        if work.request.keep == Keep::Line {
            let found = work.ask(solver, work.original, NODES_PER_EDIT, |session| {
                line_faults(session, work)
            });
            faults.extend(found.unwrap_or_default().into_iter().map(Self::Line));
        }
        for finding in fatal.iter().filter(|it| it.kind.is_other_check()) {
            if let Some(&mv) = finding.line.first() {
                faults.push(Self::Check(finding.before.clone(), mv));
            }
        }
        faults.truncate(Faults::BITS as usize);
        faults
    }
}

/// Returns the faults of the line in the position of a session.
fn line_faults(session: &mut Session<'_>, work: &Work<'_>) -> Option<Vec<LineFault>> {
    let root = session.position().clone();
    let line = work.line;
    if let Some(ply) = keep::first_impossible(&root, line) {
        return Some(vec![LineFault::CannotBePlayed(ply)]);
    }
    let mut inquiry = Inquiry::new(session, work.request.interpositions);
    let end = inquiry.position(line).hand(Color::Black);
    let mut faults = keep::faults(&mut inquiry, line, false)?;
    if !end.is_empty() {
        faults.push(LineFault::LeavesOver);
    }
    Some(faults)
}

/// Returns the edits that remove a fault.
pub(super) fn useful_edits(
    solvers: &mut [Solver],
    work: &Work<'_>,
    singles: &[Version],
    faults: &[Fault],
) -> Vec<Useful> {
    let singles = combinable(work, singles);
    let next = AtomicUsize::new(0);
    let useful = Mutex::new(Vec::new());
    each_on_large_stack(solvers, |solver| {
        while let Some(version) = singles.get(next.fetch_add(1, Ordering::Relaxed)) {
            if work.shared.reached().is_some() {
                return;
            }
            let removes = work.ask(solver, &version.setup, NODES_PER_EDIT, |session| {
                removed_faults(session, work, faults)
            });
            if let Some((removes, harms)) = removes.filter(|&(it, _)| it != 0) {
                let found = Useful {
                    edit: version.edits[0],
                    removes,
                    harms,
                };
                let mut useful = useful.lock().expect("nobody panics with the list");
                useful.push((version.cost, found));
            }
        }
    });
    let mut useful = useful.into_inner().expect("nobody panics with the list");
    useful.sort_by_key(|&(cost, _)| cost);
    useful.into_iter().map(|(_, it)| it).collect()
}

/// Returns the versions whose edits may be combined with others: no shifts, and no versions that are repairs
/// already.
fn combinable<'v>(work: &Work<'_>, singles: &'v [Version]) -> Vec<&'v Version> {
    let repairs: Vec<Setup> = work
        .found_versions()
        .into_iter()
        .map(|it| it.setup)
        .collect();
    (singles.iter())
        .filter(|it| it.edits[0].kind() != EditKind::Shift && !repairs.contains(&it.setup))
        .collect()
}

/// Returns the versions with two edits on which the line can be played, if it cannot be played on the
/// original. On the original nothing is known of flaws after that point, so useful edits cannot be
/// found there. With `steps`, one of the edits alone must let the line be played further.
pub(super) fn line_restored(work: &Work<'_>, singles: &[Version], steps: bool) -> Vec<Version> {
    let line = work.request.keep.beginning(work.line);
    let impossible_at = |setup: &Setup| keep::first_impossible(&Position::new(setup), line);
    let Some(end) = impossible_at(work.original) else {
        return Vec::new();
    };
    let singles = combinable(work, singles);
    let goes_further = |it: &Version| impossible_at(&it.setup).is_none_or(|ply| ply > end);
    let (original, holds_rest) = (work.original, work.holds_rest);
    let mut versions = Vec::new();
    for (index, one) in singles.iter().enumerate() {
        if work.shared.reached().is_some() || versions.len() >= MAX_VERSIONS {
            break;
        }
        let others = match steps {
            true if goes_further(one) => &singles[..],
            true => continue,
            false => &singles[index + 1..],
        };
        versions.extend(others.iter().filter_map(|other| {
            let edits = [one.edits[0], other.edits[0]];
            let setup = edit::apply(original, &edits, holds_rest)?;
            if impossible_at(&setup).is_some() {
                return None;
            }
            Version::new(original, &edits, holds_rest)
        }));
    }
    versions
}

/// Returns the faults that are gone in the position of a session, and whether the line has a new one.
/// `None` if the line cannot be played as far as before, or if a limit was reached.
fn removed_faults(
    session: &mut Session<'_>,
    work: &Work<'_>,
    faults: &[Fault],
) -> Option<(Faults, bool)> {
    let root = session.position().clone();
    let mut removed: Faults = 0;
    let mut harms = false;
    if work.request.keep == Keep::Line {
        let now = line_faults(session, work)?;
        let is_old = |fault: &LineFault| faults.contains(&Fault::Line(*fault));
        harms = !now.iter().all(is_old);
        if harms && matches!(now[..], [LineFault::CannotBePlayed(_)]) {
            return None;
        }
        for (bit, fault) in faults.iter().enumerate() {
            if matches!(fault, Fault::Line(it) if !now.contains(it)) {
                removed |= 1 << bit;
            }
        }
    }
    let mut inquiry = Inquiry::new(session, work.request.interpositions);
    for (bit, fault) in faults.iter().enumerate() {
        let Fault::Check(before, mv) = fault else {
            continue;
        };
        let line = with(before, *mv);
        let is_gone =
            keep::first_impossible(&root, &line).is_some() || inquiry.mate(&line)?.is_no();
        if is_gone {
            removed |= 1 << bit;
        }
    }
    Some((removed, harms))
}

/// Returns the versions with this number of edits that together remove all faults, the least change first.
/// With `harms`, some edit of each version makes a fault in the line; without it, none does.
pub(super) fn combinations(
    work: &Work<'_>,
    useful: &[Useful],
    faults: &[Fault],
    edits: u32,
    harms: bool,
) -> Vec<Version> {
    let all: Faults = match faults.len() as u32 {
        Faults::BITS => Faults::MAX,
        count => (1 << count) - 1,
    };
    let mut versions = Vec::new();
    let mut chosen: Vec<usize> = Vec::new();
    choose(useful, all, edits as usize, &mut chosen, &mut |chosen| {
        if chosen.iter().any(|&index| useful[index].harms) != harms {
            return true;
        }
        let edits: Vec<Edit> = chosen.iter().map(|&index| useful[index].edit).collect();
        versions.extend(Version::new(work.original, &edits, work.holds_rest));
        versions.len() < MAX_VERSIONS
    });
    enumerate::distinct_in_order(versions, work.original, false)
}

/// Calls `take` with every choice of `count` edits that removes all faults, until it returns false. Choices
/// are indices of `useful`. Returns false if `take` did.
fn choose(
    useful: &[Useful],
    all: Faults,
    count: usize,
    chosen: &mut Vec<usize>,
    take: &mut dyn FnMut(&[usize]) -> bool,
) -> bool {
    if chosen.len() == count {
        let removed = chosen
            .iter()
            .fold(0, |sum, &index| sum | useful[index].removes);
        return removed != all || take(chosen);
    }
    let from = chosen.last().map_or(0, |&last| last + 1);
    for index in from..useful.len() {
        chosen.push(index);
        let goes_on = choose(useful, all, count, chosen, take);
        chosen.pop();
        if !goes_on {
            return false;
        }
    }
    true
}
