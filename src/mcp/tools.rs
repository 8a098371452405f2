//! The tools as clients get them, and the check of the arguments of a call.

use super::answering::{explain_try, row};
use super::arguments::{All, Arguments};
use super::asking::{compose, find, picture, reply};
use super::call::{Answered, Bounds, Call};
use super::converting::convert;
use super::finding::similar;
use super::problem::argument_error;
use crate::question::Task;
use crate::said::Said;
use crate::workbench::Fault;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The arguments about the one problem of a call; `!` marks one that has to be given.
const PROBLEM: &str = "problem! which attacker hand";

/// The arguments with the wishes for composed problems.
const WISHES: &str = "number seed plies from with without on_board in_hand kinds squares two_kings difficulty aesthetics allow";

/// The arguments of all tools that search.
const LIMITS: &str = "time_ms nodes language";

/// A function that answers a call with these arguments.
type Handler = fn(&Call<'_>, &Arguments) -> Answered;

/// Makes the table of tools.
macro_rules! tools {
    ($($name:literal, $title:literal, [$($arguments:expr),+], $answer:expr; $about:literal;)+) => {
        /// The name of each tool, its title, its description, its arguments, and the function that answers its calls.
        const TOOLS: &[(&str, &str, &str, &[&str], Handler)] =
            &[$(($name, $title, $about, &[$($arguments),+], $answer)),+];
    };
}

tools! {
    "solve", "Solve a tsume problem", [PROBLEM, "goal within interpositions variations explain", LIMITS], |call, given| row(call, given, Task::Solve);
        "Finds whether the attacker can mate, in how many plies against the best defence, and by which line; proves it, also that there is no mate. Use it for any question about the solution of a diagram.";
    "check", "Judge a composition", [PROBLEM, "goal within interpositions rules idle_pieces attributes variations explain", LIMITS], |call, given| row(call, given, Task::Check);
        "Judges a composition: is it sound (完全作), or are there cooks (余詰), other defects or blemishes, each with the line that proves it? Compares the author's line and length, if the text has them.";
    "explain_try", "Explain a try", [PROBLEM, "moves! interpositions", LIMITS], explain_try;
        "Says whether a certain move of the attacker, the last one of `moves`, mates, and if not, which replies refute it and how the defender escapes. Use it for: why does this move not work?";
    "reply", "Play against the best defence", [PROBLEM, "moves interpositions", LIMITS], reply;
        "Says what the position after `moves` leads to, and the best move there: the defender's longest resistance or escape, or the attacker's next move to the mate. To play, call it after each move of the attacker.";
    "repair", "Repair a composition", [PROBLEM, "keep edits best rules interpositions", LIMITS], |call, given| find(call, given, "repair");
        "Finds the smallest changes of the diagram that make a flawed composition sound, each proven; if there is none, what comes nearest.";
    "extend", "Extend a composition", [PROBLEM, "best rules interpositions", LIMITS], |call, given| find(call, given, "extend");
        "Finds sound problems two plies longer that lead into a problem (逆算).";
    "convert", "Convert problems", ["problem! which to language"], convert;
        "Writes problems and records in another format, and says what is wrong with a diagram that is not legal. `text` draws the board. Without `which`, all problems of the text are converted.";
    "picture", "Draw a diagram", [PROBLEM, "language"], picture;
        "Draws the diagram of a problem as a picture (PNG), with title, author and length as far as the text has them.";
    "similar", "Find similar works", [PROBLEM, "collection files best min_score language"], similar;
        "Compares a problem with a collection, and finds works with the same pieces (also mirrored or shifted) or the same end of the line.";
    "compose", "Compose problems", [WISHES, "attempts rules interpositions", LIMITS], compose;
        "Composes new sound problems with wishes for length, pieces and themes; every one is proven sound. The same arguments give the same problems, if the time suffices.";
}

/// A tool: its description, and the function that answers its calls.
pub(super) struct ToolEntry {
    /// The description for clients.
    pub tool: Tool,
    handler: Handler,
}

/// Returns all tools, with the bounds of the server in their schemas.
pub(super) fn tools(bounds: &Bounds) -> Vec<ToolEntry> {
    let settings = SchemaSettings::draft2020_12().with(|it| it.inline_subschemas = true);
    let settings = settings.with_transform(RecursiveTransform(shorten));
    let schema = settings.into_generator().into_root_schema_for::<All>();
    let mut properties = schema.get("properties").cloned().unwrap_or_default();
    let results = bounds.results as u64;
    for (name, max) in [
        ("time_ms", bounds.time_ms()),
        ("nodes", bounds.nodes),
        ("number", results),
        ("best", results),
    ] {
        properties[name]["maximum"] = max.into();
    }
    let output = Arc::new(object(&output_schema()));
    let known = TOOLS
        .iter()
        .filter(|it| it.0 != "picture" || cfg!(feature = "png"));
    let entry = |&(name, title, about, arguments, handler): &(_, _, _, &[&str], _)| {
        let words: Vec<&str> = arguments.iter().flat_map(|it| it.split(' ')).collect();
        let own = words.iter().map(|it| it.trim_end_matches('!'));
        let own: JsonObject = own
            .map(|it| (it.to_owned(), properties[it].clone()))
            .collect();
        let required: Vec<_> = words.iter().filter_map(|it| it.strip_suffix('!')).collect();
        let input = json!({"type": "object", "properties": own, "required": required, "additionalProperties": false});
        let annotations = ToolAnnotations::new().read_only(true).open_world(false);
        let tool = Tool::new(name, about, Arc::new(object(&input))).with_title(title);
        let tool = tool
            .with_raw_output_schema(Arc::clone(&output))
            .with_annotations(annotations);
        ToolEntry { tool, handler }
    };
    known.map(entry).collect()
}

fn object(schema: &Value) -> JsonObject {
    schema.as_object().cloned().unwrap_or_default()
}

/// Makes a schema shorter, because assistants read all of them: without null, which is the same as nothing, without the
/// defaults that say nothing, and with the words of a list beside each other.
fn shorten(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::Array(mut any)) = schema.remove("anyOf")
        && let Value::Object(first) = any.swap_remove(0)
    {
        let own = schema.ensure_object();
        for (key, value) in first {
            own.entry(key).or_insert(value);
        }
    }
    if let Some(Value::Array(words)) = schema.remove("oneOf") {
        let words: Vec<Value> = words.iter().map(|it| it["const"].clone()).collect();
        schema.insert("enum".to_owned(), words.into());
    }
    if let Some(kind) = schema.get("type").and_then(|it| it.get(0)).cloned() {
        schema.insert("type".to_owned(), kind);
    }
    let says_nothing = [json!(null), json!(false), json!(0), json!(""), json!([])];
    if schema
        .get("default")
        .is_some_and(|it| says_nothing.contains(it))
    {
        schema.remove("default");
    }
}

