//! The reader of texts that people write: records in KIF and KI2, posts, mails, pages, the files of programs.
//!
//! 1. [`clean`]: the marks of mails, pages and programs are taken out; places lead back to the text as it was.
//! 2. [`token`]: each line is a token: a rank, a hand, a header, moves, text. The words that tell them stand in
//!    [`words`]; [`piece`], [`hand`], [`rank`] and [`list`] are the grammars.
//! 3. [`scan`]: the positions of the text, and for each the lines that belong to it.
//! 4. [`fold`]: position, hands, headers, title, length and moves become a [`Record`](crate::Record). What stands
//!    near a board and is not understood is a note.

mod around;
mod board;
mod branch;
mod clean;
mod csa_block;
pub(crate) mod drawing;
mod fold;
pub(crate) mod hand;
mod hands;
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
