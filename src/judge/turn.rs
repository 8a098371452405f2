//! Problems that begin with the other side than their question needs.

use super::complaint::Complaint;
use super::entry::failed_in;
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

/// Returns the answer to a problem that does not begin as its question needs: a complaint about the side
/// to move, at its place if the record has one.
pub(super) fn wrong_turn(parsed: &ParsedProblem, task: Task) -> Option<(Row, Vec<Complaint>)> {
    let (message, help) = objection(parsed, task)?;
    // Records of other kinds have no such field.
    let turn = parsed.record.spans.turn.clone();
    let span = Some(turn).filter(|it| matches!(parsed.text.get(it.clone()), Some("b" | "w")));
    let mut row = failed_in(parsed, ErrorKind::Illegal, message.clone());
    let mut error = RowError::new(ErrorKind::Illegal, message.clone(), span.clone());
    let first = parsed.origin.line_there().unwrap_or(1);
    error.locate(&parsed.text, first);
    row.error = Some(error);
    let complaint = Complaint::error(message).at(span).with_help(help);
    Some((row, vec![complaint]))
}

/// Returns the error about the side to move, and advice.
fn objection(parsed: &ParsedProblem, task: Task) -> Option<(Said, Option<Said>)> {
    let problem = &parsed.problem;
    let begins = problem.attacker_to_move();
    Some(match (parsed.goal, task) {
        (Goal::Mate, Task::Solve) if !problem.can_begin_mate() => (not_in_check(), None),
        // Findings after the first move say nothing about a composition, and neither does their absence.
        (Goal::Mate, Task::Check) if !begins => (no_composition(), Some(solve_it())),
        (Goal::Threatmate, _) if begins => (no_threat(), Some(look_for_brinkmate())),
        (Goal::Brinkmate, _) if !begins => (no_brinkmate(), Some(ask_for_threat())),
        _ => return None,
    })
}
