//! Groups explanations and defences that are shown together.

use super::groups::{group_alike, is_same_drop};
use super::view::View;
use crate::answer::{DefenceRow, ExplanationRow};

/// Splits a line before the move at a ply.
pub(super) fn split(line: &[String], ply: u32) -> (&[String], &[String]) {
    line.split_at((ply.saturating_sub(1) as usize).min(line.len()))
}

/// Groups the decided explanations. Those of a group differ only in the kind of piece dropped.
pub(super) fn explanation_groups(found: &[ExplanationRow]) -> Vec<Vec<&ExplanationRow>> {
    let decided = found.iter().filter(|it| it.futile.is_some());
    group_alike(decided, |a, b| {
        let mv = a.mv.clone();
        is_same_drop(&a.mv, &b.mv) && **a == ExplanationRow { mv, ..(*b).clone() }
    })
}

/// Groups defences. Those of a group differ only in the kind of piece dropped.
pub(super) fn defence_groups(defences: &[DefenceRow]) -> Vec<Vec<&DefenceRow>> {
    group_alike(defences, |a, b| {
        is_same_drop(&a.mv, &b.mv) && a.line.get(1..) == b.line.get(1..) && a.equal == b.equal
    })
}

/// Writes the interpositions that a limit left undecided.
pub(super) fn open_moves(view: &View<'_>, found: &[ExplanationRow]) -> Vec<String> {
    let open = found.iter().filter(|it| it.futile.is_none());
    open.map(|it| view.mv(split(&view.row.solution, it.ply).0, &it.mv))
        .collect()
}
