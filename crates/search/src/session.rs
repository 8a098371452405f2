//! One problem being solved: its position, its limits, and the games in which it is searched. The
//! tables are kept between the questions.

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

/// A problem being solved, or the part of it that one thread works on.
pub struct Session<'a> {
    config: &'a SearchConfig,
    table: &'a Table,
    /// The parts of this thread, and of those that may help it.
    thread_parts: &'a mut Vec<ThreadParts>,
    position: Position,
    watch: Watch<'a>,
    stats: Stats,
    mate_at_most: Option<u32>,
    mate_line: Vec<Move>,
    /// Whether the session works on another position than that of the problem.
    is_elsewhere: bool,
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
            mate_at_most: None,
            mate_line: Vec::new(),
            is_elsewhere: false,
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
        if !self.is_elsewhere {
            self.watch.stage = stage;
        }
    }

    /// Limits questions from here on to `nodes` in all. Returns the previous limit, for
    /// [`Session::widen`].
    pub fn narrow(&mut self, nodes: u64) -> u64 {
        self.watch.narrow(self.stats.nodes.saturating_add(nodes))
    }

    /// Undoes [`Session::narrow`]: a question that ended because of it has not ended the session.
    pub fn widen(&mut self, outer: u64) {
        self.watch.widen(outer, self.stats.nodes);
    }

    /// Asks questions beside the work. The limit of nodes does not end them, time and an interruption do, and they do
    /// not end the work.
    pub fn aside<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.watch.lift_nodes();
        let result = ask(self);
        self.watch.set_nodes(outer);
        result
    }

    /// Returns the position of the problem.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Calls a function at another position with the same pieces in all, so that the facts in the
    /// tables hold for both. The observer still sees the progress of the problem itself.
    pub fn elsewhere<T>(&mut self, position: &Position, work: impl FnOnce(&mut Self) -> T) -> T {
        let here = std::mem::replace(&mut self.position, position.clone());
        let known = (self.mate_at_most, self.mate_line.clone());
        let outer = std::mem::replace(&mut self.is_elsewhere, true);
        let result = work(self);
        self.is_elsewhere = outer;
        (self.mate_at_most, self.mate_line) = known;
        self.position = here;
        result
    }

    /// Searches in the strict game.
    pub fn strict<T>(&mut self, ask: impl FnOnce(&mut Search<'_, '_>) -> T) -> T {
        self.game(self.config.switches.dominance, |_, _| (), ask)
    }

    /// Searches in the game of this referee.
    pub fn variant<T>(
        &mut self,
        referee: &dyn Referee,
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        self.game(
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
        self.game(
            WITHOUT_DOMINANCE,
            |search, strict| {
                search.salt = positions.salt();
                search.forbidden = Some(Forbidden { strict, positions });
            },
            ask,
        )
    }

    /// Searches in one game, which `set_up` makes of the strict game and its table.
    fn game<'s, T>(
        &'s mut self,
        dominance: bool,
        set_up: impl FnOnce(&mut Search<'s, 'a>, GameTable<'s>),
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        let switches = self.config.switches;
        let table = self.table.of_game(dominance);
        let mut thread_parts = self.thread_parts.iter_mut();
        let parts = thread_parts.next().expect("there is one for each thread");
        let mut search = Search::new(&mut self.position, table, parts, &mut self.watch, switches);
        search.helpers = thread_parts.collect();
        set_up(&mut search, self.table.of_game(switches.dominance));
        let known = (&mut self.mate_at_most, &mut self.mate_line);
        run_search(search, &mut self.stats, known, ask)
    }
}

impl Session<'_> {
    /// Does these tasks, with several threads at the same time; results are in the order of the
    /// tasks. The threads share the tables and the limits.
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
        let take = || queue.lock().expect("nobody panics with the queue").next();
        let share = self.watch.left(self.stats.nodes) / threads as u64;
        let helpers: Vec<ThreadParts> = self.thread_parts.drain(1..).collect();
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
                mate_at_most: None,
                mate_line: Vec::new(),
                is_elsewhere: false,
            };
            let mut done = Vec::new();
            while let Some((at, task)) = take() {
                done.push((at, work(&mut session, task)));
                // The remaining tasks are for threads that may still continue.
                if session.stopped().is_some() {
                    break;
                }
            }
            let stats = session.stats;
            drop(sharer);
            (done, stats, thread_parts)
        };
        let help = &help;
        platform::scope(|scope| {
            let mut sharers = table.shared_by(1 + helpers.len());
            let ours = sharers.pop();
            let helpers: Vec<_> = helpers
                .into_iter()
                .zip(sharers)
                .map(|(thread_parts, sharer)| {
                    let (thread, work) =
                        thread_for_searches(move || help(vec![thread_parts], sharer));
                    thread
                        .spawn_scoped(scope, work)
                        .expect("a thread can be started")
                })
                .collect();
            while let Some((at, task)) = take() {
                results.push((at, work(self, task)));
            }
            drop(ours);
            for helper in helpers {
                let joined = helper.join();
                let (done, stats, thread_parts) =
                    joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                results.extend(done);
                self.stats.add(stats);
                self.thread_parts.extend(thread_parts);
            }
        });
        self.widen(outer);
        results.sort_unstable_by_key(|&(at, _)| at);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

/// Runs one of several searches whose statistics are added; `known` is the mate proven so far.
fn run_search<T>(
    mut search: Search<'_, '_>,
    stats: &mut Stats,
    known: (&mut Option<u32>, &mut Vec<Move>),
    ask: impl FnOnce(&mut Search<'_, '_>) -> T,
) -> T {
    let (mate_at_most, mate_line) = known;
    (search.stats, search.mate_at_most) = (*stats, *mate_at_most);
    search.mate_line = std::mem::take(mate_line);
    let result = ask(&mut search);
    let progress = progress_of(&mut search);
    (*stats, *mate_at_most) = (progress.stats, progress.mate_at_most);
    *mate_line = progress.line;
    result
}

/// Returns the progress of a search. It is not a part of [`run_search`], which is compiled for each question.
fn progress_of(search: &mut Search<'_, '_>) -> Progress {
    let (_, progress) = search.progress();
    progress()
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}
