//! Sound problems, composed by the program.
//!
//! An attempt begins with a small random mate, or with a given problem, and changes it step by
//! step. A step adds, removes, moves or exchanges a piece at random, or puts a check and a reply
//! before the problem (逆算). Sound problems stay in a pool, from which the next step begins. The
//! seed and the number of an attempt decide its result. So attempts can be made in any order and on
//! any machine.
//!
//! * `constraints`: the wishes. `attempt`: one attempt.
//! * `random_mate`: begins an attempt. `change`: one step. `judge`: judges one diagram.
//!   `composed`: a sound problem. `pool`: the sound problems of an attempt. `likeness`: compares two problems.

mod attempt;
mod change;
mod composed;
mod constraints;
mod judge;
mod likeness;
mod pool;
mod random;
mod random_mate;

pub use attempt::{Attempt, Beginning, Effort, Tally, attempt};
pub use change::Step;
pub use composed::{Composed, gives_a_piece};
pub use constraints::{Constraints, Theme, UnknownTheme};
pub use likeness::{Likeness, Told};
