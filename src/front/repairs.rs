//! Looks for changes that make a flawed composition sound, and for longer problems that lead into one.

use super::options::Options;
use super::problem::Problem;
use super::solver::Solver;
use crate::composition::Goal;
use crate::composition::repair::{CannotRepair, Repaired, Request, repair};

impl Solver {
    /// Looks for sound or blemished versions of a problem, the best one of each idea: sound ones first, then by
    /// least change. A request that [extends](Request::extends) the problem gets longer problems instead: a
    /// check and a reply come before the given one (逆算).
    ///
    /// The request states the allowed changes, and the moves that stay. Its line is replaced by the author's, its
    /// rules and interpositions by those of `options`. The judgement of a version has no strict length. A
    /// solver that keeps proven results ([`Config::keep`](crate::Config::keep)) is faster.
    ///
    /// ```
    /// use tsume::composition::repair::{Allowed, EditKind, Keep, Request};
    /// use tsume::composition::rules::Profile;
    /// use tsume::composition::verdict::Verdict;
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
    /// assert_eq!(repairs[0].judgement.verdict(Profile::Standard), Verdict::Sound);
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
    ) -> Result<Vec<Repaired>, CannotRepair> {
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
        let (diagram, limits) = (&problem.composition, &options.0.limits);
        let outcome = repair(solvers, diagram, &author, &request, limits, &|_| {})?;
        Ok(outcome.found)
    }
}
