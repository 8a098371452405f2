//! Whether each problem of a collection has its claims.

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

/// Returns a row for each record of these inputs. If a record is not a problem, the reason is reported on
/// standard error, too.
pub(super) fn rows<'a>(
    inputs: &[OsString],
    require: Require,
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
            return of_brinkmate(&parsed, proven, require);
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
            missing: Known::of(&answer).missing(expected, require),
            ..ProvenProblem::new(parsed.id).with_origin(&parsed.origin)
        }
    })
}

/// Returns the row of a brinkmate, or of a position with the defender to move.
fn of_brinkmate(parsed: &ParsedProblem, proven: &ProvenClaims, require: Require) -> ProvenProblem {
    let answer = proven.about_brinkmate(&parsed.problem);
    let expected = parsed.author().0.plies;
    let wanted = expected.unwrap_or(0);
    let known = Known {
        is_none: answer.none_within.is_some_and(|it| it >= wanted),
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
        missing: known.missing(expected, require),
        ..ProvenProblem::new(parsed.id.clone()).with_origin(&parsed.origin)
    }
}

/// Returns the row of a problem in a folder of certificates whose answer or length is not proven.
pub(super) fn lacking(id: &str, problem: &Problem, proven: &ProvenClaims) -> Option<ProvenProblem> {
    let answer = proven.about(problem);
    let brinkmate = proven.about_brinkmate(problem);
    if brinkmate.plies_at_most.is_some() || brinkmate.none_within.is_some() {
        return None;
    }
    let missing = Known::of(&answer).missing(None, Require::Length);
    (!missing.is_empty()).then(|| ProvenProblem {
        sfen: Some(sfen::write(problem.setup())),
        attacker: Some(side(problem.attacker())),
        plies_strict: answer.plies_strict,
        plies_at_most: answer.plies_at_most,
        missing: missing[..1].to_vec(),
        ..ProvenProblem::new(id.to_owned())
    })
}

/// The answers that are proven for a problem.
struct Known {
    /// That there is no mate, or no brinkmate.
    is_none: bool,
    plies: Option<u32>,
    plies_at_most: Option<u32>,
    has_one_solution: bool,
}

impl Known {
    fn of(answer: &ProvenAnswer) -> Self {
        Self {
            is_none: answer.no_mate,
            plies: answer.plies,
            plies_at_most: answer.plies_at_most,
            has_one_solution: answer.has_one_solution(),
        }
    }

    /// Returns the claims that are asked for and not proven.
    fn missing(&self, expected: Option<u32>, require: Require) -> Vec<MissingClaim> {
        let is_answered = self.is_none || self.plies_at_most.is_some();
        let is_other = self.is_none || self.plies.is_some_and(|it| Some(it) != expected);
        let asks_length = require >= Require::Length;
        let lacks_length = is_answered && !self.is_none && self.plies.is_none();
        let claims = [
            (MissingClaim::Answer, !is_answered),
            (MissingClaim::Length, asks_length && lacks_length),
            (
                MissingClaim::ExpectedPlies,
                asks_length && expected.is_some() && is_other,
            ),
            (
                MissingClaim::OneSolution,
                require == Require::Sound && !self.has_one_solution,
            ),
        ];
        let missing = claims.into_iter().filter(|it| it.1);
        missing.map(|it| it.0).collect()
    }
}

/// Returns a side as rows name it.
pub(super) const fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}
