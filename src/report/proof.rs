//! What certificates prove: beside an answer, and as rows of their own.

use super::row::{Limit, TOOL};
use crate::certificate::Claim;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// A kind of [`Claim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// The attacker forces mate within so many plies.
    MateWithin,
    /// The attacker cannot force mate.
    NoMate,
    /// The attacker cannot force mate within so many plies.
    NoMateWithin,
    /// The attacker forces mate within so many composed plies.
    ComposedMateWithin,
    /// The attacker cannot force mate within so many composed plies.
    NoComposedMateWithin,
}

impl From<Claim> for ClaimKind {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::MateWithin(_) => Self::MateWithin,
            Claim::NoMate => Self::NoMate,
            Claim::NoMateWithin(_) => Self::NoMateWithin,
            Claim::ComposedMateWithin(_) => Self::ComposedMateWithin,
            Claim::NoComposedMateWithin(_) => Self::NoComposedMateWithin,
        }
    }
}

/// A claim in words.
#[must_use]
pub fn claim_in_words(kind: ClaimKind, plies: Option<u32>) -> String {
    let plies = plies.unwrap_or_default();
    let noun = if plies == 1 { "ply" } else { "plies" };
    match kind {
        ClaimKind::MateWithin => format!("mate within {plies} {noun}"),
        ClaimKind::NoMate => "no mate".to_owned(),
        ClaimKind::NoMateWithin => format!("no mate within {plies} {noun}"),
        ClaimKind::ComposedMateWithin => format!("mate within {plies} composed {noun}"),
        ClaimKind::NoComposedMateWithin => format!("no mate within {plies} composed {noun}"),
    }
}

/// A certificate made for an answer, or one that a limit prevented.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certified {
    /// What it claims.
    pub claim: ClaimKind,
    /// The moves after each of which it claims that, in USI. Absent if it is about the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<String>>,
    /// Within how many plies; null without limit.
    pub plies: Option<u32>,
    /// How many positions prove it; null when it could not be made.
    pub positions: Option<usize>,
    /// Whether the independent checker has confirmed it.
    pub verified: bool,
    /// The limit that prevented it.
    pub limit: Option<Limit>,
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = claim_in_words(self.claim, self.plies);
        let claim = format!("{}{claim}", lines_in_words(&self.lines));
        match self.positions {
            Some(positions) => write!(f, "{claim}, {}", positions_in_words(positions))?,
            None => write!(f, "{claim}: not certified within the limits")?,
        }
        if self.verified {
            f.write_str(", verified")?;
        }
        Ok(())
    }
}

/// What a claim is made of, if not of the problem itself.
#[must_use]
pub fn lines_in_words(lines: &[Vec<String>]) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("after {}: ", line.join(" ")),
        lines => format!("after each of {} lines: ", lines.len()),
    }
}

fn positions_in_words(positions: usize) -> String {
    let s = if positions == 1 { "" } else { "s" };
    format!("{positions} position{s}")
}

/// What the checker says of one certificate, or of a file that could not be read on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofRow {
    /// The file.
    pub file: String,
    /// What the certificate calls the problem. It proves nothing.
    pub id: Option<String>,
    /// The problem the claim is about, both hands complete.
    pub sfen: Option<String>,
    /// Who attacks: `black` or `white`.
    pub attacker: Option<&'static str>,
    /// The moves after each of which the claim is made, in USI. Absent if it is about the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<String>>,
    /// What is claimed about it.
    pub claim: Option<ClaimKind>,
    /// Within how many plies; null without limit.
    pub plies: Option<u32>,
    /// How many positions the certificate has.
    pub positions: Option<usize>,
    /// Whether the claim is proven.
    pub verdict: ProofVerdict,
    /// The shortest strict length, where this certificate and the one before it prove it together.
    pub plies_strict: Option<u32>,
    /// The composed length, likewise.
    pub plies_composed: Option<u32>,
    /// Attacker's turns at which this certificate leaves one check only: that no other mates is
    /// proven. Each is told by the moves that lead there, and that check. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_checks: Vec<OnlyCheck>,
    /// Why it is rejected, or the file cannot be read. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ProofProblem>,
    /// The program and its version.
    pub tool: &'static str,
}

/// An attacker's turn at which no check but one can mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnlyCheck {
    /// The moves from the problem on, in USI.
    pub after: Vec<String>,
    /// The check of which nothing is proven.
    #[serde(rename = "move")]
    pub mv: String,
}

/// What is wrong with a certificate or its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofProblem {
    /// A word for programs: `rejected`, `malformed` (the file is damaged), `io`.
    pub kind: &'static str,
    /// A sentence for people: lower case, no period.
    pub message: String,
    /// The position at which the proof fails. Null when it is no single one.
    pub sfen: Option<String>,
}

/// Whether a certificate proves what it claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofVerdict {
    /// It does.
    Proven,
    /// It does not. The claim may be true all the same.
    Rejected,
    /// It could not be read.
    Error,
}

