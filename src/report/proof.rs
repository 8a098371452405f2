//! The results of certificates, for people and as JSON.

use super::proven_problem;
use super::words::{dot, labels};
use crate::answer::proofs::{claim_in_words, lines_in_words, positions};
use crate::answer::{OnlyCheck, ProofRow, ProvenProblem, printable};
use crate::vocabulary::{Lang, ProofVerdict, Side};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// The formats of [`ProofRow`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofFormat {
    /// Text for people.
    Text,
    /// Text for people, only about what is not proven.
    Quiet,
    /// One JSON array.
    Json,
    /// One JSON object on each line.
    Jsonl,
}

sentences! {
    so_strict(plies): "so the strict length is {plies}", "したがって、無駄合も数えて{plies}手";
    so_composed(plies): "so the composed length is {plies}", "したがって、無駄合を除いて{plies}手";
    so_only(place, mv): "so {place} no check but {mv} can mate",
        "したがって、{place}詰む可能性がある王手は {mv} だけ";
    at_the_start(): "at the start", "初形で";
    after_line(line): "after {line}", "{line} の後で";
    count_proven(count): "proven {count}", "証明済み {count}";
    count_rejected(count): "rejected {count}", "誤り {count}";
    count_errors(count): "errors {count}", "エラー {count}";
    count_problems(proven, all): "problems proven {proven} of {all}", "問題 {all}のうち証明済み {proven}";
}

/// Writes the checker's results.
#[derive(Debug)]
pub struct ProofReport<W> {
    out: W,
    format: ProofFormat,
    lang: Lang,
    /// The problem of the last row.
    heading: Option<(String, Option<String>)>,
    /// Rows by verdict.
    counts: [usize; 3],
    /// Rows of problems of which everything asked for is proven, and the others.
    problems: [usize; 2],
    has_problems: bool,
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const HEAD: Style = Style::new().bold();

impl<W: Write> ProofReport<W> {
    /// Makes a report; text for people is in this language.
    pub const fn new(out: W, format: ProofFormat, lang: Lang) -> Self {
        Self {
            out,
            format,
            lang,
            heading: None,
            counts: [0; 3],
            problems: [0; 2],
            has_problems: false,
        }
    }

    /// Returns whether no row was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 3]
    }

