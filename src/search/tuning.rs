//! Thresholds and weights of the search, in one place.
//!
//! None of them decides what is proven: they say where to look first, how long, and what to keep.
//! Ratios compare nodes with a choice to nodes without it; [`history`](super::history) has the rest.
//! Sizes that a data layout fixes stay with the layout.

use super::numbers::{Number, Plies, UNIT};
use crate::shogi::PieceKind;
use std::time::Duration;

// Depth-first proof-number search.

/// By what part of the second-best number a check may grow before its rival is tried: a sixteenth.
/// Measured against a quarter: 0.78 on first answers, 0.81 on strict lengths.
pub(super) const CHECK_MARGIN: Number = 16;
/// The same for a reply, which is left sooner: one that escapes is enough, and another may do so
/// with less. Half the margin of a check.
pub(super) const REPLY_MARGIN: Number = 32;
/// What a search inside another counts on the stack besides its plies: it has a path of its own.
pub(super) const NESTED_SEARCH_PLIES: usize = 8;
/// Nodes that a thread searches alone before others help with a question.
pub(super) const NODES_ALONE: u64 = 20_000;
/// Nodes that a visit counts beside the moves made below it. Two is more than a first look: a position
/// that was opened outlasts one that was not.
pub(super) const NODES_OF_A_VISIT: u64 = 2;

// Numbers of a position from those of its moves.

/// What each further open check adds to the largest number of its position.
pub(super) const FURTHER_CHECK: Number = UNIT;
/// What each further open reply adds to the largest number of its position.
pub(super) const FURTHER_REPLY: Number = UNIT * 3 / 4;
/// What all hidden moves add together. They mostly fall with the one that hides them, yet a position is
/// not as easy as it looks.
pub(super) const HIDDEN_MOVES: Number = UNIT / 2;
/// Which part of the sum of the other checks counts: a thirty-second, so that positions are refuted sooner.
/// Together with [`REPLY_MARGIN`], against a sixteenth for both, and larger first numbers in long searches:
/// 0.99 on first answers, 0.92 on composed lengths, 0.85 on no-mates of lone kings that need one to fifteen
/// million nodes, 0.65 beyond.
pub(super) const OTHER_CHECKS: Number = 32;
/// Which part of the sum of the other replies counts: an eighth. Together with a part of the other
/// checks: 0.89 on first answers, 0.92 on strict lengths, 0.98 on composed ones, of the 69 hardest.
pub(super) const OTHER_REPLIES: Number = 8;
/// How much that part counts for at most. In deep problems with many ways to one position numbers would
/// grow without end, and with them the visits that are broken off. Without a bound: 0.87 on the
/// hardest, but ruinous where lines are very long.
pub(super) const SUM_MOST: Number = 4 * UNIT;

// First numbers after a check.

/// Each reply beyond the first that a check leaves, flights and parries alike.
pub(super) const FURTHER_ANSWER: Number = UNIT;
/// What each flight adds to the proof number besides: it leads to more checks. This, the weight of
/// unsupported checks and eight units a leaf together: 0.95 and 0.88 on games, 1.00 on the 69 hardest.
pub(super) const FLIGHT: Number = UNIT / 4;
/// From how many guards on a check is hard to make work.
pub(super) const MANY_GUARDS: u32 = 2;
/// What many guards add to the proof number. They are mostly among the replies counted anyway: half a
/// unit instead of a whole one is 0.96 on first answers, 0.99 on composed lengths.
pub(super) const GUARDED: Number = UNIT / 2;
/// What the disproof number gains where a check is supported, free or takes a defender.
pub(super) const SUPPORTED: Number = UNIT;
/// What the proof number gains where a check is none of these.
pub(super) const UNSUPPORTED: Number = UNIT + UNIT / 2;
/// How much less promising a check without promotion looks where the promoted piece attacks all that
/// this one does. It is better only if it keeps a pawn's drop from mating (打歩詰). Yet it does not wait
/// until the promotion has failed: where it is the solution, that failure is the hardest of all to prove.
/// Trying it at once: 0.64 on first answers of the 69 hardest.
pub(super) const UNPROMOTED: Number = 4 * UNIT;

// First numbers after a reply.

/// The proof number after a reply that captures, or parries on a square with more guards than attackers.
pub(super) const STRONG_REPLY: Number = 2 * UNIT;
/// The disproof number after a reply that parries on any other square.
pub(super) const WEAK_REPLY: Number = 2 * UNIT;

// Ranks among moves with equal numbers, smaller first.

/// For each square between a check and the king.
pub(super) const CHECK_DISTANCE_RANK: i16 = 10;
/// For what a check captures, times the worth of the piece.
pub(super) const CHECK_CAPTURE_RANK: i16 = -2;
/// For a reply that captures.
pub(super) const REPLY_CAPTURE_RANK: i16 = -20;
/// For a move of the king.
pub(super) const KING_MOVE_RANK: i16 = -10;
/// For each square between an interposition and the king.
pub(super) const INTERPOSITION_DISTANCE_RANK: i16 = 2;

