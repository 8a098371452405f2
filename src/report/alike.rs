//! Replies and lines that are told together.

use super::view::{View, is_same_drop};
use crate::answer::{DefenceRow, ExplanationRow};

/// Splits a line before the move at a ply.
pub(super) fn split(line: &[String], ply: u32) -> (&[String], &[String]) {
    line.split_at((ply.saturating_sub(1) as usize).min(line.len()))
}

/// Groups decided explanations that differ only in the kind of piece dropped.
pub(super) fn explained(found: &[ExplanationRow]) -> Vec<Vec<&ExplanationRow>> {
    let mut groups: Vec<Vec<&ExplanationRow>> = Vec::new();
    for it in found.iter().filter(|it| it.futile.is_some()) {
        let same = |group: &&mut Vec<&ExplanationRow>| {
            let first = group[0];
            is_same_drop(&first.mv, &it.mv)
                && *first
                    == (ExplanationRow {
                        mv: first.mv.clone(),
                        ..it.clone()
                    })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(it),
            None => groups.push(vec![it]),
        }
    }
    groups
}

/// Writes the interpositions that a limit left undecided.
pub(super) fn open_moves(view: &View<'_>, found: &[ExplanationRow]) -> Vec<String> {
    let open = found.iter().filter(|it| it.futile.is_none());
    open.map(|it| view.mv(split(&view.row.solution, it.ply).0, &it.mv))
        .collect()
}

/// Groups defences that differ only in the kind of piece dropped.
pub(super) fn grouped(defences: &[DefenceRow]) -> Vec<Vec<&DefenceRow>> {
    let mut groups: Vec<Vec<&DefenceRow>> = Vec::new();
    for defence in defences {
        let same = |group: &&mut Vec<&DefenceRow>| {
            is_same_drop(&group[0].mv, &defence.mv)
                && group[0].line.get(1..) == defence.line.get(1..)
                && group[0].equal == defence.equal
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(defence),
            None => groups.push(vec![defence]),
        }
    }
    groups
}
