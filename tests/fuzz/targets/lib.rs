//! The functions that the targets and the tests beside them call.

#[path = "../entry/mod.rs"]
mod entry;

pub use entry::*;
