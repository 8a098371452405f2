//! What is refused before anything is done.

use crate::collection::Source;
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Refuses to write over what is to be read: opening the output empties it, and answers that land
/// in a folder of problems would be read as problems in turn.
pub(in crate::cli) fn refuse_overwriting(output: &Path, sources: &[Source]) -> anyhow::Result<()> {
    let Some(place) = resolved(output) else {
        return Ok(());
    };
    for source in sources {
        let clash = match source {
            Source::File(input) => resolved(input).as_deref() == Some(&*place),
            Source::Folder(folder) => {
                resolved(folder).is_some_and(|folder| place.starts_with(folder))
                    && Source::is_problem_file(&place)
            }
            Source::Text(_) | Source::Stdin => false,
        };
        if clash {
            anyhow::bail!(
                "cannot write `{}`: it is among the files to be read; choose another name",
                output.display()
            );
        }
    }
    Ok(())
}

/// Where a path leads, whether or not its last part exists yet.
pub(super) fn resolved(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    })
}

/// An SFEN without quotes arrives as several arguments; say that once instead of complaining
/// about each of them.
pub(in crate::cli) fn refuse_unquoted(inputs: &[OsString]) -> anyhow::Result<()> {
    for pair in inputs.windows(2) {
        let turn = pair[1] == "b" || pair[1] == "w";
        let board = pair[0]
            .to_str()
            .is_some_and(|text| text.contains('/') && !text.contains(char::is_whitespace));
        if board && turn && !Path::new(&pair[0]).exists() && !Path::new(&pair[1]).exists() {
            bail!("an SFEN is one argument: put quotes around it");
        }
    }
    Ok(())
}

/// Memory that cannot be had would end the program without a word, so it is asked for here first.
pub(super) fn refuse_impossible(bytes: usize) -> anyhow::Result<()> {
    Vec::<u8>::new()
        .try_reserve_exact(bytes)
        .context("`--hash` asks for more memory than there is")
}
