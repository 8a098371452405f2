//! What the targets call: the tests in `tests/fuzz` call the same.

#[path = "../../tests/fuzz/entry/mod.rs"]
mod entry;

pub use entry::*;
