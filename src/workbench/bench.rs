//! The workbench: its resources, its files, its solvers and the answers that it keeps.

use super::fault::Fault;
use super::reading::Shelf;
use super::remembered::RecentAnswers;
use super::solvers::{MAX_IDLE, MAX_ROW_HASH_BYTES, MAX_ROW_SOLVERS, Solvers};
use crate::answer::Row;
use crate::composition::event::Listener;
use crate::judge::{Certifier, JudgeContext, ParsedProblem, Question, ask, guarded};
use crate::search::Progress;
use crate::shogi::Position;
use crate::similar::Index;
use std::time::Duration;

/// The memory, threads and limits of a workbench.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Memory for the tables of each search, in bytes.
    pub hash_bytes: usize,
    /// The most threads of one search.
    pub threads: usize,
    /// The time of a search whose request limits neither time nor nodes.
    pub time: Duration,
    /// The address that links to the page name, if others reach it at another one than its user.
    pub public: Option<String>,
}

impl Default for Resources {
    fn default() -> Self {
        Self {
            hash_bytes: 256 << 20,
            threads: 1,
            time: Duration::from_mins(1),
            public: None,
        }
    }
}

/// Answers the calls of pages. Several threads may use it at the same time.
#[derive(Debug)]
pub struct Workbench {
    pub(super) resources: Resources,
    pub(super) solvers: Solvers,
    /// The solvers for the rows of lists.
    pub(super) row_solvers: Solvers,
    pub(super) recent: RecentAnswers,
    pub(super) names: Vec<String>,
    pub(super) shelf: Shelf,
    pub(super) index: Index,
}

impl Workbench {
    /// Makes a workbench without files.
    #[must_use]
    pub fn new(resources: Resources) -> Self {
        Self {
            solvers: Solvers::new(resources.hash_bytes, MAX_IDLE),
            row_solvers: Solvers::new(
                resources.hash_bytes.min(MAX_ROW_HASH_BYTES),
                MAX_ROW_SOLVERS,
            ),
            resources,
            recent: RecentAnswers::default(),
            names: Vec::new(),
            shelf: Shelf::default(),
            index: Index::default(),
        }
    }

    /// Replaces the files: their names, problems and index.
    #[must_use]
    pub fn with_files(mut self, names: Vec<String>, shelf: Shelf, index: Index) -> Self {
        (self.names, self.shelf, self.index) = (names, shelf, index);
        self
    }

    /// Returns the names of the files.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of problems of the files.
    #[must_use]
    pub const fn problems(&self) -> usize {
        self.shelf.len()
    }

    /// Returns the row that answers a question about a problem. With `keeps_facts` the solver uses results of earlier
    /// searches, so that the answer may differ from that of a new solver.
    ///
    /// # Errors
    /// If the program fails.
    pub(super) fn row(
        &self,
        parsed: &ParsedProblem,
        question: &Question,
        threads: usize,
        keeps_facts: bool,
        observer: &mut (dyn FnMut(&Progress) + Send),
        listener: Listener<'_>,
    ) -> Result<Row, Fault> {
        let position = Position::new(parsed.problem.setup());
        let mut lease = self.solvers.take(threads, &position);
        lease.solver().keep_facts(keeps_facts);
        let mut context = JudgeContext {
            solver: lease.solver(),
            question,
            observer,
            listener,
        };
        let answered = guarded(|| ask(&mut context, parsed, &mut Certifier::default()));
        let (row, _) = answered
            .and_then(|it| it.map_err(|error| error.to_string()))
            .map_err(|reason| Fault::internal(&reason))?;
        lease.give_back();
        Ok(row)
    }
}
