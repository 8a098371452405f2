//! The question about a position.

/// The goal (目的) of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Goal {
    /// 詰: the attacker mates by continuous checks.
    #[default]
    Mate,
    /// 必至: the attacker gives checks and threats, until every defence is mated.
    Brinkmate,
    /// 詰めろ: the defender is to move. Would the attacker mate after a pass, and after which
    /// defences?
    Threatmate,
}

impl Goal {
    /// Every goal.
    pub const ALL: [Self; 3] = [Self::Mate, Self::Brinkmate, Self::Threatmate];

    /// Returns the goal with this name in English or Japanese.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Some(match word.trim() {
            "mate" | "詰" | "詰み" => Self::Mate,
            "brinkmate" | "必至" | "必死" => Self::Brinkmate,
            "threatmate" | "詰めろ" => Self::Threatmate,
            _ => return None,
        })
    }

    /// Returns the goal that a record names itself: by the first of these words that is not empty, else by
    /// its length (`3手必至`). A word that names no goal is given back.
    #[must_use]
    pub fn of_record<'a>(
        words: impl IntoIterator<Item = Option<&'a str>>,
        length: Option<&str>,
    ) -> Option<Result<Self, String>> {
        let mut words = words.into_iter().flatten();
        if let Some(word) = words.find(|it| !it.trim().is_empty()) {
            return Some(Self::named(word).ok_or_else(|| word.to_owned()));
        }
        let is_brinkmate = length.is_some_and(|it| it.contains("必至"));
        is_brinkmate.then_some(Ok(Self::Brinkmate))
    }

    /// Returns the English name, which [`Goal::named`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Brinkmate => "brinkmate",
            Self::Threatmate => "threatmate",
        }
    }

    /// Returns the Japanese name.
    #[must_use]
    pub const fn term(self) -> &'static str {
        match self {
            Self::Mate => "詰",
            Self::Brinkmate => "必至",
            Self::Threatmate => "詰めろ",
        }
    }

    /// Returns whether problems with this goal begin with the defender, who need not be in check.
    #[must_use]
    pub const fn begins_with_defender(self) -> bool {
        matches!(self, Self::Threatmate)
    }
}

/// Writes the English name.
impl std::fmt::Display for Goal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
