//! The title above a diagram.

use crate::notation::digits::{digit, kanji};
use crate::notation::written_move::side;

/// Returns the title that a line above a diagram is, without marks around it. A sentence, a line of a program, or
/// the head of a post is none.
pub(super) fn title(line: &str) -> Option<&str> {
    let text = line.trim();
    let is_short = text.chars().count() <= 40 && text.chars().any(char::is_alphabetic);
    let is_other = is_sentence(text)
        || is_code(text)
        || is_of_post(text)
        || are_pieces(text)
        || has_moves(text);
    (is_short && !is_other)
        .then(|| bare(text))
        .filter(|it| !it.is_empty())
}

fn is_sentence(text: &str) -> bool {
    let ends = ["です", "ます", "した", "から", "さい", "ページ", "よ", "ね"];
    let signs = ['。', '？', '?', '！', '!', '、', ':', '：', ','];
    // What stands in brackets at the end, and signs such as ♪, do not make it a title.
    let head = text.strip_suffix([')', '）', '】', ']']);
    let head = head.and_then(|it| it.rfind(['(', '（', '【', '[']));
    let head = head.filter(|at| *at > 0).map_or(text, |at| &text[..at]);
    let is_sign =
        |c: char| !c.is_alphanumeric() && !signs.contains(&c) && !"」』】)）]*#".contains(c);
    let head = head.trim_end_matches(is_sign);
    head.ends_with(signs)
        || text.ends_with(signs)
        || text.contains('。')
        || ends.iter().any(|it| head.ends_with(it))
}

/// Returns whether a line has nothing but names of pieces, or no pieces: `玉 飛 角 金`, `なし`.
fn are_pieces(text: &str) -> bool {
    let is_piece = |c: char| "玉王飛角金銀桂香歩と龍竜馬成杏圭全".contains(c);
    let names = text.split([' ', '\u{3000}', '、', '・']);
    text == "なし" || names.clone().count() > 2 && names.clone().all(|it| it.chars().all(is_piece))
}

/// Returns whether a line has moves with the marks of their sides: `第1図は▲１三金まで`.
fn has_moves(text: &str) -> bool {
    let number = |c: Option<char>| c.is_some_and(|it| digit(it).or_else(|| kanji(it)).is_some());
    text.char_indices().any(|(at, c)| {
        let mut behind = text[at + c.len_utf8()..].chars();
        side(c).is_some() && number(behind.next()) && number(behind.next())
    })
}

/// Returns whether a line is one of a program, a log or a table.
fn is_code(text: &str) -> bool {
    let has_signs = text.contains(['=', '{', '}', ';', '_', '<', '>', '`', '[', '$']);
    let is_word = !text.contains(' ') && text.starts_with(|c: char| c.is_ascii_lowercase());
    text.is_ascii() && (has_signs || is_word)
        || text.contains(['|', '｜', '\t'])
        || text.contains("://")
}

/// Returns whether a line is the head of a post or a mail, or counts its readers: `12 ：名無し：2026/01/01 12:00`.
fn is_of_post(text: &str) -> bool {
    let has_date = text.as_bytes().windows(6).any(|it| {
        it[..4].iter().all(u8::is_ascii_digit)
            && matches!(it[4], b'/' | b'-')
            && it[5].is_ascii_digit()
    });
    let has_time = text
        .as_bytes()
        .windows(5)
        .any(|it| it[2] == b':' && [it[0], it[1], it[3], it[4]].iter().all(u8::is_ascii_digit));
    let heads = [
        "投稿者",
        "投稿日",
        "更新日",
        "Posted by",
        "Quote from",
        "@",
        "いいね",
        "答え",
        "解答",
        "Date:",
        "From:",
        "To:",
        "Cc:",
        "Re:",
        "ID:",
    ];
    let is_said = text
        .split_once(": ")
        .is_some_and(|(name, _)| name.is_ascii() && !name.contains(' '));
    let has_id = text.contains("ID:") || text.contains("名無し");
    has_date && (has_time || has_id) || heads.iter().any(|it| text.starts_with(it)) || is_said
}

/// Returns a title without ornaments, and without brackets if they enclose all of it.
fn bare(text: &str) -> &str {
    let is_ornament = |c: char| c.is_whitespace() || "■●◆▼▲○◇□★☆#*※・:：-".contains(c);
    let text = text
        .trim_start_matches(is_ornament)
        .trim_end_matches(|c: char| c.is_whitespace() || "#*:：■□★☆".contains(c));
    let pairs = [
        ('【', '】'),
        ('「', '」'),
        ('『', '』'),
        ('《', '》'),
        ('<', '>'),
    ];
    let inner = pairs.iter().find_map(|&(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    inner.unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_its_brackets_and_no_ornaments() {
        for (line, expected) in [
            ("第12番", Some("第12番")),
            ("■ 第1問 5手詰", Some("第1問 5手詰")),
            ("【第1問】", Some("第1問")),
            ("【第1問】5手詰", Some("【第1問】5手詰")),
            ("「初夏」 山田太郎作", Some("「初夏」 山田太郎作")),
            ("## Problem 7", Some("Problem 7")),
            ("[問題]", Some("[問題]")),
            ("これを解いて下さい。", None),
            ("0123 名無し名人 2026/02/11(土) 21:33:10.11", None),
            ("いいね！ 15", None),
            ("11 ：名無し：2026/05/03(金) ID:bb", None),
            ("@suzuki これ解ける？ #詰将棋", None),
            ("先手玉を詰ませてください（後手番）", None),
            ("5手詰です🙂", None),
            ("玉 飛 角 金 銀 桂", None),
            ("第1図は▲１三金まで", None),
            ("第3問（5手詰）", Some("第3問（5手詰）")),
            ("煙詰 (改作)", Some("煙詰 (改作)")),
            ("今日の詰将棋☗5手詰", Some("今日の詰将棋☗5手詰")),
            ("suzuki: おk", None),
            ("| 山田 | 三段 |", None),
            ("答えは次のページ", None),
            ("moves = [", None),
            ("___", None),
        ] {
            assert_eq!(title(line), expected, "{line}");
        }
    }
}
