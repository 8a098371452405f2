//! Checks a certificate: every entry once, one check and one reply deep.
//!
//! The check relies only on the rules of [`super::rules`] and on the argument in [`crate::certificate`],
//! which says why entries that support each other prove the claim. It does not matter which program
//! wrote the entries and how it found them. Entries that no other entry needs are checked as well.

use super::brinkmate_proof::BrinkmateProof;
use super::composed::ComposedProof;
use super::rejection::{Reason, Rejection};
use super::strict_proof::StrictProof;
use crate::certificate::Certificate;

/// Checks a certificate. `Ok` means that its claim is proven.
///
/// The time is in proportion to the number of entries. In addition to the certificate, the check takes
/// some forty bytes for each entry of the strict game, and two or three times as many for one of the
/// composed game. A board that more than 256 entries share takes up to 428 kB more.
///
/// # Errors
/// The first position at which the proof fails, with the reason.
pub fn check(certificate: &Certificate) -> Result<(), Rejection> {
    check_until(certificate, &|| false)
}

/// Checks a certificate as [`check`] does, and ends the check when `stop` returns true. Calls `stop` at
/// each position.
///
/// # Errors
/// The first position at which the proof fails, with the reason; [`Reason::Stopped`] if
/// `stop` ended the check.
pub fn check_until(certificate: &Certificate, stop: &dyn Fn() -> bool) -> Result<(), Rejection> {
    let strict = StrictProof::new(certificate);
    let at_root = |reason| Rejection::at(certificate.setup.clone(), reason);
    let boards = strict.problem().map_err(at_root)?;
    if !certificate.claim.is_composed() && !certificate.composed.is_empty() {
        return Err(at_root(Reason::UnexpectedComposed));
    }
    if !certificate.claim.is_brinkmate() && !certificate.brinkmates.is_empty() {
        return Err(at_root(Reason::UnexpectedBrinkmates));
    }
    if certificate.claim.is_brinkmate() {
        let brinkmate = BrinkmateProof::new(certificate, &strict);
        for board in boards {
            let board = board.map_err(at_root)?;
            let checked = brinkmate.claim(&board);
            checked.map_err(|reason| Rejection::at(board.to_setup(), reason))?;
        }
        brinkmate.entries(stop)?;
    } else if certificate.claim.is_composed() {
        let mut composed = ComposedProof::new(certificate, &strict);
        composed.entries(stop)?;
        for board in boards {
            let board = board.map_err(at_root)?;
            let checked = composed.claim(&board);
            checked.map_err(|reason| Rejection::at(board.to_setup(), reason))?;
        }
    } else {
        for board in boards {
            let board = board.map_err(at_root)?;
            let checked = strict.claim(&board);
            checked.map_err(|reason| Rejection::at(board.to_setup(), reason))?;
        }
    }
    for entry in &certificate.entries {
        if stop() {
            return Err(at_root(Reason::Stopped));
        }
        strict.entry(entry)?;
    }
    Ok(())
}
