//! The tools as clients get them, and the check of the arguments of a call.

use super::call::{Answer, Bounds, Call};
use super::composing::{Composed, USUAL};
use super::converting::Converted;
use super::finding::Found;
use super::trouble::Trouble;
use super::{answering, composing, converting, finding};
use crate::answer::{Row, printable};
use crate::composition::similar::Wanted;
use crate::said::Said;
use crate::vocabulary::Lang;
use crate::workbench::Fault;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

/// The description of the argument that every tool has besides its own.
const LANGUAGE: &str = "the language of the text; rows are the same in both\n\n\
    文章の言語。行（structured content）は言語によらない";

/// Answers a call with these arguments.
type Work = dyn Fn(&Call<'_>, Value) -> Result<Answer, Trouble> + Send + Sync;

/// A tool and its work.
pub(super) struct Described {
    /// The description for clients.
    pub tool: Tool,
    work: Box<Work>,
}

/// Returns all tools, with the bounds of the server in their schemas.
pub(super) fn tools(lang: Lang, bounds: &Bounds) -> Vec<Described> {
    vec![
        described("solve", answering::solve, output::<Row>(), lang, bounds),
        described("check", answering::check, output::<Row>(), lang, bounds),
        described(
            "explain_try",
            answering::explain_try,
            output::<Row>(),
            lang,
            bounds,
        ),
        described(
            "convert",
            converting::convert,
            output::<Converted>(),
            lang,
            bounds,
        ),
        described("similar", finding::similar, output::<Found>(), lang, bounds),
        described(
            "compose",
            composing::compose,
            output::<Composed>(),
            lang,
            bounds,
        ),
    ]
}

fn described<T: JsonSchema + DeserializeOwned + 'static>(
    name: &'static str,
    answer: fn(&Call<'_>, &T) -> Result<Answer, Trouble>,
    output: JsonObject,
    lang: Lang,
    bounds: &Bounds,
) -> Described {
    let mut schema = input::<T>();
    let title = in_lang(schema.remove("title"), " | ", lang);
    let about = in_lang(schema.remove("description"), "\n\n", lang);
    schema["properties"]["language"] =
        json!({"type": "string", "enum": Lang::ALL, "default": lang, "description": LANGUAGE});
    let results = bounds.results;
    for (name, most, usual) in [
        ("time_ms", json!(bounds.time_ms()), None),
        ("nodes", json!(bounds.nodes), None),
        ("number", json!(results), Some(USUAL.min(results))),
        (
            "best",
            json!(results),
            Some(Wanted::default().best.min(results)),
        ),
    ] {
        if let Some(it) = schema["properties"].get_mut(name) {
            it["maximum"] = most;
            it["default"] = json!(usual);
        }
    }
    for it in schema["properties"]
        .as_object_mut()
        .into_iter()
        .flat_map(|it| it.values_mut())
    {
        it["description"] = json!(in_lang(Some(it["description"].take()), "\n\n", lang));
        if it["default"].is_null() {
            it.as_object_mut().map(|it| it.remove("default"));
        }
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    let annotations = ToolAnnotations::with_title(&title)
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Described {
        tool: Tool::new(name, about, Arc::new(schema))
            .with_title(title)
            .with_raw_output_schema(Arc::new(output))
            .with_annotations(annotations),
        work: Box::new(move |call, given| {
            let given = T::deserialize(given).map_err(|error| Fault::request(&error))?;
            answer(call, &given)
        }),
    }
}

/// Returns the part of a comment in this language, in one line.
fn in_lang(comment: Option<Value>, between: &str, lang: Lang) -> String {
    let comment = comment.unwrap_or_default();
    let comment = comment.as_str().unwrap_or_default();
    let (english, japanese) = comment.split_once(between).unwrap_or((comment, comment));
    lang.of([&english.replace('\n', " "), &japanese.replace('\n', "")])
        .to_owned()
}

/// Returns the schema of the arguments of a tool.
fn input<T: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|it| it.inline_subschemas = true);
    derived::<T>(settings, plain)
}

/// Returns the schema of an answer. It has no descriptions, which would be long: the manual has them.
fn output<T: JsonSchema>() -> JsonObject {
    derived::<T>(SchemaSettings::draft2020_12().for_serialize(), bare)
}

fn derived<T: JsonSchema>(mut settings: SchemaSettings, change: fn(&mut Schema)) -> JsonObject {
    settings.meta_schema = None;
    let settings = settings.with_transform(RecursiveTransform(change));
    let schema = settings.into_generator().into_root_schema_for::<T>();
    schema.as_object().cloned().unwrap_or_default()
}

/// Removes texts that only people read, and formats of numbers that validators do not know.
fn bare(schema: &mut Schema) {
    for key in ["description", "title", "format", "default"] {
        schema.remove(key);
    }
}

