//! Labels of solutions: the number of the problem, and whose answer it is.

use super::around::{closes, opens};
use super::moves::first_moves;
use super::words::{EARLIER, SOLUTIONS};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::number::number;

/// A label that tells the problems of a text apart: 第1問, A図, 甲.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Label {
    Number(u32),
    Letter(char),
    Stem(char),
}

/// The label of a problem at the beginning of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered<'a> {
    pub label: Label,
    /// The text behind it.
    pub rest: Line<'a>,
    /// Whether a word says that a problem is meant: `第1問`. Other numbers may be those of moves.
    pub has_word: bool,
    /// Whether it may be that of a diagram in a remark: `図1`, `A`. Only a problem of this label makes it one.
    pub is_of_figure: bool,
    /// Whether it is that of an issue: `第105回`.
    pub is_of_issue: bool,
    /// Whether it may as well be the number of a move: `1 １二金`.
    pub is_loose: bool,
}

/// Words in front of the number of a problem, longer ones first.
const FRONTS: [&str; 21] = [
    "第",
    "問題",
    "問",
    "作品",
    "図",
    "其の",
    "其",
    "練習問題",
    "例題",
    "課題",
    "詰将棋",
    "Ex",
    "Problem",
    "problem",
    "PROBLEM",
    "Puzzle",
    "puzzle",
    "No",
    "Ｎｏ",
    "Q",
    "Ｑ",
];

/// Words for a solution in front of its number, longer ones first.
const ANSWERS: [&str; 7] = ["解答", "正解", "答え", "答", "解", "Solution", "Answer"];

/// Words in front that also begin a title: `詰将棋5手詰`. The number ends the words, or a sign follows.
const WEAK_FRONTS: [&str; 6] = ["其の", "其", "例題", "課題", "詰将棋", "Ex"];

