//! The author's solution in a record: the line after `moves` or in the opcode `pv`, and its length.

use super::complaint::Complaint;
use crate::answer::errors::{of_help, of_move};
use crate::answer::illegal::not_playable;
use crate::composition::{Author, Goal, Problem};
use crate::notation::moves::{play, read};
use crate::notation::sfen::{IllegalMove, Opcode, SfenRecord};
use crate::notation::{self, Help};
use crate::said::Said;
use crate::shogi::Move;
use std::ops::Range;

says! {
    no_move(word): "`{word}` in the author's line is no move", "作意の中の「{word}」は指し手でない";
    cannot_be_played(number, reason): "move {number} of the author's line cannot be played: {reason}",
        "作意の{number}手目は指せない：{reason}";
}

/// Returns the author's solution as far as it can be played, and a complaint if the line in `pv`
/// breaks off. For the line after `moves`, `ParsedProblem::expected_plies` has the complaint.
pub(super) fn of(
    record: &SfenRecord,
    text: &str,
    problem: &Problem,
    goal: Goal,
    expected: Option<u32>,
) -> (Author, Option<Complaint>) {
    let recorded = || record.opcode("recorded")?.parse().ok();
    let mut warning = None;
    let mut line = record.moves.clone();
    if line.is_empty()
        && let Some(opcode) = record.tail.iter().find(|it| it.key == "pv")
    {
        (line, warning) = read_line(opcode, text, problem, goal);
    }
    let mut broken = warning.is_some() || record.broken.is_some();
    if let Some((index, _)) = first_unplayable(problem, goal, &line) {
        line.truncate(index);
        broken = true;
    }
    let plies = expected.or_else(recorded);
    let author = Author {
        line,
        plies,
        broken,
    };
    (author, warning)
}

/// Returns the index of the first move of a line that breaks the rules for this goal, and the reason.
#[must_use]
pub fn first_unplayable(
    problem: &Problem,
    goal: Goal,
    line: &[Move],
) -> Option<(usize, IllegalMove)> {
    notation::first_unplayable(goal, problem.setup(), problem.attacker(), line)
}

/// Reads the line of an opcode up to the first move that cannot be read or played, with a complaint
/// about that move.
fn read_line(
    opcode: &Opcode,
    text: &str,
    problem: &Problem,
    goal: Goal,
) -> (Vec<Move>, Option<Complaint>) {
    // The value is not in the text as it is if quotation marks were doubled there.
    let written = text.get(opcode.span.clone());
    let value_start = written.and_then(|it| it.rfind(&opcode.value));
    let place = |span: Range<usize>| match value_start {
        Some(value_start) => {
            let start = opcode.span.start + value_start;
            start + span.start..start + span.end
        }
        None => opcode.span.clone(),
    };
    let complaint = |message: Said, span: Range<usize>, help: Option<Help>| {
        Complaint::warning(message)
            .at(place(span))
            .with_help(help.map(of_help))
    };
    let mut moves = Vec::new();
    let mut warning = None;
    for result in read(&opcode.value) {
        match result {
            Ok(mv) => moves.push(mv),
            Err(error) => {
                let message = no_move(&opcode.value[error.span.clone()]);
                warning = Some(complaint(message, error.span, error.help));
                break;
            }
        }
    }
    let (line, error) = play(problem.setup(), &moves);
    if let Some(error) = error {
        let message = cannot_be_played(line.len() + 1, of_move(&error.kind));
        warning = Some(complaint(message, error.span, error.help));
    }
    if let Some((index, reason)) = first_unplayable(problem, goal, &line) {
        let message = cannot_be_played(index + 1, not_playable(reason));
        warning = Some(complaint(message, moves[index].span.clone(), None));
    }
    (line, warning)
}
