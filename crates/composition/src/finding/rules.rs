//! The grade that a profile of rules gives a finding.

pub use crate::vocabulary::{Grade, Rules as Profile, Severity};

impl Profile {
    /// Returns the grade of a finding of this severity.
    #[must_use]
    pub const fn grade(self, severity: Severity) -> Grade {
        match (severity, self) {
            (Severity::Info, _)
            | (Severity::Tolerated, Self::Strict | Self::Standard | Self::Lenient) => Grade::Remark,
            (Severity::Minor, Self::Standard | Self::Lenient)
            | (Severity::Light, Self::Lenient) => Grade::Minor,
            (Severity::Minor, Self::Strict)
            | (Severity::Light, Self::Standard)
            | (Severity::Heavy, Self::Standard | Self::Lenient)
            | (Severity::Grave, Self::Lenient) => Grade::Blemish,
            (Severity::Light | Severity::Heavy, Self::Strict)
            | (Severity::Grave, Self::Strict | Self::Standard)
            | (Severity::Fatal, _)
            | (_, Self::Unique) => Grade::Fatal,
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
    fn grades_follow_the_severity_and_the_rules() {
        for profile in Profile::ALL {
            let grades = Severity::ALL.iter().map(|&it| profile.grade(it));
            assert!(grades.is_sorted(), "{profile:?}");
        }
        for &severity in Severity::ALL {
            let grades = Profile::ALL.iter().rev().map(|it| it.grade(severity));
            assert!(grades.is_sorted(), "{severity:?}");
        }
    }
}
