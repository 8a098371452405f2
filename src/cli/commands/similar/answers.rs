//! The answers of `tsume similar`, in every format.

use super::args::SimilarFormat;
use crate::answer::{SimilarPair, SimilarRow, printable};
use crate::cli::lang::spoken;
use crate::cli::output::Destination;
use crate::input::formulas::quoted;
use std::io::{self, Write};

/// The answers, as they are written.
pub(super) struct Answers {
    pub out: Destination,
    pub format: SimilarFormat,
    pub quiet: bool,
    pub width: usize,
    /// The number of rows, or of problems in text.
    pub written: usize,
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
    /// Writes the works similar to a problem.
    pub fn put(&mut self, id: &str, sfen: &str, works: Vec<SimilarRow>) -> anyhow::Result<()> {
        if self.format == SimilarFormat::Text {
            return Ok(self.put_text(id, &works)?);
        }
        for work in works {
            let pair = SimilarPair {
                problem: id.to_owned(),
                problem_sfen: sfen.to_owned(),
                work,
            };
            match self.format {
                SimilarFormat::Csv => self.put_cells(&pair)?,
                SimilarFormat::Json => {
                    let before = if self.written == 0 { "[\n" } else { ",\n" };
                    write!(self.out, "{before}{}", serde_json::to_string(&pair)?)?;
                }
                SimilarFormat::Jsonl | SimilarFormat::Text => {
                    writeln!(self.out, "{}", serde_json::to_string(&pair)?)?;
                }
            }
            self.written += 1;
        }
        // The reader of a pipe gets the rows of each problem at once.
        Ok(self.out.flush()?)
    }

    fn put_text(&mut self, id: &str, works: &[SimilarRow]) -> io::Result<()> {
        if works.is_empty() && self.quiet {
            return Ok(());
        }
        if self.written > 0 {
            writeln!(self.out)?;
        }
        let count = match works.len() {
            0 => say!("nothing similar", "類似作なし"),
            1 => say!("1 similar work", "類似作1題"),
            many => say!("{many} similar works", "類似作{many}題"),
        };
        writeln!(self.out, "{}  {count}", printable(id))?;
        for work in works {
            for line in work.lines(self.width, spoken()) {
                writeln!(self.out, "  {line}")?;
            }
        }
        self.written += 1;
        self.out.flush()
    }

    fn put_cells(&mut self, pair: &SimilarPair) -> anyhow::Result<()> {
        let json = serde_json::to_value(pair)?;
        let cell = |&key: &&str| {
            let value = match key {
                "ending_plies" => &json["ending"]["plies"],
                key => &json[key],
            };
            let text = match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let is_foreign = matches!(key, "problem" | "id" | "origin");
            if is_foreign { quoted(text) } else { text }
        };
        let cells: Vec<_> = COLUMNS.iter().map(cell).collect();
        self.head()?;
        csv::Writer::from_writer(&mut self.out).write_record(cells)?;
        Ok(())
    }

    /// Writes the header of a table, unless it is there.
    fn head(&mut self) -> anyhow::Result<()> {
        if self.format == SimilarFormat::Csv && self.written == 0 {
            csv::Writer::from_writer(&mut self.out).write_record(COLUMNS)?;
        }
        Ok(())
    }

    /// Ends the answers. The file appears only if problems were `asked` about.
    pub fn finish(&mut self, asked: bool) -> anyhow::Result<()> {
        self.head()?;
        if self.format == SimilarFormat::Json {
            let end = if self.written == 0 { "[]\n" } else { "\n]\n" };
            self.out.write_all(end.as_bytes())?;
        }
        Ok(self.out.finish_unless(!asked)?)
    }
}