/// Returns the schema that the answers of all tools share. It has what an assistant looks for first; the whole of a row
/// would be long, and is printed by `tsume generate schema row`.
fn output_schema() -> Value {
    let text = r#"{"type": "object", "properties": {"verdict": {"type": "string"}, "plies": {}, "solution": {}, "limit": {}, "problems": {"type": "array"}}}"#;
    serde_json::from_str(text).unwrap_or_default()
}

impl ToolEntry {
    /// Answers a call. An unknown argument is an error, because without it the answer would be to another question.
    pub fn answer(&self, call: &Call<'_>) -> Answered {
        let given = &object(&call.given);
        for (name, value) in given {
            self.check(name, value, call.server.bounds.input_bytes)?;
        }
        let required = self.tool.input_schema["required"].as_array();
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !given.contains_key(name) {
                return Err(Fault::request(&format!("missing field `{name}`")).into());
            }
        }
        let arguments = Arguments::deserialize(&call.given);
        (self.handler)(call, &arguments.map_err(|error| Fault::request(&error))?)
    }

    /// Checks the name of an argument, the bytes of a text, and the bounds of a number. Types do not check these.
    fn check(&self, name: &str, value: &Value, max_bytes: usize) -> Result<(), Said> {
        let properties = self.tool.input_schema["properties"].as_object();
        let Some(schema) = properties.and_then(|it| it.get(name)) else {
            let names = properties.into_iter().flat_map(JsonObject::keys);
            let names: Vec<String> = names.map(|it| format!("`{it}`")).collect();
            return Err(no_argument(name, &*names.join(", ")).with_short_quotes());
        };
        let size = value.as_str().map_or(0, str::len);
        if size > max_bytes {
            return Err(argument_error(name, &too_large(size, max_bytes)));
        }
        let min = schema["minimum"].as_u64().unwrap_or(0);
        let max = schema["maximum"].as_u64().unwrap_or(u64::MAX);
        let fits = |number: u64| (min..=max).contains(&number);
        if value.is_number() && !value.as_u64().is_some_and(fits) {
            return Err(argument_error(name, &no_such_number(min, max)));
        }
        Ok(())
    }
}

says! {
    no_argument(name, names): "there is no argument `{name}`; the arguments are {names}", "`{name}` という引数はない。引数は {names}";
    too_large(size, most): "the text has {size} bytes, and may have {most} at most",
        "文字列が{size}バイトあり、上限の{most}バイトを超える";
    no_such_number(least, most): "expected a whole number from {least} to {most}", "{least}から{most}までの整数で書く";
}
