//! Thresholds and weights of the search, in one place.
//!
//! None of them decides what is proven: they decide where to look first, how long, and what to
//! keep. Ratios compare nodes with a choice to nodes without it; [`history`](super::history) has
//! the rest. Sizes that a data layout fixes are with the layout.

use super::numbers::{Number, Plies, UNIT};
use crate::shogi::PieceKind;
use std::time::Duration;

// Depth-first proof-number search.

/// The part of the second-best number by which a check may grow before its rival is tried: a
/// sixteenth. Measured against a quarter: 0.78 on first answers, 0.81 on strict lengths.
pub(super) const CHECK_MARGIN: Number = 16;
/// The same if the question is expected to be answered with "no mate": a quarter. All checks have to
/// be refuted then, and a visit that ends later opens fewer positions again. Together with
/// [`RUN_OUT_PLIES`] and smaller tables, on 56 refutations (`benches/refutations.tsv`): 0.49 of the openings,
/// 0.67 of the processor time. A half, on the sixteen largest: 0.97 of the time of a quarter, but 1.08 on one of
/// 226 million nodes.
pub(super) const CHECK_MARGIN_TO_REFUTE: Number = 4;
/// The part of the second-best number by which a reply may grow before its rival is tried: half the
/// margin of a check. One reply that escapes is enough, and another may do so with less work.
pub(super) const REPLY_MARGIN: Number = 32;
/// The plies that a search inside another counts on the stack in addition, because it has a path of
/// its own.
pub(super) const NESTED_SEARCH_PLIES: usize = 8;
/// Nodes that a thread searches alone before others help with a question.
pub(super) const NODES_ALONE: u64 = 20_000;
/// Nodes that a visit counts beside the moves made below it. Two is more than a first look: a
/// position that was opened outlasts one that was not.
pub(super) const NODES_OF_A_VISIT: u64 = 2;

// Numbers of a position from those of its moves.

/// The addition of each further open check to the largest number of its position.
pub(super) const FURTHER_CHECK: Number = UNIT;
/// The addition of each further open reply to the largest number of its position.
pub(super) const FURTHER_REPLY: Number = UNIT * 3 / 4;
/// The addition for all hidden moves together. They mostly lose with the move that hides them, yet
/// a position is not as easy as it looks.
pub(super) const HIDDEN_MOVES: Number = UNIT / 2;
/// The part of the sum of the other checks that counts: a thirty-second, so that positions are
/// refuted sooner. Together with [`REPLY_MARGIN`], against a sixteenth for both, and with larger
/// first numbers in long searches: 0.99 on first answers, 0.92 on composed lengths, 0.85 on
/// no-mates of lone kings that need one to fifteen million nodes, 0.65 beyond.
pub(super) const OTHER_CHECKS: Number = 32;
/// The part of the sum of the other replies that counts: an eighth. Together with a part of the
/// other checks: 0.89 on first answers, 0.92 on strict lengths, 0.98 on composed lengths, of the 69
/// hardest.
pub(super) const OTHER_REPLIES: Number = 8;
/// The upper bound of this part. In deep problems with many ways to one position, numbers would
/// grow without end, and with them the number of visits that are cut short. Without a bound: 0.87
/// on the hardest, but ruinous if lines are very long.
pub(super) const SUM_MOST: Number = 4 * UNIT;

// First numbers after a check.

/// The addition for each reply beyond the first that a check leaves, flights and parries alike.
pub(super) const FURTHER_ANSWER: Number = UNIT;
/// The addition of each flight to the proof number: it leads to more checks. This, the weight of
/// unsupported checks and eight units to a leaf together: 0.95 and 0.88 on games, 1.00 on the 69
/// hardest.
pub(super) const FLIGHT: Number = UNIT / 4;
/// The number of guards from which a check is hard to make work.
pub(super) const MANY_GUARDS: u32 = 2;
/// The addition of many guards to the proof number. They are mostly among the replies counted
/// anyway: half a unit instead of a whole one is 0.96 on first answers, 0.99 on composed lengths.
pub(super) const GUARDED: Number = UNIT / 2;
/// The addition to the disproof number if a check is supported, free or captures a defender.
pub(super) const SUPPORTED: Number = UNIT;
/// The addition to the proof number if a check is none of these.
pub(super) const UNSUPPORTED: Number = UNIT + UNIT / 2;
/// The handicap of a check without promotion if the promoted piece attacks all that this one does.
/// Such a check is better only if it avoids a pawn-drop mate (打歩詰). Yet it does not wait until
/// the promotion has failed: if it is the solution, that failure is the hardest of all to prove.
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
/// For the piece that a check captures, times its worth.
pub(super) const CHECK_CAPTURE_RANK: i16 = -2;
/// For a reply that captures.
pub(super) const REPLY_CAPTURE_RANK: i16 = -20;
/// For a move of the king.
pub(super) const KING_MOVE_RANK: i16 = -10;
/// For each square between an interposition and the king.
pub(super) const INTERPOSITION_DISTANCE_RANK: i16 = 2;

