//! Solves one problem.

use super::certificates::{Certifier, ProofFailure, Statement};
use super::claims;
use super::complaint::Complaint;
use super::entry::{answered, failed_in, wrong_turn};
use super::intake::ParsedProblem;
use super::settings::JudgeContext;
use crate::composition::certify::{claims as strict_claims, composed_claims};
use crate::composition::{Composed, Interpositions, Questions, composed};
use crate::report::{Certified, ErrorKind, Finding, Row, Said, Verdict};
use crate::search::Stopwatch;
use std::io;

/// Solves one problem, answers further questions about it, and certifies the answer if asked to.
/// Also returns complaints about its record. An answer that cannot be proven is withdrawn.
///
/// # Errors
/// If a certificate cannot be written.
pub(super) fn row(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    certifier: &mut Certifier<'_>,
) -> io::Result<(Row, Vec<Complaint>)> {
    let problem = &parsed.problem;
    if !problem.can_begin_mate() {
        return Ok(not_in_check(parsed));
    }
    let level = context.question.interpositions;
    // Without a mate, the best defence is part of every answer.
    let asked = Questions {
        refutation: true,
        ..context.question.further.clone()
    };
    let started = Stopwatch::start();
    let (solver, limits) = (&mut *context.solver, &context.question.limits);
    let observer = &mut *context.observer;
    let (found, study) = composed::study(solver, problem, level, &asked, limits, observer);
    let elapsed = started.elapsed();
    let certificates = match prove(context, parsed, &found, certifier)? {
        Ok(certificates) => certificates,
        Err(ProofFailure(message)) => {
            let row = failed_in(parsed, ErrorKind::Internal, message.clone());
            return Ok((row, vec![Complaint::of_bug(message)]));
        }
    };
    let mut row = answered(context, parsed, &found, &asked, &study, elapsed);
    let is_main_line = found.reading.is_some() || level == Interpositions::Off;
    let has_claims = matches!(level, Interpositions::Standard | Interpositions::Off);
    if certificates.is_some() && !has_claims && row.verdict == Verdict::Mate {
        row.not_certified = Some(vec![Said::from(claims::COMPOSED_LENGTH)]);
    }
    row.certificates = certificates;
    if !is_main_line && !row.solution.is_empty() {
        row.notes.push(Finding::line_of_the_strict_game(&row));
    }
    let (expected, complaints) = parsed.expected_plies();
    row.expected_plies = expected;
    row.notes.extend(complaints.iter().map(Complaint::note));
    Ok((row, complaints))
}

/// Returns the answer to a problem with the defender to move and not in check, which has another goal.
fn not_in_check(parsed: &ParsedProblem) -> (Row, Vec<Complaint>) {
    let message = both!(
        "the defender is to move without being in check",
        "玉方の手番だが、王手がかかっていない"
    );
    wrong_turn(parsed, message, None)
}

/// Returns certificates of an answer, if they are asked for.
fn prove(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    found: &Composed,
    certifier: &mut Certifier<'_>,
) -> io::Result<Result<Option<Vec<Certified>>, ProofFailure>> {
    if !certifier.is_wanted() {
        return Ok(Ok(None));
    }
    let mut wanted = Vec::new();
    if context.question.interpositions == Interpositions::Standard {
        wanted.extend(composed_claims(found.answer));
    }
    wanted.extend(strict_claims(found.strict.answer));
    let wanted: Vec<Statement> = wanted.into_iter().map(|it| (Vec::new(), it)).collect();
    let named = (&*parsed.id, &parsed.problem);
    let (solver, limits) = (&mut *context.solver, &context.question.limits);
    let proven = certifier.prove(solver, named, &wanted, limits, context.observer)?;
    Ok(proven.map(Some))
}
