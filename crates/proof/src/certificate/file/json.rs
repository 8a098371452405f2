//! The readable format.

use super::error::FileError;
use crate::certificate::{Certificate, Claim, ComposedEntry, Entry, Placement};
use crate::notation::{sfen, usi};
use crate::shogi::{Color, Hand, Move, Setup};
use serde::{Deserialize, Deserializer, Serialize};
use std::io::{self, BufRead, Read, Write};
use std::num::NonZeroU16;

const FORMAT: &str = "tsume proof";
const VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonCertificate {
    format: String,
    version: u64,
    id: String,
    sfen: String,
    attacker: Side,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<String>>,
    claim: Kind,
    plies: Option<u32>,
    entries: Vec<JsonEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    composed: Vec<JsonEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    brinkmates: Vec<JsonEntry>,
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
    ComposedMateWithin,
    NoComposedMateWithin,
    BrinkmateWithin,
    NoBrinkmateWithin,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonEntry {
    sfen: String,
    plies: Option<NonZeroU16>,
    #[serde(
        rename = "move",
        default,
        deserialize_with = "not_null",
        skip_serializing_if = "Option::is_none"
    )]
    mv: Option<String>,
    /// The pieces out of the game, in the notation of hands.
    #[serde(
        default,
        deserialize_with = "not_null",
        skip_serializing_if = "Option::is_none"
    )]
    vanished: Option<String>,
    #[serde(
        default,
        deserialize_with = "not_null",
        skip_serializing_if = "Option::is_none"
    )]
    robust: Option<bool>,
}

/// Reads the value of a key. The key may be missing, but its value must not be null.
fn not_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The last line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonEnd {
    format: String,
    version: u64,
    certificates: u64,
}

/// The longest last line of a file, in bytes.
const END_BYTES_MAX: usize = 128;

pub(super) struct JsonWriter<W> {
    out: W,
    certificates: u64,
}

impl<W: Write> JsonWriter<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out,
            certificates: 0,
        }
    }

    pub(super) fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        self.certificates += 1;
        write_certificate(&mut self.out, certificate)
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        let end = JsonEnd {
            format: FORMAT.to_owned(),
            version: VERSION,
            certificates: self.certificates,
        };
        serde_json::to_writer(&mut self.out, &end)?;
        self.out.write_all(b"\n")?;
        Ok(self.out)
    }
}

fn write_certificate(out: &mut impl Write, certificate: &Certificate) -> io::Result<()> {
    let attacker = certificate.attacker;
    let entry = |entry: &Entry| JsonEntry {
        sfen: sfen::write(&entry.setup(attacker)),
        plies: entry.plies,
        mv: entry.mv.map(usi::write_move),
        vanished: None,
        robust: None,
    };
    let composed_entry = |composed: &ComposedEntry| JsonEntry {
        vanished: (!composed.vanished.is_empty()).then(|| sfen::write_hand(composed.vanished)),
        robust: composed.robust.then_some(true),
        ..entry(&composed.entry)
    };
    let line = |line: &Vec<Move>| line.iter().map(|&mv| usi::write_move(mv)).collect();
    let json = JsonCertificate {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: certificate.id.clone(),
        sfen: sfen::write(&certificate.setup),
        attacker: match attacker {
            Color::Black => Side::Black,
            Color::White => Side::White,
        },
        lines: certificate.lines.iter().map(line).collect(),
        claim: match certificate.claim {
            Claim::MateWithin(_) => Kind::MateWithin,
            Claim::NoMate => Kind::NoMate,
            Claim::NoMateWithin(_) => Kind::NoMateWithin,
            Claim::ComposedMateWithin(_) => Kind::ComposedMateWithin,
            Claim::NoComposedMateWithin(_) => Kind::NoComposedMateWithin,
            Claim::BrinkmateWithin(_) => Kind::BrinkmateWithin,
            Claim::NoBrinkmateWithin(_) => Kind::NoBrinkmateWithin,
        },
        plies: certificate.claim.plies(),
        entries: certificate.entries.iter().map(entry).collect(),
        composed: certificate.composed.iter().map(composed_entry).collect(),
        brinkmates: certificate.brinkmates.iter().map(entry).collect(),
    };
    serde_json::to_writer(&mut *out, &json)?;
    out.write_all(b"\n")
}

