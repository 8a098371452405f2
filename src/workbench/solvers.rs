//! Keeps solvers for the next search, because allocating and touching the memory of a new one takes time.

use crate::search::{SearchConfig, Solver};
use crate::shogi::Position;
use std::sync::{Mutex, PoisonError};

/// The most solvers for single problems that are kept while no search uses them.
pub(super) const MAX_IDLE: usize = 3;

/// The most solvers that are kept between two rows.
pub(super) const MAX_ROW_SOLVERS: usize = 16;

/// The most memory for the tables of a search about a row, as `validate` has it for each job.
pub(super) const MAX_ROW_HASH_BYTES: usize = 64 << 20;

/// The solvers of a workbench.
#[derive(Debug)]
pub(super) struct Solvers {
    hash_bytes: usize,
    /// The most solvers that are kept while no search uses them.
    max_idle: usize,
    /// The solvers that no search uses, each with its number of threads, the latest first.
    idle: Mutex<Vec<(usize, Solver)>>,
}

impl Solvers {
    pub const fn new(hash_bytes: usize, max_idle: usize) -> Self {
        Self {
            hash_bytes,
            max_idle,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Takes a solver with this number of threads, if possible one whose tables fit the pieces of this position.
    pub fn take(&self, threads: usize, position: &Position) -> Lease<'_> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(solver_threads, solver): &mut (usize, Solver)| {
            solver.keep_facts(true);
            *solver_threads == threads && solver.keeps(position)
        };
        let index = idle
            .iter_mut()
            .position(fits)
            .or_else(|| idle.iter().position(|(other, _)| *other == threads));
        let solver = index.map(|index| idle.remove(index).1);
        if solver.is_none() {
            // The memory of an idle solver makes room for that of a new one.
            drop(idle.pop());
        }
        drop(idle);
        let solver = solver.unwrap_or_else(|| {
            Solver::new(SearchConfig {
                hash_bytes: self.hash_bytes,
                threads,
                ..SearchConfig::default()
            })
        });
        Lease {
            solvers: self,
            threads,
            solver: Some(solver),
        }
    }
}

/// A solver in use.
#[derive(Debug)]
pub(super) struct Lease<'a> {
    solvers: &'a Solvers,
    threads: usize,
    solver: Option<Solver>,
}

impl Lease<'_> {
    /// Returns the solver.
    pub fn solver(&mut self) -> &mut Solver {
        self.solver.as_mut().expect("it is given back only once")
    }

    /// Gives the solver back. After a failure the caller drops the lease instead, because the state of the solver is
    /// unknown.
    pub fn give_back(mut self) {
        if let Some(solver) = self.solver.take() {
            let idle = &self.solvers.idle;
            let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.insert(0, (self.threads, solver));
            idle.truncate(self.solvers.max_idle);
        }
    }
}