/// Returns the worth of a piece if moves tie.
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

/// The number of estimates of checks that are kept: they fit into the second-level cache of the
/// processor, beside other data. More of them gain nothing (1.00).
pub(super) const ESTIMATES_KEPT: usize = 1 << 12;

// First numbers of an attacker's turn after a first look.

/// The addition of each check beyond the first to the disproof number in short searches. A quarter
/// of a unit instead of half a one: 0.98 on first answers, 1.01 on composed lengths.
pub(super) const CHECK_TO_REFUTE: Number = UNIT / 2;
/// The most other pieces on the board of a king that is nearly alone; the hand does not count.
pub(super) const COMPANY_MOST: u32 = 1;
/// Nodes of a problem after which work is predicted for every king. Before that, numbers are small
/// and nearly alike, so that each move is looked at soon, which finds a mate sooner if there is
/// one. But a search of this length mostly has to refute mates, be it any mate or a shorter one.
/// Against a lone king it has to from the start. With predictions from the first node on, first
/// answers take 1.13 of the nodes.
pub(super) const LONG_SEARCH: u64 = 1_000_000;
/// Work, in doublings, that makes a proof number of one unit. Numbers grow more slowly than the
/// work, with its root or less: of what is below a position, the hardest part counts most. This
/// value, the next one and the roots were chosen by measurement.
pub(super) const USUAL_PROOF: i32 = 18;
/// Work, in doublings, that makes a disproof number of [`USUAL_DISPROOF_NUMBER`].
pub(super) const USUAL_DISPROOF: i32 = 6;
/// The disproof number of a position that takes the usual work.
pub(super) const USUAL_DISPROOF_NUMBER: Number = 10 * UNIT;
/// The power of the work by which proof numbers grow, as a fraction.
pub(super) const PROOF_POWER: (i32, i32) = (3, 16);
/// The power of the work by which disproof numbers grow, as a fraction.
pub(super) const DISPROOF_POWER: (i32, i32) = (3, 8);
/// The power of the work by which disproof numbers grow if the king is nearly alone.
pub(super) const LONE_DISPROOF_POWER: (i32, i32) = (1, 2);
/// The largest first number.
pub(super) const FIRST_NUMBER_MOST: Number = 1 << 16;
/// The most checks of a position that is tested for whether they run out, where no mate is expected.
/// Three: 1.1 of the time.
pub(super) const RUN_OUT_CHECKS: usize = 2;
/// The checks in a row of such a test. One: 1.07 of the time on forty refutations of half a million to
/// two million nodes; two 1.05, four 1.04.
pub(super) const RUN_OUT_PLIES: u32 = 3;
/// The most moves of such a test. 32: 1.08 of the time, 64 1.02.
pub(super) const RUN_OUT_MOVES: u64 = 48;
/// The number of checks beyond which further ones add no work.
pub(super) const CHECKS_MOST: u32 = 12;
/// The number of flights beyond which further ones add no work.
pub(super) const FLIGHTS_MOST: u32 = 2;

/// Weights of work are in 64ths of a doubling.
pub(super) const DOUBLING: i32 = 64;

/// Weights of the features that predict the work.
pub(super) struct WorkWeights {
    pub(super) always: i32,
    /// For each doubling of the checks.
    pub(super) doubled_checks: i32,
    /// For each check up to [`CHECKS_MOST`].
    pub(super) check: i32,
    /// For each square the king can go to, up to [`FLIGHTS_MOST`].
    pub(super) flight: i32,
    /// For each rank between the defender's king and the edge of its own camp: rank `a` is 0.
    pub(super) rank: i32,
    /// For each piece in the attacker's hand: pawn, lance, knight, silver, gold, bishop, rook.
    pub(super) hand: [i32; 7],
    /// For each of the attacker's pieces on the board; promoted ones that move like a gold are
    /// golds.
    pub(super) board: [(PieceKind, i32); 9],
}

