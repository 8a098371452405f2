//! Compares the independent checker (`tsume::verify`) with positions whose answers are known, and
//! with the rules one by one. Nothing of the solver is used here.

#[macro_use]
#[path = "../common/interpositions.rs"]
mod interpositions;
mod lengths;
mod notation;
mod problems;
mod rules;
