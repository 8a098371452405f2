//! The findings of two versions: which are gone, new, and the same.
//!
//! A finding of the new version is the same as one of the old version if the kind is the same, it
//! is at the same ply, counted from the start or from the end of the line, and all its moves and
//! squares are those of the old one. If only some of its moves are, it is divided. Of findings about a composition as a whole, such as 駒余り, the
//! kind is enough.

use super::seen;
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

/// Kinds of which a composition has one at most.
const OF_THE_WHOLE: [&str; 4] = ["no_mate", "leftover", "longer_variation", "mirror_dual"];

/// Returns whether a finding is fatal or a blemish.
pub(in crate::report) fn is_grave(it: &Finding) -> bool {
    matches!(it.grade, Some(Grade::Fatal | Grade::Blemish))
}

/// Returns the findings about the composition.
fn of(row: &Row) -> Vec<&Finding> {
    let all = row.defects.iter().chain(&row.blemishes).chain(&row.notes);
    all.filter(|it| it.grade.is_some()).collect()
}

/// Returns whether a row was judged, so that what it does not have was not found.
fn is_judged(row: &Row) -> bool {
    row.unresolved.is_some() && row.verdict != Verdict::Error
}

/// Compares the findings of two versions. There are none to compare unless both were judged.
pub(super) fn compare(old: &Row, new: &Row, view: View) -> FindingsChange {
    if !is_judged(old) || !is_judged(new) {
        return FindingsChange::default();
    }
    let lengths = [old.solution.len(), new.solution.len()];
    let before = of(old);
    let mut is_met = vec![false; before.len()];
    let mut found = FindingsChange::default();
    let parts = of(new).into_iter().flat_map(|it| {
        let is_known = |mv: &String| {
            let one = with_moves(it, vec![mv.clone()]);
            let mut olds = before.iter().filter(|old| old.kind == it.kind);
            olds.any(|old| is_same(old, &one, view, lengths))
        };
        let (known, others): (Vec<_>, Vec<_>) = it.moves.iter().cloned().partition(is_known);
        if known.is_empty() || others.is_empty() {
            vec![it.clone()]
        } else {
            vec![with_moves(it, known), with_moves(it, others)]
        }
    });
    for it in parts {
        let is_it = |old: &&Finding| it.kind == old.kind && is_same(old, &it, view, lengths);
        match before.iter().position(is_it) {
            Some(at) => {
                is_met[at] = true;
                found.same.push(it);
            }
            None => found.new.push(it),
        }
    }
    let gone = before.into_iter().zip(is_met).filter(|it| !it.1);
    found.gone.extend(gone.map(|(it, _)| it.clone()));
    found
}

/// Returns whether a finding of the new version is one of the old version, of the same kind.
fn is_same(old: &Finding, new: &Finding, view: View, [before, now]: [usize; 2]) -> bool {
    if OF_THE_WHOLE.contains(&&*new.kind) {
        return true;
    }
    let from_the_end = |length: usize, it: &Finding| length.checked_sub(it.ply?);
    let is_there = old.ply == new.ply || from_the_end(before, old) == from_the_end(now, new);
    let moves = moves(old).map(|it| seen(it, view)).collect::<Vec<_>>();
    let squares: Vec<_> = old.squares.iter().map(|it| seen_square(it, view)).collect();
    is_there
        && self::moves(new).all(|it| moves.contains(it))
        && new.squares.iter().all(|it| squares.contains(it))
        && old.after.is_empty() == new.after.is_empty()
}

/// Returns a finding with only these of its moves. The line proves only the one it begins with.
fn with_moves(it: &Finding, moves: Vec<String>) -> Finding {
    let mut part = it.clone();
    part.mv = moves.first().cloned();
    if part.mv.as_ref() != part.line.first() {
        part.line = part.mv.iter().cloned().collect();
    }
    part.moves = if moves.len() > 1 { moves } else { Vec::new() };
    part
}

/// Returns the moves of a finding.
fn moves(it: &Finding) -> impl Iterator<Item = &String> {
    let alone = it.mv.iter().filter(|_| it.moves.is_empty());
    alone.chain(&it.moves)
}

fn seen_square(name: &str, view: View) -> String {
    let there = usi::parse_square(name).ok().and_then(|it| view.square(it));
    there.map_or_else(|| name.to_owned(), square_name)
}
