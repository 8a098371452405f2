//! Tests that take long or need other engines: `cargo test -p tsume-long-tests`.
//!
//! - `engines`: rules and notation against other libraries
//! - `duel`, `detours`: the search and the names of alternatives against brute force
//! - `fuzz`: the entry points of the fuzzer with its corpora and damaged input
//! - `layers`: which module of `src` may use which

mod detours;
mod duel;
mod engines;
#[path = "../fuzz/mod.rs"]
mod fuzz;
mod layers;
