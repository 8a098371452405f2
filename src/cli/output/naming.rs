//! The format of a file by its name.

use super::names::is_folder;
use crate::cli::lang::name_of;
use crate::cli::values::is_stdout;
use crate::notation::FileType;
use std::path::Path;

/// A format of output.
pub trait FileFormat: Copy + PartialEq + 'static {
    /// The formats with the types of their files, the usual type of each first.
    const FILES: &'static [(Self, FileType)];

    /// Returns the format of files of a type.
    fn of_file(file: FileType) -> Option<Self> {
        let mut files = Self::FILES.iter();
        files.find(|it| it.1 == file).map(|it| it.0)
    }

    /// Returns the type of its files.
    fn file_type(self) -> FileType {
        let mut files = Self::FILES.iter();
        let found = files.find(|it| it.0 == self);
        found.map_or(FileType::Text, |it| it.1)
    }
}

/// Returns the format asked for by `option`, else that of the output's name. `None` if neither says one:
/// standard output, folders, and names without an ending.
///
/// # Errors
/// If the command writes no format with the ending of this name.
pub fn chosen_format<F: FileFormat>(
    given: Option<F>,
    output: Option<&Path>,
    option: &str,
) -> anyhow::Result<Option<F>> {
    match output.filter(|it| !is_stdout(it) && !is_folder(it)) {
        Some(path) if given.is_none() => format_of_name(path, F::of_file, option),
        _ => Ok(given),
    }
}

/// Returns the format that the name of a file stands for; `None` if the name has no ending. Another
/// ending is a mistake, unless the format is asked for by `option`.
///
/// # Errors
/// If the command writes no format with this ending.
pub fn format_of_name<F>(
    path: &Path,
    of_file: impl Fn(FileType) -> Option<F>,
    option: &str,
) -> anyhow::Result<Option<F>> {
    if path.extension().is_none() {
        return Ok(None);
    }
    if let Some(format) = FileType::of(path).and_then(&of_file) {
        return Ok(Some(format));
    }
    let is_written = |ending: &str| FileType::of_extension(ending).and_then(&of_file).is_some();
    let endings: Vec<_> = FileType::extensions()
        .filter(|it| is_written(it))
        .map(|it| format!(".{it}"))
        .collect();
    let (path, endings) = (name_of(path), endings.join(" "));
    refuse!(
        "no format of this command has the ending of `{path}`: use one of {endings}, \
             or choose the format with `{option}`",
        "「{path}」の拡張子で書ける形式はない：{endings} のどれかにするか、{option} で形式を指定する"
    )
}
