//! Games beside the strict one.
//!
//! In a `variant` some interpositions do not count: a `referee` decides which. In the other kind of
//! game certain positions are `forbidden` to the attacker. `keys` tells apart positions of
//! different games in one table.

pub(super) mod forbidden;
pub(super) mod keys;
pub(super) mod referee;
mod variant;

pub use forbidden::ForbiddenPositions;
pub use referee::{InterpositionState, Referee};
pub use variant::squares_between;
