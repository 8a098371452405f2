//! The layout of a diagram. Lengths are in units of the picture; a square of the board has 40 by 44.

use super::glyphs::{self, Outline};
use crate::notation::japanese;
use crate::notation::japanese::glyph;
use crate::shogi::{Color, Move, Setup, Square};
use askama::Template;
use std::collections::BTreeSet;
use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The width of a square.
const CELL_WIDTH: f64 = 40.0;
/// The height of a square.
const CELL_HEIGHT: f64 = 44.0;
/// The left edge of the board.
const LEFT: f64 = 52.0;
/// The distance from the board to the right edge of the picture, for the ranks and a hand.
const RIGHT: f64 = 74.0;
/// The side of a piece on the board.
const PIECE: f64 = 36.0;
/// The side of a piece in a hand.
const HAND_PIECE: f64 = 25.0;

/// A diagram with everything in its place.
#[derive(Template)]
#[template(
    path = "diagram.svg",
    escape = "html",
    config = "src/report/askama.toml"
)]
pub(super) struct Picture {
    width: f64,
    height: f64,
    name: String,
    sfen: String,
    glyphs: Vec<Outline>,
    marks: Vec<Mark>,
    grid: String,
    frame: String,
    stars: String,
    groups: Vec<Group>,
    texts: Vec<Text>,
}

/// A tinted square.
struct Mark {
    class: &'static str,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    fill: &'static str,
}

/// Outlines that belong together.
struct Group {
    class: &'static str,
    shapes: Vec<Shape>,
    signs: Vec<Sign>,
}

impl Group {
    const fn new(class: &'static str, signs: Vec<Sign>) -> Self {
        Self {
            class,
            shapes: Vec::new(),
            signs,
        }
    }
}

/// A shape that is not a character.
struct Shape {
    outline: String,
    hollow: bool,
}

/// A character in its place.
struct Sign {
    id: String,
    place: String,
}

/// Text in the fonts of the viewer.
struct Text {
    class: &'static str,
    x: f64,
    y: f64,
    size: f64,
    at_end: bool,
    words: String,
}

/// A picture that is being drawn.
pub(super) struct Sheet {
    /// The upper edge of the board.
    top: f64,
    height: f64,
    /// The characters whose outlines the picture needs.
    used: BTreeSet<char>,
    marks: Vec<Mark>,
    groups: Vec<Group>,
    texts: Vec<Text>,
}

