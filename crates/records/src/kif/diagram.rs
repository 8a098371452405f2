//! The ranks of a diagram in KIF.

use super::read::KifReader;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::marks::{self, is_empty_square};
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::written_move::{full_piece, piece};
use crate::shogi::{Color, Piece, PieceKind, Setup, Square};
use std::ops::Range;

/// The ranks read so far.
#[derive(Default)]
pub(super) struct Board {
    pieces: Vec<BoardPiece>,
    /// The label of each rank.
    labels: Vec<Option<u32>>,
    /// Whether the files are numbered from 1 to 9.
    pub is_turned: bool,
}

/// A piece with the mark before it.
struct BoardPiece {
    square: Square,
    kind: PieceKind,
    mark: Mark,
    span: Range<usize>,
}

/// The mark before a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    Side(Color),
    /// `^`, which is Black's in some programs and White's in others.
    Caret,
    /// `▼`, which is Black's beside `▽`, and White's beside `▲` or no mark.
    Down,
    /// `+`, which is Black's if White's is `-`.
    Plus,
    Minus,
}

/// A square of a rank.
struct Cell {
    piece: Option<(PieceKind, Mark)>,
    span: Range<usize>,
}

/// A way to read the squares of a rank.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// Whether a full-width blank is an empty square.
    blank_is_square: bool,
    /// Whether two characters may be one piece: 飛車, 龍王.
    has_full_names: bool,
}

/// The ways to read a rank, the usual first.
const WAYS: [Way; 4] = [
    Way {
        blank_is_square: true,
        has_full_names: false,
    },
    Way {
        blank_is_square: false,
        has_full_names: false,
    },
    Way {
        blank_is_square: true,
        has_full_names: true,
    },
    Way {
        blank_is_square: false,
        has_full_names: true,
    },
];

impl KifReader {
    /// Reads a rank: `| ・ ・v玉 …|一`.
    pub(super) fn rank(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        if self.ranks == 0 {
            self.places.board = line.span();
        }
        self.places.board.end = line.span().end;
        let rank = self.ranks;
        self.ranks += 1;
        if rank >= 9 {
            return Err(RecordError::new(Kind::Ranks(rank + 1), line.span()));
        }
        let usual = cells(line, WAYS[0]);
        let is_whole =
            |it: &Result<Rank, RecordError>| it.as_ref().is_ok_and(|it| it.cells.len() == 9);
        let read = if is_whole(&usual) {
            usual
        } else {
            let mut others = WAYS[1..].iter().map(|it| cells(line, *it));
            others.find(is_whole).unwrap_or(usual)
        };
        let Rank { cells, label } = read?;
        if cells.len() != 9 {
            return Err(RecordError::new(Kind::RankLength(cells.len()), line.span()));
        }
        self.board.labels.push(label);
        for (file, cell) in cells.into_iter().enumerate() {
            if let Some((kind, mark)) = cell.piece {
                self.board.pieces.push(BoardPiece {
                    square: Square::new(8 - file as u8, rank as u8),
                    kind,
                    mark,
                    span: cell.span,
                });
            }
        }
        Ok(())
    }

    /// Puts the pieces of the ranks on the board.
    pub(super) fn put_pieces(&mut self, setup: &mut Setup) -> Result<(), RecordError> {
        let board = std::mem::take(&mut self.board);
        let turn = board.turn().ok_or_else(|| {
            let kind = if board.is_turned {
                Kind::TurnedBoard
            } else {
                Kind::RankOrder
            };
            RecordError::new(kind, self.places.board.clone())
        })?;
        let has = |mark: Mark| board.pieces.iter().any(|it| it.mark == mark);
        let has_white = has(Mark::Side(Color::White)) || has(Mark::Minus);
        let is_unmarked = has(Mark::None) && !has(Mark::Side(Color::Black)) && !has(Mark::Plus);
        let caret = if is_unmarked && !has_white {
            Color::White
        } else {
            Color::Black
        };
        let is_with_black = has(Mark::None) || has(Mark::Side(Color::Black));
        let down = if !has_white && is_with_black {
            Color::White
        } else {
            Color::Black
        };
        let has_minus = has(Mark::Minus);
        for piece in board.pieces {
            let color = match piece.mark {
                Mark::None => Color::Black,
                Mark::Side(color) => color,
                Mark::Caret => caret,
                Mark::Down => down,
                Mark::Minus => Color::White,
                Mark::Plus if has_minus => Color::Black,
                Mark::Plus => {
                    let kind = Kind::NoSuchPiece("+".to_owned());
                    return Err(RecordError::new(kind, piece.span));
                }
            };
            let square = turn.of(piece.square);
            setup.board[square.index()] = Some(Piece::new(color, piece.kind));
            self.places.pieces.push((square, piece.span));
        }
        Ok(())
    }
}

