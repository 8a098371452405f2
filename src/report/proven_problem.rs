//! Rows on the claims that certificates prove about the problems of a collection.

use super::row::TOOL;
use super::row_error::RowError;
use super::words::dot;
use super::{Lang, printable};
use crate::input::Origin;
use crate::vocabulary::{Goal, MissingClaim, Side};
use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Write};

/// The claims that certificates prove about one problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProvenProblem {
    /// The name of the problem.
    pub id: String,
    /// The file in which the problem stands. Null for an argument and for standard input.
    pub file: Option<String>,
    /// The line of the file or of standard input in which the problem stands or begins. Null for an
    /// argument.
    pub line: Option<usize>,
    /// The number of the problem in its file or in standard input. Null for an argument.
    pub record: Option<usize>,
    /// Its diagram, both hands complete. Null if it is not a problem.
    pub sfen: Option<String>,
    /// The side that attacks.
    pub attacker: Option<Side>,
    /// The goal of the problem.
    #[serde(default)]
    pub goal: Goal,
    /// Whether it is proven that there is no mate.
    pub no_mate: bool,
    /// The proven composed length.
    pub plies: Option<u32>,
    /// The proven strict length.
    pub plies_strict: Option<u32>,
    /// The plies within which a mate is proven.
    pub plies_at_most: Option<u32>,
    /// The plies within which it is proven that there is neither a mate nor a brinkmate.
    pub none_within: Option<u32>,
    /// Whether, along one line of best play, a single check can mate at each turn of the attacker but
    /// the last.
    pub one_solution: bool,
    /// The length that the problem states.
    pub expected_plies: Option<u32>,
    /// The claims that were asked for and are not proven. Empty if nothing is missing.
    pub missing: Vec<MissingClaim>,
    /// Why the record is not a problem. Null if it is one.
    #[serde(default)]
    pub error: Option<RowError>,
    /// The program and its version.
    pub tool: Cow<'static, str>,
}

impl ProvenProblem {
    /// Returns the row of a record of which nothing is proven so far.
    #[must_use]
    pub const fn new(id: String) -> Self {
        Self {
            id,
            file: None,
            line: None,
            record: None,
            sfen: None,
            attacker: None,
            goal: Goal::Mate,
            no_mate: false,
            plies: None,
            plies_strict: None,
            plies_at_most: None,
            none_within: None,
            one_solution: false,
            expected_plies: None,
            missing: Vec::new(),
            error: None,
            tool: Cow::Borrowed(TOOL),
        }
    }

    /// Notes where the problem stands.
    #[must_use]
    pub fn placed(self, origin: &Origin) -> Self {
        Self {
            file: origin.file().map(str::to_owned),
            line: origin.line_there(),
            record: origin.record,
            ..self
        }
    }

    /// Returns what is proven in words.
    fn in_words(&self, lang: Lang) -> String {
        let mut parts = Vec::new();
        if !self.goal.is_mate() {
            return self.brinkmate_in_words(lang);
        }
        match (self.no_mate, self.plies, self.plies_at_most) {
            (true, ..) => parts.push(both!(lang, "no mate", "詰まない")),
            (false, Some(plies), _) => {
                parts.push(both!(lang, "mate in {plies}", "{plies}手詰"));
            }
            (false, None, Some(plies)) => {
                parts.push(both!(lang, "mate within {plies}", "{plies}手以内で詰む"));
            }
            (false, None, None) => {}
        }
        if self.one_solution {
            let one = [
                "one solution: no other check mates before the last move",
                "最終手の前に余詰はない",
            ];
            parts.push(lang.of(one).to_owned());
        }
        parts.join(dot(lang))
    }
}

impl ProvenProblem {
    /// Returns what is proven of a brinkmate in words.
    fn brinkmate_in_words(&self, lang: Lang) -> String {
        lang.of(match (self.plies, self.plies_at_most) {
            (Some(0), _) => ["brinkmate".to_owned(), "必至".to_owned()],
            (Some(plies), _) => [format!("brinkmate in {plies}"), format!("{plies}手必至")],
            (None, Some(plies)) => [
                format!("brinkmate within {plies}"),
                format!("{plies}手以内で必至"),
            ],
            (None, None) => match self.none_within {
                Some(0) => ["no brinkmate".to_owned(), "必至ではない".to_owned()],
                Some(plies) => [
                    format!("no mate, and no brinkmate within {plies}"),
                    format!("詰まず、{plies}手以内の必至もない"),
                ],
                None => return String::new(),
            },
        })
    }
}

fn missing_in_words(it: MissingClaim, row: &ProvenProblem, lang: Lang) -> String {
    let expected = row.expected_plies.unwrap_or_default();
    match it {
        MissingClaim::Answer => both!(lang, "mate or no mate", "詰むか詰まないか"),
        MissingClaim::Length => both!(lang, "the length", "手数"),
        MissingClaim::ExpectedPlies => {
            both!(lang, "the stated {expected} plies", "表示の{expected}手")
        }
        MissingClaim::OneSolution => both!(lang, "that no other check mates", "余詰のないこと"),
        MissingClaim::Problem => both!(lang, "a problem", "問題"),
    }
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Writes the row of a problem as text.
pub(super) fn write(out: &mut impl Write, row: &ProvenProblem, lang: Lang) -> io::Result<()> {
    let name = printable(&row.id);
    let proven = row.in_words(lang);
    if row.missing.is_empty() {
        return writeln!(out, "  {GOOD}✓{GOOD:#} {name}  {proven}");
    }
    if let Some(error) = &row.error {
        let message = printable(error.message.in_lang(lang));
        return writeln!(out, "  {BAD}✗{BAD:#} {name}  {message}");
    }
    let missing = row.missing.iter();
    let missing: Vec<_> = missing.map(|&it| missing_in_words(it, row, lang)).collect();
    let missing = lang.of([
        format!("not proven: {}", missing.join(", ")),
        format!("証明がない：{}", missing.join("、")),
    ]);
    let gap = if proven.is_empty() { "" } else { dot(lang) };
    writeln!(out, "  {BAD}✗{BAD:#} {name}  {proven}{gap}{missing}")
}
