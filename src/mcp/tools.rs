//! The tools as clients get them, and the check of the arguments of a call.

use super::call::{Bounds, Call};
use super::composing::Composed;
use super::converting::Converted;
use super::finding::SimilarWorks;
use super::problem::argument_error;
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

/// A function that answers a call with these arguments.
type Handler = dyn Fn(&Call<'_>, Value) -> Result<CallToolResult, Said> + Send + Sync;

/// A tool: its description, and the function that answers its calls.
pub(super) struct ToolEntry {
    /// The description for clients.
    pub tool: Tool,
    handler: Box<Handler>,
}

/// Returns all tools, with the bounds of the server in their schemas.
pub(super) fn tools(bounds: &Bounds) -> Vec<ToolEntry> {
    let row = output_schema::<Row>();
    let converted = output_schema::<Converted>();
    vec![
        tool_entry("solve", answering::solve, row.clone(), bounds),
        tool_entry("check", answering::check, row.clone(), bounds),
        tool_entry("explain_try", answering::explain_try, row, bounds),
        tool_entry("convert", converting::convert, converted, bounds),
        tool_entry(
            "similar",
            finding::similar,
            output_schema::<SimilarWorks>(),
            bounds,
        ),
        tool_entry(
            "compose",
            composing::compose,
            output_schema::<Composed>(),
            bounds,
        ),
    ]
}

/// Makes a tool of the type of its arguments, whose schema has the description.
fn tool_entry<T: JsonSchema + DeserializeOwned + 'static>(
    name: &'static str,
    answer: fn(&Call<'_>, &T) -> Result<CallToolResult, Said>,
    output: JsonObject,
    bounds: &Bounds,
) -> ToolEntry {
    let mut schema = JsonObject::clone(&schema_for_type::<T>());
    let mut take_text = |key| {
        let text = schema.remove(key).unwrap_or_default();
        text.as_str().unwrap_or_default().to_owned()
    };
    let (title, about) = (take_text("title"), take_text("description"));
    for (name, max) in [
        ("time_ms", bounds.time_ms()),
        ("nodes", bounds.nodes),
        ("number", bounds.results as u64),
        ("best", bounds.results as u64),
    ] {
        if let Some(property) = schema["properties"].get_mut(name) {
            property["maximum"] = max.into();
        }
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    let annotations = ToolAnnotations::with_title(&title)
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    ToolEntry {
        tool: Tool::new(name, about, Arc::new(schema))
            .with_title(title)
            .with_raw_output_schema(Arc::new(output))
            .with_annotations(annotations),
        handler: Box::new(move |call, given| {
            let given = T::deserialize(given).map_err(|error| Fault::request(&error))?;
            answer(call, &given)
        }),
    }
}

/// Returns the schema of an answer, without descriptions. These would be long, and are in the manual.
fn output_schema<T: JsonSchema>() -> JsonObject {
    let remove_annotations = |schema: &mut Schema| {
        // Validators do not know the formats of numbers.
        for key in ["description", "title", "format", "default"] {
            schema.remove(key);
        }
    };
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let generator = settings
        .with_transform(RecursiveTransform(remove_annotations))
        .into_generator();
    let schema = generator.into_root_schema_for::<T>();
    schema.as_object().cloned().unwrap_or_default()
}

impl ToolEntry {
    /// Answers a call. An unknown argument is an error, because without it the answer would be to another question.
    pub fn answer(&self, call: &Call<'_>, mut given: JsonObject) -> Result<CallToolResult, Said> {
        given.retain(|_, value| !value.is_null());
        for (name, value) in &given {
            self.check(name, value, call.server.bounds.input_bytes)?;
        }
        (self.handler)(call, Value::Object(given))
    }

    /// Checks the name of an argument, the bytes of a text, and the bounds of a number. Types do not check these.
    fn check(&self, name: &str, value: &Value, max_bytes: usize) -> Result<(), Said> {
        let properties = self.tool.input_schema["properties"].as_object();
        let Some(schema) = properties.and_then(|it| it.get(name)) else {
            let names = properties.into_iter().flat_map(JsonObject::keys);
            let names: Vec<String> = names.map(|it| format!("`{it}`")).collect();
            let names = names.join(", ");
            let message = both!(
                "there is no argument `{name}`; the arguments are {names}",
                "`{name}` という引数はない。引数は {names}"
            );
            return Err(message.with_short_quotes());
        };
        let size = value.as_str().map_or(0, str::len);
        if size > max_bytes {
            let why = both!(
                "the text has {size} bytes, and may have {max_bytes} at most",
                "文字列が{size}バイトあり、上限の{max_bytes}バイトを超える"
            );
            return Err(argument_error(name, &why));
        }
        let min = schema["minimum"].as_u64().unwrap_or(0);
        let max = schema["maximum"].as_u64().unwrap_or(u64::MAX);
        let fits = |number: u64| (min..=max).contains(&number);
        if value.is_number() && !value.as_u64().is_some_and(fits) {
            let why = both!(
                "expected a whole number from {min} to {max}",
                "{min}から{max}までの整数で書く"
            );
            return Err(argument_error(name, &why));
        }
        Ok(())
    }
}
