//! Has the independent checker replay the line of every defect before it is reported.
//!
//! A finding whose line mates later than stated stays, with the length of that line as an upper bound. A
//! finding without a proof becomes an open move.

use super::context::JudgeContext;
use super::parsed::ParsedProblem;
use super::witness::{self, Confirmation, Witness};
use crate::composition::verdict::{self, Judgement, Kind, Length};
use crate::composition::{Interpositions, Problem};
use crate::search::SharedLimits;
use crate::shogi::{Color, Move, Setup};
use crate::verify::{Level, Outcome, Reference, replay};

/// Has the independent checker confirm the findings of a judgement. For brinkmates, the limits of the
/// question start again. A finding that is not confirmed becomes an open move.
///
/// Returns a reason for each finding that the checker contradicts.
pub(super) fn confirm(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    judgement: &mut Judgement,
) -> Vec<String> {
    let (problem, level) = (&parsed.problem, context.question.interpositions);
    if parsed.goal.is_mate() {
        return confirm_lines(problem, judgement, level);
    }
    let mut witness = Witness {
        solver: &mut *context.solver,
        problem,
        limits: &SharedLimits::begin(&context.question.limits),
        observer: &mut *context.observer,
    };
    witness::confirm(judgement, |finding| match finding.kind {
        Kind::PlainMate => confirmation(problem, finding, level),
        Kind::ExtraBrinkmate => witness.confirmation(finding),
        _ => Confirmation::Stands,
    })
}

/// Has the independent checker replay the lines of all findings about a mate. See [`confirm`].
pub(super) fn confirm_lines(
    problem: &Problem,
    judgement: &mut Judgement,
    level: Interpositions,
) -> Vec<String> {
    witness::confirm(judgement, |finding| confirmation(problem, finding, level))
}

/// Returns whether the independent checker can play the line of a finding, to a mate after the stated
/// number of plies.
fn confirmation(
    problem: &Problem,
    finding: &verdict::Finding,
    interpositions: Interpositions,
) -> Confirmation {
    match plies_to_mate(problem, finding, interpositions) {
        Err(reason) => Confirmation::Fails(format!("{:?}: {reason}", finding.kind)),
        Ok(None) => Confirmation::Stands,
        Ok(Some(plies)) => match finding.length {
            Some(Length::Exactly(length)) if plies < length => {
                Confirmation::Fails(format!("{:?}: {plies} plies", finding.kind))
            }
            Some(Length::Exactly(length) | Length::AtMost(length)) if plies > length => {
                Confirmation::AtMost(plies)
            }
            _ => Confirmation::Stands,
        },
    }
}

