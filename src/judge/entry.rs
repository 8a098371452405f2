//! Entries: rows with their sources.

use super::complaint::Complaint;
use super::intake::ParsedProblem;
use super::settings::JudgeContext;
use crate::composition::{Composed, Questions, Study};
use crate::notation::{sfen, usi};
use crate::report::{Entry, ErrorKind, Finding, Row, RowError, RowStats, Said};
use crate::search::{Answer, Exactness};
use crate::shogi::Move;
use std::time::Duration;

/// Returns the entry of an answer, without the parts from a judgement or from the input.
pub(super) fn answered(
    context: &JudgeContext<'_>,
    parsed: &ParsedProblem,
    found: &Composed,
    (asked, study): (Questions, Study),
    elapsed: Duration,
) -> Entry {
    let problem = &parsed.problem;
    // A line of the strict game need not be best play, so what it leaves over is no leftover.
    let left = found.reading.as_ref().map(|it| it.leftover);
    let line = found
        .reading
        .as_ref()
        .map_or(&found.strict.line, |it| &it.line);
    let line: Vec<Move> = line.iter().map(|&mv| problem.to_given(mv)).collect();
    let sfen = sfen::write(problem.setup());
    let level = context.interpositions;
    let mut row = Row::of_composed(parsed.id.clone(), sfen, level, found, elapsed);
    row.solution = line.iter().map(|&mv| usi::write_move(mv)).collect();
    row.leftover = left.map(sfen::write_hand);
    row.notes = problem.notes().iter().map(Finding::from).collect();
    row.add_study(problem, found, &study, &asked);
    row.hand_through(parsed.other_fields());
    row.comes_from(&parsed.origin);
    row.stats = context.stats.then(|| row_stats(found));
    Entry {
        row,
        line,
        leftover: left,
        strict_at_most: strict_at_most(found.strict.answer),
        problem: Some(problem.clone()),
        source_record: Some(parsed.source_record.clone()),
        brinkmate: None,
        judgement: None,
        questions: asked,
        study,
        elapsed,
    }
}

/// Returns the entry of a record that is not a problem.
#[must_use]
pub fn failed(id: String, error: RowError) -> Entry {
    Entry::of_row(Row::of_error(id, error))
}

/// Returns the entry of a problem on which the program failed.
pub(super) fn failed_in(parsed: &ParsedProblem, kind: ErrorKind, message: Said) -> Entry {
    let mut entry = failed(parsed.id.clone(), RowError::new(kind, message, None));
    entry.row.sfen = Some(sfen::write(parsed.problem.setup()));
    entry.row.goal = parsed.goal;
    entry.row.hand_through(parsed.other_fields());
    entry.row.comes_from(&parsed.origin);
    entry
}

/// Returns the answer to a problem that does not begin as its question needs: a complaint about the side
/// to move, at its place if the record has one.
pub(super) fn wrong_turn(
    parsed: &ParsedProblem,
    message: Said,
    help: Option<Said>,
) -> (Entry, Vec<Complaint>) {
    // Records of other kinds have no such field.
    let turn = parsed.record.spans.turn.clone();
    let span = Some(turn).filter(|it| matches!(parsed.text.get(it.clone()), Some("b" | "w")));
    let mut entry = failed_in(parsed, ErrorKind::Illegal, message.clone());
    let mut error = RowError::new(ErrorKind::Illegal, message.clone(), span.clone());
    let first = parsed.origin.line_there().unwrap_or(1);
    error.locate(&parsed.text, first);
    entry.row.error = Some(error);
    let complaint = Complaint::error(message).at(span).with_help(help);
    (entry, vec![complaint])
}

/// Returns the entry of a problem whose answer is known from an earlier one with the same position.
/// Also returns complaints about its record.
#[must_use]
pub fn repeated(parsed: &ParsedProblem, mut row: Row) -> (Entry, Vec<Complaint>) {
    row.goal = parsed.goal;
    row.hand_through(parsed.other_fields());
    row.comes_from(&parsed.origin);
    let (author, complaints) = parsed.author();
    row.quote(&parsed.problem, &author);
    row.notes.extend(complaints.iter().map(Complaint::note));
    let entry = Entry {
        problem: Some(parsed.problem.clone()),
        ..Entry::of_row(row)
    };
    (entry, complaints)
}

/// Returns the statistics of the search.
const fn row_stats(found: &Composed) -> RowStats {
    let stats = found.strict.stats;
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
