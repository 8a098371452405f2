//! What a witness says of the findings of a judgement, and the witness of other brinkmates (余必至).
//!
//! A line of best play shows no more than one defence. So the solver proves that the move forces a
//! brinkmate against every defence, and the checker checks the proof.

use crate::certificate::Claim;
use crate::composition::Problem;
use crate::composition::certify::certify_after;
use crate::composition::verdict::{Finding, Judgement, Length, Unresolved};
use crate::search::{Limits, Progress, SharedLimits, Solver, Uncertified};
use crate::shogi::Move;
use crate::verify;

/// The word of a witness about a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The finding is right.
    Stands,
    /// It is right, but the mate is shown only within this many plies.
    AtMost(u32),
    /// The limits do not suffice to tell.
    Open,
    /// The finding is wrong, for this reason.
    Fails(String),
}

/// Asks a witness about every finding. One that the witness does not confirm is an open move from then on.
///
/// Returns the reason for each finding that fails.
pub(super) fn confirm(
    judged: &mut Judgement,
    mut witness: impl FnMut(&Finding) -> Word,
) -> Vec<String> {
    let mut failed = Vec::new();
    let mut open = Vec::new();
    judged.findings.retain_mut(|finding| {
        match witness(finding) {
            Word::Stands => return true,
            Word::AtMost(plies) => {
                finding.is_at_most(plies);
                return true;
            }
            Word::Open => {}
            Word::Fails(reason) => failed.push(reason),
        }
        open.extend(Unresolved::of(finding));
        false
    });
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
                Word::Open
            } else {
                Word::Stands
            }
        };
        assert!(confirm(&mut judged, refuses).is_empty());
        assert_eq!(
            (extra(&judged), judged.unresolved.len()),
            (found - 1, open + 1)
        );
        assert!(judged.unresolved.iter().any(|it| it.mv == refused));
        assert!(confirm(&mut judged, |_| Word::Open).is_empty());
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
    fn a_finding_that_a_witness_contradicts_is_an_open_move_and_the_others_stay() {
        let mut judged = judged(&mut solver()).1;
        let (found, open) = (extra(&judged), judged.unresolved.len());
        let wrong = judged.findings[0].line[0];
        let fails = |it: &Finding| {
            if it.line[0] == wrong {
                Word::Fails("no".to_owned())
            } else {
                Word::Stands
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
        assert!(confirm(&mut judged, |_| Word::AtMost(9)).is_empty());
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
