//! SFEN, moves as people write them, and records.

mod hands;
mod malformed;
mod moves;
mod pasted;
mod random;
mod records;
mod sfen;
