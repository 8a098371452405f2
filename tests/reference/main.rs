//! Holds the independent witness (`tsume::verify`) to positions whose answers were found
//! elsewhere, and to the rules one by one. Nothing of the solver is used here.

#[macro_use]
#[path = "../common/interpositions.rs"]
mod interpositions;
mod lengths;
mod notation;
mod problems;
mod rules;
