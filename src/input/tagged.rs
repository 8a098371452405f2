//! Recognises lines with tags before or after a problem: `#2 4k4/…`, `#詰将棋 4k4/…`.

use super::pasted::has_position;
use super::problem_text::looks_like_problem;

/// Parts of the words in tags of problems.
const WORDS: [&str; 5] = ["詰", "将棋", "問", "shogi", "tsume"];

/// Returns whether a line that begins with `#` is a problem with tags, and no comment. A problem right after the
/// sign, or after a blank, is commented out.
pub(super) fn is_tagged(line: &str) -> bool {
    let mut rest = line.trim();
    let mut has_tag = false;
    while let Some(tag) = rest.strip_prefix(['#', '＃']) {
        let Some((tag, after)) = tag.split_once(char::is_whitespace) else {
            return false;
        };
        let number = tag.trim_end_matches(['.', ')', ':', '：', '）', '．']);
        let small = tag.to_ascii_lowercase();
        let is_number = !number.is_empty() && number.chars().all(char::is_numeric);
        if !is_number && !WORDS.iter().any(|it| small.contains(it)) || tag.contains('/') {
            return false;
        }
        has_tag = true;
        rest = after.trim_start();
    }
    has_tag && (looks_like_problem(rest) || has_position(rest) == Some(true))
}

/// Returns a position without a tag right after its moves: `… moves G*1b#詰将棋`.
pub(super) fn without_tag(text: &str) -> &str {
    let Some((_, moves)) = text.split_once(" moves ") else {
        return text;
    };
    let is_word = |at: usize| moves[at + 1..].starts_with(char::is_alphabetic);
    match moves.find('#') {
        Some(at) if is_word(at) && !moves[..at].contains([';', '"']) => {
            &text[..text.len() - moves.len() + at]
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_after_moves_is_no_move() {
        for (line, expected) in [
            ("8k/9 b G 1 moves G*1b#詰将棋", "8k/9 b G 1 moves G*1b"),
            ("8k/9 b G 1 moves G*1b#", "8k/9 b G 1 moves G*1b#"),
            ("8k/9 b G 1; title \"#x\"", "8k/9 b G 1; title \"#x\""),
        ] {
            assert_eq!(without_tag(line), expected);
        }
    }

    #[test]
    fn a_problem_after_a_tag_is_no_comment() {
        for (line, expected) in [
            ("#2 8k/9/8P/9/9/9/9/9/9 b G 1", true),
            ("#詰将棋 8k/9/8P/9/9/9/9/9/9 b G 1", true),
            ("#shogi #tsume 8k/9/8P/9/9/9/9/9/9 b G 1", true),
            ("#3. 8k/9/8P/9 b G 1", true),
            ("# 8k/9/8P/9/9/9/9/9/9 b G 1", false),
            ("#8k/9/8P/9/9/9/9/9/9 b G 1", false),
            ("#old 8k/9/8P/9/9/9/9/9/9 b G 1", false),
            ("#11の答え: 1二金", false),
            ("#2", false),
        ] {
            assert_eq!(is_tagged(line), expected, "{line}");
        }
    }
}
