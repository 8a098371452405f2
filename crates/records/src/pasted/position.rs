//! Tells positions of a text apart, and which lines between two of them belong to which.

use super::Pasted;
use super::around::{Around, around};
use super::board::Board;
use super::hand::{GivenHand, hands};
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

/// The places at which a text puts its hands and headers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Whether the attacker's hand stands above the positions.
    above: bool,
    /// Whether it stands below them.
    below: bool,
    headers: bool,
}

/// The position to which a hand between two of them is nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Upper,
    Lower,
    Neither,
}

impl Style {
    /// Looks at the lines above the first position, below the last one, and right at the others.
    pub fn of(pasted: &Pasted) -> Self {
        let mut style = Self::default();
        let (Some(first), Some(last)) = (pasted.found.first(), pasted.found.last()) else {
            return style;
        };
        for number in 0..first.lines.start {
            match around(pasted.line(number)) {
                Ok(Around::Hands(given)) => style.above |= is_attackers(&given),
                Ok(Around::Header(..)) => style.headers = true,
                _ => {}
            }
        }
        let behind = last.lines.end..pasted.lines.len();
        let mut behind = behind.map(|it| around(pasted.line(it)));
        let next = behind.find(|it| !matches!(it, Ok(Around::Blank)));
        style.below = matches!(next, Some(Ok(Around::Hands(given))) if is_attackers(&given));
        style
    }
}

fn is_attackers(given: &[GivenHand]) -> bool {
    let is_one = |it: &GivenHand| it.holder.color(Color::Black) == Color::Black;
    given.iter().any(is_one)
}

/// The line from which on lines belong to the next position.
pub(super) struct Boundary {
    pub line: usize,
    /// A hand that may be that of the position above or below.
    pub unclear: Option<usize>,
}

/// Returns the line at which what belongs to the next position begins, in the lines between two.
pub(super) fn boundary(pasted: &Pasted, between: Range<usize>, style: Style) -> Boundary {
    let mut found = Boundary {
        line: between.end,
        unclear: None,
    };
    let mut has_title = false;
    for number in between.clone().rev() {
        let is_of_next = match around(pasted.line(number)) {
            Ok(Around::Blank) => continue,
            Ok(Around::Hands(given)) if is_attackers(&given) => {
                let side = side(pasted, &between, number);
                if !style.above && !style.below && !has_title && side == Side::Neither {
                    found.unclear = Some(number);
                }
                let is_nearer = !style.below && !has_title && side == Side::Lower;
                style.above || is_nearer
            }
            Ok(Around::Hands(_)) => true,
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
        found.line = number;
    }
    found
}

/// Returns at which of the two positions around it a line stands, without blank lines between. Other lines of theirs
/// may be between.
fn side(pasted: &Pasted, between: &Range<usize>, number: usize) -> Side {
    let has_blank =
        |mut lines: Range<usize>| lines.any(|it| pasted.line(it).text.trim().is_empty());
    let is_text = |it: usize| !pasted.line(it).text.trim().is_empty();
    // All that is between may be this line and others of the same kind.
    let is_alone = between.clone().filter(|it| is_text(*it)).all(|it| {
        matches!(
            around(pasted.line(it)),
            Ok(Around::Hands(_) | Around::Blank)
        )
    });
    let (above, below) = (
        has_blank(between.start..number),
        has_blank(number + 1..between.end),
    );
    match (above, below) {
        (false, true) => Side::Upper,
        (true, false) => Side::Lower,
        _ if is_alone => Side::Neither,
        _ => Side::Upper,
    }
}
