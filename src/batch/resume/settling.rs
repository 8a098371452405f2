//! Makes one row of each problem at the end of a run.

use super::known::{Course, Fate};
use crate::answer::{Row, RowLines};
use crate::batch::duplicates::fingerprint;
use crate::batch::rows::{RowFile, copy, rewrite};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// What is known at the end of a run about the rows of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The run was interrupted: a row without a problem may still get one.
    InPart,
    /// All of the input was read of which the run knows, but there may be more.
    Picked,
    /// All of the input was read. Rows without a problem are gone, and stay in the file.
    Whole,
    /// All of the input was read. Rows without a problem are taken out.
    WholeDroppingGone,
}

/// Makes one row of each problem, in the order of the input: rows of problems that have changed go, and those
/// that stay get the labels of the input. Returns the ids of the rows whose problem is gone.
///
/// # Errors
/// If the file cannot be read or written; then it is as it was.
pub fn settle(path: &Path, course: &Course, ended: Ended) -> io::Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Name {
        id: String,
        sfen: Option<String>,
    }
    let lock = RowFile::open(path)?;
    let mut names = Vec::new();
    let mut lines = RowLines::new(BufReader::new(File::open(path)?));
    while let Some(place) = lines.next()? {
        let name: Name = serde_json::from_slice(lines.text())?;
        names.push((name.id, place, name.sfen.is_some()));
    }
    let fate = |at: usize| course.fates.get(at).unwrap_or(&Fate::Untouched);
    let labels = |at: usize| match fate(at) {
        Fate::Stays(labels) if ended != Ended::InPart => labels.as_deref(),
        _ => None,
    };
    let name = |at: usize| fingerprint(labels(at).map_or(&*names[at].0, |it| &*it.id));
    // The last row of an id is the newest, but those that stay are known to be right.
    let all = 0..names.len();
    let stays = all.clone().filter(|&at| matches!(fate(at), Fate::Stays(_)));
    let newest: HashMap<u64, usize> = all.clone().chain(stays).map(|at| (name(at), at)).collect();
    let ranks: HashMap<u64, usize> = course.order.iter().copied().zip(0..).collect();
    let mut gone = Vec::new();
    let mut parts = Vec::new();
    for at in all.clone() {
        let rank = ranks.get(&name(at)).copied().unwrap_or(usize::MAX);
        match fate(at) {
            Fate::Replaced(by) if newest.get(by).is_some_and(|&it| it != at) => continue,
            _ if ended == Ended::InPart => {}
            _ if newest.get(&name(at)) != Some(&at) => continue,
            Fate::Untouched if rank == usize::MAX && ended != Ended::Picked => {
                // An error that is gone is nothing to keep.
                let (id, _, is_problem) = &names[at];
                gone.extend(is_problem.then(|| id.clone()));
                if !is_problem || ended == Ended::WholeDroppingGone {
                    continue;
                }
            }
            _ => {}
        }
        parts.push((rank, at));
    }
    if ended != Ended::InPart {
        parts.sort_by_key(|it| it.0);
    }
    // Blank lines and marks between the rows go, too.
    let starts = names.iter().map(|it| it.1.start);
    let ends = std::iter::once(0).chain(names.iter().map(|it| it.1.end));
    let is_as_before =
        parts.iter().map(|it| it.1).eq(all.clone()) && starts.zip(ends).all(|(a, b)| a == b);
    if !is_as_before || all.clone().any(|at| labels(at).is_some()) {
        rewrite(path, |from, to| {
            for &(_, at) in &parts {
                let place = names[at].1.clone();
                let Some(labels) = labels(at) else {
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
