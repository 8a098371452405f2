//! How severe a finding is, and which profile of rules tolerates it.

/// How severe a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth telling, no flaw at all.
    Info,
    /// A blemish (キズ).
    Minor,
    /// A heavy flaw.
    Heavy,
    /// It makes the composition unsound (不完全作).
    Fatal,
}

/// A profile of rules: what a composition is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Fully unique (完全限定): everything above [`Severity::Info`] fails.
    Strict,
    /// The practice of magazines: heavy flaws fail as fatal ones do.
    #[default]
    Standard,
    /// Only what is fatal fails.
    Lenient,
}

impl Profile {
    /// Whether a finding of this severity fails a composition.
    #[must_use]
    pub fn fails(self, severity: Severity) -> bool {
        severity
            >= match self {
                Self::Strict => Severity::Minor,
                Self::Standard => Severity::Heavy,
                Self::Lenient => Severity::Fatal,
            }
    }
}