impl ProofRow {
    /// The row of a file that cannot be read, or not read on.
    #[must_use]
    pub fn of_error(file: &str, problem: ProofProblem) -> Self {
        Self {
            file: file.to_owned(),
            id: None,
            sfen: None,
            attacker: None,
            lines: Vec::new(),
            claim: None,
            plies: None,
            positions: None,
            verdict: ProofVerdict::Error,
            plies_strict: None,
            plies_composed: None,
            only_checks: Vec::new(),
            error: Some(problem),
            tool: TOOL,
        }
    }
}

/// How [`ProofRow`]s are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// For people.
    Text,
    /// The same, but only what is not proven.
    Quiet,
    /// One JSON array.
    Json,
    /// One JSON object a line.
    Jsonl,
}

/// Writes what the checker says.
pub struct ProofReport<W> {
    out: W,
    format: ProofFormat,
    /// The problem written about last.
    heading: Option<(String, Option<String>)>,
    /// Rows by verdict.
    counts: [usize; 3],
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const HEAD: Style = Style::new().bold();

impl<W: Write> ProofReport<W> {
    /// Writes to `out`.
    pub const fn new(out: W, format: ProofFormat) -> Self {
        Self {
            out,
            format,
            heading: None,
            counts: [0; 3],
        }
    }

    /// Whether no row was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 3]
    }

    /// Writes one row and flushes it.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn row(&mut self, row: &ProofRow) -> io::Result<()> {
        let first = self.is_empty();
        self.counts[row.verdict as usize] += 1;
        match self.format {
            ProofFormat::Quiet if row.verdict == ProofVerdict::Proven => {}
            ProofFormat::Text | ProofFormat::Quiet => self.text(row, first)?,
            ProofFormat::Json => {
                self.out.write_all(if first { b"[\n" } else { b",\n" })?;
                serde_json::to_writer_pretty(&mut self.out, row)?;
            }
            ProofFormat::Jsonl => {
                serde_json::to_writer(&mut self.out, row)?;
                self.out.write_all(b"\n")?;
            }
        }
        self.out.flush()
    }

    fn text(&mut self, row: &ProofRow, first: bool) -> io::Result<()> {
        let name = row.id.as_deref().filter(|id| !id.is_empty());
        let name = name.unwrap_or(&row.file).to_owned();
        let heading = (name, row.sfen.clone());
        if self.heading.as_ref() != Some(&heading) {
            if !first {
                writeln!(self.out)?;
            }
            let (name, sfen) = &heading;
            writeln!(self.out, "{HEAD}{name}{HEAD:#}")?;
            if let Some(sfen) = sfen {
                let side = row.attacker.unwrap_or_default();
                writeln!(self.out, "  {sfen}  ({side} attacks)")?;
            }
            self.heading = Some(heading);
        }
        let claim = row.claim.map(|kind| claim_in_words(kind, row.plies));
        let claim = format!(
            "{}{}",
            lines_in_words(&row.lines),
            claim.unwrap_or_default()
        );
        if let Some(error) = &row.error {
            let what = match row.verdict {
                ProofVerdict::Rejected => "rejected: ",
                _ => "",
            };
            let gap = if claim.is_empty() { "" } else { "  " };
            writeln!(
                self.out,
                "  {BAD}✗{BAD:#} {claim}{gap}{what}{}",
                error.message
            )?;
            if let Some(sfen) = &error.sfen {
                writeln!(self.out, "    at {sfen}")?;
            }
            return Ok(());
        }
        let positions = positions_in_words(row.positions.unwrap_or_default());
        writeln!(self.out, "  {GOOD}✓{GOOD:#} {claim:<34}  {positions:>18}")?;
        if let Some(plies) = row.plies_strict {
            writeln!(self.out, "    so the strict length is {plies}")?;
        }
        if let Some(plies) = row.plies_composed {
            writeln!(self.out, "    so the composed length is {plies}")?;
        }
        for OnlyCheck { after, mv } in &row.only_checks {
            let place = if after.is_empty() {
                "at the start".to_owned()
            } else {
                format!("after {}", after.join(" "))
            };
            writeln!(self.out, "    so {place} no check but {mv} can mate")?;
        }
        Ok(())
    }

    /// Writes what comes after the last row.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(&mut self) -> io::Result<()> {
        let [proven, rejected, errors] = self.counts;
        match self.format {
            ProofFormat::Json => {
                let end: &[u8] = if self.is_empty() { b"[]\n" } else { b"\n]\n" };
                self.out.write_all(end)?;
            }
            ProofFormat::Text => {
                write!(self.out, "\n{HEAD}summary{HEAD:#}  proven {proven}")?;
                write!(self.out, " · rejected {rejected}")?;
                if errors > 0 {
                    write!(self.out, " · errors {errors}")?;
                }
                writeln!(self.out)?;
            }
            ProofFormat::Quiet | ProofFormat::Jsonl => {}
        }
        self.out.flush()
    }
}

impl<W> fmt::Debug for ProofReport<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProofReport")
            .field("format", &self.format)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
