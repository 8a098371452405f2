//! Leaves one row for each problem at the end of a run.

use super::known::{Course, Fate};
use crate::answer::{Row, RowLines};
use crate::batch::duplicates::fingerprint;
use crate::batch::rows::{RowFile, copy, rewrite};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::ops::Range;
use std::path::Path;

/// How a run has ended, which decides about rows without a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The run was interrupted: a row without a problem may still get one.
    InPart,
    /// All of the input that was named was read, but the collection may have more. Rows without a problem stay.
    Picked,
    /// All of the input was read. Rows without a problem stay in the file, but are reported.
    Whole,
    /// All of the input was read. Rows without a problem are removed and reported.
    WholeDroppingGone,
}

/// A row of the file, as far as it is read here.
struct FileRow {
    id: String,
    /// The place in the file, in bytes.
    place: Range<u64>,
    is_problem: bool,
}

/// Reads the ids and places of all rows in a file.
fn rows_of(path: &Path) -> io::Result<Vec<FileRow>> {
    #[derive(Deserialize)]
    struct Fields {
        id: String,
        sfen: Option<String>,
    }
    let mut rows = Vec::new();
    let mut lines = RowLines::new(BufReader::new(File::open(path)?));
    while let Some(place) = lines.next()? {
        let Fields { id, sfen } = serde_json::from_slice(lines.text())?;
        let is_problem = sfen.is_some();
        rows.push(FileRow {
            id,
            place,
            is_problem,
        });
    }
    Ok(rows)
}

/// Leaves one row for each problem, in the order of the input. Rows of problems that have changed are removed, and
/// those that stay get the labels of the input. Returns the ids of the rows whose problem is gone.
///
/// # Errors
/// If the file cannot be read or written; then it is as it was.
pub fn settle(path: &Path, course: &Course, ended: Ended) -> io::Result<Vec<String>> {
    let lock = RowFile::open(path)?;
    let rows = rows_of(path)?;
    let fate = |index: usize| course.fates.get(index).unwrap_or(&Fate::Untouched);
    let labels = |index: usize| match fate(index) {
        Fate::Stays(labels) if ended != Ended::InPart => labels.as_deref(),
        _ => None,
    };
    let id_hash = |index: usize| fingerprint(labels(index).map_or(&*rows[index].id, |it| &*it.id));
    // The last row of an id is the newest, but those that stay are known to be right.
    let all = 0..rows.len();
    let staying = all.clone().filter(|&it| matches!(fate(it), Fate::Stays(_)));
    let by_age = all.clone().chain(staying);
    let newest: HashMap<u64, usize> = by_age.map(|index| (id_hash(index), index)).collect();
    let ranks: HashMap<u64, usize> = course.order.iter().copied().zip(0..).collect();
    let mut gone = Vec::new();
    // The rows of the new file, each with its rank in the input.
    let mut kept = Vec::new();
    for index in all.clone() {
        let rank = ranks.get(&id_hash(index)).copied().unwrap_or(usize::MAX);
        match fate(index) {
            Fate::Replaced(by) if newest.get(by).is_some_and(|&it| it != index) => continue,
            _ if ended == Ended::InPart => {}
            _ if newest.get(&id_hash(index)) != Some(&index) => continue,
            Fate::Untouched if rank == usize::MAX && ended != Ended::Picked => {
                let FileRow { id, is_problem, .. } = &rows[index];
                gone.extend(is_problem.then(|| id.clone()));
                // The error of an input that is gone is not kept in any case.
                if !is_problem || ended == Ended::WholeDroppingGone {
                    continue;
                }
            }
            _ => {}
        }
        kept.push((rank, index));
    }
    if ended != Ended::InPart {
        kept.sort_by_key(|(rank, _)| *rank);
    }
    // Blank lines between the rows are removed, too.
    let starts = rows.iter().map(|it| it.place.start);
    let ends = std::iter::once(0).chain(rows.iter().map(|it| it.place.end));
    let has_no_gaps = starts.zip(ends).all(|(start, end)| start == end);
    let is_as_before = kept.iter().map(|(_, index)| *index).eq(all.clone()) && has_no_gaps;
    if !is_as_before || all.clone().any(|index| labels(index).is_some()) {
        rewrite(path, |from, to| {
            for &(_, index) in &kept {
                let place = rows[index].place.clone();
                let Some(labels) = labels(index) else {
                    copy(from, to, place)?;
                    continue;
                };
                let mut text = Vec::new();
                copy(from, &mut text, place)?;
                let mut row = Row::of_json(&text)?;
                labels.clone().put_on(&mut row);
                writeln!(to, "{}", row.to_json())?;
            }
            Ok(())
        })?;
    }
    drop(lock);
    Ok(gone)
}
