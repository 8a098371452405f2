//! The facade of the search: a solver with its tables.

use super::answer::{Progress, Solution};
use super::conditional::ConditionalTable;
use super::estimate::Estimates;
use super::extract;
use super::limits::{Limits, Reporter};
use super::session::Session;
use super::space::Space;
use super::stack::search_on_large_stack;
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
    /// Whether memory is set aside for composed lengths (half of it) from the start. Otherwise that is
    /// done, and what was learnt is forgotten, when a composed length is asked for.
    pub variants: bool,
    /// Threads that work on one problem. With more than one the same question may be answered by
    /// another line of the same worth, and limits be hit elsewhere.
    pub threads: usize,
    /// Whether what was learnt from one problem is kept for the next where both have the same pieces
    /// in all. Every fact stays true; the cost of an answer, and which of several lines of the same
    /// worth is told, depend on what came before.
    pub keep: bool,
    /// Parts of the search that can be left out.
    pub switches: Switches,
}

/// Parts of the search that can be left out, or done in another order, without changing any answer,
/// only its cost; for tests and measurements. All are on by default.
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
    /// With a budget of three plies left, new positions of the attacker are searched on the spot,
    /// without the table.
    pub second_look: bool,
    /// The order among moves that look alike: 0 is the usual one, any other number one of its own.
    pub order: u64,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            dominance: true,
            conditional_claims: true,
            delayed_moves: true,
            first_look: true,
            second_look: true,
            order: 0,
        }
    }
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            hash_bytes: 256 << 20,
            shortest: true,
            variants: false,
            threads: 1,
            keep: false,
            switches: Switches::default(),
        }
    }
}

/// A search with its tables, to be used for one problem after another.
#[derive(Debug)]
pub struct Solver {
    pub(super) config: SearchConfig,
    pub(super) tables: Tables,
    pub(super) own: Vec<ThreadParts>,
    /// The problem that the tables are about.
    problem: Option<Position>,
}

/// What all threads share.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) strict: Table,
    /// Of games in which some replies do not count.
    pub(super) variant: Option<Table>,
}

/// What each thread has for itself.
#[derive(Debug)]
pub(super) struct ThreadParts {
    strict: ConditionalTable,
    variant: Option<ConditionalTable>,
    estimates: Estimates,
    space: Space,
}

/// What a search in one game works with of what its thread has for itself.
#[derive(Debug)]
pub(super) struct SharedParts<'a> {
    pub(super) conditional: &'a mut ConditionalTable,
    pub(super) estimates: &'a mut Estimates,
    pub(super) space: &'a mut Space,
}

impl SharedParts<'_> {
    /// The same, lent on.
    pub(super) const fn again(&mut self) -> SharedParts<'_> {
        SharedParts {
            conditional: self.conditional,
            estimates: self.estimates,
            space: self.space,
        }
    }
}

impl ThreadParts {
    /// For the strict game.
    pub(super) const fn strict(&mut self) -> SharedParts<'_> {
        SharedParts {
            conditional: &mut self.strict,
            estimates: &mut self.estimates,
            space: &mut self.space,
        }
    }

    /// For another game, if there is memory for one.
    pub(super) fn variant(&mut self) -> Option<SharedParts<'_>> {
        Some(SharedParts {
            conditional: self.variant.as_mut()?,
            estimates: &mut self.estimates,
            space: &mut self.space,
        })
    }
}

impl Solver {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(config: SearchConfig) -> Self {
        let bytes = config.hash_bytes;
        let (table, variant) = if config.variants {
            (bytes / 2, 3 * bytes / 8)
        } else {
            (bytes, 0)
        };
        let conditional = bytes / 16;
        let threads = config.threads.max(1);
        let own = |_| ThreadParts {
            strict: ConditionalTable::new(conditional / threads),
            variant: config
                .variants
                .then(|| ConditionalTable::new(conditional / threads)),
            estimates: Estimates::new(),
            space: Space::default(),
        };
        Self {
            tables: Tables {
                strict: Table::new(table - conditional, config.switches.dominance),
                variant: config.variants.then(|| Table::new(variant, false)),
            },
            own: (0..threads).map(own).collect(),
            config,
            problem: None,
        }
    }

    /// Solves a position in which Black is the attacker and White has the king to be mated; with
    /// White to move, the attacker has just given check. The observer hears from a running search
    /// about ten times a second.
    ///
    /// # Panics
    /// When the system cannot start a thread: a search needs a stack for the longest path, which
    /// [`on_large_stack`](super::on_large_stack) gives to many at once.
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

    /// Works on one problem, on a stack for the longest path.
    pub(crate) fn session<T: Send>(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: Reporter<'_>,
        work: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        self.begin(position);
        search_on_large_stack(|| work(&mut Session::new(self, position, limits, observer)))
    }

    /// Whether what the tables know would be kept for this position: the solver keeps what it learns
    /// ([`SearchConfig::keep`]), and its last problem had the same pieces in all. A board and the
    /// attacker's hand stand for a whole position only together with the pieces in all, so that no
    /// more than this is needed: the kings and who is to move are part of the board.
    #[must_use]
    pub fn keeps(&self, position: &Position) -> bool {
        let of = |it: &Position| it.to_setup().missing();
        self.config.keep && (self.problem.as_ref()).is_some_and(|last| of(last) == of(position))
    }

    /// Sets memory aside for composed lengths, unless that was done before.
    pub(crate) fn make_room_for_variants(&mut self) {
        if self.tables.variant.is_none() {
            let config = self.config.clone();
            *self = Self::new(SearchConfig {
                variants: true,
                ..config
            });
        }
    }

    /// Whether shortest mates are asked for from now on, or any. The tables serve both questions.
    pub const fn ask_for_shortest(&mut self, shortest: bool) {
        self.config.shortest = shortest;
    }

    /// Whether shortest mates are asked for, not any.
    pub(crate) const fn asks_for_shortest(&self) -> bool {
        self.config.shortest
    }

    /// Forgets whatever was learnt from another problem, unless it is to be kept.
    fn begin(&mut self, position: &Position) {
        let keeps = self.keeps(position);
        self.problem = Some(position.clone());
        if keeps {
            return;
        }
        let threads = self.own.len();
        let tables = &mut self.tables;
        for table in std::iter::once(&mut tables.strict).chain(&mut tables.variant) {
            table.next_problem(threads);
        }
        for own in &mut self.own {
            for table in std::iter::once(&mut own.strict).chain(&mut own.variant) {
                table.next_problem();
            }
        }
    }

    /// Works on a problem with what is known of it, if it was the last one worked on.
    pub(crate) fn go_on<T: Send>(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: Reporter<'_>,
        work: impl FnOnce(&mut Session<'_>) -> T + Send,
    ) -> T {
        if self.problem.as_ref() != Some(position) {
            self.begin(position);
        }
        search_on_large_stack(|| work(&mut Session::new(self, position, limits, observer)))
    }

    /// How many entries a certificate may have: it may take as much memory as the tables.
    pub(crate) const fn most_entries(&self) -> usize {
        self.config.hash_bytes / extract::BYTES_PER_ENTRY
    }
}
