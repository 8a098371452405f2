//! The language of what is made to be looked at.

/// The language of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English, with the terms of the art in Japanese beside it.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Lang {
    /// The one of two texts that is in this language: English first.
    pub(super) fn of<T>(self, [english, japanese]: [T; 2]) -> T {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }
}
