//! KIF and KI2, the formats of 柿木, and mixtures of them.
//!
//! One relaxed reader reads both formats, and files that mix them. It accepts `手合割：詰将棋` and
//! any other handicap before a diagram, `変化：` before the first move, both colons, both blanks,
//! 王 and 玉, 竜 and 龍, 全圭杏 and 今仝个, digits of any width, `盤面回転`, marks after moves,
//! comments, bookmarks, and moves in the relative notation inside KIF. Branches may be in the usual
//! order, the last first, or the first first.

mod branch;
mod diagram;
mod moves;
mod parting;
mod playing;
mod read;
mod solution;
mod write;

#[cfg(test)]
mod tests;

pub(super) use playing::is_turn_open;
pub(super) use read::{divide, is_rule, moves, read};
pub(super) use write::{Style, write};
