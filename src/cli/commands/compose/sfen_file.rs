//! A file of composed problems as SFENs.

use crate::answer::Row;
use crate::cli::output::Destination;
use std::io::{self, Write};

/// Writes comments, then a line for each problem with its solution, length, rating and attributes.
///
/// # Errors
/// If they cannot be written.
pub(super) fn write(mut out: Destination, comments: &[String], rows: &[Row]) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "# {comment}")?;
    }
    for row in rows {
        writeln!(out, "{}", line(row))?;
    }
    out.finish()
}

/// Returns the line of the file for a problem.
fn line(row: &Row) -> String {
    let (sfen, moves) = (
        row.sfen.as_deref().unwrap_or_default(),
        row.solution.join(" "),
    );
    let id = format!("id \"{}\";", row.id);
    let plies = row.plies.map(|it| format!("plies {it};"));
    let rating = row.rating.as_ref().map(|rating| {
        let (difficulty, aesthetics) = (rating.difficulty.points, rating.aesthetics.points);
        format!("difficulty {difficulty}; aesthetics {aesthetics};")
    });
    let attributes = row.attributes.iter().flatten();
    let words: Vec<String> = attributes
        .map(|it| match it.count {
            Some(count) => format!("{}:{count}", it.kind),
            None => it.kind.to_string(),
        })
        .collect();
    let note = format!("note \"{}\";", words.join(" "));
    let opcodes: Vec<String> = [Some(id), plies, rating, Some(note)]
        .into_iter()
        .flatten()
        .collect();
    format!("{sfen} moves {moves}; {}", opcodes.join(" "))
}
