//! Threads: what each one has, and how several look for one answer.
//!
//! `stack` starts threads with room for the longest path. `parts` is what threads share and what each
//! has for itself, with a `workspace` that serves one search after another. `together` has several
//! threads search from one root, and `thread_counts` keeps them apart.

pub(super) mod parts;
pub(super) mod stack;
pub(super) mod thread_counts;
mod together;
mod workspace;
