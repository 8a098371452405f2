//! Compares the problems of `--for` and of folders with the claims that the certificates prove.

use crate::answer::ProvenProblem;
use crate::cli::diagnostics;
use crate::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use crate::input::{Records, Source};
use crate::judge::proven::{ProvenAnswer, ProvenClaims};
use crate::judge::{Intake, ParsedProblem};
use crate::notation::sfen;
use crate::shogi::Color;
use crate::vocabulary::{MissingClaim, Side};
use clap::ValueEnum;
use std::ffi::OsString;

/// The claims that have to be proven of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Require {
    /// That there is a mate, or that there is none
    Mate,
    /// Also the composed length, and that it is the length stated in the input
    #[default]
    Length,
    /// Also that, along one line of best play, a single check can mate at each turn of the attacker but the last
    Sound,
}

/// Returns a row for each record of these inputs. If a record is not a problem, also reports the reason on
/// standard error.
pub(super) fn rows<'a>(
    inputs: &[OsString],
    required: Require,
    proven: &'a ProvenClaims,
) -> impl Iterator<Item = ProvenProblem> + 'a {
    let sources: Vec<_> = inputs.iter().map(|it| Source::from_argument(it)).collect();
    let mut intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    Records::new(sources, None).map(move |record| {
        let parsed = match intake.read(record) {
            Ok(parsed) => parsed,
            Err(refused) => {
                diagnostics::Form::Full.refused(&refused);
                let row = refused.row();
                return ProvenProblem {
                    file: row.file,
                    line: row.line,
                    record: row.record,
                    missing: vec![MissingClaim::Problem],
                    error: row.error,
                    ..ProvenProblem::new(row.id)
                };
            }
        };
        if parsed.goal != Goal::Mate {
            return brinkmate_row(&parsed, proven, required);
        }
        let answer = proven.about(&parsed.problem);
        let expected = parsed.author().0.plies;
        ProvenProblem {
            sfen: Some(sfen::write(parsed.problem.setup())),
            attacker: Some(side(parsed.problem.attacker())),
            no_mate: answer.no_mate,
            plies: answer.plies,
            plies_strict: answer.plies_strict,
            plies_at_most: answer.plies_at_most,
            one_solution: answer.has_one_solution(),
            expected_plies: expected,
            missing: ProvenFacts::of(&answer).missing(expected, required),
            ..ProvenProblem::new(parsed.id).with_origin(&parsed.origin)
        }
    })
}

/// Returns the row of a problem whose goal is not a mate: a brinkmate (必至), or a threatmate (詰めろ), with the
/// defender to move.
fn brinkmate_row(
    parsed: &ParsedProblem,
    proven: &ProvenClaims,
    required: Require,
) -> ProvenProblem {
    let answer = proven.about_brinkmate(&parsed.problem);
    let expected = parsed.author().0.plies;
    let expected_plies = expected.unwrap_or(0);
    let facts = ProvenFacts {
        is_none: answer.none_within.is_some_and(|it| it >= expected_plies),
        plies: answer.plies,
        plies_at_most: answer.plies_at_most,
        has_one_solution: false,
    };
    ProvenProblem {
        sfen: Some(sfen::write(parsed.problem.setup())),
        attacker: Some(side(parsed.problem.attacker())),
        goal: parsed.goal,
        no_mate: answer.no_mate && parsed.problem.attacker_to_move(),
        plies: answer.plies,
        plies_at_most: answer.plies_at_most,
        none_within: answer.none_within,
        expected_plies: expected,
        missing: facts.missing(expected, required),
        ..ProvenProblem::new(parsed.id.clone()).with_origin(&parsed.origin)
    }
}

/// Returns the row of a problem in a folder of certificates, unless answer and length are proven.
pub(super) fn unproven_row(
    id: &str,
    problem: &Problem,
    proven: &ProvenClaims,
) -> Option<ProvenProblem> {
    let answer = proven.about(problem);
    let brinkmate = proven.about_brinkmate(problem);
    if brinkmate.plies_at_most.is_some() || brinkmate.none_within.is_some() {
        return None;
    }
    let missing = ProvenFacts::of(&answer).missing(None, Require::Length);
    (!missing.is_empty()).then(|| ProvenProblem {
        sfen: Some(sfen::write(problem.setup())),
        attacker: Some(side(problem.attacker())),
        plies_strict: answer.plies_strict,
        plies_at_most: answer.plies_at_most,
        missing: missing[..1].to_vec(),
        ..ProvenProblem::new(id.to_owned())
    })
}

/// The facts about a problem that are proven.
struct ProvenFacts {
    /// Whether it is proven that there is no mate, or no brinkmate.
    is_none: bool,
    plies: Option<u32>,
    plies_at_most: Option<u32>,
    has_one_solution: bool,
}

impl ProvenFacts {
    fn of(answer: &ProvenAnswer) -> Self {
        Self {
            is_none: answer.no_mate,
            plies: answer.plies,
            plies_at_most: answer.plies_at_most,
            has_one_solution: answer.has_one_solution(),
        }
    }

    /// Returns the claims that are asked for and not proven.
    fn missing(&self, expected: Option<u32>, required: Require) -> Vec<MissingClaim> {
        let is_answered = self.is_none || self.plies_at_most.is_some();
        let contradicts = self.is_none || self.plies.is_some_and(|it| Some(it) != expected);
        let asks_length = required >= Require::Length;
        let lacks_length = is_answered && !self.is_none && self.plies.is_none();
        let claims = [
            (MissingClaim::Answer, !is_answered),
            (MissingClaim::Length, asks_length && lacks_length),
            (
                MissingClaim::ExpectedPlies,
                asks_length && expected.is_some() && contradicts,
            ),
            (
                MissingClaim::OneSolution,
                required == Require::Sound && !self.has_one_solution,
            ),
        ];
        let missing = claims.into_iter().filter(|(_, is_missing)| *is_missing);
        missing.map(|(claim, _)| claim).collect()
    }
}

/// Returns the word of rows for a colour.
pub(super) const fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}
