//! Confirms the findings of a judgement, in particular those of other brinkmates (余必至).
//!
//! A line of best play shows only one defence. For another brinkmate the solver therefore proves that
//! the move forces it against every defence, and the independent checker checks the proof.

use crate::certificate::Claim;
use crate::composition::Problem;
use crate::composition::certify::certify_after;
use crate::composition::verdict::{Finding, Judgement, Length, Unresolved};
use crate::search::{Limits, Progress, SharedLimits, Solver, Uncertified};
use crate::shogi::Move;
use crate::verify;

/// The answer of the independent checker about a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Confirmation {
    /// The finding is right.
    Stands,
    /// The finding is right, but the mate is shown only within this many plies.
    AtMost(u32),
    /// The limits end the check before there is an answer.
    Open,
    /// The finding is wrong, for this reason.
    Fails(String),
}

/// Asks the checker about every finding. A finding that is not confirmed becomes an open move.
///
/// Returns the reason for each finding that is wrong.
pub(super) fn confirm(
    judged: &mut Judgement,
    mut confirmation: impl FnMut(&Finding) -> Confirmation,
) -> Vec<String> {
    let mut failed = Vec::new();
    let mut open = Vec::new();
    for mut finding in std::mem::take(&mut judged.findings) {
        match confirmation(&finding) {
            Confirmation::Stands => {
                judged.findings.push(finding);
                continue;
            }
            Confirmation::AtMost(plies) => {
                finding.set_bound(plies);
                judged.findings.push(finding);
                continue;
            }
            Confirmation::Open => {}
            Confirmation::Fails(reason) => failed.push(reason),
        }
        open.extend(Unresolved::of(&finding));
    }
    if !open.is_empty() {
        judged.unresolved.extend(open);
        judged.unresolved.sort_by_key(|it| it.before.len());
    }
    failed
}

/// The independent checker, with a solver that makes the proofs for it.
pub(super) struct Witness<'a> {
    pub solver: &'a mut Solver,
    pub problem: &'a Problem,
    /// The limits of all proofs together.
    pub limits: &'a SharedLimits,
    pub observer: &'a mut (dyn FnMut(&Progress) + Send),
}

