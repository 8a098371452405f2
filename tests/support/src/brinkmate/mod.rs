//! Brinkmates by brute force, positions near them, and certificates that are damaged.

pub mod duel;
pub mod near;
pub mod positions;
pub mod proofs;
