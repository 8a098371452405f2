//! Makes a board of drawn ranks: which squares they show, and whose the pieces are.

use super::drawing::Drawing;
use super::piece::Sign;
use super::rank::{Rank, Style};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::shogi::{Color, Piece, Square};
use crate::taken::DrawnPart;
use std::ops::Range;

/// The pieces of a drawn board, with their places.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub pieces: Vec<(Square, Piece, Range<usize>)>,
    /// The part that is drawn, unless it is all of it.
    pub part: Option<DrawnPart>,
    /// Whether no sign says which pieces are White's.
    pub is_unmarked: bool,
    /// Whether the pieces are letters.
    pub has_letters: bool,
}

/// The rank and the file of each square that is drawn, counted from 1.
struct Numbers {
    files: Vec<u8>,
    ranks: Vec<u8>,
}

/// Puts the ranks of a drawing together, with the numbers of the files if they are written.
///
/// # Errors
/// If a rank cannot be read, has another width than the others, or if ranks are missing or too many.
pub(super) fn board(drawn: &Drawing) -> Result<Board, RecordError> {
    let ranks = &drawn.ranks;
    let span = span_of(ranks);
    if let Some(error) = ranks.iter().find_map(|it| it.error.clone()) {
        return Err(error);
    }
    let numbers = numbers(drawn, &span)?;
    let colors = Colors::of(ranks);
    let mut pieces = Vec::new();
    for (rank, number) in ranks.iter().zip(&numbers.ranks) {
        for (cell, file) in rank.cells.iter().zip(&numbers.files) {
            if let Some((kind, sign)) = cell.piece {
                let place = cell.at..cell.end;
                let color = colors.color(sign).ok_or_else(|| {
                    RecordError::new(Kind::NoSuchPiece("+".to_owned()), place.clone())
                })?;
                let square = Square::new(file - 1, number - 1);
                pieces.push((square, Piece::new(color, kind), place));
            }
        }
    }
    let (width, height) = (numbers.files.len(), numbers.ranks.len());
    let part = ((width, height) != (9, 9)).then(|| DrawnPart {
        files: width,
        ranks: height,
        file: numbers.files.iter().copied().min().unwrap_or(1).into(),
        rank: numbers.ranks.iter().copied().min().unwrap_or(1).into(),
    });
    let is_unmarked = pieces
        .iter()
        .all(|(_, piece, _)| piece.color() == Color::Black);
    let mut signs = ranks
        .iter()
        .flat_map(|it| &it.cells)
        .filter_map(|it| Some(it.piece?.1));
    let has_letters = signs.any(|it| matches!(it, Sign::Capital | Sign::Small));
    Ok(Board {
        pieces,
        part,
        is_unmarked,
        has_letters,
    })
}

/// Returns the place from the first rank to the last.
pub(super) fn span_of(ranks: &[Rank]) -> Range<usize> {
    let start = ranks.first().map_or(0, |it| it.span.start);
    start..ranks.last().map_or(start, |it| it.span.end)
}

/// Returns which files and ranks are drawn, or why they do not make a board.
fn numbers(drawn: &Drawing, span: &Range<usize>) -> Result<Numbers, RecordError> {
    let (ranks, files) = (&drawn.ranks, drawn.files.as_deref());
    let widths = || ranks.iter().map(|it| it.cells.len());
    let is_whole = widths().filter(|it| *it == 9).count() * 2 > ranks.len();
    let width = match files {
        _ if is_whole => 9,
        Some(files) => files.len(),
        None => widths().max().unwrap_or(0),
    };
    if let Some(odd) = ranks.iter().find(|it| it.cells.len() != width) {
        let squares = odd.cells.len();
        let kind = match files {
            Some(files) if width < 9 => Kind::RankWidth {
                squares,
                files: files.len(),
            },
            _ => Kind::RankLength(squares),
        };
        return Err(RecordError::new(kind, odd.span.clone()));
    }
    let error = |kind| Err(RecordError::new(kind, span.clone()));
    let height = ranks.len();
    if height > 9 {
        return error(Kind::Ranks(height));
    }
    let labels: Option<Vec<u8>> = ranks.iter().map(|it| it.label).collect();
    let has_step = |labels: &[u8], step: i8| {
        labels
            .windows(2)
            .all(|it| it[1] as i8 - it[0] as i8 == step)
    };
    // Labels that are all the same come from copying one line, and say nothing.
    let labels = labels.filter(|it| it.len() == 1 || it.iter().any(|label| *label != it[0]));
    if labels
        .as_ref()
        .is_some_and(|it| !has_step(it, 1) && !has_step(it, -1))
    {
        return error(Kind::RankOrder);
    }
    let is_from_left = files.is_some_and(|it| it[0] < it[it.len() - 1]);
    let is_from_below = labels
        .as_ref()
        .is_some_and(|it| it.len() > 1 && it[0] > it[1]);
    if is_from_left && labels.is_none() {
        return error(Kind::TurnedBoard);
    }
    if is_from_below && !is_from_left {
        return error(Kind::RankOrder);
    }
    // A part of a board is drawn with numbers or bars. Without them ranks are missing by mistake.
    let is_part = if width == 9 {
        labels.is_some() && ranks[0].style != Style::Ends
    } else {
        drawn.is_closed
            || files.is_some()
            || labels.is_some() && ranks[0].style != Style::Open
            || ranks[0].style == Style::Bars
    };
    if height < 9 && !is_part {
        return error(Kind::Ranks(height));
    }
    let files = match files {
        Some(files) if files.len() == width => files.to_vec(),
        _ => (1..=width as u8).rev().collect(),
    };
    let ranks = labels.unwrap_or_else(|| (1..=height as u8).collect());
    Ok(Numbers { files, ranks })
}

/// The sides of the signs whose meaning differs between programs.
struct Colors {
    caret: Color,
    down: Color,
    has_minus: bool,
}

impl Colors {
    fn of(ranks: &[Rank]) -> Self {
        let signs = || {
            ranks
                .iter()
                .flat_map(|it| &it.cells)
                .filter_map(|it| Some(it.piece?.1))
        };
        let has = |sign: Sign| signs().any(|it| it == sign);
        let has_white = has(Sign::White) || has(Sign::Minus);
        let has_bare = has(Sign::None) || has(Sign::Capital);
        let white_if = |is_white: bool| {
            if is_white { Color::White } else { Color::Black }
        };
        Self {
            caret: white_if(has_bare && !has(Sign::Black) && !has(Sign::Plus) && !has_white),
            down: white_if(!has_white && (has_bare || has(Sign::Black))),
            has_minus: has(Sign::Minus),
        }
    }

    /// Returns the side of a sign. On a board without `-`, a `+` has none.
    fn color(&self, sign: Sign) -> Option<Color> {
        Some(match sign {
            Sign::None | Sign::Black | Sign::Capital => Color::Black,
            Sign::White | Sign::Minus | Sign::Small => Color::White,
            Sign::Caret => self.caret,
            Sign::Down => self.down,
            Sign::Plus if self.has_minus => Color::Black,
            Sign::Plus => return None,
        })
    }
}
