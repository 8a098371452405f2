//! Texts from files of others, made safe for a terminal.

use std::borrow::Cow;

/// Returns a text in one line, with escapes for characters that a terminal obeys or that reorder their
/// surroundings: `\n`, `\u{1b}`, `\u{202e}`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// Returns a text of several lines with the same escapes. Only line feeds stay as they are.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_obeyed(c))
}

/// Returns a text in which places are known in bytes: each such character is replaced by one of the same
/// length in UTF-8. ASCII stays, because the renderer of carets replaces it itself.
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

/// Returns a text with escapes for the characters that are bad.
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

/// Returns whether a terminal obeys a character, moves others for it or does not show it: control
/// characters, line ends, marks of direction, spaces without width, tags. The joiner U+200D and the
/// non-joiner U+200C are allowed, because emoji and words are written with them.
pub(crate) fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        )
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
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
            (
                "muso\u{200b}001\u{ad}\u{2060}\u{fff9}",
                r"muso\u{200b}001\u{ad}\u{2060}\u{fff9}",
            ),
            (
                "🧑\u{200d}🎓 می\u{200c}خواهم",
                "🧑\u{200d}🎓 می\u{200c}خواهم",
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
