//! Removes the marks of mails, pages and programs from a text, and maps places back to the original text.

use std::ops::Range;

/// A text without marks of quotation, tags, entities and unseen characters, and with plain blanks.
pub(super) struct Clean {
    /// The text.
    pub text: String,
    /// The shifts between the two texts, in order. Each counts up to the next.
    shifts: Vec<Shift>,
    /// The length of the original text.
    original_length: usize,
}

/// A place in the clean text, and the place of the same character in the original one.
struct Shift {
    here: usize,
    there: usize,
    /// The length of the original characters that were replaced. `None` if the characters are the same.
    replaced: Option<usize>,
}

impl Clean {
    /// Removes the marks from a text. Records have no tags and entities. A file of records has only byte order marks,
    /// at the beginning of lines.
    pub fn new(text: &str, is_record: bool, is_file: bool) -> Self {
        let mut clean = Self {
            text: String::with_capacity(text.len()),
            shifts: Vec::new(),
            original_length: text.len(),
        };
        let is_page = !is_record && is_page(text);
        let mut at = 0;
        let mut line = Marks::default();
        let mut is_start = true;
        while let Some(c) = text[at..].chars().next() {
            if std::mem::take(&mut is_start) {
                line = if is_file {
                    Marks::of_file(c)
                } else {
                    Marks::of(text, at)
                };
                at += line.begin;
                if line.begin > 0 {
                    continue;
                }
            }
            if line.end.contains(&at) {
                at = line.end.end;
                continue;
            }
            let replaced = match c {
                '<' if is_page => tag(&text[at..]),
                '&' if !is_record => entity(&text[at..]),
                _ if is_file => None,
                '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' => Some(Replaced::blank(c)),
                _ if is_unseen(c) => Some(Replaced {
                    length: c.len_utf8(),
                    instead: String::new(),
                }),
                _ => None,
            };
            if let Some(Replaced { length, instead }) = replaced {
                clean.push(&instead, at, Some(length));
                at += length;
                continue;
            }
            is_start = c == '\n';
            clean.push(&text[at..at + c.len_utf8()], at, None);
            at += c.len_utf8();
        }
        clean
    }

    /// Adds characters for those at the place `there` of the original text. `replaced` is the length of the original
    /// ones, unless they are the same.
    fn push(&mut self, characters: &str, there: usize, replaced: Option<usize>) {
        let here = self.text.len();
        let continues_last_shift = replaced.is_none()
            && self.shifts.last().map_or(here == there, |last| {
                last.replaced.is_none() && here - last.here == there.wrapping_sub(last.there)
            });
        if !continues_last_shift && !characters.is_empty() {
            self.shifts.push(Shift {
                here,
                there,
                replaced,
            });
        }
        self.text += characters;
    }

    /// Returns the place in the original text.
    pub fn original(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.original_at(span.start);
        // The end is that of the last character, before any removed characters.
        let end = match self.text[..span.end].chars().next_back() {
            Some(last) if span.end > span.start => {
                let at = span.end - last.len_utf8();
                let replaced = self.shift(at).and_then(|it| it.replaced);
                self.original_at(at) + replaced.unwrap_or(last.len_utf8())
            }
            _ => start,
        };
        start..end.clamp(start, self.original_length)
    }

    /// Returns the place of a character in the original text.
    pub fn original_at(&self, at: usize) -> usize {
        let place = match self.shift(at) {
            Some(shift) if shift.replaced.is_some() => shift.there,
            Some(shift) => shift.there + (at - shift.here),
            None => at,
        };
        place.min(self.original_length)
    }

    /// Returns the last shift up to a place of the clean text.
    fn shift(&self, at: usize) -> Option<&Shift> {
        let next = self.shifts.partition_point(|it| it.here <= at);
        self.shifts[..next].last()
    }
}

/// Returns whether a character is invisible, such as those that pages put between others.
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

/// The length of the original characters that are removed, and the characters instead of them.
struct Replaced {
    length: usize,
    instead: String,
}

impl Replaced {
    fn blank(c: char) -> Self {
        Self {
            length: c.len_utf8(),
            instead: " ".to_owned(),
        }
    }
}

/// The marks that are removed from a line: those of quotations (`> `) and comments (`//`) at its beginning, and the
/// quotation marks of a string in a program.
#[derive(Default)]
struct Marks {
    /// The length of the marks at the beginning, in bytes.
    begin: usize,
    /// The place of the marks at the end.
    end: Range<usize>,
}

impl Marks {
    /// Finds the marks of a line that begins with this character, in a file of records.
    fn of_file(first: char) -> Self {
        let begin = if first == '\u{feff}' {
            first.len_utf8()
        } else {
            0
        };
        Self { begin, end: 0..0 }
    }

