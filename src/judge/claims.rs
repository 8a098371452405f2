//! The certified part of an answer: the length, and the outcome of every other check. What else
//! the answer rests on is said in words.

use super::certificates::Statement;
use super::context::JudgeContext;
use super::found::Found;
use crate::answer::Certified;
use crate::certificate::Claim;
use crate::composition::brinkmate::{self, Solution, State, Verdict};
use crate::composition::certify::{claims, claims_of, composed_claims, mate_after};
use crate::composition::composed::Composed;
use crate::composition::verdict::Judgement;
use crate::composition::{Interpositions, Problem};
use crate::said::Said;
use crate::search::{Answer, Exactness};
use crate::shogi::Move;
use std::collections::HashSet;

says! {
    /// The part without a certificate if other interpositions are futile than by the standard rules.
    composed_length(): "the composed length", "無駄合を除いた手数";
    mate_after_pass(): "the mate after a pass, and which defences hold", "放置した場合の詰みと、どの受けが成立するか";
    leftover(): "the leftover of best play, and which replies are equal", "駒余りの有無と、どの応手が変同か";
    that_checks(checks, count): "that {checks}", "他の王手{count}通りで詰むこと";
    kinds_of_checks(checks, count): "which kind of flaw or dual it is that {checks}",
        "他の王手{count}通りで詰むことが余詰・迂回などのどれに当たるか";
    undecided(count): "the result of {count} moves that were not decided", "未検討の{count}手の結果";
    other_first_moves(): "the other first moves", "ほかの初手で必至になること";
    no_longer_brinkmate(): "that there is no longer brinkmate either", "それより長い必至もないこと";
    other_brinkmates(): "whether other moves force a brinkmate", "余必至の有無";
}

/// The statements to prove about an answer, and what else it rests on.
pub(super) struct Case {
    pub statements: Vec<Statement>,
    open: Vec<Said>,
    /// Whether a statement without a certificate is told as something open.
    tells_missing: bool,
}

/// Makes the statements of an answer that the solver of the context has just worked out.
pub(super) fn case(context: &mut JudgeContext<'_>, problem: &Problem, found: &Found) -> Case {
    let level = context.question.interpositions;
    match found {
        Found::Mate(composed) => of_solution(composed, level),
        Found::Judged(judgement) => of_judgement(context, problem, judgement),
        Found::Brinkmate(found, judgement) => Case {
            statements: about_problem(of_brinkmate(found, level)),
            open: beside_brinkmate(found, judgement.is_some()),
            tells_missing: true,
        },
        Found::Threat(found) => Case {
            statements: about_problem(brinkmate::claim_of_state(found)),
            open: Vec::from_iter((found.state != State::Brinkmate).then(mate_after_pass)),
            tells_missing: true,
        },
    }
}

impl Case {
    /// Returns the other grounds of an answer, in words.
    pub fn not_certified(&self, certificates: &[Certified]) -> Option<Vec<Said>> {
        let missing = certificates.iter().filter(|it| it.positions.is_none());
        let missing = missing.filter(|_| self.tells_missing).map(Certified::said);
        let open: Vec<Said> = missing.chain(self.open.iter().cloned()).collect();
        (self.tells_missing || !open.is_empty()).then_some(open)
    }
}

/// Returns the statements about a problem itself.
fn about_problem(claims: impl IntoIterator<Item = Claim>) -> Vec<Statement> {
    let claims = claims.into_iter();
    claims.map(|claim| (Vec::new(), claim)).collect()
}

fn of_solution(composed: &Composed, level: Interpositions) -> Case {
    let has_claims = matches!(level, Interpositions::Standard | Interpositions::Off);
    let is_open = !has_claims && matches!(composed.answer, Answer::Mate { .. });
    Case {
        statements: about_problem(claims_of(composed, level)),
        open: Vec::from_iter(is_open.then(composed_length)),
        tells_missing: false,
    }
}

fn of_judgement(context: &mut JudgeContext<'_>, problem: &Problem, judgement: &Judgement) -> Case {
    let level = context.question.interpositions;
    let mut statements = about_problem(claims_of(&judgement.composed, level));
    let mut lines = HashSet::new();
    let (mut mating, mut without_length) = (0, 0);
    let (solver, limits) = (&mut *context.solver, &context.question.limits);
    let observer = &mut *context.observer;
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
    if level == Interpositions::Standard {
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
        open: beside(judgement, level, mating, without_length),
        tells_missing: true,
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

/// Returns what a judgement rests on beside its certificates: `mating` other checks mate, some of them
/// `without_length`.
fn beside(
    judgement: &Judgement,
    level: Interpositions,
    mating: usize,
    without_length: usize,
) -> Vec<Said> {
    let mut open = Vec::new();
    let composed = &judgement.composed;
    let is_of_one_game = matches!(level, Interpositions::Standard | Interpositions::Off);
    if !claims(composed.strict.answer).contains(&Claim::NoMate)
        && (!is_of_one_game || composed_claims(composed.answer).is_empty())
    {
        open.push(composed_length());
    }
    if composed.reading.is_some() {
        open.push(leftover());
    }
    if without_length > 0 {
        open.push(that_checks(of_checks(without_length), without_length));
    }
    if mating > 0 {
        open.push(kinds_of_checks(of_checks(mating), mating));
    }
    if !judgement.unresolved.is_empty() {
        open.push(undecided(judgement.unresolved.len()));
    }
    open
}

fn of_checks(number: usize) -> String {
    match number {
        1 => "1 other check mates".to_owned(),
        number => format!("{number} other checks mate"),
    }
}

/// Returns the claims about a brinkmate, or about a plain mate in its place, that have certificates.
fn of_brinkmate(found: &Solution, level: Interpositions) -> Vec<Claim> {
    match &found.mate {
        Some(mate) if level == Interpositions::Standard => composed_claims(mate.answer),
        Some(_) => Vec::new(),
        None => brinkmate::claims(found),
    }
}

/// Returns the other grounds of such an answer, in words.
fn beside_brinkmate(found: &Solution, is_judged: bool) -> Vec<Said> {
    let mut open = Vec::new();
    if found.mate.is_none() && found.first_moves.len() > 1 {
        open.push(other_first_moves());
    } else if found.verdict == (Verdict::NoBrinkmate { within: None }) {
        open.push(no_longer_brinkmate());
    }
    if is_judged {
        open.push(other_brinkmates());
    }
    open
}
