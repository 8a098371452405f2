//! Diagrams in CSA within a text.

use crate::lines::Line;

/// Returns whether a line is the first of a diagram in CSA, or a piece of one: `P1-KY-KE …`, `P-11OU`, `PI`.
pub(super) fn begins(text: &str) -> bool {
    let is_rank = text == "PI"
        || [
            "P1-", "P1+", "P1 *", "P1*", "PI1", "PI2", "PI3", "PI4", "PI5", "PI6", "PI7", "PI8",
            "PI9",
        ]
        .iter()
        .any(|it| text.starts_with(it));
    let is_piece = matches!(
        text.as_bytes(),
        [
            b'P',
            b'+' | b'-',
            b'1'..=b'9',
            b'1'..=b'9',
            b'A'..=b'Z',
            b'A'..=b'Z',
            ..
        ]
    );
    is_rank || is_piece
}

/// Returns the number of lines of the diagram that begins in the first of these lines, with its moves. 0 if there is
/// no diagram.
pub(super) fn length<'a>(mut lines: impl Iterator<Item = Line<'a>>) -> usize {
    let is_of_csa = |line: &Line<'_>| {
        let text = line.text.trim();
        let begins = ["P", "+", "-", "%", "T", "'", "N+", "N-", "$", "V"];
        begins.iter().any(|it| text.starts_with(it)) && text.is_ascii()
    };
    let Some(first) = lines.next() else {
        return 0;
    };
    let is_board = first.text.trim().starts_with("P1");
    let count = 1 + lines.take_while(is_of_csa).count();
    if count >= if is_board { 9 } else { 2 } {
        count
    } else {
        0
    }
}
