//! Generates the schemas of [`schemas`](super::schemas) from the types.
//!
//! The test compares them with the files, and writes the files anew with `SNAPSHOTS=overwrite`.

use super::Comparison;
use crate::answer::{ProofRow, ProvenProblem, Row};
use crate::input::Request;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;
use snapbox::{assert_data_eq, file};

/// Turns a doc comment into plain text, one line without links, and leaves defaults out.
fn plain_description(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let plain = text
            .replace("\n\n", "\n")
            .replace('\n', " ")
            .replace("[`Row::", "`");
        *text = plain.replace("[`", "`").replace("`]", "`");
        assert!(!text.contains("]("), "a link with a path: {text}");
    }
    // That is for rows of other versions.
    schema.remove("default");
}

fn schema_of<T: JsonSchema>(title: &str) -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(plain_description));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    serde_json::to_string_pretty(&schema).expect("a schema is plain data") + "\n"
}

#[test]
fn the_shipped_schemas_are_those_of_the_types() {
    let row = schema_of::<Row>("A row of tsume");
    assert_data_eq!(row, file!["schemas/row.json"].raw());
    let request = schema_of::<Request>("A request to `tsume worker`");
    assert_data_eq!(request, file!["schemas/request.json"].raw());
    let proven = schema_of::<ProvenProblem>("A row of `tsume verify --for`");
    assert_data_eq!(proven, file!["schemas/proven_problem.json"].raw());
    let certificate = schema_of::<ProofRow>("A row of `tsume verify`");
    assert_data_eq!(certificate, file!["schemas/certificate.json"].raw());
    let comparison = schema_of::<Comparison>("A comparison of `tsume compare`");
    assert_data_eq!(comparison, file!["schemas/comparison.json"].raw());
}
