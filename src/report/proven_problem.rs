//! The claims that certificates prove about a problem, for people.

use super::text::{BAD, GOOD};
use super::words::book::{brinkmate_in, mate_in};
use super::words::dot;
use crate::answer::proofs::{brinkmate, no_brinkmate, no_mate};
use crate::answer::{ProvenProblem, printable};
use crate::vocabulary::{Lang, MissingClaim};
use std::io::{self, Write};

sentences! {
    mate_within(plies): "mate within {plies}", "{plies}手以内で詰む";
    one_solution(): "one solution: no other check mates before the last move", "最終手の前に余詰はない";
    brinkmate_within(plies): "brinkmate within {plies}", "{plies}手以内で必至";
    no_brinkmate_within(plies): "no mate, and no brinkmate within {plies}", "詰まず、{plies}手以内の必至もない";
    stated(plies): "the stated {plies} plies", "表示の{plies}手";
    not_proven(missing): "not proven: {missing}", "証明がない：{missing}";
}

impl ProvenProblem {
    /// Returns the proven facts in words.
    fn in_words(&self, lang: Lang) -> String {
        if !self.goal.is_mate() {
            return self.brinkmate_in_words(lang);
        }
        let mate = match (self.no_mate, self.plies, self.plies_at_most) {
            (true, ..) => Some(no_mate(lang)),
            (false, Some(plies), _) => Some(mate_in(plies, lang)),
            (false, None, Some(plies)) => Some(mate_within(plies, lang)),
            (false, None, None) => None,
        };
        let one = self.one_solution.then(|| one_solution(lang));
        let parts: Vec<String> = mate.into_iter().chain(one).collect();
        parts.join(dot(lang))
    }

    /// Returns the proven facts about a brinkmate in words.
    fn brinkmate_in_words(&self, lang: Lang) -> String {
        match (self.plies, self.plies_at_most, self.none_within) {
            (Some(0), ..) => brinkmate(lang),
            (Some(plies), ..) => brinkmate_in(plies, lang),
            (None, Some(plies), _) => brinkmate_within(plies, lang),
            (None, None, Some(0)) => no_brinkmate(lang),
            (None, None, Some(plies)) => no_brinkmate_within(plies, lang),
            (None, None, None) => String::new(),
        }
    }

    /// Returns a claim that is not proven in words.
    fn missing_in_words(&self, missing: MissingClaim, lang: Lang) -> String {
        match (missing, self.expected_plies) {
            (MissingClaim::ExpectedPlies, Some(plies)) => stated(plies, lang),
            _ => missing.in_lang(lang).to_owned(),
        }
    }
}

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
    let missing: Vec<_> = missing.map(|&it| row.missing_in_words(it, lang)).collect();
    let missing = missing.join(lang.of([", ", "、"]));
    let missing = not_proven(missing, lang);
    let gap = if proven.is_empty() { "" } else { dot(lang) };
    writeln!(out, "  {BAD}✗{BAD:#} {name}  {proven}{gap}{missing}")
}
