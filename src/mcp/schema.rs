//! The schemas of arguments, with their descriptions in the language of the server.

use super::about::FUTILE;
use super::answering::{LONGEST_BRINKMATE, MOST_LEVELS};
use super::bounds::Bounds;
use super::converting::Form;
use crate::report::schemas::ROW;
use crate::vocabulary::Lang;
use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal, Interpositions, Rules, Word, words};
use serde_json::{Map, Value, json};

/// The JSON schema of an argument.
type Schema = Value;

/// The arguments of a tool, of which its schema is built.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    lang: Lang,
    bounds: &'a Bounds,
    properties: Map<String, Value>,
    required: Vec<&'static str>,
}

/// A pair of texts, English and Japanese.
type Both = [&'static str; 2];

impl<'a> Arguments<'a> {
    pub fn new(lang: Lang, bounds: &'a Bounds) -> Self {
        Self {
            lang,
            bounds,
            properties: Map::new(),
            required: Vec::new(),
        }
    }

    /// Adds an argument.
    pub fn with(mut self, name: &str, mut schema: Schema, about: Both) -> Self {
        schema["description"] = json!(self.lang.of(about));
        self.properties.insert(name.to_owned(), schema);
        self
    }

    /// Adds a required argument, which is a text.
    pub fn needed(mut self, name: &'static str, about: Both) -> Self {
        self.required.push(name);
        self.with(name, json!({"type": "string"}), about)
    }

    /// Adds the problem, and its number in the text.
    pub fn problem(self) -> Self {
        self.needed("problem", PROBLEM).with(
            "which",
            json!({"type": "integer", "minimum": 1}),
            [
                "which problem, from 1, if the text holds several",
                "文字列に問題が複数ある場合、何番目か（1から）",
            ],
        )
    }

    /// Adds the goal, the futile interpositions and the sides.
    pub fn rules(self) -> Self {
        let within = json!({"type": "integer", "minimum": 1, "maximum": LONGEST_BRINKMATE});
        self.with("goal", list::<Goal>(None), GOAL)
            .with("within", within, WITHIN)
            .with(
                "interpositions",
                list(Some(Interpositions::default())),
                FUTILE,
            )
            .sides()
    }

    /// Adds the sides: the attacker and the defender's hand.
    pub fn sides(self) -> Self {
        self.with("attacker", list(Some(AttackerRule::default())), ATTACKER)
            .with("hand", list(Some(DefenderHandRule::default())), HAND)
    }

    /// Adds the further questions.
    pub fn questions(self) -> Self {
        let levels = json!({"type": "integer", "minimum": 0, "maximum": MOST_LEVELS, "default": 0});
        self.with("variations", levels, VARIATIONS).with(
            "explain",
            json!({"type": "boolean", "default": false}),
            EXPLAIN,
        )
    }

    /// Adds the limits of a search, with their bounds.
    pub fn limits(self) -> Self {
        // The time has no default here, because that depends on `nodes`.
        let (time, nodes) = (self.bounds.time_ms(), self.bounds.nodes);
        let time = json!({"type": "integer", "minimum": 1, "maximum": time});
        let nodes = json!({"type": "integer", "minimum": 1, "maximum": nodes});
        self.with("time_ms", time, TIME).with("nodes", nodes, NODES)
    }

    /// Adds the language, which every tool has, and returns the schema.
    pub fn finish(self) -> Map<String, Value> {
        let lang = self.lang;
        let it = self.with("language", list(Some(lang)), LANGUAGE);
        object(json!({
            "type": "object",
            "properties": it.properties,
            "required": it.required,
            "additionalProperties": false,
        }))
    }
}

/// Returns the schema of a word from a closed list, with its default.
pub(super) fn list<T: Word>(usual: Option<T>) -> Schema {
    let all: Vec<&str> = words::<T>().collect();
    let mut schema = json!({"type": "string", "enum": all});
    if let Some(usual) = usual {
        schema["default"] = json!(usual.word());
    }
    schema
}

/// Returns the schema of the profiles of rules.
pub(super) fn profiles(usual: Rules) -> Schema {
    list(Some(usual))
}

/// Returns the schema of the formats of `convert`.
pub(super) fn formats() -> Schema {
    list(Some(Form::default()))
}

/// Returns the schema of a row. It has no descriptions, because every client gets it with each of
/// three tools. The manual has them.
pub(super) fn row() -> Map<String, Value> {
    let mut schema: Value = serde_json::from_str(ROW).unwrap_or_default();
    bare(&mut schema);
    object(schema)
}

/// Removes texts that only people read, and formats of numbers that validators do not know.
fn bare(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_named = |value: &Value| value.is_string();
            fields.retain(|key, value| {
                !(matches!(key.as_str(), "description" | "format" | "title" | "$schema")
                    && is_named(value))
            });
            fields.values_mut().for_each(bare);
        }
        Value::Array(items) => items.iter_mut().for_each(bare),
        _ => {}
    }
}

/// Returns the fields of an object.
pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

const PROBLEM: Both = [
    "the problem exactly as it was given: SFEN, KIF, KI2, CSA, JKF, a board in text, a link to a board, or a list of pieces \
     such as `攻方：１三歩 玉方：１一玉 持駒：金`; moves in it are the author's line",
    "問題を与えられたままの文字列で：SFEN、KIF、KI2、CSA、JKF、文字の盤面、盤面へのリンク、\
     「攻方：１三歩 玉方：１一玉 持駒：金」のような駒の一覧。手順があれば作意として扱う",
];
const GOAL: Both = [
    "what is asked: `mate` (詰み); `brinkmate` (必至); `threatmate`: with the defender to move, is it a threat of mate (詰めろ)? \
     Without it, what the record says, else a mate",
    "目的：mate（詰み）、brinkmate（必至）、threatmate（玉方の手番で詰めろかどうか）。省略すると棋譜の記述に従い、なければ詰み",
];
const WITHIN: Both = [
    "the longest brinkmate that is looked for, in plies",
    "調べる必至の最長の手数",
];
const ATTACKER: Both = [
    "the side that attacks; `auto` is the side to move, unless that is in check",
    "攻方。auto では手番の側（王手されていればその相手）",
];
const HAND: Both = [
    "the defender's hand: `given` as written, `rest` all other pieces; `auto` is what is written, or else the rest",
    "玉方の持駒：given は書かれたとおり、rest は残り全部。auto では書かれていればそのとおり、なければ残り全部",
];
const VARIATIONS: Both = [
    "levels of variations (変化): the other defences, with their lengths and lines",
    "変化（ほかの応手の手数と手順）を調べる深さ",
];
const EXPLAIN: Both = [
    "explain for each interposition in the main line why it counts or is futile",
    "本手順の合駒がそれぞれ有効か無駄合か、理由とともに説明する",
];
const TIME: Both = [
    "the most time, in milliseconds; without it 20000, or all that the server allows if `nodes` is given",
    "時間の上限（ミリ秒）。指定がなければ20000、nodes の指定があればサーバーの上限まで",
];
const NODES: Both = [
    "the most search nodes; given alone, the answer does not depend on the speed of the machine",
    "探索ノード数の上限。これだけを指定すると、答えが機械の速さによらない",
];
const LANGUAGE: Both = [
    "the language of the text; rows are the same in both",
    "文章の言語。行（structured content）は言語によらない",
];
