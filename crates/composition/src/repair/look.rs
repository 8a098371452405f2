//! Looks at one version: first asks questions that take few nodes, then makes the whole check.

use super::Request;
use super::keep::{self, Keep};
use crate::finding::rules::Severity;
use crate::finding::verdict::{Finding, Judgement, Kind, Verdict};
use crate::judge::judging::{judge, judge_as};
use crate::judge::rounds::{Asked, Haste};
use crate::length::inquiry::Inquiry;
use crate::length::line::{self, position_after};
use crate::question::Question;
use crate::search::games::squares_between;
use crate::search::session::Session;
use crate::shogi::{Color, Move, Position};

/// The questions that are asked before the whole check, and what cuts a check short. None of them
/// changes what is found, only its cost. They are for tests and measurements; all are on by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// A version in which the line cannot be played is not searched: a check would judge another line,
    /// and the line is not kept.
    pub playable: bool,
    /// A version whose line leaves pieces over is not searched: by the rules in force that is fatal,
    /// whether it is called 駒余り or 変長.
    pub leftover: bool,
    /// The line is tested for being best play, move by move, before the check: a sooner mate or a
    /// longer defence makes the line another or is fatal by the rules in force.
    pub best_play: bool,
    /// The length is asked for before the check, if it must stay: without a mate in so many plies there
    /// is another length or no mate.
    pub length: bool,
    /// A check ends with the first proof of a flaw: whatever else it found, the verdict would be the
    /// same.
    pub first_flaw: bool,
    /// Checks that mated in other versions are looked at first. This is only an order.
    pub suspects: bool,
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self::all(true)
    }
}

impl Shortcuts {
    /// Returns no shortcuts: every version gets the whole check.
    #[must_use]
    pub const fn none() -> Self {
        Self::all(false)
    }

    const fn all(are_on: bool) -> Self {
        Self {
            playable: are_on,
            leftover: are_on,
            best_play: are_on,
            length: are_on,
            first_flaw: are_on,
            suspects: are_on,
        }
    }
}

/// The fate of a version.
#[derive(Debug)]
pub(super) enum Fate {
    /// What must stay stays, and the verdict is sound or blemished.
    Kept(Box<Judgement>, Verdict),
    /// The line cannot stay.
    LineFails,
    /// It is flawed or has no mate. There may be more findings than these.
    Flawed(Vec<Finding>),
    /// Its solution is another one, so that what must stay does not stay.
    Other,
    /// Not decided within the limits.
    Open,
}

/// Returns the question of the check of a version.
pub(super) fn question(request: &Request, line: &[Move]) -> Question {
    Question {
        interpositions: request.interpositions,
        author: request.keep.author(line),
        rules: request.profile,
        ..Question::default()
    }
}

/// Looks at the version in whose position the session is.
pub(super) fn look(
    session: &mut Session<'_>,
    request: &Request,
    line: &[Move],
    suspects: &[(Vec<Move>, Move)],
) -> Fate {
    let shortcuts = request.shortcuts;
    let root = session.position().clone();
    let impossible = keep::first_impossible(&root, request.keep.beginning(line));
    if shortcuts.playable && impossible.is_some() {
        return Fate::LineFails;
    }
    // A check would judge another line than one that cannot be played.
    if impossible.is_some() {
        return check_whole(session, request, line);
    }
    let is_grave_fatal = request.profile.fails(Severity::Grave);
    let is_line = request.keep == Keep::Line;
    if shortcuts.leftover && is_line && is_grave_fatal && leaves_over(&root, line, request) {
        return Fate::LineFails;
    }
    let mut inquiry = Inquiry::new(session, request.interpositions);
    if shortcuts.best_play && is_line && is_grave_fatal {
        match keep::faults(&mut inquiry, line, true) {
            Some(faults) if faults.is_empty() => {}
            Some(_) => return Fate::LineFails,
            None => return Fate::Open,
        }
    }
    if shortcuts.length && request.keep == Keep::Length {
        let found = inquiry.mate_within(&[], line.len() as u32);
        match found.map(crate::search::Within::is_no) {
            Some(false) => {}
            Some(true) => return Fate::Other,
            None => return Fate::Open,
        }
    }
    if shortcuts.first_flaw {
        let question = question(request, line);
        let asked = Asked {
            haste: Haste {
                ends_at_flaw: true,
                suspects: if shortcuts.suspects { suspects } else { &[] },
            },
            ..Asked::whole(&question)
        };
        return fate_of(judge_as(session, asked), request, line);
    }
    check_whole(session, request, line)
}

/// Judges a version without shortcuts.
fn check_whole(session: &mut Session<'_>, request: &Request, line: &[Move]) -> Fate {
    let root = session.position().clone();
    let mut question = question(request, line);
    if let Some(ply) = keep::first_impossible(&root, &question.author.line) {
        question.author.line.truncate(ply as usize - 1);
        question.author.broken = true;
    }
    let judgement = judge(session, &question);
    fate_of(judgement, request, line)
}

fn fate_of(judgement: Judgement, request: &Request, line: &[Move]) -> Fate {
    let verdict = judgement.verdict(request.profile);
    match verdict {
        Verdict::Sound | Verdict::Blemished if !request.keep.is_kept(&judgement, line) => {
            Fate::Other
        }
        Verdict::Sound | Verdict::Blemished => Fate::Kept(Box::new(judgement), verdict),
        Verdict::Flawed | Verdict::NoMate => Fate::Flawed(fatal_findings(&judgement, request)),
        _ => Fate::Open,
    }
}

/// Returns the fatal findings of a judgement.
pub(super) fn fatal_findings(judgement: &Judgement, request: &Request) -> Vec<Finding> {
    let findings = judgement.findings.iter();
    let fatal = findings.filter(|it| request.profile.fails(it.severity));
    fatal.cloned().collect()
}

/// Returns whether a line that can be played ends with pieces in the attacker's hand, and no other last move
/// excuses this by leaving nothing.
fn leaves_over(root: &Position, line: &[Move], request: &Request) -> bool {
    let leaves = |line: &[Move]| !position_after(root, line).hand(Color::Black).is_empty();
    let Some((_, before)) = line.split_last() else {
        return leaves(line);
    };
    let is_excuse = |mv: Move| {
        let other = [before, &[mv]].concat();
        let mate = position_after(root, &other);
        let between = squares_between(&mate);
        // Interpositions may be futile.
        !leaves(&other)
            && line::moves(&mate)
                .iter()
                .all(|it| between.contains(&it.to()))
    };
    let last_moves = line::moves(&position_after(root, before));
    leaves(line)
        && (request.profile.fails(Kind::LastMoveLeftover.severity())
            || !last_moves.into_iter().any(is_excuse))
}
