//! The words by which the lines around a diagram are known.

use crate::headers;

/// Words for the author's line, longer ones first.
pub(super) const SOLUTIONS: [&str; 30] = [
    "作意手順",
    "解答手順",
    "正解手順",
    "本手順",
    "本筋",
    "詰手順",
    "詰め手順",
    "詰み手順",
    "作意",
    "解答例",
    "解答",
    "正解",
    "手順",
    "答え",
    "こたえ",
    "答",
    "解",
    "Solutions",
    "Solution",
    "SOLUTIONS",
    "SOLUTION",
    "solution",
    "Answers",
    "Answer",
    "ANSWERS",
    "ANSWER",
    "answer",
    "Lösung",
    "Ans",
    "ans",
];

/// Words for lines that are not the author's.
pub(super) const OTHERS: [&str; 10] = [
    "変化",
    "紛れ",
    "紛",
    "失敗",
    "余詰",
    "別解",
    "不正解",
    "誤答",
    "早詰",
    "参考",
];

/// Words for the problem of an earlier issue, whose solution follows.
pub(super) const EARLIER: [&str; 19] = [
    "先週",
    "前回",
    "先月",
    "前号",
    "前問",
    "昨日",
    "先日",
    "前週",
    "前月",
    "前々",
    "先々",
    "前日",
    "前の問題",
    "昨年の解答",
    "昨年の正解",
    "昨年の答",
    "去年の解答",
    "去年の正解",
    "去年の答",
];

/// English ones, which begin a line.
pub(super) const EARLIER_IN_ENGLISH: [&str; 8] = [
    "yesterday",
    "last week",
    "last month",
    "last time",
    "last issue",
    "last year",
    "previous",
    "the previous",
];

/// Words for it, beside those for its solution.
pub(super) const EARLIER_THINGS: [&str; 5] = ["問題", "出題", "宿題", "詰将棋", "作品"];

/// Words and signs in lines of moves that are tries, or do not mate.
pub(super) const TRIES: [&str; 10] = [
    "？",
    "?",
    "逃れ",
    "詰まない",
    "詰まん",
    "詰みません",
    "失敗",
    "不正解",
    "不詰",
    "残念",
];

/// Names of headers in texts, beside those of records, with their names there.
pub(super) const NAMES: [(&str, &str); 17] = [
    ("題名", headers::TITLE),
    ("題", headers::TITLE),
    ("タイトル", headers::TITLE),
    ("作品名", headers::TITLE),
    ("Title", headers::TITLE),
    ("title", headers::TITLE),
    ("作者", headers::AUTHOR),
    ("作", headers::AUTHOR),
    ("Author", headers::AUTHOR),
    ("author", headers::AUTHOR),
    ("作品番号", headers::ID),
    ("発表誌", headers::MAGAZINE),
    ("発表年月", headers::PUBLISHED),
    ("初出", headers::SOURCE),
    ("出典", headers::SOURCE),
    ("手数", headers::PLIES),
    ("備考", headers::NOTE),
];
