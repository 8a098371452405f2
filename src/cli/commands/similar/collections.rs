//! The collections in which similar works are looked for.

use crate::cli::diagnostics::refused;
use crate::cli::inputs::{PickArgs, SideArgs};
use crate::input::Source;
use crate::similar::{Index, IndexedProblem};
use std::ffi::OsString;

/// The collections of a run, read.
pub struct ReadCollections {
    pub index: Index,
    /// Whether all their problems could be read.
    pub complete: bool,
}

/// Reads collections. Problems that cannot be read are reported and left out.
///
/// # Errors
/// If nothing of them can be read.
pub fn collections(
    arguments: &[OsString],
    sides: SideArgs,
    picks: &PickArgs,
) -> anyhow::Result<ReadCollections> {
    let mut complete = true;
    let mut intake = sides.intake();
    let sources = arguments.iter().map(|it| Source::from_argument(it));
    let problems = picks
        .all(sources.collect())
        .filter_map(|record| match intake.read(record) {
            Ok(parsed) => Some(IndexedProblem::new(
                &parsed.id,
                &parsed.origin,
                &parsed.problem,
                &parsed.known_line(),
            )),
            Err(about) => {
                refused(&about);
                complete = false;
                None
            }
        });
    let index: Index = problems.collect();
    if index.is_empty() {
        unread!(
            "there is no problem in the collections",
            "比べる作品集に詰将棋の問題が見つからない"
        );
    }
    Ok(ReadCollections { index, complete })
}
