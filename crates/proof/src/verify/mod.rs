//! The independent checker. It implements the rules of shogi and of tsume shogi a second time, as plainly
//! as possible, to test the fast code.
//!
//! A solver that is wrong about a rule is wrong everywhere and agrees with itself. Therefore this module
//! shares only the plain data types of [`crate::shogi`] with the solver
//! ([`Color`](crate::shogi::Color), [`Piece`](crate::shogi::Piece),
//! [`Square`](crate::shogi::Square), [`Hand`](crate::shogi::Hand), [`Move`](crate::shogi::Move),
//! [`Setup`](crate::shogi::Setup)). It has its own board ([`board`]), its own moves and checks
//! ([`rules`]), a brute-force search for exact lengths at each level of interpositions
//! ([`mod@reference`]), a replay of lines ([`replay()`]), an exhaustive decision whether there is a
//! mate at all ([`fixpoint`]), and a [`checker`] of [certificates](crate::certificate).
//!
//! The code is meant to be evidently right rather than fast. Positions are copied for every move, and
//! every move is tried out. Mates of seven to eleven plies with few pieces take seconds; the search for
//! longer ones may not end.

pub mod board;
pub mod brinkmate;
mod brinkmate_proof;
pub mod checker;
mod composed;
mod coverage;
pub mod fixpoint;
mod geometry;
mod only;
mod packed;
pub mod reference;
mod rejection;
pub mod replay;
pub mod rules;
mod strict_proof;

pub use board::{Board, DiagramError};
pub use brinkmate::{Brinkmates, Defences, Shortest};
pub use checker::{check, check_until};
pub use fixpoint::{Existence, no_mate};
pub use only::{ProvenAfter, only_checks, turns_with_one_check};
pub use reference::{BestPlay, Level, MatingCheck, Outcome, Reference};
pub use rejection::{Reason, Rejection};
pub use replay::{Replay, ReplayError, replay};
