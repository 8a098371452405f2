//! The knowledge of positions: facts that hold on every path, and numbers of open questions.
//!
//! `game` reads and writes what one game knows of positions, with dominance of hands where the game
//! has it. `slots` says where the entries are. An `entry` packs what is known of one position.
//! `memory` holds the slots: it grows in place, and threads share it without locks.

pub(super) mod entry;
mod game;
pub(super) mod memory;
mod slots;

pub(super) use game::{GameTable, Known};
pub(super) use slots::Table;
