//! Promises of the commands beyond their output, which is in `tests/golden`.

pub mod compose;
pub mod generate;
pub mod goals;
pub mod limits;
pub mod proofs;
pub mod repair;
pub mod unread;
