//! What a solver is made with, and what is asked of it.

use crate::composition::rules::Profile;
use crate::composition::{Interpositions, Questions};
use crate::search::{Limits, SearchConfig};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a [`Solver`](crate::Solver) is made with.
///
/// ```
/// let config = tsume::Config::new().hash_bytes(64 << 20).threads(2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config(pub(super) SearchConfig);

impl Config {
    /// Returns the usual configuration: 256 MiB of tables, one thread.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the memory for the tables, in bytes.
    #[must_use]
    pub const fn hash_bytes(mut self, bytes: usize) -> Self {
        self.0.hash_bytes = bytes;
        self
    }

    /// Sets how many threads work on one problem. With several, one of two lines of the same worth may
    /// be told one time, and the other another time.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.0.threads = threads;
        self
    }

    /// Keeps what is learnt from one problem for the next where both have the same pieces in all.
    #[must_use]
    pub const fn keep(mut self, keep: bool) -> Self {
        self.0.keep = keep;
        self
    }
}

/// What is asked about a problem, and within which limits. The default asks for the shortest mate, without
/// any limit.
///
/// ```
/// use std::time::Duration;
/// let options = tsume::Options::new().time(Duration::from_secs(10)).variations(1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(super) limits: Limits,
    pub(super) first: bool,
    pub(super) interpositions: Interpositions,
    pub(super) questions: Questions,
    pub(super) profile: Profile,
    pub(super) nodes_per_alternative: Option<u64>,
    pub(super) idle_pieces: bool,
}

impl Options {
    /// Returns the default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search after so many nodes. With one thread the same number gives the same answer.
    #[must_use]
    pub const fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Ends the search after so much time.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Lets somebody end the search from another thread.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limits.stop = Some(Arc::clone(&cancel.0));
        self
    }

    /// Asks for any mate, not for the shortest. A check always asks for the shortest.
    #[must_use]
    pub const fn first(mut self) -> Self {
        self.first = true;
        self
    }

    /// Sets which interpositions (合駒) count as futile (無駄合).
    #[must_use]
    pub const fn interpositions(mut self, level: Interpositions) -> Self {
        self.interpositions = level;
        self
    }

    /// Asks for the variations (変化): every other defence along the main line, so many levels deep.
    #[must_use]
    pub const fn variations(mut self, levels: u32) -> Self {
        self.questions.variations = levels;
        self
    }

    /// Asks why interpositions on the main line are set aside or count.
    #[must_use]
    pub const fn explain(mut self) -> Self {
        self.questions.explain = true;
        self
    }

    /// Sets the rules that a composition is judged by.
    #[must_use]
    pub const fn rules(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Spends at most so many nodes on each other check.
    #[must_use]
    pub const fn nodes_per_alternative(mut self, nodes: u64) -> Self {
        self.nodes_per_alternative = Some(nodes);
        self
    }

    /// Looks for idle pieces (無駄駒), which costs another judgement for each piece.
    #[must_use]
    pub const fn idle_pieces(mut self) -> Self {
        self.idle_pieces = true;
        self
    }
}

/// Ends a search from another thread. All clones end the same one.
///
/// ```
/// use tsume::{Cancel, Config, Options, Problem, Solver};
///
/// let cancel = Cancel::new();
/// let from_outside = cancel.clone();
/// std::thread::spawn(move || from_outside.cancel());
/// let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// let solution = Solver::new(Config::new()).solve(&problem, &Options::new().cancel(&cancel));
/// assert!(solution.is_mate() || solution.is_unknown());
/// # Ok::<(), tsume::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Returns one that has not been used.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that was given this one, now and later. What is proven by then is answered.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was used.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
