//! Data that tests and measuring programs share: diagrams, random positions, truths by brute force, and the
//! conditions for every answer.

pub mod brinkmate;
pub mod certificates;
pub mod detours;
pub mod duel;
pub mod interpositions;
pub mod notation;
pub mod positions;
pub mod rare;
pub mod records;
pub mod sample;
pub mod table;
pub mod twins;

use std::path::Path;
use tsume::composition::{AttackerRule, DefenderHandRule, Goal, Problem};
use tsume::notation::{sfen, usi};
use tsume::search::{Answer, Exactness, Limits, SearchConfig, Solution, Solver};
use tsume::shogi::{Color, Position, Setup};
use tsume::verify::replay;

/// Returns the folder of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the step with which a test goes through a long table: `n`, or 1 if `TSUME_WHOLE_TABLES` is set.
pub fn one_in(n: usize) -> usize {
    if std::env::var_os("TSUME_WHOLE_TABLES").is_some() {
        1
    } else {
        n
    }
}

/// Sebastiano Vigna's splitmix64: the same numbers from the same seed on every machine.
pub struct Random(pub u64);

impl Random {
    /// Returns the next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.draw() % bound as u64) as usize
    }

    /// Returns a number from `low` to `high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns true in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// Returns one of some values.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Returns the diagram of an SFEN as a problem, turned so that Black attacks.
pub fn setup(text: &str) -> Setup {
    let record = sfen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Problem::new(record.setup, AttackerRule::Auto, DefenderHandRule::Auto)
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
        .normalised()
        .clone()
}

/// Returns the problem of a diagram in which Black attacks, as it is.
pub fn problem(setup: &Setup) -> Problem {
    let (attacker, hand) = (AttackerRule::Black, DefenderHandRule::Given);
    // With this goal the defender need not be in check.
    Problem::for_goal(Goal::Threatmate, setup.clone(), attacker, hand)
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Returns a solver with tables of so many bytes, asked for shortest mates or for any.
pub fn solver(hash_bytes: usize, shortest: bool) -> Solver {
    Solver::new(SearchConfig {
        hash_bytes,
        shortest,
        ..SearchConfig::default()
    })
}

/// Solves a diagram within so many nodes.
pub fn solve(solver: &mut Solver, setup: &Setup, nodes: Option<u64>) -> Solution {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    solver.solve(&Position::new(setup), &limits, &mut |_| {})
}

/// Plays the line of a solution by the rules of the independent checker: legal moves, every move of
/// Black a check, no repetition, mate at the end. If more than an upper bound was claimed, the line
/// has this length. Lines are empty without a mate, and may be after a limit (`may_be_missing`).
pub fn check_line(setup: &Setup, solution: &Solution, may_be_missing: bool) -> Result<(), String> {
    let line = usi::write_line(&solution.line);
    let Answer::Mate { plies, exactness } = solution.answer else {
        return if line.is_empty() {
            Ok(())
        } else {
            Err(format!("{:?} with the line {line}", solution.answer))
        };
    };
    if line.is_empty() && (plies > 0 && may_be_missing) {
        return Ok(());
    }
    if exactness == Exactness::Shortest && solution.line.len() != plies as usize {
        let made = solution.line.len();
        return Err(format!("a mate of {plies} plies in {made} plies: {line}"));
    }
    match replay(setup, Color::Black, &solution.line) {
        Ok(played) if played.mate => Ok(()),
        Ok(_) => Err(format!("no mate at the end of {line}")),
        Err(error) => Err(format!("{error}: {line}")),
    }
}
