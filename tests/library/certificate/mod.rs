//! Certificates: a checker that shares no code with the search confirms every answer.
//!
//! - `answers.rs`: whole collections, certified and checked
//! - `composed.rs`: lengths without futile interpositions
//! - `lines.rs`: claims about positions after moves of a problem
//! - `mutants.rs`: certificates with one thing changed
//! - `random.rs`: the answers to random small problems
//! - `files.rs`: certificates written, read, and damaged
//! - `forged`: certificates made by hand, false in one point
//! - `hands.rs`: the other hands that an entry covers

mod answers;
mod composed;
mod files;
mod forged;
mod hands;
mod lines;
mod mutants;
mod random;

use support::certificates::{certified, composed_certified, composed_solver, problem, solver, table};
