//! Refuses problems in which the wrong side is to move for the question.

use super::complaint::Complaint;
use super::entry::row_of_failure;
use super::parsed::ParsedProblem;
use crate::answer::{Row, RowError};
use crate::composition::Goal;
use crate::question::Task;
use crate::said::Said;
use crate::vocabulary::ErrorKind;

says! {
    not_in_check(): "the defender is to move without being in check", "玉方の手番だが、王手がかかっていない";
    no_composition(): "the defender is to move: a composition begins with the attacker's move",
        "玉方の手番になっている：作品は攻方の手から始まる";
    solve_it(): "`tsume solve` finds out how long the defender lasts", "tsume solve なら、玉方が何手逃れられるか分かる";
    no_threat(): "the attacker is to move: a threat is one against a defender to move",
        "攻方の手番になっている：詰めろは玉方の手番で問う";
    look_for_brinkmate(): "`--goal brinkmate` looks for a brinkmate that the attacker can force",
        "攻方の手番からの必至は --goal brinkmate で探せる";
    no_brinkmate(): "the defender is to move: a brinkmate problem begins with the attacker's move",
        "玉方の手番になっている：必至問題は攻方の手から始まる";
    ask_for_threat(): "`--goal threatmate` tells whether the position is a brinkmate",
        "この局面が必至かどうかは --goal threatmate で分かる";
}

/// Returns an error row and a complaint if the wrong side is to move for the question. The complaint has the
/// place of the side to move, if the record has one.
pub(super) fn wrong_turn(parsed: &ParsedProblem, task: Task) -> Option<(Row, Vec<Complaint>)> {
    let (message, help) = objection(parsed, task)?;
    // Only an SFEN has a field for the side to move.
    let turn = parsed.record.spans.turn.clone();
    let is_field = matches!(parsed.text.get(turn.clone()), Some("b" | "w"));
    let span = is_field.then_some(turn);
    let mut row = row_of_failure(parsed, ErrorKind::Illegal, message.clone());
    let mut error = RowError::new(ErrorKind::Illegal, message.clone(), span.clone());
    let first_line = parsed.origin.line_there().unwrap_or(1);
    error.locate(&parsed.text, first_line);
    row.error = Some(error);
    let complaint = Complaint::error(message).at(span).with_help(help);
    Some((row, vec![complaint]))
}

/// Returns the error about the side to move, and advice. `None` if the right side is to move.
fn objection(parsed: &ParsedProblem, task: Task) -> Option<(Said, Option<Said>)> {
    let problem = &parsed.problem;
    let attacker_to_move = problem.attacker_to_move();
    Some(match (parsed.goal, task) {
        (Goal::Mate, Task::Solve) if !problem.can_begin_mate() => (not_in_check(), None),
        // Findings after the first move say nothing about a composition, and neither does their absence.
        (Goal::Mate, Task::Check) if !attacker_to_move => (no_composition(), Some(solve_it())),
        (Goal::Threatmate, _) if attacker_to_move => (no_threat(), Some(look_for_brinkmate())),
        (Goal::Brinkmate, _) if !attacker_to_move => (no_brinkmate(), Some(ask_for_threat())),
        _ => return None,
    })
}
