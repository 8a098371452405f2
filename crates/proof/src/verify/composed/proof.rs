//! The part of a certificate about the composed game.

use super::super::rejection::Reason;
use super::super::strict_proof::StrictProof;
use super::entries::{Entries, Robust};
use crate::certificate::Certificate;

/// The most positions of the defender that may be looked at for the whole certificate.
const STEPS: u64 = 500_000;

/// The most positions for each entry in addition. Most entries need a few; only long chains of
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
    steps: u64,
}

impl<'a> ComposedProof<'a> {
    pub fn new(certificate: &'a Certificate, strict: &'a StrictProof<'a>) -> Self {
        Self {
            certificate,
            strict,
            entries: Entries::new(certificate),
            robust: Robust::new(certificate.attacker),
            steps: STEPS + STEPS_PER_ENTRY * certificate.composed.len() as u64,
        }
    }

    /// Counts a step, with the robust entries looked at since the last one.
    ///
    /// # Errors
    /// If there were too many steps.
    pub(super) fn step(&mut self) -> Result<(), Reason> {
        // This keeps the work in proportion to the number of entries, even if all of them share a
        // board.
        let more = self.robust.looked_at() / ROBUST_PER_STEP;
        let left = self.steps.checked_sub(1 + more);
        self.steps = left.ok_or(Reason::TooInvolved)?;
        Ok(())
    }
}
