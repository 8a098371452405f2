//! Where problems come from: files, streams, records, tables, and every format into every other.

pub mod around;
pub mod broken;
pub mod files;
pub mod forgery;
pub mod inputs_stay;
pub mod json;
pub mod links;
pub mod pasted;
pub mod records;
pub mod round_trips;
pub mod tables;
pub mod wild;

use crate::stdout;

/// Returns the positions that a command reads, one on each line, without what the defender holds.
fn positions(command: snapbox::cmd::Command) -> Vec<String> {
    let text = stdout(command.args(["--format", "jsonl", "--defender-hand", "given"]));
    let position = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["sfen"].as_str().unwrap_or_default().to_owned()
    };
    text.lines().map(position).collect()
}
