//! First numbers: how hard a position looks that no search has opened yet.
//!
//! `moves` judges a position by the move that leads to it. `effort` judges an attacker's turn by its
//! checks or, in long searches, by the work such positions took. First numbers only steer.

pub(super) mod effort;
pub(super) mod moves;
