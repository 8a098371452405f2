//! The tools as clients get them, and the check of the arguments of a call.

use super::call::{Bounds, Call};
use super::composing::Composed;
use super::converting::Converted;
use super::finding::Found;
use super::problem::argument;
use super::{answering, composing, converting, finding};
use crate::answer::Row;
use crate::said::Said;
use crate::workbench::Fault;
use rmcp::handler::server::tool::schema_for_type;
use rmcp::model::{CallToolResult, JsonObject, Tool, ToolAnnotations};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// Answers a call with these arguments.
type Work = dyn Fn(&Call<'_>, Value) -> Result<CallToolResult, Said> + Send + Sync;

/// A tool and its work.
pub(super) struct Described {
    /// The description for clients.
    pub tool: Tool,
    work: Box<Work>,
}

/// Returns all tools, with the bounds of the server in their schemas.
pub(super) fn tools(bounds: &Bounds) -> Vec<Described> {
    let row = output::<Row>();
    let converted = output::<Converted>();
    vec![
        described("solve", answering::solve, row.clone(), bounds),
        described("check", answering::check, row.clone(), bounds),
        described("explain_try", answering::explain_try, row, bounds),
        described("convert", converting::convert, converted, bounds),
        described("similar", finding::similar, output::<Found>(), bounds),
        described("compose", composing::compose, output::<Composed>(), bounds),
    ]
}

/// Describes a tool by the type of its arguments.
fn described<T: JsonSchema + DeserializeOwned + 'static>(
    name: &'static str,
    answer: fn(&Call<'_>, &T) -> Result<CallToolResult, Said>,
    output: JsonObject,
    bounds: &Bounds,
) -> Described {
    let mut schema = JsonObject::clone(&schema_for_type::<T>());
    let mut comment = |key| {
        let text = schema.remove(key).unwrap_or_default();
        text.as_str().unwrap_or_default().to_owned()
    };
    let (title, about) = (comment("title"), comment("description"));
    for (name, most) in [
        ("time_ms", bounds.time_ms()),
        ("nodes", bounds.nodes),
        ("number", bounds.results as u64),
        ("best", bounds.results as u64),
    ] {
        if let Some(it) = schema["properties"].get_mut(name) {
            it["maximum"] = most.into();
        }
    }
    schema.insert("additionalProperties".to_owned(), false.into());
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

/// Returns the schema of an answer. It has no descriptions, which would be long: the manual has them.
fn output<T: JsonSchema>() -> JsonObject {
    let bare = |schema: &mut Schema| {
        // Validators do not know the formats of numbers.
        for key in ["description", "title", "format", "default"] {
            schema.remove(key);
        }
    };
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let generator = settings
        .with_transform(RecursiveTransform(bare))
        .into_generator();
    let schema = generator.into_root_schema_for::<T>();
    schema.as_object().cloned().unwrap_or_default()
}

impl Described {
    /// Answers a call. An argument that the tool does not have is an error: to ignore it would give an answer to
    /// another question.
    pub fn answer(&self, call: &Call<'_>, mut given: JsonObject) -> Result<CallToolResult, Said> {
        given.retain(|_, value| !value.is_null());
        for (name, value) in &given {
            self.check(name, value, call.server.bounds.input_bytes)?;
        }
        (self.work)(call, Value::Object(given))
    }

    /// Checks what types do not say of an argument: its name, its size, and its bounds.
    fn check(&self, name: &str, value: &Value, largest: usize) -> Result<(), Said> {
        let known = self.tool.input_schema["properties"].as_object();
        let Some(schema) = known.and_then(|it| it.get(name)) else {
            let known = known.into_iter().flat_map(JsonObject::keys);
            let known: Vec<String> = known.map(|it| format!("`{it}`")).collect();
            let known = known.join(", ");
            let message = both!(
                "there is no argument `{name}`; the arguments are {known}",
                "`{name}` という引数はない。引数は {known}"
            );
            return Err(message.with_short_quotes());
        };
        let size = value.as_str().map_or(0, str::len);
        if size > largest {
            let why = both!(
                "the text has {size} bytes, and may have {largest} at most",
                "文字列が{size}バイトあり、上限の{largest}バイトを超える"
            );
            return Err(argument(name, &why));
        }
        let least = schema["minimum"].as_u64().unwrap_or(0);
        let most = schema["maximum"].as_u64().unwrap_or(u64::MAX);
        let fits = |it: u64| (least..=most).contains(&it);
        if value.is_number() && !value.as_u64().is_some_and(fits) {
            let why = both!(
                "expected a whole number from {least} to {most}",
                "{least}から{most}までの整数で書く"
            );
            return Err(argument(name, &why));
        }
        Ok(())
    }
}
