//! The collections in which similar works are looked for.

use crate::cli::diagnostics::{failure, refused};
use crate::cli::inputs::{PickArgs, SideArgs};
use crate::cli::lang::{name_of, said};
use crate::input::{Source, is_special};
use crate::similar::file::{FIRST_BYTES, IndexError, read};
use crate::similar::{Index, IndexedProblem};
use anyhow::Context;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;

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
    // Problems of several arguments are numbered together, as those of other commands are.
    let is_apart = |it: &OsString| is_index(Path::new(it));
    let groups = arguments.chunk_by(|one, other| !is_apart(one) && !is_apart(other));
    let parts = groups.flat_map(|group| -> Vec<IndexedProblem> {
        if let [only] = group
            && is_apart(only)
        {
            return index_of(Path::new(only)).unwrap_or_else(|error| {
                failure(&error);
                complete = false;
                Vec::new()
            });
        }
        let sources: Vec<_> = group.iter().map(|it| Source::from_argument(it)).collect();
        let records = picks.all(sources);
        let problems = records.filter_map(|record| match intake.read(record) {
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
        problems.collect()
    });
    let index: Index = parts.collect();
    if index.is_empty() {
        unread!(
            "there is no problem in the collections",
            "比べる作品集に詰将棋の問題が見つからない"
        );
    }
    Ok(ReadCollections { index, complete })
}

/// Returns whether a file begins like an index.
fn is_index(path: &Path) -> bool {
    let mut first = [0; FIRST_BYTES.len()];
    !is_special(path)
        && path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok())
        && first == FIRST_BYTES
}

fn index_of(path: &Path) -> anyhow::Result<Vec<IndexedProblem>> {
    let name = || {
        let name = name_of(path);
        say!(
            "cannot read the index `{name}`",
            "索引「{name}」を読み込めない"
        )
    };
    let file = File::open(path).with_context(name)?;
    read(file)
        .map_err(|error| anyhow::anyhow!(in_words(&error)))
        .with_context(name)
}

fn in_words(error: &IndexError) -> String {
    match error {
        IndexError::Io(error) => say!("it is damaged: {error}", "壊れている（{error}）"),
        IndexError::Truncated => say!(
            "it is cut short; make it again with `--index`",
            "途中で切れている：--index で作り直す"
        ),
        IndexError::Version(version) => say!(
            "version {version} of the format is not known; make it again with `--index`",
            "この版（{version}）の形式は読めない：--index で作り直す"
        ),
        IndexError::Malformed { problem, .. } => {
            say!("it is damaged: {error}", "壊れている（{problem}題目）")
        }
        error => said([error.to_string(), "類似作の索引でない".to_owned()]),
    }
}
