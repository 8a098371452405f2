//! What is known of positions: facts that hold whatever the path, and numbers of open questions.
//!
//! `transpositions` looks positions up and writes them down, dominance of hands included. An `entry`
//! packs what is known of one position. `memory` holds the entries: it grows in place, and threads
//! share it without locks.

pub(super) mod entry;
pub(super) mod memory;
pub(super) mod transpositions;

pub(super) use transpositions::{Known, Table};
