//! Threads: the data of each, and how several look for one answer.
//!
//! `stack` starts threads with a stack for the longest path. `parts` has what each thread has for
//! itself; its `workspace` serves one search after another. `together` lets several threads search
//! from one root, and `thread_counts` keeps them apart.

pub(super) mod parts;
pub(super) mod stack;
pub(super) mod thread_counts;
mod together;
mod workspace;
