//! What a search says, and no more than it has proven.

use crate::shogi::Move;

/// The answer to "can the attacker mate?", three-valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker mates by force in `plies` (strict length: every legal interposition counts),
    /// counted from the root, both sides' moves.
    Mate {
        /// A proven upper bound of the strict length; the length itself if `exactness` says so.
        plies: u32,
        /// Whether a shorter mate is excluded.
        exactness: Exactness,
    },
    /// No sequence of checks mates: proven without any limit of length.
    NoMate,
    /// Neither was proven before this limit stopped the search.
    Unknown(StopReason),
}

/// How much is known about the length of a proven mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// A mate two plies shorter has been refuted.
    Shortest,
    /// It is an upper bound: a shorter mate was not asked for (`None`), or the limit stopped the
    /// search before it was refuted.
    AtMost(Option<StopReason>),
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The wall-clock limit.
    Time,
    /// The limit of search nodes.
    Nodes,
    /// The table, the path or another structure of fixed size was too small.
    Memory,
    /// Somebody asked the search to stop (Ctrl-C, a GUI).
    Interrupt,
}

/// An answer with its main line and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// For a mate: shortest attack against longest defence as far as proven, ending in mate. As
    /// long as the answer says if that is the shortest length; beside an upper bound it is the last
    /// line read, and may differ from it. Empty otherwise, and empty when the limit left no time to read it.
    pub line: Vec<Move>,
    /// What it cost.
    pub stats: Stats,
}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Moves the search looked at, including those of leaf tests. There each check of a position is one,
    /// made or not; where one mates on the spot, only those tried before it and itself.
    pub nodes: u64,
    /// Positions whose moves were generated and looked up.
    pub expansions: u64,
    /// The longest line looked at, in plies from the root.
    pub depth: u32,
    /// Share of the table in use, in thousandths.
    pub hashfull: u32,
}

impl Stats {
    /// Adds what another thread did.
    pub(super) fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.expansions += other.expansions;
        self.depth = self.depth.max(other.depth);
    }
}

/// What a search that goes on is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Whether there is a mate, and how short a one.
    #[default]
    Length,
    /// The shortest mate has so many plies, in the game that was asked about. Its main line is read, and
    /// whatever else is asked about it.
    MainLine(u32),
    /// The shortest mate has so many composed plies, and the strict length is looked for.
    StrictLength(u32),
    /// A composition is judged: so many of the other checks are decided, of so many.
    OtherChecks {
        /// The shortest mate, in composed plies.
        plies: u32,
        /// Those that are refuted or found to mate.
        decided: usize,
        /// All that there are.
        all: usize,
    },
    /// It is judged without one piece after the other.
    IdlePieces {
        /// The shortest mate with all of them, in composed plies.
        plies: u32,
        /// How many pieces were looked at.
        looked_at: usize,
        /// How many may be idle.
        all: usize,
    },
    /// A proof is read out of the tables, as a certificate.
    Certificate,
}

/// A sign of life of a running search, handed to the observer about ten times a second.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What it has cost so far.
    pub stats: Stats,
    /// The shortest mate proven so far, in plies. Beyond [`Stage::Length`] it may be one of another game or
    /// position.
    pub mate_at_most: Option<u32>,
    /// What is being found out.
    pub stage: Stage,
    /// A line of the last mate proven in the strict game, as far as read; empty before. Its length may
    /// differ from the bound, which holds for the game that is searched.
    pub line: Vec<Move>,
    /// The line looked at just now, as long as there is no `line`. Nothing is claimed of its moves.
    pub path: Vec<Move>,
}

impl Progress {
    /// Returns the same with moves of the board as given, which is turned round or not.
    #[must_use]
    pub fn to_given(&self, turned: bool) -> Self {
        let given = |moves: &[Move]| {
            let given = |mv: &Move| if turned { mv.rotate() } else { *mv };
            moves.iter().map(given).collect()
        };
        Self {
            line: given(&self.line),
            path: given(&self.path),
            ..self.clone()
        }
    }

    /// The shortest mate proven so far in the game that was asked about, in plies; the shortest of all
    /// beyond [`Stage::Length`].
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
