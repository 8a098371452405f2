//! The tools: their descriptions for clients.

use super::about::{
    ALLOW, ATTRIBUTES, BEST, CHECK, COLLECTION, COMPOSE, CONVERT, FILES, FROM, FUTILE, IDLE, MOVES,
    PLIES, RULES, SCORE, SEED, SIMILAR, SOLVE, TO, TRY, Titled, WITH, WITHOUT,
};
use super::bounds::Bounds;
use super::call::{Answer, Call};
use super::schema::{Arguments, formats, list, object, profiles, row};
use super::trouble::Trouble;
use super::{answering, composing, converting, finding};
use crate::composition::compose::Constraints;
use crate::composition::similar::Wanted;
use crate::vocabulary::Lang;
use crate::vocabulary::{Allowance, Interpositions, Rules};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A tool and its work.
pub(super) struct Described {
    /// The description for clients.
    pub tool: Tool,
    /// Answers a call.
    pub answer: fn(&Call<'_>) -> Result<Answer, Trouble>,
}

/// Returns all tools, with the bounds of the server in their schemas.
pub(super) fn tools(lang: Lang, bounds: &Bounds) -> Vec<Described> {
    let of_row = Arc::new(row());
    let arguments = || Arguments::new(lang, bounds);
    let boolean = || json!({"type": "boolean", "default": false});
    let described = |name, titled: Titled, schema, output, answer| Described {
        tool: Tool::new(name, lang.of(titled.about), Arc::new(schema))
            .with_title(lang.of(titled.title))
            .with_raw_output_schema(output)
            .with_annotations(
                ToolAnnotations::with_title(lang.of(titled.title))
                    .read_only(true)
                    .destructive(false)
                    .idempotent(true)
                    .open_world(false),
            ),
        answer,
    };
    vec![
        described(
            "solve",
            SOLVE,
            arguments().problem().rules().questions().limits().finish(),
            Arc::clone(&of_row),
            answering::solve,
        ),
        described(
            "check",
            CHECK,
            arguments()
                .problem()
                .rules()
                .with("rules", profiles(Rules::default()), RULES)
                .with("idle_pieces", boolean(), IDLE)
                .with("attributes", boolean(), ATTRIBUTES)
                .questions()
                .limits()
                .finish(),
            Arc::clone(&of_row),
            answering::check,
        ),
        described(
            "explain_try",
            TRY,
            arguments()
                .problem()
                .needed("moves", MOVES)
                .with(
                    "interpositions",
                    list(Some(Interpositions::default())),
                    FUTILE,
                )
                .sides()
                .limits()
                .finish(),
            of_row,
            answering::explain_try,
        ),
        described(
            "convert",
            CONVERT,
            arguments().problem().with("to", formats(), TO).finish(),
            of_converted(),
            converting::convert,
        ),
        described(
            "similar",
            SIMILAR,
            similar_arguments(arguments(), bounds),
            of_similar(),
            finding::similar,
        ),
        described(
            "compose",
            COMPOSE,
            compose_arguments(arguments(), bounds),
            of_composed(),
            composing::compose,
        ),
    ]
}

fn similar_arguments(arguments: Arguments<'_>, bounds: &Bounds) -> JsonObject {
    let usual = Wanted::default();
    let best = json!({"type": "integer", "minimum": 1, "maximum": bounds.results, "default": bounds.results.min(usual.best)});
    let score =
        json!({"type": "integer", "minimum": 1, "maximum": 100, "default": usual.min_score});
    let files = json!({"type": "array", "items": {"type": "string"}});
    arguments
        .problem()
        .with("collection", json!({"type": "string"}), COLLECTION)
        .with("files", files, FILES)
        .with("best", best, BEST)
        .with("min_score", score, SCORE)
        .sides()
        .finish()
}

fn compose_arguments(arguments: Arguments<'_>, bounds: &Bounds) -> JsonObject {
    let whole = |least: u32, most: u32, usual: u32| json!({"type": "integer", "minimum": least, "maximum": most, "default": usual});
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    let range = |usual: RangeInclusive<u32>| json!({"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2, "default": [usual.start(), usual.end()]});
    let usual = Constraints::default();
    let number = json!({"type": "integer", "minimum": 1, "maximum": bounds.results, "default": composing::USUAL.min(bounds.results as u64)});
    let seed = json!({"type": "integer", "minimum": 0, "default": 1});
    arguments
        .with("number", number, ["how many problems", "作る問題の数"])
        .with("seed", seed, SEED)
        .with("plies", range(usual.plies), PLIES)
        .with("from", json!({"type": "string"}), FROM)
        .with("with", texts(), WITH)
        .with("without", texts(), WITHOUT)
        .with(
            "on_board",
            whole(2, 40, usual.on_board),
            [
                "the most pieces on the board, with kings",
                "盤上の駒の最大数（玉を含む）",
            ],
        )
        .with(
            "in_hand",
            whole(0, 38, usual.in_hand),
            [
                "the most pieces in the attacker's hand",
                "攻方の持駒の最大数",
            ],
        )
        .with(
            "kinds",
            json!({"type": "string"}),
            [
                "kinds of pieces that may occur, such as GSNP",
                "使う駒の種類（GSNP、金銀桂歩 など）",
            ],
        )
        .with(
            "squares",
            texts(),
            [
                "squares that may have pieces, such as 1a-4d",
                "駒を置く範囲（1a-4d など）",
            ],
        )
        .with(
            "two_kings",
            json!({"type": "boolean", "default": false}),
            ["the attacker has a king, too (双玉)", "双玉図式にする"],
        )
        .with(
            "difficulty",
            range(usual.difficulty),
            [
                "lowest and highest difficulty, from 0 to 100",
                "難しさの範囲（0から100）",
            ],
        )
        .with(
            "aesthetics",
            whole(0, 100, usual.aesthetics),
            [
                "lowest aesthetics, from 0 to 100",
                "美しさの下限（0から100）",
            ],
        )
        .with(
            "allow",
            json!({"type": "array", "items": list::<Allowance>(None)}),
            ALLOW,
        )
        .with("rules", profiles(Rules::Strict), RULES)
        .with(
            "interpositions",
            list(Some(Interpositions::default())),
            FUTILE,
        )
        .with(
            "attempts",
            json!({"type": "integer", "minimum": 1}),
            ["the most attempts", "試行回数の上限"],
        )
        .limits()
        .finish()
}

fn of_converted() -> Arc<JsonObject> {
    let text = || json!({"type": ["string", "null"]});
    shape(&json!({
        "format": {"type": "string"},
        "problems": {"type": "array", "items": {"type": "object", "properties": {
            "id": {"type": "string"}, "title": text(), "author": text(), "text": text(),
            "lost": {"type": "array", "items": {"type": "string"}},
            "warnings": {"type": "array"}, "error": {"type": ["object", "null"]},
        }}},
        "left_out": {"type": "integer"},
    }))
}

fn of_similar() -> Arc<JsonObject> {
    shape(&json!({
        "works": {"type": "array", "items": {"type": "object"}},
        "compared": {"type": "integer"},
        "unread": {"type": "integer"},
    }))
}

fn of_composed() -> Arc<JsonObject> {
    shape(&json!({
        "reason": {"type": "string", "enum": ["done", "limit", "stopped"]},
        "attempts": {"type": "integer"},
        "found": {"type": "integer"},
        "nodes": {"type": "integer"},
        "seed": {"type": "integer"},
        "problems": {"type": "array", "items": {"type": "object"}},
    }))
}

/// Returns the schema of an object that has all these fields.
fn shape(properties: &Value) -> Arc<JsonObject> {
    let keys = properties.as_object().into_iter().flat_map(|it| it.keys());
    let keys: Vec<&String> = keys.collect();
    Arc::new(object(
        json!({"type": "object", "properties": properties, "required": keys}),
    ))
}
