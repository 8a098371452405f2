//! The rules of shogi: board, hands, legal moves, checks and evasions.
//!
//! Nothing here knows about time limits or searches. Only [`setup`] and [`notation`] know what a tsume
//! problem is, and only [`notation`] reads and writes text.

#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

pub mod bitboard;
pub mod color;
pub mod hand;
pub mod key;
pub mod king_scan;
mod movegen;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod piece;
pub mod position;
pub mod setup;
pub mod square;

pub use color::Color;
pub use hand::Hand;
pub use key::Key;
pub use movegen::{Escape, Flights, Liberties};
pub use moves::Move;
pub use piece::{Piece, PieceKind};
pub use position::{Position, Undo};
pub use setup::Setup;
pub use square::Square;
