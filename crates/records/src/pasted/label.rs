//! Labels of solutions: the number of the problem, and whose answer it is.

use super::around::{closes, opens};
use super::words::EARLIER;
use crate::lines::Line;
use crate::notation::digits::{digit, kanji};
use crate::number::number;

/// The number of a problem at the beginning of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered<'a> {
    pub number: u32,
    /// The text behind it.
    pub rest: Line<'a>,
    /// Whether a word says that a problem is meant: `第1問`. Other numbers may be those of moves.
    pub has_word: bool,
}

/// Words in front of the number of a problem, longer ones first.
const FRONTS: [&str; 12] = [
    "第", "問題", "問", "作品", "Problem", "problem", "PROBLEM", "Puzzle", "puzzle", "No", "Ｎｏ",
    "Q",
];

/// Words for a solution in front of its number, longer ones first.
const ANSWERS: [&str; 7] = ["解答", "正解", "答え", "答", "解", "Solution", "Answer"];

/// Reads the number of a problem: `第1問`, `【2】`, `(3)`, `問4`, `5番`, `6.`, `⑦`.
pub(super) fn numbered(line: Line<'_>) -> Option<Numbered<'_>> {
    let mut cursor = line.trimmed().cursor();
    cursor.take_while(opens);
    let front = FRONTS.into_iter().find(|it| cursor.skip(it));
    // 解答1 may also be the first solution of a problem with two.
    let is_answer = front.is_none() && ANSWERS.into_iter().any(|it| cursor.skip(it));
    if front.is_some() || is_answer {
        cursor.take_while(|c| c.is_whitespace() || matches!(c, '.' | '．' | '#' | '＃'));
    }
    let mut digits = cursor;
    let written = digits.take_while(|c| digit(c).is_some() || kanji(c).is_some());
    let (number, is_circled) = if written.is_empty() {
        (circled(digits.next()?)?, true)
    } else {
        (number(written)?, false)
    };
    cursor = digits;
    let back = match front {
        Some("第") => ["問題", "問", "番", "題"].iter().any(|it| cursor.skip(it)),
        _ => cursor.skip("番"),
    };
    let has_word = match front {
        Some("第") if !back => return None,
        front => front.is_some() || back,
    };
    let is_sign = |c: char| closes(c) && !c.is_whitespace() || matches!(c, '.' | '．' | '、');
    let is_closed = cursor.skip_one(is_sign) || begins_with_mark(cursor.rest);
    cursor.take_while(|c| closes(c) || matches!(c, '.' | '．'));
    (has_word || is_circled || is_closed).then_some(Numbered {
        number,
        rest: Line {
            text: cursor.rest,
            at: cursor.at,
        },
        has_word,
    })
}

/// Returns whether a mark of the first side follows behind blanks: `1 ▲１二金`.
fn begins_with_mark(text: &str) -> bool {
    text.starts_with(char::is_whitespace) && text.trim_start().starts_with(['▲', '☗'])
}

/// Returns the number in a circle: 2 of ②.
pub(super) fn circled(c: char) -> Option<u32> {
    let from = |first: char, number: u32| u32::from(c) - u32::from(first) + number;
    match c {
        '①'..='⑳' => Some(from('①', 1)),
        '㉑'..='㉟' => Some(from('㉑', 21)),
        '❶'..='❿' => Some(from('❶', 1)),
        _ => None,
    }
}

/// The owner of the line that follows a word for a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Author,
    /// The author's of the problem of this number.
    Problem(u32),
    /// Somebody else's, or that of another problem.
    Other,
}

/// Ends of words for people.
const PEOPLE: [&str; 22] = [
    "さん",
    "君",
    "くん",
    "氏",
    "ちゃん",
    "様",
    "さま",
    "殿",
    "先生",
    "先輩",
    "後輩",
    "師匠",
    "読者",
    "友人",
    "友達",
    "私",
    "僕",
    "俺",
    "自分",
    "誰か",
    "みんな",
    "名無し",
];

/// Words for the problem that a text is about.
const THIS: [&str; 26] = [
    "問題",
    "問",
    "図",
    "この",
    "今回",
    "今日",
    "今週",
    "今月",
    "本日",
    "本題",
    "本局",
    "本作",
    "上記",
    "以上",
    "以下",
    "作者",
    "出題",
    "詰",
    "ここ",
    "これ",
    "正しい",
    "模範",
    "正式",
    "最短",
    "」",
    "』",
];

