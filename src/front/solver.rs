//! The solver for programs that use the library.

use super::options::{Config, Options};
use super::problem::Problem;
use crate::certificate::{Certificate, Claim};
use crate::composition::brinkmate::{self, State, Verdict};
use crate::composition::certify::{certify, claims_of};
use crate::composition::check::check;
use crate::composition::verdict::Judgement;
use crate::composition::{Composed, Goal, composed};
use crate::question::Question;
use crate::search::{self, Answer, Progress, StopReason, Unavailable, Uncertified};

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
///     plies.push(solver.solve(&problem, &Options::new())?.plies());
/// }
/// assert_eq!(plies, [Some(1), Some(3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver(pub(super) search::Solver);

impl Default for Solver {
    fn default() -> Self {
        Self::new(Config::default())
    }
}

impl Solver {
    /// Makes a solver. Memory is allocated as the problems need it.
    ///
    /// A process with too little memory for the tables is aborted. [`Solver::try_new`] refuses such a
    /// configuration.
    ///
    /// # Panics
    /// If the tables do not fit into the address space, or for an absurd number of threads.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self(search::Solver::new(config.0))
    }

    /// Makes a solver, if the system could provide its memory and threads at this moment.
    ///
    /// ```
    /// use tsume::search::Unavailable;
    /// use tsume::{Config, Solver};
    ///
    /// assert!(Solver::try_new(Config::new().hash_bytes(64 << 20)).is_ok());
    /// let refused = Solver::try_new(Config::new().hash_bytes(usize::MAX)).unwrap_err();
    /// assert!(matches!(refused, Unavailable::Memory { .. }));
    /// ```
    ///
    /// # Errors
    /// If the system cannot provide them: how much was asked for, and how much there is.
    pub fn try_new(config: Config) -> Result<Self, Unavailable> {
        config.0.available()?;
        Ok(Self::new(config))
    }

    /// Solves a problem: proves the shortest mate and reads its main line, or proves that there is
    /// no mate. A defender to move is mated as late as possible.
    ///
    /// # Errors
    /// If the defender is to move without being in check. A row ([`Solver::solve_row`]) answers about the
    /// threat of such a problem.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn solve(&mut self, problem: &Problem, options: &Options) -> Result<Composed, NotInCheck> {
        self.solve_with(problem, options, |_| {})
    }

    /// Solves a problem and reports the progress to an observer about ten times a second.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn solve_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        mut observer: impl FnMut(&Progress) + Send,
    ) -> Result<Composed, NotInCheck> {
        if !problem.composition.can_begin_mate() {
            return Err(NotInCheck);
        }
        self.0.ask_for_shortest(!options.0.first);
        // Without a mate, the best defence is part of every answer.
        let mut question = options.0.clone();
        question.further.refutation = Some(true);
        let problem = &problem.composition;
        Ok(composed::study(
            &mut self.0,
            problem,
            &question,
            &mut observer,
        ))
    }

    /// Judges a composition: its main line, every other check at every turn, the leftover pieces,
    /// and the author's line and length.
    ///
    /// # Errors
    /// If the defender is to move: a composition begins with the attacker.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn check(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Judgement, DefenderToMove> {
        self.check_with(problem, options, |_| {})
    }

    /// Judges a composition and reports the progress to an observer about ten times a second.
    ///
    /// # Errors
    /// As [`Solver::check`].
    ///
    /// # Panics
    /// If the system cannot start a thread.
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
            author: problem.author(),
            ..options.0.clone()
        };
        let (solver, problem) = (&mut self.0, &problem.composition);
        Ok(check(solver, problem, &question, &mut observer))
    }

    /// Solves a problem and returns certificates of the answer. For a mate, they prove the composed and the
    /// strict length, or that there is no mate. For a brinkmate, they prove that there is no mate, that there
    /// is a brinkmate within its length, and none within two plies fewer. For a threatmate, one certificate
    /// proves whether the position is a brinkmate.
    ///
    /// A bound that was proven within the limits has a certificate, too. The limits start again for each
    /// certificate. There is none for a brinkmate if the attacker mates at once, or if the defender is to move
    /// in check.
    ///
    /// # Errors
    /// If a limit is reached before anything is proven or while a certificate is made, or if the defender is
    /// to move without being in check, and the goal is a mate. Some proofs that there is no brinkmate have no
    /// certificate, because they rest on interpositions that may be futile.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn certify(
        &mut self,
        problem: &Problem,
        options: &Options,
    ) -> Result<Vec<Certificate>, Uncertified> {
        let composition = &problem.composition;
        let goal = options.0.goal.unwrap_or(problem.goal);
        if goal.is_mate() && !composition.can_begin_mate() {
            return Err(Uncertified::NotInCheck);
        }
        self.0
            .ask_for_shortest(!(goal.is_mate() && options.0.first));
        let (solver, limits) = (&mut self.0, &options.0.limits);
        let (claims, limit) = match goal {
            Goal::Mate => {
                let level = options.0.interpositions;
                let composed = composed::solve(solver, composition, level, limits, &mut |_| {});
                let limit = match composed.strict.answer {
                    Answer::Unknown(reason) => Some(reason),
                    Answer::Mate { .. } | Answer::NoMate => None,
                };
                (claims_of(&composed, level), limit)
            }
            Goal::Brinkmate | Goal::Threatmate if composition.attacker_to_move() => {
                let solution = brinkmate::solve(solver, composition, &options.0, &mut |_| {});
                let limit = match solution.verdict {
                    Verdict::Unknown { reason, .. } => Some(reason),
                    Verdict::Brinkmate { .. } | Verdict::Mate | Verdict::NoBrinkmate { .. } => None,
                };
                (brinkmate::claims(&solution), limit)
            }
            Goal::Brinkmate | Goal::Threatmate => {
                let threat = brinkmate::threat(solver, composition, limits, &mut |_| {});
                let limit = match threat.state {
                    State::Unknown(reason) => Some(reason),
                    _ => None,
                };
                let claim = brinkmate::claim_of_state(&threat);
                (claim.into_iter().collect(), limit)
            }
        };
        self.certificates(problem, claims, limit, options)
    }

    /// Makes certificates of these claims. If a limit left no claims, it is the error.
    fn certificates(
        &mut self,
        problem: &Problem,
        claims: Vec<Claim>,
        limit: Option<StopReason>,
        options: &Options,
    ) -> Result<Vec<Certificate>, Uncertified> {
        if claims.is_empty()
            && let Some(reason) = limit
        {
            return Err(Uncertified::Limit(reason));
        }
        let (solver, composition) = (&mut self.0, &problem.composition);
        let limits = &options.0.limits;
        let certified = claims.into_iter().map(|claim| {
            let (mut certificate, _) = certify(solver, composition, claim, limits, &mut |_| {})?;
            let id = problem.id().unwrap_or_default();
            id.clone_into(&mut certificate.id);
            Ok(certificate)
        });
        certified.collect()
    }
}

/// The error for a problem with the defender to move, which is not a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the defender is to move: a composition begins with the attacker's move")]
pub struct DefenderToMove;

/// The error for a problem in which the defender is to move without being in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the defender is to move without being in check")]
pub struct NotInCheck;
