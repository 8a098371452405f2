//! Makes certificates of answers, checks them and passes them on.

use super::context::JudgeContext;
use super::parsed::ParsedProblem;
use super::rejection::in_words;
use crate::answer::{Certified, claim_in_words, lines_in_words};
#[cfg(not(target_family = "wasm"))]
use crate::certificate::file::Writer;
use crate::certificate::{Certificate, Claim};
use crate::composition::certify::certify_after;
use crate::notation::{sfen, usi};
use crate::said::Said;
use crate::search::Uncertified;
use crate::shogi::Move;
use crate::verify;
use std::io;

says! {
    breaks_off(): "the proof breaks off", "証明が途切れている";
    withdrawn(claim, reason, at): "the search says \"{claim}\", but its proof fails, and the answer is withdrawn: {reason}, at {at}",
        "探索の答え「{claim}」の証明が成り立たないので、答えを取り消す：{reason}（局面 {at}）";
}

/// A destination for certificates.
pub trait CertificateSink {
    /// Writes a certificate.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&mut self, certificate: &Certificate) -> io::Result<()>;
}

#[cfg(not(target_family = "wasm"))]
impl<W: io::Write> CertificateSink for Writer<W> {
    fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        Writer::write(self, certificate)
    }
}

/// Keeps certificates in memory.
impl CertificateSink for Vec<Certificate> {
    fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        self.push(certificate.clone());
        Ok(())
    }
}

/// The certificates of one problem, in a file of their own.
pub trait CertificateFile: CertificateSink {
    /// Completes the file and puts it in its place. Without this call there is no file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn publish(self: Box<Self>) -> io::Result<()>;
}

/// A folder with one file of certificates for each problem.
pub trait CertificateFolder: std::fmt::Debug + Send + Sync {
    /// Begins the file for the problem with this id.
    ///
    /// # Errors
    /// If it cannot be written.
    fn begin(&self, id: &str) -> io::Result<Box<dyn CertificateFile>>;
}

/// Makes certificates, checks them if asked to, and passes them on.
#[derive(Default)]
pub struct Certifier<'a> {
    /// The destination of the certificates.
    pub sink: Option<&'a mut dyn CertificateSink>,
    /// Whether they are checked before an answer is given.
    pub verify: bool,
    /// The number of certificates written.
    pub written: usize,
}

/// The error for an answer whose proof fails, because the answer or the program is wrong. The
/// sentence says in which position.
pub(super) struct ProofFailure(pub Said);

/// A statement to prove: the claim, and the lines after which it is made. Without lines it is about
/// the problem.
pub(super) type Statement = (Vec<Vec<Move>>, Claim);

impl std::fmt::Debug for Certifier<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certifier")
            .field("verify", &self.verify)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

impl Certifier<'_> {
    /// Returns whether anything has to be proven.
    #[must_use]
    pub const fn is_wanted(&self) -> bool {
        self.sink.is_some() || self.verify
    }

    /// Proves statements about the problem that the solver of the context has just searched.
    ///
    /// # Errors
    /// If a certificate cannot be written.
    pub(super) fn prove(
        &mut self,
        context: &mut JudgeContext<'_>,
        parsed: &ParsedProblem,
        statements: &[Statement],
    ) -> io::Result<Result<Vec<Certified>, ProofFailure>> {
        let mut all_certified = Vec::new();
        let (solver, limits) = (&mut *context.solver, &context.question.limits);
        let observer = &mut *context.observer;
        for (lines, claim) in statements {
            let claim = *claim;
            let mut certified = Certified {
                claim: claim.into(),
                lines: lines.iter().map(|line| usi::write_moves(line)).collect(),
                plies: claim.plies(),
                positions: None,
                verified: false,
                limit: None,
            };
            let problem = &parsed.problem;
            match certify_after(solver, problem, lines, claim, limits, observer) {
                Ok((mut certificate, _)) => {
                    // The proof may count futile interpositions, and then it proves a longer mate.
                    certified.claim = certificate.claim.into();
                    certified.plies = certificate.claim.plies();
                    parsed.id.clone_into(&mut certificate.id);
                    let positions = certificate.positions();
                    certified.positions = Some(positions);
                    if self.verify {
                        if let Err(rejection) = verify::check(&certificate) {
                            let position = sfen::write(&rejection.position);
                            let reason = in_words(&rejection.reason);
                            return Ok(Err(failure(&certified, reason, position)));
                        }
                        certified.verified = true;
                    }
                    if let Some(sink) = &mut self.sink {
                        sink.write(&certificate)?;
                        self.written += 1;
                    }
                }
                // Such a claim has no certificate, although no limit was reached.
                Err(Uncertified::Interpositions | Uncertified::NotInCheck) => {}
                Err(Uncertified::Limit(reason)) => certified.limit = Some(reason.into()),
                Err(Uncertified::Contradiction(position)) => {
                    let position = sfen::write(&position);
                    return Ok(Err(failure(&certified, breaks_off(), position)));
                }
            }
            all_certified.push(certified);
        }
        Ok(Ok(all_certified))
    }
}

/// Returns the failure to prove a claim in a position, which is an SFEN.
fn failure(certified: &Certified, reason: Said, position: String) -> ProofFailure {
    let claim = Said::of(|lang| {
        let claim = claim_in_words(certified.claim, certified.plies, lang);
        lines_in_words(&certified.lines, lang) + &claim
    });
    ProofFailure(withdrawn(claim, reason, position))
}
