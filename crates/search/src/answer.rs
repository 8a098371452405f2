//! The answers of a search. They claim only what is proven.

use crate::shogi::Move;

/// The answer to "can the attacker mate?", three-valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The attacker mates by force in `plies`: the strict length, with every legal interposition,
    /// in moves of both sides from the root.
    Mate {
        /// A proven upper bound of the strict length; the length itself if `exactness` says so.
        plies: u32,
        /// Whether a shorter mate is excluded.
        exactness: Exactness,
    },
    /// No sequence of checks mates: proven without any limit of length.
    NoMate,
    /// Neither a mate nor no mate was proven before this limit.
    Unknown(StopReason),
}

/// How much is known about the length of a proven mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exactness {
    /// It is proven that there is no mate two plies shorter.
    Shortest,
    /// It is an upper bound: a shorter mate was not asked for (`None`), or the limit came before it
    /// was refuted.
    AtMost(Option<StopReason>),
}

/// The limits that can end a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StopReason {
    /// The wall-clock limit.
    Time,
    /// The limit of search nodes.
    Nodes,
    /// The table, the path or another structure of fixed size was too small.
    Memory,
    /// The search was interrupted (Ctrl-C, a GUI).
    Interrupt,
}

/// Writes the word that stands in answers.
impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Interrupt => "interrupt",
        })
    }
}

/// An answer with its main line and the statistics of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// For a mate, the shortest attack against the longest defence as far as proven, ending in
    /// mate. If the shortest length is proven, the line has this length. If only an upper bound is, it
    /// is the last line read, and its length may differ. Empty without a mate, and if a limit came
    /// before the line was read.
    pub line: Vec<Move>,
    /// The statistics of the search.
    pub stats: Stats,
}

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Moves that the search looked at. In a test for a mate on the spot each check counts, even if it
    /// was not made; if one mates, only the checks up to this one count.
    pub nodes: u64,
    /// Positions whose moves were generated and looked up.
    pub expansions: u64,
    /// The longest line looked at, in plies from the root.
    pub depth: u32,
    /// The share of the table that is taken, in thousandths.
    pub hashfull: u32,
    /// Positions opened, by side, and by whether for the first time. Together they are `expansions`.
    pub openings: Openings,
}

/// Numbers of positions that a search opened: it listed their moves and looked these up. It is the first
/// time if no table knew the position when the move to it was listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// Attacker's turns, for the first time.
    pub attack_first: u64,
    /// Attacker's turns that a table knew.
    pub attack_again: u64,
    /// Defender's turns, for the first time.
    pub defence_first: u64,
    /// Defender's turns that a table knew.
    pub defence_again: u64,
}

impl Openings {
    /// Counts one opening: of an attacker's turn or a defender's, for the first time or again.
    #[inline]
    pub(super) const fn count(&mut self, is_attack: bool, is_new: bool) {
        match (is_attack, is_new) {
            (true, true) => self.attack_first += 1,
            (true, false) => self.attack_again += 1,
            (false, true) => self.defence_first += 1,
            (false, false) => self.defence_again += 1,
        }
    }
}

impl Stats {
    /// Adds the statistics of another thread.
    pub(super) fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.expansions += other.expansions;
        self.depth = self.depth.max(other.depth);
        let (sum, openings) = (&mut self.openings, other.openings);
        sum.attack_first += openings.attack_first;
        sum.attack_again += openings.attack_again;
        sum.defence_first += openings.defence_first;
        sum.defence_again += openings.defence_again;
    }
}

/// The stage of a running search: what is looked for at present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Whether there is a mate, and its length.
    #[default]
    Length,
    /// The main line and further questions. The number is the length in plies of the shortest mate, in
    /// the game that was asked about.
    MainLine(u32),
    /// The strict length. The number is the composed length in plies of the shortest mate.
    StrictLength(u32),
    /// Whether checks other than those of the main line mate.
    OtherChecks {
        /// The shortest mate, in composed plies.
        plies: u32,
        /// The number of checks that are refuted or found to mate.
        decided: usize,
        /// The number of all other checks.
        all: usize,
    },
    /// Judgements of the composition with one piece after another left out.
    IdlePieces {
        /// The shortest mate with all pieces, in composed plies.
        plies: u32,
        /// The number of pieces looked at.
        looked_at: usize,
        /// The number of pieces that may be idle.
        all: usize,
    },
    /// A certificate, which is read from the tables.
    Certificate,
}

/// The progress of a running search, sent to the observer about ten times a second.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The statistics so far.
    pub stats: Stats,
    /// The shortest mate proven so far, in plies. In stages after [`Stage::Length`] it may be one
    /// of another game or position.
    pub mate_at_most: Option<u32>,
    /// The stage of the search.
    pub stage: Stage,
    /// The line of the last mate proven in the strict game that was read; empty before the first. Its
    /// length may differ from the bound, which is for the game that is searched.
    pub line: Vec<Move>,
    /// The line that the search is looking at, while there is no `line`. Nothing is proven about it.
    pub path: Vec<Move>,
}

impl Progress {
    /// Returns the length of the shortest mate proven so far in the game that was asked about, in
    /// plies. In stages after [`Stage::Length`] it is the shortest of all.
    #[must_use]
    pub const fn bound(&self) -> Option<u32> {
        match self.stage {
            Stage::Length => self.mate_at_most,
            Stage::MainLine(plies)
            | Stage::StrictLength(plies)
            | Stage::OtherChecks { plies, .. }
            | Stage::IdlePieces { plies, .. } => Some(plies),
            Stage::Certificate => None,
        }
    }
}
