//! The conventions of tsume shogi: what a diagram asks, and how an answer is judged.
//!
//! This layer speaks of attacker (攻方) and defender (受方). Moves stay moves;
//! [`notation`] makes them text.

#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

#[macro_use]
pub mod vocabulary;

pub mod attributes;
mod author;
mod avoiding;
mod blemishes;
mod bounds;
pub mod brinkmate;
pub mod certify;
mod certify_composed;
pub mod check;
mod choice;
pub mod compose;
pub mod composed;
mod conclude;
mod cooks;
mod detour;
pub mod difference;
mod equal;
pub mod event;
pub mod explain;
mod futile;
pub mod idea;
mod idle;
mod inquiry;
mod judging;
mod leftover;
mod line;
pub mod notation;
pub mod problem;
mod proof;
pub mod question;
pub mod rating;
mod reading;
pub mod refutation;
pub mod repair;
mod rounds;
pub mod rules;
mod shown;
pub mod similar;
mod solution;
mod turned;
pub mod variations;
pub mod verdict;

pub use crate::question::{Author, Questions};
pub use crate::vocabulary::Goal;
pub use composed::{Composed, Study};
pub use futile::Interpositions;
pub use problem::{AttackerRule, DefenderHandRule, Problem, ProblemNote};
pub use reading::Reading;

use tsume_core_proof::certificate;
#[cfg(test)]
use tsume_core_proof::verify;
use tsume_core_search as search;
use tsume_core_shogi as shogi;
