//! The title above a diagram.

/// Returns the title that a line above a diagram is, without marks around it. A sentence, a line of a program, or
/// the head of a post is none.
pub(super) fn title(line: &str) -> Option<&str> {
    let text = line.trim();
    let is_short = text.chars().count() <= 40 && text.chars().any(char::is_alphabetic);
    let is_other = is_sentence(text) || is_code(text) || is_of_post(text);
    (is_short && !is_other)
        .then(|| bare(text))
        .filter(|it| !it.is_empty())
}

fn is_sentence(text: &str) -> bool {
    let ends = ["です", "ます", "した", "から", "さい", "ページ"];
    text.ends_with(['。', '？', '?', '！', '!', '、', ':', '：', ','])
        || text.contains('。')
        || ends.iter().any(|it| text.ends_with(it))
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
    has_date && has_time || heads.iter().any(|it| text.starts_with(it)) || is_said
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