/// What a piece is worth when moves tie.
pub(super) const fn worth(kind: PieceKind) -> i16 {
    use PieceKind::*;
    match kind {
        Pawn => 1,
        Lance => 3,
        Knight => 4,
        Silver => 5,
        Gold | ProPawn | ProLance | ProKnight | ProSilver => 6,
        Bishop => 8,
        Rook | Horse => 10,
        King => 0,
        Dragon => 12,
    }
}

/// How many estimates of checks are kept: as many as the second-level cache of the processor has room
/// for beside others. More of them gain nothing (1.00).
pub(super) const ESTIMATES_KEPT: usize = 1 << 12;

// First numbers of an attacker's turn after a first look.

/// What each check beyond the first adds to the disproof number in short searches. A quarter of a unit
/// instead of half a one: 0.98 on first answers, 1.01 on composed lengths.
pub(super) const CHECK_TO_REFUTE: Number = UNIT / 2;
/// The most pieces beside it on the board that a king has which is nearly alone; the hand does not count.
pub(super) const COMPANY_MOST: u32 = 1;
/// Nodes of a problem after which work is predicted for every king. Before, numbers are small and nearly
/// alike, so that each move is looked at soon: that finds a mate sooner where there is one. But a search of
/// this length has mostly to refute, be it any mate or a shorter one. Against a lone king it has from the
/// start. Predicted from the first node on, first answers take 1.13 of the nodes.
pub(super) const LONG_SEARCH: u64 = 1_000_000;
/// Work, in doublings, that makes a proof number of one unit. Numbers grow more slowly than the work, by
/// the root of it or less: of what is below a position the hardest part counts most. This, the next
/// and the roots are chosen by measurement.
pub(super) const USUAL_PROOF: i32 = 18;
/// Work, in doublings, that makes a disproof number of [`USUAL_DISPROOF_NUMBER`].
pub(super) const USUAL_DISPROOF: i32 = 6;
/// The disproof number of a position that takes the usual work.
pub(super) const USUAL_DISPROOF_NUMBER: Number = 10 * UNIT;
/// The power of the work by which proof numbers grow, as a fraction.
pub(super) const PROOF_POWER: (i32, i32) = (3, 16);
/// The power of the work by which disproof numbers grow, as a fraction.
pub(super) const DISPROOF_POWER: (i32, i32) = (3, 8);
/// The same where the king is nearly alone.
pub(super) const LONE_DISPROOF_POWER: (i32, i32) = (1, 2);
/// The largest first number.
pub(super) const FIRST_NUMBER_MOST: Number = 1 << 16;
/// Checks beyond these add no work one by one.
pub(super) const CHECKS_MOST: u32 = 12;
/// Flights beyond these add no work.
pub(super) const FLIGHTS_MOST: u32 = 2;

/// Weights of work are in 64ths of a doubling.
pub(super) const DOUBLING: i32 = 64;

/// What the work is predicted from.
pub(super) struct WorkWeights {
    pub(super) always: i32,
    /// For each doubling of the checks, …
    pub(super) doubled_checks: i32,
    /// … and for each check up to [`CHECKS_MOST`].
    pub(super) check: i32,
    /// For each square the king can go to, up to [`FLIGHTS_MOST`].
    pub(super) flight: i32,
    /// For each rank between the defender's king and the edge of its own camp: rank `a` is 0.
    pub(super) rank: i32,
    /// For each piece in the attacker's hand: pawn, lance, knight, silver, gold, bishop, rook.
    pub(super) hand: [i32; 7],
    /// For each of his pieces on the board; promoted ones that move like a gold are golds.
    pub(super) board: [(PieceKind, i32); 9],
}

/// The work it takes to refute all checks: learned on 将棋無双 and 将棋図巧, when any mate was asked for and
/// when one of bounded length, and on no-mates of lone kings. Flights do not tell beside the checks.
pub(super) const TO_REFUTE: WorkWeights = WorkWeights {
    always: 150,
    doubled_checks: 85,
    check: 17,
    flight: 0,
    rank: -13,
    hand: [13, 9, 30, 51, 36, 54, 69],
    board: [
        (PieceKind::Pawn, -3),
        (PieceKind::Lance, 7),
        (PieceKind::Knight, 8),
        (PieceKind::Silver, 19),
        (PieceKind::Gold, 21),
        (PieceKind::Bishop, 24),
        (PieceKind::Rook, 86),
        (PieceKind::Horse, 84),
        (PieceKind::Dragon, 102),
    ],
};

