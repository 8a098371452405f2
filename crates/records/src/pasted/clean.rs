//! A text without the marks of mails and pages, which knows the places in the text as it was pasted.

use super::markup::{self, Line as MarkedLine};
use std::ops::Range;

/// A text without marks of quotation, tags and entities, and with plain blanks.
pub(super) struct Clean {
    /// The text.
    pub text: String,
    /// The places where the two texts begin to differ in another way, in order: the place in this text, and
    /// the place of the same character in the text as it was.
    places: Vec<Shift>,
    /// The length of the text as it was.
    length: usize,
}

struct Shift {
    here: usize,
    there: usize,
    /// The length of what the characters here stand for as a whole. `None` if they are the same there.
    whole: Option<usize>,
}

impl Clean {
    /// Takes the marks out of a text.
    pub fn new(text: &str) -> Self {
        let mut clean = Self {
            text: String::with_capacity(text.len()),
            places: Vec::new(),
            length: text.len(),
        };
        let is_page = text.trim_start().starts_with("<?xml") || is_page(text);
        // Some mailers quote with bars, which a frame behind them tells from the bars of a board.
        let has_bars = text.contains("\n| +-") || text.starts_with("| +-");
        let is_wiki = markup::is_wiki(text);
        let name = markup::name_of_quotation(text);
        let mut line = MarkedLine::default();
        let mut at = 0;
        let mut is_start = true;
        while let Some(c) = text[at..].chars().next() {
            if is_start {
                is_start = false;
                let behind_name = name.and_then(|it| text[at..].strip_prefix(it));
                let quote = if let Some(rest) = behind_name {
                    text.len() - at - rest.strip_prefix(' ').unwrap_or(rest).len()
                } else if has_bars && text[at..].starts_with("| ") {
                    2
                } else {
                    quote(&text[at..])
                };
                line = MarkedLine::new(text, at + quote, is_wiki);
                if quote + line.begin > 0 {
                    at += quote + line.begin;
                    continue;
                }
            }
            if line.close == Some(at) {
                line.close = None;
                clean.push("|", at, Some(0));
            }
            if let Some(length) = line.sign_at(text, at) {
                clean.push(line.instead(length), at, Some(length));
                at += length;
                continue;
            }
            let tag = match c {
                '<' if is_page => tag(&text[at..]),
                '&' => entity(&text[at..]),
                '[' => markup::board_code(&text[at..]),
                _ => None,
            };
            if let Some(Taken { length, instead }) = tag {
                // Two elements may say the same of a piece.
                let instead = match instead.strip_suffix(markup::WHITE) {
                    Some(rest) if rest.is_empty() && clean.text.ends_with(markup::WHITE) => "",
                    _ => &*instead,
                };
                clean.push(instead, at, Some(length));
                at += length;
                continue;
            }
            match c {
                // The cells of a row may stand one below the other.
                '\r' | '\n' if line.joins_next => {
                    is_start = c == '\n';
                    at += 1;
                    continue;
                }
                '\n' => is_start = true,
                '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' => {
                    clean.push(" ", at, Some(c.len_utf8()));
                    at += c.len_utf8();
                    continue;
                }
                _ if is_unseen(c) => {
                    at += c.len_utf8();
                    continue;
                }
                _ => {}
            }
            clean.push(&text[at..at + c.len_utf8()], at, None);
            at += c.len_utf8();
        }
        clean
    }

    /// Adds the characters that stand for those at this place of the text as it was. `whole` is the length of
    /// these, unless they are the same.
    fn push(&mut self, characters: &str, there: usize, whole: Option<usize>) {
        let here = self.text.len();
        let follows = whole.is_none()
            && self.places.last().map_or(here == there, |it| {
                it.whole.is_none() && here - it.here == there.wrapping_sub(it.there)
            });
        if !follows && !characters.is_empty() {
            self.places.push(Shift { here, there, whole });
        }
        self.text += characters;
    }

    /// Returns the place in the text as it was.
    pub fn original(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.original_at(span.start);
        // The end is that of the last character, in front of what was taken out.
        let end = match self.text[..span.end].chars().next_back() {
            Some(last) if span.end > span.start => {
                let at = span.end - last.len_utf8();
                let whole = self.shift(at).and_then(|it| it.whole);
                self.original_at(at) + whole.unwrap_or(last.len_utf8())
            }
            _ => start,
        };
        start..end.clamp(start, self.length)
    }

