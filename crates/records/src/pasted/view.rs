//! Words for the part of a board that is drawn, or for the side from which it is seen: `左上の5×5`, `盤面反転`.

use super::board::Board;
use super::{Found, Pasted};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::shogi::Square;

/// The corner of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    is_left: bool,
    is_lower: bool,
}

/// Words for the corners.
const CORNERS: [(&str, Corner); 12] = [
    ("左上", Corner::new(true, false)),
    ("右上", Corner::new(false, false)),
    ("左下", Corner::new(true, true)),
    ("右下", Corner::new(false, true)),
    ("upper left", Corner::new(true, false)),
    ("upper right", Corner::new(false, false)),
    ("lower left", Corner::new(true, true)),
    ("lower right", Corner::new(false, true)),
    ("top left", Corner::new(true, false)),
    ("top right", Corner::new(false, false)),
    ("bottom left", Corner::new(true, true)),
    ("bottom right", Corner::new(false, true)),
];

/// Words that say that a corner of the board is drawn, not that something happens in it.
const PARTS: [&str; 16] = [
    "×", "x", "Ｘ", "マス", "ます", "のみ", "だけ", "部分", "隅", "図", "盤", "面", "corner",
    "squares", "quarter", "4分の1",
];

/// Words for a board that is seen from White's side.
const TURNED: [&str; 13] = [
    "盤面反転",
    "盤面回転",
    "反転図",
    "盤を反転",
    "盤は反転",
    "後手から見た",
    "後手側から見",
    "後手視点",
    "玉方から見た",
    "from white's",
    "from gote's",
    "white's view",
    "seen from white",
];

/// The most lines above and below a board that are looked at.
const NEAR: usize = 4;

/// The longest line that says such a thing, in characters.
const LONGEST: usize = 40;

impl Corner {
    const fn new(is_left: bool, is_lower: bool) -> Self {
        Self { is_left, is_lower }
    }
}

/// Puts the pieces of a board where the words around it say. A board with numbers is left as it is.
///
/// # Errors
/// If the words say another side, or several corners: nobody could tell the squares without numbers.
pub(super) fn put(pasted: &Pasted, found: &Found, board: &mut Board) -> Result<(), RecordError> {
    let numbered = board.numbered;
    if numbered.files && numbered.ranks || board.pieces.is_err() {
        return Ok(());
    }
    let above = found.all.start.max(found.lines.start.saturating_sub(NEAR))..found.lines.start;
    let below = found.lines.end..found.all.end.min(found.lines.end + NEAR);
    let mut corner: Option<Corner> = None;
    for number in above.chain(below) {
        let line = pasted.line(number);
        let unclear = || Err(RecordError::new(Kind::UnclearView, line.span()));
        if !numbered.files && !numbered.ranks && says_turned(line) {
            return unclear();
        }
        let Some(said) = corner_in(line).filter(|_| board.part.is_some()) else {
            continue;
        };
        if corner.is_some_and(|it| it != said) {
            return unclear();
        }
        corner = Some(said);
    }
    let (Some(corner), Some(part)) = (corner, &mut board.part) else {
        return Ok(());
    };
    let shift = |is_far: bool, is_numbered: bool, size: usize| {
        if is_far && !is_numbered { 9 - size } else { 0 }
    };
    let files = shift(corner.is_left, numbered.files, part.files);
    let ranks = shift(corner.is_lower, numbered.ranks, part.ranks);
    (part.file, part.rank) = (part.file + files, part.rank + ranks);
    for placed in board.pieces.iter_mut().flatten() {
        let (file, rank) = (placed.square.file() as usize, placed.square.rank() as usize);
        placed.square = Square::new((file + files) as u8, (rank + ranks) as u8);
    }
    Ok(())
}

fn is_short(line: Line<'_>) -> bool {
    line.text.len() <= 4 * LONGEST && line.text.trim().chars().count() <= LONGEST
}

/// Returns whether a line says that the board is seen from White's side.
fn says_turned(line: Line<'_>) -> bool {
    let small = line.text.to_ascii_lowercase();
    is_short(line) && TURNED.iter().any(|it| small.contains(it))
}

/// Returns the corner that a line says is drawn.
fn corner_in(line: Line<'_>) -> Option<Corner> {
    if !is_short(line) {
        return None;
    }
    let small = line.text.to_ascii_lowercase().replace('-', " ");
    let mut corners = CORNERS.iter().filter(|(name, _)| small.contains(name));
    let (name, corner) = corners.next()?;
    let is_alone = || small.trim_matches(|c: char| !c.is_alphanumeric()) == *name;
    let is_said = PARTS.iter().any(|it| small.contains(it)) || is_alone();
    (is_said && corners.next().is_none()).then_some(*corner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_the_corner_that_is_drawn() {
        for (text, expected) in [
            ("左上", Some(Corner::new(true, false))),
            ("先手から見て左上の5×5です", Some(Corner::new(true, false))),
            ("右下隅のみ", Some(Corner::new(false, true))),
            ("The upper-left corner:", Some(Corner::new(true, false))),
            ("左上の金が働いていない", None),
            ("左上と右上の図", None),
        ] {
            assert_eq!(corner_in(Line { text, at: 0 }), expected, "{text}");
        }
    }
}
