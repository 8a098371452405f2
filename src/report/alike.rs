//! Replies and lines that are told together.

use super::view::{View, is_same_drop};
use crate::answer::{DefenceRow, ExplanationRow};

/// Splits a line before the move at a ply.
pub(super) fn split(line: &[String], ply: u32) -> (&[String], &[String]) {
    line.split_at((ply.saturating_sub(1) as usize).min(line.len()))
}

/// Gathers what is alike in groups, in the order of the first of each.
pub(super) fn gathered<T>(
    all: impl IntoIterator<Item = T>,
    is_alike: impl Fn(&T, &T) -> bool,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for it in all {
        match groups.iter_mut().find(|group| is_alike(&group[0], &it)) {
            Some(group) => group.push(it),
            None => groups.push(vec![it]),
        }
    }
    groups
}

/// Groups decided explanations that differ only in the kind of piece dropped.
pub(super) fn explained(found: &[ExplanationRow]) -> Vec<Vec<&ExplanationRow>> {
    let decided = found.iter().filter(|it| it.futile.is_some());
    gathered(decided, |a, b| {
        let mv = a.mv.clone();
        is_same_drop(&a.mv, &b.mv) && **a == ExplanationRow { mv, ..(*b).clone() }
    })
}

/// Groups defences that differ only in the kind of piece dropped.
pub(super) fn grouped(defences: &[DefenceRow]) -> Vec<Vec<&DefenceRow>> {
    gathered(defences, |a, b| {
        is_same_drop(&a.mv, &b.mv) && a.line.get(1..) == b.line.get(1..) && a.equal == b.equal
    })
}

/// Writes the interpositions that a limit left undecided.
pub(super) fn open_moves(view: &View<'_>, found: &[ExplanationRow]) -> Vec<String> {
    let open = found.iter().filter(|it| it.futile.is_none());
    open.map(|it| view.mv(split(&view.row.solution, it.ply).0, &it.mv))
        .collect()
}
