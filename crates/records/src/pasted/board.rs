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
    // Ranks that are too many, or behind something else, belong to the board, which is an error.
    let more = more_ranks(lines, at, &rows, width);
    let rest = goes_on(lines, at, &rows, width);
    end = rest.unwrap_or(if more.count > 0 {
        at + more.length
    } else {
        end
    });
    let all_ranks = span.start..lines[end - 1].span().end;
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
        && (is_frame(lines[begin - 1].text)
            || numbers(lines[begin - 1].text).is_some()
            || begin > 1 && is_above_table(lines[begin - 2], lines[begin - 1]))
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
    let mut part = measure(&rows, files.as_deref(), has_frame, &span);
    if more.count > 0 || rest.is_some() {
        part = Err(RecordError::new(
            Kind::Ranks(rows.len() + more.count),
            all_ranks,
        ));
    }
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

/// Ranks below the ninth one.
#[derive(Default)]
struct MoreRanks {
    count: usize,
    /// The number of lines that they take.
    length: usize,
}

/// Returns the ranks right below the ninth one. As many as a board has are another board.
fn more_ranks(lines: &[Line<'_>], at: usize, rows: &[Row], width: usize) -> MoreRanks {
    if rows.len() < 9 {
        return MoreRanks::default();
    }
    let is_rank = |line: &&Line<'_>| {
        !is_frame(line.text)
            && numbers(line.text).is_none()
            && row(**line, width)
                .is_some_and(|it| fits(&rows[0], &it) && it.squares.len() == rows[8].squares.len())
    };
    // The rows of a table may have blank lines between them.
    let is_table = rows[0].drawing == Drawing::Cells;
    let below = lines.get(at..).unwrap_or_default();
    let (mut count, mut length) = (0, 0);
    for (number, line) in below.iter().take(MOST_BETWEEN * 2).enumerate() {
        if is_rank(&line) {
            (count, length) = (count + 1, number + 1);
        } else if !is_table || !line.text.trim().is_empty() {
            break;
        }
        if count == 9 {
            return MoreRanks::default();
        }
    }
    MoreRanks { count, length }
}

/// The most lines, such as those of an advertisement, in which the next rank of a board is looked for.
const MOST_BETWEEN: usize = 12;

/// Returns where a board ends of which something parts the ranks: the one with the next number stands lines below.
fn goes_on(lines: &[Line<'_>], at: usize, rows: &[Row], width: usize) -> Option<usize> {
    let last = rows.last().filter(|_| rows.len() < 9)?;
    let next = last.label? + 1;
    let rank = |line: &Line<'_>| {
        let it = row(*line, width).filter(|_| !is_frame(line.text))?;
        (fits(last, &it) && it.squares.len() == last.squares.len()).then_some(it.label)
    };
    let below = lines.get(at..)?;
    let first = below
        .iter()
        .take(MOST_BETWEEN)
        .position(|it| rank(it).is_some())?;
    let is_next = rank(&below[first]) == Some(Some(next));
    let count = below[first..]
        .iter()
        .take(9)
        .take_while(|it| rank(it).is_some())
        .count();
    is_next.then_some(at + first + count)
}

/// Returns the numbers of the files above a rank. The edge of a frame may stand between.
fn numbers_above(lines: &[Line<'_>], rank: usize) -> Option<Vec<u8>> {
    let above = lines.get(rank.checked_sub(1)?)?;
    numbers(above.text).or_else(|| {
        let next = rank.checked_sub(2)?;
        let is_above = is_frame(above.text) || is_above_table(lines[next], *above);
        numbers(lines[next].text).filter(|_| is_above)
    })
}

/// Returns whether a line has the numbers of the files in cells, with a blank line below it.
fn is_above_table(line: Line<'_>, below: Line<'_>) -> bool {
    below.text.trim().is_empty() && line.text.contains(is_bar) && numbers(line.text).is_some()
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
    let is_numbered = files.is_some() && labels.len() == ranks;
    let is_open_part = rows[0].drawing == Drawing::Open && is_numbered;
    let is_part = (rows[0].drawing != Drawing::Open && (has_frame || is_numbered) || is_open_part)
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
    let is_turned = labels.iter().all(|(at, label)| *label == 9 - at);
    // The sign at each rank may look like a number: `I`.
    let are_numbers = labels.iter().any(|it| it.1 != labels[0].1);
    if is_whole
        && are_numbers
        && labels.len() == 9
        && (is_turned && !is_in_letters || !is_turned && !is_in_order(1))
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
