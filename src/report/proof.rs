//! The results of certificates, for people and as JSON.

use super::format::Json;
use super::proven_problem;
use super::text::{BAD, GOOD, HEAD};
use super::words::{dot, labels};
use crate::answer::proofs::{claim_in_words, lines_in_words, positions};
use crate::answer::{OnlyCheck, ProofRow, ProvenProblem, printable};
use crate::vocabulary::{Lang, ProofVerdict, Side};
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
    white_attacks(): "(white attacks)", "（後手が攻方）";
    black_attacks(): "(black attacks)", "（先手が攻方）";
    is_rejected(message): "rejected: {message}", "誤り：{message}";
    at_position(sfen): "at {sfen}", "局面 {sfen}";
    count_proven(count): "proven {count}", "証明済み {count}";
    count_rejected(count): "rejected {count}", "誤り {count}";
    count_errors(count): "errors {count}", "エラー {count}";
    count_problems(proven, all): "problems proven {proven} of {all}", "問題 {all}のうち証明済み {proven}";
}

/// Writes the results of the independent checker.
#[derive(Debug)]
pub struct ProofReport<W> {
    out: Out<W>,
    lang: Lang,
    /// The name and the diagram of the last row's problem.
    heading: Option<(String, Option<String>)>,
    /// The number of rows with each verdict.
    counts: [usize; 3],
    /// The number of problems about which every wanted claim is proven, and of the others.
    problems: [usize; 2],
    /// Whether the row of a problem was written.
    has_problems: bool,
}

#[derive(Debug)]
enum Out<W> {
    Text {
        out: W,
        /// Whether only rows without a proof are written.
        is_quiet: bool,
    },
    Json(Json<W>),
}

impl<W: Write> ProofReport<W> {
    /// Makes a report; text for people is in this language.
    pub const fn new(out: W, format: ProofFormat, lang: Lang) -> Self {
        let is_quiet = matches!(format, ProofFormat::Quiet);
        let out = match format {
            ProofFormat::Text | ProofFormat::Quiet => Out::Text { out, is_quiet },
            ProofFormat::Json => Out::Json(Json::array(out)),
            ProofFormat::Jsonl => Out::Json(Json::lines(out)),
        };
        Self {
            out,
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
        let (lang, heading) = (self.lang, &mut self.heading);
        match &mut self.out {
            Out::Json(json) => json.row(row),
            Out::Text { is_quiet: true, .. } if row.verdict == ProofVerdict::Proven => Ok(()),
            Out::Text { out, .. } => {
                write_heading(out, row, heading, first, lang)?;
                write_row(out, row, lang)?;
                out.flush()
            }
        }
    }

    /// Counts problems about which every wanted claim is proven, without writing their rows.
    pub const fn add_proven_problems(&mut self, number: usize) {
        self.problems[0] += number;
    }

    /// Writes the proven claims about a problem, after the rows of all certificates, and flushes them.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn problem(&mut self, row: &ProvenProblem) -> io::Result<()> {
        let first = self.is_empty() && self.problems == [0; 2];
        let is_missing = !row.missing.is_empty();
        let is_first_problem = !std::mem::replace(&mut self.has_problems, true);
        self.problems[usize::from(is_missing)] += 1;
        match &mut self.out {
            Out::Json(json) => json.row(row),
            Out::Text { is_quiet: true, .. } if !is_missing => Ok(()),
            Out::Text { out, is_quiet } => {
                if is_first_problem && !*is_quiet {
                    let heading = self.lang.of(["problems", "問題"]);
                    let gap = if first { "" } else { "\n" };
                    writeln!(out, "{gap}{HEAD}{heading}{HEAD:#}")?;
                }
                proven_problem::write(out, row, self.lang)?;
                out.flush()
            }
        }
    }

    /// Ends the report, with the counts in text for people.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(&mut self) -> io::Result<()> {
        let out = match &mut self.out {
            Out::Json(json) => return json.end(),
            Out::Text { out, is_quiet } if *is_quiet => return out.flush(),
            Out::Text { out, .. } => out,
        };
        let lang = self.lang;
        let [proven, rejected, errors] = self.counts;
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
        writeln!(out, "\n{HEAD}{title}{HEAD:#}  {parts}")?;
        out.flush()
    }
}

/// Writes the name and the diagram of the problem of a row, unless the row before has the same.
fn write_heading(
    out: &mut impl Write,
    row: &ProofRow,
    last: &mut Option<(String, Option<String>)>,
    is_first: bool,
    lang: Lang,
) -> io::Result<()> {
    let name = row.id.as_deref().filter(|id| !id.is_empty());
    let name = printable(name.unwrap_or(&row.file)).into_owned();
    let heading = (name, row.sfen.clone());
    if last.as_ref() == Some(&heading) {
        return Ok(());
    }
    if !is_first {
        writeln!(out)?;
    }
    let (name, sfen) = last.insert(heading);
    writeln!(out, "{HEAD}{name}{HEAD:#}")?;
    let Some(sfen) = sfen else { return Ok(()) };
    let attacker = match row.attacker {
        Some(Side::White) => white_attacks(lang),
        Some(Side::Black) | None => black_attacks(lang),
    };
    writeln!(out, "  {sfen}  {attacker}")
}

/// Writes the claim of a row and its consequences, or why it is rejected.
fn write_row(out: &mut impl Write, row: &ProofRow, lang: Lang) -> io::Result<()> {
    let claim = row.claim.map(|kind| claim_in_words(kind, row.plies, lang));
    let claim = lines_in_words(&row.lines, lang) + &claim.unwrap_or_default();
    if let Some(error) = &row.error {
        let message = printable(error.message.in_lang(lang));
        let text = match row.verdict {
            ProofVerdict::Rejected => is_rejected(message, lang),
            ProofVerdict::Proven | ProofVerdict::Error => message.into_owned(),
        };
        let gap = if claim.is_empty() { "" } else { "  " };
        writeln!(out, "  {BAD}✗{BAD:#} {claim}{gap}{text}")?;
        let place = error.sfen.as_ref().map(|it| at_position(it, lang));
        return place.map_or(Ok(()), |it| writeln!(out, "    {it}"));
    }
    let positions = positions(row.positions.unwrap_or_default(), lang);
    // The claim takes 34 columns, the number of positions the next 18, aligned to the right.
    let after_claim = 34_usize.saturating_sub(claim.width());
    let before_positions = 18_usize.saturating_sub(positions.width());
    let gap = " ".repeat(after_claim + 2 + before_positions);
    writeln!(out, "  {GOOD}✓{GOOD:#} {claim}{gap}{positions}")?;
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
    let mut consequences = strict.into_iter().chain(composed).chain(only);
    consequences.try_for_each(|text| writeln!(out, "    {text}"))
}