/// The same where the king is nearly alone, learned on such positions: what it can take is all that ever
/// ends the chase, so each piece tells for more.
pub(super) const TO_REFUTE_LONE: WorkWeights = WorkWeights {
    always: 112,
    doubled_checks: 66,
    check: 15,
    flight: 0,
    rank: -12,
    hand: [18, 37, 49, 95, 77, 57, 92],
    board: [
        (PieceKind::Pawn, -4),
        (PieceKind::Lance, 10),
        (PieceKind::Knight, 12),
        (PieceKind::Silver, 31),
        (PieceKind::Gold, 27),
        (PieceKind::Bishop, 41),
        (PieceKind::Rook, 134),
        (PieceKind::Horse, 156),
        (PieceKind::Dragon, 165),
    ],
};

/// The work it takes to prove a mate: learned on 将棋無双 and 将棋図巧.
pub(super) const TO_PROVE: WorkWeights = WorkWeights {
    always: 1016,
    doubled_checks: -52,
    check: -1,
    flight: 231,
    rank: 24,
    hand: [-6, -22, 24, -3, -15, -3, -102],
    board: [
        (PieceKind::Pawn, 18),
        (PieceKind::Lance, -27),
        (PieceKind::Knight, 15),
        (PieceKind::Silver, -72),
        (PieceKind::Gold, -49),
        (PieceKind::Bishop, -69),
        (PieceKind::Rook, -144),
        (PieceKind::Horse, -156),
        (PieceKind::Dragon, -243),
    ],
};

// Games beside the strict one.

/// How much less promising a position looks, with others forbidden, of which the strict game knows
/// no mate: where it knows one, the search follows its proof.
pub(super) const OFF_THE_PROOF: Number = 16 * UNIT;

// Several threads.

/// Which part of a move's number each other thread behind it adds, at least a unit: a quarter.
pub(super) const OTHER_THREAD: Number = 4;
/// Places that count the threads in positions. When two positions share one, one of them looks less
/// promising than it need.
pub(super) const THREAD_PLACES: usize = 1 << 14;

// Tables.

/// Bytes in use at the start of a problem: within the second-level cache.
pub(super) const START_BYTES: usize = 1 << 19;
/// How much larger a table grows at once. Tables that double instead of growing fourfold touch half the
/// memory in the same time.
pub(super) const GROWTH: usize = 2;
/// Which part of the slots may be taken before a table grows: half of them.
pub(super) const CROWDED_PART: usize = 2;
/// Which part of the slots has to be taken before a table grows for one full window: an eighth. While
/// nearly everything is free one board has many hands, and no size would give it room.
pub(super) const WORTH_GROWING_PART: usize = 8;
/// How many times larger an open question has to be than a fact to outlast it, in doublings: eight times.
pub(super) const FACT_DOUBLINGS: u32 = 3;
/// What one entry of a full window loses of its weight each time the window is full. Ageing one entry
/// instead of all sixteen: 0.95, 0.37 and 0.09 on three no-mates of lone kings, in a fifth, a tenth and a
/// twentieth of the memory they would fill.
pub(super) const AGE_STEP: u8 = 1;
/// Which part of all memory conditional disproofs of one game have: a sixteenth.
pub(super) const CLAIMS_PART: usize = 16;
/// Which part of all memory the strict game has where another is searched, too: half of it.
pub(super) const STRICT_PART: usize = 2;
/// What the other game has then, in eighths.
pub(super) const VARIANT_EIGHTHS: usize = 3;

// Lengths, lines and certificates.

/// Mates not worth shortening without a search: where the attacker needs three plies, he was mostly looked
/// at for a mate on the spot. A bound that stays too long is still a bound.
pub(super) const SHORT_MATE: Plies = Plies::new(4);
/// Positions looked at in one pass that shortens a bound: about a second's work.
pub(super) const RELAX_MOST: usize = 200_000;
/// Positions of such a pass between two looks at the clock: a few milliseconds' work.
pub(super) const RELAX_LOOK_EVERY: usize = 1024;
/// How often a certificate is begun before only facts are trusted.
pub(super) const CERTIFICATE_ATTEMPTS: u32 = 100;

// Limits.

/// Nodes between two looks at the clock: a tenth of a millisecond, but much more while a large table is
/// new, for a huge page that is touched first takes the system half a millisecond.
pub(super) const LOOK_EVERY: u64 = 256;
/// Time between two reports to the observer.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(100);

// Room that is kept from one search to the next: a few megabytes.

/// Moves that a search has room for at its start.
pub(super) const CHILDREN_AT_START: usize = 1024;
/// Moves that room is kept for.
pub(super) const CHILDREN_KEPT: usize = 1 << 15;
/// Moves of one position that a search has room for at its start.
pub(super) const MOVES_AT_START: usize = 128;
/// Plies that a path has room for at its start.
pub(super) const PLIES_AT_START: usize = 256;
/// Paths that are kept.
pub(super) const PATHS_KEPT: usize = 64;
