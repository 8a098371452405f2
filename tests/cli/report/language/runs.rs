//! Questions and faults of every kind, each as the arguments of a run.

use super::{BOUNDED, COOKED, ENDLESS, FUTILE, NO_MATE, ONE};
use crate::manual::examples::words;

/// Returns the arguments of all runs.
pub(crate) fn runs() -> Vec<Vec<String>> {
    let problems = [
        ("$ONE", ONE),
        ("$NO_MATE", NO_MATE),
        ("$FUTILE", FUTILE),
        ("$COOKED", COOKED),
        ("$BOUNDED", BOUNDED),
        ("$ENDLESS", ENDLESS),
    ];
    let problem = |word: String| {
        let known = problems.iter().find(|it| it.0 == word);
        known.map_or(word, |it| it.1.to_owned())
    };
    let lines = include_str!("runs.txt").lines().filter(|it| !it.starts_with('#'));
    lines.map(|line| words(line).into_iter().map(problem).collect()).collect()
}
