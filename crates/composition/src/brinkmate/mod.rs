//! Brinkmates (必至) and threats (詰めろ).
//!
//! The defender, not in check, faces a *threatmate* if he would be mated by checks after a pass. He faces
//! a *brinkmate* if besides every legal move of his is answered by such a mate. A *problem* asks the
//! attacker to reach a brinkmate; each move must give check or leave a threatmate. Its length counts the
//! plies of both sides up to the move that completes the brinkmate.
//!
//! * A reply after which the attacker mates is lost, and never prolongs. If there is a plain mate, the
//!   answer is the mate.
//! * Coming back to a position of the line fails for the attacker. A shortest brinkmate never does.
//! * A counter-check has to be answered by a legal move that gives check or leaves a threatmate.
//! * A futile interposition between the moves of the line does not prolong.
//!
//! [`solve`] proves the shortest brinkmate, [`check`] judges a problem, and [`threat`] answers
//! questions about a position with the defender to move. Every answer is yes, no, or unknown within
//! the limits.

mod answer;
mod candidates;
mod certify;
mod certify_none;
mod check;
mod exhaust;
mod hunt;
mod lengths;
mod solve;
mod threat;
mod zone;

pub use answer::{Defence, Group, Outcome, Partial, PlainMate, Solution, State, Threat, Verdict};
pub(super) use certify::prove;
pub use certify::{claim_of_state, claims};
pub use check::check;
pub(super) use hunt::without_lines;
pub use solve::{PLIES, solve, solve_slowly};
pub use threat::threat;
