//! The grade that a profile of rules gives a finding.

pub use crate::vocabulary::{Grade, Rules as Profile, Severity};

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
