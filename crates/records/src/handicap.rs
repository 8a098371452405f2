//! The initial diagrams of games, with a handicap (手合割) or none.

use crate::notation::sfen;
use crate::shogi::{Piece, PieceKind, Setup, Square};

/// The handicaps: the names in KIF and in JKF, and White's first and second rank in SFEN.
const HANDICAPS: [(&str, &str, &str, &str); 16] = [
    ("平手", "HIRATE", "lnsgkgsnl", "1r5b1"),
    ("香落ち", "KY", "lnsgkgsn1", "1r5b1"),
    ("右香落ち", "KY_R", "1nsgkgsnl", "1r5b1"),
    ("角落ち", "KA", "lnsgkgsnl", "1r7"),
    ("飛車落ち", "HI", "lnsgkgsnl", "7b1"),
    ("飛香落ち", "HIKY", "lnsgkgsn1", "7b1"),
    ("二枚落ち", "2", "lnsgkgsnl", "9"),
    ("三枚落ち", "3", "lnsgkgsn1", "9"),
    ("四枚落ち", "4", "1nsgkgsn1", "9"),
    ("五枚落ち", "5", "2sgkgsn1", "9"),
    ("左五枚落ち", "5_L", "1nsgkgs2", "9"),
    ("六枚落ち", "6", "2sgkgs2", "9"),
    ("左七枚落ち", "7_L", "2sgkg3", "9"),
    ("右七枚落ち", "7_R", "3gkgs2", "9"),
    ("八枚落ち", "8", "3gkg3", "9"),
    ("十枚落ち", "10", "4k4", "9"),
];

/// Returns the initial diagram of a handicap.
pub(super) fn diagram(name: &str) -> Option<Setup> {
    let name = match name.trim() {
        "" => "平手",
        name => name,
    };
    diagram_at(HANDICAPS.iter().position(|(kif, ..)| *kif == name)?)
}

/// Returns the initial diagram of a handicap with this name in JKF.
pub(super) fn of_jkf(name: &str) -> Option<Setup> {
    diagram_at(HANDICAPS.iter().position(|(_, jkf, ..)| *jkf == name)?)
}

/// Returns the initial diagram of a game without a handicap.
pub(super) fn even() -> Setup {
    diagram_at(0).unwrap_or_else(Setup::empty)
}

/// Returns whether this is the initial diagram of a game without a handicap.
pub(super) fn is_even(setup: &Setup) -> bool {
    handicap_of(setup) == Some("平手")
}

/// Returns the name of the handicap of a game, if this is its initial diagram.
#[must_use]
pub fn handicap_of(setup: &Setup) -> Option<&'static str> {
    // A quick test: every handicap has both rows of pawns.
    let is_pawn = |it: Piece| it.kind() == PieceKind::Pawn;
    let is_pawn = |file, rank| setup.piece_at(Square::new(file, rank)).is_some_and(is_pawn);
    let pawns = |rank| (0..9).all(|file| is_pawn(file, rank));
    if !pawns(2) || !pawns(6) {
        return None;
    }
    let mut indices = 0..HANDICAPS.len();
    let index = indices.find(|&index| diagram_at(index).as_ref() == Some(setup))?;
    Some(HANDICAPS[index].0)
}

/// Returns the initial diagram of the handicap with this index in [`HANDICAPS`].
fn diagram_at(index: usize) -> Option<Setup> {
    let (_, _, first, second) = HANDICAPS[index];
    // The side that gives a handicap moves first.
    let turn = if index == 0 { "b" } else { "w" };
    let text = format!("{first}/{second}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {turn} - 1");
    Some(sfen::parse(&text).ok()?.setup)
}
