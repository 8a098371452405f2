//! The descriptions of the tools and their arguments for clients and assistants, in both languages.

/// The description of the server as a whole.
pub(super) const INSTRUCTIONS: [&str; 2] = [
    "Answers questions about tsume shogi (詰将棋, shogi mating problems) with proofs. Do not guess lengths, lines or defects of \
     a problem: pass the diagram as it was given to `solve` (is there a mate, how long, by which line) or `check` (is it a \
     sound composition, or are there cooks), and `explain_try` to see why a move fails. Quote the line as the answer writes \
     it. A verdict `unknown` or a limit means that it is not known.",
    "詰将棋についての問いに証明付きで答える。手数・手順・余詰の有無を推測せず、与えられた図をそのまま solve（詰むか、何手か、\
     手順）か check（完全作か、余詰はあるか）に渡すこと。ある手がなぜ詰まないかは explain_try で調べる。手順は答えのとおりに引用する。\
     verdict が unknown のときや制限に達したときは、分かっていないという意味。",
];

/// The title of a tool, and its description.
#[derive(Clone, Copy)]
pub(super) struct Titled {
    pub title: [&'static str; 2],
    pub about: [&'static str; 2],
}

pub(super) const SOLVE: Titled = Titled {
    title: ["Solve a tsume problem", "詰将棋を解く"],
    about: [
        "Finds whether the attacker can mate, in how many plies against the best defence, and by which line; proves it, \
         also that there is no mate. Use it for any question about the solution of a diagram.",
        "攻方が詰ませられるか、最善の応手に対して何手か、どの手順かを調べ、証明する（不詰も証明する）。図の解答についての問いに使う。",
    ],
};
pub(super) const CHECK: Titled = Titled {
    title: ["Judge a composition", "作品を検討する"],
    about: [
        "Judges a composition: is it sound (完全作), or are there cooks (余詰), other defects or blemishes, each with the line \
         that proves it? Compares the author's line and length, if the text has them.",
        "作品を検討する：完全作か、余詰などの不完全やキズがあるか。それぞれを示す手順も答える。文字列に作意や手数があれば比べる。",
    ],
};
pub(super) const TRY: Titled = Titled {
    title: ["Explain a try", "紛れを調べる"],
    about: [
        "Says whether a certain move of the attacker mates, and if not, which replies refute it and how the defender escapes. \
         Use it for: why does this move not work?",
        "攻方のある手で詰むか、詰まないならどの応手でどう逃れるかを答える。「この手ではなぜ詰まないのか」という問いに使う。",
    ],
};
pub(super) const CONVERT: Titled = Titled {
    title: ["Convert problems", "形式を変換する"],
    about: [
        "Writes problems and records in another format, and says what is wrong with a diagram that is not legal. `text` draws \
         the board. Without `which`, all problems of the text are converted.",
        "問題や棋譜を別の形式で書く。不正な図はどこが誤りかを答える。text では盤面を描く。which を省略すると文字列の全問を変換する。",
    ],
};
pub(super) const SIMILAR: Titled = Titled {
    title: ["Find similar works", "類似作を探す"],
    about: [
        "Compares a problem with a collection, and finds works with the same pieces (also mirrored or shifted) or the same \
         end of the line.",
        "問題を作品集と比べ、駒の配置が似た作品（反転・平行移動も含む）と、手順の終わりが同じ作品を探す。",
    ],
};
pub(super) const COMPOSE: Titled = Titled {
    title: ["Compose problems", "問題を作る"],
    about: [
        "Composes new sound problems with wishes for length, pieces and themes; every one is proven sound. The same arguments \
         give the same problems, if the time suffices.",
        "手数・駒・テーマの希望に合う新しい完全作を作る。どれも完全作と証明される。時間が足りれば、同じ引数からは同じ問題ができる。",
    ],
};

pub(super) const RULES: [&str; 2] = [
    "`unique`: fully unique (完全限定); `strict`: unique but for the last move and equal defences; `standard`: the practice of magazines; `lenient`: longer variations (変長) are blemishes",
    "unique は完全限定、strict は最終手と変同のほかは限定、standard は雑誌の慣行、lenient は変長もキズとする",
];
pub(super) const IDLE: [&str; 2] = [
    "also look for idle pieces (無駄駒), which takes several times as long",
    "無駄駒も調べる（数倍の時間がかかる）",
];
pub(super) const ATTRIBUTES: [&str; 2] = [
    "describe the composition: pieces, sacrifices, themes, ratings",
    "駒数・捨駒・テーマ・評価など、作品の属性も答える",
];
pub(super) const MOVES: [&str; 2] = [
    "the moves to try from the diagram on, the last one the attacker's: `▲３三飛成`, `3a3c+`, or a line such as `3a3d+ 1d1e 3d1d`",
    "図からの手順。最後は攻方の手：▲３三飛成、3a3c+、または 3a3d+ 1d1e 3d1d のような手順",
];
pub(super) const FUTILE: [&str; 2] = [
    "which interpositions (合駒) are futile (無駄合) and do not count",
    "無駄合として数えない合駒の範囲",
];
pub(super) const TO: [&str; 2] = ["the format to write", "書く形式"];
pub(super) const COLLECTION: [&str; 2] = [
    "the problems to compare with: the text of a file of problems, or several SFENs, one on each line",
    "比べる問題：問題ファイルの中身か、1行に一つずつのSFEN",
];
pub(super) const FILES: [&str; 2] = [
    "files or folders in the folder that the server was started with; without this and `collection`, all of it",
    "サーバーの起動時に指定されたフォルダーの中のファイルやフォルダー。これも collection も省略すると全部",
];
pub(super) const BEST: [&str; 2] = [
    "the most works of each sort",
    "答える作品の最大数（種類ごと）",
];
pub(super) const SCORE: [&str; 2] = [
    "the lowest score, from 1 to 100",
    "類似度の下限（1から100）",
];
pub(super) const ALLOW: [&str; 2] = [
    "what problems may have though it is dull: captures (by the first move, without need), promoted (small pieces without a \
     part), plain (the lowest aesthetics of their length)",
    "ふつうは除くものを許す：captures（初手の不要な駒取り）、promoted（働きのない成駒）、plain（同じ手数の中で芸術性が最も低いもの）",
];
pub(super) const SEED: [&str; 2] = [
    "the seed of the random numbers; another seed gives other problems",
    "乱数の種。変えると別の問題ができる",
];
pub(super) const PLIES: [&str; 2] = [
    "shortest and longest length in plies, odd: [5, 5] for mates in five",
    "手数の下限と上限（奇数）：5手詰なら [5, 5]",
];
pub(super) const FROM: [&str; 2] = [
    "a problem whose variations are wanted, in any format",
    "変化形を作る元の問題（形式は問わない）",
];
pub(super) const WITH: [&str; 2] = [
    "themes that every problem has, such as `sacrifices:2`, `interpositions`, `non_promotions`, 捨駒, 不成",
    "どの問題にも入れるテーマ：捨駒、不成、合駒、sacrifices:2 など",
];
pub(super) const WITHOUT: [&str; 2] = ["themes that no problem has", "どの問題にも入れないテーマ"];
