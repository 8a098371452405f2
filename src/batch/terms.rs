//! Compares the rules, limits and options of an earlier run with those of a new one that continues its rows.

use std::fmt;
use std::time::Duration;

/// A term in which the rows of two runs may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The version of the program.
    Version,
    /// The rules.
    Rules,
    /// The limits and the other options.
    Limits,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Version => "the version",
            Self::Rules => "the rules",
            Self::Limits => "the limits",
        })
    }
}

/// The rules and limits of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The name of the rules, as in the rows.
    pub rules: String,
    /// The limits of each problem and the other options, as in the rows.
    pub limits: String,
    /// The limits of problems that are judged again, if there are any.
    pub limits_again: Option<String>,
}

impl Terms {
    /// Returns the factor between the limits of a row and those of this run: 1 for the same, more for problems
    /// that were judged again. `None` if they are no multiple, or other options differ.
    #[must_use]
    pub fn factor_of(&self, limits: &str) -> Option<u128> {
        let mut factor = None;
        let (mut of_row, mut of_run) = (limits.split(' '), self.limits.split(' '));
        loop {
            let (theirs, ours) = match (of_row.next(), of_run.next()) {
                (None, None) => return Some(factor.unwrap_or(1)),
                (theirs, ours) => (theirs?, ours?),
            };
            let of_word = match (Amount::new(theirs), Amount::new(ours)) {
                (Some(theirs), Some(ours)) => theirs.times(&ours)?,
                _ if theirs == ours => continue,
                _ => return None,
            };
            // All limits grow by the same factor.
            if *factor.get_or_insert(of_word) != of_word {
                return None;
            }
        }
    }

    /// Returns whether this run has higher limits for a problem that is unknown with `factor` times its limits.
    #[must_use]
    pub fn gives_more_than(&self, factor: u128) -> bool {
        let again = self.limits_again.as_deref();
        let again = again.and_then(|it| self.factor_of(it));
        again.is_some_and(|it| it > factor)
    }
}

/// A limit that grows when a problem is judged again: the time, or a number of nodes.
struct Amount<'a> {
    key: &'a str,
    amount: u128,
}

impl<'a> Amount<'a> {
    fn new(word: &'a str) -> Option<Self> {
        let (key, value) = word.split_once('=')?;
        let amount = match key {
            "time" => humantime::parse_duration(value)
                .as_ref()
                .map(Duration::as_nanos)
                .ok()?,
            "nodes" | "nodes-per-alternative" => value.parse().ok()?,
            _ => return None,
        };
        Some(Self { key, amount })
    }

    /// Returns the factor between this limit and the other. `None` if it is not a whole number.
    fn times(&self, other: &Self) -> Option<u128> {
        let is_multiple = self.key == other.key
            && other.amount > 0
            && self.amount > 0
            && self.amount.is_multiple_of(other.amount);
        is_multiple.then_some(self.amount / other.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_an_earlier_second_pass_are_known() {
        let terms = |limits: &str, again: Option<&str>| Terms {
            rules: "standard".to_owned(),
            limits: limits.to_owned(),
            limits_again: again.map(str::to_owned),
        };
        let here = "time=1m30s nodes=1000 hash=64MiB expect";
        for (there, factor) in [
            (here, Some(1)),
            ("time=3m nodes=2000 hash=64MiB expect", Some(2)),
            ("time=30m nodes=20000 hash=64MiB expect", Some(20)),
            // Time and nodes grow together, and by whole factors.
            ("time=3m nodes=1000 hash=64MiB expect", None),
            ("time=3m nodes=3000 hash=64MiB expect", None),
            ("time=135s nodes=1500 hash=64MiB expect", None),
            ("time=45s nodes=500 hash=64MiB expect", None),
            ("time=0s nodes=0 hash=64MiB expect", None),
            ("time=3m nodes=2000 hash=128MiB expect", None),
            ("time=3m nodes=2000 hash=64MiB", None),
            ("time=3m nodes=2000 hash=64MiB expect verify", None),
            ("time=3m hash=64MiB expect", None),
            ("", None),
        ] {
            assert_eq!(terms(here, None).factor_of(there), factor, "{there}");
        }
        let again = terms("nodes=10 hash=1", Some("nodes=50 hash=1"));
        let more = [1, 4, 5, 20].map(|factor| again.gives_more_than(factor));
        assert_eq!(more, [true, true, false, false]);
        assert!(!terms("nodes=10", None).gives_more_than(1));
    }
}
