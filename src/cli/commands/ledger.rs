//! Counts rows and works out the exit status.

use crate::answer::{Row, Tally};
use crate::cli::exit::Exit;
use crate::vocabulary::{Status, Verdict};

/// The results that give status 1 without `--fail-on`.
const FAILS_BY_DEFAULT: [&str; 5] = [
    "flawed",
    "no_mate",
    "no_brinkmate",
    "no_threat",
    "unexpected",
];

/// The rows of a run, counted.
#[derive(Debug)]
pub(super) struct Ledger {
    pub tally: Tally,
    pub exit: Exit,
    /// The number of rows that give status 1.
    pub failing: usize,
    /// The words of `--fail-on`. Without them status 1 means one of [`FAILS_BY_DEFAULT`] that the input does not
    /// expect.
    fail_on: Option<Vec<&'static str>>,
}

impl Ledger {
    /// Begins without rows.
    pub fn new(is_check: bool, fail_on: Option<Vec<&'static str>>) -> Self {
        Self {
            tally: Tally {
                judged: is_check,
                ..Tally::default()
            },
            exit: Exit::Success,
            failing: 0,
            fail_on,
        }
    }

    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        self.tally.add(row);
        let exit = self.exit_of(row);
        self.exit = self.exit.max(exit);
        self.failing += usize::from(exit == Exit::Wrong);
    }

    /// Returns whether there is no row although the run came to its end.
    pub fn is_empty(&self) -> bool {
        self.tally.total() == 0 && !self.tally.interrupted
    }

    fn exit_of(&self, row: &Row) -> Exit {
        if row.verdict == Verdict::Error {
            return Exit::of_error(row);
        }
        let is_default = self.fail_on.is_none();
        let fails = match &self.fail_on {
            Some(words) => words.iter().any(|it| has_result(row, it)),
            None => !row.is_as_expected() && FAILS_BY_DEFAULT.iter().any(|it| has_result(row, it)),
        };
        match (row.verdict, row.status) {
            _ if fails => Exit::Wrong,
            // Once a composition is flawed, it does not matter what a limit left open.
            (Verdict::Flawed, _) if is_default => Exit::Success,
            (Verdict::Unknown, _) | (_, Status::Limit) => Exit::Unknown,
            _ if row.unwritten.is_incomplete || is_uncertified(row) => Exit::Unknown,
            _ => Exit::Success,
        }
    }
}

/// Returns whether a certificate that was asked for could not be made within the limits.
fn is_uncertified(row: &Row) -> bool {
    let mut certificates = row.certificates.iter().flatten();
    certificates.any(|certified| certified.positions.is_none())
}

/// Returns whether a row has this result, a word of `--fail-on` or `--only`.
fn has_result(row: &Row, word: &str) -> bool {
    match word {
        "unexpected" => row.unexpected.as_ref().is_some_and(|it| !it.is_empty()),
        "duplicate" => row.duplicate_of.is_some(),
        word => row.verdict.word() == word || row.finding_kinds().any(|kind| kind == word),
    }
}

/// Returns whether a row has one of the results of `--only`, or that option was not given.
pub(super) fn is_wanted(row: &Row, only: Option<&[&'static str]>) -> bool {
    only.is_none_or(|words| words.iter().any(|it| has_result(row, it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_in_the_same_problem_before_counts() {
        let fails = |kinds: &[&'static str], word: &'static str| {
            let mut row = Row::empty("x".to_owned(), Status::Done, Verdict::Flawed);
            row.found_before = kinds.iter().map(|&it| it.into()).collect();
            let mut ledger = Ledger::new(true, Some(vec![word]));
            ledger.add(&row);
            assert_eq!(ledger.tally.defects.len(), 0);
            ledger.exit == Exit::Wrong
        };
        assert!(fails(&["last_move_dual", "cook"], "cook"));
        assert!(!fails(&["last_move_dual"], "cook"));
        assert!(!fails(&["cook"], "early_mate"));
    }
}
