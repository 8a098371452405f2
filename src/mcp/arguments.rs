//! The arguments of the tools. Clients get the schemas of these types, and calls are checked against them.
//!
//! The comments are the titles and descriptions that clients get, in English and after that in Japanese.
#![allow(clippy::doc_markdown)]

use crate::composition::similar::Wanted;
use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal, Interpositions, Rules, words};
use crate::workbench::Wishes;
use schemars::JsonSchema;
use serde::Deserialize;

/// # Solve a tsume problem | 詰将棋を解く
///
/// Finds whether the attacker can mate, in how many plies against the best defence, and by which line;
/// proves it, also that there is no mate. Use it for any question about the solution of a diagram.
///
/// 攻方が詰ませられるか、最善の応手に対して何手か、どの手順かを調べ、証明する（不詰も証明する）。図の解答についての問いに使う。
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Solve {
    #[serde(flatten)]
    pub given: Given,
    #[serde(flatten)]
    pub asked: Asked,
    #[serde(flatten)]
    pub further: Further,
    #[serde(flatten)]
    pub limits: Limited,
}

/// # Judge a composition | 作品を検討する
///
/// Judges a composition: is it sound (完全作), or are there cooks (余詰), other defects or blemishes, each with the
/// line that proves it? Compares the author's line and length, if the text has them.
///
/// 作品を検討する：完全作か、余詰などの不完全やキズがあるか。それぞれを示す手順も答える。文字列に作意や手数があれば比べる。
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Check {
    #[serde(flatten)]
    pub given: Given,
    #[serde(flatten)]
    pub asked: Asked,
    /// `unique`: fully unique (完全限定); `strict`: unique but for the last move and equal defences; `standard`: the
    /// practice of magazines; `lenient`: longer variations (変長) are blemishes
    ///
    /// unique は完全限定、strict は最終手と変同のほかは限定、standard は雑誌の慣行、lenient は変長もキズとする
    #[serde(default)]
    pub rules: Rules,
    /// also look for idle pieces (無駄駒), which takes several times as long
    ///
    /// 無駄駒も調べる（数倍の時間がかかる）
    #[serde(default)]
    pub idle_pieces: bool,
    /// describe the composition: pieces, sacrifices, themes, ratings
    ///
    /// 駒数・捨駒・テーマ・評価など、作品の属性も答える
    #[serde(default)]
    pub attributes: bool,
    #[serde(flatten)]
    pub further: Further,
    #[serde(flatten)]
    pub limits: Limited,
}

/// # Explain a try | 紛れを調べる
///
/// Says whether a certain move of the attacker mates, and if not, which replies refute it and how the
/// defender escapes. Use it for: why does this move not work?
///
/// 攻方のある手で詰むか、詰まないならどの応手でどう逃れるかを答える。「この手ではなぜ詰まないのか」という問いに使う。
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExplainTry {
    #[serde(flatten)]
    pub given: Given,
    /// the moves to try from the diagram on, the last one the attacker's: `▲３三飛成`, `3a3c+`, or a line such as
    /// `3a3d+ 1d1e 3d1d`
    ///
    /// 図からの手順。最後は攻方の手：▲３三飛成、3a3c+、または 3a3d+ 1d1e 3d1d のような手順
    pub moves: String,
    /// which interpositions (合駒) are futile (無駄合) and do not count
    ///
    /// 無駄合として数えない合駒の範囲
    #[serde(default)]
    pub interpositions: Interpositions,
    #[serde(flatten)]
    pub limits: Limited,
}

/// # Convert problems | 形式を変換する
///
/// Writes problems and records in another format, and says what is wrong with a diagram that is not legal.
/// `text` draws the board. Without `which`, all problems of the text are converted.
///
/// 問題や棋譜を別の形式で書く。不正な図はどこが誤りかを答える。text では盤面を描く。which を省略すると文字列の全問を変換する。
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Convert {
    #[serde(flatten)]
    pub text: Text,
    /// the format to write
    ///
    /// 書く形式
    #[serde(default)]
    pub to: Form,
}

words! {
    /// A format of `convert`.
    #[derive(Default)]
    Form {
        /// SFEN with its line.
        #[default]
        Sfen = "sfen";
        /// KIF.
        Kif = "kif";
        /// KI2.
        Ki2 = "ki2";
        /// CSA.
        Csa = "csa";
        /// JSON Kifu Format.
        Jkf = "jkf";
        /// USEN, which links to boards hold.
        Usen = "usen";
        /// A JSON object in one line.
        Jsonl = "jsonl";
        /// A diagram for people.
        Text = "text";
    }
}

