//! Certificates in files.
//!
//! A file holds any number of [certificates](crate::certificate), one after another, in one of two
//! formats. [`Reader`] tells the formats apart by the first byte, which is `{` or begins a Zstandard
//! frame.
//!
//! # The compact format
//!
//! The file consists of Zstandard frames that form one stream, with windows of at most 8 MiB. Unpacked
//! they are the bytes `tsume proof`, the version of the format (1), the certificates, and a 0. *n*
//! stands for a number in little-endian base 128, seven bits to a byte, the top bit set on all bytes
//! but the last.
//!
//! | bytes | of a certificate |
//! |---|---|
//! | 1 | 1: another certificate |
//! | *n*, then *n* bytes | the id of the problem, UTF-8, at most 4096 bytes |
//! | 1 | the claim: 0 mate within some plies, 1 no mate, 2 no mate within some plies, 3 composed mate within some plies, 4 no composed mate within some plies, 5 brinkmate within some plies, 6 no brinkmate within some plies; 8 more if there are lines |
//! | *n* | the plies, less than 2³²; always 0 for claim 1 |
//! | *n*, then for each line *n* and its moves | only with 8 added to the claim: the number of lines; for each, the number of moves and the moves |
//! | 1, 1 | who attacks; who is to move: 0 Black, 1 White |
//! | 81 | the board, 1a 1b … 9i: 0 for an empty square, else the kind + 1, plus 16 for White |
//! | 7, 7 | Black's hand, White's hand: how many of P L N S G B R |
//! | … | the entries |
//! | 1 | 0: the end of the entries |
//! | …, 1 | of claims 3 and 4: the entries of the composed game, and another 0 |
//! | …, 1 | of claims 5 and 6: the entries about brinkmates, and another 0 |
//!
//! Kinds: P L N S G B R K are 0 to 7, promoted ones 8 more.
//!
//! | bytes | of an entry |
//! |---|---|
//! | *n* | 1 + the number of squares that differ from the entry before. The first entry is compared with the problem. The other lists continue from the last entry of the strict one |
//! | 1, 1 for each | a square (0 to 80), and its new content |
//! | *n* | the attacker's hand, exclusive-or that of the entry before (at first: of the problem). A hand has the number of P from bit 0 on, L from 6, N 10, S 14, G 18, B 22, R 25 |
//! | *n* | the plies, less than 65,536; 0 without limit |
//! | *n* | only of the composed game: the pieces out of the game, as a hand, not as a difference |
//! | 1, 1 | of claims 0, 3, 4 and 5, and of entries about brinkmates, the move: its origin, plus 128 if it promotes, or 81 + the kind dropped; its destination. An entry without a move, in the composed game or about brinkmates, has one byte instead: 254 for a no-mate of the composed game that is marked as robust, else 255 |
//!
//! Moves of lines have the same form.
//!
//! # The readable format
//!
//! One JSON object on each line for each certificate:
//!
//! | key | meaning |
//! |---|---|
//! | `format`, `version` | `tsume proof` and 1 |
//! | `id` | the id of the problem |
//! | `sfen`, `attacker` | the problem with both hands; `black` or `white` |
//! | `lines` | if there are any: lists of moves in USI |
//! | `claim`, `plies` | `mate_within`, `no_mate`, `no_mate_within`, `composed_mate_within`, `no_composed_mate_within`, `brinkmate_within` or `no_brinkmate_within`; the plies, null for `no_mate` |
//! | `entries` | each has the position as an SFEN with only the attacker's hand, `plies` (null without limit) and, for a mate, `move` |
//! | `composed` | the entries of the composed game. An entry without `move` is a no-mate. `vanished` are the pieces out of the game, as a hand in upper case; without it there are none. `robust` is true for an entry marked as robust; otherwise it is false or missing |
//! | `brinkmates` | the entries about brinkmates. An entry without `move` claims no brinkmate |
//!
//! Other keys are refused, and so are SFENs with moves or anything else after the position. `composed` and
//! `brinkmates` are missing if they are empty.
//!
//! A reader may also accept small deviations from this form. `tsume` accepts an SFEN without a move
//! number or with more blanks, a hand in another order, numbers with more bytes than they need, a changed
//! square that is the same as before, blank lines, empty lists, and Zstandard frames to be skipped.
//!
//! The strict entries of claims 1, 2 and 6 have no move, and no byte for it. The plies of entries of the
//! composed game and about brinkmates are never without limit. The board of an entry has one king of the
//! defender, at most one of the attacker, and the defender is not in check. Two pawns on a file and pieces
//! that could never move are allowed, but useless.
//!
//! The last line is an object with `format`, `version` and `certificates`, the number of the lines before
//! it. Without it the file is cut short. Only empty lines may follow.

mod binary;
mod error;
mod json;

pub use self::error::FileError;

use self::binary::{BinaryReader, BinaryWriter};
use self::json::{JsonReader, JsonWriter};
use crate::certificate::Certificate;
use std::io::{self, BufRead, Write};

/// The format of certificates in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Small: packed and compressed.
    #[default]
    Compact,
    /// JSON, readable for people.
    Readable,
}

/// Writes certificates.
pub struct Writer<W: Write>(Inner<W>);

enum Inner<W: Write> {
    Compact(BinaryWriter<W>),
    Readable(JsonWriter<W>),
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn new(out: W, form: Form) -> io::Result<Self> {
        Ok(Self(match form {
            Form::Compact => Inner::Compact(BinaryWriter::new(out)?),
            Form::Readable => Inner::Readable(JsonWriter::new(out)),
        }))
    }

    /// Writes one certificate.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        match &mut self.0 {
            Inner::Compact(writer) => writer.write(certificate),
            Inner::Readable(writer) => writer.write(certificate),
        }
    }

    /// Ends the file. A file without this end is incomplete.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            Inner::Compact(writer) => writer.finish()?,
            Inner::Readable(writer) => writer.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// Reads certificates, one at a time. The iterator ends after the first error.
pub struct Reader<R: BufRead> {
    state: State<R>,
}

enum State<R: BufRead> {
    Compact(BinaryReader<R>),
    Readable(JsonReader<R>),
    Failed(Option<FileError>),
}

impl<R: BufRead> Reader<R> {
    /// Makes a reader of a file in either format.
    pub fn new(input: R) -> Self {
        Self::with_memory(input, u64::MAX)
    }

    /// Makes a reader that refuses a certificate which would take more than about `memory` bytes until
    /// it is checked.
    pub fn with_memory(mut input: R, memory: u64) -> Self {
        let state = match input.fill_buf().map(|bytes| bytes.first().copied()) {
            Ok(Some(b'{')) => State::Readable(JsonReader::new(input, memory)),
            Ok(Some(binary::FIRST_BYTE)) => match BinaryReader::new(input, memory) {
                Ok(reader) => State::Compact(reader),
                Err(error) => State::Failed(Some(error)),
            },
            Ok(_) => State::Failed(Some(FileError::NotAProof)),
            Err(error) => State::Failed(Some(error.into())),
        };
        Self { state }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Certificate, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.state {
            State::Compact(reader) => reader.next(),
            State::Readable(reader) => reader.next(),
            State::Failed(error) => error.take().map(Err),
        };
        if !matches!(next, Some(Ok(_))) {
            self.state = State::Failed(None);
        }
        next
    }
}

impl<W: Write> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Writer")
    }
}

impl<R: BufRead> std::fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reader")
    }
}