    /// Returns the place of a character in the text as it was.
    pub fn original_at(&self, at: usize) -> usize {
        let place = match self.shift(at) {
            Some(it) if it.whole.is_some() => it.there,
            Some(it) => it.there + (at - it.here),
            None => at,
        };
        place.min(self.length)
    }

    fn shift(&self, at: usize) -> Option<&Shift> {
        let next = self.places.partition_point(|it| it.here <= at);
        self.places[..next].last()
    }
}

/// Returns whether a character is one that pages put between others and nobody sees.
#[must_use]
pub const fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'..='\u{200f}'
            | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{2060}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

/// Characters that were taken out, and those that stand for them.
pub(super) struct Taken {
    pub length: usize,
    pub instead: String,
}

/// Returns whether a text has tags of HTML in it.
fn is_page(text: &str) -> bool {
    let mut marks = text.match_indices('<');
    marks.any(|(at, _)| name_of_tag(&text[at..]).is_some_and(|it| TAGS.contains(&&*it)))
}

/// The tags that tell a page from a text with `<` in it.
const TAGS: [&str; 27] = [
    "iframe",
    "details",
    "del",
    "ins",
    "br",
    "p",
    "div",
    "pre",
    "code",
    "span",
    "table",
    "tr",
    "td",
    "th",
    "li",
    "ul",
    "b",
    "i",
    "strong",
    "em",
    "a",
    "html",
    "body",
    "blockquote",
    "img",
    "font",
    "ruby",
];

/// Returns the name of the tag at the beginning of a text, in small letters: `br`, `div`.
fn name_of_tag(text: &str) -> Option<String> {
    let rest = text.strip_prefix('<')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric())?;
    let is_ended = rest[end..].starts_with([' ', '>', '/', '\n', '\r', '\t']);
    let begins = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_ended && begins && end <= 12).then(|| rest[..end].to_ascii_lowercase())
}

/// The longest tag. A longer one is text.
const LONGEST_TAG: usize = 4_096;

/// Reads the tag at the beginning of a text. Cells of tables become parts between bars, lines and paragraphs
/// become lines, and links stay.
fn tag(text: &str) -> Option<Taken> {
    let head = &text[..text.floor_char_boundary(LONGEST_TAG)];
    if let Some(rest) = head.strip_prefix("<!--") {
        let length = rest.find("-->").map(|it| it + 7)?;
        return Some(Taken {
            length,
            instead: String::new(),
        });
    }
    let name = name_of_tag(text)?;
    let end = head.find('>')? + 1;
    let is_end = text.starts_with("</");
    // How a word is spoken is no part of it.
    // What is crossed out and replaced is no part of the text.
    let is_replaced = || {
        let end = markup::end_of_element(head, &name);
        let behind = end.and_then(|it| head.get(it..)).unwrap_or_default();
        name == "del" && behind.trim_start().starts_with("<ins")
    };
    if !is_end && (matches!(&*name, "rt" | "rp") || is_replaced()) {
        let length = markup::end_of_element(head, &name)?;
        return Some(Taken {
            length,
            instead: String::new(),
        });
    }
    let mut instead = match &*name {
        "br" | "p" | "div" | "li" | "ul" | "ol" | "table" | "pre" | "blockquote" | "h1" | "h2"
        | "h3" | "h4" | "hr" => "\n",
        "tr" if is_end => "|\n",
        "td" | "th" if !is_end => "|",
        "b" | "i" | "u" | "em" | "strong" | "span" | "font" | "a" | "code" | "sup" | "sub"
        | "td" | "th" | "tr" | "ruby" | "rb" | "ins" | "del" => "",
        "summary" if is_end => "\n",
        // The elements of other files part what they hold.
        _ => " ",
    }
    .to_owned();
    if let Some((_, address)) = text[..end].split_once("href=")
        && name == "a"
    {
        let quote = |c| matches!(c, '"' | '\'');
        let address = address.trim_start_matches(quote);
        let address = address
            .split([' ', '>', '"', '\''])
            .next()
            .unwrap_or_default();
        instead = format!(" {address} ");
    }
    if !is_end && let Some(position) = markup::position(&text[..end]) {
        instead += &position;
    }
    if name == "img" {
        instead = markup::picture(&text[..end]).unwrap_or(instead);
    }
    if !is_end && markup::is_of_white(&text[..end]) && markup::holds_piece(&text[end..]) {
        instead += markup::WHITE;
    }
    // The line ends once, also if the page ends it as well.
    let mut length = end;
    if instead == "\n" {
        let rest = &text[end..];
        length += rest
            .strip_prefix("\r\n")
            .or_else(|| rest.strip_prefix('\n'))
            .map_or(0, |it| rest.len() - it.len());
    }
    Some(Taken { length, instead })
}

