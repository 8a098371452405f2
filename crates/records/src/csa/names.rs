//! The names of pieces and headers in CSA, and its squares. JKF has the same names of pieces.

use crate::shogi::{Color, PieceKind, Square};

/// The names of kinds, in the order of [`PieceKind::ALL`].
const KINDS: [&str; PieceKind::ALL.len()] = [
    "FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY",
];

/// The headers of the format, with their names in KIF.
pub(super) const HEADERS: [(&str, &str); 8] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
    ("$TIME_LIMIT:", "持ち時間"),
    ("$OPENING:", "戦型"),
];

/// Returns the kind with this name.
pub(crate) fn kind_of(name: &str) -> Option<PieceKind> {
    let at = KINDS.iter().position(|it| *it == name)?;
    Some(PieceKind::ALL[at])
}

/// Returns the name of a kind.
pub(crate) fn name_of(kind: PieceKind) -> &'static str {
    let at = PieceKind::ALL.iter().position(|it| *it == kind);
    KINDS[at.unwrap_or(0)]
}

/// Returns the sign of a side.
pub(super) const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// Returns the side of a sign.
pub(super) const fn color_of(sign: u8) -> Option<Color> {
    match sign {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

/// Reads a square of two digits. `Some(None)` is a hand, written as `00`.
#[allow(clippy::option_option)]
pub(super) fn square(text: &str) -> Option<Option<Square>> {
    match text.as_bytes() {
        b"00" => Some(None),
        &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] => {
            Some(Some(Square::new(file - b'1', rank - b'1')))
        }
        _ => None,
    }
}
