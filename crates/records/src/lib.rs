//! Records (棋譜): a diagram, headers, and a tree of moves with comments, in the usual formats.
//!
//! A [`Record`] does not depend on a format. [`read()`] reads KIF, KI2, CSA and JKF; [`write()`] writes them.
//!
//! - KIF and KI2 are the formats of 柿木 (<http://kakinoki.o.oo7.jp/kif_format.html>). One reader reads both, files
//!   that mix them, and the diagrams in free texts: posts, mails, pages.
//! - CSA is the format of the Computer Shogi Association
//!   (<http://www2.computer-shogi.org/protocol/record_v3.html>). It has no branches.
//! - JKF is JSON Kifu Format (<https://github.com/na2hiro/json-kifu-format>).
//!
//! One file may hold several records ([`Parts`]). An error in one record does not affect the others.
//!
//! [`read_link`] reads the position in a link to a board.
//!
//! Every error has a place in the text. Moves have to be possible on the board, but need not be legal;
//! [`illegal_moves`] lists illegal ones. A move that is not possible is left out with the moves after it, and
//! [`Places`] has the error; the diagram and the moves before it are kept.

#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

mod csa;
mod diagrams;
mod encoding;
mod error;
pub mod flat;
mod format;
mod growing;
mod handicap;
pub mod headers;
mod jkf;
mod kif;
mod legality;
mod lines;
mod link;
mod loss;
mod number;
mod part;
mod parts;
mod problem;
mod record;
mod taken;
mod text;
mod tree;
mod usen;

pub use csa::CsaVersion;
pub use encoding::{Encoding, TextForm, Unencodable, decode, decode_cp932, encode};
pub use error::{RecordError, RecordErrorKind};
pub use format::Format;
pub use handicap::handicap_of;
pub use headers::{COLUMNS, expected_plies, header_of_opcode, opcode_of_header, rank_of_header};
pub use legality::illegal_moves;
pub use link::{Linked, read_coded, read_link};
pub use loss::{Losses, in_one_line};
pub use part::{Part, Places};
pub use parts::{Parts, read};
pub use problem::problem;
pub use record::Record;
pub use taken::{DrawnPart, Taken, TakenForm, TakenHand};
pub use text::hand::{is_of_hand, read_hand};
pub use tree::{End, Node, NodeId, Tree};
pub use usen::{is_usen, read_usen, write_usen};

use tsume_core_shogi as shogi;
use tsume_core_shogi::notation;

/// Writes a record, and returns the parts left out. CSA is written in version 2.2.
#[must_use]
pub fn write(record: &Record, format: Format) -> (String, Losses) {
    match format {
        Format::Kif => kif::write(record, kif::Style::Kif),
        Format::Ki2 => kif::write(record, kif::Style::Ki2),
        Format::Csa => write_csa(record, CsaVersion::default()),
        Format::Jkf => jkf::write(record),
    }
}

/// Writes a record in this version of CSA, and returns the parts left out.
#[must_use]
pub fn write_csa(record: &Record, version: CsaVersion) -> (String, Losses) {
    csa::write(record, version)
}

#[cfg(test)]
mod tests;
