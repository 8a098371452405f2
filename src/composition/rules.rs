//! The severity of findings, and the grade that a profile of rules gives them.

/// The severity of a finding, independent of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth mentioning, no flaw at all.
    Info,
    /// A choice that makes no difference to the composition, such as a dual of promotion.
    Minor,
    /// A flaw that magazines print with the composition (キズ), such as a transposition.
    Heavy,
    /// A defence that lasts longer than the line that the composition is known by, such as 変長.
    Grave,
    /// The composition is not what its author meant: no mate, another mate, or leftover pieces.
    Fatal,
}

/// The grade of a finding under a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// Worth mentioning.
    Remark,
    /// Too small to count.
    Minor,
    /// A blemish (キズ): the composition is complete, with a blemish.
    Blemish,
    /// It makes the composition unsound (不完全作).
    Fatal,
}

/// A profile of rules for judging a composition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Profile {
    /// Fully unique (完全限定): what magazines print as a blemish is fatal, and duals are blemishes.
    Strict,
    /// The practice of magazines.
    #[default]
    Standard,
    /// The practice of スマホ詰パラ: longer variations are blemishes, too.
    Lenient,
}

impl Profile {
    /// Returns the grade of a finding of this severity.
    #[must_use]
    pub const fn grade(self, severity: Severity) -> Grade {
        match (severity, self) {
            (Severity::Info, _) => Grade::Remark,
            (Severity::Minor, Self::Strict) | (Severity::Heavy, Self::Standard | Self::Lenient) => {
                Grade::Blemish
            }
            (Severity::Minor, Self::Standard | Self::Lenient) => Grade::Minor,
            (Severity::Grave, Self::Lenient) => Grade::Blemish,
            (Severity::Heavy, Self::Strict)
            | (Severity::Grave, Self::Strict | Self::Standard)
            | (Severity::Fatal, _) => Grade::Fatal,
        }
    }

    /// Returns whether a finding of this severity makes a composition unsound.
    #[must_use]
    pub fn fails(self, severity: Severity) -> bool {
        self.grade(severity) == Grade::Fatal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_severer_finding_is_never_of_a_lower_grade() {
        use Severity::{Fatal, Grave, Heavy, Info, Minor};
        for profile in [Profile::Strict, Profile::Standard, Profile::Lenient] {
            let grades = [Info, Minor, Heavy, Grave, Fatal].map(|it| profile.grade(it));
            assert!(grades.is_sorted(), "{profile:?}: {grades:?}");
        }
    }
}

/// Writes the word that options take.
impl std::fmt::Display for Profile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Strict => "strict",
            Self::Standard => "standard",
            Self::Lenient => "lenient",
        })
    }
}

/// Writes the word that rows have.
impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Remark => "remark",
            Self::Minor => "minor",
            Self::Blemish => "blemish",
            Self::Fatal => "fatal",
        })
    }
}
