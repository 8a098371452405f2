//! Distinguishes records, problems in lines and free texts by their beginning.

use super::json;
use super::names::FieldNames;
use super::problem_text::looks_like_problem;
use super::table::{delimiter_of_header, named_delimiter};
use super::tagged::is_tagged;
use crate::notation::record::{self, Format, Parts};

/// The kinds of a text, by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sniffed {
    /// Records in CSA or JKF.
    Record(Format),
    /// Records in KIF or KI2, or a free text: their reader is the same.
    Text,
}

/// Returns the kind of a text by its beginning. `None` means lines with a problem in each.
pub(super) fn sniff(bytes: &[u8]) -> Option<Sniffed> {
    match format(bytes) {
        Some(Format::Kif | Format::Ki2) => Some(Sniffed::Text),
        Some(format) => Some(Sniffed::Record(format)),
        None => is_text(bytes).then_some(Sniffed::Text),
    }
}

/// Returns the format of records by the beginning of a file.
#[must_use]
pub fn format(bytes: &[u8]) -> Option<Format> {
    let text = record::decode(bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines {
        if let Some(remark) = line.strip_prefix('#') {
            // Remarks may also come before SFEN lines; those of KIF name the format.
            if remark.contains("KIF") || remark.contains("KI2") || remark.contains("Kifu") {
                return Some(Format::Kif);
            }
            continue;
        }
        // Columns other than `sfen` may have any name.
        if delimiter_of_header(line, &FieldNames::default()).is_some() {
            return None;
        }
        let is_csa = !line.contains('/')
            && ["P1", "PI", "P+", "P-"]
                .iter()
                .any(|it| line.starts_with(it))
            || ["V2", "V3", "N+", "N-", "$"]
                .iter()
                .any(|it| line.starts_with(it));
        if is_csa {
            return Some(Format::Csa);
        }
        // A comment of CSA, or the beginning of a program.
        if line.starts_with('\'') {
            continue;
        }
        if line.starts_with('{') {
            return json::is_jkf(&text).then_some(Format::Jkf);
        }
        // In SFEN the colon comes after a board, in the title, say.
        let is_header = line
            .split_once('：')
            .is_some_and(|(name, _)| !name.contains(['/', ';']));
        let is_kif = is_header
            || record::is_of_hand(line)
            || line.starts_with(['▲', '△', '☗', '☖', '|', '*'])
            || line.starts_with("+---")
            || line.starts_with("９ ８")
            || line.starts_with("手数-");
        return is_kif.then_some(Format::Kif);
    }
    None
}

/// Returns whether a line is one of a free text: it has several words, Japanese, or squares of a board. A single word
/// may be a broken problem.
fn is_of_free_text(line: &str) -> bool {
    let is_rank =
        |line: &str| line.len() >= 9 && line.chars().all(|c| ".*-+_plnsgbrkPLNSGBRK".contains(c));
    line.contains(char::is_whitespace) || !line.is_ascii() || is_rank(line)
}

/// Returns whether a line begins as JSON does. `[問題]` and `[10:20]` do not.
fn begins_json(line: &str) -> bool {
    let rest = line.strip_prefix(['{', '[']);
    rest.is_some_and(|it| {
        let it = it.trim_start();
        it.is_empty()
            || it.starts_with(['"', '[', '}', ']'])
            || line.starts_with('[') && it.starts_with('{')
    })
}

/// Returns whether the beginning of a file is that of a free text: at most half of its lines are problems.
fn is_text(bytes: &[u8]) -> bool {
    let text = record::decode(bytes);
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|it| !it.is_empty() && !it.starts_with('#'))
        .peekable();
    let Some(first) = lines.peek() else {
        return !text.lines().any(is_tagged) && has_headings(&text);
    };
    let is_table = delimiter_of_header(first, &FieldNames::default()).is_some()
        || named_delimiter(first).is_some();
    if is_table || begins_json(first) {
        return false;
    }
    let (mut problems, mut others) = (0_usize, 0_usize);
    for line in lines {
        let is_object = line.starts_with('{');
        // Moves alone belong to the position above.
        let is_rest = problems > 0 && line.starts_with("moves ");
        if !is_rest && (begins_json(line) || looks_like_problem(line) && !is_object) {
            problems += 1;
        } else if is_of_free_text(line) {
            others += 1;
        }
    }
    others > 0 && problems <= others
}

/// Returns whether a line has `#` and then words before a problem, and so is a heading: `## 問1 8k/9/…`.
fn has_headings(text: &str) -> bool {
    let is_heading = |line: &str| {
        let rest = line.trim().trim_start_matches(['#', ' ']);
        let first = rest.split_whitespace().next().unwrap_or_default();
        // A problem right after the sign is commented out.
        let has_words = !first.contains(['/', '?']);
        has_words && !Parts::of_text(rest.to_owned()).is_empty()
    };
    text.lines().any(is_heading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::record::{Encoding, encode};

    #[test]
    fn the_first_lines_tell_the_format() {
        for (text, format) in [
            ("# comment\n4k4/9/4P4/9/9/9/9/9/9 b G 1", None),
            ("P1P6/9/4P4/9/9/9/9/9/9 b G 1", None),
            ("{\"sfen\": \"x\", \"moves\": []}", None),
            ("\n", None),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1; title \"第一番：夢\"", None),
            ("position startpos moves 7g7f; note \"初形：平手\"", None),
            ("sfen,作者：名\n", None),
            ("'note\tSFEN\n", None),
            ("#KIF version=2.0 encoding=UTF-8\n", Some(Format::Kif)),
            ("\n作者：看寿\n", Some(Format::Kif)),
            ("  \n▲７六歩", Some(Format::Kif)),
            ("V2.2\n", Some(Format::Csa)),
            ("'x\nV2.2\n", Some(Format::Csa)),
            ("'use client';\nimport x;\n", None),
            ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n", Some(Format::Csa)),
            ("{\n  \"header\": {}}\n", Some(Format::Jkf)),
        ] {
            assert_eq!(super::format(text.as_bytes()), format, "{text}");
        }
        let cp932 = encode("作者：看寿\n手合割：詰将棋\n", Encoding::Cp932).unwrap();
        assert_eq!(format(&cp932), Some(Format::Kif));
    }
}
