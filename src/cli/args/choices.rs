//! The words of options that are about the command line alone. Those of the field are in
//! [`vocabulary`](crate::vocabulary).

use clap::ValueEnum;

/// `--format` of `compare`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Text for people.
    Text,
    /// One JSON array.
    Json,
    /// One JSON object on one line for each problem, written at once.
    Jsonl,
    /// A table with the values of both versions side by side.
    Csv,
}
