//! Boards drawn in text: nine ranks, or the part of a board that is drawn, in any kind of frame.

use super::row::{Drawing, Row, frame_with_text, is_bar, is_frame, row};
use super::square::Square as Drawn;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::marks::{Mark, is_empty_square};
use crate::notation::digits::{digit, kanji};
use crate::shogi::{Color, Piece, Square};
use std::ops::Range;

/// A board drawn in a text.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The pieces with their places, or the error in the drawing.
    pub pieces: Result<Vec<Placed>, RecordError>,
    /// The ranks.
    pub span: Range<usize>,
    /// The lines of the text, counted from 0: frame, numbers and ranks.
    pub lines: Range<usize>,
    /// The texts beside the board.
    pub beside: Vec<Range<usize>>,
    /// The part of the board that is drawn, unless it is all of it.
    pub part: Option<DrawnPart>,
    /// The numbers that stand at it.
    pub numbered: Numbered,
}

/// A piece on a square, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub square: Square,
    pub piece: Piece,
    pub span: Range<usize>,
}

/// The part of a board that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPart {
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of the file at the right edge, from 1; 0 of a board seen from White's side.
    pub file: usize,
    /// The number of the upper rank, from 1; 0 of a board seen from White's side.
    pub rank: usize,
}

/// Finds the board that begins in this line. Returns none if there is none.
pub(super) fn board(lines: &[Line<'_>], from: usize) -> Option<Board> {
    let mut at = from;
    let mut rows: Vec<Row> = Vec::new();
    let mut beside = Vec::new();
    let mut end = from;
    let mut is_closed = false;
    let above = numbers_above(lines, from);
    let width = above.map_or(9, |it| it.len());
    while let Some(&line) = lines.get(at) {
        if rows.len() == 9 {
            break;
        }
        // The rules of tables have no blanks; a row of dashes has.
        let is_rule = is_frame(line.text)
            && !line.text.trim().contains(' ')
            && !rows
                .first()
                .is_some_and(|it| is_of_same_signs(line, lines[from], it));
        let next = row(line, width)
            .filter(|_| !is_rule)
            .filter(|it| rows.first().is_none_or(|first| fits(first, it)));
        if let Some(next) = next {
            if !next.beside.is_empty() {
                beside.push(next.beside.clone());
            }
            rows.push(next);
            is_closed = false;
            end = at + 1;
        } else if rows.is_empty() || !may_part(line, &rows, lines.get(at + 1), width) {
            break;
        } else if !line.text.trim().is_empty() {
            if !is_frame(line.text) {
                beside.extend(frame_with_text(line));
            }
            is_closed = true;
        }
        at += 1;
    }
    let (first, last) = (rows.first()?, rows.last()?);
    let span = first.span.start..last.span.end;
    if !is_board(&rows) {
        return None;
    }
    let has_frame = is_closed || from > 0 && is_frame(lines[from - 1].text);
    // The lower edge of the frame and the numbers of the files below belong to it.
    while lines
        .get(end)
        .is_some_and(|it| is_frame(it.text) && !it.text.trim().is_empty())
    {
        end += 1;
    }
    let mut begin = from;
    while begin > 0
        && from - begin < 3
        && (is_frame(lines[begin - 1].text) || numbers(lines[begin - 1].text).is_some())
    {
        begin -= 1;
    }
    let mut files = lines[begin..from]
        .iter()
        .rev()
        .find_map(|it| numbers(it.text));
    if let Some(below) = lines.get(end).and_then(|it| numbers(it.text)) {
        end += 1;
        files = files.or(Some(below));
    }
    let part = measure(&rows, files.as_deref(), has_frame, &span);
    Some(Board {
        pieces: part.clone().map(|part| place(&rows, part)),
        span,
        lines: begin..end,
        beside,
        part: part.ok().filter(|it| (it.files, it.ranks) != (9, 9)),
        numbered: Numbered {
            files: files.is_some(),
            ranks: rows.iter().any(|it| it.label.is_some()),
        },
    })
}

/// Returns the numbers of the files above a rank. The edge of a frame may stand between.
fn numbers_above(lines: &[Line<'_>], rank: usize) -> Option<Vec<u8>> {
    let above = lines.get(rank.checked_sub(1)?)?;
    numbers(above.text).or_else(|| {
        let next = rank.checked_sub(2).filter(|_| is_frame(above.text))?;
        numbers(lines[next].text)
    })
}

/// Returns whether a line has as many empty squares as the first rank, in its sign: `ーーーーーーーーー`.
fn is_of_same_signs(line: Line<'_>, first_line: Line<'_>, first: &Row) -> bool {
    let text = line.text.trim();
    let Some(sign) = text.chars().next().filter(|c| is_empty_square(*c)) else {
        return false;
    };
    first.drawing == Drawing::Open
        && first_line.text.contains(sign)
        && text.chars().all(|c| c == sign)
        && text.chars().count() == first.squares.len()
}

/// Returns whether two lines can be ranks of the same board.
fn fits(first: &Row, next: &Row) -> bool {
    first.drawing == next.drawing
}

/// Returns whether a line may stand between two ranks: a frame, or nothing, if ranks have frames between them.
fn may_part(line: Line<'_>, rows: &[Row], next: Option<&Line<'_>>, width: usize) -> bool {
    let is_cells = rows.iter().all(|it| it.drawing == Drawing::Cells);
    if line.text.trim().is_empty() {
        let follows = next
            .and_then(|it| row(*it, width))
            .is_some_and(|it| it.drawing == rows[0].drawing);
        return follows;
    }
    let is_line = is_frame(line.text) || is_cells && frame_with_text(line).is_some();
    is_line && (is_cells || next.and_then(|it| row(*it, width)).is_some())
}

/// Returns whether lines of one drawing are a board, as a person would see it.
fn is_board(rows: &[Row]) -> bool {
    let squares = || rows.iter().flat_map(|it| &it.squares);
    let pieces = squares().filter(|it| it.piece.is_some()).count();
    let is_drawn = match rows[0].drawing {
        Drawing::Bars | Drawing::Cells => rows.len() >= 3 && squares().count() >= 9,
        // A part of a board has the numbers of its ranks.
        Drawing::Open => {
            rows.len() >= 7
                || rows.len() >= 3
                    && rows.iter().all(|it| it.label.is_some())
                    && rows[0].squares.len() < 9
        }
    };
    is_drawn && pieces > 0
}

/// Reads the numbers of the files: `９ ８ ７ …`, ` 5  4  3  2  1`, `| 9 | 8 |`, `a b c`. A board seen from White's side
/// has them from 1 on.
fn numbers(text: &str) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    for c in text.chars() {
        if c.is_whitespace() || is_bar(c) || c == '筋' {
            continue;
        }
        let letter = |c: char| {
            ('a'..='i')
                .contains(&c)
                .then(|| 9 - (u32::from(c) - u32::from('a')))
        };
        let circled = |c: char| {
            ('①'..='⑨')
                .contains(&c)
                .then(|| u32::from(c) - u32::from('①') + 1)
        };
        let value = digit(c)
            .or_else(|| kanji(c))
            .or_else(|| circled(c))
            .or_else(|| letter(c));
        found.push(value.filter(|it| (1..=9).contains(it))? as u8);
        if found.len() > 9 {
            return None;
        }
    }
    let descends = found.windows(2).all(|it| it[0] == it[1] + 1);
    let ascends = found.windows(2).all(|it| it[0] + 1 == it[1]);
    (found.len() >= 2 && (descends || ascends)).then_some(found)
}

/// Returns the part of the board that the ranks are.
fn measure(
    rows: &[Row],
    files: Option<&[u8]>,
    has_frame: bool,
    span: &Range<usize>,
) -> Result<DrawnPart, RecordError> {
    let error = |kind, span: &Range<usize>| Err(RecordError::new(kind, span.clone()));
    if let Some(wrong) = rows.iter().find_map(|it| it.wrong.clone()) {
        return Err(wrong);
    }
    let width = files.map_or_else(|| usual(rows), <[u8]>::len);
    if let Some(row) = rows.iter().find(|it| it.squares.len() != width) {
        let squares = row.squares.len();
        return match files {
            Some(files) if width != 9 => {
                let files = files.len();
                error(Kind::RankWidth { squares, files }, &row.span)
            }
            _ => error(Kind::RankLength(squares), &row.span),
        };
    }
    let ranks = rows.len();
    if files.is_some_and(|it| it[0] < it[width - 1]) {
        // Seen from White's side: the ranks must say so, too.
        let is_turned = width == 9
            && ranks == 9
            && rows
                .iter()
                .enumerate()
                .all(|(at, it)| it.label.is_none_or(|it| usize::from(it) == 9 - at));
        let has_labels = rows.iter().any(|it| it.label.is_some());
        return if is_turned && has_labels {
            Ok(DrawnPart {
                files: 9,
                ranks: 9,
                file: 0,
                rank: 0,
            })
        } else {
            error(Kind::TurnedBoard, span)
        };
    }
    let file = files
        .and_then(<[u8]>::last)
        .map_or(1, |it| usize::from(*it));
    let labels: Vec<(usize, usize)> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, it)| Some((at, usize::from(it.label?))))
        .collect();
    let is_in_order = |rank: usize| labels.iter().all(|(at, label)| *label == rank + at);
    let rank = match labels.first() {
        Some((at, first)) if first > at => first - at,
        _ => 1,
    };
    let is_whole = width == 9 && ranks == 9;
    // A part with a gap in it is a board of which something is missing, and so is nearly all of a board.
    let is_open_part = rows[0].drawing == Drawing::Open && files.is_some() && labels.len() == ranks;
    let is_part = (has_frame && rows[0].drawing != Drawing::Open || is_open_part)
        && width >= 3
        && ranks >= 3
        && is_in_order(rank)
        && (width < 9 || !labels.is_empty() && ranks <= if labels.len() == ranks { 6 } else { 5 });
    if !is_whole && (!is_part || rank + ranks > 10 || file + width > 10) {
        return error(Kind::Ranks(ranks), span);
    }
    // A board seen from White's side without the numbers of its files. Boards in letters count as in chess.
    let is_in_letters = rows
        .iter()
        .flat_map(|it| &it.squares)
        .any(|it| it.color.is_some());
    if is_whole
        && !is_in_letters
        && labels.len() == 9
        && labels.iter().all(|(at, label)| *label == 9 - at)
    {
        return error(Kind::RankOrder, span);
    }
    if is_whole {
        return Ok(DrawnPart {
            files: 9,
            ranks: 9,
            file: 1,
            rank: 1,
        });
    }
    Ok(DrawnPart {
        files: width,
        ranks,
        file,
        rank,
    })
}

