//! Changes of a diagram that make a flawed composition sound.
//!
//! Every version of the diagram that differs by one edit is looked at, the least change first; then
//! pairs of edits that each remove some flaw. [`Keep`] chooses the moves that stay. A version
//! counts only if the check of a composition calls it sound or blemished. Cheap questions come first,
//! and all versions share the tables of the solver: where the defender holds all that is left of the
//! 40 pieces, every version has the same pieces in all.
//!
//! * `edit`: one change. `enumerate`: all that are allowed, in order of cost.
//! * `request`: what is asked for. `keep`: what must stay. `look`: one version. `several`: pairs and triples of edits.
//! * `extend`: moves put before a problem. `idea`: versions that differ in nothing that counts.
//! * `found`: what was found, by ideas.
//! * `work`: all versions, by several solvers at the same time.

mod edit;
mod enumerate;
mod extend;
mod found;
mod idea;
mod keep;
mod look;
mod request;
mod several;
mod work;

pub use edit::{Edit, EditKind};
pub use enumerate::{Allowed, Cost, Version};
pub(crate) use extend::moves_taken_back;
pub use keep::{Keep, Plies, UnknownKeep};
pub use look::Shortcuts;
pub use request::{NoSquare, Request, squares};
pub use work::Event;

use super::Author;
use super::problem::Problem;
use crate::finding::verdict::{Detail, Finding, Judgement, Verdict};
use crate::judge::judging::judge;
use crate::length::composed::exact;
use crate::question::Question;
use crate::search::{Limits, SharedLimits, Solver, StopReason};
use crate::shogi::{Move, Position, Setup};
use crate::vocabulary::Goal;
use several::Fault;
use work::Work;

/// A version that is sound or blemished.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The version.
    pub version: Version,
    /// The line, on its board. It is another than that of the original unless [`Keep::Line`] is asked for.
    pub line: Vec<Move>,
    /// The judgement, without the strict length.
    pub judgement: Judgement,
    /// The verdict on it.
    pub verdict: Verdict,
    /// The number of its idea, from 1. Ideas are numbered as they are found, and in an [`Outcome`] anew, in
    /// the order of the report.
    pub idea: usize,
    /// The number of other versions of the same idea; in an event, of those found so far.
    pub like_it: usize,
    /// The index among the versions with the same number of edits.
    place: usize,
}

/// A version that is not sound, but near.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Miss {
    /// The version.
    pub version: Version,
    /// The fatal findings of the original that it no longer has.
    pub removed: Vec<Finding>,
    /// The fatal findings that the original does not have.
    pub made: Vec<Finding>,
    /// The fatal findings that the original has, too.
    pub left: Vec<Finding>,
}

/// The number of versions by their fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Versions looked at.
    pub looked_at: usize,
    /// Versions that are flawed although what must stay stays.
    pub flawed: usize,
    /// Versions that are blemished although what must stay stays, if sound ones are wanted.
    pub blemished: usize,
    /// Versions in which what must stay does not stay.
    pub others: usize,
    /// Versions that were not decided within the limits.
    pub open: usize,
    /// Versions that were left out because their idea had been found.
    pub alike: usize,
    /// Versions that were not looked at, or not to the end, because enough had been found.
    pub left: usize,
}

/// The result of a repair.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The judgement of the original.
    pub original: Judgement,
    /// The verdict on the original.
    pub verdict: Verdict,
    /// The line that was to stay. Empty if there is none.
    pub line: Vec<Move>,
    /// The best version of each idea, or all with [`Request::all`]: sound ones first, then the least change;
    /// extensions by their rating.
    pub found: Vec<Repaired>,
    /// If nothing was found: versions that come near.
    pub misses: Vec<Miss>,
    /// The number of versions by their fate.
    pub tally: Tally,
    /// Search nodes of all versions.
    pub nodes: u64,
    /// The limit that ended the work, if one did.
    pub stopped: Option<StopReason>,
}

/// Why a repair cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotRepair {
    /// The goal of the problem is not a mate.
    OtherGoal(Goal),
    /// The defender is to move.
    DefenderToMove,
    /// The author's line breaks off at a move that cannot be read or played, so what should stay is not known.
    LineBreaksOff,
    /// There is neither an author's line nor a judged one, so no line can stay.
    NoLine,
    /// There is no mate, which is proven, and no author's line.
    NoMate,
    /// A limit came before a line was known that could stay.
    Undecided(StopReason),
    /// Only a length is known of the author's line, and the line that could stay has another.
    OtherLength {
        /// The author's, in plies.
        stated: u32,
        /// That of best play, in plies.
        found: u32,
    },
}

