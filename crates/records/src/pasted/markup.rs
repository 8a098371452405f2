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
    /// Whether the next line has the next cell of the same row.
    pub joins_next: bool,
    /// Whether its cells are in quotation marks, with commas between them.
    is_quoted: bool,
}

impl Line {
    /// Looks at the line of a text that begins here.
    pub fn new(text: &str, at: usize, is_wiki: bool) -> Self {
        let rest = &text[at..];
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let bare = line.trim();
        if is_wiki {
            return Self::of_wiki(rest, at);
        }
        if is_quoted_row(bare) {
            let indent = line.len() - line.trim_start().len();
            let end = at + indent + bare.len() - 1;
            return Self {
                begin: indent + 1,
                end: end..end + 1,
                is_quoted: true,
                ..Self::default()
            };
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
    fn of_wiki(rest: &str, at: usize) -> Self {
        let mut lines = rest.lines();
        let line = lines.next().unwrap_or_default();
        let next = lines.next().unwrap_or_default().trim_start();
        let bare = line.trim_start();
        let is_rule = is_wiki_rule(bare);
        let has_cells = !is_rule && bare.starts_with(['|', '!']);
        let is_cell = |line: &str| line.starts_with(['|', '!']) && !is_wiki_rule(line);
        let is_one = !bare.contains("||") && !bare.contains("!!");
        let joins_next = has_cells && is_one && is_cell(next);
        Self {
            begin: if is_rule { line.len() } else { 0 },
            has_cells,
            close: (has_cells && !joins_next).then_some(at + line.len()),
            joins_next,
            ..Self::default()
        }
    }

    /// Returns the length of the sign at this place of the text.
    pub fn sign_at(&self, text: &str, at: usize) -> Option<usize> {
        let rest = &text[at..];
        if !self.end.is_empty() && at == self.end.start {
            return Some(self.end.len());
        }
        if self.is_quoted {
            return rest.starts_with("\",\"").then_some(3);
        }
        let is_pair = rest.starts_with("||") || rest.starts_with("!!");
        match self.has_cells {
            true if is_pair => Some(2),
            true if rest.starts_with('!') => Some(1),
            _ => None,
        }
    }

    /// Returns what stands for such a sign of this length.
    pub const fn instead(&self, length: usize) -> &'static str {
        match (self.has_cells, self.is_quoted) {
            (true, _) => "|",
            (false, true) if length > 1 => "\t",
            (false, _) => "",
        }
    }
}

/// Returns whether a line parts the rows of a table of a wiki.
fn is_wiki_rule(line: &str) -> bool {
    ["{|", "|}", "|-"].iter().any(|it| line.starts_with(it))
}

/// Returns whether a line has the nine cells of a rank, or a hand, in quotation marks: `"","","v玉"`.
fn is_quoted_row(line: &str) -> bool {
    let inner = line.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let Some(inner) = inner.filter(|it| it.len() < LONGEST_ROW) else {
        return false;
    };
    let is_hand = ["持", "先手", "後手", "攻方", "玉方"]
        .iter()
        .any(|it| inner.starts_with(it));
    let parts = inner.matches("\",\"").count();
    parts >= 8 || is_hand && parts > 0
}

/// The longest row of cells in quotation marks, in bytes.
const LONGEST_ROW: usize = 400;

/// Returns the name in front of each line of a quotation, with its sign: `taro> `. Most lines have it.
pub(super) fn name_of_quotation(text: &str) -> Option<&str> {
    let name = text.lines().find_map(|line| {
        let at = line
            .find("> ")
            .filter(|at| (1..=LONGEST_NAME).contains(at))?;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        line[..at].chars().all(is_name).then(|| &line[..=at])
    })?;
    let count = text.lines().filter(|it| it.starts_with(name)).count();
    (count >= LEAST_QUOTED && 2 * count >= text.lines().count()).then_some(name)
}

/// The longest name in front of a quotation, in bytes.
const LONGEST_NAME: usize = 30;

/// The fewest lines behind a name that are a quotation.
const LEAST_QUOTED: usize = 5;

/// Returns the position that an element holds in its attributes, perhaps with its moves: `data-sfen="…"`, `<iframe src="…">`.
pub(super) fn position(tag: &str) -> Option<String> {
    let value = |names: &[&str]| names.iter().find_map(|it| attribute(tag, it));
    if let Some(sfen) = value(&["data-sfen", "sfen", "data-position", "data-usi"]) {
        let sfen = html_escape::decode_html_entities(sfen);
        let has_board = sfen.matches('/').count() >= 8;
        let moves = value(&["data-moves", "moves"]).filter(|_| !sfen.contains(" moves "));
        return has_board.then(|| match moves {
            Some(moves) => format!(" {sfen} moves {moves} "),
            None => format!(" {sfen} "),
        });
    }
    let is_frame = tag.starts_with("<iframe") || tag.starts_with("<embed");
    let is_picture = tag.starts_with("<img");
    let address = value(&["src"]).filter(|it| is_frame || is_picture && it.contains("sfen="))?;
    let address = html_escape::decode_html_entities(address);
    Some(format!(" {address} "))
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

/// Returns the square that the words of a picture name: `<img alt="▽歩">`, `<img title="▽歩">`.
pub(super) fn picture(tag: &str) -> Option<String> {
    let names = ["alt", "title"].into_iter();
    let mut words = names.filter_map(|it| attribute(tag, it));
    let is_square = |words: &&str| {
        let line = Plain { text: words, at: 0 };
        !words.is_empty() && cell(line).is_some()
    };
    words.find(is_square).map(str::to_owned)
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
