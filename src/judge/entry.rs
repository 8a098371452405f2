//! Makes the rows of answers, without what a judgement adds.

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

/// Returns the row of an answer. The judgement and the author's solution are added later.
pub(super) fn row_of_answer(
    parsed: &ParsedProblem,
    question: &Question,
    found: &Found,
    elapsed: Duration,
) -> Row {
    let (id, sfen) = (parsed.id.clone(), sfen::write(parsed.problem.setup()));
    let (mut row, stats) = match found {
        Found::Mate(composed) => (of_mate(id, sfen, question, composed), composed.strict.stats),
        Found::Judged(judgement) => {
            let composed = &judgement.composed;
            (of_mate(id, sfen, question, composed), composed.strict.stats)
        }
        Found::Brinkmate(solution, _) => {
            let mut row = Row::of_brinkmate(id, sfen, solution);
            // A brinkmate does not end the game, so only a mate has a leftover.
            let mate = solution.mate.as_ref();
            let mate = mate.filter(|mate| !mate.line.is_empty());
            let leftover = mate.map(|mate| parsed.problem.hand_after(&mate.line));
            let line = usi::write_moves(solution.line());
            row.set_solution(line, leftover.map(sfen::write_hand));
            (row, solution.stats)
        }
        Found::Threat(threat) => (Row::of_threat(id, sfen, threat), threat.stats),
    };
    row.add_search(stats, elapsed, question.interpositions);
    row.stats = question.stats.then_some(RowStats {
        expansions: stats.expansions,
        depth: stats.depth,
        hashfull: stats.hashfull,
    });
    add_input(&mut row, parsed);
    row
}

/// Returns the row of an answer about a mate.
fn of_mate(id: String, sfen: String, question: &Question, found: &Composed) -> Row {
    let reading = found.reading.as_ref();
    let mut row = Row::of_composed(id, sfen, found);
    // A line of the strict game need not be best play, so its last hand is no leftover.
    let leftover = reading.map(|it| sfen::write_hand(it.leftover));
    row.set_solution(usi::write_moves(found.line()), leftover);
    row.add_study(found, &question.further);
    row.unwritten.strict_at_most = strict_at_most(found.strict.answer);
    row.unwritten.strict_line = usi::write_moves(&found.strict.line);
    row
}

/// Adds the notes, fields and origin of the input to a row.
fn add_input(row: &mut Row, parsed: &ParsedProblem) {
    let notes = parsed.problem.notes().iter().map(Finding::from);
    row.notes.splice(0..0, notes);
    row.set_input_fields(parsed.given_back());
    row.set_origin(&parsed.origin);
    row.unwritten.problem = Some(Box::new(parsed.problem.clone()));
    row.unwritten.source = Some(parsed.source_record.clone());
}

/// Returns the row of a problem that gets an error for an answer.
pub(super) fn row_of_failure(parsed: &ParsedProblem, kind: ErrorKind, message: Said) -> Row {
    let mut row = Row::of_error(parsed.id.clone(), RowError::new(kind, message, None));
    row.sfen = Some(sfen::write(parsed.problem.setup()));
    row.goal = parsed.goal;
    row.set_input_fields(parsed.given_back());
    row.set_origin(&parsed.origin);
    row
}

/// Makes the row of an earlier problem with the same position the row of this one.
/// Also returns complaints about this one's record.
#[must_use]
pub fn row_of_duplicate(parsed: &ParsedProblem, mut row: Row) -> (Row, Vec<Complaint>) {
    row.goal = parsed.goal;
    row.set_input_fields(parsed.given_back());
    row.set_origin(&parsed.origin);
    let (author, complaints) = parsed.author();
    row.add_author(&author);
    row.notes.extend(complaints.iter().map(Complaint::note));
    row.unwritten.problem = Some(Box::new(parsed.problem.clone()));
    (row, complaints)
}

/// Returns the upper bound of the strict length, in plies, unless the length itself is proven.
const fn strict_at_most(strict: Answer) -> Option<u32> {
    match strict {
        Answer::Mate {
            plies,
            exactness: Exactness::AtMost(_),
        } => Some(plies),
        _ => None,
    }
}
