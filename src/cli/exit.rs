//! Exit statuses.

use crate::answer::Row;
use std::fmt;
use std::process::ExitCode;

/// The exit statuses from best to worst; a run ends with the worst of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: everything was answered.
    Success,
    /// 3: something is unknown within the limits.
    Unknown,
    /// 1: a problem has no mate or is flawed, a proof is rejected, or a version is worse than the other.
    Wrong,
    /// 4: some records or inputs could not be read, or there was nothing in them. The others are answered.
    Unread,
    /// 2: wrong usage, something could not be written, or the program failed.
    Failure,
    /// 141: the reader of standard output went away before everything was delivered.
    ReaderGone,
    /// 130: interrupted by Ctrl-C. Finished rows are complete.
    Interrupted,
}

/// The error of a run that had nothing to read, or could not read what it needs; it gives [`Exit::Unread`].
#[derive(Debug)]
pub struct Unread(pub String);

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unread {}

impl Exit {
    /// Returns the status of a run that failed.
    #[must_use]
    pub fn of_failure(error: &anyhow::Error) -> Self {
        if error.is::<Unread>() {
            Self::Unread
        } else {
            Self::Failure
        }
    }

    /// Returns the status of a run that answered everything it could read. `is_whole` says whether that was all.
    #[must_use]
    pub const fn of_input(is_whole: bool) -> Self {
        if is_whole {
            Self::Success
        } else {
            Self::Unread
        }
    }

    /// Returns the status of a row with an error. A row without a diagram is of a problem that could not be read.
    #[must_use]
    pub const fn of_error(row: &Row) -> Self {
        if row.sfen.is_none() {
            Self::Unread
        } else {
            Self::Failure
        }
    }

    /// Returns the number of the exit status.
    #[must_use]
    pub const fn status(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Wrong => 1,
            Self::Unknown => 3,
            Self::Unread => 4,
            Self::Interrupted => 130,
            // The status of a program that SIGPIPE ended; other systems have no such signal.
            Self::ReaderGone if cfg!(unix) => 141,
            Self::Failure | Self::ReaderGone => 2,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.status())
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::{self, *};
    use anyhow::anyhow;

    #[test]
    fn the_worst_row_decides() {
        let fold = |exits: &[Exit]| exits.iter().copied().max().unwrap_or(Success);
        assert_eq!(fold(&[]).status(), 0);
        assert_eq!(fold(&[Success, Unknown, Success]).status(), 3);
        assert_eq!(fold(&[Wrong, Unknown]).status(), 1);
        assert_eq!(fold(&[Unread, Wrong, Unknown]).status(), 4);
        assert_eq!(fold(&[Failure, Unread]).status(), 2);
        assert_eq!(fold(&[Interrupted, Failure]).status(), 130);
    }

    #[test]
    fn what_could_not_be_read_is_known_by_the_error_wherever_it_stands() {
        let unread = || super::Unread("nothing there".into());
        let failed = || anyhow!("gone");
        for error in [
            unread().into(),
            failed().context(unread()),
            failed().context(unread()).context("in a run"),
        ] {
            assert_eq!(Exit::of_failure(&error), Unread, "{error:#}");
        }
        assert_eq!(Exit::of_failure(&failed().context("in a run")), Failure);
    }
}
