//! The answers of a run, counted.

use super::kinds::kind_named;
use super::row::Row;
use crate::vocabulary::{Status, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The answers of a run, counted. The counts of parts of a run can be added up by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Whether the problems are judged as compositions.
    #[serde(skip)]
    pub judged: bool,
    /// Problems with a mate that were not judged as compositions.
    pub mate: usize,
    /// Sound compositions.
    pub sound: usize,
    /// Compositions with a blemish, and nothing fatal.
    pub blemished: usize,
    /// Flawed compositions.
    pub flawed: usize,
    /// Problems without a mate.
    pub no_mate: usize,
    /// Brinkmates (必至) that were not judged as compositions.
    pub brinkmate: usize,
    /// Threats (詰めろ) that some defence meets.
    pub threatmate: usize,
    /// Problems without a brinkmate.
    pub no_brinkmate: usize,
    /// Positions without a threat.
    pub no_threat: usize,
    /// Problems undecided within the limits.
    pub unknown: usize,
    /// Problems that could not be read.
    #[serde(rename = "error")]
    pub errors: usize,
    /// Mates whose length is only bounded because of a limit.
    pub not_shortest: usize,
    /// Problems with an expected length whose composed length is proven, or that are proven to have
    /// no mate.
    pub compared: usize,
    /// Problems in [`Tally::compared`] whose two lengths agree.
    pub agreed: usize,
    /// Problems whose input makes a claim that is proven to be wrong, if claims were compared.
    pub unexpected: usize,
    /// Duplicates of earlier problems.
    pub duplicates: usize,
    /// For each kind of defect, the number of compositions that have it, without duplicates.
    #[serde(skip)]
    pub defects: BTreeMap<&'static str, usize>,
    /// Claims with a certificate.
    pub certified: usize,
    /// Claims whose certificate could not be made within the limits.
    pub uncertified: usize,
    /// Wall-clock time of the whole run.
    #[serde(skip)]
    pub elapsed: Duration,
    /// Whether the run was interrupted.
    #[serde(skip)]
    pub interrupted: bool,
}

impl Tally {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        *match row.verdict {
            Verdict::Mate => &mut self.mate,
            Verdict::Sound => &mut self.sound,
            Verdict::Blemished => &mut self.blemished,
            Verdict::Flawed => &mut self.flawed,
            Verdict::NoMate => &mut self.no_mate,
            Verdict::Brinkmate => &mut self.brinkmate,
            Verdict::Threatmate => &mut self.threatmate,
            Verdict::NoBrinkmate => &mut self.no_brinkmate,
            Verdict::NoThreat => &mut self.no_threat,
            Verdict::Unknown => &mut self.unknown,
            Verdict::Error => &mut self.errors,
        } += 1;
        let is_found = matches!(row.verdict, Verdict::Mate | Verdict::Brinkmate);
        if is_found && row.status == Status::Limit {
            self.not_shortest += 1;
        }
        let kinds = row.defects.iter().filter_map(|it| kind_named(&it.kind));
        let mut kinds: Vec<_> = kinds.collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.defects.entry(kind).or_default() += 1;
        }
        self.duplicates += usize::from(row.duplicate_of.is_some());
        let is_unexpected = row.unexpected.as_ref().is_some_and(|it| !it.is_empty());
        self.unexpected += usize::from(is_unexpected);
        for certified in row.certificates.iter().flatten() {
            *match certified.positions {
                Some(_) => &mut self.certified,
                None => &mut self.uncertified,
            } += 1;
        }
        let is_known = row.plies.is_some() || row.is_proven_absent();
        if row.expected_plies.is_some() && is_known {
            self.compared += 1;
            self.agreed += usize::from(row.expected_plies.is_some_and(|it| row.is_length(it)));
        }
    }

    /// Returns the number of all problems, unreadable ones included.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.mate
            + self.sound
            + self.blemished
            + self.flawed
            + self.no_mate
            + self.brinkmate
            + self.threatmate
            + self.no_brinkmate
            + self.no_threat
            + self.unknown
            + self.errors
    }
}
