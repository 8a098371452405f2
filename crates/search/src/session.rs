//! One problem being solved: its position, its limits, and the games in which it is searched. These are
//! the strict game, games in which some replies do not count, and games with forbidden positions. The
//! tables stay from one question to the next.

use crate::answer::{Progress, Stage, Stats, StopReason};
use crate::config::SearchConfig;
use crate::dfpn::Search;
use crate::dfpn::referee::{Referee, Variant};
use crate::games::forbidden::{Forbidden, ForbiddenPositions};
use crate::limits::{Limits, Observer, Watch};
use crate::platform;
use crate::shogi::{Move, Position};
use crate::table::{GameTable, Sharer, Table};
use crate::threads::parts::ThreadParts;
use crate::threads::stack::thread_for_searches;
use std::fmt;
use std::sync::Mutex;

/// In games in which some replies do not count, or positions are forbidden, a larger hand does not
/// dominate a smaller one.
const WITHOUT_DOMINANCE: bool = false;

/// The mate that is proven so far.
#[derive(Clone, Default)]
struct KnownMate {
    /// The least proven bound of its length in plies.
    at_most: Option<u32>,
    line: Vec<Move>,
}

/// A problem being solved, or the part of it that one thread works on.
pub struct Session<'a> {
    config: &'a SearchConfig,
    table: &'a Table,
    /// The parts of this thread, and of those that may help it.
    thread_parts: &'a mut Vec<ThreadParts>,
    position: Position,
    watch: Watch<'a>,
    stats: Stats,
    mate: KnownMate,
    /// Whether the session works on a position other than that of the problem.
    is_at_other_position: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        config: &'a SearchConfig,
        table: &'a Table,
        thread_parts: &'a mut Vec<ThreadParts>,
        position: &Position,
        limits: &Limits,
        observer: Observer<'a>,
    ) -> Self {
        Self {
            config,
            table,
            thread_parts,
            position: position.clone(),
            watch: Watch::new(limits, observer).with_entries(table.entries()),
            stats: Stats::default(),
            mate: KnownMate::default(),
            is_at_other_position: false,
        }
    }

    /// Returns the statistics so far.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.stats
    }

    /// Returns whether a shortest mate is asked for, not just any mate.
    #[must_use]
    pub const fn shortest(&self) -> bool {
        self.config.shortest
    }

    /// Returns the limit that was reached, if one was.
    #[must_use]
    pub const fn stopped(&self) -> Option<StopReason> {
        self.watch.reason()
    }

    /// Ends all questions of the session for this reason.
    pub fn end(&mut self, reason: StopReason) {
        self.watch.end(reason);
    }

    /// Tells the observer the stage from here on.
    pub const fn tell(&mut self, stage: Stage) {
        if !self.is_at_other_position {
            self.watch.stage = stage;
        }
    }

    /// Limits questions from here on to `nodes` in all. Returns the previous limit, for
    /// [`Session::widen`].
    pub fn narrow(&mut self, nodes: u64) -> u64 {
        self.watch.narrow(self.stats.nodes.saturating_add(nodes))
    }

    /// Undoes [`Session::narrow`]: a question that ended because of it, or for lack of memory, has not
    /// ended the session.
    pub fn widen(&mut self, outer: u64) {
        self.watch.widen(outer, self.stats.nodes);
    }

    /// Asks questions without the limit of nodes. Time and an interruption still end these questions,
    /// but not the session: afterwards its limits are as before.
    pub fn without_node_limit<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.watch.lift_nodes();
        let result = ask(self);
        self.watch.restore_nodes(outer);
        result
    }

    /// Returns the position of the problem.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Calls a function at another position with the same pieces, counting board and hands together,
    /// so that the facts in the tables hold for both. Meanwhile the observer is told the bound and the
    /// line of the other position, but the stage of the problem.
    pub fn at_position<T>(&mut self, position: &Position, work: impl FnOnce(&mut Self) -> T) -> T {
        let here = std::mem::replace(&mut self.position, position.clone());
        let known = self.mate.clone();
        let outer = std::mem::replace(&mut self.is_at_other_position, true);
        let result = work(self);
        self.is_at_other_position = outer;
        self.mate = known;
        self.position = here;
        result
    }

    /// Searches in the strict game.
    pub fn strict<T>(&mut self, ask: impl FnOnce(&mut Search<'_, '_>) -> T) -> T {
        self.search_game(self.config.switches.dominance, |_, _| (), ask)
    }

    /// Searches in the game of this referee.
    pub fn variant<T>(
        &mut self,
        referee: &dyn Referee,
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        self.search_game(
            WITHOUT_DOMINANCE,
            |search, strict| {
                search.salt = referee.salt();
                search.variant = Some(Variant {
                    strict,
                    referee,
                    vanished: 0,
                });
            },
            ask,
        )
    }

    /// Searches in the strict game with these positions forbidden to the attacker.
    pub fn forbidding<T>(
        &mut self,
        positions: &ForbiddenPositions,
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        self.search_game(
            WITHOUT_DOMINANCE,
            |search, strict| {
                search.salt = positions.salt();
                search.forbidden = Some(Forbidden { strict, positions });
            },
            ask,
        )
    }

    /// Searches in a game. `set_up` turns a search of the strict game into one of this game; it also
    /// gets the table of the strict game.
    fn search_game<'s, T>(
        &'s mut self,
        dominance: bool,
        set_up: impl FnOnce(&mut Search<'s, 'a>, GameTable<'s>),
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        let switches = self.config.switches;
        let table = self.table.of_game(dominance);
        let mut thread_parts = self.thread_parts.iter_mut();
        let parts = thread_parts.next().expect("every thread has its parts");
        let mut search = Search::new(&mut self.position, table, parts, &mut self.watch, switches);
        search.helpers = thread_parts.collect();
        set_up(&mut search, self.table.of_game(switches.dominance));
        run_search(search, &mut self.stats, &mut self.mate, ask)
    }
}

