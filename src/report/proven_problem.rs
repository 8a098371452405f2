//! The claims that certificates prove about a problem, for people.

use super::words::dot;
use crate::answer::{ProvenProblem, printable};
use crate::vocabulary::{Lang, MissingClaim};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

impl ProvenProblem {
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
