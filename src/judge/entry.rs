//! Rows of answers, before they are judged.

use super::complaint::Complaint;
use super::found::Found;
use super::parsed::ParsedProblem;
use crate::answer::{Finding, Row, RowError, RowStats};
use crate::composition::Composed;
use crate::notation::{sfen, usi};
use crate::question::Question;
use crate::said::Said;
use crate::search::{Answer, Exactness};
use crate::vocabulary::ErrorKind;
use std::time::Duration;

/// Returns the row of an answer, without the parts from a judgement or from the author.
pub(super) fn answered(
    parsed: &ParsedProblem,
    question: &Question,
    found: &Found,
    elapsed: Duration,
) -> Row {
    let (id, sfen) = (parsed.id.clone(), sfen::write(parsed.problem.setup()));
    let (mut row, stats) = match found {
        Found::Mate(it) => (of_mate(id, sfen, question, it), it.strict.stats),
        Found::Judged(it) => {
            let found = &it.composed;
            (of_mate(id, sfen, question, found), found.strict.stats)
        }
        Found::Brinkmate(it, _) => {
            let mut row = Row::of_brinkmate(id, sfen, it);
            // A brinkmate does not end the game, so only a mate has a leftover.
            let mate = it.mate.as_ref().filter(|it| !it.line.is_empty());
            let left = mate.map(|it| parsed.problem.hand_after(&it.line));
            row.leftover = left.map(sfen::write_hand);
            (row, it.stats)
        }
        Found::Threat(it) => (Row::of_threat(id, sfen, it), it.stats),
    };
    row.searched(stats, elapsed, question.interpositions);
    row.stats = question.stats.then_some(RowStats {
        expansions: stats.expansions,
        depth: stats.depth,
        hashfull: stats.hashfull,
    });
    quote(&mut row, parsed);
    row
}

/// Returns the row of an answer about a mate.
fn of_mate(id: String, sfen: String, question: &Question, found: &Composed) -> Row {
    let reading = found.reading.as_ref();
    let mut row = Row::of_composed(id, sfen, found);
    row.solution = usi::write_moves(found.line());
    // A line of the strict game need not be best play, so its last hand is no leftover.
    row.leftover = reading.map(|it| sfen::write_hand(it.leftover));
    row.add_study(found, &question.further);
    row.unwritten.strict_at_most = strict_at_most(found.strict.answer);
    row.unwritten.strict_line = usi::write_moves(&found.strict.line);
    row
}

/// Adds the notes, fields and origin of the input to a row.
fn quote(row: &mut Row, parsed: &ParsedProblem) {
    let notes = parsed.problem.notes().iter().map(Finding::from);
    row.notes.splice(0..0, notes);
    row.hand_through(parsed.given_back());
    row.comes_from(&parsed.origin);
    row.unwritten.problem = Some(Box::new(parsed.problem.clone()));
    row.unwritten.source = Some(parsed.source_record.clone());
}

/// Returns the row of a problem on which the program failed.
pub(super) fn failed_in(parsed: &ParsedProblem, kind: ErrorKind, message: Said) -> Row {
    let mut row = Row::of_error(parsed.id.clone(), RowError::new(kind, message, None));
    row.sfen = Some(sfen::write(parsed.problem.setup()));
    row.goal = parsed.goal;
    row.hand_through(parsed.given_back());
    row.comes_from(&parsed.origin);
    row
}

/// Completes the row of an earlier problem with the same position for this one.
/// Also returns complaints about its record.
#[must_use]
pub fn repeated(parsed: &ParsedProblem, mut row: Row) -> (Row, Vec<Complaint>) {
    row.goal = parsed.goal;
    row.hand_through(parsed.given_back());
    row.comes_from(&parsed.origin);
    let (author, complaints) = parsed.author();
    row.quote(&author);
    row.notes.extend(complaints.iter().map(Complaint::note));
    row.unwritten.problem = Some(Box::new(parsed.problem.clone()));
    (row, complaints)
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
