//! Games other than the strict one.
//!
//! In a `variant` some interpositions do not count: a [`Referee`] decides which. In the other kind of
//! game certain positions are `forbidden` to the attacker. `keys` keeps positions of different games
//! apart in one table.

pub(super) mod forbidden;
pub(super) mod keys;
mod variant;

pub use crate::dfpn::referee::{InterpositionState, Referee};
pub use forbidden::ForbiddenPositions;
pub use variant::squares_between;
