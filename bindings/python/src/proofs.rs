//! Certificates in bytes.

use crate::problem::Problem;
use crate::signals::Signals;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::io;
use tsume::certificate::Certificate;
use tsume::certificate::file::{Form, Reader, Writer};
use tsume::judge::certificates::in_usi;
use tsume::judge::proven::ProvenClaims;
use tsume::judge::rejection::in_words;
use tsume::notation::sfen;
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

/// A certificate: id, problem, attacker, lines, claim, plies, number of positions, and why it is
/// rejected, with the position.
type Checked = (
    String,
    String,
    &'static str,
    Vec<Vec<String>>,
    &'static str,
    Option<u32>,
    usize,
    Option<(String, String)>,
);

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

/// Checks every certificate of a file with the independent checker. Also returns their claims.
#[pyfunction]
pub fn verify(py: Python<'_>, file: &[u8]) -> PyResult<(Vec<Checked>, Claims)> {
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
        Ok(checked) => Ok((checked, Claims(claims))),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

fn check(mut certificate: Certificate, signals: &Signals, claims: &mut ProvenClaims) -> Checked {
    let checked = tsume::verify::check_until(&certificate, &|| signals.are_raising());
    let rejected = checked.err().map(|it| {
        let reason = in_words(&it.reason).to_string();
        (reason, sfen::write(&it.position))
    });
    let positions = certificate.positions();
    if rejected.is_none() {
        certificate.entries = Vec::new();
        certificate.composed = Vec::new();
        certificate.brinkmates = Vec::new();
        claims.add(&certificate);
    }
    (
        certificate.id.clone(),
        sfen::write(&certificate.setup),
        Side::from(certificate.attacker).word(),
        certificate.lines.iter().map(|it| in_usi(it)).collect(),
        ClaimKind::from(certificate.claim).word(),
        certificate.claim.plies(),
        positions,
        rejected,
    )
}