impl std::fmt::Display for CannotRepair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OtherGoal(goal) => {
                return write!(
                    f,
                    "the goal is a {}: only problems that end with a mate are repaired or extended",
                    goal.name()
                );
            }
            Self::DefenderToMove => {
                "the defender is to move: a composition begins with the attacker's move"
            }
            Self::LineBreaksOff => {
                "the author's line breaks off at a move that cannot be read or played, so it is not known what should stay"
            }
            Self::NoLine => "there is no line that could stay",
            Self::NoMate => "there is no mate, so no line that could stay",
            Self::Undecided(_) => "the limits came before a line was known that could stay",
            Self::OtherLength { stated, found } => {
                return write!(
                    f,
                    "the author's line of {stated} plies is not given, and best play mates in {found}"
                );
            }
        })
    }
}

impl std::error::Error for CannotRepair {}

/// The most misses that are reported.
const MAX_MISSES: usize = 5;

/// Looks for versions of a problem that are sound, or for longer problems that lead into it
/// ([`Request::extends`]). Each solver works in a thread of its own; they should keep what they know for the
/// next problem ([`SearchConfig::keep`](crate::search::SearchConfig::keep)).
///
/// # Errors
/// If there is nothing to begin with.
///
/// # Panics
/// If there is no solver, or if the system cannot start a thread.
pub fn repair(
    solvers: &mut [Solver],
    problem: &Problem,
    author: &Author,
    request: &Request,
    limits: &Limits,
    observer: &(dyn Fn(&Event<'_>) + Sync),
) -> Result<Outcome, CannotRepair> {
    if !problem.attacker_to_move() {
        return Err(CannotRepair::DefenderToMove);
    }
    let author = &problem.for_black(author.clone());
    let mut request = problem.for_black(request.clone());
    if request.extends {
        request.keep = Keep::Line;
    }
    let observer = &|event: &Event<'_>| match event {
        Event::Found(found) => observer(&Event::Found(&problem.as_given((*found).clone()))),
        Event::Looked { .. } => observer(event),
    };
    let shared = SharedLimits::begin(limits);
    let mut outcome = begin(solvers, problem, author, &request, &shared)?;
    let (setup, line) = (problem.normalised(), outcome.line.clone());
    let only_sound = !request.extends && outcome.verdict == Verdict::Blemished;
    let mut work = Work::new(&request, setup, &line, &shared, observer, only_sound);
    if request.extends {
        if !matches!(outcome.verdict, Verdict::Flawed | Verdict::NoMate) {
            let versions = extend::problems_leading_to(setup);
            let open = work.look_at(solvers, &versions);
            work.look_again(solvers, &versions, open);
        }
    } else if outcome.verdict != Verdict::Sound {
        outcome.misses = look_at_changes(solvers, &mut work, &outcome.original);
    }
    outcome.tally = work.tally();
    outcome.found = work.into_found();
    outcome.nodes = shared.spent();
    outcome.stopped = shared.reached();
    Ok(problem.as_given(outcome))
}

/// Looks for the sound problems that lead into a problem by a check and a reply (逆算), as [`repair`] with
/// [`Request::extends`].
///
/// # Errors
/// If the problem has no line.
///
/// # Panics
/// As [`repair`].
pub fn extend(
    solvers: &mut [Solver],
    problem: &Problem,
    author: &Author,
    request: &Request,
    limits: &Limits,
    observer: &(dyn Fn(&Event<'_>) + Sync),
) -> Result<Outcome, CannotRepair> {
    let request = Request {
        extends: true,
        ..request.clone()
    };
    repair(solvers, problem, author, &request, limits, observer)
}

/// Looks at the versions with changes. If none is found, returns those that come near.
fn look_at_changes(solvers: &mut [Solver], work: &mut Work<'_>, original: &Judgement) -> Vec<Miss> {
    let (request, setup) = (work.request, work.original);
    let fatal = look::fatal_findings(original, request);
    work.set_first_suspects(&fatal);
    let is_symmetrical = *setup == setup.mirror();
    let images = is_symmetrical && matches!(request.keep, Keep::Length | Keep::Mate);
    let singles = enumerate::one_edit(setup, &request.allowed, images);
    let open = work.look_at(solvers, &singles);
    let mut looked_at = vec![(singles, open)];
    if request.edits > 1 && !work.has_enough() {
        let faults = Fault::all(&mut solvers[0], work, &fatal);
        let useful = several::useful_edits(solvers, work, &looked_at[0].0, &faults);
        for edits in 2..=request.edits.min(3) {
            if work.has_enough() {
                break;
            }
            // Likely pairs come before all others.
            for is_likely in [true, false] {
                if !is_likely && (edits > 2 || !work.found_versions().is_empty()) {
                    break;
                }
                let mut versions = several::combinations(work, &useful, &faults, edits, !is_likely);
                if edits == 2 {
                    versions.extend(several::line_restored(work, &looked_at[0].0, is_likely));
                    versions = enumerate::distinct_in_order(versions, setup, false);
                }
                let open = work.look_at(solvers, &versions);
                looked_at.push((versions, open));
            }
        }
    }
    for (versions, open) in looked_at {
        work.look_again(solvers, &versions, open);
    }
    if work.found_versions().is_empty() && !work.is_interrupted() {
        nearest_misses(&mut solvers[0], work, &fatal)
    } else {
        Vec::new()
    }
}

/// Refuses a problem without a line whose stated length is not that of best play. A version that keeps
/// the line of best play keeps the wrong length, and the line that the author means is not known.
fn other_length(original: &Judgement) -> Result<(), CannotRepair> {
    let stated = original.findings.iter().find_map(|it| match it.detail {
        Detail::Author(plies) if it.before.is_empty() => Some(plies),
        _ => None,
    });
    match (stated, exact(original.composed.answer)) {
        (Some(stated), Some(found)) if stated != found => {
            Err(CannotRepair::OtherLength { stated, found })
        }
        _ => Ok(()),
    }
}

/// Returns every version of a problem by one edit, the least change first, without any search.
#[must_use]
pub fn versions(problem: &Problem, allowed: &Allowed) -> Vec<Version> {
    let allowed = problem.for_black(allowed.clone());
    problem.as_given(enumerate::one_edit(problem.normalised(), &allowed, false))
}

/// Judges the original. This may take only a third of the limits, because a judgement without all cooks just
/// makes the work slower.
fn judge_original(
    solver: &mut Solver,
    setup: &Setup,
    author: &Author,
    request: &Request,
    shared: &SharedLimits,
) -> Judgement {
    let question = Question {
        author: author.clone(),
        ..look::question(request, &[])
    };
    let mut limits = shared.remaining(u64::MAX);
    limits.time = limits.time.map(|time| time / 3);
    limits.nodes = limits.nodes.map(|nodes| nodes / 3);
    let position = Position::new(setup);
    solver.session(&position, &limits, &mut |_| {}, |session| {
        let mut judgement = judge(session, &question);
        judgement.composed.strict.stats = session.stats();
        judgement.stopped = session.stopped();
        shared.spend(session.stats().nodes);
        judgement
    })
}

/// Returns the line that is to stay: the author's if it ends with the attacker's move, else the judged one,
/// if there is one. On the board as it is, it may be no mate or not playable.
fn line_to_keep(judgement: &Judgement, authors: &[Move]) -> Vec<Move> {
    let reading = judgement.composed.reading.as_ref();
    match reading {
        Some(reading) if authors.len().is_multiple_of(2) => reading.line.clone(),
        _ => authors.to_vec(),
    }
}

/// Judges the problem and finds the line that is to stay, as both repairs and extensions begin.
fn begin(
    solvers: &mut [Solver],
    problem: &Problem,
    author: &Author,
    request: &Request,
    shared: &SharedLimits,
) -> Result<Outcome, CannotRepair> {
    let setup = problem.normalised();
    for solver in &mut *solvers {
        solver.ask_for_shortest(true);
    }
    let original = judge_original(&mut solvers[0], setup, author, request, shared);
    let line = line_to_keep(&original, &request.line);
    if line.is_empty() && request.keep != Keep::Mate {
        return Err(
            match (original.verdict(request.profile), original.stopped) {
                (Verdict::NoMate, _) => CannotRepair::NoMate,
                (_, Some(limit)) => CannotRepair::Undecided(limit),
                (_, None) => CannotRepair::NoLine,
            },
        );
    }
    if !request.extends && request.line.is_empty() && request.keep != Keep::Mate {
        other_length(&original)?;
    }
    Ok(Outcome {
        verdict: original.verdict(request.profile),
        line,
        found: Vec::new(),
        misses: Vec::new(),
        tally: Tally::default(),
        nodes: 0,
        stopped: None,
        original,
    })
}

/// Judges the versions that came nearest as a whole, and compares their flaws with those of the
/// original.
fn nearest_misses(solver: &mut Solver, work: &Work<'_>, fatal: &[Finding]) -> Vec<Miss> {
    let mut misses = Vec::new();
    for version in work.take_near().into_iter().take(3 * MAX_MISSES) {
        let Some(judgement) = work.judge_whole(solver, &version) else {
            break;
        };
        let fatal_now = look::fatal_findings(&judgement, work.request);
        let (left, made): (Vec<_>, Vec<_>) =
            (fatal_now.into_iter()).partition(|it| fatal.iter().any(|known| is_same(known, it)));
        let removed = fatal
            .iter()
            .filter(|known| !left.iter().any(|it| is_same(known, it)));
        misses.push(Miss {
            removed: removed.cloned().collect(),
            made,
            left,
            version,
        });
    }
    if work.is_interrupted() {
        // Others may come nearer.
        return Vec::new();
    }
    misses.retain(|it| !it.removed.is_empty());
    misses.sort_by_key(|it| (it.left.len() + it.made.len(), it.version.cost));
    misses.truncate(MAX_MISSES);
    misses
}

/// Returns whether two findings are about the same move.
fn is_same(a: &Finding, b: &Finding) -> bool {
    a.before == b.before && a.line.first() == b.line.first()
}
