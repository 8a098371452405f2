//! The parts that the threads of a solver share, and those of each thread.

use super::workspace::Workspace;
use crate::search::config::SearchConfig;
use crate::search::estimate::moves::Estimates;
use crate::search::repetition::claims::ConditionalTable;
use crate::search::table::Table;
use crate::search::tuning::{CLAIMS_PART, KEPT_PART, STRICT_PART, VARIANT_EIGHTHS};

/// The parts that all threads share.
#[derive(Debug)]
pub(in crate::search) struct Tables {
    pub(in crate::search) strict: Table,
    /// The table of games in which some replies do not count.
    pub(in crate::search) variant: Option<Table>,
    /// Whether one game may use memory that the other does not use: tables that several threads
    /// share cannot change their size.
    lends: bool,
}

impl Tables {
    /// Makes empty tables.
    pub(in crate::search) fn new(config: &SearchConfig) -> Self {
        let bytes = config.hash_bytes;
        let (strict, variant) = if config.variants {
            (bytes / STRICT_PART, eighths(bytes, VARIANT_EIGHTHS))
        } else {
            (bytes, 0)
        };
        let conditional = conditional_bytes(config);
        Self {
            strict: Table::with_room(
                strict - conditional,
                strict - conditional + variant - variant / KEPT_PART,
                config.switches.dominance,
            ),
            variant: config.variants.then(|| Table::new(variant, false)),
            lends: false,
        }
    }

    /// Lets the strict game use the memory that no other game uses, before a question in it.
    pub(in crate::search) fn lend_to_strict(&self) {
        if let Some(variant) = self.variant.as_ref().filter(|_| self.lends) {
            self.strict.borrow_from(variant);
        }
    }

    /// Gives the other games the memory that the strict game has not borrowed, before a question in
    /// one of them.
    pub(in crate::search) fn lend_to_variant(&self) {
        if let Some(variant) = self.variant.as_ref().filter(|_| self.lends) {
            variant.take_back_from(&self.strict);
        }
    }

    /// Returns the number of entries that the tables have room for.
    pub(in crate::search) fn entries(&self) -> usize {
        let variant = self.variant.as_ref().map_or(0, Table::entries);
        self.strict.entries() + variant
    }

    /// Forgets everything. `threads` threads will use the tables.
    pub(in crate::search) fn next_problem(&mut self, threads: usize) {
        self.lends = threads == 1;
        for table in std::iter::once(&mut self.strict).chain(&mut self.variant) {
            table.next_problem(threads);
        }
    }
}

/// Returns `count` eighths, rounded down, of a number that may be near the largest of 32 bits.
const fn eighths(bytes: usize, count: usize) -> usize {
    bytes / 8 * count + bytes % 8 * count / 8
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
    use crate::search::numbers::UNIT;
    use crate::search::table::entry::Visit;
    use crate::shogi::{Hand, Key};

    /// Puts so many positions into a table.
    fn fill(table: &Table, count: usize) {
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
    fn the_strict_game_borrows_memory_and_all_together_is_not_exceeded() {
        let tables = tables(1);
        let variant = tables.variant.as_ref().expect("there is one");
        let all = tables.strict.entries() + variant.entries();
        tables.lend_to_strict();
        fill(&tables.strict, 2 * all);
        assert!(tables.strict.in_use() > tables.strict.entries());
        tables.lend_to_variant();
        fill(variant, 2 * all);
        assert!(variant.in_use() >= variant.entries() / KEPT_PART);
        assert!(tables.strict.in_use() + variant.in_use() <= all);
        tables.lend_to_strict();
        fill(&tables.strict, 4 * all);
        assert!(tables.strict.in_use() + variant.in_use() <= all);
    }

    #[test]
    fn what_another_game_uses_is_not_lent() {
        let tables = tables(1);
        let variant = tables.variant.as_ref().expect("there is one");
        let all = tables.strict.entries() + variant.entries();
        tables.lend_to_variant();
        fill(variant, 2 * all);
        assert_eq!(variant.in_use(), variant.entries());
        tables.lend_to_strict();
        fill(&tables.strict, 2 * all);
        assert_eq!(tables.strict.in_use(), tables.strict.entries());
    }

    #[test]
    fn tables_of_several_threads_keep_their_sizes() {
        let tables = tables(2);
        let strict = tables.strict.in_use();
        tables.lend_to_strict();
        fill(&tables.strict, 4 * strict);
        assert_eq!(tables.strict.in_use(), tables.strict.entries());
    }
}
