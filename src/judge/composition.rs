//! Judges one composition.

use super::certificates::{Certifier, ProofFailure};
use super::claims;
use super::complaint::Complaint;
use super::entry::{answered, failed_in, wrong_turn};
use super::evidence::stands;
use super::intake::ParsedProblem;
use super::settings::JudgeContext;
use crate::composition::check::check_and_tell;
use crate::composition::verdict::Judgement;
use crate::report::{ErrorKind, Finding, Row};
use crate::search::Stopwatch;
use std::io;

/// Judges one problem, answers further questions about it, and tells what becomes known on the way.
/// Also returns complaints about its record.
pub(super) fn row(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
) -> (Row, Vec<Complaint>, Option<Judgement>) {
    let problem = &parsed.problem;
    if !problem.attacker_to_move() {
        let (row, complaints) = no_composition(parsed);
        return (row, complaints, None);
    }
    let asked = context.question;
    let (profile, interpositions) = (asked.rules, asked.interpositions);
    let (author, mut complaints) = parsed.author();
    let question = asked.about_composition(author);
    let started = Stopwatch::start();
    let (solver, limits) = (&mut *context.solver, &context.question.limits);
    let (observer, listener) = (&mut *context.observer, context.listener);
    let mut judgement = check_and_tell(solver, problem, &question, limits, observer, listener);
    let elapsed = started.elapsed();
    for finding in &judgement.findings {
        if let Err(reason) = stands(problem, finding, interpositions) {
            let message = both!(
                "the proof of a defect fails ({reason}): please report this",
                "不完全の証明が成り立たない（{reason}）：報告してほしい"
            );
            complaints.push(Complaint::of_bug(message.clone()));
            let row = failed_in(parsed, ErrorKind::Internal, message);
            return (row, complaints, None);
        }
    }

    let study = std::mem::take(&mut judgement.study);
    let found = &judgement.composed;
    let mut row = answered(context, parsed, found, &asked.further, &study, elapsed);
    let is_main_line = found.reading.is_some();
    row.quote(&question.author);
    if !is_main_line && !row.solution.is_empty() {
        row.notes.push(Finding::line_of_the_strict_game(&row));
    } else if is_main_line && row.has_line_of_other_length() {
        row.notes.push(Finding::line_of_the_author(&row));
    }
    row.notes.extend(complaints.iter().map(Complaint::note));
    row.judge(problem, &judgement, profile, interpositions);
    if asked.attributes && is_main_line {
        row.attributes = Some(judgement.attributes.iter().map(|&it| it.into()).collect());
    }
    (row, complaints, Some(judgement))
}

/// Returns the answer to a problem with the defender to move. A composition begins with the
/// attacker, so findings after the first move say nothing about it, and neither does their absence.
fn no_composition(parsed: &ParsedProblem) -> (Row, Vec<Complaint>) {
    let message = both!(
        "the defender is to move: a composition begins with the attacker's move",
        "玉方の手番になっている：作品は攻方の手から始まる"
    );
    let help = both!(
        "`tsume solve` finds out how long the defender lasts",
        "tsume solve なら、玉方が何手逃れられるか分かる"
    );
    wrong_turn(parsed, message, Some(help))
}

/// Certifies a judged composition, if asked to. An answer that cannot be proven is withdrawn with a
/// complaint.
///
/// # Errors
/// If a certificate cannot be written.
pub(super) fn certify(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    judgement: &Judgement,
    certifier: &mut Certifier<'_>,
    row: &mut Row,
) -> io::Result<Option<Complaint>> {
    let (solver, limits) = (&mut *context.solver, &context.question.limits);
    let (problem, level) = (&parsed.problem, context.question.interpositions);
    let case = claims::case(solver, problem, judgement, level, limits, context.observer);
    let named = (&*parsed.id, problem);
    match certifier.prove(solver, named, &case.statements, limits, context.observer)? {
        Ok(certificates) => {
            let open = case.not_certified(judgement, level, &certificates);
            row.not_certified = Some(open);
            row.certificates = Some(certificates);
            Ok(None)
        }
        Err(ProofFailure(message)) => {
            *row = failed_in(parsed, ErrorKind::Internal, message.clone());
            Ok(Some(Complaint::of_bug(message)))
        }
    }
}
