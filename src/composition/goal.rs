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

    /// Returns the English name, which [`Goal::named`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Brinkmate => "brinkmate",
            Self::Threatmate => "threatmate",
        }
    }

    /// Returns whether problems with this goal begin with the defender, who need not be in check.
    #[must_use]
    pub const fn begins_with_defender(self) -> bool {
        matches!(self, Self::Threatmate)
    }
}
