//! The part of a certificate about the composed game.

use super::super::rejection::Reason;
use super::super::strict_proof::StrictProof;
use super::entries::{Entries, Robust};
use crate::certificate::Certificate;

/// The steps that the check of any certificate may take: positions of the defender looked at.
const STEPS_ALWAYS: u64 = 500_000;

/// The steps allowed for each entry in addition. Most entries need a few; only long chains of
/// interpositions need more.
const STEPS_PER_ENTRY: u64 = 500;

/// The number of robust entries whose look-up counts as one step.
const ROBUST_PER_STEP: u64 = 1024;

/// The part of a certificate about the composed game, prepared for the check.
pub struct ComposedProof<'a> {
    pub(super) certificate: &'a Certificate,
    /// The mates of the strict game in the certificate.
    pub(super) strict: &'a StrictProof<'a>,
    pub(super) entries: Entries,
    pub(super) robust: Robust,
    steps_left: u64,
}

impl<'a> ComposedProof<'a> {
    pub fn new(certificate: &'a Certificate, strict: &'a StrictProof<'a>) -> Self {
        Self {
            certificate,
            strict,
            entries: Entries::new(certificate),
            robust: Robust::new(certificate.attacker),
            steps_left: STEPS_ALWAYS + STEPS_PER_ENTRY * certificate.composed.len() as u64,
        }
    }

    /// Counts a step, with the robust entries looked at since the last one.
    ///
    /// # Errors
    /// If there were too many steps.
    pub(super) fn step(&mut self) -> Result<(), Reason> {
        // This keeps the work in proportion to the number of entries, even if all of them share a
        // board.
        let look_ups = self.robust.take_looked_at() / ROBUST_PER_STEP;
        let left = self.steps_left.checked_sub(1 + look_ups);
        self.steps_left = left.ok_or(Reason::TooInvolved)?;
        Ok(())
    }
}
