//! The parts of KIF diagrams; `v` comes before White's pieces.

use super::japanese;
use crate::{Color, Piece};

/// The line above a diagram: the numbers of the files.
pub const FILES: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １";
/// The upper and the lower edge.
pub const EDGE: &str = "+---------------------------+";

/// Writes a square, three columns wide: ` 飛`, `v玉`, ` ・`.
#[must_use]
pub fn cell(piece: Option<Piece>) -> String {
    let mark = match piece.map(Piece::color) {
        Some(Color::White) => 'v',
        _ => ' ',
    };
    let glyph = piece.map_or('・', |piece| japanese::glyph(piece.kind()));
    [mark, glyph].into_iter().collect()
}

/// The names of the attacker's hand beside a diagram, in English and Japanese.
pub const ATTACKERS_HAND: [&str; 2] = ["attacker 攻方", "攻方持駒"];

/// The names of the defender's hand.
pub const DEFENDERS_HAND: [&str; 2] = ["defender 玉方", "玉方持駒"];
