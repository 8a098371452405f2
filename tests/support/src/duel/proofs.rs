//! Tests answers with the checker of certificates.

use tsume::certificate::Claim;
use tsume::composition::certify::certify;
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::sfen;
use tsume::search::{Limits, Solver, Uncertified};
use tsume::shogi::{Color, Setup};
use tsume::verify::check;

/// Returns a diagram as a problem of which nothing is changed.
pub fn problem(setup: &Setup) -> Problem {
    debug_assert!(setup.problems(Color::Black).is_empty());
    Problem::new(setup.clone(), AttackerRule::Black, DefenderHandRule::Given).expect("a legal diagram")
}

/// Proves claims about the problem that the solver has just worked on, each within the limits; how
/// many of them there was time to prove, or what is wrong.
pub fn prove(solver: &mut Solver, problem: &Problem, claims: &[Claim], limits: &Limits) -> Result<u32, String> {
    let mut proven = 0;
    for &claim in claims {
        match certify(solver, problem, claim, limits, &mut |_| {}) {
            Ok((certificate, _)) => match check(&certificate) {
                Ok(()) => proven += 1,
                Err(rejection) => {
                    let at = sfen::write(&rejection.position);
                    return Err(format!("{claim:?}: {rejection} at {at}"));
                }
            },
            Err(Uncertified::Limit(_)) => {}
            Err(Uncertified::Contradiction(at)) => {
                return Err(format!("{claim:?} breaks off at {}", sfen::write(&at)));
            }
            Err(other) => return Err(format!("{claim:?}: {other}")),
        }
    }
    Ok(proven)
}