impl Sheet {
    /// Makes an empty sheet, with room above and below the board if something is written there.
    pub fn new(above: bool, below: bool) -> Self {
        let top = if above { 66.0 } else { 32.0 };
        let bottom = top + 9.0 * CELL_HEIGHT;
        Self {
            top,
            height: bottom + if below { 44.0 } else { 14.0 },
            used: BTreeSet::new(),
            marks: Vec::new(),
            groups: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let column = 8 - square.file();
        (
            LEFT + f64::from(column) * CELL_WIDTH,
            self.top + f64::from(square.rank()) * CELL_HEIGHT,
        )
    }

    /// Tints the destination of a move, and its origin lighter.
    pub fn mark_last_move(&mut self, last: Move) {
        let mut tint = |class, square, fill| {
            let (x, y) = self.corner(square);
            self.marks.push(Mark {
                class,
                x,
                y,
                width: CELL_WIDTH,
                height: CELL_HEIGHT,
                fill,
            });
        };
        if let Some(from) = last.from() {
            tint("from", from, "#f9f1dc");
        }
        tint("to", last.to(), "#f2d999");
    }

    /// Draws files above the board and ranks at its right.
    pub fn draw_coordinates(&mut self) {
        let mut signs = Vec::new();
        let size = 17.0;
        for number in 0..9_u8 {
            let (x, y) = self.corner(Square::new(number, number));
            let name = japanese::square(Square::new(number, number));
            let mut name = name.chars();
            let middle = x + (CELL_WIDTH - size) / 2.0;
            signs.extend(name.next().map(|it| (it, middle, self.top - 22.0)));
            let middle = y + (CELL_HEIGHT - size) / 2.0;
            let right = LEFT + 9.0 * CELL_WIDTH + 5.0;
            signs.extend(name.next().map(|it| (it, right, middle)));
        }
        let signs = signs
            .into_iter()
            .filter_map(|(it, x, y)| self.sign(it, x, y, size, false))
            .collect();
        self.groups.push(Group::new("coordinates", signs));
    }

    /// Draws the pieces of Black upright, those of White turned.
    pub fn draw_pieces(&mut self, setup: &Setup) {
        for color in Color::ALL {
            let mut signs = Vec::new();
            for (square, piece) in setup.pieces().filter(|(_, it)| it.color() == color) {
                let (x, y) = self.corner(square);
                let x = x + (CELL_WIDTH - PIECE) / 2.0;
                let y = y + (CELL_HEIGHT - PIECE) / 2.0;
                let turned = color == Color::White;
                signs.extend(self.sign(glyph(piece.kind()), x, y, PIECE, turned));
            }
            let class = match color {
                Color::Black => "pieces black",
                Color::White => "pieces white",
            };
            self.groups.push(Group::new(class, signs));
        }
    }

    /// Draws a hand beside the board, from top to bottom: the mark of the side, the label, the
    /// pieces.
    pub fn draw_hand(&mut self, color: Color, label: &str, pieces: &[String]) {
        const MARK: f64 = 24.0;
        const SMALL: f64 = 17.0;
        const GAP: f64 = 5.0;
        let is_list = pieces.iter().all(|it| it.chars().count() <= 3) && pieces != ["なし"];
        let size = if is_list { HAND_PIECE } else { SMALL + 2.0 };
        // Each character with its size and the gap below it.
        let mut column: Vec<(char, f64, f64)> = Vec::new();
        column.extend(label.chars().map(|it| (it, SMALL, 1.0)));
        if let Some((_, _, gap)) = column.last_mut() {
            *gap += 2.0 * GAP;
        }
        for piece in pieces {
            column.extend(piece.chars().map(|it| (it, size, 1.0)));
            if let Some((_, _, gap)) = column.last_mut() {
                *gap += GAP - 1.0;
            }
        }
        // The fullest hand has 15 characters and is as long as the board.
        let length: f64 = column.iter().map(|(_, size, gap)| size + gap).sum();
        let room = 9.0 * CELL_HEIGHT - MARK - GAP;
        let shrink = (room / length).min(1.0);
        let middle = match color {
            Color::Black => LEFT + 9.0 * CELL_WIDTH + RIGHT - 26.0,
            Color::White => 26.0,
        };
        let mut y = self.top + MARK + GAP;
        let mut signs = Vec::new();
        for (character, size, gap) in column {
            let size = size * shrink;
            signs.extend(self.sign(character, middle - size / 2.0, y, size, false));
            y += size + gap * shrink;
        }
        let class = match color {
            Color::Black => "hand black",
            Color::White => "hand white",
        };
        let hollow = color == Color::White;
        let outline = pentagon(middle, self.top);
        self.groups.push(Group {
            shapes: vec![Shape { outline, hollow }],
            ..Group::new(class, signs)
        });
    }

    /// Draws title and author above the board, the length below.
    pub fn draw_caption(&mut self, title: &str, author: &str, below: &str) {
        let caption = Caption::new(title, author);
        let right = LEFT + CAPTION_WIDTH;
        let mut text = |class, words: &str, (x, y), size: f64, at_end| {
            if !words.is_empty() {
                let size = (size * caption.shrink * 10.0).round() / 10.0;
                let words = words.to_owned();
                self.texts.push(Text {
                    class,
                    x,
                    y,
                    size,
                    at_end,
                    words,
                });
            }
        };
        let last = if caption.lines.len() > 1 { 38.0 } else { 30.0 };
        for (index, line) in caption.lines.iter().enumerate() {
            let y = if index + 1 < caption.lines.len() {
                19.0
            } else {
                last
            };
            text("title", line, (LEFT, y), TITLE_SIZE, false);
        }
        text("author", &caption.author, (right, last), AUTHOR_SIZE, true);
        let size = if below.contains('図') { 16.0 } else { 20.0 };
        let length: f64 = below.chars().map(glyphs::advance).sum();
        let x = LEFT + (9.0 * CELL_WIDTH - length * size) / 2.0;
        let y = self.top + 9.0 * CELL_HEIGHT + 12.0;
        let signs = self.row_of_signs(below, x, y, size);
        self.groups.push(Group::new("below", signs));
    }

    /// Returns the finished picture, with its name and position for screen readers.
    pub fn finish(self, name: String, sfen: String) -> Picture {
        let used = self.used.iter();
        let (width, height) = (9.0 * CELL_WIDTH, 9.0 * CELL_HEIGHT);
        let mut grid = String::new();
        for number in 1..9 {
            let x = LEFT + f64::from(number) * CELL_WIDTH;
            let y = self.top + f64::from(number) * CELL_HEIGHT;
            let _ = write!(grid, "M{x} {}v{height}M{LEFT} {y}h{width}", self.top);
        }
        let mut stars = String::new();
        for (column, rank) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
            let (x, y) = (LEFT + column * CELL_WIDTH, self.top + rank * CELL_HEIGHT);
            let _ = write!(stars, "M{x} {y}h0");
        }
        Picture {
            width: LEFT + width + RIGHT,
            height: self.height,
            name,
            sfen,
            glyphs: used.filter_map(|&it| Outline::of(it)).collect(),
            marks: self.marks,
            grid,
            frame: format!("M{LEFT} {}h{width}v{height}h-{width}z", self.top),
            stars,
            groups: self.groups,
            texts: self.texts,
        }
    }

