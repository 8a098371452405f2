//! CSA, the format of the Computer Shogi Association, versions 1 to 3.
//!
//! The format has only a few headers. Others are written as comments before the diagram
//! (`'作者：…`), and read from there.

mod diagram;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub(super) use read::{divide, read};
pub(super) use write::write;

use crate::shogi::{PieceKind, Square};

/// A version of the format for writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CsaVersion {
    /// 2.2, which every program reads.
    #[default]
    V2,
    /// 3.0, which names its encoding.
    V3,
}

/// The names of kinds.
const KINDS: [(&str, PieceKind); 14] = [
    ("FU", PieceKind::Pawn),
    ("KY", PieceKind::Lance),
    ("KE", PieceKind::Knight),
    ("GI", PieceKind::Silver),
    ("KI", PieceKind::Gold),
    ("KA", PieceKind::Bishop),
    ("HI", PieceKind::Rook),
    ("OU", PieceKind::King),
    ("TO", PieceKind::ProPawn),
    ("NY", PieceKind::ProLance),
    ("NK", PieceKind::ProKnight),
    ("NG", PieceKind::ProSilver),
    ("UM", PieceKind::Horse),
    ("RY", PieceKind::Dragon),
];

/// The headers of the format, with their names in KIF.
const HEADERS: [(&str, &str); 8] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
    ("$TIME_LIMIT:", "持ち時間"),
    ("$OPENING:", "戦型"),
];

pub(super) fn kind_of(name: &str) -> Option<PieceKind> {
    let found = KINDS.iter().find(|(it, _)| *it == name);
    found.map(|(_, kind)| *kind)
}

fn name_of(kind: PieceKind) -> &'static str {
    let found = KINDS.iter().find(|(_, it)| *it == kind);
    found.map_or("FU", |(name, _)| name)
}

/// Reads a square of two digits; `00` is a hand.
#[allow(clippy::option_option)]
fn square(text: &str) -> Option<Option<Square>> {
    match text.as_bytes() {
        b"00" => Some(None),
        &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] => {
            Some(Some(Square::new(file - b'1', rank - b'1')))
        }
        _ => None,
    }
}
