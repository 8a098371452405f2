//! Answers one question about one problem. No other place chooses the search for a task and a goal.

use super::certificates::{Certifier, ProofFailure};
use super::claims::{self, ProofPlan};
use super::complaint::Complaint;
use super::context::JudgeContext;
use super::entry::{row_of_answer, row_of_failure};
use super::evidence;
use super::found::Found;
use super::parsed::ParsedProblem;
use super::turn::wrong_turn;
use crate::answer::{Finding, Row};
use crate::composition::brinkmate;
use crate::composition::check::check_and_tell;
use crate::composition::{Author, Goal, Interpositions, composed};
use crate::question::{Question, Task};
use crate::search::Stopwatch;
use crate::vocabulary::ErrorKind;
use std::io;

/// Answers the question of the context about a problem with its goal, and certifies the answer if asked
/// to. Also returns complaints about the record. An answer that cannot be proven is withdrawn.
///
/// # Errors
/// If a certificate cannot be written.
pub fn ask(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    certifier: &mut Certifier<'_>,
) -> io::Result<(Row, Vec<Complaint>)> {
    let (mut row, complaints) = answer(context, parsed, certifier)?;
    // If another limit was reached first, the answer does not show the interruption.
    if context.question.limits.is_interrupted() {
        row.mark_interrupted();
    }
    Ok((row, complaints))
}

/// Does the work of [`ask`], but does not mark an interruption.
fn answer(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    certifier: &mut Certifier<'_>,
) -> io::Result<(Row, Vec<Complaint>)> {
    let asked = context.question;
    let is_mate_solved = (parsed.goal, asked.task) == (Goal::Mate, Task::Solve);
    context
        .solver
        .ask_for_shortest(!(is_mate_solved && asked.first));
    if let Some(refused) = wrong_turn(parsed, asked.task) {
        return Ok(refused);
    }
    let (author, mut complaints) = if is_mate_solved {
        let (plies, complaints) = parsed.expected_plies();
        let author = Author {
            plies,
            ..Author::default()
        };
        (author, complaints)
    } else {
        parsed.author()
    };
    let mut question = Question {
        author,
        ..asked.clone()
    };
    // Without a mate, the best defence is part of every solution.
    (question.further.refutation).get_or_insert(is_mate_solved);
    let started = Stopwatch::start();
    let mut found = search(context, parsed, &question);
    let failed = match found.judgement_mut() {
        Some(judgement) => evidence::confirm(context, parsed, judgement),
        None => Vec::new(),
    };
    let elapsed = started.elapsed();
    complaints.extend(failed.iter().map(|reason| Complaint::of_proof(reason)));
    let mut row = row_of_answer(parsed, &question, &found, elapsed);
    row.add_author(&question.author);
    if asked.task == Task::Solve {
        (row.author_line, row.author_line_broken) = (None, false);
    }
    row.notes
        .extend(note_on_line(&row, &found, asked.interpositions));
    row.notes.extend(complaints.iter().map(Complaint::note));
    if let Some(judgement) = found.judgement() {
        let problem = &parsed.problem;
        row.judge(problem, judgement, asked.rules, asked.interpositions);
        if asked.attributes && parsed.goal == Goal::Mate && judgement.composed.reading.is_some() {
            row.attributes = Some(judgement.attributes.iter().map(|&it| it.into()).collect());
            row.rating.clone_from(&judgement.rating);
        }
    }
    if certifier.is_wanted() {
        let plan = claims::plan(context, &parsed.problem, &found);
        complaints.extend(certify(context, parsed, &plan, certifier, &mut row)?);
    }
    Ok((row, complaints))
}

/// Looks for the answer to a question.
fn search(context: &mut JudgeContext<'_>, parsed: &ParsedProblem, question: &Question) -> Found {
    let problem = &parsed.problem;
    let (solver, observer) = (&mut *context.solver, &mut *context.observer);
    match (parsed.goal, question.task) {
        (Goal::Mate, Task::Solve) => {
            let composed = composed::study(solver, problem, question, observer);
            Found::Mate(Box::new(composed))
        }
        (Goal::Mate, Task::Check) => {
            let listener = context.listener;
            let judgement = check_and_tell(solver, problem, question, observer, listener);
            Found::Judged(Box::new(judgement))
        }
        (Goal::Brinkmate, Task::Solve) => {
            let solution = brinkmate::solve(solver, problem, question, observer);
            Found::Brinkmate(Box::new(solution), None)
        }
        (Goal::Brinkmate, Task::Check) => {
            let (judgement, solution) = brinkmate::check(solver, problem, question, observer);
            Found::Brinkmate(Box::new(solution), Some(Box::new(judgement)))
        }
        (Goal::Threatmate, _) => {
            let threat = brinkmate::threat(solver, problem, &question.limits, observer);
            Found::Threat(Box::new(threat))
        }
    }
}

/// Returns a note if the line of a row is not best play of the composed game.
fn note_on_line(row: &Row, found: &Found, level: Interpositions) -> Option<Finding> {
    let is_main_line = match found {
        Found::Mate(composed) => composed.reading.is_some() || level == Interpositions::Off,
        Found::Judged(judgement) => judgement.composed.reading.is_some(),
        Found::Brinkmate(..) | Found::Threat(_) => return None,
    };
    if !is_main_line && !row.solution.is_empty() {
        return Some(Finding::line_of_the_strict_game(row));
    }
    let is_authors = is_main_line && found.judgement().is_some() && row.has_line_of_other_length();
    is_authors.then(|| Finding::line_of_the_author(row))
}

/// Certifies an answer. One that cannot be proven is withdrawn with a complaint.
fn certify(
    context: &mut JudgeContext<'_>,
    parsed: &ParsedProblem,
    plan: &ProofPlan,
    certifier: &mut Certifier<'_>,
    row: &mut Row,
) -> io::Result<Option<Complaint>> {
    match certifier.prove(context, parsed, &plan.statements)? {
        Ok(certificates) => {
            row.not_certified = plan.not_certified(&certificates);
            row.certificates = Some(certificates);
            Ok(None)
        }
        Err(ProofFailure(message)) => {
            *row = row_of_failure(parsed, ErrorKind::Internal, message.clone());
            Ok(Some(Complaint::of_bug(message)))
        }
    }
}
