//! What stands around an SFEN where people paste it: a word before it, quotation marks.

use crate::notation::cursor::Cursor;
use std::ops::Range;

/// Words before an SFEN, in any case, longer ones first.
const WORDS: [&str; 9] = [
    "position",
    "sfen",
    "fen",
    "usi",
    "初期局面",
    "局面図",
    "局面",
    "図面",
    "図",
];

/// Pairs of quotation marks and brackets.
const QUOTES: [(char, char); 12] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('＂', '＂'),
    ('«', '»'),
    ('<', '>'),
    ('(', ')'),
    ('（', '）'),
];

/// The most words and quotation marks around one SFEN.
const MOST_LAYERS: usize = 8;

/// Returns the place of the SFEN in a text, without the words before it and the quotation marks around it.
/// Blanks around it are no part of it.
#[must_use]
pub fn bare(text: &str) -> Range<usize> {
    let mut place = trimmed(text, 0..text.len());
    for _ in 0..MOST_LAYERS {
        let inside = &text[place.clone()];
        let inner = if let Some(length) = before(inside) {
            place.start + length..place.end
        } else if let Some(quoted) = quoted(inside) {
            place.start + quoted.start..place.start + quoted.end
        } else {
            break;
        };
        place = trimmed(text, inner);
    }
    place
}

fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let is_space = |c: char| c.is_whitespace() || c == '\u{feff}';
    let inside = text[place.clone()].trim_end_matches(is_space);
    let start = place.start + inside.len() - inside.trim_start_matches(is_space).len();
    start..place.start + inside.len()
}

/// Returns the length of a word before an SFEN, with the sign or blank behind it: `sfen `, `SFEN:`, `局面：`.
fn before(text: &str) -> Option<usize> {
    let is_there = |word: &&&str| {
        let start = text.get(..word.len());
        start.is_some_and(|it| it.eq_ignore_ascii_case(word))
    };
    let word = WORDS.iter().find(is_there)?;
    let mut cursor = Cursor {
        rest: &text[word.len()..],
        at: word.len(),
    };
    let is_blank = |c: char| c.is_whitespace() || c == '_';
    let has_blank = !cursor.take_while(is_blank).is_empty();
    let has_sign = cursor.skip_one(|c| matches!(c, ':' | '：' | '=' | '＝'));
    // A word alone is told by the error that the diagram is missing.
    (!cursor.rest.is_empty() && (has_blank || has_sign)).then_some(cursor.at)
}

/// Returns the place between the quotation marks around a text. A comma may follow them, as in a list.
fn quoted(text: &str) -> Option<Range<usize>> {
    let first = text.chars().next()?;
    let (open, close) = QUOTES.iter().find(|it| it.0 == first)?;
    let text = text.trim_end_matches([',', ';', '，', '、', '。', ' ']);
    let inside = text.strip_prefix(*open)?.strip_suffix(*close)?;
    let is_nested = inside.starts_with(*open) && inside.ends_with(*close);
    let start = open.len_utf8();
    (is_nested || !inside.contains(*close)).then_some(start..start + inside.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotation_marks_are_no_part_of_an_sfen() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G 1";
        for text in [
            "Sfen: @",
            "SFEN @",
            "sfen:@",
            "sfen=@",
            "Position sfen @",
            "position sfen \"@\"",
            "USI: position sfen @",
            "局面：@",
            "局面図 @",
            "\"@\"",
            "'@'",
            "\u{feff} “@” ",
            "「@」",
            "`@`",
            "``@``",
            "```sfen @```",
            "sfen: \"@\",",
            "\"sfen @\";",
            "(@)",
        ] {
            let text = text.replace('@', sfen);
            assert_eq!(&text[bare(&text)], sfen, "{text}");
        }
        for text in ["sfen", "position", "sfenx 4k4", "\"a\" \"b\"", "", "\""] {
            assert_eq!(&text[bare(text)], text);
        }
    }
}
