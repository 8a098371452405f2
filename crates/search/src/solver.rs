//! A solver with its tables, the main type of the search.

use crate::answer::{Progress, Solution};
use crate::config::SearchConfig;
use crate::limits::{Limits, Observer};
use crate::platform;
use crate::questions::certificate;
use crate::session::Session;
use crate::shogi::Position;
use crate::table::Table;
use crate::threads::parts::ThreadParts;
use crate::threads::stack::search_on_large_stack;

/// A search with its tables, for one problem after another.
#[derive(Debug)]
pub struct Solver {
    config: SearchConfig,
    table: Table,
    thread_parts: Vec<ThreadParts>,
    /// The problem that the tables are about.
    problem: Option<Position>,
}

impl Solver {
    /// Makes a solver with an empty table.
    #[must_use]
    pub fn new(config: SearchConfig) -> Self {
        let threads = platform::threads(config.threads);
        Self {
            table: Table::new(config.table_bytes()),
            thread_parts: (0..threads)
                .map(|_| ThreadParts::new(&config, threads))
                .collect(),
            config,
            problem: None,
        }
    }

    /// Solves a position in which Black is the attacker and White has the king to be mated. With
    /// White to move, the attacker has just given check. The observer receives the progress about
    /// ten times a second.
    ///
    /// # Panics
    /// If the system cannot start a thread. Each call starts one with a stack for the longest path,
    /// except within [`on_large_stack`](super::on_large_stack).
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> Solution {
        self.session(position, limits, observer, |session| {
            let shortest = session.shortest();
            let (answer, line) = session.strict(|search| search.find_length(shortest, 0));
            Solution {
                answer,
                line,
                stats: session.stats(),
            }
        })
    }

    /// Works on a problem, on a stack for the longest path. The facts of an earlier problem are
    /// dropped unless [`Solver::keeps`].
    ///
    /// # Panics
    /// Panics as [`Solver::solve`] does.
    pub fn session<T: Send>(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: Observer<'_>,
        work: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        self.begin(position);
        self.run_session(position, limits, observer, work)
    }

    /// Returns whether the facts in the tables would be kept for this position: the solver keeps
    /// them ([`SearchConfig::keep`]), and its last problem had the same pieces, counting board and
    /// hands together. The tables know a position by its board, the side to move and the attacker's
    /// hand. This identifies it only among positions with the same pieces.
    #[must_use]
    pub fn keeps(&self, position: &Position) -> bool {
        let missing = |position: &Position| position.to_setup().missing();
        let has_same_pieces = |last: &Position| missing(last) == missing(position);
        self.config.keep && self.problem.as_ref().is_some_and(has_same_pieces)
    }

    /// Sets whether shortest mates are asked for, not just any mates.
    pub const fn ask_for_shortest(&mut self, shortest: bool) {
        self.config.shortest = shortest;
    }

    /// Sets whether the tables keep what was proven for the next problem with the same pieces
    /// ([`SearchConfig::keep`]).
    pub const fn keep_facts(&mut self, keep: bool) {
        self.config.keep = keep;
    }

    /// Begins a problem. Clears the tables unless their facts are kept.
    fn begin(&mut self, position: &Position) {
        let keeps = self.keeps(position);
        self.problem = Some(position.clone());
        if keeps {
            return;
        }
        self.table.next_problem();
        for thread_parts in &mut self.thread_parts {
            thread_parts.next_problem();
        }
    }

    /// Runs a session about a problem, on a stack for the longest path.
    fn run_session<T: Send>(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: Observer<'_>,
        work: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        search_on_large_stack(|| {
            work(&mut Session::new(
                &self.config,
                &self.table,
                &mut self.thread_parts,
                position,
                limits,
                observer,
            ))
        })
    }

    /// Works like [`Solver::session`], but keeps all facts if the position is that of the last call.
    ///
    /// # Panics
    /// Panics as [`Solver::solve`] does.
    pub fn go_on<T: Send>(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: Observer<'_>,
        work: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        if self.problem.as_ref() != Some(position) {
            self.begin(position);
        }
        self.run_session(position, limits, observer, work)
    }

    /// Returns the bytes of the tables that the last problem had in use. Only these take memory.
    #[must_use]
    pub fn bytes_in_use(&self) -> usize {
        let of_threads = self.thread_parts.iter();
        let of_threads = of_threads
            .map(|parts| parts.conditional.bytes_in_use() + parts.links.bytes_in_use())
            .sum::<usize>();
        self.table.bytes_in_use() + of_threads
    }

    /// Returns the memory for making a certificate, in bytes: as much as for the tables.
    pub const fn certificate_bytes(&self) -> usize {
        self.config.hash_bytes
    }

    /// Returns the most entries of the strict game that a certificate can have in this memory.
    pub const fn most_entries(&self) -> usize {
        certificate::entries_in(self.certificate_bytes())
    }
}
