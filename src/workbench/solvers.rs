//! The solvers, which are used again: memory that was touched before is soon ready.

use crate::search::{SearchConfig, Solver};
use crate::shogi::Position;
use std::sync::{Mutex, PoisonError};

/// Solvers that wait are as many as this at most.
const IDLE: usize = 3;

/// The solvers that wait for work.
#[derive(Debug)]
pub(super) struct Solvers {
    hash_bytes: usize,
    idle: Mutex<Vec<(usize, Solver)>>,
}

impl Solvers {
    pub const fn new(hash_bytes: usize) -> Self {
        Self {
            hash_bytes,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Takes a solver with this number of threads, if possible one that knows the pieces of this position.
    pub fn take(&self, threads: usize, position: &Position) -> Lease<'_> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let knows = |(of, it): &mut (usize, Solver)| {
            it.keep_facts(true);
            *of == threads && it.keeps(position)
        };
        let at = idle
            .iter_mut()
            .position(knows)
            .or_else(|| idle.iter().position(|it| it.0 == threads));
        let solver = at.map(|at| idle.remove(at).1);
        if solver.is_none() {
            // There are never more solvers than searches at the same time.
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

/// A solver at work. It waits for more afterwards, unless the work failed.
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

    /// Gives the solver back. After a failure it is not given back, because its state is unknown.
    pub fn give_back(mut self) {
        if let Some(solver) = self.solver.take() {
            let idle = &self.solvers.idle;
            let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.insert(0, (self.threads, solver));
            idle.truncate(IDLE);
        }
    }
}
