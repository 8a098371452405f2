//! Thresholds and weights of the search, in one place.
//!
//! None of them decides what is proven: they decide where to look first, how long, and what to
//! keep. "0.78 on first answers" means that a choice takes 0.78 of the nodes that the search takes
//! without it; [`history`](super::history) has the other measurements. Sizes that a data layout fixes
//! are with the layout.

use super::numbers::{Number, Plies, UNIT};
use crate::shogi::PieceKind;
use std::time::Duration;

// Depth-first proof-number search.

/// Divides the second-best number: by this part the number of a check may grow beyond it before the
/// rival is tried. Measured against 4: 0.78 on first answers, 0.81 on strict lengths.
pub(super) const CHECK_MARGIN_DIVISOR: Number = 16;
/// The same if the question is expected to be answered with "no mate". All checks have to be refuted
/// then, and a visit that ends later opens fewer positions again. Together with [`RUN_OUT_PLIES`] and
/// smaller tables, on 56 refutations (`benches/refutations.tsv`): 0.49 of the openings, 0.67 of the
/// processor time. With 2, on the sixteen largest: 0.97 of the time with 4, but 1.08 on one of 226
/// million nodes.
pub(super) const REFUTING_CHECK_MARGIN_DIVISOR: Number = 4;
/// Divides the second-best number, for a reply: half the margin of a check. One reply that escapes is
/// enough, and another may do so with less work.
pub(super) const REPLY_MARGIN_DIVISOR: Number = 32;
/// The plies that a search inside another counts on the stack in addition to those of its path.
pub(super) const NESTED_SEARCH_PLIES: usize = 8;
/// Nodes that a thread searches alone before others help with a question.
pub(super) const NODES_ALONE: u64 = 20_000;
/// Nodes that a visit counts in addition to the moves made below it. A first look counts one, so an
/// opened position outlasts others in the table.
pub(super) const NODES_OF_A_VISIT: u64 = 2;

// Numbers of a position from those of its moves.

/// What each open check but the hardest adds to the largest number.
pub(super) const FURTHER_CHECK: Number = UNIT;
/// What each open reply but the hardest adds to the largest number.
pub(super) const FURTHER_REPLY: Number = UNIT * 3 / 4;
/// What all hidden moves together add. They mostly lose with the move that hides them, yet a position
/// is not as easy as it looks.
pub(super) const HIDDEN_MOVES: Number = UNIT / 2;
/// Divides the sum of the other checks: this part of it counts. It is small, so that positions are
/// refuted sooner. Together with [`REPLY_MARGIN_DIVISOR`], against 16 for both, and with larger first
/// numbers in long searches: 0.99 on first answers, 0.92 on composed lengths, 0.85 on no-mates of lone
/// kings that need one to fifteen million nodes, 0.65 on longer ones.
pub(super) const OTHER_CHECKS_DIVISOR: Number = 32;
/// Divides the sum of the other replies: this part of it counts. Together with a part of the other
/// checks, on the 69 hardest: 0.89 on first answers, 0.92 on strict lengths, 0.98 on composed lengths.
pub(super) const OTHER_REPLIES_DIVISOR: Number = 8;
/// The most that these parts of the other moves add. In deep problems with many ways to one position,
/// numbers would otherwise grow without end, and more visits would be cut short. Without a bound: 0.87
/// on the hardest, but ruinous if lines are very long.
pub(super) const OTHER_MOVES_MAX: Number = 4 * UNIT;

/// The most links that are followed to find a position of the current path (`dfpn::double_count`). On first
/// answers of 209 classics, 8 million nodes each, with 2: 0.97 of the nodes in all, with 6 and 16: 0.92 and
/// 0.90, with 64: 0.92; with 8: 0.90.
pub(super) const LINKS_FOLLOWED: usize = 8;
/// Links are kept of positions with at least this proof number, or with [`LARGE_DISPROOF`]. Most have smaller ones. On the same first answers, for all positions:
/// 1.01 of the nodes, 1.06 of the time.
pub(super) const LARGE_PROOF: Number = 3 * UNIT;
/// The disproof number for which links are kept; predicted ones are as large.
pub(super) const LARGE_DISPROOF: Number = 10 * UNIT;
/// A number matters at an earlier position if it is at least this part of those that are combined there: a half.
/// Otherwise others decide it. All: 0.91, a quarter 0.90, as much as they are 0.93.
pub(super) const DECISIVE_DIVISOR: Number = 2;