pub(super) struct JsonReader<R> {
    input: R,
    /// Lines read so far.
    line: usize,
    /// Certificates read so far.
    certificates: u64,
    memory: u64,
}

/// The bytes of memory that a byte of text may take until its entry is checked.
const MEMORY_PER_BYTE: u64 = 5;

impl<R: BufRead> JsonReader<R> {
    pub(super) fn new(input: R, memory: u64) -> Self {
        Self {
            input,
            line: 0,
            certificates: 0,
            memory,
        }
    }

    /// Returns the next certificate; `None` after the last line.
    pub(super) fn next(&mut self) -> Option<Result<Certificate, FileError>> {
        let text = match self.next_line() {
            Ok(Some(text)) => text,
            Ok(None) => return Some(Err(FileError::Truncated)),
            Err(error) => return Some(Err(error)),
        };
        if let Some(end) = parse_end(&text) {
            return self.check_end(&end).err().map(Err);
        }
        self.certificates += 1;
        Some(read_certificate(&text).map_err(|error| self.error(error)))
    }

    /// Reads up to the end of the next line that is not empty; `None` at the end of the file.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, FileError> {
        let longest = self.memory / MEMORY_PER_BYTE;
        let mut text = Vec::new();
        loop {
            self.line += 1;
            text.clear();
            let mut line = (&mut self.input).take(longest.saturating_add(1));
            match line.read_until(b'\n', &mut text)? {
                0 => return Ok(None),
                length if length as u64 > longest => {
                    let memory = self.memory;
                    return Err(FileError::TooLarge { memory });
                }
                _ if text.trim_ascii().is_empty() => {}
                _ => return Ok(Some(text)),
            }
        }
    }

    /// Checks the last line, and that nothing follows it.
    fn check_end(&mut self, end: &JsonEnd) -> Result<(), FileError> {
        if end.format != FORMAT {
            return Err(FileError::NotAProof);
        }
        if end.version != VERSION {
            return Err(FileError::Version(end.version));
        }
        let (stated, read) = (end.certificates, self.certificates);
        if stated != read {
            let message = format!("there are {read} certificates before this line, not {stated}");
            return Err(self.error(LineError::Other(message)));
        }
        match self.next_line()? {
            Some(_) => Err(self.error(LineError::Other("something follows the end".to_owned()))),
            None => Ok(()),
        }
    }

    fn error(&self, error: LineError) -> FileError {
        match error {
            LineError::Version(version) => FileError::Version(version),
            LineError::Format => FileError::NotAProof,
            LineError::Other(message) => FileError::Line {
                line: self.line,
                message,
            },
        }
    }
}

/// Returns the content of the last line of a file, if the text is such a line.
fn parse_end(text: &[u8]) -> Option<JsonEnd> {
    if text.len() > END_BYTES_MAX {
        return None;
    }
    serde_json::from_slice(text).ok()
}

/// The reasons why a line cannot be read.
enum LineError {
    Format,
    Version(u64),
    Other(String),
}

impl LineError {
    fn at(place: &str, error: impl std::fmt::Display) -> Self {
        Self::Other(format!("{place}: {error}"))
    }
}

