//! The configuration of a solver, and the options of a question.

use crate::composition::rules::Profile;
use crate::composition::{Goal, Interpositions};
use crate::question::Question;
use crate::search::SearchConfig;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The configuration of a [`Solver`](crate::Solver).
///
/// ```
/// let config = tsume::Config::new().hash_bytes(64 << 20).threads(2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config(pub(super) SearchConfig);

impl Config {
    /// Returns the default configuration: 256 MiB of tables, one thread.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the memory for the tables, in bytes. [`Solver::try_new`](crate::Solver::try_new) refuses
    /// more than there is.
    #[must_use]
    pub const fn hash_bytes(mut self, bytes: usize) -> Self {
        self.0.hash_bytes = bytes;
        self
    }

    /// Sets how many threads search one problem. With several threads, runs may differ in which of
    /// several equally good lines they return.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.0.threads = threads;
        self
    }

    /// Sets whether proven results stay in the tables. The next problem uses them if its total set of
    /// pieces is the same.
    #[must_use]
    pub const fn keep(mut self, keep: bool) -> Self {
        self.0.keep = keep;
        self
    }
}

/// The questions about a problem, its rules and its limits. The default asks for the shortest mate,
/// without a limit.
///
/// ```
/// use std::time::Duration;
/// let options = tsume::Options::new().time(Duration::from_secs(10)).variations(1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options(pub(super) Question);

/// Takes a question as it is.
impl From<Question> for Options {
    fn from(question: Question) -> Self {
        Self(question)
    }
}

impl Options {
    /// Returns the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search after this many nodes. With one thread, the same number gives the same
    /// answer.
    #[must_use]
    pub const fn nodes(mut self, nodes: u64) -> Self {
        self.0.limits.nodes = Some(nodes);
        self
    }

    /// Ends the search after this time.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.0.limits.time = Some(time);
        self
    }

    /// Lets `cancel` end the search from another thread.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.0.limits.stop = Some(Arc::clone(&cancel.0));
        self
    }

    /// Asks for any mate instead of the shortest. A judgement always needs the shortest.
    #[must_use]
    pub const fn first(mut self) -> Self {
        self.0.first = true;
        self
    }

    /// Sets which interpositions (合駒) count as futile (無駄合).
    #[must_use]
    pub const fn interpositions(mut self, level: Interpositions) -> Self {
        self.0.interpositions = level;
        self
    }

    /// Asks for the variations (変化): every other defence along the main line, `levels` deep.
    #[must_use]
    pub const fn variations(mut self, levels: u32) -> Self {
        self.0.further.variations = levels;
        self
    }

    /// Asks for no main line (本手順): an answer then has a line of the strict game, and no
    /// leftover pieces (駒余り). Reading the main line can take longer than proving the
    /// length.
    #[must_use]
    pub const fn no_main_line(mut self) -> Self {
        self.0.further.no_main_line = true;
        self
    }

    /// Asks why interpositions in the main line are futile or count.
    #[must_use]
    pub const fn explain(mut self) -> Self {
        self.0.further.explain = true;
        self
    }

    /// Sets the rules for judging a composition.
    #[must_use]
    pub const fn rules(mut self, rules: Profile) -> Self {
        self.0.rules = rules;
        self
    }

    /// Sets the limit of nodes for each alternative. By default, alternatives that cannot change the verdict
    /// get few nodes. [`u64::MAX`] spends the whole limit on open alternatives, as `tsume check --nodes` does.
    #[must_use]
    pub const fn nodes_per_alternative(mut self, nodes: u64) -> Self {
        self.0.nodes_per_alternative = Some(nodes);
        self
    }

    /// Looks for brinkmates (必至) of up to this many plies, instead of
    /// [`PLIES`](crate::composition::brinkmate::PLIES).
    #[must_use]
    pub const fn brinkmate_plies(mut self, plies: u32) -> Self {
        self.0.within = Some(plies);
        self
    }

    /// Looks for idle pieces (無駄駒). The composition is judged again without each piece in turn.
    #[must_use]
    pub const fn idle_pieces(mut self) -> Self {
        self.0.idle_pieces = true;
        self
    }

    /// Sets the goal that a row or a certificate answers, in place of the goal of the problem: a mate, a
    /// brinkmate (必至), or with the defender to move a threatmate (詰めろ).
    #[must_use]
    pub const fn goal(mut self, goal: Goal) -> Self {
        self.0.goal = Some(goal);
        self
    }

    /// Adds the attributes of a judged composition to its row.
    #[must_use]
    pub const fn attributes(mut self) -> Self {
        self.0.attributes = true;
        self
    }

    /// Adds statistics of the search to the row.
    #[must_use]
    pub const fn stats(mut self) -> Self {
        self.0.stats = true;
        self
    }

    /// Has the independent checker confirm the answer before the row is made, and lists the
    /// certificates in it. An answer that cannot be proven is withdrawn: the row is an error. The
    /// limits start again for each certificate.
    #[must_use]
    pub const fn verify(mut self) -> Self {
        self.0.verify = true;
        self
    }
}

/// A switch that ends searches from another thread. Clones share its state.
///
/// ```
/// use tsume::{Cancel, Config, Options, Problem, Solver};
///
/// let cancel = Cancel::new();
/// let from_outside = cancel.clone();
/// std::thread::spawn(move || from_outside.cancel());
/// let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// let solution = Solver::new(Config::new()).solve(&problem, &Options::new().cancel(&cancel))?;
/// assert_ne!(solution.answer, tsume::search::Answer::NoMate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Returns a new switch, not yet used.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search with this switch or a clone of it, now and later. These searches answer
    /// with what they have proven.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`Cancel::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
