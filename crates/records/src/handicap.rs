//! The initial diagrams of games, with a handicap (手合割) or none.

use crate::notation::sfen;
use crate::shogi::{PieceKind, Setup, Square};

/// The handicaps: White's rear rank and the pieces before it.
const HANDICAPS: [(&str, &str, &str); 16] = [
    ("平手", "lnsgkgsnl", "1r5b1"),
    ("香落ち", "lnsgkgsn1", "1r5b1"),
    ("右香落ち", "1nsgkgsnl", "1r5b1"),
    ("角落ち", "lnsgkgsnl", "1r7"),
    ("飛車落ち", "lnsgkgsnl", "7b1"),
    ("飛香落ち", "lnsgkgsn1", "7b1"),
    ("二枚落ち", "lnsgkgsnl", "9"),
    ("三枚落ち", "lnsgkgsn1", "9"),
    ("四枚落ち", "1nsgkgsn1", "9"),
    ("五枚落ち", "2sgkgsn1", "9"),
    ("左五枚落ち", "1nsgkgs2", "9"),
    ("六枚落ち", "2sgkgs2", "9"),
    ("左七枚落ち", "2sgkg3", "9"),
    ("右七枚落ち", "3gkgs2", "9"),
    ("八枚落ち", "3gkg3", "9"),
    ("十枚落ち", "4k4", "9"),
];

/// Returns the initial diagram of a handicap.
pub(super) fn diagram(name: &str) -> Option<Setup> {
    let name = match name.trim() {
        "" => "平手",
        name => name,
    };
    let at = HANDICAPS.iter().position(|it| it.0 == name)?;
    start(at)
}

/// Returns the name of the handicap of a game, if this is its initial diagram.
#[must_use]
pub fn handicap_of(setup: &Setup) -> Option<&'static str> {
    // A quick test: every handicap has both rows of pawns.
    let pawns = |rank| (0..9).all(|file| is_pawn(setup, Square::new(file, rank)));
    if !pawns(2) || !pawns(6) {
        return None;
    }
    let mut all = 0..HANDICAPS.len();
    let at = all.find(|&at| start(at).as_ref() == Some(setup))?;
    Some(HANDICAPS[at].0)
}

fn is_pawn(setup: &Setup, square: Square) -> bool {
    let piece = setup.piece_at(square);
    piece.is_some_and(|it| it.kind() == PieceKind::Pawn)
}

fn start(at: usize) -> Option<Setup> {
    let (_, rear, before) = HANDICAPS[at];
    // The side that gives a handicap moves first.
    let turn = if at == 0 { "b" } else { "w" };
    let text = format!("{rear}/{before}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {turn} - 1");
    Some(sfen::parse(&text).ok()?.setup)
}
