//! Rows: answers as records for programs, the same as those of the command line.

use super::options::Options;
use super::problem::Problem;
use super::solver::Solver;
use crate::judge::{Certifier, Checks, Complaint, JudgeContext, ParsedProblem, composition, solve};
use crate::report::{Entry, Row};

impl Solver {
    /// Judges a composition and returns the row that `tsume check` writes for it.
    ///
    /// ```
    /// use tsume::{Options, Problem, Solver};
    ///
    /// let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
    /// let row = Solver::default().check_row(&problem, &Options::new());
    /// assert!(row.to_json().starts_with(r#"{"id":"problem","sfen":"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g"#));
    /// # Ok::<(), tsume::ProblemError>(())
    /// ```
    pub fn check_row(&mut self, problem: &Problem, options: &Options) -> Row {
        self.0.ask_for_shortest(true);
        let checks = Checks {
            profile: options.profile,
            nodes_per_alternative: options.nodes_per_alternative,
            idle_pieces: options.idle_pieces,
            attributes: false,
            variations: 0,
        };
        self.row(problem, options, |context, parsed| {
            composition::entry(context, parsed, checks, options.questions.clone())
        })
    }

    /// Solves a problem and returns the row that `tsume solve` writes for it.
    pub fn solve_row(&mut self, problem: &Problem, options: &Options) -> Row {
        self.0.ask_for_shortest(!options.first);
        self.row(problem, options, |context, parsed| {
            let asked = options.questions.clone();
            let entry = solve::entry(context, parsed, asked, &mut Certifier::default());
            entry.unwrap_or_else(|error| unreachable!("nothing is written: {error}"))
        })
    }

    fn row(
        &mut self,
        problem: &Problem,
        options: &Options,
        work: impl FnOnce(&mut JudgeContext<'_>, &ParsedProblem) -> (Entry, Vec<Complaint>),
    ) -> Row {
        let id = problem.id().unwrap_or("problem");
        let line = problem.author_line().to_vec();
        let parsed = ParsedProblem::new(id, problem.composition.clone())
            .with_author(line, problem.author_plies());
        let context = &mut JudgeContext {
            solver: &mut self.0,
            limits: &options.limits,
            interpositions: options.interpositions,
            stats: false,
            observer: &mut |_| {},
        };
        work(context, &parsed).0.row
    }
}
