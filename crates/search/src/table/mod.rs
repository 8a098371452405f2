//! The knowledge of positions: facts that hold on every path, and numbers of open questions.
//!
//! `game` reads and writes the knowledge of one game, with dominance of hands where the game has
//! it. `slots` finds and replaces entries. An `entry` packs the knowledge about one position.
//! `memory` holds the slots: it grows in place, and threads share it without locks. These `sharers`
//! wait while it grows. `links` tell from where a position was searched last.

pub(super) mod entry;
mod game;
pub(super) mod links;
pub(super) mod memory;
mod sharers;
mod slots;

pub(super) use game::{Excluded, GameTable, Known};
pub(super) use sharers::Sharer;
pub(super) use slots::Table;
