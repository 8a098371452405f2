//! The solver that a program holds.

use super::answers::{Judgement, Solution};
use super::options::{Config, Options};
use super::problem::Problem;
use crate::certificate::{Certificate, Claim};
use crate::composition::certify::{certify, claims, composed_claims};
use crate::composition::check::{Question, check};
use crate::composition::{Composed, Interpositions, Questions, composed};
use crate::search::{self, Progress, Uncertified};
use crate::shogi::Position;

/// Solves and judges problems, one after another, with tables of its own.
///
/// A solver may be sent to another thread. Several of them work side by side.
///
/// ```
/// use tsume::{Config, Options, Problem, Solver};
///
/// let problems = ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "5l1ks/4R3P/9/9/9/9/9/9/9 b r2b4g3s4n3l17p 1"];
/// let mut solver = Solver::new(Config::new());
/// let mut plies = Vec::new();
/// for sfen in problems {
///     let problem = Problem::from_sfen(sfen)?;
///     plies.push(solver.solve(&problem, &Options::new()).plies());
/// }
/// assert_eq!(plies, [Some(1), Some(3)]);
/// # Ok::<(), tsume::ProblemError>(())
/// ```
#[derive(Debug)]
pub struct Solver(pub(super) search::Solver);

impl Default for Solver {
    fn default() -> Self {
        Self::new(Config::default())
    }
}

impl Solver {
    /// Makes a solver. Memory is taken as the problems need it.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self(search::Solver::new(config.0))
    }

    /// Solves a problem: the shortest mate with its main line, or that there is no mate.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn solve(&mut self, problem: &Problem, options: &Options) -> Solution {
        self.solve_with(problem, options, |_| {})
    }

    /// Solves a problem, and tells an observer about ten times a second how far the search is.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn solve_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        mut observer: impl FnMut(&Progress) + Send,
    ) -> Solution {
        self.0.ask_for_shortest(!options.first);
        // Where there is no mate the best defence is told without being asked for.
        let questions = Questions {
            refutation: true,
            ..options.questions.clone()
        };
        let position = Position::new(problem.composition.normalised());
        let (found, study) = composed::study(
            &mut self.0,
            &position,
            options.interpositions,
            &questions,
            &options.limits,
            &mut |progress| observer(&progress.to_given(problem.composition.turned_round())),
        );
        Solution::new(problem, &found, &study)
    }

    /// Judges a composition: its main line, every other check at every turn, what is left over, and what
    /// its author says.
    ///
    /// # Errors
    /// When the defender is to move: a composition begins with the attacker.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn check(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Judgement, DefenderToMove> {
        self.check_with(problem, options, |_| {})
    }

    /// Judges a composition, and tells an observer about ten times a second how far the work is.
    ///
    /// # Errors
    /// As [`Solver::check`].
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn check_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        mut observer: impl FnMut(&Progress) + Send,
    ) -> Result<Judgement, DefenderToMove> {
        if !problem.attacker_to_move() {
            return Err(DefenderToMove);
        }
        self.0.ask_for_shortest(true);
        let question = Question {
            interpositions: options.interpositions,
            author: problem.author(),
            nodes_per_alternative: options.nodes_per_alternative,
            idle_pieces: options.idle_pieces,
            profile: options.profile,
            questions: options.questions.clone(),
        };
        let position = Position::new(problem.composition.normalised());
        let judgement = check(
            &mut self.0,
            &position,
            &question,
            &options.limits,
            &mut |progress| observer(&progress.to_given(problem.composition.turned_round())),
        );
        Ok(Judgement::new(problem, &judgement, options.profile))
    }

    /// Returns certificates of the answer to a problem: of the composed length and the strict one, or that
    /// there is no mate. The problem is solved again unless it was the last one.
    ///
    /// # Errors
    /// When a limit is hit.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn certify(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Vec<Certificate>, Uncertified> {
        let composed = self.composed(problem, options);
        let mut wanted: Vec<Claim> = Vec::new();
        if options.interpositions == Interpositions::Standard {
            wanted.extend(composed_claims(composed.answer));
        }
        wanted.extend(claims(composed.strict.answer));
        let mut all = Vec::new();
        for claim in wanted {
            let limits = &options.limits;
            let made = certify(
                &mut self.0,
                &problem.composition,
                claim,
                limits,
                &mut |_| {},
            );
            let mut certificate = made?.0;
            problem
                .id()
                .unwrap_or_default()
                .clone_into(&mut certificate.id);
            all.push(certificate);
        }
        Ok(all)
    }

    fn composed(&mut self, problem: &Problem, options: &Options) -> Composed {
        self.0.ask_for_shortest(!options.first);
        let position = Position::new(problem.composition.normalised());
        composed::solve(
            &mut self.0,
            &position,
            options.interpositions,
            &options.limits,
            &mut |_| {},
        )
    }
}

/// The defender is to move, so that there is no composition to judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the defender is to move: a composition begins with the attacker's move")]
pub struct DefenderToMove;
