//! Certificates in bytes.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::io;
use tsume::certificate::file::{Form, Reader, Writer};
use tsume::certificate::{Certificate, Claim};
use tsume::judge::certificates::in_usi;
use tsume::judge::rejection::in_words;
use tsume::notation::sfen;
use tsume::shogi::Color;

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

/// Checks every certificate of a file with the independent checker.
#[pyfunction]
pub fn verify(py: Python<'_>, file: &[u8]) -> PyResult<Vec<Checked>> {
    let checked = py.detach(|| {
        Reader::new(file)
            .map(|it| it.map(|it| check(&it)))
            .collect()
    });
    let checked: Result<Vec<Checked>, _> = checked;
    checked.map_err(|error| PyValueError::new_err(error.to_string()))
}

fn check(certificate: &Certificate) -> Checked {
    let rejected = tsume::verify::check(certificate).err().map(|it| {
        let reason = in_words(&it.reason).to_string();
        (reason, sfen::write(&it.position))
    });
    (
        certificate.id.clone(),
        sfen::write(&certificate.setup),
        match certificate.attacker {
            Color::Black => "black",
            Color::White => "white",
        },
        certificate.lines.iter().map(|it| in_usi(it)).collect(),
        match certificate.claim {
            Claim::MateWithin(_) => "mate_within",
            Claim::NoMate => "no_mate",
            Claim::NoMateWithin(_) => "no_mate_within",
            Claim::ComposedMateWithin(_) => "composed_mate_within",
            Claim::NoComposedMateWithin(_) => "no_composed_mate_within",
        },
        certificate.claim.plies(),
        certificate.entries.len() + certificate.composed.len(),
        rejected,
    )
}
