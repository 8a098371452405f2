//! Compares an answer with the input's claims about the problem.

use super::row::Row;
use crate::vocabulary::{Compared, Limit, Status, Verdict};

impl Row {
    /// Compares the answer with the length and the line of the input, and with its verdict if there
    /// is one. What a limit left open contradicts no claim.
    pub fn compare(&mut self, verdict: Option<Verdict>) {
        self.expected_verdict = verdict;
        let is_contradicted = |claim: &Compared| match claim {
            Compared::Verdict => verdict.is_some_and(|it| self.contradicts(it)),
            Compared::Plies => {
                let expected = self.expected_plies;
                expected.is_some_and(|it| self.contradicts_length(it))
            }
            Compared::Line => self.has_other_line(),
        };
        let claims = Compared::ALL.iter().copied();
        self.unexpected = Some(claims.filter(is_contradicted).collect());
    }

    /// Returns whether the verdict is the expected one.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        let is_other = self.expected_verdict.map(|it| self.contradicts(it));
        is_other == Some(false) && self.unexpected.as_ref().is_some_and(Vec::is_empty)
    }

    /// Returns whether the verdict proves that the expected one is wrong.
    fn contradicts(&self, expected: Verdict) -> bool {
        let is_mate = self.plies.or(self.plies_at_most).is_some();
        match (self.verdict, expected) {
            // The mate is known, only the alternatives are open.
            (Verdict::Unknown, Verdict::NoMate | Verdict::NoBrinkmate) => is_mate,
            // With a plain mate it is not a brinkmate problem.
            (Verdict::Flawed, Verdict::Brinkmate) => {
                self.finding_kinds().any(|it| it == "plain_mate")
            }
            // An expected mate says nothing about alternatives.
            (Verdict::Unknown, _)
            | (Verdict::Sound | Verdict::Blemished, Verdict::Mate | Verdict::Brinkmate)
            | (Verdict::Flawed, Verdict::Mate) => false,
            (found, expected) => found != expected,
        }
    }

    /// Returns whether this is the composed or the strict length of the answer.
    pub(crate) fn is_length(&self, expected: u32) -> bool {
        [self.plies, self.plies_strict].contains(&Some(expected))
    }

    /// Returns whether the length in the input is the strict length and greater than the composed one.
    pub(crate) fn counts_futile(&self) -> bool {
        self.expected_plies
            .is_some_and(|it| self.is_only_strict_length(it))
    }

    /// Returns whether this is the strict length and greater than the composed one.
    fn is_only_strict_length(&self, plies: u32) -> bool {
        self.plies.is_some_and(|it| it < plies) && self.plies_strict == Some(plies)
    }

    /// Returns whether it is proven that this length is wrong.
    pub(crate) fn contradicts_length(&self, expected: u32) -> bool {
        match (self.plies, self.plies_at_most) {
            // It may be the strict length, if that was not worked out.
            (Some(plies), _)
                if self.goal.is_mate() && expected > plies && self.plies_strict.is_none() =>
            {
                self.finding_kinds().any(|kind| kind == "early_mate")
            }
            (Some(_), _) => !self.is_length(expected),
            (None, Some(most)) if self.goal.is_mate() => {
                most < expected && self.finding_kinds().any(|kind| kind == "early_mate")
            }
            (None, Some(most)) => most < expected,
            (None, None) => self.is_proven_absent(),
        }
    }

    /// Returns whether the author's line is wrong although its length is right. A wrong length is
    /// reported as a length.
    fn has_other_line(&self) -> bool {
        let moves = self.author_line.as_ref().map(Vec::len);
        let is_strict = moves.is_some_and(|it| self.is_only_strict_length(it as u32));
        self.finding_kinds().any(|kind| kind == "author_line")
            && !is_strict
            && !self.counts_futile()
            && !self
                .expected_plies
                .is_some_and(|it| self.contradicts_length(it))
    }

    /// Marks the row as interrupted. If a limit is stated in it, the interruption takes its place, since
    /// more may be open than that limit explains.
    pub fn mark_interrupted(&mut self) {
        self.unwritten.is_interrupted = true;
        self.limit = self.limit.and(Some(Limit::Interrupt));
    }

    /// Returns whether the program was interrupted while it worked on the problem. Then the answer may be
    /// incomplete even if another limit was reached first.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.unwritten.is_interrupted || self.limit == Some(Limit::Interrupt)
    }

    /// Returns whether the verdict is open and more time or nodes could decide it.
    #[must_use]
    pub fn is_worth_retrying(&self) -> bool {
        self.verdict == Verdict::Unknown
            && self.status == Status::Limit
            && matches!(self.limit, Some(Limit::Time | Limit::Nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(verdict: Verdict, plies: Option<u32>, at_most: Option<u32>) -> Row {
        Row {
            plies,
            plies_at_most: at_most,
            ..Row::empty("x".to_owned(), Status::Done, verdict)
        }
    }

    #[test]
    fn only_what_is_proven_is_unexpected() {
        use Verdict::{Flawed, Mate, NoMate, Sound, Unknown};
        for (verdict, plies, most, says, length, unexpected) in [
            (Sound, Some(7), None, Some(Sound), Some(7), &[][..]),
            (Sound, Some(7), None, Some(Mate), None, &[]),
            (
                Sound,
                Some(7),
                None,
                Some(Flawed),
                Some(9),
                &[Compared::Verdict, Compared::Plies],
            ),
            (Flawed, Some(7), None, None, Some(9), &[Compared::Plies]),
            (
                NoMate,
                None,
                None,
                Some(NoMate),
                Some(9),
                &[Compared::Plies],
            ),
            (NoMate, None, None, Some(Mate), None, &[Compared::Verdict]),
            (Unknown, None, None, Some(Sound), Some(9), &[]),
            (Unknown, None, Some(7), Some(Sound), Some(7), &[]),
            (
                Unknown,
                None,
                Some(7),
                Some(NoMate),
                // It may be the strict length.
                Some(9),
                &[Compared::Verdict],
            ),
        ] {
            let mut row = row(verdict, plies, most);
            row.expected_plies = length;
            row.plies_strict = plies;
            row.compare(says);
            assert_eq!(row.unexpected.as_deref(), Some(unexpected), "{row:?}");
        }
    }

    #[test]
    fn a_length_may_count_futile_interpositions() {
        let wrong = [Compared::Plies];
        for (strict, expected, unexpected) in [
            (Some(9), 9, &[][..]),
            (Some(9), 7, &[]),
            (Some(9), 11, &wrong),
            // The strict length is not known.
            (None, 9, &[]),
            (None, 5, &wrong),
        ] {
            let mut row = row(Verdict::Sound, Some(7), None);
            row.plies_strict = strict;
            row.expected_plies = Some(expected);
            row.compare(None);
            assert_eq!(row.unexpected.as_deref(), Some(unexpected), "{row:?}");
            assert_eq!(row.counts_futile(), (strict, expected) == (Some(9), 9));
        }
    }
}
