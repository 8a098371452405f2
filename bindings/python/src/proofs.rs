//! Certificates in bytes.

use crate::asked::invalid;
use crate::problem::Problem;
use crate::signals::Signals;
use pyo3::prelude::*;
use serde::Serialize;
use std::io;
use tsume::certificate::Certificate;
use tsume::certificate::file::{Form, Reader, Writer};
use tsume::judge::proven::ProvenClaims;
use tsume::judge::rejection::in_words;
use tsume::notation::{sfen, usi};
use tsume::vocabulary::{ClaimKind, Side};

/// Returns a file of certificates.
pub fn file(certificates: &[Certificate], readable: bool) -> io::Result<Vec<u8>> {
    let form = if readable {
        Form::Readable
    } else {
        Form::Compact
    };
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, form)?;
    for certificate in certificates {
        writer.write(certificate)?;
    }
    writer.finish()?;
    Ok(bytes)
}

/// A checked certificate.
#[derive(Serialize)]
struct Checked {
    id: String,
    sfen: String,
    attacker: Side,
    lines: Vec<Vec<String>>,
    claim: ClaimKind,
    plies: Option<u32>,
    positions: usize,
    proven: bool,
    /// Why it is rejected, and the position.
    reason: Option<String>,
    rejected_at: Option<String>,
}

/// What is proven of a problem: that there is no mate, the composed length, the strict length, a
/// bound of the length, and that there is one solution.
type About = (bool, Option<u32>, Option<u32>, Option<u32>, bool);

/// The claims of checked certificates, by problem.
#[pyclass(frozen, module = "tsume_shogi._native")]
#[derive(Debug)]
pub struct Claims(ProvenClaims);

#[pymethods]
impl Claims {
    /// What they prove about a problem.
    fn about(&self, problem: &Problem) -> About {
        let proven = self.0.about(&problem.0.parsed().problem);
        (
            proven.no_mate,
            proven.plies,
            proven.plies_strict,
            proven.plies_at_most,
            proven.has_one_solution(),
        )
    }
}

/// Checks every certificate of a file with the independent checker. The results are JSON. Also returns the
/// claims.
#[pyfunction]
pub fn verify(py: Python<'_>, file: &[u8]) -> PyResult<(String, Claims)> {
    let (checked, claims, signals) = py.detach(move || {
        let signals = Signals::default();
        let mut claims = ProvenClaims::default();
        let certificates = Reader::new(file).take_while(|_| !signals.have_raised());
        let checked = certificates.map(|it| it.map(|it| check(it, &signals, &mut claims)));
        let checked: Result<Vec<Checked>, _> = checked.collect();
        (checked, claims, signals)
    });
    signals.raised()?;
    match checked {
        Ok(checked) => {
            let checked = serde_json::to_string(&checked).unwrap_or_default();
            Ok((checked, Claims(claims)))
        }
        Err(error) => Err(invalid(error)),
    }
}

fn check(mut certificate: Certificate, signals: &Signals, claims: &mut ProvenClaims) -> Checked {
    let checked = tsume::verify::check_until(&certificate, &|| signals.are_raising());
    let rejected = checked.err();
    let positions = certificate.positions();
    if rejected.is_none() {
        certificate.entries = Vec::new();
        certificate.composed = Vec::new();
        certificate.brinkmates = Vec::new();
        claims.add(&certificate);
    }
    Checked {
        id: certificate.id.clone(),
        sfen: sfen::write(&certificate.setup),
        attacker: Side::from(certificate.attacker),
        lines: certificate
            .lines
            .iter()
            .map(|it| usi::write_moves(it))
            .collect(),
        claim: ClaimKind::from(certificate.claim),
        plies: certificate.claim.plies(),
        positions,
        proven: rejected.is_none(),
        reason: rejected.as_ref().map(|it| in_words(&it.reason).to_string()),
        rejected_at: rejected.map(|it| sfen::write(&it.position)),
    }
}