// First numbers after a check.

/// What each reply beyond the first that a check leaves adds to the proof number, flight or parry.
pub(super) const FURTHER_ANSWER: Number = UNIT;
/// What each flight adds to the proof number, because it leads to more checks. This, the weight of
/// unsupported checks and eight units to a leaf together: 0.95 and 0.88 on games, 1.00 on the 69
/// hardest.
pub(super) const FLIGHT: Number = UNIT / 4;
/// The guards of its square that make a check hard to use.
pub(super) const MANY_GUARDS: u32 = 2;
/// What many guards add to the proof number. Their captures are mostly counted as replies already:
/// half a unit instead of a whole one is 0.96 on first answers, 0.99 on composed lengths.
pub(super) const GUARDED: Number = UNIT / 2;
/// What a check adds to the disproof number if it is supported or unguarded, or captures a defender.
pub(super) const SUPPORTED: Number = UNIT;
/// What any other check adds to the proof number.
pub(super) const UNSUPPORTED: Number = UNIT + UNIT / 2;
/// What a check without promotion adds to the proof number, if the promoted piece attacks all that
/// this one does. Such a check is better only if it avoids a pawn-drop mate (打歩詰). Yet it does not
/// wait until the promotion has failed: if it is the solution, that failure is the hardest of all to
/// prove. Trying it at once: 0.64 on first answers of the 69 hardest.
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

/// Returns the worth of a piece, for the order of moves with equal numbers.
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

/// The estimates of checks that are kept. They fit into the second-level cache of the processor
/// together with other data. More of them gain nothing (1.00).
pub(super) const ESTIMATES_KEPT: usize = 1 << 12;

// First numbers of an attacker's turn after a first look.

/// What each check beyond the first adds to the disproof number in short searches. A quarter of a
/// unit instead of half of one: 0.98 on first answers, 1.01 on composed lengths.
pub(super) const CHECK_TO_REFUTE: Number = UNIT / 2;
/// The most other pieces on the board with a king that counts as nearly alone.
pub(super) const COMPANIONS_MAX: u32 = 1;
/// Nodes of a problem after which work is predicted for every king, not only for a lone one. Before
/// that, numbers are small and nearly alike, so that each move is looked at soon: this finds a mate
/// sooner if there is one. A search of this length mostly has to refute mates, either all of them or
/// shorter ones, and one against a lone king from the start. With predictions from the first node on:
/// 1.13 on first answers.
pub(super) const LONG_SEARCH: u64 = 1_000_000;
/// The work, in doublings of one node, for which the proof number is one unit. Numbers grow more
/// slowly than the work, with its root or less, because the hardest part below a position counts most.
/// This value, the next one and the powers were chosen by measurement.
pub(super) const USUAL_PROOF: i32 = 18;
/// The work, in doublings, for which the disproof number is [`USUAL_DISPROOF_NUMBER`].
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
pub(super) const FIRST_NUMBER_MAX: Number = 1 << 16;
/// The most checks in a position that is tested for whether its checks run out (`run_out`). With 3:
/// 1.1 of the time.
pub(super) const RUN_OUT_CHECKS: usize = 2;
/// The most checks in a row in such a test. On forty refutations of half a million to two million
/// nodes, with 1: 1.07 of the time; with 2: 1.05; with 4: 1.04.
pub(super) const RUN_OUT_PLIES: u32 = 3;
/// The most moves made in such a test. With 32: 1.08 of the time; with 64: 1.02.
pub(super) const RUN_OUT_MOVES: u64 = 48;
/// The number of checks beyond which further ones add no work.
pub(super) const COUNTED_CHECKS_MAX: u32 = 12;
/// The number of flights beyond which further ones add no work.
pub(super) const COUNTED_FLIGHTS_MAX: u32 = 2;

/// One doubling of the work. Weights are in 64ths of a doubling.
pub(super) const DOUBLING: i32 = 64;

/// Weights of the features of a position that predict the work, in nodes, of settling it.
pub(super) struct WorkWeights {
    /// For every position.
    pub(super) always: i32,
    /// For each doubling of the checks.
    pub(super) doubled_checks: i32,
    /// For each check up to [`COUNTED_CHECKS_MAX`].
    pub(super) check: i32,
    /// For each square the king can go to, up to [`COUNTED_FLIGHTS_MAX`].
    pub(super) flight: i32,
    /// For each rank between the defender's king and its own edge of the board, rank `a`.
    pub(super) rank: i32,
    /// For each piece in the attacker's hand: pawn, lance, knight, silver, gold, bishop, rook.
    pub(super) hand: [i32; 7],
    /// For each of the attacker's pieces on the board; promoted ones that move like a gold are
    /// golds.
    pub(super) board: [(PieceKind, i32); 9],
}

