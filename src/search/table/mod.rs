//! The knowledge of positions: facts that hold on every path, and numbers of open questions.
//!
//! `transpositions` reads and writes positions, with dominance of hands where a game has it. An `entry` packs what is
//! known of one position. `memory` holds the entries: it grows in place, and threads share it
//! without locks.

pub(super) mod entry;
pub(super) mod memory;
pub(super) mod transpositions;

pub(super) use transpositions::{GameTable, Known, Table};
