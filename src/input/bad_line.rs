//! The reasons why a line of the input cannot be read.

use crate::notation::record::RecordError;
use std::ops::Range;

/// The longest line, and the longest row of a table, in bytes. The longest known mate with all its
/// moves is far shorter; a longer line is not a problem.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadLine {
    /// Some bytes are not UTF-8.
    #[error("the line is not valid UTF-8")]
    NotUtf8 {
        /// The line with `�` in place of the bad bytes.
        lossy: String,
        /// The place of the first bad bytes. The text before them is the same in `lossy`.
        span: Range<usize>,
    },
    /// The line is longer than 1 MiB.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    /// The line is not a JSON object.
    #[error("the line is not a JSON object")]
    NoObject {
        /// The line.
        text: String,
        /// The place of the first error. `None` if the line is JSON, but no object.
        at: Option<usize>,
    },
    /// The number of cells differs from that of the header.
    #[error("this row has {found} cells, the header has {expected}")]
    NoRow {
        /// The row.
        text: String,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the header.
        expected: usize,
    },
    /// A quotation mark at the beginning of a cell has no closing mark.
    #[error("this quotation mark is not closed")]
    OpenQuote {
        /// The line.
        text: String,
        /// The place in the line.
        at: usize,
    },
    /// There is no problem in the line.
    #[error("this record has no text `sfen`")]
    NoSfen,
    /// Pieces in hand in a field of their own that cannot be read.
    #[error("the pieces in hand in the field `{name}` cannot be read: `{value}`")]
    NoHand {
        /// The name of the field.
        name: String,
        /// Its value.
        value: String,
    },
    /// A field has another side to move or hand than the position or another field.
    #[error("the field `{name}` says `{value}`, but the position or another field `{other}`")]
    Contradiction {
        /// The name of the field.
        name: String,
        /// Its value.
        value: String,
        /// The value in the position or in the other field.
        other: String,
    },
    /// A link without a position, or to a board of another game.
    #[error("{}", link_message(.game.as_deref()))]
    NoPosition {
        /// The link.
        text: String,
        /// The name of the other game.
        game: Option<String>,
    },
    /// The program fails on it.
    #[error("the program failed: {message}")]
    Failed {
        /// The message of the panic.
        message: String,
    },
    /// A record of moves that cannot be read.
    #[error("{error}")]
    Kifu {
        /// The text.
        text: String,
        /// The error in it.
        error: RecordError,
    },
}

fn link_message(game: Option<&str>) -> String {
    match game {
        Some(game) => format!("this is a link to a board of {game}, which is another game"),
        None => "the position is not in this link".to_owned(),
    }
}

impl BadLine {
    /// Returns the number of bytes of the text that it keeps.
    pub(super) const fn bytes(&self) -> usize {
        match self {
            Self::NotUtf8 { lossy: text, .. }
            | Self::NoRow { text, .. }
            | Self::OpenQuote { text, .. }
            | Self::NoObject { text, .. }
            | Self::NoPosition { text, .. }
            | Self::NoHand { value: text, .. }
            | Self::Contradiction { value: text, .. }
            | Self::Kifu { text, .. } => text.len(),
            Self::TooLong | Self::NoSfen | Self::Failed { .. } => 0,
        }
    }
}
