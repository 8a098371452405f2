//! The strict search: known lengths, loops, and positions that other programs got wrong.

mod duel;
mod loops;
mod regression;
mod suite;
