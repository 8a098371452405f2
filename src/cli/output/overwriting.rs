//! No file that is read is ever written, by whatever name it is given, and no file that is there is
//! replaced unless this is asked for.

use crate::batch::replace::beside;
use crate::cli::lang::name_of;
use crate::cli::values::is_stdout;
use crate::input::{FileId, InputFiles, is_special, resolved};
use anyhow::bail;
use std::path::Path;

/// Refuses to write a file that is to be read, or one that would be read as it stands in a folder of
/// problems.
///
/// # Errors
/// When this file is one of those.
pub fn refuse_overwriting(output: &Path, inputs: &InputFiles) -> anyhow::Result<()> {
    let on_the_way = FileId::of_path(&beside(output));
    if inputs.would_read(output) || inputs.has(on_the_way.as_ref()) {
        let output = name_of(output);
        refuse!(
            "cannot write `{output}`: it is among the files to be read; choose another name",
            "「{output}」は読み込むファイルなので書き込めない：別の名前にする"
        );
    }
    Ok(())
}

/// Refuses to write a file that is to be read, and without `force` one that is there already. Pipes and
/// devices hold nothing that could be lost.
///
/// # Errors
/// When this file is one of those.
pub fn refuse_output(output: &Path, inputs: &InputFiles, force: bool) -> anyhow::Result<()> {
    if is_stdout(output) {
        return Ok(());
    }
    refuse_overwriting(output, inputs)?;
    if !force && output.is_file() && !is_special(output) {
        bail!(in_the_way(output, true));
    }
    Ok(())
}

/// Returns the message that something is there already.
pub fn in_the_way(path: &Path, is_file: bool) -> String {
    let path = name_of(path);
    if is_file {
        say!(
            "`{path}` is there already; `--force` replaces it",
            "「{path}」はすでにある：置き換えるには --force を付ける"
        )
    } else {
        say!(
            "`{path}` is there already, and no regular file",
            "「{path}」はすでにあり、通常のファイルでない"
        )
    }
}

/// Refuses to write files of problems into a folder that is read.
///
/// # Errors
/// When this folder is one of those, or in one.
pub fn refuse_folder(folder: &Path, inputs: &InputFiles) -> anyhow::Result<()> {
    if inputs.are_around(folder) {
        let folder = name_of(folder);
        refuse!(
            "`{folder}` is being read; choose another folder",
            "「{folder}」は読み込むフォルダー：別のフォルダーにする"
        );
    }
    Ok(())
}

/// Whether two outputs are the same file.
pub fn are_one(one: &Path, other: &Path) -> bool {
    let place = resolved(one);
    let id = FileId::of_path(one);
    (place.is_some() && place == resolved(other)) || (id.is_some() && id == FileId::of_path(other))
}
