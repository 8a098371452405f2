//! Signs of other markup in texts: of wikis, forums and chats, and what elements of pages say of a piece.

use super::clean::Taken;
use super::square::cell;
use crate::lines::Line as Plain;
use crate::notation::cursor::Cursor;
use crate::notation::written_move::piece;
use std::ops::Range;

/// The mark that stands for an element of White's pieces.
pub(super) const WHITE: &str = "▽";

/// A line with its signs of markup.
#[derive(Default)]
pub(super) struct Line {
    /// The length of what is taken out at its beginning.
    pub begin: usize,
    /// The sign at its end that is taken out.
    end: Range<usize>,
    /// Whether two bars part its cells.
    has_cells: bool,
    /// The place behind the last cell, in bytes, at which a bar is put.
    pub close: Option<usize>,
}

impl Line {
    /// Looks at the line of a text that begins here.
    pub fn new(text: &str, at: usize, is_wiki: bool) -> Self {
        let rest = &text[at..];
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let bare = line.trim();
        if is_wiki {
            return Self::of_wiki(line, at);
        }
        // The signs of code in blogs, each in a line of its own: `>||` and `||<`.
        let is_code = matches!(bare, ">|" | ">||" | "|<" | "||<" | "|" | "||" | "<")
            || bare.strip_prefix(">|").is_some_and(|it| {
                it.strip_suffix('|')
                    .is_some_and(|it| it.chars().all(|c| c.is_ascii_alphanumeric()))
            });
        if is_code {
            return Self {
                begin: line.len(),
                ..Self::default()
            };
        }
        // What a chat hides until it is asked for: `||▲１二金||`.
        let Some(inner) = line.strip_prefix("||").filter(|it| !it.is_empty()) else {
            return Self::default();
        };
        let shown = inner.trim_end().strip_suffix("||").unwrap_or(inner);
        if shown.contains('|') {
            return Self::default();
        }
        let end = at + 2 + shown.len();
        let is_closed = shown.len() < inner.len();
        Self {
            begin: 2,
            end: if is_closed { end..end + 2 } else { 0..0 },
            ..Self::default()
        }
    }

    /// Looks at a line of a wiki: `{|`, `|-`, `| a || b`, `! a !! b`.
    fn of_wiki(line: &str, at: usize) -> Self {
        let bare = line.trim_start();
        let is_rule = ["{|", "|}", "|-"].iter().any(|it| bare.starts_with(it));
        let has_cells = !is_rule && bare.starts_with(['|', '!']);
        Self {
            begin: if is_rule { line.len() } else { 0 },
            end: 0..0,
            has_cells,
            close: has_cells.then_some(at + line.len()),
        }
    }

    /// Returns the length of the sign at this place of the text.
    pub fn sign_at(&self, text: &str, at: usize) -> Option<usize> {
        let rest = &text[at..];
        if !self.end.is_empty() && at == self.end.start {
            return Some(self.end.len());
        }
        let is_pair = rest.starts_with("||") || rest.starts_with("!!");
        match self.has_cells {
            true if is_pair => Some(2),
            true if rest.starts_with('!') => Some(1),
            _ => None,
        }
    }

    /// Returns what stands for such a sign.
    pub const fn instead(&self) -> &'static str {
        if self.has_cells { "|" } else { "" }
    }
}

/// Returns whether a text has a table of a wiki in it.
pub(super) fn is_wiki(text: &str) -> bool {
    let begins = text.starts_with("{|") || text.contains("\n{|");
    begins && text.contains("\n|}")
}

/// Reads the tag of a forum at the beginning of a text: `[code]`, `[/quote]`, `[b]`.
pub(super) fn board_code(text: &str) -> Option<Taken> {
    let inner = &text[1..];
    let end = inner.bytes().take(32).position(|it| it == b']')?;
    let tag = inner.get(..end)?;
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let name = tag.split(['=', ' ']).next()?.to_ascii_lowercase();
    let instead = match &*name {
        "code" | "quote" | "pre" | "spoiler" | "hide" => "\n",
        "b" | "i" | "u" | "size" | "color" | "font" | "center" => "",
        _ => return None,
    };
    // Without its end it may be text: the hands of a FEN are `[b]`, too.
    let is_paired = inner.starts_with('/') || text.contains(&["[/", &name].concat());
    is_paired.then(|| Taken {
        length: end + 2,
        instead: instead.to_owned(),
    })
}

/// Returns the length of an element with what it holds.
pub(super) fn end_of_element(text: &str, name: &str) -> Option<usize> {
    let close = ["</", name, ">"].concat();
    text.find(&close).map(|at| at + close.len())
}

/// Returns the square that the words of a picture name: `<img alt="▽歩">`.
pub(super) fn picture(tag: &str) -> Option<String> {
    let words = attribute(tag, "alt")?;
    let is_square = !words.is_empty() && cell(Plain { text: words, at: 0 }).is_some();
    is_square.then(|| words.to_owned())
}

/// Returns the value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.find(&[" ", name, "="].concat())?;
    let value = &tag[at + name.len() + 2..];
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split(quote).next()
}

/// Returns whether a tag says that its piece is White's: by its class, or since it is turned.
pub(super) fn is_of_white(tag: &str) -> bool {
    let class = attribute(tag, "class").unwrap_or_default();
    let mut words = class.split([' ', '-', '_']);
    let is_gote = words.clone().any(|it| it.eq_ignore_ascii_case("gote"));
    // The colour alone may be that of the square.
    let is_white = class.contains("piece") && words.any(|it| it.eq_ignore_ascii_case("white"));
    let style = attribute(tag, "style").unwrap_or_default();
    is_gote || is_white || style.contains("rotate(180deg)")
}

/// Returns whether nothing but a piece follows, perhaps within other elements, up to the end of its element.
pub(super) fn holds_piece(text: &str) -> bool {
    let mut rest = text;
    for _ in 0..4 {
        let inner = rest.trim_start();
        match inner.strip_prefix('<').and_then(|it| it.find('>')) {
            Some(end) if !inner.starts_with("</") => rest = &inner[end + 2..],
            _ => break,
        }
    }
    let mut cursor = Cursor {
        rest: rest.trim_start(),
        at: 0,
    };
    piece(&mut cursor).is_some() && cursor.rest.trim_start().starts_with('<')
}
