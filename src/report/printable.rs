//! Text of others, made safe for a terminal.

use std::borrow::Cow;

/// Returns the text of somebody else as it may be shown to people: in one line, and without anything that
/// a terminal obeys or that changes the order of what stands around it. Such characters are written as
/// escapes: `\n`, `\u{1b}`, `\u{202e}`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// The same of a text of several lines.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_obeyed(c))
}

/// The same of the text of an input, in which places are known in bytes: a sign as long as the character
/// stands for it. Those of ASCII stay, for which whoever draws carets has signs of their own.
#[must_use]
pub fn printable_in_place(text: &str) -> Cow<'_, str> {
    let is_bad = |c: char| !c.is_ascii() && is_obeyed(c);
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c.len_utf8() {
            _ if !is_bad(c) => safe.push(c),
            2 => safe.push('·'),
            3 => safe.push(char::REPLACEMENT_CHARACTER),
            _ => safe.push_str("··"),
        }
    }
    Cow::Owned(safe)
}

fn escaped(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' if is_bad(c) => safe.extend(c.escape_default()),
            c if is_bad(c) => safe.extend(c.escape_unicode()),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// Whether a terminal obeys a character, or shows it by moving others: control characters, ends of lines,
/// marks of the direction of text, tags.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        )
        || matches!(c, '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        for (text, shown) in [
            ("詰将棋 🙂 e\u{301}", "詰将棋 🙂 e\u{301}"),
            ("a\nproven", r"a\nproven"),
            ("\u{1b}]52;c;AAAA\u{7}", r"\u{1b}]52;c;AAAA\u{7}"),
            ("\u{9b}31m\u{7f}\r\t\0", r"\u{9b}31m\u{7f}\r\t\u{0}"),
            (
                "\u{202e}abc\u{2066}\u{200f}\u{2028}",
                r"\u{202e}abc\u{2066}\u{200f}\u{2028}",
            ),
        ] {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_lines("a\nb\r"), "a\nb\\r");
        let text = "\u{9b}\u{202e}\u{e0041}\n\u{1b}x";
        assert_eq!(printable_in_place(text), "·\u{fffd}··\n\u{1b}x");
        assert_eq!(printable_in_place(text).len(), text.len());
    }
}
