//! The arguments of the tools. Clients get the schemas of these types, with the doc comments as titles and
//! descriptions. Calls are checked against the schemas.
#![allow(clippy::doc_markdown)]

use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal, Interpositions, Lang, Rules};
use crate::workbench::Wishes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// # Solve a tsume problem
///
/// Finds whether the attacker can mate, in how many plies against the best defence, and by which line;
/// proves it, also that there is no mate. Use it for any question about the solution of a diagram.
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

/// # Judge a composition
///
/// Judges a composition: is it sound (完全作), or are there cooks (余詰), other defects or blemishes, each with the
/// line that proves it? Compares the author's line and length, if the text has them.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Check {
    #[serde(flatten)]
    pub given: Given,
    #[serde(flatten)]
    pub asked: Asked,
    /// `unique`: fully unique (完全限定); `strict`: unique but for the last move and equal defences; `standard`: the
    /// practice of magazines; `lenient`: longer variations (変長) are blemishes
    #[serde(default)]
    pub rules: Rules,
    /// also look for idle pieces (無駄駒), which takes several times as long
    #[serde(default)]
    pub idle_pieces: bool,
    /// describe the composition: pieces, sacrifices, themes, ratings
    #[serde(default)]
    pub attributes: bool,
    #[serde(flatten)]
    pub further: Further,
    #[serde(flatten)]
    pub limits: Limited,
}

/// # Explain a try
///
/// Says whether a certain move of the attacker mates, and if not, which replies refute it and how the
/// defender escapes. Use it for: why does this move not work?
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExplainTry {
    #[serde(flatten)]
    pub given: Given,
    /// the moves to try from the diagram on, the last one the attacker's: `▲３三飛成`, `3a3c+`, or a line such as
    /// `3a3d+ 1d1e 3d1d`
    pub moves: String,
    /// which interpositions (合駒) are futile (無駄合) and do not count
    #[serde(default)]
    pub interpositions: Interpositions,
    #[serde(flatten)]
    pub limits: Limited,
}

/// # Convert problems
///
/// Writes problems and records in another format, and says what is wrong with a diagram that is not legal.
/// `text` draws the board. Without `which`, all problems of the text are converted.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Convert {
    #[serde(flatten)]
    pub text: Text,
    /// the format to write
    #[serde(default)]
    pub to: Form,
}

/// A format of `convert`.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    #[default]
    Sfen,
    Kif,
    Ki2,
    Csa,
    Jkf,
    Usen,
    Jsonl,
    Text,
}

/// # Find similar works
///
/// Compares a problem with a collection, and finds works with the same pieces (also mirrored or shifted) or
/// the same end of the line.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Similar {
    #[serde(flatten)]
    pub given: Given,
    /// the problems to compare with: the text of a file of problems, or several SFENs, one on each line
    pub collection: Option<String>,
    /// files or folders in the folder that the server was started with; without this and `collection`, all of it
    #[serde(default)]
    pub files: Vec<String>,
    /// the most works of each sort
    #[schemars(range(min = 1))]
    pub best: Option<usize>,
    /// the lowest score, from 1 to 100
    #[schemars(range(min = 1, max = 100))]
    pub min_score: Option<u8>,
}

/// # Compose problems
///
/// Composes new sound problems with wishes for length, pieces and themes; every one is proven sound. The same
/// arguments give the same problems, if the time suffices.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Compose {
    #[serde(flatten)]
    pub wishes: Wishes,
    #[serde(flatten)]
    pub limits: Limited,
    /// the language of the text; rows are the same in both
    #[expect(dead_code, reason = "errors need it before the arguments are read")]
    pub language: Option<Lang>,
}

/// A text with problems.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Text {
    /// the problem exactly as it was given: SFEN, KIF, KI2, CSA, JKF, a board in text, a link to a board, or a list
    /// of pieces such as `攻方：１三歩 玉方：１一玉 持駒：金`; moves in it are the author's line
    pub problem: String,
    /// which problem, from 1, if the text holds several
    #[schemars(range(min = 1))]
    pub which: Option<u32>,
    /// the language of the text; rows are the same in both
    #[expect(dead_code, reason = "errors need it before the arguments are read")]
    pub language: Option<Lang>,
}

/// One problem of a text, and its sides.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Given {
    #[serde(flatten)]
    pub text: Text,
    /// the side that attacks; `auto` is the side to move, unless that is in check
    #[serde(default)]
    pub attacker: AttackerRule,
    /// the defender's hand: `given` as written, `rest` all other pieces; `auto` is what is written, or else the rest
    #[serde(default)]
    pub hand: DefenderHandRule,
}

/// What is asked about a problem.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Asked {
    /// what is asked: `mate` (詰み); `brinkmate` (必至); `threatmate`: with the defender to move, is it a threat of mate
    /// (詰めろ)? Without it, what the record says, else a mate
    pub goal: Option<Goal>,
    /// the longest brinkmate that is looked for, in plies
    #[schemars(range(min = 1, max = 99))]
    pub within: Option<u32>,
    /// which interpositions (合駒) are futile (無駄合) and do not count
    pub interpositions: Interpositions,
}

/// Further questions about a mate.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Further {
    /// levels of variations (変化): the other defences, with their lengths and lines
    #[schemars(range(min = 0, max = 3))]
    pub variations: u32,
    /// explain for each interposition in the main line why it counts or is futile
    pub explain: bool,
}

/// The limits of a call.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Limited {
    /// the most time, in milliseconds; without it 20000, or all that the server allows if `nodes` is given
    #[schemars(range(min = 1))]
    pub time_ms: Option<u64>,
    /// the most search nodes; given alone, the answer does not depend on the speed of the machine
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
}