/// Reads the label of a problem: `第1問`, `【2】`, `(3)`, `問4`, `5番`, `6.`, `⑦`, `解答（第8問）`, `A図`, `甲：`.
pub(super) fn numbered(line: Line<'_>) -> Option<Numbered<'_>> {
    let mut cursor = line.trimmed().cursor();
    let is_ornament = |c: char| opens(c) && !c.is_whitespace();
    cursor.skip("- ");
    let has_ornament = cursor.take_while(opens).contains(is_ornament);
    let front = front(&mut cursor);
    let (label, is_circled) = label(&mut cursor, front)?;
    let backs: &[&str] = match front {
        Some("第") => &["問目", "問題", "問", "番", "題"],
        _ => &["問目", "番"],
    };
    let is_of_issue = is_of_issue(&mut cursor, front);
    let back = is_of_issue || backs.iter().any(|it| cursor.skip(it));
    let is_number = matches!(label, Label::Number(_));
    let is_figure = matches!(front, Some("図"))
        || (!is_number || front == Some("第")) && !back && cursor.skip("図");
    let has_word = match front {
        Some("第") if !back && !is_figure => return None,
        Some(front) if WEAK_FRONTS.contains(&front) && !ends_label(cursor.rest) => return None,
        front => front.is_some() || back,
    };
    let is_sign = |c: char| closes(c) && !c.is_whitespace() || matches!(c, '.' | '．' | '、' | '…');
    let is_alone = has_ornament && cursor.rest.trim().is_empty();
    let is_named = cursor
        .rest
        .strip_prefix('の')
        .is_some_and(|it| SOLUTIONS.iter().any(|word| it.starts_with(word)));
    let is_closed =
        is_alone || is_named || begins_with_mark(cursor.rest) || cursor.skip_one(is_sign);
    let is_loose = !(has_word || is_figure || is_circled || is_closed);
    if is_loose && !(is_number && begins_with_move(cursor)) {
        return None;
    }
    cursor.take_while(|c| closes(c) || matches!(c, '.' | '．' | '…'));
    Some(Numbered {
        label,
        rest: Line {
            text: cursor.rest,
            at: cursor.at,
        },
        has_word: has_word && is_number && !is_figure,
        is_of_figure: is_figure || !is_number,
        is_of_issue,
        is_loose,
    })
}

/// Passes over the word for an issue behind a number: `第105回`, `104回解答`.
fn is_of_issue(cursor: &mut Cursor<'_>, front: Option<&str>) -> bool {
    let mut ahead = *cursor;
    if !ahead.skip("回") {
        return false;
    }
    let rest = ahead.rest.trim_start_matches('目').trim_start_matches('の');
    let is_known = front == Some("第") || SOLUTIONS.iter().any(|it| rest.starts_with(it));
    if is_known {
        *cursor = ahead;
    }
    is_known
}

/// Returns whether the words of a label end here.
fn ends_label(rest: &str) -> bool {
    let is_end = |c: char| closes(c) || matches!(c, '.' | '．' | '…' | 'の');
    rest.is_empty() || rest.starts_with(is_end)
}

/// Returns whether a move follows behind blanks: `1 １二金`.
fn begins_with_move(cursor: Cursor<'_>) -> bool {
    let line = Line {
        text: cursor.rest,
        at: cursor.at,
    };
    line.text.starts_with(char::is_whitespace) && !first_moves(line.trimmed()).is_empty()
}

/// Returns the label behind another one: ② behind ①.
pub(super) fn next_label(label: Label) -> Option<Label> {
    const STEMS: &str = "甲乙丙丁戊己";
    match label {
        Label::Number(it) => it.checked_add(1).map(Label::Number),
        Label::Letter(it) => char::from_u32(u32::from(it) + 1).map(Label::Letter),
        Label::Stem(it) => STEMS
            .chars()
            .skip_while(|c| *c != it)
            .nth(1)
            .map(Label::Stem),
    }
}

/// Passes over the word in front of a label, and returns it: `第`, `Problem`, `解答（第`, `A`.
fn front(cursor: &mut Cursor<'_>) -> Option<&'static str> {
    let mut front = FRONTS.into_iter().find(|it| cursor.skip(it));
    // 解答1 may also be the first solution of a problem with two.
    let is_answer = front.is_none() && ANSWERS.into_iter().any(|it| cursor.skip(it));
    if is_answer {
        let mut inner = *cursor;
        inner.take_while(|c| opens(c) || matches!(c, ':' | '：'));
        let _ = ["to ", "of ", "for "].iter().any(|it| inner.skip(it));
        front = FRONTS.into_iter().find(|it| inner.skip(it));
        if front.is_some() {
            *cursor = inner;
        }
    }
    // The answer to Q1 is A1.
    let mut ahead = *cursor;
    let is_a = ahead.skip_one(|c| matches!(c, 'A' | 'Ａ'));
    if front.is_none() && !is_answer && is_a && ahead.peek().is_some_and(|c| digit(c).is_some()) {
        *cursor = ahead;
        front = Some("A");
    }
    if front.is_some() || is_answer {
        cursor.take_while(|c| c.is_whitespace() || matches!(c, '.' | '．' | '#' | '＃'));
    }
    front
}

/// Reads a label, and whether it is a number in a circle.
fn label(cursor: &mut Cursor<'_>, front: Option<&str>) -> Option<(Label, bool)> {
    let written = cursor.take_while(|c| digit(c).is_some() || kanji(c).is_some());
    if !written.is_empty() {
        return Some((Label::Number(number(written)?), false));
    }
    let c = cursor.next()?;
    if let Some(number) = circled(c) {
        return Some((Label::Number(number), true));
    }
    if front.is_some_and(|it| matches!(it, "第" | "A")) {
        return None;
    }
    let is_latin = |c: char| c.is_ascii_alphanumeric() || matches!(c, 'ａ'..='ｚ' | 'Ａ'..='Ｚ');
    let is_word = cursor.peek().is_some_and(is_latin);
    match c {
        'A'..='Z' if !is_word => Some((Label::Letter(c), false)),
        'Ａ'..='Ｚ' if !is_word => {
            let letter = char::from_u32(u32::from(c) - u32::from('Ａ') + u32::from('A'))?;
            Some((Label::Letter(letter), false))
        }
        '甲' | '乙' | '丙' | '丁' | '戊' | '己' => Some((Label::Stem(c), false)),
        _ => None,
    }
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
    /// The author's of the problem of this label.
    Problem(Label),
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

/// Returns whether a line names people whose answers follow: `読者の解答`.
pub(super) fn is_of_people(text: &str) -> bool {
    let mut names = text.split('の').rev().skip(1);
    names.any(|it| PEOPLE.iter().any(|word| it.ends_with(word)))
}

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
        && !it.is_loose
        && (!it.is_of_issue || text.ends_with('の'))
        && it
            .rest
            .text
            .trim_matches(|c| c == 'の' || opens(c))
            .is_empty()
        // A letter may be the sign of an answer: `A. 正解：▲１二金`.
        && (matches!(it.label, Label::Number(_)) || text.ends_with('の'))
    {
        return Owner::Problem(it.label);
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
    let is_this = THIS.iter().any(|it| name.contains(it)) && !name.contains(['次', '済']);
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
            ("第3図", Some((3, ""))),
            ("第105回", Some((105, ""))),
            ("第104回の解答", Some((104, "の解答"))),
            ("104回解答", Some((104, "解答"))),
            ("解答（第104回）", Some((104, ""))),
            ("104回目の投稿", None),
            ("- 問題1: １二金", Some((1, "１二金"))),
            ("其の二　▲１二金", Some((2, "▲１二金"))),
            ("例題3", Some((3, ""))),
            ("詰将棋5手詰", None),
            ("1…▲１二金", Some((1, "▲１二金"))),
            ("1 １二金", Some((1, "１二金"))),
            ("3問の解答", None),
            ("12金", None),
            ("9 ▲１二金", Some((9, "▲１二金"))),
            ("9 8 7 6", None),
            ("解答2：▲１二金", Some((2, "▲１二金"))),
            ("解答：▲１二金", None),
            ("解答（第3問）", Some((3, ""))),
            ("Solution to Problem 4: G*1b", Some((4, "G*1b"))),
            ("〈第一問〉▲１二金", Some((1, "▲１二金"))),
            ("2問目：▲１二金", Some((2, "▲１二金"))),
            ("図3は▲１二金", Some((3, "▲１二金"))),
            ("■4", Some((4, ""))),
            ("■4の解", Some((4, "の解"))),
            ("A5. ▲１二金", Some((5, "▲１二金"))),
            ("#6 ▲１二金", Some((6, "▲１二金"))),
            ("31", None),
        ] {
            let found = numbered(line(text));
            let found = found.map(|it| (it.label, it.rest.text));
            let expected = expected.map(|(number, rest)| (Label::Number(number), rest));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn letters_and_stems_are_labels() {
        for (text, expected) in [
            ("A図：▲１二金", Some((Label::Letter('A'), "▲１二金"))),
            ("Problem B", Some((Label::Letter('B'), ""))),
            ("（乙）▲１二金", Some((Label::Stem('乙'), "▲１二金"))),
            ("甲：▲１二金", Some((Label::Stem('甲'), "▲１二金"))),
            ("A. ▲１二金", Some((Label::Letter('A'), "▲１二金"))),
            ("A君の答え", None),
            ("Attacker: P1c", None),
            ("甲子園", None),
        ] {
            let found = numbered(line(text));
            let found = found.map(|it| (it.label, it.rest.text));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn an_answer_belongs_to_somebody() {
        for (text, expected) in [
            ("", Owner::Author),
            ("【", Owner::Author),
            ("第2問の", Owner::Problem(Label::Number(2))),
            ("A図の", Owner::Problem(Label::Letter('A'))),
            ("A. ", Owner::Author),
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
