//! Tells positions of a text apart, and which lines between two of them belong to which.

use super::Pasted;
use super::around::{Around, around};
use super::board::Board;
use super::hand::hands;
use super::line::{Content, InLine};
use super::list::List;
use super::title::title;
use crate::hands::Pieces;
use crate::lines::Line;
use crate::shogi::{Color, Hand, Piece};
use std::ops::Range;

/// A position as far as it tells two forms of one apart from two positions.
#[derive(Clone, Debug)]
pub(super) struct Position {
    board: [Option<Piece>; 81],
    /// Black's hand, if it is written.
    hand: Option<Hand>,
}

/// Returns whether two positions are the same, as far as they are written.
pub(super) fn same(one: &Position, two: &Position) -> bool {
    let hands = one.hand.zip(two.hand);
    one.board == two.board && hands.is_none_or(|(one, two)| one == two)
}

impl Position {
    pub fn of_board(board: &Board, all: &[Line<'_>]) -> Option<Self> {
        let mut squares = [None; 81];
        for placed in board.pieces.as_ref().ok()? {
            squares[placed.square.index()] = Some(placed.piece);
        }
        let near = board.lines.start.saturating_sub(3)..(board.lines.end + 3).min(all.len());
        let given = all[near].iter().filter_map(|it| hands(*it).ok()).flatten();
        let mut hand = given.filter_map(|it| match it.pieces {
            Pieces::These(hand, _) if it.holder.color(Color::Black) == Color::Black => Some(hand),
            _ => None,
        });
        Some(Self {
            board: squares,
            hand: hand.next_back(),
        })
    }

    pub fn of_list(list: &List) -> Self {
        let mut squares = [None; 81];
        for it in &list.pieces {
            squares[it.square.index()] = Some(Piece::new(it.holder.color(Color::Black), it.kind));
        }
        Self {
            board: squares,
            hand: None,
        }
    }

    pub fn of_line(line: &InLine) -> Option<Self> {
        let setup = match &line.content {
            Content::Sfen(record) => &record.as_ref().as_ref().ok()?.setup,
            Content::Link(record) => &record.as_ref().ok()?.setup,
        };
        Some(Self {
            board: setup.board,
            hand: Some(setup.hands[Color::Black.index()]),
        })
    }
}

/// Whether the hands and the headers of a text stand above the positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    attacker: bool,
    headers: bool,
}

impl Style {
    /// Looks at the lines above the first position.
    pub fn of(pasted: &Pasted) -> Self {
        let mut style = Self::default();
        let Some(first) = pasted.found.first() else {
            return style;
        };
        for number in 0..first.lines.start {
            match around(pasted.line(number)) {
                Ok(Around::Hands(given)) => {
                    style.attacker |= given
                        .iter()
                        .any(|it| it.holder.color(Color::Black) == Color::Black);
                }
                Ok(Around::Header(..)) => style.headers = true,
                _ => {}
            }
        }
        style
    }
}

/// Returns the line at which what belongs to the next position begins, in the lines between two.
pub(super) fn boundary(pasted: &Pasted, between: Range<usize>, style: Style) -> usize {
    let mut at = between.end;
    let mut has_title = false;
    for number in between.clone().rev() {
        let is_of_next = match around(pasted.line(number)) {
            Ok(Around::Blank) => continue,
            Ok(Around::Hands(given)) => {
                given.iter().all(|it| match it.holder.color(Color::Black) {
                    Color::Black => style.attacker,
                    Color::White => true,
                })
            }
            Ok(Around::Header(..)) => style.headers,
            Ok(Around::Text) if !has_title => {
                has_title = title(pasted.line(number).text).is_some();
                has_title
            }
            _ => false,
        };
        if !is_of_next {
            break;
        }
        at = number;
    }
    at
}
