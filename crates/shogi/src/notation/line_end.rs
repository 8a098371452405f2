//! Recognizes words at the end of a line of moves: those of books (`まで5手詰`) and of programs
//! (`resign`).

use super::digits::{digit, kanji};

/// Words for the end of a line, each with the name of this end in KIF. The name is empty for a word that
/// says only that nothing follows.
const ENDS: [(&str, &str); 47] = [
    ("resign", "投了"),
    ("resignation", "投了"),
    ("toryo", "投了"),
    ("投了", "投了"),
    ("win", "入玉勝ち"),
    ("kachi", "入玉勝ち"),
    ("rep_draw", "千日手"),
    ("draw", "持将棋"),
    ("hikiwake", "持将棋"),
    ("impasse", "持将棋"),
    ("jishogi", "持将棋"),
    ("持将棋", "持将棋"),
    ("引き分け", "持将棋"),
    ("引分", "持将棋"),
    ("sennichite", "千日手"),
    ("repetition", "千日手"),
    ("千日手", "千日手"),
    ("timeout", "切れ負け"),
    ("time_up", "切れ負け"),
    ("time-up", "切れ負け"),
    ("時間切れ", "切れ負け"),
    ("切れ負け", "切れ負け"),
    ("mate", "詰み"),
    ("checkmate", "詰み"),
    ("tsumi", "詰み"),
    ("詰", "詰み"),
    ("詰み", "詰み"),
    ("詰め", "詰み"),
    ("詰上り", "詰み"),
    ("詰め上がり", "詰み"),
    ("不詰", "不詰"),
    ("break", "中断"),
    ("abort", "中断"),
    ("aborted", "中断"),
    ("interrupt", "中断"),
    ("interrupted", "中断"),
    ("pause", "中断"),
    ("chudan", "中断"),
    ("中断", "中断"),
    ("illegal", "反則負け"),
    ("illegal_move", "反則負け"),
    ("反則負け", "反則負け"),
    ("反則勝ち", "反則勝ち"),
    ("0000", ""),
    ("none", ""),
    ("以上", ""),
    ("完", ""),
];

/// Returns the name in KIF of the end that a word stands for; upper case is read as lower case. The name
/// is empty for a word that says only that nothing follows. `None` if the word stands for no end.
#[must_use]
pub fn end_of_word(word: &str) -> Option<&'static str> {
    let word = word.strip_prefix('%').unwrap_or(word);
    let word = word.trim_end_matches(['。', '．', '.']);
    let end = ENDS.iter().find(|(end, _)| end.eq_ignore_ascii_case(word));
    end.map(|(_, name)| *name)
}

/// Returns whether a text begins with the word that stands after the last move in books: `まで5手詰`, `迄`.
#[must_use]
pub fn is_book_ending(text: &str) -> bool {
    text.starts_with("まで") || text.starts_with('迄')
}

/// Returns whether a word is the length of a mate, and nothing else: `５手詰め`, `5手で詰み。`, `七手`.
#[must_use]
pub fn is_length(word: &str) -> bool {
    let after_number = word.trim_start_matches(|c| digit(c).is_some() || kanji(c).is_some());
    let Some(suffix) = after_number.strip_prefix('手') else {
        return false;
    };
    let suffix = suffix.trim_end_matches(['。', '．', '.', '）', ')']);
    let mate = suffix.strip_prefix('で').unwrap_or(suffix);
    let has_number = after_number.len() < word.len();
    has_number && matches!(mate, "" | "詰" | "詰み" | "詰め" | "つみ" | "完")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_programs_and_books_end_a_line() {
        for (word, end) in [
            ("resign", Some("投了")),
            ("Resign", Some("投了")),
            ("%TORYO", Some("投了")),
            ("rep_draw", Some("千日手")),
            ("timeout", Some("切れ負け")),
            ("詰み。", Some("詰み")),
            ("0000", Some("")),
            ("以上", Some("")),
            ("７六歩", None),
            ("", None),
        ] {
            assert_eq!(end_of_word(word), end, "{word}");
        }
        for word in ["5手詰", "５手詰め。", "五手で詰み", "十一手", "1手詰）"] {
            assert!(is_length(word), "{word}");
        }
        for word in ["手詰", "5手", "５手目", "5手詰将棋", "詰"] {
            assert_eq!(is_length(word), word == "5手", "{word}");
        }
    }
}