fn read_certificate(text: &[u8]) -> Result<Certificate, LineError> {
    let json: JsonCertificate =
        serde_json::from_slice(text).map_err(|error| LineError::Other(error.to_string()))?;
    if json.format != FORMAT {
        return Err(LineError::Format);
    }
    if json.version != VERSION {
        return Err(LineError::Version(json.version));
    }
    let claim = match (json.claim, json.plies) {
        (Kind::MateWithin, Some(plies)) => Claim::MateWithin(plies),
        (Kind::NoMate, None) => Claim::NoMate,
        (Kind::NoMateWithin, Some(plies)) => Claim::NoMateWithin(plies),
        (Kind::ComposedMateWithin, Some(plies)) => Claim::ComposedMateWithin(plies),
        (Kind::NoComposedMateWithin, Some(plies)) => Claim::NoComposedMateWithin(plies),
        (Kind::BrinkmateWithin, Some(plies)) => Claim::BrinkmateWithin(plies),
        (Kind::NoBrinkmateWithin, Some(plies)) => Claim::NoBrinkmateWithin(plies),
        _ => return Err(LineError::at("`plies`", "does not fit the claim")),
    };
    let attacker = match json.attacker {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let setup = diagram(&json.sfen).map_err(|error| LineError::at("`sfen`", error))?;
    let mut lines = Vec::with_capacity(json.lines.len());
    for (line, number) in json.lines.iter().zip(1..) {
        let moves = line.iter().map(|mv| usi::parse_move(mv));
        let line: Result<Vec<Move>, _> = moves.collect();
        lines.push(line.map_err(|error| LineError::at(&format!("line {number}"), error))?);
    }
    let entries = read_entries(&json.entries, attacker, "entry")?;
    if !json.brinkmates.is_empty() && !claim.is_brinkmate() {
        return Err(LineError::at("`brinkmates`", "does not fit the claim"));
    }
    let brinkmates = read_entries(&json.brinkmates, attacker, "brinkmate entry")?;
    if !json.composed.is_empty() && !claim.is_composed() {
        return Err(LineError::at("`composed`", "does not fit the claim"));
    }
    let composed = read_composed(&json.composed, attacker)?;
    Ok(Certificate {
        id: json.id,
        setup,
        attacker,
        lines,
        claim,
        entries,
        composed,
        brinkmates,
    })
}

fn read_entries(all: &[JsonEntry], attacker: Color, name: &str) -> Result<Vec<Entry>, LineError> {
    let mut entries = Vec::with_capacity(all.len());
    for (entry, number) in all.iter().zip(1..) {
        let place = format!("{name} {number}");
        let read = read_entry(entry, attacker, &place)?;
        if entry.vanished.is_some() {
            let problem = "nothing is out of the game in the strict one";
            return Err(LineError::at(&place, problem));
        }
        if entry.robust.is_some() {
            let problem = "`robust` is of the composed game only";
            return Err(LineError::at(&place, problem));
        }
        entries.push(read);
    }
    Ok(entries)
}

fn read_composed(all: &[JsonEntry], attacker: Color) -> Result<Vec<ComposedEntry>, LineError> {
    let mut entries = Vec::with_capacity(all.len());
    for (entry, number) in all.iter().zip(1..) {
        let place = format!("composed entry {number}");
        let vanished = match &entry.vanished {
            Some(text) => {
                hand(text).ok_or_else(|| LineError::at(&place, "`vanished` is no hand"))?
            }
            None => Hand::EMPTY,
        };
        entries.push(ComposedEntry {
            entry: read_entry(entry, attacker, &place)?,
            vanished,
            robust: entry.robust == Some(true),
        });
    }
    Ok(entries)
}

fn read_entry(entry: &JsonEntry, attacker: Color, place: &str) -> Result<Entry, LineError> {
    let setup = diagram(&entry.sfen).map_err(|error| LineError::at(place, error))?;
    if setup.turn != attacker || !setup.hands[(!attacker).index()].is_empty() {
        let problem = "the attacker has to be to move, and the only one with a hand";
        return Err(LineError::at(place, problem));
    }
    let mv = entry.mv.as_deref().map(usi::parse_move).transpose();
    Ok(Entry {
        board: Placement::new(&setup.board),
        hand: setup.hands[attacker.index()],
        plies: entry.plies,
        mv: mv.map_err(|error| LineError::at(place, error))?,
    })
}

/// Reads a hand written by [`sfen::write_hand`].
fn hand(text: &str) -> Option<Hand> {
    let setup = diagram(&format!("9/9/9/9/9/9/9/9/9 b {text} 1")).ok()?;
    let [hand, other] = setup.hands;
    other.is_empty().then_some(hand)
}

/// Reads an SFEN after which nothing follows.
fn diagram(text: &str) -> Result<Setup, String> {
    let record = sfen::parse(text).map_err(|error| error.to_string())?;
    if record.moves.is_empty() && record.tail.is_empty() {
        Ok(record.setup)
    } else {
        Err("something follows the position".to_owned())
    }
}