/// Says that an argument is absent by leaving it out, not with null; words have no descriptions of their own.
fn plain(schema: &mut Schema) {
    if let Some(Value::Array(mut either)) = schema.remove("anyOf")
        && let Some(Value::Object(some)) = either.first_mut().map(Value::take)
    {
        for (key, value) in some {
            schema.ensure_object().entry(key).or_insert(value);
        }
    }
    if let Some(Value::Array(words)) = schema.remove("oneOf") {
        let words: Vec<&Value> = words.iter().map(|it| &it["const"]).collect();
        schema.insert("enum".to_owned(), json!(words));
        schema.insert("type".to_owned(), json!("string"));
    }
    if let Some(Value::Array(either)) = schema.get("type") {
        let some = either[0].clone();
        schema.insert("type".to_owned(), some);
    }
    if schema.remove("format").is_some_and(|it| it == "uint32") {
        schema
            .ensure_object()
            .entry("maximum")
            .or_insert(json!(u32::MAX));
    }
}

impl Described {
    /// Answers a call. An argument that the tool does not have is an error: to ignore it would give an answer to
    /// another question.
    pub fn answer(&self, call: &Call<'_>, mut given: JsonObject) -> Result<Answer, Trouble> {
        let schema = &self.tool.input_schema;
        let known = &schema["properties"];
        given.retain(|_, value| !value.is_null());
        for (name, value) in &mut given {
            let Some(schema) = known.get(name) else {
                let name = shortened(name);
                let known = known.as_object().into_iter().flat_map(|it| it.keys());
                let known: Vec<String> = known.map(|it| format!("`{it}`")).collect();
                let known = known.join(", ");
                return Err(Trouble::new(both!(
                    "there is no argument `{name}`; the arguments are {known}",
                    "{name} という引数はない。引数は {known}"
                )));
            };
            let most = call.server.bounds.input_bytes;
            let checked = checked(schema, value.take(), most);
            *value = checked.map_err(|why| Trouble::argument(name, why))?;
        }
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        if let Some(name) = required.into_iter().find(|&it| !given.contains_key(it)) {
            let why = ["it is missing", "必要だが与えられていない"];
            return Err(Trouble::argument(name, why));
        }
        (self.work)(call, Value::Object(given))
    }
}

/// Returns the value of an argument as its schema has it, or what is wrong with it. A list may be given as its only
/// value, and a number with a point. Texts have `most` bytes at most.
fn checked(schema: &Value, value: Value, most: usize) -> Result<Value, Said> {
    match (schema["type"].as_str().unwrap_or_default(), value) {
        ("string", Value::String(text)) => match schema["enum"].as_array() {
            Some(words) if !words.iter().any(|it| *it == *text) => {
                let words = words.iter().filter_map(Value::as_str);
                let words: Vec<String> = words.map(|it| format!("`{it}`")).collect();
                let words = words.join(", ");
                Err(both!("expected one of {words}", "{words} のどれかを書く"))
            }
            _ if text.len() > most => {
                let size = text.len();
                Err(both!(
                    "the text has {size} bytes, and may have {most} at most",
                    "文字列が{size}バイトあり、上限の{most}バイトを超える"
                ))
            }
            _ => Ok(Value::String(text)),
        },
        ("string", _) => Err(Said::new("expected a text", "文字列で書く")),
        ("integer", value) => {
            let least = schema["minimum"].as_u64().unwrap_or(0);
            let most = schema["maximum"].as_u64().unwrap_or(u64::MAX);
            let number = value.as_u64().or_else(|| whole(&value));
            let number = number.filter(|it| (least..=most).contains(it));
            number.map(Value::from).ok_or_else(|| {
                both!(
                    "expected a whole number from {least} to {most}",
                    "{least}から{most}までの整数で書く"
                )
            })
        }
        ("array", Value::Array(items)) => {
            let length = |key: &str| schema[key].as_u64().map(|it| it as usize);
            if let Some(length) = length("minItems").filter(|&it| it != items.len()) {
                return Err(both!(
                    "expected a list of {length} values",
                    "{length}個の値の配列で書く"
                ));
            }
            let items = items
                .into_iter()
                .map(|it| checked(&schema["items"], it, most));
            items.collect::<Result<_, _>>().map(Value::Array)
        }
        ("array", only) => {
            let times = schema["minItems"].as_u64().unwrap_or(1) as usize;
            checked(schema, Value::Array(vec![only; times]), most)
        }
        (_, value @ Value::Bool(_)) => Ok(value),
        (_, _) => Err(Said::new("expected true or false", "true か false で書く")),
    }
}

/// Returns a whole number that was written with a point, such as 5000.0.
fn whole(value: &Value) -> Option<u64> {
    let number = value.as_f64()?;
    let is_whole = number.fract() == 0.0 && (0.0..1e15).contains(&number);
    is_whole.then_some(number as u64)
}

/// Returns the beginning of a text from a client, safe to print.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut begin: String = text.chars().take(MOST).collect();
    if begin.len() < text.len() {
        begin.push('…');
    }
    printable(&begin).into_owned()
}