/// The longest entity. A longer one is text.
const LONGEST_ENTITY: usize = 12;

/// Reads the entity at the beginning of a text: `&nbsp;`, `&#39;`, `&gt;`.
fn entity(text: &str) -> Option<Taken> {
    let end = text
        .bytes()
        .take(LONGEST_ENTITY)
        .position(|it| it == b';')?
        + 1;
    let coded = &text[..end];
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '#';
    if !coded[1..end - 1].chars().all(is_name) {
        return None;
    }
    let decoded = html_escape::decode_html_entities(coded);
    // Some programs code it twice: `&amp;nbsp;`.
    if decoded == "&" && coded != "&" {
        let next = &text[end..text.floor_char_boundary(end + LONGEST_ENTITY)];
        if let Some(inner) = entity(&["&", next].concat()) {
            return Some(Taken {
                length: end + inner.length - 1,
                instead: inner.instead,
            });
        }
    }
    (decoded != coded).then(|| Taken {
        length: end,
        instead: decoded.replace('\u{a0}', " "),
    })
}

/// Returns the length of the marks of a quotation at the beginning of a line: `> `, `>>`, `＞`.
fn quote(line: &str) -> usize {
    let bare = line.trim_start_matches([' ', '\u{3000}']);
    // A quotation may be an entry of a list.
    let entry = bare.strip_prefix("- ").or_else(|| bare.strip_prefix("* "));
    let bare = entry.filter(|it| it.starts_with('>')).unwrap_or(bare);
    if !bare.starts_with(['>', '＞']) {
        return 0;
    }
    let behind = bare.trim_start_matches(['>', '＞']);
    let behind = match behind.strip_prefix(' ') {
        // Marks of several quotations may be parted.
        Some(rest) if rest.starts_with(['>', '＞']) => {
            return line.len() - rest.len() + quote(rest);
        }
        Some(rest) => rest,
        None => behind,
    };
    line.len() - behind.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_to_the_text_as_it_was() {
        for (text, expected) in [
            ("a&nbsp;b", "a b"),
            ("> a\n>> b\n> > c\nd > e", "a\nb\nc\nd > e"),
            ("x<br>y &lt;z&gt; <詰>", "x\ny <z> <詰>"),
            ("a < b & c; <x", "a < b & c; <x"),
            ("\u{a0}\u{200b}v\u{feff}玉", " v玉"),
            (
                "<table><tr><td>香</td><td></td></tr></table>",
                "\n|香||\n\n",
            ),
            (
                "<a class=\"x\" href=\"https://a.b/c\">d</a>",
                " https://a.b/c d",
            ),
        ] {
            let clean = Clean::new(text);
            assert_eq!(clean.text, expected);
            // Every letter and kanji leads to itself.
            for (at, c) in clean
                .text
                .char_indices()
                .filter(|it| it.1.is_alphanumeric())
            {
                let there = clean.original(&(at..at + c.len_utf8()));
                if !text.contains("href") {
                    assert_eq!(&text[there], c.to_string(), "{text}");
                }
            }
        }
    }

    #[test]
    fn places_of_what_was_replaced_are_whole_characters() {
        for text in [
            "<p><a href=\"駒：金\nw.en?initpos=%2F>",
            "<br>詰&nbsp;将\u{a0}棋&lt;<td>\u{3000}<ruby>玉<rt>ぎょく</rt></ruby>",
            "> ＞ 詰\n<a href='https://駒.jp/?k=金'>将</a><img alt=\"先手\" src=x>",
            "!! 詰 || 将 !! 棋",
        ] {
            let clean = Clean::new(text);
            let ends = clean.text.char_indices().map(|it| it.0);
            let ends: Vec<_> = ends.chain([clean.text.len()]).collect();
            for (number, &start) in ends.iter().enumerate() {
                for &end in &ends[number..] {
                    let there = clean.original(&(start..end));
                    assert!(text.get(there.clone()).is_some(), "{there:?} of {text:?}");
                }
            }
        }
    }
}
