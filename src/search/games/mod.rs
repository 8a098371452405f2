//! Games beside the strict one.
//!
//! In a `variant` some interpositions do not count: a `referee` decides which. In the other kind of
//! game certain positions are `forbidden` to the attacker. `keys` tells apart positions of
//! different games in one table.

pub(super) mod forbidden;
pub(super) mod keys;
pub(super) mod referee;
mod variant;

pub(crate) use forbidden::ForbiddenPositions;
pub(crate) use referee::{InterpositionState, Referee};
pub(crate) use variant::squares_between;
