//! Changes that make a flawed composition sound, and problems that lead into another.

use super::answers::Judgement;
use super::options::Options;
use super::problem::Problem;
use super::problem_error::ProblemError;
use super::solver::Solver;
use crate::composition::Goal;
use crate::composition::repair::{CannotRepair, Edit, Outcome, Request, repair};
use crate::shogi::Move;

/// A version of a problem that is sound or blemished.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repair {
    /// The version. Its own line is set as the author's line.
    pub problem: Problem,
    /// The changes of the diagram.
    pub edits: Vec<Edit>,
    /// The moves from this version to the original. Empty unless the original was extended.
    pub before: Vec<Move>,
    /// The number of its idea, from 1. A request with [`Request::all`] gives all versions of each.
    pub idea: usize,
    /// How many other versions of the same idea were found.
    pub like_it: usize,
    /// The judgement, without the strict length.
    pub judgement: Judgement,
}

impl Solver {
    /// Looks for sound or blemished versions of a problem, the best one of each idea: sound ones first, then by
    /// least change. The request states the allowed changes, and the moves that stay. Its line is replaced by the author's,
    /// its rules and interpositions by those of `options`. A solver
    /// that keeps proven results ([`Config::keep`](crate::Config::keep)) is faster.
    ///
    /// ```
    /// use tsume::composition::repair::{Allowed, EditKind, Keep, Request};
    /// use tsume::{Config, Options, Problem, Solver};
    ///
    /// let problem: Problem = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1".parse()?;
    /// let request = Request {
    ///     keep: Keep::Mate,
    ///     allowed: Allowed {
    ///         kinds: vec![EditKind::Add],
    ///         ..Allowed::default()
    ///     },
    ///     best: 1,
    ///     ..Request::default()
    /// };
    /// let mut solver = Solver::new(Config::new().keep(true));
    /// let repairs = solver.repair(&problem, &Options::new(), &request)?;
    /// assert!(repairs[0].judgement.is_sound());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no line that could stay, if the defender is to move, or if the goal is not a mate.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn repair(
        &mut self,
        problem: &Problem,
        options: &Options,
        request: &Request,
    ) -> Result<Vec<Repair>, CannotRepair> {
        if problem.goal() != Goal::Mate {
            return Err(CannotRepair::OtherGoal(problem.goal()));
        }
        let author = problem.author();
        let request = Request {
            line: author.line.clone(),
            interpositions: options.0.interpositions,
            profile: options.0.rules,
            ..request.clone()
        };
        let solvers = std::slice::from_mut(&mut self.0);
        let (problem_in, limits) = (&problem.composition, &options.0.limits);
        let outcome = repair(solvers, problem_in, &author, &request, limits, &|_| {})?;
        let repairs = repairs_of(outcome, options);
        Ok(repairs.expect("a version is a legal diagram"))
    }

    /// Looks for the sound or blemished problems two plies longer that lead into this one by a check and a
    /// reply (逆算).
    ///
    /// # Errors
    /// If the problem has no line, if the defender is to move, or if the goal is not a mate.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn extend(
        &mut self,
        problem: &Problem,
        options: &Options,
        request: &Request,
    ) -> Result<Vec<Repair>, CannotRepair> {
        let request = Request {
            extends: true,
            ..request.clone()
        };
        self.repair(problem, options, &request)
    }
}

/// Turns the versions found into repairs.
fn repairs_of(outcome: Outcome, options: &Options) -> Result<Vec<Repair>, ProblemError> {
    let found = outcome.found.into_iter().map(|it| {
        let mut problem = Problem::from_setup(it.version.setup)?;
        problem.line = it.line;
        Ok(Repair {
            judgement: Judgement::new(it.judgement, options.0.rules),
            edits: it.version.edits,
            before: it.version.before,
            idea: it.idea,
            like_it: it.like_it,
            problem,
        })
    });
    found.collect()
}
