//! Headers of tsume records: their names in the formats, and their values.

use super::number::number;
use super::text::hand::is_name_of_hand;
use crate::notation::digits::{digit, kanji};

/// The number of the problem, its id.
pub const ID: &str = "作品番号";
/// The title.
pub const TITLE: &str = "作品名";
/// The composer.
pub const AUTHOR: &str = "作者";
/// The magazine of publication.
pub const MAGAZINE: &str = "発表誌";
/// The date of publication.
pub const PUBLISHED: &str = "発表年月";
/// The book or collection.
pub const SOURCE: &str = "出典";
/// The length: `5手詰`.
pub const PLIES: &str = "手数";
/// The length of the line in a book, which need not be proven.
pub const RECORDED: &str = "原典手数";
/// The goal of the problem, if it is not a mate: `brinkmate`, `threatmate`.
pub const GOAL: &str = "goal";
/// Whether the composition is sound.
pub const SOUNDNESS: &str = "完全性";
/// The class of the composition.
pub const CLASS: &str = "分類";
/// The prizes of the composition.
pub const AWARD: &str = "受賞";
/// Other remarks.
pub const NOTE: &str = "備考";
/// The diagram is seen from White's side. This header has no value.
pub const TURNED: &str = "盤面回転";

/// The headers of tsume records in the order of writing, each with its opcode in an SFEN, which is also its key
/// in rows. The last is no column.
const NAMES: [(&str, &str); 13] = [
    (ID, "id"),
    (TITLE, "title"),
    (AUTHOR, "author"),
    (MAGAZINE, "magazine"),
    (PUBLISHED, "published"),
    (SOURCE, "source"),
    (PLIES, "plies"),
    (GOAL, "goal"),
    (SOUNDNESS, "soundness"),
    (CLASS, "class"),
    (AWARD, "award"),
    (NOTE, "note"),
    (RECORDED, "recorded"),
];

/// The columns of a table of problems after `sfen`, in order.
pub const COLUMNS: [&str; NAMES.len() - 1] = {
    let mut columns = [""; NAMES.len() - 1];
    let mut at = 0;
    while at < columns.len() {
        columns[at] = NAMES[at].1;
        at += 1;
    }
    columns
};

/// Returns the opcode of a header: `author` for 作者. Other headers keep their names.
#[must_use]
pub fn opcode_of_header(key: &str) -> &str {
    let found = NAMES.iter().find(|(header, _)| *header == key);
    found.map_or(key, |(_, opcode)| opcode)
}

/// Returns the header of an opcode: 作者 for `author`. Other opcodes keep their names.
#[must_use]
pub fn header_of_opcode(key: &str) -> &str {
    let found = NAMES.iter().find(|(_, opcode)| *opcode == key);
    found.map_or(key, |(header, _)| header)
}

/// Returns the index of a header in the order of writing. Unknown headers come last.
#[must_use]
pub fn rank_of_header(key: &str) -> usize {
    let found = NAMES.iter().position(|(header, _)| *header == key);
    found.unwrap_or(NAMES.len())
}

/// Returns whether a header follows from the diagram or the tree, so that writers make it anew.
pub(super) fn is_of_diagram(key: &str) -> bool {
    matches!(key, "手合割" | "変化") || is_name_of_hand(key)
}

/// Other names of headers in free texts.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("題名", TITLE),
    ("表題", TITLE),
    ("タイトル", TITLE),
    ("作", AUTHOR),
    ("composer", AUTHOR),
    ("番号", ID),
    ("length", PLIES),
    ("steps", PLIES),
];

/// Returns the header of records that a name in a free text stands for: 作者 for `composer`.
pub(crate) fn header_in_text(key: &str) -> Option<&'static str> {
    let is_ornament = |c: char| c.is_whitespace() || "【】[]()（）「」■●◆★・*-#\"'|".contains(c);
    let key = key.trim_matches(is_ornament).to_lowercase();
    let mut names = NAMES.iter();
    if let Some((header, _)) = names.find(|(header, opcode)| *header == key || *opcode == key)
        && ![NOTE, RECORDED].contains(header)
    {
        return Some(header);
    }
    let other = OTHER_NAMES.iter().find(|(name, _)| *name == key);
    other.map(|(_, header)| *header)
}

/// Reads the number in the value of 手数: 5 in `5手詰`, `５手詰(参考)` and `五手詰`.
#[must_use]
pub fn expected_plies(value: &str) -> Option<u32> {
    let is_digit = |c: char| digit(c).is_some() || kanji(c).is_some();
    let start = value.find(is_digit)?;
    let word = value[start..].split(|c| !is_digit(c)).next()?;
    number(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_any_digits() {
        for (value, plies) in [
            ("5手詰", 5),
            ("5手詰(参考)", 5),
            ("１５手", 15),
            ("十七手詰", 17),
            ("六百十一手", 611),
            ("約 23", 23),
            ("1525", 1525),
        ] {
            assert_eq!(expected_plies(value), Some(plies), "{value}");
        }
        for value in ["", "不明", "99999999999"] {
            assert_eq!(expected_plies(value), None, "{value}");
        }
    }

    #[test]
    fn every_column_is_a_header() {
        for column in COLUMNS {
            assert_eq!(opcode_of_header(header_of_opcode(column)), column);
            assert!(rank_of_header(header_of_opcode(column)) < COLUMNS.len());
        }
    }
}
