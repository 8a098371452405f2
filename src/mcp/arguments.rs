//! The arguments of the tools. Clients get their schema, with the doc comments as descriptions; which tool has which of
//! them is in `tools`. Calls are checked against it.
#![allow(clippy::doc_markdown)]

use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal, Interpositions, Lang, Rules};
use crate::workbench::Wishes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The arguments that tools read here. A tool never gets one that it does not have.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Arguments {
    /// the problem as it was given: SFEN, KIF, KI2, CSA, JKF, a board in text, a link, a list of pieces (`攻方：１三歩 玉方：１一玉 持駒：金`); its moves are the author's line
    pub problem: String,
    /// which problem of the text, from 1
    #[schemars(range(min = 1))]
    pub which: Option<u32>,
    /// who attacks; `auto`: the side to move, unless it is in check
    pub attacker: AttackerRule,
    /// the defender's hand: as written, or all other pieces
    pub hand: DefenderHandRule,
    /// `mate` (詰み), `brinkmate` (必至), or `threatmate`: with the defender to move, does a mate threaten (詰めろ)?
    /// Without it, what the record says, else a mate
    pub goal: Option<Goal>,
    /// the longest brinkmate looked for, in plies
    #[schemars(range(min = 1, max = 99))]
    pub within: Option<u32>,
    /// which interpositions (合駒) are futile (無駄合) and do not count
    pub interpositions: Interpositions,
    /// levels of variations (変化): the other defences, with lengths and lines
    #[schemars(range(min = 0, max = 3))]
    pub variations: u32,
    /// say for each interposition in the line why it counts or is futile
    pub explain: bool,
    /// `standard`: as magazines judge; `unique`: fully unique (完全限定); `strict`: unique but for the last move and
    /// equal defences; `lenient`: longer variations (変長) are blemishes
    pub rules: Rules,
    /// also look for idle pieces (無駄駒), which takes several times as long
    pub idle_pieces: bool,
    /// describe pieces, sacrifices, themes, ratings
    pub attributes: bool,
    /// moves from the diagram on, in any notation: `▲３三飛成`, `3a3d+ 1d1e 3d1d`
    pub moves: String,
    /// the format to write
    pub to: Form,
    /// problems to compare with: the text of a file, or SFENs, one on each line
    pub collection: Option<String>,
    /// files in the folder of the server; without this and `collection`, all of it
    pub files: Vec<String>,
    /// the most results: works, or ideas
    #[schemars(range(min = 1))]
    pub best: Option<usize>,
    /// the lowest score
    #[schemars(range(min = 1, max = 100))]
    pub min_score: Option<u8>,
    /// the most milliseconds, usually 20000
    #[schemars(range(min = 1))]
    pub time_ms: Option<u64>,
    /// the most search nodes; alone, the answer does not depend on the machine
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
    /// the language of the text
    pub language: Option<Lang>,
}

/// The arguments of all tools, with those that the workbench reads by itself.
#[expect(dead_code, reason = "it is there for its schema")]
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct All {
    /// what must stay: `line`, `key` (the first move), `key:3`, `moves:1,3-5`, `length`, `mate`
    keep: Option<String>,
    /// the most changes at once
    #[schemars(range(min = 1, max = 3))]
    edits: Option<u32>,
    #[serde(flatten)]
    wishes: Wishes,
    #[serde(flatten)]
    common: Arguments,
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
