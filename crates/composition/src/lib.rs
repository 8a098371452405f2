//! The conventions of tsume shogi: what a diagram asks, and how an answer is judged.
//!
//! This layer speaks of attacker (攻方) and defender (受方). Its answers have typed moves;
//! [`notation`] writes them as text.

#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

#[macro_use]
pub mod vocabulary;

pub mod attributes;
pub mod brinkmate;
pub mod compose;
pub mod difference;
pub mod event;
mod finding;
pub mod idea;
mod judge;
mod length;
pub mod notation;
pub mod problem;
pub mod question;
pub mod rating;
pub mod repair;
pub mod similar;
mod turned;

pub use crate::question::{Author, Questions};
pub use crate::vocabulary::Goal;
pub use finding::{rules, verdict};
pub use judge::check;
pub use length::composed::{Composed, Study};
pub use length::futile::Interpositions;
pub use length::reading::Reading;
pub use length::{certify, composed, explain, refutation, variations};
pub use problem::{AttackerRule, DefenderHandRule, Problem, ProblemNote};

use tsume_core_proof::certificate;
#[cfg(test)]
use tsume_core_proof::verify;
use tsume_core_search as search;
use tsume_core_shogi as shogi;
