//! No file that is read is ever written, by whatever name it is given, and no file that is there is
//! replaced unless this is asked for.

use crate::batch::replace::beside;
use crate::cli::args::is_stdout;
use crate::cli::diagnostics::tell;
use crate::cli::lang::{name_of, said, spoken};
use crate::input::{FileId, InputFiles, Source, is_special, passed_over, resolved};
use anyhow::bail;
use std::path::Path;

/// Finds the files that are to be read. Standard output must be none of them: what is written there would
/// be read in turn, without end.
///
/// # Errors
/// When it is.
pub(in crate::cli) fn inputs_of(sources: &[Source]) -> anyhow::Result<InputFiles> {
    let inputs = InputFiles::new(sources);
    if inputs.has(FileId::of_stdout().as_ref()) {
        bail!(said([
            "standard output goes to a file that is to be read; choose another one",
            "標準出力の行き先が読み込むファイル：別のファイルにする",
        ]));
    }
    Ok(inputs)
}

/// Says which files of the folders are not read, because there is no problem in them.
pub(in crate::cli) fn tell_passed_over(sources: &[Source]) {
    let folders = sources.iter().filter_map(|it| match it {
        Source::Folder(folder) => Some(folder),
        _ => None,
    });
    let files: Vec<_> = folders.flat_map(|it| passed_over(it)).collect();
    let names: Vec<_> = files.iter().take(NAMED).map(|it| name_of(it)).collect();
    let more = files.len() - names.len();
    if names.is_empty() {
        return;
    }
    let others = match more {
        0 => [String::new(), String::new()],
        _ => [format!(" and {more} more"), format!("ほか{more}件")],
    };
    tell(&said([
        format!(
            "passed over, no problem in it: {}{}",
            names.join(", "),
            others[0]
        ),
        format!(
            "問題のないファイルは飛ばした：{}{}",
            names.join("、"),
            others[1]
        ),
    ]));
}

/// The number of files that are named, of those that are passed over.
const NAMED: usize = 5;

/// Refuses to write a file that is to be read, or one that would be read as it stands in a folder of
/// problems.
///
/// # Errors
/// When this file is one of those.
pub(in crate::cli) fn refuse_overwriting(output: &Path, inputs: &InputFiles) -> anyhow::Result<()> {
    let on_the_way = FileId::of_path(&beside(output));
    if inputs.would_read(output) || inputs.has(on_the_way.as_ref()) {
        let output = name_of(output);
        bail!(both!(
            spoken(),
            "cannot write `{output}`: it is among the files to be read; choose another name",
            "「{output}」は読み込むファイルなので書き込めない：別の名前にする"
        ));
    }
    Ok(())
}

/// Refuses to write a file that is to be read, and without `force` one that is there already. Pipes and
/// devices hold nothing that could be lost.
///
/// # Errors
/// When this file is one of those.
pub(in crate::cli) fn refuse_output(
    output: &Path,
    inputs: &InputFiles,
    force: bool,
) -> anyhow::Result<()> {
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
pub(in crate::cli) fn in_the_way(path: &Path, is_file: bool) -> String {
    let path = name_of(path);
    if is_file {
        both!(
            spoken(),
            "`{path}` is there already; `--force` replaces it",
            "「{path}」はすでにある：置き換えるには --force を付ける"
        )
    } else {
        both!(
            spoken(),
            "`{path}` is there already, and no regular file",
            "「{path}」はすでにあり、通常のファイルでない"
        )
    }
}

/// Refuses to write files of problems into a folder that is read.
///
/// # Errors
/// When this folder is one of those, or in one.
pub(in crate::cli) fn refuse_folder(folder: &Path, inputs: &InputFiles) -> anyhow::Result<()> {
    if inputs.are_around(folder) {
        let folder = name_of(folder);
        bail!(both!(
            spoken(),
            "`{folder}` is being read; choose another folder",
            "「{folder}」は読み込むフォルダー：別のフォルダーにする"
        ));
    }
    Ok(())
}

/// Whether two outputs are the same file.
pub(super) fn are_one(one: &Path, other: &Path) -> bool {
    let place = resolved(one);
    let id = FileId::of_path(one);
    (place.is_some() && place == resolved(other)) || (id.is_some() && id == FileId::of_path(other))
}
