//! Continues the file of an earlier run, and ends the file of this one.

use super::args::ValidateArgs;
use crate::answer::Row;
use crate::batch::resume::{Ended, FinishedRows, Resumed, resume, settle};
use crate::batch::run::PassedOver;
use crate::batch::terms::Terms;
use crate::cli::diagnostics::tell;
use crate::cli::lang::{SAME_AGAIN, cannot_continue, cannot_read, listed, localized, name_of};
use crate::cli::output::{RowFormat, format_of_name, refuse_overwriting};
use crate::input::InputFiles;
use crate::judge::Settings;
use crate::notation::record::{Record, header_of_opcode};
use crate::notation::{FileType, sfen};
use anyhow::Context;
use std::collections::HashSet;
use std::path::Path;

/// Opens the file of rows that is continued. `again` are the settings of a second pass.
pub(super) fn open_resumed(
    args: &ValidateArgs,
    path: &Path,
    inputs: &InputFiles,
    settings: &Settings,
    again: Option<&Settings>,
) -> anyhow::Result<Resumed> {
    refuse_overwriting(path, inputs)?;
    if args.check.common.output.format != Some(RowFormat::Jsonl) {
        let of_file = |file| (file == FileType::Jsonl).then_some(RowFormat::Jsonl);
        format_of_name(path, of_file, "--format")?;
    }
    let terms = Terms {
        rules: settings.rules(),
        limits: settings.limits_in_words(),
        limits_again: again.map(Settings::limits_in_words),
    };
    let resumed = resume(path, &terms, |_| {});
    let mut resumed = resumed.with_context(|| cannot_continue(path))?;
    resumed.finished.ids_hold = args.proof.is_some();
    Ok(resumed)
}

/// Ends the file of rows of this run, so that it has one row for each problem in the order of the input. Returns
/// the ids of the rows whose problem is no longer in the input, and reports them. After an interruption, says
/// how to continue.
///
/// # Errors
/// If the rows cannot be moved.
pub(super) fn end_file(
    args: &ValidateArgs,
    path: &Path,
    known: &PassedOver,
    interrupted: bool,
) -> anyhow::Result<Vec<String>> {
    // A pipe or a device cannot be read again.
    if !path.metadata().is_ok_and(|it| it.is_file()) {
        return Ok(Vec::new());
    }
    if interrupted {
        tell_how_to_continue(path, args.resume.is_some());
    }
    let Some(course) = &known.course else {
        return Ok(Vec::new());
    };
    let is_part = args.shard.is_some();
    // Any row may belong to a problem that could not be read, or to an input that is empty by mistake.
    let is_in_doubt = known.unreadable || course.is_empty();
    if args.drop_gone && is_in_doubt {
        tell(localized([
            "no row is taken out, because the input was not read as a whole",
            "入力を全部は読めなかったので、行は除かない",
        ]));
    }
    let ended = match (interrupted, is_part || is_in_doubt) {
        (true, _) => Ended::InPart,
        (false, true) => Ended::Picked,
        (false, false) if args.drop_gone => Ended::WholeDroppingGone,
        (false, false) => Ended::Whole,
    };
    let gone = settle(path, course, ended).context(localized([
        "cannot put the rows in order",
        "行を並べ替えられない",
    ]))?;
    if !gone.is_empty() {
        tell_gone(&gone, args.drop_gone);
    }
    Ok(gone)
}

/// Says which rows are of problems that are gone.
fn tell_gone(gone: &[String], are_dropped: bool) {
    let (count, ids) = (gone.len(), listed(gone));
    let fate = if are_dropped {
        localized(["taken out", "除いた"])
    } else {
        localized([
            "kept, not counted; `--drop-gone` takes such rows out",
            "残すが数えない（--drop-gone で除ける）",
        ])
    };
    tell(&say!(
        "rows of problems that are no longer in the input: {count}, {ids} ({fate})",
        "入力からなくなった問題の行が{count}行ある：{ids}。{fate}"
    ));
}

/// Says how the judgements go on after an interruption.
fn tell_how_to_continue(path: &Path, is_resumed: bool) {
    if is_resumed {
        return tell(localized(SAME_AGAIN));
    }
    let path = name_of(path);
    tell(&say!(
        "to continue, add `--resume {path}`",
        "続けるには --resume {path} を付ける"
    ));
}

/// Restores the headers of a row that was read, for records and pages.
fn give_headers(row: &mut Row) {
    let Some(parsed) = row.sfen.as_deref().and_then(|it| sfen::parse(it).ok()) else {
        return;
    };
    let mut record = Record::new(parsed.setup);
    // The id of a problem that has none is its place, `FILE:LINE`.
    if !row.id.contains(':') {
        let number = header_of_opcode("id").to_owned();
        record.headers.push((number, row.id.clone()));
    }
    for (key, value) in row.input.iter().flatten() {
        if let Some(text) = value.as_str() {
            let header = header_of_opcode(key).to_owned();
            record.headers.push((header, text.to_owned()));
        }
    }
    row.unwritten.source = Some(Box::new(record));
}

/// Calls `each` with the rows of a file, without the ids in `gone`. Returns the number of the last line if the row
/// in it is cut short.
///
/// # Errors
/// If the file cannot be read, if it has anything else in it, or if `each` fails.
pub(super) fn each_row(
    path: &Path,
    gone: &[String],
    mut each: impl FnMut(&Row) -> anyhow::Result<()>,
) -> anyhow::Result<Option<usize>> {
    let gone: HashSet<&str> = gone.iter().map(String::as_str).collect();
    let mut rows = FinishedRows::open(path).with_context(|| cannot_read(path))?;
    for row in &mut rows {
        let mut row = row.with_context(|| cannot_read(path))?;
        if !gone.contains(&*row.id) {
            give_headers(&mut row);
            each(&row)?;
        }
    }
    Ok(rows.torn())
}