/// # Find similar works | 類似作を探す
///
/// Compares a problem with a collection, and finds works with the same pieces (also mirrored or shifted) or
/// the same end of the line.
///
/// 問題を作品集と比べ、駒の配置が似た作品（反転・平行移動も含む）と、手順の終わりが同じ作品を探す。
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Similar {
    #[serde(flatten)]
    pub given: Given,
    /// the problems to compare with: the text of a file of problems, or several SFENs, one on each line
    ///
    /// 比べる問題：問題ファイルの中身か、1行に一つずつのSFEN
    pub collection: Option<String>,
    /// files or folders in the folder that the server was started with; without this and `collection`, all of it
    ///
    /// サーバーの起動時に指定されたフォルダーの中のファイルやフォルダー。これも collection も省略すると全部
    #[serde(default)]
    pub files: Vec<String>,
    /// the most works of each sort
    ///
    /// 答える作品の最大数（種類ごと）
    #[schemars(range(min = 1))]
    pub best: Option<usize>,
    /// the lowest score, from 1 to 100
    ///
    /// 類似度の下限（1から100）
    #[serde(default = "min_score")]
    #[schemars(range(min = 1, max = 100))]
    pub min_score: u8,
}

fn min_score() -> u8 {
    Wanted::default().min_score
}

/// # Compose problems | 問題を作る
///
/// Composes new sound problems with wishes for length, pieces and themes; every one is proven sound. The same
/// arguments give the same problems, if the time suffices.
///
/// 手数・駒・テーマの希望に合う新しい完全作を作る。どれも完全作と証明される。時間が足りれば、同じ引数からは同じ問題ができる。
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Compose {
    #[serde(flatten)]
    pub wishes: Wishes,
    #[serde(flatten)]
    pub limits: Limited,
}

/// A text with problems.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Text {
    /// the problem exactly as it was given: SFEN, KIF, KI2, CSA, JKF, a board in text, a link to a board, or a list
    /// of pieces such as `攻方：１三歩 玉方：１一玉 持駒：金`; moves in it are the author's line
    ///
    /// 問題を与えられたままの文字列で：SFEN、KIF、KI2、CSA、JKF、文字の盤面、盤面へのリンク、
    /// 「攻方：１三歩 玉方：１一玉 持駒：金」のような駒の一覧。手順があれば作意として扱う
    pub problem: String,
    /// which problem, from 1, if the text holds several
    ///
    /// 文字列に問題が複数ある場合、何番目か（1から）
    #[schemars(range(min = 1))]
    pub which: Option<u32>,
}

/// One problem of a text, and its sides.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Given {
    #[serde(flatten)]
    pub text: Text,
    /// the side that attacks; `auto` is the side to move, unless that is in check
    ///
    /// 攻方。auto では手番の側（王手されていればその相手）
    #[serde(default)]
    pub attacker: AttackerRule,
    /// the defender's hand: `given` as written, `rest` all other pieces; `auto` is what is written, or else the rest
    ///
    /// 玉方の持駒：given は書かれたとおり、rest は残り全部。auto では書かれていればそのとおり、なければ残り全部
    #[serde(default)]
    pub hand: DefenderHandRule,
}

/// What is asked about a problem.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Asked {
    /// what is asked: `mate` (詰み); `brinkmate` (必至); `threatmate`: with the defender to move, is it a threat of mate
    /// (詰めろ)? Without it, what the record says, else a mate
    ///
    /// 目的：mate（詰み）、brinkmate（必至）、threatmate（玉方の手番で詰めろかどうか）。省略すると棋譜の記述に従い、なければ詰み
    pub goal: Option<Goal>,
    /// the longest brinkmate that is looked for, in plies
    ///
    /// 調べる必至の最長の手数
    #[schemars(range(min = 1, max = 99))]
    pub within: Option<u32>,
    /// which interpositions (合駒) are futile (無駄合) and do not count
    ///
    /// 無駄合として数えない合駒の範囲
    #[serde(default)]
    pub interpositions: Interpositions,
}

/// Further questions about a mate.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Further {
    /// levels of variations (変化): the other defences, with their lengths and lines
    ///
    /// 変化（ほかの応手の手数と手順）を調べる深さ
    #[serde(default)]
    #[schemars(range(min = 0, max = 3))]
    pub variations: u32,
    /// explain for each interposition in the main line why it counts or is futile
    ///
    /// 本手順の合駒がそれぞれ有効か無駄合か、理由とともに説明する
    #[serde(default)]
    pub explain: bool,
}

/// The limits of a call.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Limited {
    /// the most time, in milliseconds; without it 20000, or all that the server allows if `nodes` is given
    ///
    /// 時間の上限（ミリ秒）。指定がなければ20000、nodes の指定があればサーバーの上限まで
    #[schemars(range(min = 1))]
    pub time_ms: Option<u64>,
    /// the most search nodes; given alone, the answer does not depend on the speed of the machine
    ///
    /// 探索ノード数の上限。これだけを指定すると、答えが機械の速さによらない
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
}
