//! `compare`: what changed from one judged version to another.

use super::board::fields;
use super::fault::Fault;
use crate::report::{
    Comparison, ComparisonFormat, ComparisonReport, Lang, Layout, Notation, Outcome, Row, compare,
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize)]
struct CompareRequest {
    old: Row,
    new: Row,
}

/// Compares two rows.
pub(super) fn answer(request: &Value, lang: Lang) -> Result<Value, Fault> {
    let asked: CompareRequest = fields(request)?;
    let found = compare(&asked.old, &asked.new);
    let text = text(&found, lang)?;
    let worse = found.outcome == Outcome::Worse;
    Ok(json!({"text": text, "worse": worse, "changes": found}))
}

/// Returns a comparison in words, without colours.
fn text(found: &Comparison, lang: Lang) -> Result<String, Fault> {
    let layout = Layout {
        width: 80,
        clip: false,
        diagrams: true,
        ids: false,
        notes: true,
        summary: false,
        judged: true,
        notation: Notation::Japanese,
        lang,
    };
    let mut bytes = Vec::new();
    let format = ComparisonFormat::Text(layout);
    let written = ComparisonReport::new(&mut bytes, format).comparison(found);
    written.map_err(|error| Fault::internal(&error.to_string()))?;
    Ok(without_colours(&String::from_utf8_lossy(&bytes)))
}

/// Removes the sequences that set colours.
pub(super) fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, coloured)) = rest.split_once("\u{1b}[") {
        plain += before;
        rest = coloured.split_once('m').map_or("", |it| it.1);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_removed() {
        assert_eq!(without_colours("a\u{1b}[1mb\u{1b}[0m c"), "ab c");
        assert_eq!(without_colours("plain"), "plain");
    }
}
