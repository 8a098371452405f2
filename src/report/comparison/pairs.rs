//! Finds the problems of two collections that belong together.

use crate::answer::problem_of;
use crate::composition::Problem;
use crate::notation::sfen;
use crate::vocabulary::Goal;
use std::collections::HashMap;
use std::hash::Hash;

/// The id and the diagram by which a problem is found in the other collection.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The id.
    pub id: &'a str,
    /// The diagram in canonical form, if it has one.
    pub sfen: Option<&'a str>,
}

/// The versions of a problem: their rows, or their indices in both collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair<T> {
    /// In the old and in the new collection.
    Both(T, T),
    /// Only in the old collection.
    Old(T),
    /// Only in the new collection.
    New(T),
}

impl<T> Pair<T> {
    /// Returns the old version.
    pub fn older(self) -> Option<T> {
        match self {
            Self::Both(old, _) | Self::Old(old) => Some(old),
            Self::New(_) => None,
        }
    }

    /// Returns the new version.
    pub fn newer(self) -> Option<T> {
        match self {
            Self::Both(_, new) | Self::New(new) => Some(new),
            Self::Old(_) => None,
        }
    }

    /// Returns a pair of references.
    pub const fn as_ref(&self) -> Pair<&T> {
        match self {
            Self::Both(old, new) => Pair::Both(old, new),
            Self::Old(old) => Pair::Old(old),
            Self::New(new) => Pair::New(new),
        }
    }
}

/// Finds the problems that belong together. These are those with the same id, then those with the same
/// position, perhaps mirrored or with colours exchanged. Ids that are places, such as `file:12`, come
/// last: those with the same place, then those in the same line. If both collections have one problem
/// only, these two belong together.
///
/// The pairs are in the order of the new collection. Problems of the old one alone come last.
#[must_use]
pub fn pairs(old: &[Named<'_>], new: &[Named<'_>]) -> Vec<Pair<usize>> {
    let mut matching = Matching {
        of_old: vec![None; old.len()],
        of_new: vec![None; new.len()],
    };
    if let ([_], [_]) = (old, new) {
        matching.join(0, 0);
    }
    let real_id = |it: &Named<'_>| line_of(it.id).is_none().then(|| it.id.to_owned());
    matching.join_by(old, new, real_id);
    matching.join_by(old, new, |it| position(it.sfen));
    matching.join_by(old, new, |it| Some(it.id.to_owned()));
    matching.join_by(old, new, |it| line_of(it.id));
    let mut pairs: Vec<_> = matching
        .of_new
        .iter()
        .enumerate()
        .map(|(new, old)| old.map_or(Pair::New(new), |old| Pair::Both(old, new)))
        .collect();
    for (old, new) in matching.of_old.iter().enumerate() {
        if new.is_none() {
            pairs.push(Pair::Old(old));
        }
    }
    pairs
}

/// The pairs found so far, by the indices of the problems.
struct Matching {
    /// For each old problem, the index of the new one.
    of_old: Vec<Option<usize>>,
    /// For each new problem, the index of the old one.
    of_new: Vec<Option<usize>>,
}

impl Matching {
    fn join(&mut self, old: usize, new: usize) {
        self.of_old[old] = Some(new);
        self.of_new[new] = Some(old);
    }

    /// Joins the problems that are still alone and have the same key, in their order.
    fn join_by<K: Eq + Hash>(
        &mut self,
        old: &[Named<'_>],
        new: &[Named<'_>],
        key: impl Fn(&Named<'_>) -> Option<K>,
    ) {
        let mut unpaired: HashMap<K, Vec<usize>> = HashMap::new();
        for (index, problem) in old.iter().enumerate().rev() {
            if let (None, Some(key)) = (self.of_old[index], key(problem)) {
                unpaired.entry(key).or_default().push(index);
            }
        }
        if unpaired.is_empty() {
            return;
        }
        for (index, problem) in new.iter().enumerate() {
            if self.of_new[index].is_some() {
                continue;
            }
            let old = key(problem).and_then(|key| unpaired.get_mut(&key)?.pop());
            if let Some(old) = old {
                self.join(old, index);
            }
        }
    }
}

/// Returns the line of an id that is a place, such as `file:12`.
fn line_of(id: &str) -> Option<u64> {
    let (name, line) = id.rsplit_once(':')?;
    let line = line.split('#').next().unwrap_or_default();
    if name.is_empty() {
        return None;
    }
    line.parse().ok()
}

/// Returns a text that is the same for a position, its mirror image, and both with colours
/// exchanged.
fn position(sfen: Option<&str>) -> Option<String> {
    // The goal does not matter here, only whether the diagram is a problem.
    let mut goals = [Goal::Mate, Goal::Threatmate].into_iter();
    let problem: Problem = goals.find_map(|goal| problem_of(goal, sfen))?;
    let images = problem.images(&[]);
    images.iter().map(|it| sfen::write(&it.setup)).min()
}

#[cfg(test)]
mod tests {
    use super::Pair::{Both, New, Old};
    use super::*;

    #[test]
    fn problems_are_found_by_id_then_position_then_line() {
        const A: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        const B: &str = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
        const B_MIRRORED: &str = "9/9/9/k8/B8/+R8/9/9/9 b rb4g4s4n4l18p 1";
        const C: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
        let named = |all: &[(&'static str, &'static str)]| -> Vec<Named<'static>> {
            let all = all.iter();
            all.map(|&(id, sfen)| Named {
                id,
                sfen: (!sfen.is_empty()).then_some(sfen),
            })
            .collect()
        };
        let of = |old: &[_], new: &[_]| pairs(&named(old), &named(new));
        // An id comes before a position.
        let (old, new) = ([("x", A), ("y", B)], [("y", A), ("x", B)]);
        assert_eq!(of(&old, &new), [Both(1, 0), Both(0, 1)]);
        // A position comes before a place: a line was put in between.
        let old = [("a.sfen:1", A), ("a.sfen:2", B)];
        let new = [("a.sfen:1", A), ("a.sfen:2", C), ("a.sfen:3", B_MIRRORED)];
        assert_eq!(of(&old, &new), [Both(0, 0), New(1), Both(1, 2)]);
        // The others are paired by their lines, whatever the names of the files.
        let (old, new) = (
            [("v1/a.sfen:1", A), ("v1/a.sfen:2", B)],
            [("v2/a.sfen:1", A), ("v2/a.sfen:2", C)],
        );
        assert_eq!(of(&old, &new), [Both(0, 0), Both(1, 1)]);
        // Other ids are other problems, unless there is one of each.
        let (old, new) = ([("x", A), ("y", B)], [("z", C), ("y", B)]);
        assert_eq!(of(&old, &new), [New(0), Both(1, 1), Old(0)]);
        assert_eq!(of(&[("x", A)], &[("z", "")]), [Both(0, 0)]);
        // The same position twice is two problems.
        let (old, new) = ([("x", A), ("y", A)], [("p", A), ("q", A)]);
        assert_eq!(of(&old, &new), [Both(0, 0), Both(1, 1)]);
    }
}
