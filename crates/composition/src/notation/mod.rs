//! Text ⇄ the types of [`shogi`](crate::shogi): diagrams, moves, hands, records.
//!
//! Parsers work on bytes. Every error has its place in the text as a span of bytes. Nothing here
//! searches, prints or reads files.

mod file_type;

use crate::shogi::{Color, Move, PieceKind, Setup};
use crate::vocabulary::{Goal, Notation, Side};
pub use file_type::FileType;
#[cfg(feature = "records")]
#[doc(inline)]
pub use tsume_core_records as record;
#[doc(inline)]
pub use tsume_core_shogi::notation::*;

#[cfg(feature = "records")]
use crate::vocabulary;

/// Returns the index of the first move of a line that breaks the rules of a problem with this goal, and
/// what is wrong with it. Only for a mate, every move of the attacker has to be a check.
#[must_use]
pub fn first_unplayable(
    goal: Goal,
    setup: &Setup,
    attacker: Color,
    line: &[Move],
) -> Option<(usize, sfen::IllegalMove)> {
    match goal {
        Goal::Mate => sfen::first_illegal_in_problem(setup, attacker, line),
        Goal::Brinkmate | Goal::Threatmate => sfen::first_illegal_in_game(setup, line),
    }
}

/// Returns the kinds of pieces with these letters or Japanese names, such as `GSNP` or `金銀桂歩`. `None` if
/// the text is empty, or if a character names a king or no piece.
#[must_use]
pub fn kinds_named(text: &str) -> Option<Vec<PieceKind>> {
    let kind = |c: char| {
        let letter = u8::try_from(c.to_ascii_uppercase()).ok();
        let of_letter = letter.and_then(kind_of_letter);
        let of_name = || {
            let mut all = PieceKind::HAND.into_iter();
            all.find(|&it| japanese::glyph(it) == c)
        };
        of_letter
            .filter(|&it| it != PieceKind::King)
            .or_else(of_name)
    };
    let all: Option<Vec<_>> = text.chars().map(kind).collect();
    all.filter(|it| !it.is_empty())
}

impl Notation {
    /// Writes a line of moves that begins at a diagram.
    #[must_use]
    pub fn write(self, setup: &Setup, line: &[Move]) -> Vec<String> {
        match self {
            Self::Japanese => japanese::write_line(setup, line),
            Self::Western => western::write_line(setup, line),
            Self::Usi => line.iter().map(|&mv| usi::write_move(mv)).collect(),
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// The crate of records has an encoding of its own, because it does not use the vocabulary.
#[cfg(feature = "records")]
impl From<vocabulary::Encoding> for record::Encoding {
    fn from(encoding: vocabulary::Encoding) -> Self {
        match encoding {
            vocabulary::Encoding::Utf8 => Self::Utf8,
            vocabulary::Encoding::Utf8Bom => Self::Utf8Bom,
            vocabulary::Encoding::Cp932 => Self::Cp932,
        }
    }
}
