//! Finds drawn boards: successive ranks with their frame, the numbers of the files, and the texts beside them.

use super::rank::{Cell, Rank, Style};
use super::source::{NO_LINKS, Text};
use super::token::{Token, token};
use crate::handicap;
use std::ops::Range;

/// The ranks of a drawn board, with the lines and texts that belong to them.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub ranks: Vec<Rank>,
    /// The numbers of the files, from the left.
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
    let mut number = from;
    // Whether a line of the frame follows the last rank.
    let mut is_framed = false;
    let mut blanks = 0;
    let mut has_top = false;
    // The number of lines from the first rank to the second. A larger distance is between two boards.
    let mut usual_distance = 1;
    let mut beside = Vec::new();
    while number < text.lines.len() {
        match token(text.line(number), text.is_record) {
            Token::Rank(rank) => {
                if let Some(first) = found.ranks.first() {
                    let is_similar = first.style == rank.style
                        || found.ranks.len() < 9 && rank.cells.len() == first.cells.len();
                    let distance = number + 1 - found.lines.end;
                    if found.ranks.len() == 1 {
                        usual_distance = distance;
                    }
                    if !is_similar || found.ranks.len() >= 9 && distance > usual_distance {
                        break;
                    }
                }
                beside.push(rank.beside.clone());
                found.ranks.push(*rank);
                (is_framed, blanks) = (false, 0);
                found.lines.end = number + 1;
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
                found.lines.end = number + 1;
            }
            // Frames and numbers alone are no board.
            Token::Frame(_) | Token::Files(_)
                if found.ranks.is_empty() && number > from + FRAMES_MAX =>
            {
                break;
            }
            Token::Frame(tail) => {
                has_top |= found.ranks.is_empty();
                // A frame after a blank line belongs to another board.
                if blanks > 0 && is_framed {
                    break;
                }
                beside.push(tail);
                is_framed = !found.ranks.is_empty();
                if is_framed {
                    found.lines.end = number + 1;
                }
            }
            Token::Files(numbers) if found.ranks.is_empty() => {
                found.files = Some(numbers);
            }
            Token::Files(numbers) if blanks == 0 => {
                found.lines.end = number + 1;
                found.files.get_or_insert(numbers);
                break;
            }
            Token::Blank if blanks == 0 => blanks += 1,
            // A text beside the board that was wrapped into a line of its own.
            Token::Text if next_rank_is_at(text, number + 1, &found) => {
                beside.push(text.lines[number].clone());
            }
            _ => break,
        }
        number += 1;
    }
    found.is_closed = has_top && is_framed;
    let end = text.lines[found.lines.end.max(1) - 1].end;
    let is_of_board =
        |it: &Range<usize>| it.end <= end && !text.clean.text[it.clone()].trim().is_empty();
    found.beside = beside.into_iter().filter(is_of_board).collect();
    is_board(&found).then_some(found)
}

/// Returns whether the line of this number is the next rank, by its label.
fn next_rank_is_at(text: &Text, number: usize, found: &Drawing) -> bool {
    let last = found.ranks.last().and_then(|it| it.label);
    if number >= text.lines.len() {
        return false;
    }
    match token(text.line(number), text.is_record) {
        Token::Rank(rank) => last.is_some() && rank.label == last.map(|it| it + 1),
        _ => false,
    }
}

/// The most lines of a frame above the first rank.
const FRAMES_MAX: usize = 3;

/// Returns whether ranks are a board, and not a table, a list of moves or pieces in hand.
fn is_board(found: &Drawing) -> bool {
    let ranks = &found.ranks;
    // A rank as KIF writes it is enough.
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
