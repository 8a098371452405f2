//! The data of one search, and its progress.

use super::child::Child;
use super::path_moves::moves_along;
use super::referee::Variant;
use crate::answer::{Progress, Stage, Stats};
use crate::config::Switches;
use crate::games::forbidden::Forbidden;
use crate::games::keys::key;
use crate::limits::Watch;
use crate::repetition::path::Path;
use crate::shogi::{Key, Move, Position};
use crate::table::GameTable;
use crate::threads::parts::ThreadParts;
use crate::threads::thread_counts::ThreadCounts;
use std::fmt;
use std::mem::take;
use std::sync::Arc;

/// The data of one search.
pub struct Search<'a, 'w> {
    pub(crate) position: &'a mut Position,
    /// The position at which the search began.
    root: Position,
    pub(crate) table: GameTable<'a>,
    /// What the searching thread does not share: its claims, estimates and workspace.
    pub(crate) parts: &'a mut ThreadParts,
    pub(crate) path: Path,
    /// The moves of every position on the path, one after another.
    pub(crate) children: Vec<Child>,
    pub(super) scratch: Vec<Move>,
    pub(crate) watch: &'a mut Watch<'w>,
    pub(crate) stats: Stats,
    /// The shortest mate proven so far, in plies.
    pub(crate) mate_at_most: Option<u32>,
    /// A line of the last mate proven.
    pub(crate) mate_line: Vec<Move>,
    pub(crate) switches: Switches,
    /// The variant, in a game in which some replies do not count.
    pub(crate) variant: Option<Variant<'a>>,
    /// The forbidden positions, in a game that has them.
    pub(crate) forbidden: Option<Forbidden<'a>>,
    /// Whether the question is expected to be answered with "no mate". It changes the order of
    /// work, never an answer.
    pub(crate) expects_no_mate: bool,
    /// Combined with every key, so that the games in one table stay apart.
    pub(crate) salt: Key,
    /// The plies on the paths of the searches that this one is inside of, each with
    /// [`NESTED_SEARCH_PLIES`](crate::tuning::NESTED_SEARCH_PLIES) in addition.
    pub(super) outer_plies: usize,
    /// The parts of the threads that can help.
    pub(crate) helpers: Vec<&'a mut ThreadParts>,
    /// The positions of other threads, while several look for one answer.
    pub(crate) thread_counts: Option<Arc<ThreadCounts>>,
}

impl<'a, 'w> Search<'a, 'w> {
    pub(crate) fn new(
        position: &'a mut Position,
        table: GameTable<'a>,
        parts: &'a mut ThreadParts,
        watch: &'a mut Watch<'w>,
        switches: Switches,
    ) -> Self {
        Self {
            root: position.clone(),
            position,
            table,
            path: parts.workspace.path(table.has_dominance()),
            children: parts.workspace.children(),
            scratch: parts.workspace.moves(),
            parts,
            watch,
            stats: Stats::default(),
            mate_at_most: None,
            mate_line: Vec::new(),
            switches,
            variant: None,
            forbidden: None,
            expects_no_mate: false,
            salt: Key::default(),
            outer_plies: 0,
            helpers: Vec::new(),
            thread_counts: None,
        }
    }
}

impl<'w> Search<'_, 'w> {
    /// Returns the key of the current position.
    #[inline]
    pub(crate) fn key(&self) -> Key {
        key(self.position, self.salt, self.variant.is_some())
    }

    /// Returns the watch, and a function that makes the progress for its observer.
    #[inline]
    pub(crate) fn progress(&mut self) -> (&mut Watch<'w>, impl FnOnce() -> Progress) {
        let Self {
            watch,
            stats,
            table,
            mate_at_most,
            mate_line,
            root,
            path,
            salt,
            variant,
            ..
        } = self;
        let progress = || Progress {
            stats: Stats {
                hashfull: table.fullness(),
                ..*stats
            },
            mate_at_most: *mate_at_most,
            stage: Stage::Length,
            line: mate_line.clone(),
            path: match mate_line[..] {
                [] => moves_along(root, path, |position| {
                    key(position, *salt, variant.is_some()).first()
                }),
                _ => Vec::new(),
            },
        };
        (watch, progress)
    }

    /// Tells the observer the stage from here on.
    pub const fn tell(&mut self, stage: Stage) {
        self.watch.stage = stage;
    }

    /// Calls a function whose questions are expected to be answered with "no mate". Every check then
    /// has to be refuted in any order, so the search stays longer with each and reopens fewer positions.
    pub fn expecting_no_mate<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.expects_no_mate, self.switches.refuting);
        let result = ask(self);
        self.expects_no_mate = outer;
        result
    }

    /// Returns whether the search has to end. While a table shared by threads grows, this waits.
    pub(crate) fn is_over(&mut self) -> bool {
        self.table.wait_while_growing();
        let nodes = self.stats.nodes;
        let (watch, progress) = self.progress();
        watch.is_over(progress, nodes)
    }

    /// Checks the clock and the stop flag, however little was searched since the last check.
    pub(crate) fn check_limits_now(&mut self) {
        let (watch, progress) = self.progress();
        watch.check_now(progress);
    }
}

impl Drop for Search<'_, '_> {
    fn drop(&mut self) {
        let workspace = &mut self.parts.workspace;
        workspace.keep_children(take(&mut self.children));
        workspace.keep_moves(take(&mut self.scratch));
        workspace.keep_path(take(&mut self.path));
    }
}

impl fmt::Debug for Search<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Search")
    }
}
