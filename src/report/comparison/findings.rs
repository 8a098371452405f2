//! The findings of two versions: which are gone, new, and the same.
//!
//! A finding of the new version is the same as one of the old version if three things agree: the
//! kind; the ply, counted from the start or from the end of the line; and all its moves and squares
//! are among those of the old one. If only some of its moves are, the finding is divided. For
//! findings about a composition as a whole, such as 駒余り, the kind is enough.

use super::move_in_new;
use crate::answer::{Finding, Row};
use crate::composition::difference::View;
use crate::notation::{square_name, usi};
use crate::vocabulary::{Grade, Verdict};
use serde::Serialize;

/// The findings about a composition in two versions, the gravest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FindingsChange {
    /// Findings of the old version alone.
    pub gone: Vec<Finding>,
    /// Findings of the new version alone.
    pub new: Vec<Finding>,
    /// Findings of both versions, as they are in the new one.
    pub same: Vec<Finding>,
}

/// The kinds that are about a composition as a whole: it has at most one finding of each.
const WHOLE_KINDS: [&str; 4] = ["no_mate", "leftover", "longer_variation", "mirror_dual"];

/// Returns whether a finding is fatal or a blemish.
pub(in crate::report) fn is_grave(it: &Finding) -> bool {
    matches!(it.grade, Some(Grade::Fatal | Grade::Blemish))
}

/// Returns whether a row was judged, so that a finding it does not have is not there.
fn is_judged(row: &Row) -> bool {
    row.unresolved.is_some() && row.verdict != Verdict::Error
}

/// Compares the findings of two versions. There are none to compare unless both were judged.
pub(super) fn compare(old: &Row, new: &Row, view: View) -> FindingsChange {
    if !is_judged(old) || !is_judged(new) {
        return FindingsChange::default();
    }
    let lengths = [old.solution.len(), new.solution.len()];
    let old_findings: Vec<&Finding> = old.findings().collect();
    let mut is_matched = vec![false; old_findings.len()];
    let mut change = FindingsChange::default();
    let parts = new.findings().flat_map(|finding| {
        let is_known = |mv: &String| {
            let part = with_moves(finding, vec![mv.clone()]);
            let mut same_kind = old_findings.iter().filter(|old| old.kind == finding.kind);
            same_kind.any(|old| is_same(old, &part, view, lengths))
        };
        let (known, others): (Vec<_>, Vec<_>) = finding.moves.iter().cloned().partition(is_known);
        if known.is_empty() || others.is_empty() {
            vec![finding.clone()]
        } else {
            vec![with_moves(finding, known), with_moves(finding, others)]
        }
    });
    for part in parts {
        let is_part = |old: &&Finding| part.kind == old.kind && is_same(old, &part, view, lengths);
        match old_findings.iter().position(is_part) {
            Some(index) => {
                is_matched[index] = true;
                change.same.push(part);
            }
            None => change.new.push(part),
        }
    }
    for (finding, is_matched) in old_findings.into_iter().zip(is_matched) {
        if !is_matched {
            change.gone.push(finding.clone());
        }
    }
    change
}

/// Returns whether two findings of the same kind are the same. `old_length` and `new_length` are those of the
/// lines.
fn is_same(old: &Finding, new: &Finding, view: View, [old_length, new_length]: [usize; 2]) -> bool {
    if WHOLE_KINDS.contains(&&*new.kind) {
        return true;
    }
    let from_the_end = |length: usize, finding: &Finding| length.checked_sub(finding.ply?);
    let is_same_ply =
        old.ply == new.ply || from_the_end(old_length, old) == from_the_end(new_length, new);
    let old_moves: Vec<_> = moves(old).map(|mv| move_in_new(mv, view)).collect();
    let old_squares = old.squares.iter();
    let squares: Vec<_> = old_squares.map(|it| square_in_new(it, view)).collect();
    is_same_ply
        && moves(new).all(|mv| old_moves.contains(mv))
        && new.squares.iter().all(|it| squares.contains(it))
        && old.after.is_empty() == new.after.is_empty()
}

/// Returns a finding with only these of its moves. Its line stays if it begins with the first of them.
fn with_moves(finding: &Finding, moves: Vec<String>) -> Finding {
    let mut part = finding.clone();
    part.mv = moves.first().cloned();
    if part.mv.as_ref() != part.line.first() {
        part.line = part.mv.iter().cloned().collect();
    }
    part.moves = if moves.len() > 1 { moves } else { Vec::new() };
    part
}

/// Returns the moves of a finding.
fn moves(finding: &Finding) -> impl Iterator<Item = &String> {
    let only = if finding.moves.is_empty() {
        finding.mv.as_ref()
    } else {
        None
    };
    only.into_iter().chain(&finding.moves)
}

/// Returns a square of the old version as it is in the new diagram.
fn square_in_new(name: &str, view: View) -> String {
    let square = usi::parse_square(name).ok().and_then(|it| view.square(it));
    square.map_or_else(|| name.to_owned(), square_name)
}
