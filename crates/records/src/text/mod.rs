//! The reader of records in KIF and KI2, and of free texts: posts, mails, pages, the sources of programs.
//!
//! 1. [`clean`]: the marks of mails, pages and programs (`>`, tags, byte order marks) are removed. [`source`] maps
//!    each place to the original text.
//! 2. [`token`]: each line is a token: a rank, a hand, a header, moves, text. The words by which lines are
//!    recognised are in [`words`]. [`piece`], [`hand`], [`rank`], [`list`], [`turn`] and [`title`] are the grammars.
//! 3. [`scan`]: the positions of the text, and for each the lines that belong to it. A position is a [`drawing`] of
//!    a board, a list of pieces, a block of CSA or something within a line ([`in_line`]).
//! 4. [`fold`]: position, hands, headers, title, length and moves become a [`Record`](crate::Record): [`board`],
//!    [`hand_choice`] and [`position`] make the diagram, [`around`] reads the lines near it, [`solution`],
//!    [`player`] and [`branch`] read the moves. Text near a board that is not understood becomes a note.

mod around;
mod board;
mod branch;
mod clean;
mod csa_block;
pub(crate) mod drawing;
mod fold;
pub(crate) mod hand;
mod hand_choice;
mod in_line;
pub(crate) mod list;
pub(crate) mod piece;
pub(crate) mod player;
mod position;
mod rank;
pub(crate) mod reader;
mod scan;
mod solution;
mod source;
mod title;
pub(crate) mod token;
mod turn;
pub(crate) mod words;

#[cfg(test)]
mod tests;
