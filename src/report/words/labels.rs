//! Headings, names of columns, buttons.

use crate::notation::picture;
use crate::report::{Compared, Lang, Limit};

/// Labels.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Words {
    pub lang: &'static str,
    pub title: &'static str,
    pub problems: &'static str,
    pub interrupted: &'static str,
    pub verdicts: &'static str,
    pub search: &'static str,
    pub kind: &'static str,
    pub order: &'static str,
    pub by_name: &'static str,
    pub by_verdict: &'static str,
    pub by_plies: &'static str,
    pub by_nodes: &'static str,
    pub open_all: &'static str,
    pub first: &'static str,
    pub back: &'static str,
    pub next: &'static str,
    pub last: &'static str,
    pub copy_sfen: &'static str,
    pub copy_kif: &'static str,
    pub copied: &'static str,
    pub line: &'static str,
    pub defects: &'static str,
    pub blemishes: &'static str,
    pub minor: &'static str,
    pub remarks: &'static str,
    pub open: &'static str,
    pub variations: &'static str,
    pub equal: &'static str,
    pub leftover: &'static str,
    pub duplicate_of: &'static str,
    pub limit: &'static str,
    pub attributes: &'static str,
    pub authors_line: &'static str,
    pub unexpected: &'static str,
    pub refutation: &'static str,
    pub attempt: &'static str,
    pub interpositions: &'static str,
    pub attackers_hand: &'static str,
    pub defenders_hand: &'static str,
    pub final_position: &'static str,
    pub note: &'static str,
    pub certificate: &'static str,
    pub not_certified: &'static str,
    pub summary: &'static str,
    /// The columns of rows except the last.
    pub columns: [&'static str; 6],
    pub first_defect: &'static str,
}

const ENGLISH: Words = Words {
    lang: "en",
    title: "Tsume shogi report",
    problems: "problems",
    interrupted: "interrupted",
    verdicts: "verdicts",
    search: "search for id, title, author",
    kind: "any finding",
    order: "order of the input",
    by_name: "by name",
    by_verdict: "by verdict",
    by_plies: "longest first",
    by_nodes: "hardest first",
    open_all: "open or close all",
    first: "to the diagram",
    back: "a move back",
    next: "a move on",
    last: "to the end",
    copy_sfen: "copy SFEN",
    copy_kif: "copy KIF",
    copied: "copied",
    line: "main line",
    defects: "defects",
    blemishes: "blemishes",
    minor: "minor",
    remarks: "remarks",
    open: "left open",
    variations: "variations",
    equal: "equal",
    leftover: "leaves",
    duplicate_of: "same position as",
    limit: "a limit was reached; missing results are unknown",
    attributes: "attributes",
    authors_line: "the author's line",
    unexpected: "not as expected:",
    refutation: "refutation",
    attempt: "try",
    interpositions: "futile interpositions",
    attackers_hand: picture::ATTACKERS_HAND[0],
    defenders_hand: picture::DEFENDERS_HAND[0],
    final_position: "final position",
    note: "note: ",
    certificate: "certificate: ",
    not_certified: "not certified: ",
    summary: "summary",
    columns: ["id", "verdict", "plies", "strict", "file", "time"],
    first_defect: "first defect",
};

const JAPANESE: Words = Words {
    lang: "ja",
    title: "詰将棋 検討結果",
    problems: "題",
    interrupted: "中断",
    verdicts: "判定",
    search: "番号・題名・作者を検索",
    kind: "指摘すべて",
    order: "入力順",
    by_name: "名前順",
    by_verdict: "判定順",
    by_plies: "手数の長い順",
    by_nodes: "探索量の多い順",
    open_all: "すべて開閉",
    first: "初形",
    back: "一手戻る",
    next: "一手進む",
    last: "最終手",
    copy_sfen: "SFENをコピー",
    copy_kif: "KIFをコピー",
    copied: "コピーしました",
    line: "本手順",
    defects: "不完全の理由",
    blemishes: "キズ",
    minor: "軽微な非限定など",
    remarks: "備考",
    open: "未検討",
    variations: "変化",
    equal: "変同",
    leftover: "駒余り",
    duplicate_of: "同一局面",
    limit: "制限に達したため、一部は未検討",
    attributes: "作品の特徴",
    authors_line: "作意（入力）",
    unexpected: "入力と不一致：",
    refutation: "逃れ順",
    attempt: "紛れ",
    interpositions: "無駄合",
    attackers_hand: picture::ATTACKERS_HAND[1],
    defenders_hand: picture::DEFENDERS_HAND[1],
    final_position: "詰上り図",
    note: "注：",
    certificate: "証明書：",
    not_certified: "証明書の対象外：",
    summary: "集計",
    columns: ["題", "判定", "手数", "厳密", "入力", "時間"],
    first_defect: "不完全の理由",
};

/// Returns the labels in this language.
pub(in crate::report) const fn words(lang: Lang) -> Words {
    match lang {
        Lang::English => ENGLISH,
        Lang::Japanese => JAPANESE,
    }
}

/// Returns the name of a claim that was compared with the answer.
pub(in crate::report) fn compared(claim: Compared, lang: Lang) -> &'static str {
    lang.of(match claim {
        Compared::Verdict => ["verdict", "判定"],
        Compared::Plies => ["length", "手数"],
        Compared::Line => ["line", "手順"],
    })
}

/// Returns the limit that left something open.
pub(in crate::report) fn limit(limit: Limit, lang: Lang) -> &'static str {
    lang.of(match limit {
        Limit::Time => ["limit: time", "時間切れ"],
        Limit::Nodes => ["limit: nodes", "探索量の上限"],
        Limit::Memory => ["limit: memory", "メモリの上限"],
        Limit::Interrupt => ["interrupted", "中断"],
    })
}

/// Returns the rules of a row: `standard`, or the differences from it.
pub(in crate::report) fn rules(rules: &str, lang: Lang) -> String {
    let word = |it| match it {
        "standard" => "標準の基準",
        "strict" => "厳しい基準（完全限定）",
        "lenient" => "緩い基準",
        "interpositions=off" => "合駒はすべて有効とする",
        "interpositions=terminal" => "無駄合は狭い解釈",
        "interpositions=broad" => "無駄合は広い解釈",
        other => other,
    };
    match lang {
        Lang::English => rules.to_owned(),
        Lang::Japanese => rules.split(' ').map(word).collect::<Vec<_>>().join("・"),
    }
}
