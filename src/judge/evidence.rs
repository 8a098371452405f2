//! Has the independent checker replay the line of every defect before it is reported.

use super::context::JudgeContext;
use super::intake::ParsedProblem;
use super::witness::{self, Witness};
use crate::composition::verdict::{self, Judgement, Kind, Length};
use crate::composition::{Interpositions, Problem};
use crate::search::SharedLimits;
use crate::shogi::{Color, Move, Setup};
use crate::verify::{Level, Outcome, Reference, replay};

/// Has the independent checker confirm the findings of a judgement. A brinkmate that it does not confirm
/// within the limits, which hold anew, is an open move from then on.
///
/// # Errors
/// The reason, if a finding fails.
pub(super) fn confirm(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    judgement: &mut Judgement,
) -> Result<(), String> {
    let (problem, level) = (&parsed.problem, context.question.interpositions);
    let is_mate = parsed.goal.is_mate();
    let findings = judgement.findings.iter();
    let mut mates = findings.filter(|it| is_mate || it.kind == Kind::PlainMate);
    mates.try_for_each(|it| stands(problem, it, level))?;
    if is_mate {
        return Ok(());
    }
    let mut witness = Witness {
        solver: &mut *context.solver,
        problem,
        limits: &SharedLimits::begin(&context.question.limits),
        observer: &mut *context.observer,
    };
    witness::confirm(judgement, |it| witness.word(it))
}

/// Returns whether the independent checker can play the line of a finding, to a mate after the
/// stated number of plies.
pub(super) fn stands(
    problem: &Problem,
    finding: &verdict::Finding,
    interpositions: Interpositions,
) -> Result<(), String> {
    let (setup, attacker) = (problem.setup(), problem.attacker());
    let Some((&first, rest)) = finding.line.split_first() else {
        return Ok(());
    };
    // A mate that comes back to an earlier position of the line, as that of a detour does, is a
    // mate. So is one whose first move comes back. The moves before the finding, its move and the
    // moves after it may each repeat nothing within themselves, but one may repeat another.
    let play = |from: &Setup, line: &[Move]| {
        replay(from, attacker, line).map_err(|error| format!("{:?}: {error}", finding.kind))
    };
    play(setup, &finding.before)?;
    let turn = after(setup, &finding.before);
    play(&turn, &[first])?;
    let start = after(&turn, &[first]);
    let end = play(&start, rest)?;
    if let Some(back) = &finding.back {
        play(setup, &back.solution)?;
        let (here, there) = (after(&start, rest), after(setup, &back.solution));
        return is_back(&here, &there, attacker)
            .then_some(())
            .ok_or_else(|| format!("{:?}: it is not back in the solution", finding.kind));
    }
    let plies = (finding.before.len() + finding.line.len()) as u32;
    let right = match finding.length {
        None => return Ok(()),
        Some(Length::Exactly(length)) => length == plies,
        Some(Length::AtMost(length)) => length >= plies,
    };
    if !right {
        return Err(format!("{plies} plies"));
    }
    let level = match finding.kind {
        Kind::GreyInterposition => Level::Broad,
        _ => level(interpositions),
    };
    if end.mate {
        return Ok(());
    }
    let mut witness =
        Reference::new(&after(&start, rest), attacker, level).map_err(|error| error.to_string())?;
    match witness.mate_within(0) {
        Outcome::Mate(0) => Ok(()),
        _ => Err("no mate at the end".to_owned()),
    }
}

/// Returns the level at which the independent checker sets the same interpositions aside.
#[must_use]
pub const fn level(interpositions: Interpositions) -> Level {
    match interpositions {
        Interpositions::Off => Level::Off,
        Interpositions::Terminal => Level::Terminal,
        Interpositions::Standard => Level::Standard,
        Interpositions::Broad => Level::Broad,
    }
}

/// Returns whether a diagram is one of the solution: the same board and side to move, with at least
/// as much in the attacker's hand.
fn is_back(here: &Setup, there: &Setup, attacker: Color) -> bool {
    let hand = |setup: &Setup| setup.hands[attacker.index()];
    here.board == there.board && here.turn == there.turn && hand(here).dominates(hand(there))
}

/// Returns the diagram after a line.
fn after(setup: &Setup, line: &[Move]) -> Setup {
    let mut setup = setup.clone();
    for &mv in line {
        let played = setup.play(mv);
        debug_assert!(played, "the line was replayed");
    }
    setup
}
