//! The certified part of a judgement: the length, and the outcome of every other check. What else
//! the verdict rests on is said in words.

use super::certificates::Statement;
use crate::certificate::Claim;
use crate::composition::certify::{claims, composed_claims, mate_after};
use crate::composition::composed::Composed;
use crate::composition::verdict::Judgement;
use crate::composition::{Interpositions, Problem};
use crate::report::{Certified, Said};
use crate::search::{Answer, Exactness, Limits, Progress, Solver};
use crate::shogi::Move;
use std::collections::HashSet;

/// The statements to prove about a judged composition, and how many checks mate without a known
/// length.
pub(super) struct Case {
    pub statements: Vec<Statement>,
    mating: usize,
    without_length: usize,
}

/// Makes the statements of a judgement that `solver` has just worked out.
pub(super) fn case(
    solver: &mut Solver,
    problem: &Problem,
    judgement: &Judgement,
    interpositions: Interpositions,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Case {
    let itself = |claim| (Vec::new(), claim);
    let mut statements: Vec<Statement> = Vec::new();
    if interpositions == Interpositions::Standard {
        let composed = composed_claims(judgement.composed.answer);
        statements.extend(composed.into_iter().map(itself));
    }
    let strict = claims(judgement.composed.strict.answer);
    statements.extend(strict.into_iter().map(itself));

    let mut lines = HashSet::new();
    let (mut mating, mut without_length) = (0, 0);
    for finding in judgement
        .findings
        .iter()
        .filter(|it| it.kind.is_proven_by_a_mate())
    {
        let Some(&mv) = finding.line.first() else {
            continue;
        };
        let line = [&finding.before[..], &[mv]].concat();
        if lines.insert(line.clone()) {
            mating += 1;
            match mate_after(solver, problem, &line, limits, observer) {
                Some(plies) => statements.push((vec![line], Claim::MateWithin(plies))),
                None => without_length += 1,
            }
        }
    }
    if interpositions == Interpositions::Standard {
        let solution = solution(judgement);
        // With another mate before the last move, or an open check, one solution cannot be proven.
        let is_only = lines
            .iter()
            .all(|it: &Vec<Move>| it.len() >= solution.len());
        if is_only && judgement.unresolved.is_empty() {
            statements.extend(best_defence(solution));
        }
    }
    let refuted = judgement
        .refuted
        .iter()
        .map(|(before, mv)| [&before[..], &[*mv]].concat());
    let mut refuted: Vec<Vec<Move>> = refuted.filter(|line| lines.insert(line.clone())).collect();
    refuted.sort_by_key(Vec::len);
    if !refuted.is_empty() {
        statements.push((refuted, Claim::NoMate));
    }
    Case {
        statements,
        mating,
        without_length,
    }
}

/// Returns the judged line, if it is a shortest mate. Otherwise it is empty.
fn solution(judgement: &Judgement) -> &[Move] {
    let Composed {
        answer, reading, ..
    } = &judgement.composed;
    let line = reading.as_ref().map_or(&[][..], |it| &it.line);
    let length = Answer::Mate {
        plies: line.len() as u32,
        exactness: Exactness::Shortest,
    };
    if *answer == length { line } else { &[] }
}

/// Returns the statements that the defence in a line is the longest: no shorter mate is left at the
/// attacker's later turns.
fn best_defence(line: &[Move]) -> Vec<Statement> {
    (2..line.len().saturating_sub(2))
        .step_by(2)
        .map(|made| {
            let excluded = (line.len() - made - 2) as u32;
            let before = line[..made].to_vec();
            (vec![before], Claim::NoComposedMateWithin(excluded))
        })
        .collect()
}

/// The part without a certificate if other interpositions are futile than by the standard rules.
pub(super) const COMPOSED_LENGTH: [&str; 2] = ["the composed length", "無駄合を除いた手数"];

impl Case {
    /// Returns what else the verdict rests on, beside these certificates.
    pub fn not_certified(
        &self,
        judgement: &Judgement,
        interpositions: Interpositions,
        certificates: &[Certified],
    ) -> Vec<Said> {
        let mut open = Vec::new();
        let missing = certificates.iter().filter(|it| it.positions.is_none());
        open.extend(missing.map(Certified::said));
        let composed = &judgement.composed;
        if !claims(composed.strict.answer).contains(&Claim::NoMate)
            && (interpositions != Interpositions::Standard && interpositions != Interpositions::Off
                || composed_claims(composed.answer).is_empty())
        {
            open.push(COMPOSED_LENGTH.into());
        }
        if composed.reading.is_some() {
            open.push(both!(
                "the leftover of best play, and which replies are equal",
                "駒余りの有無と、どの応手が変同か"
            ));
        }
        if self.without_length > 0 {
            let number = self.without_length;
            let checks = of_checks(number, "mates", "mate");
            open.push(both!("that {checks}", "他の王手{number}通りで詰むこと"));
        }
        if self.mating > 0 {
            let checks = of_checks(self.mating, "mates", "mate");
            open.push(Said::new(
                format!("which kind of flaw or dual it is that {checks}"),
                format!(
                    "他の王手{}通りで詰むことが余詰・迂回などのどれに当たるか",
                    self.mating
                ),
            ));
        }
        if !judgement.unresolved.is_empty() {
            let checks = judgement.unresolved.len();
            open.push(both!(
                "the result of {checks} moves that were not decided",
                "未検討の{checks}手の結果"
            ));
        }
        open
    }
}

fn of_checks(number: usize, one: &str, more: &str) -> String {
    match number {
        1 => format!("1 other check {one}"),
        number => format!("{number} other checks {more}"),
    }
}
