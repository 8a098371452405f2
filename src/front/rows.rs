//! Rows: answers as records for programs, the same as those of the command line.

use super::options::Options;
use super::problem::Problem;
use super::solver::Solver;
use crate::answer::Row;
use crate::certificate::Certificate;
use crate::composition::event::Listener;
use crate::judge::{Certifier, JudgeContext, Question, Task, ask};
use crate::search::Progress;

/// The receivers of progress and certificates while a row is made.
#[derive(Default)]
pub struct RowWork<'a> {
    /// Receives the progress about ten times a second.
    pub observer: Option<&'a mut (dyn FnMut(&Progress) + Send)>,
    /// Receives the certificates of the answer, if they are wanted.
    pub certificates: Option<&'a mut Vec<Certificate>>,
}

impl std::fmt::Debug for RowWork<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowWork")
            .field("certificates", &self.certificates.is_some())
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Judges a composition and returns the row that `tsume check` writes for it.
    ///
    /// ```
    /// use tsume::{Options, Problem, Solver};
    ///
    /// let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
    /// let row = Solver::default().check_row(&problem, &Options::new());
    /// assert!(row.to_json().contains(r#""sfen":"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g"#));
    /// # Ok::<(), tsume::ProblemError>(())
    /// ```
    pub fn check_row(&mut self, problem: &Problem, options: &Options) -> Row {
        self.row_with(problem, options, Task::Check, RowWork::default())
    }

    /// Solves a problem and returns the row that `tsume solve` writes for it. For a brinkmate (必至) it has all
    /// first moves that force it, the main line, and every defence of the final position with its mate. For a
    /// threat (詰めろ) it has the result of each defence.
    ///
    /// ```
    /// use tsume::composition::Goal;
    /// use tsume::vocabulary::Verdict;
    /// use tsume::{Options, Problem, Solver};
    ///
    /// let mut solver = Solver::default();
    /// let sfen = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b BG2rb3g4s3n3l15p 1";
    /// let problem = Problem::from_sfen_for(Goal::Brinkmate, sfen)?;
    /// let row = solver.solve_row(&problem, &Options::new());
    /// assert_eq!((row.verdict, row.plies), (Verdict::Brinkmate, Some(1)));
    ///
    /// let sfen = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";
    /// let problem = Problem::from_sfen_for(Goal::Threatmate, sfen)?;
    /// let row = solver.solve_row(&problem, &Options::new());
    /// assert_eq!(row.verdict, Verdict::Threatmate);
    /// assert!(row.brinkmate.is_some_and(|it| it.holding().any(|mv| mv == "G*2b")));
    /// # Ok::<(), tsume::ProblemError>(())
    /// ```
    pub fn solve_row(&mut self, problem: &Problem, options: &Options) -> Row {
        self.row_with(problem, options, Task::Solve, RowWork::default())
    }

    /// Solves or judges a problem, reports the progress, and keeps the certificates.
    ///
    /// ```
    /// use tsume::question::Task;
    /// use tsume::{Options, Problem, RowWork, Solver};
    ///
    /// let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
    /// let mut certificates = Vec::new();
    /// let work = RowWork { certificates: Some(&mut certificates), ..RowWork::default() };
    /// let row = Solver::default().row_with(&problem, &Options::new(), Task::Check, work);
    /// assert_eq!(row.certificates.map(|it| it.len()), Some(certificates.len()));
    /// assert!(certificates.iter().all(|it| tsume::verify::check(it).is_ok()));
    /// # Ok::<(), tsume::ProblemError>(())
    /// ```
    pub fn row_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        task: Task,
        work: RowWork<'_>,
    ) -> Row {
        let mut ignore = |_: &Progress| {};
        let observer = work.observer.unwrap_or(&mut ignore);
        let question = &Question {
            task,
            ..options.0.clone()
        };
        let context = &mut JudgeContext {
            solver: &mut self.0,
            question,
            observer,
            listener: Listener::default(),
        };
        let certifier = &mut Certifier {
            sink: work.certificates.map(|it| it as _),
            verify: question.verify,
            written: 0,
        };
        let mut parsed = problem.parsed();
        if let Some(goal) = question.goal.filter(|&it| it != parsed.goal) {
            parsed.to_mut().goal = goal;
        }
        match ask(context, &parsed, certifier) {
            Ok((row, _)) => row,
            Err(error) => unreachable!("nothing is written: {error}"),
        }
    }
}