    /// Finds the marks of the line that begins at this place of a text.
    fn of(text: &str, at: usize) -> Self {
        let line = text[at..].split('\n').next().unwrap_or_default();
        let bare = line.trim_start_matches([' ', '\t', '\u{3000}']);
        let indent = line.len() - bare.len();
        if let Some(rest) = bare.strip_prefix("//") {
            return Self {
                begin: line.len() - rest.len(),
                end: 0..0,
            };
        }
        let string = bare
            .strip_prefix(['"', '\''])
            .filter(|it| it.len() + 1 == bare.len());
        let quote = bare.chars().next().unwrap_or_default();
        if let Some(inner) = string
            && let Some(end) = inner.rfind(quote)
            && inner.find(quote) == Some(end)
            && (inner[end + 1..].trim().is_empty()
                || inner[end + 1..]
                    .trim_start()
                    .starts_with(['+', ',', ';', ')', ']']))
        {
            let inner = inner[..end].trim_end_matches(['r', 'n', '\\']);
            let from = at + indent + 1 + inner.len();
            return Self {
                begin: indent + 1,
                end: from..at + line.trim_end_matches('\r').len(),
            };
        }
        // `\n` as it is escaped in a string.
        let line = line.trim_end_matches('\r');
        let escaped = line
            .strip_suffix("\\r")
            .or_else(|| line.strip_suffix("\\n"))
            .map_or(line.len(), str::len);
        Self {
            begin: quote_length(line),
            end: at + escaped..at + line.len(),
        }
    }
}

/// Returns whether a text has tags of HTML in it.
fn is_page(text: &str) -> bool {
    let mut marks = text.match_indices('<');
    marks.any(|(at, _)| name_of_tag(&text[at..]).is_some_and(|it| TAGS.contains(&&*it)))
}

/// The tags by which a page is distinguished from a text with `<` in it.
const TAGS: [&str; 16] = [
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
    "a",
    "html",
    "body",
    "blockquote",
];

/// Returns the name of the tag at the beginning of a text, in lower case: `br`, `div`.
fn name_of_tag(text: &str) -> Option<String> {
    let rest = text.strip_prefix('<')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric())?;
    let is_ended = rest[end..].starts_with([' ', '>', '/', '\n', '\r', '\t']);
    let begins = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_ended && begins && end <= 12).then(|| rest[..end].to_ascii_lowercase())
}

/// The longest tag, in bytes. A longer one is text.
const LONGEST_TAG: usize = 4_096;

/// Replaces the tag at the beginning of a text. Cells of tables get bars between them, lines and paragraphs
/// become lines, and the addresses of links stay.
fn tag(text: &str) -> Option<Replaced> {
    let head = &text[..text.floor_char_boundary(LONGEST_TAG)];
    if let Some(rest) = head.strip_prefix("<!--") {
        let length = rest.find("-->").map(|it| it + 7)?;
        return Some(Replaced {
            length,
            instead: String::new(),
        });
    }
    let name = name_of_tag(text)?;
    let mut length = head.find('>')? + 1;
    let is_end = text.starts_with("</");
    let instead = match &*name {
        "td" | "th" | "span" | "div"
            if !is_end && is_of_white(&text[..length], &text[length..]) =>
        {
            if name.starts_with('t') { "|▽" } else { "▽" }.to_owned()
        }
        "br" | "p" | "div" | "li" | "ul" | "ol" | "table" | "pre" | "blockquote" | "h1" | "h2"
        | "h3" | "h4" | "hr" => {
            // A line end of the page after the tag is not a second one.
            let rest = &text[length..];
            let next_line = rest
                .strip_prefix("\r\n")
                .or_else(|| rest.strip_prefix('\n'));
            length += next_line.map_or(0, |it| rest.len() - it.len());
            "\n".to_owned()
        }
        "tr" if is_end => "|\n".to_owned(),
        "td" | "th" if !is_end => "|".to_owned(),
        "a" | "img" if !is_end => {
            attribute(&text[..length], if name == "a" { "href=" } else { "alt=" })
        }
        _ => String::new(),
    };
    Some(Replaced { length, instead })
}

/// Returns whether a tag says that the piece after it is White's: `<td class="gote">`.
fn is_of_white(tag: &str, after: &str) -> bool {
    let names_white = ["gote", "white", "rotate"]
        .iter()
        .any(|it| tag.contains(it));
    names_white && after.starts_with(|c| "歩香桂銀金角飛玉王と成馬龍竜杏圭全".contains(c))
}

/// Returns the value of an attribute of a tag: the address of a link between blanks, or the words for a picture.
fn attribute(tag: &str, name: &str) -> String {
    let Some((_, value)) = tag.split_once(name) else {
        return String::new();
    };
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''));
    let value = match quote {
        Some(quote) => value[1..].split(quote).next(),
        None => value.split([' ', '>']).next(),
    };
    let value = value.unwrap_or_default();
    if name == "alt=" {
        value.to_owned()
    } else {
        format!(" {value} ")
    }
}

/// The longest entity, in bytes. A longer one is text.
const LONGEST_ENTITY: usize = 12;

/// Replaces the entity at the beginning of a text: `&nbsp;`, `&#39;`, `&gt;`.
fn entity(text: &str) -> Option<Replaced> {
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
    (decoded != coded).then(|| Replaced {
        length: end,
        instead: decoded.replace('\u{a0}', " "),
    })
}

/// Returns the length of the marks of a quotation at the beginning of a line: `> `, `>>`, `＞`.
fn quote_length(line: &str) -> usize {
    let mut rest = line;
    loop {
        let bare = rest.trim_start_matches([' ', '\u{3000}']);
        let after_mark = bare.strip_prefix(['>', '＞']);
        match after_mark {
            // `>>> ` is the prompt of a program.
            Some(inner) if !bare.starts_with(">>> ") => {
                rest = inner.strip_prefix(' ').unwrap_or(inner);
            }
            _ => return line.len() - rest.len(),
        }
    }
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
            let clean = Clean::new(text, false, false);
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
            let clean = Clean::new(text, false, false);
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
