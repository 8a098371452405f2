//! Compares the independent checker (`tsume::verify`) with positions whose answers are known, and
//! with the rules one by one. Nothing of the solver is used here.

mod lengths;
mod problems;
mod rules;