/// The directions in which a board is turned.
#[derive(Clone, Copy, Debug)]
struct Turn {
    files: bool,
    ranks: bool,
}

impl Turn {
    const fn of(self, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        Square::new(
            if self.files { 8 - file } else { file },
            if self.ranks { 8 - rank } else { rank },
        )
    }
}

impl Board {
    /// Returns how the labels turn the board. `None` if the files are turned and the ranks do not say
    /// whether they are.
    fn turn(&self) -> Option<Turn> {
        let from_below = self.labels.iter().copied().eq((1..=9).rev().map(Some));
        if !self.is_turned && !from_below {
            return Some(Turn {
                files: false,
                ranks: false,
            });
        }
        if !self.is_turned {
            return None;
        }
        let labels = self.labels.iter().copied();
        let ranks = if labels.clone().eq((1..=9).map(Some)) {
            false
        } else if labels.eq((1..=9).rev().map(Some)) {
            true
        } else {
            return None;
        };
        Some(Turn { files: true, ranks })
    }
}

/// The squares of a rank, and its label.
struct Rank {
    cells: Vec<Cell>,
    label: Option<u32>,
}

fn cells(line: Line<'_>, way: Way) -> Result<Rank, RecordError> {
    let mut cursor = line.trimmed().cursor();
    cursor.next();
    let mut cells = Vec::with_capacity(9);
    while let Some(c) = cursor.peek() {
        if is_bar(c) {
            break;
        }
        cursor.take_while(|c| is_blank(c, way));
        let start = cursor.at;
        let mark = mark(&mut cursor);
        // A mark may also stand behind its piece: `玉v`.
        let ends = |c: char| is_bar(c) || c.is_whitespace() || is_empty_square(c);
        if mark != Mark::None
            && cursor.peek().is_none_or(ends)
            && let Some(Cell {
                piece: Some((_, before @ Mark::None)),
                span,
            }) = cells.last_mut()
            && span.end == start
        {
            *before = mark;
            continue;
        }
        let is_lost = mark != Mark::None && cursor.peek().is_none_or(ends);
        if is_lost && cells.last().is_some_and(|it| it.piece.is_some()) {
            // The mark of one piece or of the next.
            let kind =
                Kind::NoSuchPiece(line.text[start - line.at..cursor.at - line.at].to_owned());
            return Err(RecordError::new(kind, start..cursor.at));
        }
        let Some(c) = cursor.peek() else { break };
        if is_bar(c) {
            break;
        }
        let piece = if is_empty_square(c) || c == '\u{3000}' {
            cursor.next();
            None
        } else {
            let read = if way.has_full_names {
                full_piece(&mut cursor)
            } else {
                piece(&mut cursor)
            };
            let no_piece = || {
                let kind = Kind::NoSuchPiece(c.to_string());
                RecordError::new(kind, cursor.next_span())
            };
            Some((read.ok_or_else(no_piece)?, mark))
        };
        let span = start..cursor.at;
        cells.push(Cell { piece, span });
    }
    cursor.skip_one(is_bar);
    cursor.skip_blanks();
    let mut behind = cursor;
    behind.next();
    // A number with something behind it is text: `|…|　5手詰`.
    let is_alone = behind.peek().is_none_or(|c| c.is_whitespace() || c == '段');
    let label = cursor
        .peek()
        .and_then(|it| digit(it).or_else(|| kanji(it)))
        .filter(|_| is_alone);
    if cells.len() == 9
        && cursor.rest.matches(is_bar).count() >= 2
        && cursor.rest.matches(is_empty_square).count() >= 3
    {
        let end = cursor.at + cursor.rest.trim_end().len();
        return Err(RecordError::new(Kind::SideBySide, cursor.at..end));
    }
    Ok(Rank { cells, label })
}

const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '｜' | '│' | '┃')
}

fn is_blank(c: char, way: Way) -> bool {
    c == '\u{3000}' && !way.blank_is_square
        || c != '\u{3000}' && c.is_whitespace()
        || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

fn mark(cursor: &mut Cursor<'_>) -> Mark {
    let Some(c) = cursor.peek() else {
        return Mark::None;
    };
    let found = match c {
        '+' | '＋' => Mark::Plus,
        '-' | '－' => Mark::Minus,
        _ => match marks::mark(c) {
            Some(marks::Mark::White) => Mark::Side(Color::White),
            Some(marks::Mark::Black) => Mark::Side(Color::Black),
            Some(marks::Mark::Caret) => Mark::Caret,
            Some(marks::Mark::Down) => Mark::Down,
            None => return Mark::None,
        },
    };
    let mut ahead = *cursor;
    ahead.next();
    let is_before_piece = || piece(&mut ahead.clone()).is_some();
    if matches!(found, Mark::Plus | Mark::Minus) && !is_before_piece() {
        return Mark::None;
    }
    *cursor = ahead;
    found
}
