//! First numbers: how hard a position looks before any search has opened it.
//!
//! `moves` estimates a position by the move that leads to it. `effort` estimates an attacker's turn
//! by its checks or, in long searches, by the work that such positions took. First numbers prove
//! nothing: they only say where to search first.

pub(super) mod effort;
pub(super) mod moves;