/// The work to refute all checks. It was learned on 将棋無双 and 将棋図巧, from searches for any
/// mate and for one of bounded length, and on no-mates of lone kings. Beside the checks, flights
/// add no information.
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

/// The work to refute all checks of a king that is nearly alone, learned on such positions. Only
/// its captures ever end the chase, so each piece has more weight.
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

/// The work to prove a mate, learned on 将棋無双 and 将棋図巧.
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

/// The handicap of a position, with others forbidden, that is not known to be a mate in the strict
/// game. If it is known to be one, the search follows its proof.
pub(super) const OFF_THE_PROOF: Number = 16 * UNIT;

// Several threads.

/// The part of a move's number that each other thread after it adds, at least a unit: a quarter.
pub(super) const OTHER_THREAD: Number = 4;
/// Places that count the threads in positions. If two positions share one, one of them looks less
/// promising than it is.
pub(super) const THREAD_PLACES: usize = 1 << 14;

// Tables.

/// Bytes in use at the start of a problem: within the second-level cache. Most problems need no more,
/// and the system gives small pages for them, one after another.
pub(super) const START_BYTES: usize = 1 << 19;
/// The factor by which a table grows at once, in hundredths.
pub(super) const GROWTH_PERCENT: usize = 150;
/// The part of the slots that may be taken before a table grows, in hundredths.
pub(super) const CROWDED_PERCENT: usize = 75;
/// The part of the slots that has to be taken before a table grows for one full window, in
/// hundredths. In a large table some window is full long before; growing for it, with an eighth of
/// the slots taken, made tables of ten times the entries in them: 13.0 GiB on sixteen refutations of
/// 9 to 25 million nodes, now 2.1 GiB, with 1.02 of the nodes.
pub(super) const WORTH_GROWING_PERCENT: usize = 70;
/// How much larger an open question has to be than a fact to outlast it, in doublings: eight times.
pub(super) const FACT_DOUBLINGS: u32 = 3;
/// The weight that one entry of a full window loses each time the window is full. Ageing one entry
/// instead of all sixteen: 0.95, 0.37 and 0.09 on three no-mates of lone kings, in a fifth, a tenth
/// and a twentieth of the memory they would fill.
pub(super) const AGE_STEP: u8 = 1;
/// The part of all memory for conditional disproofs: an eighth.
pub(super) const CONDITIONAL_PART: usize = 8;

// Lengths, lines and certificates.

/// Mates that are not worth shortening without a search: if the attacker needs three plies, the
/// position was mostly tested for a mate on the spot. A bound that stays too long is still a bound.
pub(super) const SHORT_MATE: Plies = Plies::new(4);
/// Positions in one pass that shortens a bound: about a second of work.
pub(super) const RELAX_MOST: usize = 200_000;
/// Positions of such a pass between two checks of the clock: a few milliseconds of work.
pub(super) const RELAX_LOOK_EVERY: usize = 1024;
/// How often a certificate is begun before only facts are trusted.
pub const CERTIFICATE_ATTEMPTS: u32 = 100;

// Limits.

/// Nodes that a problem may take for each entry of the tables. `check` of one of the first steps takes
/// 1 with 256 MiB, 350 with 4 MiB and 5,600 with 2 MiB; with 1 MiB it would hardly ever end. With
/// 64 MiB this is some four thousand million nodes, with 1 GiB more than anybody waits for.
pub(super) const NODES_PER_ENTRY: u64 = 2048;
/// Nodes between two checks of the clock: a tenth of a millisecond. It is much more while a large
/// table is new, because a huge page that is touched first takes the system half a millisecond.
pub(super) const LOOK_EVERY: u64 = 256;
/// Time between two reports to the observer.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(100);

// Room that is kept from one search to the next: a few megabytes.

/// Moves for which a search has room at its start.
pub(super) const CHILDREN_AT_START: usize = 1024;
/// Moves for which room is kept.
pub(super) const CHILDREN_KEPT: usize = 1 << 15;
/// Moves of one position for which a search has room at its start.
pub(super) const MOVES_AT_START: usize = 128;
/// Plies for which a path has room at its start.
pub(super) const PLIES_AT_START: usize = 256;
/// Paths that are kept.
pub(super) const PATHS_KEPT: usize = 64;
