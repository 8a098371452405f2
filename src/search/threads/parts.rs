//! The parts of each thread, beside the table that all of them share.

use super::workspace::Workspace;
use crate::search::config::SearchConfig;
use crate::search::estimate::moves::Estimates;
use crate::search::repetition::claims::ConditionalTable;

/// The parts of one thread, for the searches of all games.
#[derive(Debug)]
pub(in crate::search) struct ThreadParts {
    pub(in crate::search) conditional: ConditionalTable,
    pub(in crate::search) estimates: Estimates,
    pub(in crate::search) workspace: Workspace,
}

impl ThreadParts {
    /// Makes the parts of one of `threads` threads.
    pub(in crate::search) fn new(config: &SearchConfig, threads: usize) -> Self {
        Self {
            conditional: ConditionalTable::new(config.conditional_bytes() / threads),
            estimates: Estimates::new(),
            workspace: Workspace::default(),
        }
    }

    /// Forgets what is known of the last problem.
    pub(in crate::search) fn next_problem(&mut self) {
        self.conditional.next_problem();
    }
}
