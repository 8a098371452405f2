//! Plans the certificates of an answer: for its length, and for the outcome of every other check.
//! What the answer rests on without a certificate is listed in words.

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

/// The statements to prove about an answer, and its other grounds.
pub(super) struct ProofPlan {
    pub statements: Vec<Statement>,
    /// The grounds that have no statement, in words.
    open: Vec<Said>,
    /// Whether statements that get no certificate are listed as well.
    lists_missing: bool,
}

/// Plans the proof of an answer that the solver of the context has just found.
pub(super) fn plan(context: &mut JudgeContext<'_>, problem: &Problem, found: &Found) -> ProofPlan {
    let level = context.question.interpositions;
    match found {
        Found::Mate(composed) => of_solution(composed, level),
        Found::Judged(judgement) => of_judgement(context, problem, judgement),
        Found::Brinkmate(found, judgement) => ProofPlan {
            statements: about_problem(of_brinkmate(found, level)),
            open: grounds_of_brinkmate(found, judgement.is_some()),
            lists_missing: true,
        },
        Found::Threat(found) => ProofPlan {
            statements: about_problem(brinkmate::claim_of_state(found)),
            open: Vec::from_iter((found.state != State::Brinkmate).then(mate_after_pass)),
            lists_missing: true,
        },
    }
}

impl ProofPlan {
    /// Returns the grounds of an answer that have no certificate, in words.
    pub fn not_certified(&self, certificates: &[Certified]) -> Option<Vec<Said>> {
        let mut grounds = self.open.clone();
        if self.lists_missing {
            let missing = certificates.iter().filter(|it| it.positions.is_none());
            grounds.splice(0..0, missing.map(Certified::in_both_languages));
        }
        (self.lists_missing || !grounds.is_empty()).then_some(grounds)
    }
}

/// Returns the statements about a problem itself.
fn about_problem(claims: impl IntoIterator<Item = Claim>) -> Vec<Statement> {
    let claims = claims.into_iter();
    claims.map(|claim| (Vec::new(), claim)).collect()
}

/// Returns whether lengths can be certified under this rule of futile interpositions.
const fn has_certificates(level: Interpositions) -> bool {
    matches!(level, Interpositions::Standard | Interpositions::Off)
}

/// Plans the proof of a solved problem.
fn of_solution(composed: &Composed, level: Interpositions) -> ProofPlan {
    let is_open = !has_certificates(level) && matches!(composed.answer, Answer::Mate { .. });
    ProofPlan {
        statements: about_problem(claims_of(composed, level)),
        open: Vec::from_iter(is_open.then(composed_length)),
        lists_missing: false,
    }
}

/// Plans the proof of a judged composition.
fn of_judgement(
    context: &mut JudgeContext<'_>,
    problem: &Problem,
    judgement: &Judgement,
) -> ProofPlan {
    let level = context.question.interpositions;
    let mut statements = about_problem(claims_of(&judgement.composed, level));
    let mut seen_lines = HashSet::new();
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
        if seen_lines.insert(line.clone()) {
            mating += 1;
            match mate_after(solver, problem, &line, limits, observer) {
                Some(plies) => statements.push((vec![line], Claim::MateWithin(plies))),
                None => without_length += 1,
            }
        }
    }
    if level == Interpositions::Standard {
        let solution = shortest_line(judgement);
        // With another mate before the last move, or an open check, one solution cannot be proven.
        let is_only = seen_lines
            .iter()
            .all(|line: &Vec<Move>| line.len() >= solution.len());
        if is_only && judgement.unresolved.is_empty() {
            statements.extend(best_defence(solution));
        }
    }
    let mut refuted = Vec::new();
    for (before, mv) in &judgement.refuted {
        let line = [&before[..], &[*mv]].concat();
        if seen_lines.insert(line.clone()) {
            refuted.push(line);
        }
    }
    refuted.sort_by_key(Vec::len);
    if !refuted.is_empty() {
        statements.push((refuted, Claim::NoMate));
    }
    ProofPlan {
        statements,
        open: grounds_of_judgement(judgement, level, mating, without_length),
        lists_missing: true,
    }
}

/// Returns the judged line, if it is a shortest mate. Otherwise it is empty.
fn shortest_line(judgement: &Judgement) -> &[Move] {
    let Composed {
        answer, reading, ..
    } = &judgement.composed;
    let line = reading.as_ref().map_or(&[][..], |it| &it.line);
    let its_length = Answer::Mate {
        plies: line.len() as u32,
        exactness: Exactness::Shortest,
    };
    if *answer == its_length { line } else { &[] }
}

/// Returns the statements that the defence in a line is the longest: after each reply there is no
/// shorter mate than the rest of the line.
fn best_defence(line: &[Move]) -> Vec<Statement> {
    (2..line.len().saturating_sub(2))
        .step_by(2)
        .map(|played| {
            let excluded = (line.len() - played - 2) as u32;
            let before = line[..played].to_vec();
            (vec![before], Claim::NoComposedMateWithin(excluded))
        })
        .collect()
}

/// Returns the grounds of a judgement without a certificate. `mating` is the number of other checks
/// that mate; `without_length` of these have no proven length.
fn grounds_of_judgement(
    judgement: &Judgement,
    level: Interpositions,
    mating: usize,
    without_length: usize,
) -> Vec<Said> {
    let mut open = Vec::new();
    let composed = &judgement.composed;
    if !claims(composed.strict.answer).contains(&Claim::NoMate)
        && (!has_certificates(level) || composed_claims(composed.answer).is_empty())
    {
        open.push(composed_length());
    }
    if composed.reading.is_some() {
        open.push(leftover());
    }
    if without_length > 0 {
        open.push(that_checks(mating_checks(without_length), without_length));
    }
    if mating > 0 {
        open.push(kinds_of_checks(mating_checks(mating), mating));
    }
    if !judgement.unresolved.is_empty() {
        open.push(undecided(judgement.unresolved.len()));
    }
    open
}

/// Returns the English words for this number of other checks that mate.
fn mating_checks(number: usize) -> String {
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

/// Returns the grounds of an answer about a brinkmate without a certificate.
fn grounds_of_brinkmate(found: &Solution, is_judged: bool) -> Vec<Said> {
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