/// Returns the number of squares that most ranks have.
fn usual(rows: &[Row]) -> usize {
    let count = |width: usize| rows.iter().filter(|it| it.squares.len() == width).count();
    let mut widths: Vec<usize> = rows.iter().map(|it| it.squares.len()).collect();
    widths.sort_unstable();
    widths.into_iter().max_by_key(|it| count(*it)).unwrap_or(0)
}

/// Puts the pieces on their squares.
fn place(rows: &[Row], part: DrawnPart) -> Vec<Placed> {
    let sides = Sides::of(rows);
    let mut placed = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for (number, drawn) in row.squares.iter().enumerate() {
            let Some(kind) = drawn.piece else { continue };
            let square = if part.file == 0 {
                Square::new(number as u8, (8 - at) as u8)
            } else {
                let file = part.file - 1 + (part.files - 1 - number);
                Square::new(file as u8, (part.rank - 1 + at) as u8)
            };
            let piece = Piece::new(sides.color(drawn), kind);
            placed.push(Placed {
                square,
                piece,
                span: drawn.span.clone(),
            });
        }
    }
    placed
}

/// The sides that the marks of a board stand for.
struct Sides {
    caret: Color,
    down: Color,
    none: Color,
}

impl Sides {
    fn of(rows: &[Row]) -> Self {
        let drawn = || {
            rows.iter()
                .flat_map(|it| &it.squares)
                .filter(|it| it.piece.is_some())
        };
        let has = |mark: Option<Mark>| drawn().any(|it| it.mark == mark && it.color.is_none());
        let is_of_engine = has(Some(Mark::Caret)) && !has(Some(Mark::White)) && has(None);
        // A board on which only Black's pieces are marked.
        let is_inverse = has(Some(Mark::Black))
            && !has(Some(Mark::White))
            && !has(Some(Mark::Caret))
            && !has(Some(Mark::Down))
            && has(None);
        Self {
            down: if !has(Some(Mark::White)) && (has(None) || has(Some(Mark::Black))) {
                Color::White
            } else {
                Color::Black
            },
            caret: if is_of_engine {
                Color::White
            } else {
                Color::Black
            },
            none: if is_inverse {
                Color::White
            } else {
                Color::Black
            },
        }
    }

    fn color(&self, drawn: &Drawn) -> Color {
        match (drawn.color, drawn.mark) {
            (Some(color), _) => color,
            (None, Some(Mark::White)) => Color::White,
            (None, Some(Mark::Black)) => Color::Black,
            (None, Some(Mark::Caret)) => self.caret,
            (None, Some(Mark::Down)) => self.down,
            (None, None) => self.none,
        }
    }
}

/// The numbers at a board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbered {
    pub files: bool,
    pub ranks: bool,
}