    /// Writes one row and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn row(&mut self, row: &ProofRow) -> io::Result<()> {
        let first = self.is_empty();
        self.counts[row.verdict as usize] += 1;
        match self.format {
            ProofFormat::Quiet if row.verdict == ProofVerdict::Proven => {}
            ProofFormat::Text | ProofFormat::Quiet => self.text(row, first)?,
            ProofFormat::Json | ProofFormat::Jsonl => self.json(row, first)?,
        }
        self.out.flush()
    }

    fn json(&mut self, row: &impl Serialize, first: bool) -> io::Result<()> {
        if self.format == ProofFormat::Json {
            self.out.write_all(if first { b"[\n" } else { b",\n" })?;
            serde_json::to_writer_pretty(&mut self.out, row)?;
            return Ok(());
        }
        serde_json::to_writer(&mut self.out, row)?;
        self.out.write_all(b"\n")
    }

    /// Counts problems of which nothing is missing, without a row for each.
    pub const fn are_proven(&mut self, number: usize) {
        self.problems[0] += number;
    }

    /// Writes what is proven of a problem, after the rows of all certificates, and flushes it.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn problem(&mut self, row: &ProvenProblem) -> io::Result<()> {
        let first = self.is_empty() && self.problems == [0; 2];
        let is_missing = !row.missing.is_empty();
        let is_first_problem = !std::mem::replace(&mut self.has_problems, true);
        self.problems[usize::from(is_missing)] += 1;
        match self.format {
            ProofFormat::Quiet if !is_missing => {}
            ProofFormat::Text | ProofFormat::Quiet => {
                if is_first_problem && self.format == ProofFormat::Text {
                    let heading = self.lang.of(["problems", "問題"]);
                    let gap = if first { "" } else { "\n" };
                    writeln!(self.out, "{gap}{HEAD}{heading}{HEAD:#}")?;
                }
                proven_problem::write(&mut self.out, row, self.lang)?;
            }
            ProofFormat::Json | ProofFormat::Jsonl => self.json(row, first)?,
        }
        self.out.flush()
    }

    fn text(&mut self, row: &ProofRow, first: bool) -> io::Result<()> {
        let lang = self.lang;
        let name = row.id.as_deref().filter(|id| !id.is_empty());
        let name = printable(name.unwrap_or(&row.file)).into_owned();
        let heading = (name, row.sfen.clone());
        if self.heading.as_ref() != Some(&heading) {
            if !first {
                writeln!(self.out)?;
            }
            let (name, sfen) = &heading;
            writeln!(self.out, "{HEAD}{name}{HEAD:#}")?;
            if let Some(sfen) = sfen {
                let attacker = lang.of(match row.attacker {
                    Some(Side::White) => ["(white attacks)", "（後手が攻方）"],
                    _ => ["(black attacks)", "（先手が攻方）"],
                });
                writeln!(self.out, "  {sfen}  {attacker}")?;
            }
            self.heading = Some(heading);
        }
        let claim = row.claim.map(|kind| claim_in_words(kind, row.plies, lang));
        let claim = lines_in_words(&row.lines, lang) + &claim.unwrap_or_default();
        if let Some(error) = &row.error {
            let what = match row.verdict {
                ProofVerdict::Rejected => lang.of(["rejected: ", "誤り："]),
                _ => "",
            };
            let gap = if claim.is_empty() { "" } else { "  " };
            let message = printable(error.message.in_lang(lang));
            writeln!(self.out, "  {BAD}✗{BAD:#} {claim}{gap}{what}{message}")?;
            if let Some(sfen) = &error.sfen {
                writeln!(self.out, "    {} {sfen}", lang.of(["at", "局面"]))?;
            }
            return Ok(());
        }
        let positions = positions(row.positions.unwrap_or_default(), lang);
        let columns = 34_usize.saturating_sub(claim.width());
        let gap = 18_usize.saturating_sub(positions.width()) + columns + 2;
        let gap = " ".repeat(gap);
        writeln!(self.out, "  {GOOD}✓{GOOD:#} {claim}{gap}{positions}")?;
        let strict = row.plies_strict.map(|it| so_strict(it, lang));
        let composed = row.plies_composed.map(|it| so_composed(it, lang));
        let only = row.only_checks.iter().map(|OnlyCheck { after, mv }| {
            let place = if after.is_empty() {
                at_the_start(lang)
            } else {
                after_line(after.join(" "), lang)
            };
            so_only(place, mv, lang)
        });
        let mut known = strict.into_iter().chain(composed).chain(only);
        known.try_for_each(|text| writeln!(self.out, "    {text}"))
    }

    /// Writes what comes after the last row.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(&mut self) -> io::Result<()> {
        let [proven, rejected, errors] = self.counts;
        match self.format {
            ProofFormat::Json => {
                let end: &[u8] = if self.is_empty() && self.problems == [0; 2] {
                    b"[]\n"
                } else {
                    b"\n]\n"
                };
                self.out.write_all(end)?;
            }
            ProofFormat::Text => {
                let lang = self.lang;
                let mut parts = vec![count_proven(proven, lang), count_rejected(rejected, lang)];
                if errors > 0 {
                    parts.push(count_errors(errors, lang));
                }
                let [proven, missing] = self.problems;
                let all = proven + missing;
                if all > 0 {
                    parts.push(count_problems(proven, all, lang));
                }
                let title = labels::words(lang).summary;
                let parts = parts.join(dot(lang));
                writeln!(self.out, "\n{HEAD}{title}{HEAD:#}  {parts}")?;
            }
            ProofFormat::Quiet | ProofFormat::Jsonl => {}
        }
        self.out.flush()
    }
}