/// The work to refute all checks. It was learned on 将棋無双 and 将棋図巧, from searches for any
/// mate and for one of bounded length, and on no-mates of lone kings. Given the checks, the flights
/// tell nothing more.
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

// Games other than the strict one.

/// With forbidden positions: what is added to the proof number of a position that is not known to be
/// a mate in the strict game. The search thus follows the proof in the strict game where there is one.
pub(super) const NOT_A_KNOWN_MATE: Number = 16 * UNIT;

// Several threads.

/// Divides the number of a move: each other thread in the position after it adds this part, and at
/// least a unit.
pub(super) const OTHER_THREAD_DIVISOR: Number = 4;
/// Counters of the threads in positions. If two positions share a counter, one of them looks less
/// promising than it is.
pub(super) const THREAD_PLACES: usize = 1 << 14;

// Tables.

/// Bytes of a table in use at the start of a problem: they fit into the second-level cache. Most
/// problems need no more, and the system gives small pages for them, one after another.
pub(super) const TABLE_START_BYTES: usize = 1 << 19;
/// The size of a table after growing, in percent of the size before.
pub(super) const GROWTH_PERCENT: usize = 150;
/// A table grows when more of its slots are taken, in percent.
pub(super) const GROW_WHEN_TAKEN_PERCENT: usize = 75;
/// A table grows for one full window only when more of its slots are taken, in percent. In a large
/// table some window is full long before. Growing for it, with an eighth of the slots taken, made
/// tables ten times as large as the entries in them: 13.0 GiB on sixteen refutations of 9 to 25 million
/// nodes, now 2.1 GiB, with 1.02 of the nodes.
pub(super) const GROW_FOR_WINDOW_PERCENT: usize = 70;
/// How much larger an open question has to be than a fact to outlast it, in doublings: eight times.
pub(super) const FACT_DOUBLINGS: u32 = 3;
/// The weight that one entry of a full window loses each time the window is full. Ageing one entry
/// instead of all sixteen: 0.95, 0.37 and 0.09 on three no-mates of lone kings, in a fifth, a tenth
/// and a twentieth of the memory they would fill.
pub(super) const AGE_STEP: u8 = 1;
/// Divides the memory: this part of it is for conditional disproofs.
pub(super) const CONDITIONAL_DIVISOR: usize = 8;
/// Divides the memory: this part of it is for links (`table::links`), half the size of an entry. One position
/// in four that the table knows was ever opened and has a link.
pub(super) const LINK_DIVISOR: usize = 16;

// Lengths, lines and certificates.

/// Proven lengths up to this one are not shortened without a search: where the attacker needs three
/// plies, the position was mostly tested for a mate on the spot.
pub(super) const SHORT_MATE: Plies = Plies::new(4);
/// The most positions in one pass that shortens a bound: about a second of work.
pub(super) const RELAXED_POSITIONS_MAX: usize = 200_000;
/// Positions of such a pass between two checks of the clock: a few milliseconds of work.
pub(super) const RELAXED_PER_CLOCK_CHECK: usize = 1024;
/// How often a certificate is begun before only facts are trusted.
pub const CERTIFICATE_ATTEMPTS: u32 = 100;

// Limits.

/// Nodes that a problem may take for each entry of the tables. `check` of a problem in
/// `first-steps.sfen` takes 1 with 256 MiB, 350 with 4 MiB and 5,600 with 2 MiB; with 1 MiB it would
/// hardly ever end. With 64 MiB the limit is some four thousand million nodes, with 1 GiB more than
/// anybody waits for.
pub(super) const NODES_PER_ENTRY: u64 = 2048;
/// Nodes between two checks of the clock: a tenth of a millisecond. It is much longer while a large
/// table is new, because the system takes half a millisecond when a huge page is first touched.
pub(super) const NODES_PER_CLOCK_CHECK: u64 = 256;
/// Time between two reports to the observer.
pub(super) const REPORT_INTERVAL: Duration = Duration::from_millis(100);

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
