//! What the targets call: the tests beside them call the same.

#[path = "../entry/mod.rs"]
mod entry;

pub use entry::*;
