//! Rows: answers as records for programs, the same as those of the command line.

use super::options::Options;
use super::problem::Problem;
use super::solver::Solver;
use crate::answer::Row;
use crate::certificate::Certificate;
use crate::composition::Goal;
use crate::composition::event::Listener;
use crate::judge::{Certifier, JudgeContext, Question, Task, ask};
use crate::search::Progress;

/// Options of rows.
impl Options {
    /// Adds the attributes of a judged composition to its row.
    #[must_use]
    pub const fn attributes(mut self) -> Self {
        self.0.attributes = true;
        self
    }

    /// Adds statistics of the search to the row.
    #[must_use]
    pub const fn stats(mut self) -> Self {
        self.0.stats = true;
        self
    }

    /// Sets what the row is to answer, instead of what the record of the problem asks for: a mate, a
    /// brinkmate (必至), or with the defender to move whether it is a threatmate (詰めろ).
    #[must_use]
    pub const fn goal(mut self, goal: Goal) -> Self {
        self.0.goal = Some(goal);
        self
    }

    /// Has the independent checker confirm the answer before the row is made, and lists the
    /// certificates in it. An answer that cannot be proven is withdrawn: the row is an error. The
    /// limits hold anew for each certificate.
    #[must_use]
    pub const fn verify(mut self) -> Self {
        self.0.verify = true;
        self
    }
}

/// Follows the making of a row.
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
        self.check_row_with(problem, options, RowWork::default())
    }

    /// Solves a problem and returns the row that `tsume solve` writes for it.
    pub fn solve_row(&mut self, problem: &Problem, options: &Options) -> Row {
        self.solve_row_with(problem, options, RowWork::default())
    }

    /// Judges a composition, reports the progress, and keeps the certificates.
    ///
    /// ```
    /// use tsume::{Options, Problem, RowWork, Solver};
    ///
    /// let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
    /// let mut certificates = Vec::new();
    /// let work = RowWork { certificates: Some(&mut certificates), ..RowWork::default() };
    /// let row = Solver::default().check_row_with(&problem, &Options::new(), work);
    /// assert_eq!(row.certificates.map(|it| it.len()), Some(certificates.len()));
    /// assert!(certificates.iter().all(|it| tsume::verify::check(it).is_ok()));
    /// # Ok::<(), tsume::ProblemError>(())
    /// ```
    pub fn check_row_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        work: RowWork<'_>,
    ) -> Row {
        self.row(problem, options, work, Task::Check)
    }

    /// Solves a problem, reports the progress, and keeps the certificates.
    pub fn solve_row_with(
        &mut self,
        problem: &Problem,
        options: &Options,
        work: RowWork<'_>,
    ) -> Row {
        self.row(problem, options, work, Task::Solve)
    }

    fn row(&mut self, problem: &Problem, options: &Options, work: RowWork<'_>, task: Task) -> Row {
        let mut nobody = |_: &Progress| {};
        let observer = work.observer.unwrap_or(&mut nobody);
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
