//! Rows of answers, before they are judged.

use super::complaint::Complaint;
use super::intake::ParsedProblem;
use super::settings::JudgeContext;
use crate::composition::{Composed, Questions, Study};
use crate::notation::{sfen, usi};
use crate::report::{Finding, Row, RowError, RowStats, Said};
use crate::search::{Answer, Exactness, Stats};
use crate::vocabulary::ErrorKind;
use std::time::Duration;

/// Returns the row of an answer, without the parts from a judgement or from the author.
pub(super) fn answered(
    context: &JudgeContext<'_>,
    parsed: &ParsedProblem,
    found: &Composed,
    asked: &Questions,
    study: &Study,
    elapsed: Duration,
) -> Row {
    let problem = &parsed.problem;
    let reading = found.reading.as_ref();
    let sfen = sfen::write(problem.setup());
    let level = context.question.interpositions;
    let mut row = Row::of_composed(parsed.id.clone(), sfen, level, found, elapsed);
    let strict_line = usi::write_moves(&found.strict.line);
    row.solution = reading.map_or_else(|| strict_line.clone(), |it| usi::write_moves(&it.line));
    // A line of the strict game need not be best play, so what it leaves over is no leftover.
    row.leftover = reading.map(|it| sfen::write_hand(it.leftover));
    row.add_study(found, study, asked);
    row.unwritten.strict_at_most = strict_at_most(found.strict.answer);
    row.unwritten.strict_line = strict_line;
    row.stats = context
        .question
        .stats
        .then(|| row_stats(found.strict.stats));
    quote(&mut row, parsed);
    row
}

/// Adds what the input says to a row.
pub(super) fn quote(row: &mut Row, parsed: &ParsedProblem) {
    let notes = parsed.problem.notes().iter().map(Finding::from);
    row.notes.splice(0..0, notes);
    row.hand_through(parsed.other_fields());
    row.comes_from(&parsed.origin);
    row.unwritten.problem = Some(Box::new(parsed.problem.clone()));
    row.unwritten.source = Some(parsed.source_record.clone());
}

/// Returns the row of a record that is not a problem.
#[must_use]
pub fn failed(id: String, error: RowError) -> Row {
    Row::of_error(id, error)
}

/// Returns the row of a problem on which the program failed.
pub(super) fn failed_in(parsed: &ParsedProblem, kind: ErrorKind, message: Said) -> Row {
    let mut row = failed(parsed.id.clone(), RowError::new(kind, message, None));
    row.sfen = Some(sfen::write(parsed.problem.setup()));
    row.goal = parsed.goal;
    row.hand_through(parsed.other_fields());
    row.comes_from(&parsed.origin);
    row
}

/// Returns the answer to a problem that does not begin as its question needs: a complaint about the side
/// to move, at its place if the record has one.
pub(super) fn wrong_turn(
    parsed: &ParsedProblem,
    message: Said,
    help: Option<Said>,
) -> (Row, Vec<Complaint>) {
    // Records of other kinds have no such field.
    let turn = parsed.record.spans.turn.clone();
    let span = Some(turn).filter(|it| matches!(parsed.text.get(it.clone()), Some("b" | "w")));
    let mut row = failed_in(parsed, ErrorKind::Illegal, message.clone());
    let mut error = RowError::new(ErrorKind::Illegal, message.clone(), span.clone());
    let first = parsed.origin.line_there().unwrap_or(1);
    error.locate(&parsed.text, first);
    row.error = Some(error);
    let complaint = Complaint::error(message).at(span).with_help(help);
    (row, vec![complaint])
}

/// Returns the row of a problem whose answer is known from an earlier one with the same position.
/// Also returns complaints about its record.
#[must_use]
pub fn repeated(parsed: &ParsedProblem, mut row: Row) -> (Row, Vec<Complaint>) {
    row.goal = parsed.goal;
    row.hand_through(parsed.other_fields());
    row.comes_from(&parsed.origin);
    let (author, complaints) = parsed.author();
    row.quote(&author);
    row.notes.extend(complaints.iter().map(Complaint::note));
    row.unwritten.problem = Some(Box::new(parsed.problem.clone()));
    (row, complaints)
}

/// Returns the statistics of the search.
pub(super) const fn row_stats(stats: Stats) -> RowStats {
    RowStats {
        expansions: stats.expansions,
        depth: stats.depth,
        hashfull: stats.hashfull,
    }
}

/// Returns a bound of the strict length, if the length is not proven.
const fn strict_at_most(strict: Answer) -> Option<u32> {
    match strict {
        Answer::Mate {
            plies,
            exactness: Exactness::AtMost(_),
        } => Some(plies),
        _ => None,
    }
}
