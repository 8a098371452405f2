//! The comparisons of a run, counted.

use crate::vocabulary::Outcome;

/// The comparisons of a run, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparisonTally([usize; Outcome::ALL.len()]);

impl ComparisonTally {
    /// Counts a comparison.
    pub fn add(&mut self, outcome: Outcome) {
        self.0[outcome as usize] += 1;
    }

    /// Returns the number of problems with this outcome.
    #[must_use]
    pub const fn count(&self, outcome: Outcome) -> usize {
        self.0[outcome as usize]
    }

    /// Returns the number of problems that are in both versions.
    #[must_use]
    pub fn in_both(&self) -> usize {
        let alone = [Outcome::OnlyOld, Outcome::OnlyNew].map(|it| self.count(it));
        self.total() - alone.iter().sum::<usize>()
    }

    /// Returns the number of all problems.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }
}
