//! Similar works (類似作): problems whose pieces stand alike, and those that end in the same moves.
//!
//! A problem is known by its [`Arrangement`]: the pieces on the board, with the attacker as Black,
//! and the attacker's hand. Two arrangements are laid on one another by an [`Alignment`]: the first
//! is perhaps mirrored, and shifted by files and ranks. A piece is *equal* if the other arrangement
//! has a piece of the same kind and side on the same square. The [`score`] is 200 times the
//! number of equal pieces, divided by the pieces of both; hands and kings count.
//!
//! [`Collection::find`] finds the highest scores among many problems. It considers every alignment
//! that lays king on king, and every other one that leaves at most [`OFF_BOARD`] pieces off the
//! board. It is exact: no problem is left out because of a hash or a heuristic.
//!
//! [`Ending`]s are compared in the same way: the last moves of two lines are equal if a mirror and a
//! shift turn one into the other.
//!
//! This module knows neither the names of problems nor files.

mod alignment;
mod arrangement;
mod collection;
mod difference;
mod ending;
mod postings;

pub use alignment::{Alignment, score};
pub use arrangement::{Arrangement, Damaged};
pub use collection::{Collection, Found, Known, OFF_BOARD, Wanted};
pub use difference::{Change, Difference, Place};
pub use ending::{Ending, SHORTEST_ENDING, SharedEnding};

#[cfg(test)]
mod tests;
