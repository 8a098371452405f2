//! The independent witness: the rules of shogi and of tsume shogi a second time, as plainly as
//! they can be written down, to judge the fast code by.
//!
//! A solver that is wrong about a rule is wrong everywhere and agrees with itself. This module
//! therefore shares nothing with the solver but the plain data types of [`crate::shogi`]
//! ([`Color`](crate::shogi::Color), [`Piece`](crate::shogi::Piece),
//! [`Square`](crate::shogi::Square), [`Hand`](crate::shogi::Hand),
//! [`Move`](crate::shogi::Move), [`Setup`](crate::shogi::Setup)): it has its own board
//! ([`board`]), its own moves and checks ([`rules`]), a brute-force search for exact lengths at
//! each way of counting interpositions ([`mod@reference`]), a replay of lines ([`replay()`]), a
//! decision of "is there any mate at all" by exhaustion ([`fixpoint`]), and a [`checker`] of
//! [certificates](crate::certificate).
//!
//! Everything here prefers being evidently right to being fast: positions are copied for every
//! move, moves are tried and looked at, and nothing is pruned but what has been computed before.
//! Expect mates of seven to eleven plies with few pieces to take seconds, and longer ones not to
//! end.

pub mod board;
pub mod checker;
mod composed;
pub mod fixpoint;
mod geometry;
mod only;
pub mod reference;
pub mod replay;
pub mod rules;

pub use board::{Board, DiagramError};
pub use checker::{Reason, Rejection, check};
pub use fixpoint::{Existence, no_mate};
pub use only::only_checks;
pub use reference::{BestPlay, Level, MatingCheck, Outcome, Reference};
pub use replay::{Replay, ReplayError, replay};
