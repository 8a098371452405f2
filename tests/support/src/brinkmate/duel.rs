//! Compares the search with the plain solver on one position.

use super::proofs;
use tsume::composition::brinkmate::{self, State, Verdict};
use tsume::composition::check::Question;
use tsume::composition::{AttackerRule, DefenderHandRule, Goal, Interpositions, Problem};
use tsume::search::{Exactness, Limits, Solver};
use tsume::shogi::{Color, Move, Position, Setup};
use tsume::verify::{Brinkmates, Defences, Shortest};

/// What a comparison came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compared {
    /// Both say that there is a mate.
    Mate,
    /// Both give this length and the same first moves.
    Brinkmate(u32),
    /// Both say that there is none within the plies asked.
    Nothing,
    /// It is proven that there is none at all, and the plain solver finds none.
    NothingAtAll,
    /// The plain solver gave up.
    GaveUp,
}

/// Compares the answers about a position with Black to attack and to move. The search has to answer
/// whenever the plain solver does. `work` limits the plain solver: positions for each mate, and mates.
/// Beyond these limits, certificates by `prover` decide, if there is one.
pub fn compare(
    solver: &mut Solver,
    prover: Option<&mut Solver>,
    setup: &Setup,
    most: u32,
    all_moves: bool,
    work: (usize, usize),
) -> Result<Compared, String> {
    let mut plain = Brinkmates::new(Color::Black, work.0, work.1);
    if let Some(prover) = prover {
        plain = plain.with_prover(|setup| proofs::mates(prover, setup));
    }
    let truth = plain.shortest(setup, most).map_err(|it| it.to_string())?;
    if truth == Shortest::GaveUp {
        return Ok(Compared::GaveUp);
    }
    let found = solve(solver, setup, most, all_moves);
    let fail = |what: &str| Err(format!("{what}: {truth:?}, but {found:?}"));
    match (&truth, found.verdict) {
        (Shortest::Mate, Verdict::Mate) => Ok(Compared::Mate),
        (Shortest::NoBrinkmateWithin(_), Verdict::NoBrinkmate { within }) => Ok(match within {
            Some(_) => Compared::Nothing,
            None => Compared::NothingAtAll,
        }),
        (
            Shortest::Brinkmate { plies, first_moves },
            Verdict::Brinkmate {
                plies: found_plies,
                exactness: Exactness::Shortest,
            },
        ) => {
            if *plies != found_plies {
                return fail("another length");
            }
            let sorted = |moves: &[Move]| {
                let mut moves = moves.to_vec();
                moves.sort_unstable();
                moves
            };
            if !found.first_moves_complete || sorted(first_moves) != sorted(&found.first_moves) {
                return fail("other first moves");
            }
            if found.line.len() != *plies as usize {
                return fail("a line of another length");
            }
            let mut after = Position::new(setup);
            for &mv in &found.line {
                after.make(mv);
            }
            let state = found.ending.as_ref().map(|it| it.state);
            let end = plain.defences(&after.to_setup());
            match (state, end) {
                (Some(State::Brinkmate), Ok(Defences::Threatmate { holding }))
                    if holding.is_empty() => {}
                (state, end) => {
                    return Err(format!(
                        "the end of the line: {state:?}, {end:?}, {found:?}"
                    ));
                }
            }
            Ok(Compared::Brinkmate(*plies))
        }
        _ => fail("another verdict"),
    }
}

/// Returns the problem of a diagram in which Black attacks, as it is.
pub fn problem(setup: &Setup) -> Problem {
    let (attacker, hand) = (AttackerRule::Black, DefenderHandRule::Given);
    // With this goal the defender need not be in check.
    Problem::for_goal(Goal::Threatmate, setup.clone(), attacker, hand)
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Solves a position with Black to attack and to move.
pub fn solve(
    solver: &mut Solver,
    setup: &Setup,
    most: u32,
    all_moves: bool,
) -> brinkmate::Solution {
    let question = Question {
        within: Some(most),
        interpositions: Interpositions::Standard,
        limits: Limits {
            nodes: Some(20_000_000),
            ..Limits::default()
        },
        ..Question::default()
    };
    let work = if all_moves {
        brinkmate::solve_slowly
    } else {
        brinkmate::solve
    };
    work(solver, &problem(setup), &question, &mut |_| {})
}
