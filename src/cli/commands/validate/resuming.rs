//! Continues the file of an earlier run, and ends the file of this one.

use super::args::ValidateArgs;
use super::ledger::Ledger;
use crate::batch::resume::{OtherTerms, Resumed, put_in_order, resume, sfen_in_line};
use crate::batch::run::{Changed, PassedOver};
use crate::batch::terms::Terms;
use crate::cli::diagnostics::{tell, warning};
use crate::cli::lang::{cannot_continue, name_of, said};
use crate::cli::output::{RowFormat, format_of_name, refuse_overwriting};
use crate::input::InputFiles;
use crate::judge::Settings;
use crate::notation::FileType;
use anyhow::{Context, bail};
use std::path::Path;

/// Opens the file of rows that is continued, and counts its rows.
pub(super) fn resumed(
    args: &ValidateArgs,
    path: &Path,
    inputs: &InputFiles,
    settings: &Settings,
    again: Option<&Settings>,
    ledger: &mut Ledger,
) -> anyhow::Result<Resumed> {
    let format = args.check.common.output.format;
    if !matches!(format, None | Some(RowFormat::Jsonl)) {
        refuse!(
            "only a JSONL file can be continued",
            "続きから再開できるのはJSONLだけ"
        );
    }
    refuse_overwriting(path, inputs)?;
    if format.is_none() {
        let of_file = |file| (file == FileType::Jsonl).then_some(RowFormat::Jsonl);
        format_of_name(path, of_file, "--format")?;
    }
    let terms = Terms {
        rules: settings.rules(),
        limits: settings.limits_in_words(),
        limits_again: again.map(Settings::limits_in_words),
    };
    let foreign = if args.resume_anyway {
        OtherTerms::Kept
    } else {
        OtherTerms::Refused
    };
    let resumed = resume(path, &terms, foreign, |row| ledger.add(row));
    let name = name_of(path);
    let resumed = resumed.with_context(|| cannot_continue(path))?;
    let count = resumed.doubles;
    if count > 0 {
        let rows = if count == 1 {
            "row that was"
        } else {
            "rows that were"
        };
        warning(&say!(
            "took {count} {rows} in `{name}` twice out of it",
            "「{name}」に二重にあった{count}行を除いた"
        ));
    }
    Ok(resumed)
}

/// Ends the file of rows of this run. After an interruption, says how to continue it. Otherwise its rows
/// are put in the order of the input, if they are not.
///
/// # Errors
/// If the rows cannot be moved, or if a problem differs from that of its row.
pub(super) fn end_of_file(
    path: &Path,
    known: &PassedOver,
    interrupted: bool,
    has_late_rows: bool,
) -> anyhow::Result<()> {
    // Other files cannot be read again.
    if path.metadata().is_ok_and(|it| it.is_file()) {
        if interrupted {
            tell_how_to_continue(path);
        } else if let (Some(order), true) = (&known.order, known.disordered || has_late_rows) {
            put_in_order(path, order).context(said([
                "cannot put the rows in order",
                "行を並べ替えられない",
            ]))?;
        }
    }
    match &known.changed {
        Some(changed) => bail!(conflict(changed, path)),
        None => Ok(()),
    }
}

/// Says how the judgements go on after an interruption.
fn tell_how_to_continue(path: &Path) {
    let path = name_of(path);
    tell(&say!(
        "to continue, add `--resume {path}`",
        "続けるには --resume {path} を付ける"
    ));
}

/// Returns the message that a problem differs from that of its row.
fn conflict(changed: &Changed, path: &Path) -> String {
    let Changed { id, at, sfen } = changed;
    let there = sfen_in_line(path, *at);
    let shown = |sfen: Option<&str>| {
        let none = said(["no problem", "問題でない"]);
        sfen.unwrap_or(none).to_owned()
    };
    let now = shown(sfen.as_deref());
    let what = if there == *sfen {
        say!(
            "the author's line or length is another\n  {now}",
            "作意か手数が違う\n  {now}"
        )
    } else {
        let there = shown(there.as_deref());
        say!(
            "it is another problem\n  there: {there}\n  here:  {now}",
            "別の問題になっている\n  前回：{there}\n  今回：{now}"
        )
    };
    let path = name_of(path);
    say!(
        "`{id}` has a row in line {at} of `{path}`, but now {what}\n\
             give it another id, remove that row, or write to another file",
        "{id} の行は「{path}」の{at}行目にあるが、{what}\n\
             番号を変えるか、その行を除くか、別のファイルに書く"
    )
}
