//! Reads titles, the numbers of problems and lengths in words.

use super::words::{begins_any, closes, opens};
use crate::notation::digits::{digit, kanji};

/// The longest title, in characters.
const LONGEST_TITLE: usize = 40;

/// Returns a line above a diagram as a title, without marks around it. `None` for a sentence or a line of a program.
pub(super) fn title(line: &str) -> Option<&str> {
    let text = line.trim();
    let is_short = text.chars().count() <= LONGEST_TITLE && text.chars().any(char::is_alphanumeric);
    let mut ends = "です|ます|した|から|さい|。|？|?|！|!|、|:|：|,|↓".split('|');
    let is_sentence = ends.any(|it| text.ends_with(it)) || text.contains('。');
    let is_code = text.contains(['=', '{', '}', ';', '_', '<', '>', '`', '$', '|', '\t'])
        || text.contains("://");
    let is_mark = |c: char| c.is_whitespace() || "■●◆★◎○□◇☆※◯・*-#".contains(c);
    let mut bare = text.trim_matches(is_mark);
    if let Some(inner) = bare
        .strip_prefix(opens)
        .and_then(|it| it.strip_suffix(closes))
    {
        bare = inner.trim_matches(is_mark);
    }
    (is_short && !is_sentence && !is_code && !bare.is_empty()).then_some(bare)
}

/// The number of a problem at the beginning of a text.
pub(super) struct ProblemNumber<'a> {
    pub number: u32,
    /// The text after the number.
    pub rest: &'a str,
    /// Whether a word says that the number is that of a problem.
    pub is_named: bool,
}

/// Reads the number of a problem at the beginning of a text: `第3問`, `問題３`, `No.3`, `(3)`, `3.`.
pub(super) fn problem_number(text: &str) -> Option<ProblemNumber<'_>> {
    let text = text
        .trim_start_matches(|c: char| c.is_whitespace() || "■●◆★◎○□◇☆※◯・*-#【[（(".contains(c));
    let circled = text.chars().next().filter(|c| ('①'..='⑳').contains(c));
    let mut begins = "第|其の|問題|問|No. |No.|no.|Problem |problem |Q|A".split('|');
    let named = begins
        .find_map(|it| text.strip_prefix(it))
        .map(str::trim_start);
    let digits = named.unwrap_or(text);
    let is_digit = |c: char| digit(c).is_some() || kanji(c).is_some();
    let rest = digits.trim_start_matches(is_digit);
    let (number, rest) = match circled {
        Some(c) => (u32::from(c) - u32::from('①') + 1, &text[c.len_utf8()..]),
        None => (
            crate::number::number(&digits[..digits.len() - rest.len()])?,
            rest,
        ),
    };
    let is_sign = |c: char| closes(c) || matches!(c, '.' | '．' | ' ' | '：' | ':');
    let rest = match named {
        Some(_) => rest.trim_start_matches(['問', '番', '題', '図', '回', '局', 'の']),
        None if circled.is_some() => rest,
        None => rest.strip_prefix(is_sign)?,
    };
    let rest = rest.trim_start_matches(|c: char| {
        c.is_whitespace() || closes(c) || matches!(c, '：' | ':' | '.' | '、' | '…')
    });
    Some(ProblemNumber {
        number,
        rest,
        is_named: named.is_some(),
    })
}

/// Returns whether a line begins another problem: `第2問`, `## 問題2`, `===`.
pub(super) fn is_heading(line: &str) -> bool {
    let text = line.trim();
    let bare = text.trim_start_matches(['#', '■', '●', '【', ' ', '*']);
    let is_named = begins_any(bare, "第|問題|問|No.|Problem ");
    is_named && problem_number(text).is_some() && text.chars().count() <= LONGEST_TITLE
        || text.starts_with("## ")
        || text.starts_with("# ")
}

/// Returns the length in plies that a text states, and whether it is that of a brinkmate: 5 in `【5手詰】`, `5手必至`,
/// `five-mover`.
pub(super) fn plies(text: &str) -> Option<(u32, bool)> {
    let words = [
        ("手詰", false),
        ("手で詰", false),
        ("手必至", true),
        ("手必死", true),
    ];
    for (word, is_brinkmate) in words {
        let mut from = 0;
        while let Some(found) = text[from..].find(word) {
            let at = from + found;
            let is_digit = |c: char| digit(c).is_some() || kanji(c).is_some();
            let before = text[..at].trim_end();
            let digits = &before[before.trim_end_matches(is_digit).len()..];
            let number = crate::number::number(digits).filter(|it| *it > 0);
            // `5手詰と判定` says what a program answered, and not the length of the problem.
            let after = text[at + word.len()..].trim_start_matches('め');
            let is_quoted = begins_any(after, "と|判定|ルーチン");
            if let Some(number) = number
                && !is_quoted
            {
                return Some((number, is_brinkmate));
            }
            from = at + word.len();
        }
    }
    let (before, _) = text.split_once("-mover")?;
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next()?;
    let words = ["one", "three", "five", "seven", "nine"];
    let named = words
        .iter()
        .position(|it| it.eq_ignore_ascii_case(word))
        .map(|at| 2 * at as u32 + 1);
    named.or_else(|| word.parse().ok()).map(|it| (it, false))
}
