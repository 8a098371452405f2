//! What the threads of a solver share, and what each has for itself.

use super::workspace::Workspace;
use crate::search::config::SearchConfig;
use crate::search::estimate::moves::Estimates;
use crate::search::repetition::claims::ConditionalTable;
use crate::search::table::Table;
use crate::search::tuning::{CLAIMS_PART, STRICT_PART, VARIANT_EIGHTHS};

/// What all threads share.
#[derive(Debug)]
pub(in crate::search) struct Tables {
    pub(in crate::search) strict: Table,
    /// The table of games in which some replies do not count.
    pub(in crate::search) variant: Option<Table>,
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
            strict: Table::new(strict - conditional, config.switches.dominance),
            variant: config.variants.then(|| Table::new(variant, false)),
        }
    }

    /// Returns the number of entries that the tables have room for.
    pub(in crate::search) fn entries(&self) -> usize {
        let variant = self.variant.as_ref().map_or(0, Table::entries);
        self.strict.entries() + variant
    }

    /// Forgets everything. `threads` threads will use the tables.
    pub(in crate::search) fn next_problem(&mut self, threads: usize) {
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

/// What each thread has for itself.
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
