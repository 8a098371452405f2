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

/// Returns the author's solution as far as it can be played, and complaints about it. Complaints
/// about a line after `moves` that cannot be read or played were made before.
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
    if let (true, Some(opcode)) = (
        line.is_empty(),
        record.tail.iter().find(|it| it.key == "pv"),
    ) {
        (line, warning) = quoted(opcode, text, problem, goal);
    }
    let mut broken = warning.is_some() || record.broken.is_some();
    if let Some((at, _)) = first_unplayable(problem, goal, &line) {
        line.truncate(at);
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

/// Returns the first move of a line that breaks the rules of a problem with this goal.
#[must_use]
pub fn first_unplayable(
    problem: &Problem,
    goal: Goal,
    line: &[Move],
) -> Option<(usize, IllegalMove)> {
    notation::first_unplayable(goal, problem.setup(), problem.attacker(), line)
}

/// Reads the line of an opcode as far as possible, with a complaint about the next move.
fn quoted(
    opcode: &Opcode,
    text: &str,
    problem: &Problem,
    goal: Goal,
) -> (Vec<Move>, Option<Complaint>) {
    // The place of its words, unless it contains doubled quotation marks.
    let whole = text.get(opcode.span.clone());
    let start = whole.and_then(|it| it.rfind(&opcode.value));
    let place = |span: Range<usize>| match start {
        Some(start) => {
            let start = opcode.span.start + start;
            start + span.start..start + span.end
        }
        None => opcode.span.clone(),
    };
    let complaint = |message: Said, span: Range<usize>, help: Option<Help>| {
        Complaint::warning(message)
            .at(place(span))
            .with_help(help.map(of_help))
    };
    let mut written = Vec::new();
    let mut warning = None;
    for read in read(&opcode.value) {
        match read {
            Ok(it) => written.push(it),
            Err(error) => {
                let message = no_move(&opcode.value[error.span.clone()]);
                warning = Some(complaint(message, error.span, error.help));
                break;
            }
        }
    }
    let (line, error) = play(problem.setup(), &written);
    if let Some(error) = error {
        let message = cannot_be_played(line.len() + 1, of_move(&error.kind));
        warning = Some(complaint(message, error.span, error.help));
    }
    if let Some((at, reason)) = first_unplayable(problem, goal, &line) {
        let message = cannot_be_played(at + 1, not_playable(reason));
        warning = Some(complaint(message, written[at].span.clone(), None));
    }
    (line, warning)
}
