//! Names before pieces that are no known names of a hand: `手の内：金`, `Drops: GG`.

use super::Holder;
use crate::shogi::Color;

/// The longest name, in characters.
const LONGEST: usize = 12;

/// Parts of names of other things, whose value may be the name of a piece.
const OTHERS: [&str; 38] = [
    "題",
    "作",
    "名",
    "タイトル",
    "出典",
    "初出",
    "備考",
    "手数",
    "解",
    "答",
    "ヒント",
    "テーマ",
    "主",
    "変化",
    "紛",
    "手順",
    "手目",
    "初手",
    "手は",
    "コメント",
    "感想",
    "日",
    "場所",
    "棋戦",
    "戦型",
    "段",
    "局",
    "詰",
    "条件",
    "難",
    "評価",
    "レベル",
    "ランク",
    "狙い",
    "分類",
    "タグ",
    "種類",
    "盤",
];

/// Returns whether a name is that of something else than a hand, or no name at all.
pub(super) fn is_of_other(key: &str) -> bool {
    let is_name = !key.is_empty() && key.chars().count() <= LONGEST;
    let is_plain = key
        .chars()
        .all(|c| c.is_alphabetic() || c == ' ' || c == 'の');
    !is_name
        || !is_plain
        || key.is_ascii()
        || "歩香桂銀金角飛玉王".contains(|c| key.contains(c))
        || OTHERS.iter().any(|it| key.contains(it))
}

/// Returns the side of a name in small letters that may be one of a hand before letters of pieces.
pub(super) fn of_letters(small: &str) -> Option<Holder> {
    match small {
        "b" | "s" => return Some(Holder::Side(Color::Black)),
        "w" | "g" => return Some(Holder::Side(Color::White)),
        "mg" => return Some(Holder::Attacker),
        _ => {}
    }
    let parts = [
        "captur", "drop", "piece", "en main", "pocket", "reserve", "holding",
    ];
    let is_hand = parts.iter().any(|it| small.contains(it));
    is_hand.then_some(Holder::Attacker)
}

#[cfg(test)]
mod tests {
    use super::super::seeming_holder;

    #[test]
    fn pieces_behind_an_unknown_name_may_be_a_hand() {
        for (key, value) in [
            ("手の内", "金"),
            ("所持", "金銀"),
            ("使用可能", "飛　歩二"),
            ("Drops", "GG"),
            ("Captured pieces", "G"),
            ("B", "G2P"),
            ("hand", "[\"G\"]"),
        ] {
            assert!(seeming_holder(key, value).is_some(), "{key}");
        }
        for (key, value) in [
            ("題名", "銀"),
            ("作者", "金"),
            ("ヒント", "金"),
            ("難易度", "B"),
            ("Level", "S"),
            ("手の内", "金を打つ"),
            ("手の内", "１二金"),
            ("手の内", "なし"),
        ] {
            assert!(seeming_holder(key, value).is_none(), "{key}");
        }
    }
}
