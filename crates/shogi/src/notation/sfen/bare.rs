//! Finds a pasted SFEN among the text around it: words before it, quotation marks.

use crate::notation::cursor::Cursor;
use crate::notation::digits::digit;
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
const LAYERS_MAX: usize = 8;

/// Returns the place of the SFEN in a text, without the words before it and the quotation marks and
/// blanks around it.
#[must_use]
pub fn bare(text: &str) -> Range<usize> {
    let mut place = trimmed(text, 0..text.len());
    for _ in 0..LAYERS_MAX {
        let inside = &text[place.clone()];
        let inner = if let Some(length) = word_length(inside).or_else(|| number_length(inside)) {
            place.start + length..place.end
        } else if let Some(quoted) = inside_quotes(inside).or_else(|| inside_tag(inside)) {
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

/// Returns the length of a word before an SFEN, with the sign or blank after it: `sfen `, `SFEN:`, `局面：`.
fn word_length(text: &str) -> Option<usize> {
    if let Some(length) = assignment_length(text) {
        return Some(length);
    }
    let is_first = |word: &&&str| {
        let first = text.get(..word.len());
        first.is_some_and(|first| first.eq_ignore_ascii_case(word))
    };
    let word = WORDS.iter().find(is_first)?;
    let mut cursor = Cursor {
        rest: &text[word.len()..],
        at: word.len(),
    };
    let is_blank = |c: char| c.is_whitespace() || c == '_';
    let has_blank = !cursor.take_while(is_blank).is_empty();
    let has_sign = cursor.skip_one(|c| matches!(c, ':' | '：' | '=' | '＝'));
    // A word alone is left for the parser, whose error says that the diagram is missing.
    (!cursor.rest.is_empty() && (has_blank || has_sign)).then_some(cursor.at)
}

/// Returns the length of the number of a problem before a board: `12. `, `問1 `, `No.3: `.
fn number_length(text: &str) -> Option<usize> {
    let mut cursor = Cursor { rest: text, at: 0 };
    let words = ["問題", "問", "第", "No.", "no.", "No", "№", "Q", "Problem"];
    let has_word = words.iter().any(|word| cursor.skip(word));
    cursor.skip_blanks();
    let digits = cursor.take_while(|c| digit(c).is_some());
    let has_sign = !cursor
        .take_while(|c| "番問題.．:：)）、".contains(c))
        .is_empty();
    let has_blank = !cursor.take_while(char::is_whitespace).is_empty();
    let board = cursor.rest.split(char::is_whitespace).next()?;
    let is_board = board.matches(['/', '／']).count() == 8;
    let is_number = !digits.is_empty() && has_blank && (has_word || has_sign);
    (is_number && is_board).then_some(cursor.at)
}

/// Returns the length of an assignment up to its value: `const sfen = `.
fn assignment_length(text: &str) -> Option<usize> {
    let (name, value) = text.split_once('=')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || "_$.:".contains(c);
    let value = value.trim_start();
    let names_sfen = name.to_ascii_lowercase().contains("sfen");
    let is_quoted = QUOTES[..3].iter().any(|&(open, _)| value.starts_with(open));
    (names_sfen && is_quoted && name.chars().all(is_name)).then_some(text.len() - value.len())
}

/// Returns the place of the value in the brackets of a tag: `[SFEN "…"]`.
fn inside_tag(text: &str) -> Option<Range<usize>> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    word_length(inside).map(|length| 1 + length..1 + inside.len())
}

/// Returns the place between the quotation marks around a text. A comma may follow them, as in a list.
fn inside_quotes(text: &str) -> Option<Range<usize>> {
    let first = text.chars().next()?;
    let (open, close) = QUOTES.iter().find(|(open, _)| *open == first)?;
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
            "[SFEN \"@\"]",
            "const sfen = '@';",
            "SFEN=\"@\"",
            "問1 @",
            "12. @",
            "No.3: @",
        ] {
            let text = text.replace('@', sfen);
            assert_eq!(&text[bare(&text)], sfen, "{text}");
        }
        for text in [
            "sfen",
            "position",
            "[1]",
            "12 4k4/9",
            "sfenx 4k4",
            "\"a\" \"b\"",
            "",
            "\"",
        ] {
            assert_eq!(&text[bare(text)], text);
        }
    }
}
