//! Sound problems, composed by the program.
//!
//! An attempt begins with a small random mate and changes it at random, step by step: a piece more, less,
//! elsewhere or of another kind, or a check and a reply put before the problem (逆算). Sound problems
//! stay in a pool, from which the next step begins. Attempts know nothing of one another: one is
//! decided by the seed and its number, so they can be made in any order and on any machine.
//!
//! * `constraints`: the wishes. `attempt`: one attempt.
//! * `random_mate`: where an attempt begins. `change`: one step. `judge`: one diagram. `pool`: the sound
//!   problems. `likeness`: what two problems have in common.

mod attempt;
mod change;
mod constraints;
mod judge;
mod likeness;
mod pool;
mod random_mate;

pub use attempt::{Attempt, Beginning, Effort, Tally, attempt};
pub use change::Step;
pub use constraints::{Constraints, Theme, UnknownTheme};
pub use likeness::{Ideas, Likeness};
pub use pool::Composed;