/// Replays the line of a finding to its end. Returns its plies from the diagram on, or `None` if the finding
/// states no length of a mate.
///
/// # Errors
/// The reason, if the line cannot be played or does not end as the finding says.
fn plies_to_mate(
    problem: &Problem,
    finding: &verdict::Finding,
    interpositions: Interpositions,
) -> Result<Option<u32>, String> {
    let (setup, attacker) = (problem.setup(), problem.attacker());
    let Some((&first, rest)) = finding.line.split_first() else {
        return Ok(None);
    };
    // The line is replayed in three parts: the moves before the finding, its move, and the moves after it.
    // No part may repeat a position of its own. It may repeat one of another part, as a detour does.
    let play = |from: &Setup, line: &[Move]| {
        replay(from, attacker, line).map_err(|error| error.to_string())
    };
    play(setup, &finding.before)?;
    let branching = after(setup, &finding.before);
    play(&branching, &[first])?;
    let after_first = after(&branching, &[first]);
    let end = play(&after_first, rest)?;
    if let Some(back) = &finding.back {
        play(setup, &back.solution)?;
        let (here, there) = (after(&after_first, rest), after(setup, &back.solution));
        if is_back(&here, &there, attacker) {
            return Ok(None);
        }
        return Err("it is not back in the solution".to_owned());
    }
    if finding.length.is_none() {
        return Ok(None);
    }
    let level = match finding.kind {
        Kind::GreyInterposition => Level::Broad,
        _ => level(interpositions),
    };
    let is_mate = end.mate || {
        let mut checker = Reference::new(&after(&after_first, rest), attacker, level)
            .map_err(|error| error.to_string())?;
        checker.mate_within(0) == Outcome::Mate(0)
    };
    if !is_mate {
        return Err("no mate at the end".to_owned());
    }
    Ok(Some((finding.before.len() + finding.line.len()) as u32))
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

/// Returns whether a line is back in the solution: `here` has the board and side to move of `there`,
/// and at least as much in the attacker's hand.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::check::check;
    use crate::composition::rules::Profile;
    use crate::composition::verdict::Verdict;
    use crate::composition::{AttackerRule, DefenderHandRule};
    use crate::notation::sfen;
    use crate::question::Question;
    use crate::search::{SearchConfig, Solver};

    /// A mate in 3 with cooks at the first move and another at the last.
    const COOKED: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";

    fn judged() -> (Problem, Judgement) {
        let setup = sfen::parse(COOKED).unwrap().setup;
        let problem = Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap();
        let mut solver = Solver::new(SearchConfig {
            hash_bytes: 1 << 20,
            ..SearchConfig::default()
        });
        let judged = check(&mut solver, &problem, &Question::default(), &mut |_| {});
        (problem, judged)
    }

    fn confirmed(problem: &Problem, judged: &mut Judgement) -> Vec<String> {
        confirm_lines(problem, judged, Interpositions::Standard)
    }

    #[test]
    fn a_longer_line_bounds_the_mate() {
        let (problem, mut judged) = judged();
        let cook = judged.findings.iter().position(|it| it.kind == Kind::Cook);
        let cook = cook.expect("a cook");
        let plies = (judged.findings[cook].before.len() + judged.findings[cook].line.len()) as u32;
        for stated in [Length::Exactly(plies - 2), Length::AtMost(plies - 2)] {
            judged.findings[cook].length = Some(stated);
            assert!(confirmed(&problem, &mut judged).is_empty());
            assert_eq!(judged.findings[cook].length, Some(Length::AtMost(plies)));
        }
        judged.findings[cook].length = Some(Length::AtMost(plies + 2));
        let before = judged.findings.clone();
        assert!(confirmed(&problem, &mut judged).is_empty());
        assert_eq!(judged.findings, before);
    }

    #[test]
    fn a_line_that_proves_nothing_leaves_its_finding_open_and_keeps_the_others() {
        let (problem, mut judged) = judged();
        let count = judged.findings.len();
        let is_cook = |it: &verdict::Finding| it.kind == Kind::Cook;
        for finding in judged.findings.iter_mut().filter(|it| is_cook(it)) {
            finding.line.pop();
        }
        let cooks = judged.findings.iter().filter(|it| is_cook(it)).count();
        assert_eq!(judged.verdict(Profile::Standard), Verdict::Flawed);
        let reasons = confirmed(&problem, &mut judged);
        assert_eq!(reasons, vec!["Cook: no mate at the end"; cooks]);
        assert_eq!(judged.findings.len(), count - cooks);
        let open = judged.unresolved.iter();
        assert_eq!(open.filter(|it| it.kinds == [Kind::Cook]).count(), cooks);
        assert_eq!(judged.verdict(Profile::Standard), Verdict::Unknown);
    }

    #[test]
    fn a_line_that_is_too_short_for_the_stated_length_fails() {
        let (problem, mut judged) = judged();
        let found = judged.findings.iter_mut().find(|it| it.kind == Kind::Cook);
        let found = found.expect("a cook");
        let plies = (found.before.len() + found.line.len()) as u32;
        found.length = Some(Length::Exactly(plies + 2));
        let reasons = confirmed(&problem, &mut judged);
        assert_eq!(reasons, [format!("Cook: {plies} plies")]);
    }
}
