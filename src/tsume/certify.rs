//! Certificates of answers: what is claimed, and the proof of it.
//!
//! ```
//! use tsume::notation::sfen;
//! use tsume::search::{Limits, SearchConfig, Solver};
//! use tsume::shogi::Position;
//! use tsume::tsume::certify::{certify, claims};
//! use tsume::tsume::{AttackerRule, DefenderHandRule, Problem};
//! use tsume::verify;
//!
//! let record = sfen::parse("9/9/9/8k/8B/8+R/9/9/9 b - 1")?;
//! let problem = Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto)
//!     .expect("a legal diagram");
//!
//! let mut solver = Solver::new(SearchConfig { hash_bytes: 16 << 20, ..Default::default() });
//! let position = Position::new(problem.normalised());
//! let limits = Limits::default();
//! let answer = solver.solve(&position, &limits, &mut |_| {}).answer;
//! for claim in claims(answer) {
//!     let (certificate, _) = certify(&mut solver, &problem, claim, &limits, &mut |_| {})
//!         .expect("no limit was set");
//!     assert_eq!(verify::check(&certificate), Ok(()));
//! }
//! # Ok::<(), sfen::SfenError>(())
//! ```

use super::problem::Problem;
use crate::certificate::{Certificate, Claim};
use crate::search::{Answer, Exactness, Limits, Progress, Solver, Stats, Uncertified};
use crate::shogi::Position;

/// What an answer in the strict game comes to. A shortest length is two claims: a mate within so
/// many plies, and none within two plies fewer.
#[must_use]
pub fn claims(answer: Answer) -> Vec<Claim> {
    match answer {
        Answer::Mate { plies, exactness } => {
            let mut claims = vec![Claim::MateWithin(plies)];
            if exactness == Exactness::Shortest && plies >= 2 {
                claims.push(Claim::NoMateWithin(plies - 2));
            }
            claims
        }
        Answer::NoMate => vec![Claim::NoMate],
        Answer::Unknown(_) => Vec::new(),
    }
}

/// A certificate for a claim about a problem, sides as given, and what it cost. Meant to be called
/// when `solver` has just solved the problem: then most of the proof is in its tables.
///
/// # Errors
/// When a limit is hit, or the claim is found to be wrong.
///
/// # Panics
/// As [`Solver::solve`].
pub fn certify(
    solver: &mut Solver,
    problem: &Problem,
    claim: Claim,
    limits: &Limits,
    observer: &mut (dyn FnMut(&Progress) + Send),
) -> Result<(Certificate, Stats), Uncertified> {
    let position = Position::new(problem.normalised());
    let (mut entries, stats) =
        solver
            .certify(&position, claim, limits, observer)
            .map_err(|error| match error {
                Uncertified::Contradiction(at) if problem.turned_round() => {
                    Uncertified::Contradiction(Box::new(at.rotate()))
                }
                error => error,
            })?;
    if problem.turned_round() {
        for entry in &mut entries {
            *entry = entry.rotate();
        }
    }
    let certificate = Certificate {
        id: String::new(),
        setup: problem.setup().clone(),
        attacker: problem.attacker(),
        claim,
        entries,
    };
    Ok((certificate, stats))
}
