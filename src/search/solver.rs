//! The facade of the search: a solver with its tables, and the driver that proves lengths.

use super::answer::{Answer, Exactness, Progress, Solution, Stats, StopReason};
use super::conditional::ConditionalTable;
use super::dfpn::Search;
use super::expansion::Value;
use super::limits::{Limits, Watch};
use super::numbers::Plies;
use super::path::Path;
use super::table::Table;
use crate::shogi::{Move, Position};

/// What a solver is made with.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// Memory for the tables, in bytes.
    pub hash_bytes: usize,
    /// Whether to prove that no shorter mate exists (otherwise the first proven mate ends the
    /// search).
    pub shortest: bool,
    /// Parts of the search that can be left out.
    pub switches: Switches,
}

/// Parts of the search that can be left out without changing any answer, only its cost; for tests
/// and measurements. All are on by default.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Facts about one hand answer questions about larger or smaller hands on the same board (in
    /// the strict game more in the attacker's hand is never worse).
    pub dominance: bool,
    /// Disproofs that rest on a repetition are kept and used again where their condition holds.
    pub conditional_claims: bool,
    /// Near-duplicates of a move wait until the move has lost.
    pub delayed_moves: bool,
    /// New positions of the attacker are tested for "no check" and "mate at once" at first sight.
    pub first_look: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            dominance: true,
            conditional_claims: true,
            delayed_moves: true,
            first_look: true,
        }
    }
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            hash_bytes: 256 << 20,
            shortest: true,
            switches: Switches::default(),
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
            table: Table::new(config.hash_bytes - conditional, config.switches.dominance),
            conditional: ConditionalTable::new(conditional),
            config,
        }
    }

    /// Solves a position in which Black is the attacker and White has the king to be mated; with
    /// White to move, the attacker has just given check. The observer hears from a running search
    /// about ten times a second.
    ///
    /// # Panics
    /// When the system cannot start a thread: a search runs in one of its own, with a stack for
    /// the longest path.
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
            path: Path::new(self.config.switches.dominance),
            children: Vec::with_capacity(4096),
            scratch: Vec::with_capacity(128),
            watch: Watch::new(limits, observer),
            stats: Stats::default(),
            mate_at_most: None,
            switches: self.config.switches,
        };
        let (answer, line) = search.find_length(self.config.shortest);
        Solution {
            answer,
            line,
            stats: search.progress().stats,
        }
    }
}

impl Search<'_> {
    /// Mate or not; and if mate, shorter and shorter until the next shorter one is refuted.
    fn find_length(&mut self, shortest: bool) -> (Answer, Vec<Move>) {
        let mut plies = match self.run(Plies::UNLIMITED) {
            Value::Proven { len, .. } => len.finite().unwrap_or(u32::MAX),
            Value::Disproven { .. } => return (Answer::NoMate, Vec::new()),
            Value::Open { .. } => {
                let reason = self.watch.reason().unwrap_or(StopReason::Memory);
                return (Answer::Unknown(reason), Vec::new());
            }
        };
        let mut line = Vec::new();
        let exactness = loop {
            self.mate_at_most = Some(plies);
            // Reading the line shortens lengths proven too generously on the way, and with them
            // perhaps the line: again until both agree.
            while let Some((bound, found)) = self.line(plies, false) {
                let settled = found.len() >= bound as usize || (bound, &found) == (plies, &line);
                (plies, line) = (bound, found);
                if settled {
                    break;
                }
            }
            if !shortest {
                break Exactness::AtMost(None);
            }
            // Lengths have the parity of the side to move: two plies fewer is the next question.
            if plies < 2 {
                break Exactness::Shortest;
            }
            match self.run(Plies::new(plies - 2)) {
                Value::Proven { len, .. } => plies = len.finite().unwrap_or(plies),
                Value::Disproven { .. } => break Exactness::Shortest,
                Value::Open { .. } => break Exactness::AtMost(self.watch.reason()),
            }
        };
        if exactness == Exactness::Shortest
            && let Some((_, found)) = self.line(plies, true)
        {
            line = found;
        }
        (Answer::Mate { plies, exactness }, line)
    }
}
