//! The search: is there a mate, and within how many plies? It searches the strict game, in which every
//! legal interposition counts.
//!
//! # Answers
//!
//! The attacker wins a position at his turn if some check leads to a won position. He wins one at the
//! defender's turn if every legal reply does. Endless play does not win. A mate therefore never depends
//! on how a position was reached, and a shortest mate never repeats one.
//!
//! [`Solver::solve`] gives an [`Answer`]: a mate with a proven bound of its length, no mate at any length,
//! or unknown. [`Limits`] end a search at any time; what was proven stays true, the rest is
//! [`Answer::Unknown`].
//!
//! # Method
//!
//! Every question has a budget: is there a mate within a number of plies, or at all? The first
//! question sets no limit. Each further one asks for two plies less than the mate just proven, until a
//! budget is refuted. Facts of one budget serve the others.
//!
//! A question is answered by depth-first proof-number search (df-pn, Nagai 2002). Each position has a proof
//! number and a disproof number: how much is still to be proven for a mate, and against one. The search
//! goes down to the move that looks easiest, as long as no other looks easier. Three things keep it
//! from wandering:
//!
//! * Thresholds are a little wider than the second-best number (1+ε, Pawlewicz & Lew 2007).
//! * A counter lifts thresholds if numbers come from nearer the root, so that no search goes round in
//!   circles (Kishimoto 2010).
//! * The number of a position is the largest of its moves and a little of the others (after the weak
//!   proof numbers of Ueda et al. 2008). So positions below it hardly count twice, however many ways lead
//!   to them. In long searches, moves that lead to one open position count once.
//!
//! Numbers only say where to search. What is proven follows from the rules of the game and from three
//! kinds of knowledge:
//!
//! * *Facts* hold on every path: for each board and attacker's hand, the shortest proven mate and the
//!   longest excluded one.
//! * *Dominance*: more in the attacker's hand is never worse. A mate is kept with the smallest hand
//!   it needs, a failure with the largest hand it survives.
//! * *Claims* hold on a condition. Coming back to a position fails, but a failure for this reason alone
//!   holds only while that position is on the path. Such a claim is never stored as a fact. The failure
//!   becomes a fact when the search is back at the last position that it depends on.
//!
//! Replies that look alike wait for each other: they are delayed, never left out.
//!
//! Other games use the same search. In the first, some interpositions do not count, and a referee decides
//! which; this gives composed lengths. In the second, certain positions are forbidden to the attacker;
//! this tells cooks from detours. Facts that also hold in the strict game are kept with those of the
//! strict game: mates for which no reply was left out, and *bare* failures, which hold even if the
//! defender never interposes. Nearly all failures are bare.
//!
//! Several threads may look for one answer. All search from the root and share the table, and each avoids
//! the positions of the others. Claims stay with the thread on whose path they hold.
//!
//! # Modules
//!
//! * `solver` is the main type, with its `config`, `limits` and `answer`; `session` is one problem being
//!   solved, with all questions about it.
//! * `questions`: lengths, main lines, certificates, and single positions.
//! * `dfpn`: the search for one budget, from the moves of a position to what is proven of it.
//! * `estimate`: first numbers of positions that no search has opened.
//! * `table`: facts and numbers, and their memory.
//! * `repetition`: the path, conditions, and claims.
//! * `games`: games other than the strict one.
//! * `threads`: the data of threads, and how they work together.
//! * `numbers` has proof numbers and lengths, `tuning` every threshold and weight, `platform` the
//!   differences between platforms.
//! * [`history`] has the measured gain of each part, and what was tried and left out.

#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

mod answer;
mod available;
mod config;
mod dfpn;
mod estimate;
pub mod games;
mod limits;
mod numbers;
mod platform;
mod questions;
mod repetition;
pub mod session;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod tuning;
mod uncertified;

#[doc = include_str!("HISTORY.md")]
pub mod history {}

pub use answer::{Answer, Exactness, Openings, Progress, Solution, Stage, Stats, StopReason};
pub use available::{Room, Unavailable, reserved};
pub use config::{SearchConfig, Switches};
pub use dfpn::{PLIES_MAX, Search};
pub use limits::{Limits, SharedLimits};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use platform::set_clock;
pub use platform::{Stopwatch, has_clock};
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub use platform::{expect_helpers, help};
pub use questions::{Within, certificate::entries_in};
pub use solver::Solver;
pub use threads::stack::{
    STACK_BYTES, can_start, each_on_large_stack, on_large_stack, thread_for_searches,
};
pub use tuning::CERTIFICATE_ATTEMPTS;
pub use uncertified::Uncertified;

use tsume_core_proof::certificate;
#[cfg(test)]
use tsume_core_proof::verify;
use tsume_core_shogi as shogi;
#[cfg(test)]
use tsume_core_shogi::notation;
