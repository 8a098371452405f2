//! The data of each thread, apart from the table that all of them share.

use super::workspace::Workspace;
use crate::config::SearchConfig;
use crate::estimate::moves::Estimates;
use crate::repetition::claims::ConditionalTable;
use crate::table::links::Links;

/// The data of one thread, for the searches of all games.
#[derive(Debug)]
pub(crate) struct ThreadParts {
    pub(crate) conditional: ConditionalTable,
    pub(crate) links: Links,
    pub(crate) estimates: Estimates,
    pub(crate) workspace: Workspace,
}

impl ThreadParts {
    /// Makes the data of one of `threads` threads.
    pub(crate) fn new(config: &SearchConfig, threads: usize) -> Self {
        Self {
            conditional: ConditionalTable::new(config.conditional_bytes() / threads),
            links: Links::new(config.link_bytes() / threads),
            estimates: Estimates::new(),
            workspace: Workspace::default(),
        }
    }

    /// Forgets what is known of the last problem.
    pub(crate) fn next_problem(&mut self) {
        self.conditional.next_problem();
        self.links.next_problem();
    }
}
