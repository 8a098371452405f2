//! Finds drawn boards: ranks that follow each other, with their frame, the numbers of the files, and what stands beside.

use super::rank::{Cell, Rank, Style};
use super::source::{NO_LINKS, Text};
use super::token::{Token, token};
use crate::handicap;
use std::ops::Range;

/// The ranks of a drawn board, and what stands with them.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub ranks: Vec<Rank>,
    pub files: Option<Vec<u8>>,
    /// The texts to the right of the frame, from above.
    pub beside: Vec<Range<usize>>,
    pub lines: Range<usize>,
    /// Whether its frame has an upper and a lower edge.
    pub is_closed: bool,
}

/// Returns the ranks from this line on, if they are a board.
pub(super) fn drawing(text: &Text, from: usize) -> Option<Drawing> {
    let mut found = Drawing {
        lines: from..from,
        ..Drawing::default()
    };
    let mut at = from;
    let mut is_framed = false;
    let mut blanks = 0;
    let mut has_top = false;
    // The lines between the first two ranks. More stand between two boards.
    let mut usual = 1;
    let mut beside = Vec::new();
    while at < text.lines.len() {
        match token(text.line(at), text.is_record) {
            Token::Rank(rank) => {
                if let Some(first) = found.ranks.first() {
                    let is_like = first.style == rank.style
                        || found.ranks.len() < 9 && rank.cells.len() == first.cells.len();
                    let apart = at + 1 - found.lines.end;
                    if found.ranks.len() == 1 {
                        usual = apart;
                    }
                    if !is_like || found.ranks.len() >= 9 && apart > usual {
                        break;
                    }
                }
                beside.push(rank.beside.clone());
                found.ranks.push(*rank);
                (is_framed, blanks) = (false, 0);
                found.lines.end = at + 1;
            }
            Token::Tail(label, tail) if !found.ranks.is_empty() => {
                let width = found
                    .files
                    .as_ref()
                    .map_or(found.ranks[0].cells.len(), Vec::len);
                if let Some(last) = found.ranks.last_mut() {
                    last.label = last.label.or(label);
                    // The last square was empty.
                    if last.cells.len() + 1 == width {
                        last.cells.push(Cell {
                            piece: None,
                            at: last.span.end,
                            end: last.span.end,
                        });
                    }
                }
                beside.push(tail);
                found.lines.end = at + 1;
            }
            // Frames and numbers alone are no board.
            Token::Frame(_) | Token::Files(_)
                if found.ranks.is_empty() && at > from + FRAMES_MAX =>
            {
                break;
            }
            Token::Frame(tail) => {
                has_top |= found.ranks.is_empty();
                // A frame after a blank is that of another board.
                if blanks > 0 && is_framed {
                    break;
                }
                beside.push(tail);
                is_framed = !found.ranks.is_empty();
                if is_framed {
                    found.lines.end = at + 1;
                }
            }
            Token::Files(numbers) if found.ranks.is_empty() => {
                found.files = Some(numbers);
            }
            Token::Files(numbers) if blanks == 0 => {
                found.lines.end = at + 1;
                found.files.get_or_insert(numbers);
                break;
            }
            Token::Blank if blanks == 0 => blanks += 1,
            Token::Text if goes_on(text, at + 1, &found) => {
                beside.push(text.lines[at].clone());
            }
            _ => break,
        }
        at += 1;
    }
    found.is_closed = has_top && is_framed;
    let inside = found.lines.end;
    found.beside = beside
        .into_iter()
        .filter(|it| it.end <= text.lines[inside.max(1) - 1].end)
        .collect();
    found
        .beside
        .retain(|it| !text.clean.text[it.clone()].trim().is_empty());
    is_board(&found).then_some(found)
}

/// Returns whether a line has the next rank by its label: words that stand beside a board may be wrapped.
fn goes_on(text: &Text, at: usize, found: &Drawing) -> bool {
    let last = found.ranks.last().and_then(|it| it.label);
    let next = (at < text.lines.len()).then(|| token(text.line(at), text.is_record));
    let label = match next {
        Some(Token::Rank(rank)) => rank.label,
        _ => None,
    };
    last.is_some() && label == last.map(|it| it + 1)
}

/// The most lines of a frame above the first rank.
const FRAMES_MAX: usize = 3;

/// Returns whether ranks are a board, and not a table, a list of moves or pieces in hand.
fn is_board(found: &Drawing) -> bool {
    let ranks = &found.ranks;
    let is_usual = ranks
        .iter()
        .any(|it| it.style == Style::Ends && it.cells.len() == 9);
    let has_piece = ranks.iter().any(Rank::has_piece) || ranks.iter().any(|it| it.error.is_some());
    let has_numbers = found.files.is_some() || ranks.iter().any(|it| it.label.is_some());
    let is_wide = ranks.iter().filter(|it| it.cells.len() >= 9).count() * 2 > ranks.len();
    is_usual
        || found.is_closed && has_piece
        || has_piece
            && (ranks.len() >= 3
                && (is_wide || has_numbers || ranks[0].style == Style::Bars && ranks.len() >= 4))
}

/// Returns whether a text is a record in KIF or KI2: it has a board, a move, or a handicap.
pub(crate) fn is_record(text: &str) -> bool {
    let text = Text::new(text.to_owned(), true, true, NO_LINKS);
    (0..text.lines.len()).any(|at| match token(text.line(at), true) {
        Token::Rank(_) | Token::Frame(_) | Token::Files(_) => drawing(&text, at).is_some(),
        Token::Move | Token::Moves(_) => true,
        Token::Header("手合割", value) => value != "平手" && handicap::diagram(value).is_some(),
        _ => false,
    })
}
