//! Derives the [`schemas`](super::schemas) from the types.

use super::Comparison;
use crate::answer::{ProofRow, ProvenProblem, Row};
use crate::input::Request;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// Returns the schemas with the names of their files.
#[must_use]
pub fn derived_schemas() -> [(&'static str, String); 5] {
    [
        ("row", schema_of::<Row>("A row of tsume")),
        (
            "request",
            schema_of::<Request>("A request to `tsume worker`"),
        ),
        (
            "proven_problem",
            schema_of::<ProvenProblem>("A row of `tsume verify --for`"),
        ),
        (
            "certificate",
            schema_of::<ProofRow>("A row of `tsume verify`"),
        ),
        (
            "comparison",
            schema_of::<Comparison>("A comparison of `tsume compare`"),
        ),
    ]
}

fn schema_of<T: JsonSchema>(title: &str) -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(plain_description));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    serde_json::to_string_pretty(&schema).expect("a schema is plain data") + "\n"
}

/// Turns a doc comment into plain text, one line without links, and leaves defaults out.
fn plain_description(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let plain = text
            .replace("\n\n", "\n")
            .replace('\n', " ")
            .replace("[`Row::", "`");
        *text = plain.replace("[`", "`").replace("`]", "`");
        debug_assert!(!text.contains("]("), "a link with a path: {text}");
    }
    // That is for rows of other versions.
    schema.remove("default");
}
