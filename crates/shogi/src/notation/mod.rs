//! Text ⇄ the types of [the rules](crate): diagrams, moves, hands.
//!
//! Parsers work on bytes. Every error has its place in the text as a span of bytes. Nothing here
//! searches, prints or reads files.

#[doc(hidden)]
pub mod cursor;
#[doc(hidden)]
pub mod digits;
mod help;
pub mod japanese;
#[doc(hidden)]
pub mod line_end;
mod move_error;
#[doc(hidden)]
pub mod move_number;
pub mod moves;
pub mod picture;
pub mod reasons;
pub mod sfen;
mod text;
pub mod usi;
pub mod western;
#[doc(hidden)]
pub mod written_move;

pub use help::Help;

use crate::{PieceKind, Square};

/// Writes a square as in USI: file 1–9, rank a–i (`5b`).
#[must_use]
pub fn square_name(square: Square) -> String {
    let file = char::from(b'1' + square.file());
    let rank = char::from(b'a' + square.rank());
    [file, rank].into_iter().collect()
}

/// Returns the letter of an unpromoted kind (`P L N S G B R K`); for a promoted kind, that of its
/// unpromoted side.
#[must_use]
pub const fn piece_letter(kind: PieceKind) -> char {
    match kind.unpromote() {
        PieceKind::Lance => 'L',
        PieceKind::Knight => 'N',
        PieceKind::Silver => 'S',
        PieceKind::Gold => 'G',
        PieceKind::Bishop => 'B',
        PieceKind::Rook => 'R',
        PieceKind::King => 'K',
        _ => 'P',
    }
}

/// Returns the unpromoted kind of an upper-case letter, the inverse of [`piece_letter`].
#[must_use]
pub const fn kind_of_letter(letter: u8) -> Option<PieceKind> {
    Some(match letter {
        b'P' => PieceKind::Pawn,
        b'L' => PieceKind::Lance,
        b'N' => PieceKind::Knight,
        b'S' => PieceKind::Silver,
        b'G' => PieceKind::Gold,
        b'B' => PieceKind::Bishop,
        b'R' => PieceKind::Rook,
        b'K' => PieceKind::King,
        _ => return None,
    })
}
