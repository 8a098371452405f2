//! Has the independent checker confirm every other brinkmate (余必至) before it is reported.
//!
//! A line of best play shows no more than one defence. So the solver proves that the move forces a
//! brinkmate against every defence, and the checker checks the proof.

use crate::certificate::Claim;
use crate::composition::Problem;
use crate::composition::certify::certify_after;
use crate::composition::verdict::{Finding, Judgement, Kind, Length, Unresolved};
use crate::search::{Limits, Progress, SharedLimits, Solver, Uncertified};
use crate::shogi::Move;
use crate::verify;

/// The word of a witness about a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The finding is right.
    Stands,
    /// The limits do not suffice to tell.
    Open,
    /// The finding is wrong, for this reason.
    Fails(String),
}

/// Asks a witness about every other brinkmate. A brinkmate that the witness does not confirm counts as an open move.
///
/// # Errors
/// The reason, if a finding fails.
pub(super) fn confirm(
    judged: &mut Judgement,
    mut witness: impl FnMut(&Finding) -> Word,
) -> Result<(), String> {
    let mut kept = Vec::new();
    for finding in std::mem::take(&mut judged.findings) {
        let (Kind::ExtraBrinkmate, Some(&mv)) = (finding.kind, finding.line.first()) else {
            kept.push(finding);
            continue;
        };
        match witness(&finding) {
            Word::Stands => kept.push(finding),
            Word::Open => {
                let open = Unresolved::extra_brinkmate(&finding.before, mv);
                judged.unresolved.push(open);
            }
            Word::Fails(reason) => return Err(reason),
        }
    }
    judged.findings = kept;
    judged.unresolved.sort_by_key(|it| it.before.len());
    Ok(())
}

/// The independent checker, with a solver that makes the proofs for it.
pub(super) struct Witness<'a> {
    pub solver: &'a mut Solver,
    pub problem: &'a Problem,
    /// The limits of all its work together.
    pub limits: &'a SharedLimits,
    pub observer: &'a mut (dyn FnMut(&Progress) + Send),
}

impl Witness<'_> {
    /// Returns the witness's word about another brinkmate.
    pub fn word(&mut self, finding: &Finding) -> Word {
        let made = finding.before.len() + 1;
        let shown = finding.before.len() + finding.line.len();
        let (plies, is_complete) = match finding.length {
            Some(Length::Exactly(plies)) => (plies as usize, plies as usize == shown),
            Some(Length::AtMost(plies)) => (plies as usize, false),
            None => return Word::Fails("no length".to_owned()),
        };
        let line = [&finding.before[..], &finding.line].concat();
        let after_move = (&line[..made], plies.saturating_sub(made));
        let at_end = is_complete.then_some((&line[..], 0));
        for (line, plies) in [after_move].into_iter().chain(at_end) {
            let limits = self.limits.rest(u64::MAX);
            match self.prove(line, plies as u32, &limits) {
                Word::Stands => {}
                other => return other,
            }
        }
        Word::Stands
    }

    /// Proves that the position after a line is a brinkmate within this number of plies.
    fn prove(&mut self, line: &[Move], plies: u32, limits: &Limits) -> Word {
        let claim = Claim::BrinkmateWithin(plies);
        let (solver, problem) = (&mut *self.solver, self.problem);
        let lines = [line.to_vec()];
        match certify_after(solver, problem, &lines, claim, limits, self.observer) {
            Ok((certificate, _)) => match verify::check(&certificate) {
                Ok(()) => Word::Stands,
                Err(rejection) => Word::Fails(rejection.to_string()),
            },
            Err(Uncertified::Limit(_) | Uncertified::Interpositions) => Word::Open,
            Err(error @ (Uncertified::Contradiction(_) | Uncertified::NotInCheck)) => {
                Word::Fails(error.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::brinkmate::check;
    use crate::composition::rules::Profile;
    use crate::composition::verdict::Verdict;
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
                Word::Open
            } else {
                Word::Stands
            }
        };
        assert_eq!(confirm(&mut judged, refuses), Ok(()));
        assert_eq!(
            (extra(&judged), judged.unresolved.len()),
            (found - 1, open + 1)
        );
        assert!(judged.unresolved.iter().any(|it| it.mv == refused));
        assert_eq!(confirm(&mut judged, |_| Word::Open), Ok(()));
        assert_eq!((extra(&judged), judged.unresolved.len()), (0, open + found));
        assert_eq!(judged.verdict(Profile::Standard), Verdict::Unknown);
        assert!(
            judged
                .unresolved
                .iter()
                .all(|it| it.names == [Kind::ExtraBrinkmate])
        );
    }

    #[test]
    fn a_finding_that_a_witness_contradicts_is_an_error() {
        let mut judged = judged(&mut solver()).1;
        let fails = |_: &Finding| Word::Fails("no".to_owned());
        assert_eq!(confirm(&mut judged, fails), Err("no".to_owned()));
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
            assert_eq!(witness.word(finding), Word::Stands, "{finding:?}");
        }
        let mut wrong = judged.findings[0].clone();
        wrong.line = vec![usi::parse_move("P*9d").unwrap()];
        assert!(matches!(witness.word(&wrong), Word::Fails(_)));
        let limits = SharedLimits::begin(&Limits {
            nodes: Some(0),
            ..Limits::default()
        });
        let mut witness = Witness {
            limits: &limits,
            ..witness
        };
        assert_eq!(witness.word(&judged.findings[0]), Word::Open);
    }
}