/// Words that make the one behind them a guess, or that of another problem.
const GUESSES: [&str; 9] = [
    "予想", "想定", "別の", "私の", "俺の", "僕の", "仮の", "迷", "珍",
];

/// English words of this kind.
const YOURS: [&str; 7] = ["my", "your", "his", "her", "their", "previous", "another"];

/// Returns whose line a word for a solution announces, given the text before the word.
pub(super) fn owner(before: Line<'_>, word: &str) -> Owner {
    let text = before.text.trim_matches(opens);
    if text.is_empty() {
        return Owner::Author;
    }
    if let Some(it) = numbered(before)
        && it
            .rest
            .text
            .trim_matches(|c| c == 'の' || opens(c))
            .is_empty()
    {
        return Owner::Problem(it.number);
    }
    if EARLIER.iter().any(|it| text.contains(it)) {
        return Owner::Other;
    }
    // What the author meant is the author's, whoever is named.
    if word.starts_with("作意") {
        return Owner::Author;
    }
    let parts = |c: char| matches!(c, '。' | '、' | '！' | '？' | '!' | '?' | ',' | '，');
    let clause = text.rsplit(parts).next().unwrap_or_default().trim();
    if GUESSES.iter().any(|it| clause.ends_with(it)) {
        return Owner::Other;
    }
    let last = clause.rsplit(' ').next().unwrap_or_default();
    let last = last.to_ascii_lowercase();
    if last.ends_with("'s") || last.ends_with("’s") || YOURS.contains(&&*last) {
        return Owner::Other;
    }
    let Some(name) = clause.strip_suffix('の') else {
        return Owner::Author;
    };
    let is_person = PEOPLE.iter().any(|it| name.ends_with(it));
    let is_this = THIS.iter().any(|it| name.contains(it)) && !name.contains("次");
    if is_this && !is_person {
        Owner::Author
    } else {
        Owner::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line<'_> {
        Line { text, at: 0 }
    }

    #[test]
    fn numbers_of_problems_are_known_by_words_and_signs() {
        for (text, expected) in [
            ("第1問　▲１二歩", Some((1, "▲１二歩"))),
            ("第十二番の解答", Some((12, "の解答"))),
            ("【2】▲１二金", Some((2, "▲１二金"))),
            ("(3) 12金", Some((3, "12金"))),
            ("問４：▲１二金", Some((4, "▲１二金"))),
            ("5. ▲１二金", Some((5, "▲１二金"))),
            ("⑥▲１二金", Some((6, "▲１二金"))),
            ("No.7 ▲１二金", Some((7, "▲１二金"))),
            ("Problem 8: G*1b", Some((8, "G*1b"))),
            ("１二金", None),
            ("5手詰", None),
            ("第3図", None),
            ("3問の解答", None),
            ("12金", None),
            ("9 ▲１二金", Some((9, "▲１二金"))),
            ("9 8 7 6", None),
            ("解答2：▲１二金", Some((2, "▲１二金"))),
            ("解答：▲１二金", None),
        ] {
            let found = numbered(line(text));
            let found = found.map(|it| (it.number, it.rest.text));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn an_answer_belongs_to_somebody() {
        for (text, expected) in [
            ("", Owner::Author),
            ("【", Owner::Author),
            ("第2問の", Owner::Problem(2)),
            ("先週の", Owner::Other),
            ("A君の", Owner::Other),
            ("山本さんの", Owner::Other),
            ("山田の", Owner::Other),
            ("今週の", Owner::Author),
            ("この問題の", Owner::Author),
            ("「初夏」の", Owner::Author),
            ("5手詰の", Owner::Author),
            ("ちなみに", Owner::Author),
            ("予想", Owner::Other),
            ("別の", Owner::Other),
            ("次の問題の", Owner::Other),
            ("John's ", Owner::Other),
            ("The ", Owner::Author),
        ] {
            assert_eq!(owner(line(text), "解答"), expected, "{text}");
        }
        assert_eq!(owner(line("看寿の"), "作意"), Owner::Author);
    }
}
