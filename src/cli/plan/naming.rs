//! The format of a file by its name.

use crate::cli::lang::{name_of, spoken};
use crate::notation::FileType;
use anyhow::bail;
use std::path::Path;

/// Returns the format that the name of a file stands for; `usual` if the name has no ending. Another
/// ending is a mistake, unless the format is asked for by `option`.
///
/// # Errors
/// If the command writes no format with this ending.
pub(in crate::cli) fn format_of_name<F>(
    path: &Path,
    usual: F,
    of_file: impl Fn(FileType) -> Option<F>,
    option: &str,
) -> anyhow::Result<F> {
    if path.extension().is_none() {
        return Ok(usual);
    }
    if let Some(format) = FileType::of(path).and_then(&of_file) {
        return Ok(format);
    }
    let is_written = |ending: &str| FileType::of_extension(ending).and_then(&of_file).is_some();
    let endings: Vec<_> = FileType::extensions()
        .filter(|it| is_written(it))
        .map(|it| format!(".{it}"))
        .collect();
    let (path, endings) = (name_of(path), endings.join(" "));
    bail!(both!(
        spoken(),
        "no format of this command has the ending of `{path}`: use one of {endings}, \
             or choose the format with `{option}`",
        "「{path}」の拡張子で書ける形式はない：{endings} のどれかにするか、{option} で形式を指定する"
    ))
}
