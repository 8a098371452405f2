//! The readable form.

use super::ProofError;
use crate::certificate::{Certificate, Claim, Entry, Placement};
use crate::notation::{sfen, usi};
use crate::shogi::{Color, Hand, Setup};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::num::NonZeroU16;

const FORMAT: &str = "tsume proof";
const VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
struct JsonCertificate {
    format: String,
    version: u64,
    id: String,
    sfen: String,
    attacker: Side,
    claim: Kind,
    plies: Option<u32>,
    entries: Vec<JsonEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    Black,
    White,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    MateWithin,
    NoMate,
    NoMateWithin,
}

#[derive(Serialize, Deserialize)]
struct JsonEntry {
    sfen: String,
    plies: Option<NonZeroU16>,
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
}

pub(super) fn write(out: &mut impl Write, certificate: &Certificate) -> io::Result<()> {
    let attacker = certificate.attacker;
    let entry = |entry: &Entry| {
        let mut setup = Setup {
            board: entry.board.board(),
            hands: [Hand::EMPTY; 2],
            turn: attacker,
        };
        setup.hands[attacker.index()] = entry.hand;
        JsonEntry {
            sfen: sfen::write(&setup),
            plies: entry.plies,
            mv: entry.mv.map(usi::write_move),
        }
    };
    let json = JsonCertificate {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: certificate.id.clone(),
        sfen: sfen::write(&certificate.setup),
        attacker: match attacker {
            Color::Black => Side::Black,
            Color::White => Side::White,
        },
        claim: match certificate.claim {
            Claim::MateWithin(_) => Kind::MateWithin,
            Claim::NoMate => Kind::NoMate,
            Claim::NoMateWithin(_) => Kind::NoMateWithin,
        },
        plies: certificate.claim.plies(),
        entries: certificate.entries.iter().map(entry).collect(),
    };
    serde_json::to_writer(&mut *out, &json)?;
    out.write_all(b"\n")
}

pub(super) struct Reader<R> {
    input: R,
    line: usize,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, line: 0 }
    }

    /// The next certificate; `None` after the last.
    pub(super) fn next(&mut self) -> Option<Result<Certificate, ProofError>> {
        let mut text = Vec::new();
        loop {
            self.line += 1;
            text.clear();
            match self.input.read_until(b'\n', &mut text) {
                Ok(0) => return None,
                Ok(_) if text.trim_ascii().is_empty() => {}
                Ok(_) => break,
                Err(error) => return Some(Err(error.into())),
            }
        }
        Some(read(&text).map_err(|error| match error {
            Bad::Version(version) => ProofError::Version(version),
            Bad::Format => ProofError::NotAProof,
            Bad::Other(message) => ProofError::Line {
                line: self.line,
                message,
            },
        }))
    }
}

enum Bad {
    Format,
    Version(u64),
    Other(String),
}

impl Bad {
    fn at(place: &str, error: impl std::fmt::Display) -> Self {
        Self::Other(format!("{place}: {error}"))
    }
}

fn read(text: &[u8]) -> Result<Certificate, Bad> {
    let json: JsonCertificate =
        serde_json::from_slice(text).map_err(|error| Bad::Other(error.to_string()))?;
    if json.format != FORMAT {
        return Err(Bad::Format);
    }
    if json.version != VERSION {
        return Err(Bad::Version(json.version));
    }
    let claim = match (json.claim, json.plies) {
        (Kind::MateWithin, Some(plies)) => Claim::MateWithin(plies),
        (Kind::NoMate, None) => Claim::NoMate,
        (Kind::NoMateWithin, Some(plies)) => Claim::NoMateWithin(plies),
        _ => return Err(Bad::at("`plies`", "does not fit the claim")),
    };
    let attacker = match json.attacker {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let setup = diagram(&json.sfen).map_err(|error| Bad::at("`sfen`", error))?;
    let mut entries = Vec::with_capacity(json.entries.len());
    for (entry, number) in json.entries.iter().zip(1..) {
        let at = format!("entry {number}");
        let setup = diagram(&entry.sfen).map_err(|error| Bad::at(&at, error))?;
        if setup.turn != attacker || !setup.hands[(!attacker).index()].is_empty() {
            let wanted = "the attacker has to be to move, and the only one with a hand";
            return Err(Bad::at(&at, wanted));
        }
        let mv = entry.mv.as_deref().map(usi::parse_move).transpose();
        entries.push(Entry {
            board: Placement::new(&setup.board),
            hand: setup.hands[attacker.index()],
            plies: entry.plies,
            mv: mv.map_err(|error| Bad::at(&at, error))?,
        });
    }
    Ok(Certificate {
        id: json.id,
        setup,
        attacker,
        claim,
        entries,
    })
}

fn diagram(text: &str) -> Result<Setup, sfen::SfenError> {
    sfen::parse(text).map(|record| record.setup)
}
