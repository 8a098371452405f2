//! The answers of `tsume similar`, in every format.

use super::args::SimilarFormat;
use crate::answer::{SimilarPair, SimilarRow, printable};
use crate::cli::lang::message_lang;
use crate::cli::output::Destination;
use crate::input::formulas::quoted;
use crate::report::Json;
use serde_json::Value;
use std::io::{self, Write};

/// The writer of the answers in one format.
pub(super) enum Answers {
    /// Text for people; if it is quiet, without problems that have no similar work.
    Text {
        out: Destination,
        quiet: bool,
        is_begun: bool,
    },
    Json(Json<Destination>),
    Csv(Box<csv::Writer<Destination>>),
}

/// The columns of CSV: keys of rows with a single value.
const COLUMNS: [&str; 15] = [
    "problem",
    "id",
    "origin",
    "score",
    "mirrored",
    "turned",
    "files",
    "ranks",
    "equal",
    "pieces",
    "pieces_there",
    "ending_plies",
    "note",
    "problem_sfen",
    "sfen",
];

impl Answers {
    /// Begins to write.
    pub fn new(out: Destination, format: SimilarFormat, quiet: bool) -> anyhow::Result<Self> {
        Ok(match format {
            SimilarFormat::Text => Self::Text {
                out,
                quiet,
                is_begun: false,
            },
            SimilarFormat::Json => Self::Json(Json::array(out)),
            SimilarFormat::Jsonl => Self::Json(Json::lines(out)),
            SimilarFormat::Csv => {
                let mut table = csv::Writer::from_writer(out);
                table.write_record(COLUMNS)?;
                Self::Csv(Box::new(table))
            }
        })
    }

    /// Writes the works similar to a problem.
    pub fn write(&mut self, id: &str, sfen: &str, works: Vec<SimilarRow>) -> anyhow::Result<()> {
        let mut pairs = works.into_iter().map(|work| SimilarPair {
            problem: id.to_owned(),
            problem_sfen: sfen.to_owned(),
            work,
        });
        match self {
            Self::Text {
                out,
                quiet,
                is_begun,
            } => {
                let works: Vec<_> = pairs.map(|it| it.work).collect();
                if !works.is_empty() || !*quiet {
                    if *is_begun {
                        writeln!(out)?;
                    }
                    write_text(out, id, &works)?;
                    *is_begun = true;
                }
                Ok(())
            }
            Self::Json(out) => pairs.try_for_each(|it| Ok(out.row(&it)?)),
            Self::Csv(out) => {
                pairs.try_for_each(|it| anyhow::Ok(out.write_record(cells(&it)?)?))?;
                // The reader of a pipe gets the rows of each problem at once.
                Ok(out.flush()?)
            }
        }
    }

    /// Ends the answers. Without any problem no file appears.
    pub fn finish(self, any_problem: bool) -> anyhow::Result<()> {
        let mut out = match self {
            Self::Text { out, .. } => out,
            Self::Json(mut json) => {
                json.end()?;
                json.into_out()
            }
            Self::Csv(table) => table
                .into_inner()
                .map_err(csv::IntoInnerError::into_error)?,
        };
        Ok(out.finish_unless(!any_problem)?)
    }
}

fn write_text(out: &mut Destination, id: &str, works: &[SimilarRow]) -> io::Result<()> {
    let count = match works.len() {
        0 => say!("nothing similar", "類似作なし"),
        1 => say!("1 similar work", "類似作1題"),
        many => say!("{many} similar works", "類似作{many}題"),
    };
    writeln!(out, "{}  {count}", printable(id))?;
    let width = out.width();
    for line in works.iter().flat_map(|it| it.lines(width, message_lang())) {
        writeln!(out, "  {line}")?;
    }
    out.flush()
}

/// Returns the cells of a row of CSV.
fn cells(pair: &SimilarPair) -> serde_json::Result<Vec<String>> {
    let json = serde_json::to_value(pair)?;
    let cell = |&key: &&str| {
        let value = match key {
            "ending_plies" => &json["ending"]["plies"],
            key => &json[key],
        };
        let text = match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        // Text of the input could be a formula.
        let is_from_input = matches!(key, "problem" | "id" | "origin");
        if is_from_input { quoted(text) } else { text }
    };
    Ok(COLUMNS.iter().map(cell).collect())
}
