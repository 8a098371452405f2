//! The signs on drawn boards: of empty squares, and of the sides of pieces.

/// The mark before a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// `v ▽ △ ☖ ↓`
    White,
    /// `▲ ☗ ↑`
    Black,
    /// `^`, White's in the boards of engines and Black's in others.
    Caret,
    /// `▼`, Black's beside `▽`, and White's beside `▲` or no mark.
    Down,
}

/// Returns the mark that a character is.
pub(crate) const fn mark(c: char) -> Option<Mark> {
    Some(match c {
        'v' | 'V' | 'ｖ' | 'Ｖ' | '▽' | '△' | '☖' | '⛉' | '↓' | '∨' | '∇' | 'ⅴ' | 'ν' => {
            Mark::White
        }
        '▲' | '☗' | '⛊' | '↑' | '∧' => Mark::Black,
        '^' | '＾' => Mark::Caret,
        '▼' => Mark::Down,
        _ => return None,
    })
}

/// Returns whether a character stands for an empty square.
pub(crate) const fn is_empty_square(c: char) -> bool {
    matches!(
        c,
        '・' | '･'
            | '.'
            | '．'
            | '＊'
            | '*'
            | '·'
            | '□'
            | '○'
            | '〇'
            | '_'
            | '＿'
            | '‥'
            | '•'
            | '∙'
            | '⋅'
            | '‧'
            | '◦'
            | '口'
            | 'ー'
            | '－'
            | '×'
            | '■'
    )
}
