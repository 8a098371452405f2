//! Records (棋譜): a diagram, headers, and a tree of moves with comments, in the usual formats.
//!
//! [`Record`] is the plain form; [`read()`] makes it of KIF, KI2, CSA and JKF, [`write()`] writes it.
//!
//! - KIF and KI2 are the formats of 柿木 (<http://kakinoki.o.oo7.jp/kif_format.html>). One relaxed
//!   reader reads both, and files that mix them.
//! - CSA is the format of the Computer Shogi Association
//!   (<http://www2.computer-shogi.org/protocol/record_v3.html>). It has no branches.
//! - JKF is JSON Kifu Format (<https://github.com/na2hiro/json-kifu-format>).
//!
//! One file may hold several records. A line that can only stand at the beginning of a record
//! begins the next one. An error in one record does not affect the others.
//!
//! [`read_link`] reads the position in a link to a board. [`Pasted`] finds the diagrams in texts of people: posts,
//! mails, pages.
//!
//! Every error has a place in the text. Moves have to be possible on the board, but need not be legal;
//! [`illegal_moves`] lists illegal ones. A move that is not possible is left out with the moves after it, and
//! [`Places`] has the error; the diagram and the moves before it are kept.

#![cfg_attr(
    not(test),
    warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)
)]

mod correction;
mod csa;
mod diagrams;
mod encoding;
mod error;
pub mod flat;
mod growing;
mod handicap;
mod hands;
pub mod headers;
mod jkf;
mod kif;
mod legality;
mod lines;
mod link;
mod loss;
mod marks;
mod number;
mod part;
mod pasted;
mod problem;
mod record;
mod tree;
mod usen;

#[cfg(test)]
mod tests;

pub use csa::CsaVersion;
pub use encoding::{Encoding, TextForm, Unencodable, decode, decode_cp932, encode};
pub use error::{RecordError, RecordErrorKind};
pub use handicap::handicap_of;
pub use hands::is_of_hand;
pub use headers::{COLUMNS, expected_plies, header_of_opcode, opcode_of_header, rank_of_header};
pub use legality::illegal_moves;
pub use link::{Linked, link_length, read_coded, read_link};
pub use loss::{Losses, in_one_line};
pub use part::{Part, PartPlace, Places};
pub use pasted::{
    DrawnPart, LeftLines, LeftWhy, Pasted, Taken, TakenForm, TakenHand, is_unseen, read_hand,
};
pub use problem::problem;
pub use record::Record;
pub use tree::{End, Node, NodeId, Tree};
pub use usen::{is_usen, read_usen, write_usen};

use tsume_core_shogi as shogi;
use tsume_core_shogi::notation;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// 柿木形式: moves with their origins.
    Kif,
    /// Moves in the relative notation of books.
    Ki2,
    /// The format of the Computer Shogi Association.
    Csa,
    /// JSON Kifu Format.
    Jkf,
}

/// Reads the records of a text.
#[must_use]
pub fn read(text: &str, format: Format) -> Vec<Part> {
    let places = divide(text, format).into_iter();
    places.map(|place| read_one(text, place, format)).collect()
}

/// Finds the records of a text, without reading them.
#[must_use]
pub fn divide(text: &str, format: Format) -> Vec<PartPlace> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut places = match format {
        Format::Kif | Format::Ki2 => kif::divide(&text[start..]),
        Format::Csa => csa::divide(&text[start..]),
        Format::Jkf => jkf::divide(&text[start..]),
    };
    for place in &mut places {
        place.span = place.span.start + start..place.span.end + start;
    }
    places
}

/// Reads the record at this place of a text.
#[must_use]
pub fn read_one(text: &str, place: PartPlace, format: Format) -> Part {
    let text = &text[place.span];
    Part {
        line: place.line,
        text: text.to_owned(),
        content: match format {
            Format::Kif | Format::Ki2 => kif::read(text),
            Format::Csa => csa::read(text),
            Format::Jkf => jkf::read(text),
        },
    }
}

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
