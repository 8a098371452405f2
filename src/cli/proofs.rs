//! Certificates of the answers of a run: made, checked, written.

use super::plan::Proofs;
use crate::certificate::{Certificate, Claim};
use crate::notation::{sfen, usi};
use crate::report::{Certified, claim_in_words};
use crate::search::{Answer, Limits, Progress, Solver, Uncertified};
use crate::tsume::Problem;
use crate::tsume::certify::{certify, claims};
use crate::verify::{self, Reason};
use anyhow::Context;

/// An answer that cannot be proven because it is wrong, or the program is: a sentence that says
/// where.
pub(super) struct Withdrawn(pub String);

impl Proofs {
    /// Whether anything is to be proven at all.
    pub const fn are_wanted(&self) -> bool {
        self.file.is_some() || self.verify
    }

    /// Proves an answer that `solver` has just given.
    ///
    /// # Errors
    /// When a certificate cannot be written.
    pub fn prove(
        &mut self,
        solver: &mut Solver,
        problem: &Problem,
        (id, answer): (&str, Answer),
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> anyhow::Result<Result<Vec<Certified>, Withdrawn>> {
        let mut all = Vec::new();
        for claim in claims(answer) {
            let mut certified = Certified {
                claim: claim.into(),
                plies: claim.plies(),
                positions: None,
                verified: false,
                limit: None,
            };
            match certify(solver, problem, claim, limits, observer) {
                Ok((mut certificate, _)) => {
                    id.clone_into(&mut certificate.id);
                    certified.positions = Some(certificate.entries.len());
                    if self.verify {
                        if let Err(withdrawn) = confirm(&certificate) {
                            return Ok(Err(withdrawn));
                        }
                        certified.verified = true;
                    }
                    if let Some(file) = &mut self.file {
                        let written = file.write(&certificate);
                        written.context("cannot write the certificates")?;
                    }
                }
                Err(Uncertified::Limit(reason)) => certified.limit = Some(reason.into()),
                Err(Uncertified::Contradiction(position)) => {
                    let at = sfen::write(&position);
                    return Ok(Err(withdrawn(claim, "the proof breaks off", &at)));
                }
            }
            all.push(certified);
        }
        Ok(Ok(all))
    }
}

fn confirm(certificate: &Certificate) -> Result<(), Withdrawn> {
    verify::check(certificate).map_err(|rejection| {
        let at = sfen::write(&rejection.position);
        withdrawn(certificate.claim, &in_words(&rejection.reason), &at)
    })
}

fn withdrawn(claim: Claim, reason: &str, at: &str) -> Withdrawn {
    let claim = claim_in_words(claim.into(), claim.plies());
    Withdrawn(format!(
        "the search says \"{claim}\", but its proof fails, and the answer is withdrawn: {reason}, at {at}"
    ))
}

/// Why a certificate is rejected, with moves as in USI.
pub(super) fn in_words(reason: &Reason) -> String {
    match *reason {
        Reason::Illegal(mv) => format!("the move {} is not legal", usi::write_move(mv)),
        Reason::NotCheck(mv) => format!("the move {} is not a check", usi::write_move(mv)),
        Reason::CheckNotAnswered(mv) => format!(
            "no reply to the check {} leads to a position with a proof",
            usi::write_move(mv)
        ),
        Reason::ReplyNotCovered {
            check,
            reply,
            plies,
        } => {
            let check = check.map_or_else(String::new, |mv| {
                format!("after the check {} ", usi::write_move(mv))
            });
            let reply = usi::write_move(reply);
            format!("{check}the reply {reply} leads to no proof of a mate within {plies} plies")
        }
        reason => reason.to_string(),
    }
}
