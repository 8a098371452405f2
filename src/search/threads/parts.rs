//! The parts that the threads of a solver share, and those of each thread.

use super::workspace::Workspace;
use crate::search::config::SearchConfig;
use crate::search::estimate::moves::Estimates;
use crate::search::repetition::claims::ConditionalTable;
use crate::search::table::{GameTable, Table};
use crate::search::tuning::CLAIMS_PART;

/// The parts that all threads share.
#[derive(Debug)]
pub(in crate::search) struct Tables {
    /// One table for all games: each takes the room that it needs.
    table: Table,
    /// Whether the strict game has dominance of hands.
    dominance: bool,
    /// Whether there is memory for games in which some replies do not count.
    pub(in crate::search) has_variants: bool,
}

impl Tables {
    /// Makes empty tables.
    pub(in crate::search) fn new(config: &SearchConfig) -> Self {
        let games = 1 + usize::from(config.variants);
        Self {
            table: Table::new(config.hash_bytes - games * conditional_bytes(config)),
            dominance: config.switches.dominance,
            has_variants: config.variants,
        }
    }

    /// Returns the table for the strict game.
    pub(in crate::search) const fn strict(&self) -> GameTable<'_> {
        self.table.of_game(self.dominance)
    }

    /// Returns the table for another game, if there is memory for one. A larger hand does not
    /// dominate a smaller one if some replies do not count or positions are forbidden.
    pub(in crate::search) fn variant(&self) -> Option<GameTable<'_>> {
        self.has_variants.then(|| self.table.of_game(false))
    }

    /// Returns the number of entries that the table has room for.
    pub(in crate::search) fn entries(&self) -> usize {
        self.table.entries()
    }

    #[cfg(test)]
    fn in_use(&self) -> usize {
        self.table.in_use()
    }

    /// Forgets everything. `threads` threads will use the tables.
    pub(in crate::search) fn next_problem(&mut self, threads: usize) {
        self.table.next_problem(threads);
    }
}

/// Memory for conditional disproofs of one game, for all threads together.
const fn conditional_bytes(config: &SearchConfig) -> usize {
    config.hash_bytes / CLAIMS_PART
}

/// The parts of one thread.
#[derive(Debug)]
pub(in crate::search) struct ThreadParts {
    strict: ConditionalTable,
    variant: Option<ConditionalTable>,
    estimates: Estimates,
    workspace: Workspace,
}

/// The parts of a thread for a search in one game.
#[derive(Debug)]
pub(in crate::search) struct SharedParts<'a> {
    pub(in crate::search) conditional: &'a mut ConditionalTable,
    pub(in crate::search) estimates: &'a mut Estimates,
    pub(in crate::search) workspace: &'a mut Workspace,
}

impl SharedParts<'_> {
    /// Borrows the same parts again.
    pub(in crate::search) const fn reborrow(&mut self) -> SharedParts<'_> {
        SharedParts {
            conditional: self.conditional,
            estimates: self.estimates,
            workspace: self.workspace,
        }
    }
}

impl ThreadParts {
    /// Makes the parts of one of `threads` threads.
    pub(in crate::search) fn new(config: &SearchConfig, threads: usize) -> Self {
        let claims = || ConditionalTable::new(conditional_bytes(config) / threads);
        Self {
            strict: claims(),
            variant: config.variants.then(claims),
            estimates: Estimates::new(),
            workspace: Workspace::default(),
        }
    }

    /// Forgets what is known of the last problem.
    pub(in crate::search) fn next_problem(&mut self) {
        for table in std::iter::once(&mut self.strict).chain(&mut self.variant) {
            table.next_problem();
        }
    }

    /// Returns the parts for the strict game.
    pub(in crate::search) const fn strict(&mut self) -> SharedParts<'_> {
        SharedParts {
            conditional: &mut self.strict,
            estimates: &mut self.estimates,
            workspace: &mut self.workspace,
        }
    }

    /// Returns the parts for another game, if there is memory for one.
    pub(in crate::search) fn variant(&mut self) -> Option<SharedParts<'_>> {
        Some(SharedParts {
            conditional: self.variant.as_mut()?,
            estimates: &mut self.estimates,
            workspace: &mut self.workspace,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::numbers::{Plies, UNIT};
    use crate::search::table::Known;
    use crate::search::table::entry::Visit;
    use crate::shogi::{Hand, Key, PieceKind};

    /// Puts so many positions into a table.
    fn fill(table: GameTable<'_>, count: usize) {
        for at in 0..count as u64 {
            let key = Key::of(at.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            table.store_open((key, Hand::EMPTY), (UNIT, UNIT), Visit::new(0, 1), false);
        }
    }

    fn tables(threads: usize) -> Tables {
        let config = SearchConfig {
            hash_bytes: 16 << 20,
            variants: true,
            ..SearchConfig::default()
        };
        let mut tables = Tables::new(&config);
        tables.next_problem(threads);
        tables
    }

    #[test]
    fn either_game_takes_all_the_room_it_needs() {
        for variant in [false, true] {
            let tables = tables(1);
            let all = tables.entries();
            let table = if variant {
                tables.variant().expect("there is memory for it")
            } else {
                tables.strict()
            };
            fill(table, 2 * all);
            assert!(table.fullness() > 990, "{}", table.fullness());
        }
    }

    #[test]
    fn only_the_strict_game_has_dominance() {
        let tables = tables(1);
        let position = (Key::of(1), Hand::EMPTY.with(PieceKind::Gold, 2));
        let smaller = Hand::EMPTY.with(PieceKind::Gold, 1);
        let lengths = (Plies::new(7), Plies::NONE);
        let strict = tables.strict();
        strict.store_disproven(position, lengths, position.1, Visit::new(0, 1));
        let fails = |table: GameTable<'_>, hand| {
            let known = table.look(position.0, hand, Plies::new(5), 0);
            matches!(known, Known::Disproven { .. })
        };
        let variant = tables.variant().expect("there is memory for it");
        assert!(fails(strict, position.1) && fails(strict, smaller));
        assert!(fails(variant, position.1) && !fails(variant, smaller));
    }

    #[test]
    fn tables_of_several_threads_keep_their_sizes() {
        let tables = tables(2);
        let before = tables.in_use();
        fill(tables.strict(), 4 * before);
        assert_eq!(
            (tables.in_use(), before),
            (tables.entries(), tables.entries())
        );
    }
}
