//! Headings, names of columns, buttons.

use crate::notation::picture::{ATTACKERS_HAND, DEFENDERS_HAND};
use crate::vocabulary::{Interpositions, Lang, Rules};

/// Makes a struct of labels from a table. A row has a name, and the label in English and in Japanese.
macro_rules! labels {
    ($(#[$meta:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $english:expr, $japanese:expr;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub(in crate::report) struct $name {
            $($(#[$doc])* pub $field: &'static str,)+
        }

        impl $name {
            /// Returns the labels in this language.
            pub const fn of(lang: Lang) -> Self {
                match lang {
                    Lang::English => Self { $($field: $english,)+ },
                    Lang::Japanese => Self { $($field: $japanese,)+ },
                }
            }
        }
    };
}

labels! {
    /// Labels of reports.
    Words {
        lang: "en", "ja";
        title: "Tsume shogi report", "詰将棋 検討結果";
        problems: "problems", "題";
        interrupted: "interrupted", "中断";
        verdicts: "verdicts", "判定";
        search: "search for id, title, author", "番号・題名・作者を検索";
        kind: "any finding", "指摘すべて";
        order: "order of the input", "入力順";
        by_name: "by name", "名前順";
        by_verdict: "by verdict", "判定順";
        by_plies: "longest first", "手数の長い順";
        by_nodes: "hardest first", "探索量の多い順";
        open_all: "open or close all", "すべて開閉";
        first: "to the diagram", "初形";
        back: "a move back", "一手戻る";
        next: "a move on", "一手進む";
        last: "to the end", "最終手";
        copy_sfen: "copy SFEN", "SFENをコピー";
        copy_kif: "copy KIF", "KIFをコピー";
        copied: "copied", "コピーしました";
        /// The attacker and the defender, with a bar between them.
        sides: "attacker|defender", "攻方|玉方";
        gallery: "diagrams", "図面一覧";
        link: "link", "リンク";
        lishogi: "open in lishogi", "lishogiで開く";
        shogihome: "open in ShogiHome", "ShogiHomeで開く";
        solution: "show the solution", "解答を見る";
        needs_script: "The diagrams and lines of this page are shown by its script, which the browser does not run.",
            "図と手順の表示にはスクリプトが必要（ブラウザで無効になっている）";
        line: "main line", "本手順";
        hint: "hint", "ヒント";
        defects: "defects", "不完全の理由";
        blemishes: "blemishes", "キズ";
        minor: "minor findings", "軽微な非限定など";
        remarks: "remarks", "備考";
        open: "left open", "未検討";
        variations: "variations", "変化";
        equal: "equal", "変同";
        leftover: "leaves", "駒余り";
        duplicate_of: "same position as", "同一局面";
        limit: "a limit was reached; missing results are unknown", "制限に達したため、一部は未検討";
        attributes: "attributes", "作品の特徴";
        rating: "rating", "評点";
        difficulty: "difficulty 難易度", "難易度";
        aesthetics: "aesthetics 芸術性", "芸術性";
        similar: "similar works", "類似作";
        authors_line: "the author's line", "作意（入力）";
        unexpected: "not as expected:", "入力と不一致：";
        refutation: "refutation", "逃れ順";
        attempt: "try", "紛れ";
        interpositions: "futile interpositions", "無駄合";
        attackers_hand: ATTACKERS_HAND[0], ATTACKERS_HAND[1];
        defenders_hand: DEFENDERS_HAND[0], DEFENDERS_HAND[1];
        final_position: "final position", "詰上り図";
        note: "note: ", "注：";
        certificate: "certificate: ", "証明書：";
        not_certified: "not certified: ", "証明書の対象外：";
        summary: "summary", "集計";
        first_defect: "first defect", "不完全の理由";
        // Headings of the terminal.
        all_variations: "variations 変化", "変化";
        all_interpositions: "futile interpositions 無駄合", "無駄合";
        moves_tried: "try 紛れ", "紛れ";
        best_refutation: "refutation: the best defence against the hardest try",
            "逃れ順：最も粘る攻めに対する最善の応手";
        no_main_line: "not worked out: the main line is not known", "本手順が未検討のため、検討していない";
        no_other_reply: "the defender has no other reply", "玉方にほかの応手はない";
        none_set_aside: "no interposition in the main line is futile", "本手順に無駄合はない";
        set_aside: "無駄合 set aside:", "無駄合：";
        not_worked_out: "not worked out within the limits:", "制限のため未検討：";
        mated: "(mated)", "（詰上り）";
        /// The name of a variation that is as long as the main line.
        equal_variation: "変同 equal", "変同";
        threat: "threat 詰めろ: what follows if the defender passes", "詰めろ：放置した場合の詰み";
        defences: "defences 受け: none of them holds", "受け：どれも詰む";
        defences_mated: "defences that are mated", "詰む受け";
        defences_holding: "defences that hold", "受かる手";
        defences_open: "defences not decided within the limits", "制限のため未検討の受け";
        first_moves: "first moves that force it as soon", "同手数で必至になる初手";
        partial_brinkmates: "brinkmates but for a counter-check 部分的な必至", "部分的な必至：逆王手で逃れる";
        /// Before the line after one of several defences.
        for_example: "for example", "たとえば";
        /// The defender's pass in a line.
        pass: "(pass)", "（手抜き）";
    }
}

labels! {
    /// Headings of a book.
    BookWords {
        title: "Tsume shogi problems", "詰将棋作品集";
        contents: "contents", "目次";
        problems: "problems", "問題";
        solutions: "solutions", "解答";
        /// The columns of the contents: the pages of a problem and of its solution.
        problem: "problem", "問題";
        solution: "solution", "解答";
    }
}

labels! {
    /// Labels of comparisons.
    ComparisonWords {
        old: "old", "旧";
        new: "new", "新";
        gone: "findings that are gone", "なくなった指摘";
        not_found: "findings that were not found again within the limits", "制限内では見つからなかった指摘";
        come: "new findings", "新しい指摘";
        same: "findings in both", "双方にある指摘";
        diagram: "changes of the diagram", "図の変更";
    }
}

/// The columns of rows about comparisons.
pub(in crate::report) const COMPARED: [[&str; 5]; 2] = [
    ["id", "outcome", "verdict", "plies", "what changed"],
    ["題", "結果", "判定", "手数", "変更点"],
];

/// The columns of rows except the last.
pub(in crate::report) const COLUMNS: [[&str; 5]; 2] = [
    ["id", "verdict", "plies", "given", "time"],
    ["題", "判定", "手数", "入力", "時間"],
];

/// Returns the labels in this language.
pub(in crate::report) const fn words(lang: Lang) -> Words {
    Words::of(lang)
}

/// Returns the rules of a row: `standard`, or the differences from it.
pub(in crate::report) fn rules(rules: &str, lang: Lang) -> String {
    let term = |word| match str::strip_prefix(word, "interpositions=") {
        Some(word) => Interpositions::from_word(word).map(Interpositions::term),
        None => Rules::from_word(word).map(Rules::term),
    };
    match lang {
        Lang::English => rules.to_owned(),
        Lang::Japanese => {
            let words = rules.split(' ').map(|it| term(it).unwrap_or(it));
            words.collect::<Vec<_>>().join("・")
        }
    }
}
