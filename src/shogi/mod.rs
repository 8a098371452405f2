//! The rules of shogi: board, hands, legal moves, checks and evasions.
//!
//! Nothing here knows about tsume, text or time.

pub mod color;
pub mod hand;
pub mod moves;
pub mod piece;
pub mod position;
pub mod setup;
pub mod square;

pub use color::Color;
pub use hand::Hand;
pub use moves::Move;
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use setup::Setup;
pub use square::Square;
