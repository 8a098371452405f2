//! "Is it mate, and within how many plies?" in the strict game, where every legal interposition
//! counts.
//!
//! # What the search rests on
//!
//! The attacker wins a position at his turn if some check leads to a won position, and one at the
//! defender's turn if every legal reply does; endless play wins nothing. So a mate never depends on
//! how a position was reached, and a shortest mate never repeats one.
//!
//! * `dfpn` is the core: depth-first proof-number search (Nagai 2002) with thresholds widened by a
//!   sixteenth, those of replies by half as much (1+ε, Pawlewicz & Lew 2007), and a counter that lifts
//!   thresholds where numbers come from nearer the root, so that no search goes round in circles
//!   (Kishimoto 2010). `settle` says what the moves of a position make of it: what is proven, and
//!   numbers while nothing is, the largest and a little of the others (after the weak proof numbers of
//!   Ueda et al. 2008), so that a position hardly counts twice however many ways lead to it.
//! * `table` keeps, per board and attacker's hand, the shortest mate proven, the longest excluded,
//!   and the numbers of the open question, 32 bytes in all. It grows with the problem, in large pages where
//!   the system has them, and what an earlier problem left counts as empty. Where it is full, the smallest subtree
//!   makes room, facts last. All hands of a board lie side by side, for *dominance*:
//!   more in the attacker's hand is never worse. `dominance` finds the smallest hand a mate needs
//!   and the largest hand a failure survives.
//! * `path` and `conditional` treat repetition. Coming back to a position fails, but what fails
//!   only for that reason fails *on condition*. Such a result is never stored as a fact: it is kept
//!   with the positions it depends on, becomes a fact when the search leaves the last of them, and
//!   is used again only where its condition holds.
//! * `expansion` opens a position. Drops on one square, and on squares nobody guards, and the
//!   defender's promotions with their non-promotions, are tried one after another: delayed, never
//!   dropped. `evaluation` finds out what is known after each move; `leaf` looks one move ahead of a
//!   new position, passing over the checks that leave the king a flight, and three where that answers the
//!   question; `estimate` gives first numbers, from how many replies a check leaves and what a reply
//!   takes or guards; `effort` adds what the first look saw: the number of checks or, in long searches and
//!   wherever a king is nearly alone, how much work is to be expected.
//! * `length` drives: first any mate, then one of fewer plies, until the next shorter one is
//!   refuted. Every budget is part of the question, so facts of one serve the others. `line` reads
//!   the main line off the proof, and shortens the lengths along it. `solver` is the front door, `session` one
//!   problem under way; `stack` has threads with room for the longest path, `space` the memory that their
//!   searches work in: both serve one problem after another.
//! * `extract` reads a whole proof out of the tables, as a [certificate](crate::certificate) that
//!   somebody else can check.
//! * `variant` searches a game in which some interpositions do not count, as a referee says. It
//!   knows no rule for that itself; composed lengths rest on it. Facts that hold in both games are
//!   kept with those of the strict one: mates for which no reply was set aside, and *bare*
//!   failures, which hold even if the defender never interposes. Nearly all failures are bare.
//! * `forbidden` searches one in which the
//!   attacker must keep away from certain positions; telling cooks from detours rests on it.
//! * `crowd` has several threads look for one answer: each searches from the root, all share the
//!   tables (`memory`, `table`, `entry`), and each keeps away from where others are. What is proven does not
//!   depend on who proved it; conditional claims stay with the thread whose path they are about.
//!   `session` deals out questions that have nothing to do with each other.
//! * `trail` tells whoever watches where a search is. `order` is there for tests alone: it has moves
//!   tried in another order.
//!
//! # What the parts bought
//!
//! Ratios of nodes until decided, with the part and without it, geometric means over the problems
//! decided both times (`examples/corpus.rs`; 将棋無双 and 将棋図巧, every eighth problem for lengths,
//! every fourth for first answers; composed lengths with their main lines):
//!
//! | part | first answer | strict length | composed length |
//! |---|---|---|---|
//! | first numbers from the counts of replies and checks (every second hard problem) | 0.47 | | 0.75 |
//! | checks without promotion at once, not when the promotion has failed (the 69 hardest) | 0.64 | | 1.00 |
//! | drops on squares nobody guards one after another, from the king outward (the 69 hardest) | 0.75 | | 0.91 |
//! | thresholds widened by 1/16 instead of 1/4 | 0.78 | 0.81 | |
//! | an eighth of the sum of the other replies, a sixteenth of that of the other checks in the numbers (the 69 hardest) | 0.89 | 0.92 | 0.98 |
//! | *refuting sooner*: a thirty-second of the sum of the other checks, thresholds of replies widened by 1/32, and after two million nodes a unit and a half instead of half a one for each check in first numbers, now foretold, see below (all classics; composed lengths without their main lines) | 0.99 | | 0.92 |
//! | *work foretold*: first numbers after a reply from the nodes it takes to refute or prove such positions, learned, once a search has taken a million nodes (all classics; composed lengths without their main lines) | 1.00 | | 0.85 |
//! | a lifted threshold does not end a visit that is within its own | 0.96 | | |
//! | three moves deep at the end of a budget (time, 11 problems) | | 0.63 | |
//! | facts shared by both games, composed length before the strict one | | | 0.90 |
//! | an interposition no capture can make void refutes at once | | | 0.67 |
//!
//! Sending for table lines without waiting for them spares an eighth of the time of a first answer.
//! One look at the king serves all checks of a position (`Position::flights`: most checks leave a
//! flight, and neither that nor how many replies there are needs the move to be made), and estimates
//! that are kept: together 0.64 of the instructions on positions from games. Checks handed out by the set,
//! so that those of a piece or a kind that cannot cover all flights are passed over at once, blockers
//! found by reversed bytes and a table, support counted with the flights, and less code in the hot loop:
//! 0.92 of the instructions and 0.7 of the instruction-cache misses in a model of it. Eight units a leaf instead
//! of two, less weight on flights and more on checks that are not supported: geometric means of 0.95 and
//! 0.88 of the nodes on games (mates in 9 and 11), 1.00 on the 69 hardest, 1.04 for either length with one
//! problem more decided of 21. Half a unit instead of a whole one for a check on a square that two guard, who
//! mostly are among the replies counted anyway: 0.96 on first answers, 0.99 on composed lengths (all classics), 0.97, 0.99 and
//! 1.00 on games (mates in 7, 9 and 11). Tables that double instead of growing fourfold touch half the memory in
//! the same time. One stack for many problems and memory that is kept from one to the next: 0.64, 0.79 and
//! 0.86 of the time on games (mates in 7, 9 and 11), most of it spared in the system. Conditional disproofs that keep up
//! to 30 heads one by one instead of three change nothing on compositions (1.00), but no-mates of a
//! lone king: knight and dragon against king (`round_and_round_15` in `tests/data/loops.tsv`) took
//! between 60 and 490 thousand nodes in twelve orders of moves, where three of them had taken more than six
//! million. Refuting sooner takes 0.85 of the nodes on no-mates of lone kings that need one to fifteen
//! million of them, and 0.65 on larger ones. Work foretold takes 0.39 of the nodes on nine that had needed
//! twelve to ninety million, and 0.75 on composed lengths that had needed more than three million; with it
//! from the first node on, first answers would take 1.13 of the nodes. Where a window of the table is full, making
//! one entry of it age each time instead of all sixteen takes 0.95, 0.37 and 0.09 of the nodes on three of these no-mates
//! in a fifth, a tenth and a twentieth of the memory they would fill.
//!
//! # Tried and left out
//!
//! Ratios with the part to those without it, of nodes unless said otherwise.
//!
//! * Moves: interpositions only after all other replies have lost (1.43 for either kind of question in the strict
//!   game); one row for drops on guarded and unguarded squares (0.94, a problem lost); asking whether what takes one dropped
//!   piece takes the next as well (0.98, time 1.04); the reply that last refuted a check tried first when that check
//!   comes again (0.97 on lone kings).
//! * Looking ahead: three moves deep at every new position; mates within 7 to 21 plies before any mate in positions
//!   from games (no time gained).
//! * First numbers: the fewest replies two moves ahead (0.99, time 1.1); kept in the table (no time gained), or more of
//!   them kept beside it (1.00); larger ones for checks from far (0.99 on compositions); growing with the square of the number
//!   of checks (no better than the proportion there was then); more weight on flights and on replies (0.93 on first answers, but
//!   0.98 of the positions opened, and 1.08 to 1.26 of them on games); a quarter of a unit a check instead of half a one (0.98
//!   on first answers, 1.01 on composed lengths); after a check, from the nodes it takes to refute it, learned like those after a
//!   reply (1.00 of the positions opened).
//! * Sums: parts of them without a bound (0.87 on the hardest, but ruinous where lines are very long).
//! * Lengths: lines shortened through the longest replies alone (0.99).
//! * Repetition: conditional disproofs used for smaller hands as well (0.98 on lone kings); a position and its mirror image
//!   taken as one (0.95 there).
//! * Tables: a filter of the boards in the table, asked first (time 1.00 on games, 1.1 to 1.2 with one large enough for
//!   compositions); a full table that takes no first looks, or that weighs facts by what it costs to find them again (0.97 to
//!   1.04 of the positions opened).
//! * An expansion cache, the moves and keys of opened positions kept for when they are entered again. On ミクロコスモス
//!   4,096 kept positions (1.6 MB) serve a fifth of the visits, in 0.98 to 1.05 of the time; 32,768 serve three tenths, in 1.03
//!   to 1.13; a million (400 MB) serve half, in 1.24. On 新桃花源 4,096 take 1.03 of the time and a million 1.35, on classics
//!   4,096 take 1.00. What serves often is larger than the caches of the processor: to list moves anew seems to take less time
//!   than to fetch a list from memory.
//!
//! # Limits
//!
//! Limits ([`Limits`]) end a search at any time; what was proven stays true, the rest is
//! [`Answer::Unknown`].

mod answer;
mod config;
mod dfpn;
mod estimate;
pub(crate) mod games;
mod limits;
mod numbers;
mod platform;
mod questions;
mod repetition;
pub(crate) mod session;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod tuning;

pub use answer::{Answer, Exactness, Progress, Solution, Stage, Stats, StopReason};
pub use config::{SearchConfig, Switches};
pub(crate) use dfpn::Search;
pub use limits::Limits;
pub use questions::Uncertified;
pub(crate) use questions::Within;
pub use solver::Solver;
pub use threads::stack::on_large_stack;
#[cfg(feature = "cli")]
pub(crate) use threads::stack::{STACK_BYTES, thread_for_searches};