impl Witness<'_> {
    /// Returns whether the move of a finding forces another brinkmate, and whether its line ends in one.
    pub fn confirmation(&mut self, finding: &Finding) -> Confirmation {
        let played = finding.before.len() + 1;
        let line_plies = finding.before.len() + finding.line.len();
        let (plies, is_complete) = match finding.length {
            Some(Length::Exactly(plies)) => (plies as usize, plies as usize == line_plies),
            Some(Length::AtMost(plies)) => (plies as usize, false),
            None => return Confirmation::Fails("no length".to_owned()),
        };
        let line = [&finding.before[..], &finding.line].concat();
        let after_move = (&line[..played], plies.saturating_sub(played));
        let at_end = is_complete.then_some((&line[..], 0));
        for (line, plies) in [after_move].into_iter().chain(at_end) {
            let limits = self.limits.remaining(u64::MAX);
            match self.prove(line, plies as u32, &limits) {
                Confirmation::Stands => {}
                other => return other,
            }
        }
        Confirmation::Stands
    }

    /// Proves that the position after a line is a brinkmate within this number of plies.
    fn prove(&mut self, line: &[Move], plies: u32, limits: &Limits) -> Confirmation {
        let claim = Claim::BrinkmateWithin(plies);
        let (solver, problem) = (&mut *self.solver, self.problem);
        let lines = [line.to_vec()];
        match certify_after(solver, problem, &lines, claim, limits, self.observer) {
            Ok((certificate, _)) => match verify::check(&certificate) {
                Ok(()) => Confirmation::Stands,
                Err(rejection) => Confirmation::Fails(rejection.to_string()),
            },
            Err(Uncertified::Limit(_) | Uncertified::Interpositions) => Confirmation::Open,
            Err(error @ (Uncertified::Contradiction(_) | Uncertified::NotInCheck)) => {
                Confirmation::Fails(error.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::brinkmate::check;
    use crate::composition::rules::Profile;
    use crate::composition::verdict::{Detail, Kind, Verdict};
    use crate::composition::{AttackerRule, DefenderHandRule, Goal};
    use crate::notation::{sfen, usi};
    use crate::question::Question;
    use crate::search::SearchConfig;

    /// Several moves complete a brinkmate.
    const MANY: &str = "8k/9/9/9/7N1/9/9/9/9 b GP 1";

    fn solver() -> Solver {
        Solver::new(SearchConfig {
            hash_bytes: 16 << 20,
            ..SearchConfig::default()
        })
    }

    fn judged(solver: &mut Solver) -> (Problem, Judgement) {
        let setup = sfen::parse(MANY).unwrap().setup;
        let (attacker, hand) = (AttackerRule::Black, DefenderHandRule::Given);
        let problem = Problem::for_goal(Goal::Brinkmate, setup, attacker, hand).unwrap();
        let question = Question {
            within: Some(1),
            limits: Limits {
                nodes: Some(20_000_000),
                ..Limits::default()
            },
            ..Question::default()
        };
        let (judged, _) = check(solver, &problem, &question, &mut |_| {});
        (problem, judged)
    }

    fn extra(judged: &Judgement) -> usize {
        let all = judged.findings.iter();
        all.filter(|it| it.kind == Kind::ExtraBrinkmate).count()
    }

    #[test]
    fn what_a_witness_does_not_confirm_is_an_open_move() {
        let mut judged = judged(&mut solver()).1;
        let (found, open) = (extra(&judged), judged.unresolved.len());
        assert!(found > 1);
        assert_eq!(judged.verdict(Profile::Standard), Verdict::Blemished);
        let refused = judged.findings[1].line[0];
        let refuses = |it: &Finding| {
            if it.line[0] == refused {
                Confirmation::Open
            } else {
                Confirmation::Stands
            }
        };
        assert!(confirm(&mut judged, refuses).is_empty());
        assert_eq!(
            (extra(&judged), judged.unresolved.len()),
            (found - 1, open + 1)
        );
        assert!(judged.unresolved.iter().any(|it| it.mv == refused));
        assert!(confirm(&mut judged, |_| Confirmation::Open).is_empty());
        assert_eq!((extra(&judged), judged.unresolved.len()), (0, open + found));
        assert_eq!(judged.verdict(Profile::Standard), Verdict::Unknown);
        assert!(
            judged
                .unresolved
                .iter()
                .all(|it| it.kinds == [Kind::ExtraBrinkmate])
        );
    }

    #[test]
    fn a_finding_that_a_witness_contradicts_is_an_open_move_and_the_others_stay() {
        let mut judged = judged(&mut solver()).1;
        let (found, open) = (extra(&judged), judged.unresolved.len());
        let wrong = judged.findings[0].line[0];
        let fails = |it: &Finding| {
            if it.line[0] == wrong {
                Confirmation::Fails("no".to_owned())
            } else {
                Confirmation::Stands
            }
        };
        assert_eq!(confirm(&mut judged, fails), ["no"]);
        assert_eq!(
            (extra(&judged), judged.unresolved.len()),
            (found - 1, open + 1)
        );
        assert!(judged.unresolved.iter().any(|it| it.mv == wrong));
    }

    #[test]
    fn a_line_that_is_longer_than_stated_is_a_bound_of_the_mate() {
        let mut judged = judged(&mut solver()).1;
        assert!(confirm(&mut judged, |_| Confirmation::AtMost(9)).is_empty());
        let lengths = judged.findings.iter().map(|it| it.length);
        assert!(lengths.eq(vec![Some(Length::AtMost(9)); judged.findings.len()]));
        let details = judged.findings.iter().map(|it| it.detail);
        assert!(details.eq(vec![Detail::Nothing; judged.findings.len()]));
    }

    #[test]
    fn the_checker_confirms_what_is_true_and_nothing_else() {
        let mut solver = solver();
        let (problem, judged) = judged(&mut solver);
        let limits = SharedLimits::begin(&Limits::default());
        let mut witness = Witness {
            solver: &mut solver,
            problem: &problem,
            limits: &limits,
            observer: &mut |_| {},
        };
        let all = judged.findings.iter();
        for finding in all.filter(|it| it.kind == Kind::ExtraBrinkmate) {
            assert_eq!(
                witness.confirmation(finding),
                Confirmation::Stands,
                "{finding:?}"
            );
        }
        let mut wrong = judged.findings[0].clone();
        wrong.line = vec![usi::parse_move("P*9d").unwrap()];
        assert!(matches!(
            witness.confirmation(&wrong),
            Confirmation::Fails(_)
        ));
        let limits = SharedLimits::begin(&Limits {
            nodes: Some(0),
            ..Limits::default()
        });
        let mut witness = Witness {
            limits: &limits,
            ..witness
        };
        assert_eq!(
            witness.confirmation(&judged.findings[0]),
            Confirmation::Open
        );
    }
}