impl Session<'_> {
    /// Does these tasks in several threads, which share the tables and the limits. Returns the results
    /// in the order of the tasks.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn side_by_side<T: Send, R: Send>(
        &mut self,
        tasks: Vec<T>,
        work: impl Fn(&mut Session<'_>, T) -> R + Sync,
    ) -> Vec<R> {
        let threads = self.thread_parts.len().min(tasks.len());
        if threads < 2 {
            return tasks.into_iter().map(|task| work(self, task)).collect();
        }
        let queue = Mutex::new(tasks.into_iter().enumerate());
        let take = || {
            queue
                .lock()
                .expect("no thread panics while it holds the lock")
                .next()
        };
        let share = self.watch.left(self.stats.nodes) / threads as u64;
        let helper_parts: Vec<ThreadParts> = self.thread_parts.drain(1..).collect();
        let (config, table, position) = (self.config, self.table, self.position.clone());
        let limits = self.watch.limits(share);
        let outer = self.narrow(share);
        let mut results = Vec::new();
        let help = |mut thread_parts: Vec<ThreadParts>, sharer: Sharer<'_>| {
            let mut silent = |_: &Progress| {};
            let mut session = Session {
                config,
                table,
                thread_parts: &mut thread_parts,
                position: position.clone(),
                watch: Watch::new(&limits, &mut silent),
                stats: Stats::default(),
                mate: KnownMate::default(),
                is_at_other_position: false,
            };
            let mut done = Vec::new();
            while let Some((index, task)) = take() {
                done.push((index, work(&mut session, task)));
                // The remaining tasks are for threads that may still continue.
                if session.stopped().is_some() {
                    break;
                }
            }
            let stats = session.stats;
            // The others no longer wait for this thread when the table grows.
            drop(sharer);
            (done, stats, thread_parts)
        };
        let help = &help;
        platform::scope(|scope| {
            let mut sharers = table.shared_by(1 + helper_parts.len());
            let own_sharer = sharers.pop();
            let handles: Vec<_> = helper_parts
                .into_iter()
                .zip(sharers)
                .map(|(thread_parts, sharer)| {
                    let (thread, thread_work) =
                        thread_for_searches(move || help(vec![thread_parts], sharer));
                    thread
                        .spawn_scoped(scope, thread_work)
                        .expect("a thread can be started")
                })
                .collect();
            // This thread does all that is left, even if a limit is reached, so that every task has a
            // result.
            while let Some((index, task)) = take() {
                results.push((index, work(self, task)));
            }
            drop(own_sharer);
            for handle in handles {
                let joined = handle.join();
                let (done, stats, thread_parts) =
                    joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                results.extend(done);
                self.stats.add(stats);
                self.thread_parts.extend(thread_parts);
            }
        });
        self.widen(outer);
        results.sort_unstable_by_key(|&(index, _)| index);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

/// Runs one of several searches. It continues from the statistics and the mate of the searches before,
/// and leaves its own in them.
fn run_search<T>(
    mut search: Search<'_, '_>,
    stats: &mut Stats,
    mate: &mut KnownMate,
    ask: impl FnOnce(&mut Search<'_, '_>) -> T,
) -> T {
    (search.stats, search.mate_at_most) = (*stats, mate.at_most);
    search.mate_line = std::mem::take(&mut mate.line);
    let result = ask(&mut search);
    let progress = progress_of(&mut search);
    *stats = progress.stats;
    (mate.at_most, mate.line) = (progress.mate_at_most, progress.line);
    result
}

/// Returns the progress of a search. It is apart from [`run_search`], which is compiled once for each
/// question.
fn progress_of(search: &mut Search<'_, '_>) -> Progress {
    let (_, progress) = search.progress();
    progress()
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}
