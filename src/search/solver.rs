//! The facade of the search: a solver with its tables, and the driver that proves lengths.

use super::answer::{Answer, Exactness, Progress, Solution, Stats, StopReason};
use super::conditional::ConditionalTable;
use super::dfpn::Search;
use super::expansion::Value;
use super::limits::{Limits, Watch};
use super::numbers::Plies;
use super::path::Path;
use super::table::Table;
use crate::shogi::Position;

/// What a solver is made with.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// Memory for the tables, in bytes.
    pub hash_bytes: usize,
    /// Whether to prove that no shorter mate exists (otherwise the first proven mate ends the
    /// search).
    pub shortest: bool,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            hash_bytes: 256 << 20,
            shortest: true,
        }
    }
}

/// A search with its tables, to be used for one problem after another.
#[derive(Debug)]
pub struct Solver {
    config: SearchConfig,
    table: Table,
    conditional: ConditionalTable,
}

/// Stack of the thread a search runs in: the longest path recurses some kilobytes a ply.
const STACK_BYTES: usize = 256 << 20;

impl Solver {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(config: SearchConfig) -> Self {
        let conditional = config.hash_bytes / 8;
        Self {
            table: Table::new(config.hash_bytes - conditional),
            conditional: ConditionalTable::new(conditional),
            config,
        }
    }

    /// Solves a position in which Black is the attacker and White has the king to be mated; with
    /// White to move, the attacker has just given check. The observer hears from a running search
    /// about ten times a second.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> Solution {
        self.table.next_problem();
        self.conditional.next_problem();
        let mut position = position.clone();
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || self.drive(&mut position, limits, observer))
                .expect("a thread can be started")
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    fn drive(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        observer: &mut (dyn FnMut(&Progress) + Send),
    ) -> Solution {
        let mut search = Search {
            position,
            table: &mut self.table,
            conditional: &mut self.conditional,
            path: Path::new(),
            children: Vec::with_capacity(4096),
            scratch: Vec::with_capacity(128),
            watch: Watch::new(limits, observer),
            stats: Stats::default(),
            mate_at_most: None,
        };
        let answer = search.find_length(self.config.shortest);
        Solution {
            answer,
            line: Vec::new(),
            stats: search.progress().stats,
        }
    }
}

impl Search<'_> {
    /// Mate or not; and if mate, shorter and shorter until the next shorter one is refuted.
    fn find_length(&mut self, shortest: bool) -> Answer {
        let mut plies = match self.run(Plies::UNLIMITED) {
            Value::Proven { len, .. } => len.finite().unwrap_or(u32::MAX),
            Value::Disproven { .. } => return Answer::NoMate,
            Value::Open { .. } => {
                return Answer::Unknown(self.watch.reason().unwrap_or(StopReason::Memory));
            }
        };
        let exactness = loop {
            self.mate_at_most = Some(plies);
            if !shortest {
                break Exactness::AtMost(None);
            }
            if plies < 2 {
                break Exactness::Shortest;
            }
            match self.run(Plies::new(plies - 2)) {
                Value::Proven { len, .. } => plies = len.finite().unwrap_or(plies),
                Value::Disproven { .. } => break Exactness::Shortest,
                Value::Open { .. } => break Exactness::AtMost(self.watch.reason()),
            }
        };
        Answer::Mate { plies, exactness }
    }
}
