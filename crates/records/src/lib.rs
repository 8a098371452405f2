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
mod growing;
mod handicap;
mod hands;
pub mod headers;
mod jkf;
mod kif;
mod legality;
mod lines;
mod loss;
mod number;
mod problem;
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
pub use loss::{Losses, in_one_line};
pub use problem::problem;
pub use tree::{End, Node, NodeId, Tree};
pub use usen::{is_usen, read_usen, write_usen};

use crate::shogi::{Color, PieceKind, Setup, Square};
use std::ops::Range;
use tsume_core_shogi as shogi;
use tsume_core_shogi::notation;

/// A diagram with headers and a tree of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Headers in their order, such as 作者 or 発表年月. Headers that the diagram replaces (手合割,
    /// 先手の持駒 and the like) are not among them. A header without a value, such as 盤面回転, has
    /// an empty one.
    pub headers: Vec<(String, String)>,
    /// The diagram.
    pub setup: Setup,
    /// The moves; comments before the first move are at the root.
    pub tree: Tree,
}

impl Record {
    /// Makes a record of a diagram alone.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self {
            headers: Vec::new(),
            setup,
            tree: Tree::new(),
        }
    }

    /// Returns the value of the first header with this name, if it is not empty.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(name, _)| name == key);
        let value = values.next().map(|(_, value)| value.trim());
        value.filter(|value| !value.is_empty())
    }

    /// Sets a header: replaces its value, or adds it at the end.
    pub fn set_header(&mut self, key: &str, value: String) {
        match self.headers.iter_mut().find(|(name, _)| name == key) {
            Some(header) => header.1 = value,
            None => self.headers.push((key.to_owned(), value)),
        }
    }
}

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

/// The places of the parts of a record, in bytes of its text, and the parts left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Places {
    /// The diagram.
    pub board: Range<usize>,
    /// The side to move, or the diagram if it is not written.
    pub turn: Range<usize>,
    /// The pieces on the board.
    pub pieces: Vec<(Square, Range<usize>)>,
    /// The pieces in hand, by kind.
    pub held: Vec<(Color, PieceKind, Range<usize>)>,
    /// The sides that the record says to hold nothing.
    pub empty_hands: Vec<(Color, Range<usize>)>,
    /// The headers, as many as the record has.
    pub headers: Vec<Range<usize>>,
    /// The moves, by the number of their node; that of the root is empty.
    pub moves: Vec<Range<usize>>,
    /// The first move of the main line that cannot be read or played, if there is one. It is left out,
    /// and so is all that follows it in the line.
    pub broken: Option<RecordError>,
    /// For each branch, the first move that cannot be read or played.
    pub left_out: Vec<RecordError>,
}

/// One record of a text.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its first line in the text, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The record with its places, or the error; places are those of [`Part::text`].
    pub content: Result<(Record, Places), RecordError>,
}

/// Reads the records of a text.
#[must_use]
pub fn read(text: &str, format: Format) -> Vec<Part> {
    let places = divide(text, format).into_iter();
    places.map(|place| read_one(text, place, format)).collect()
}

/// The place of a record in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartPlace {
    /// Its first line in the text, from 1.
    pub line: usize,
    /// Its bytes in the text.
    pub span: Range<usize>,
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