    /// Lays out a row of characters.
    fn row_of_signs(&mut self, words: &str, mut x: f64, y: f64, size: f64) -> Vec<Sign> {
        let mut signs = Vec::new();
        for character in words.chars() {
            let room = glyphs::advance(character) * size;
            // Narrow outlines, too, are in the middle of their square.
            let left = x - (size - room) / 2.0;
            signs.extend(self.sign(character, left, y, size, false));
            x += room;
        }
        signs
    }

    /// Lays out a character in a square with this upper left corner; `None` if there is nothing to
    /// draw.
    fn sign(&mut self, character: char, x: f64, y: f64, size: f64, turned: bool) -> Option<Sign> {
        glyphs::outline(character)?;
        self.used.insert(character);
        let scale = round(size / glyphs::SQUARE, 5);
        let place = if turned {
            let (x, y) = (round(x + size, 2), round(y + size, 2));
            format!("translate({x} {y}) scale(-{scale})")
        } else {
            let (x, y) = (round(x, 2), round(y, 2));
            format!("translate({x} {y}) scale({scale})")
        };
        let id = glyphs::id(character);
        Some(Sign { id, place })
    }
}

/// The font size of the title.
const TITLE_SIZE: f64 = 21.0;
/// The font size of the author.
const AUTHOR_SIZE: f64 = 15.0;
/// The width of the longest line of the caption.
const CAPTION_WIDTH: f64 = 9.0 * CELL_WIDTH + 20.0;

/// Title and author as they fit above the board. A long title is smaller, a very long one has two
/// lines, and a longer one is cut.
pub(super) struct Caption {
    lines: Vec<String>,
    author: String,
    shrink: f64,
    /// Whether a part of the title or the author is missing.
    pub is_cut: bool,
}

impl Caption {
    /// Lays out a title and an author.
    pub fn new(title: &str, author: &str) -> Self {
        const LEAST_SHRINK: f64 = 0.6;
        let whole_author = author;
        let author = cut(author, 30);
        let beside = if author.is_empty() {
            0.0
        } else {
            columns(&author) * AUTHOR_SIZE / 2.0 + 20.0
        };
        let length = |line: &str| columns(line) * TITLE_SIZE / 2.0;
        let shrink = CAPTION_WIDTH / (length(title) + beside);
        if shrink >= 0.75 {
            return Self {
                lines: vec![title.to_owned()],
                is_cut: author != whole_author,
                author,
                shrink: shrink.min(1.0),
            };
        }
        // The first line has no author beside it.
        let both = (2.0 * CAPTION_WIDTH - 2.0 * TITLE_SIZE) / (length(title) + beside);
        let shrink = both.clamp(LEAST_SHRINK, 0.8);
        // The columns that fit. They bound the work on a title as long as a book, or of characters without
        // a width.
        let room = (CAPTION_WIDTH / shrink / (TITLE_SIZE / 2.0)).ceil() as usize;
        let mut first = String::new();
        let mut rest = title.chars().peekable();
        while let Some(&next) = rest.peek() {
            first.push(next);
            if length(&first) * shrink > CAPTION_WIDTH || first.len() > 16 * room {
                first.pop();
                break;
            }
            rest.next();
        }
        let rest: String = rest.collect();
        let mut width = rest.width().min(room);
        while width > 0 && (length(&cut(&rest, width)) + beside) * shrink > CAPTION_WIDTH {
            width -= 1;
        }
        let second = cut(&rest, width);
        Self {
            is_cut: second != rest || author != whole_author,
            lines: vec![first, second],
            author,
            shrink,
        }
    }
}

/// Returns the shape of a piece, the mark of a side (☗, ☖).
fn pentagon(middle: f64, top: f64) -> String {
    format!("M{middle} {}l6.2 3.6l2.8 14.4h-18l2.8 -14.4z", top + 1.0)
}

/// Returns the width of a text in columns of a terminal.
fn columns(text: &str) -> f64 {
    u32::try_from(text.width()).map_or(f64::MAX, f64::from)
}

/// Cuts a text to this number of columns.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |it: &char| {
        used += it.width().unwrap_or(0);
        used <= width
    };
    text.chars().take_while(fits).collect::<String>() + "…"
}

/// Rounds a number to this many decimals.
fn round(number: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (number * unit).round() / unit
}
