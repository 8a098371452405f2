//! Joins the rows of several machines, as if one machine had made all attempts.

use super::args::ComposeArgs;
use super::sfen_file;
use crate::answer::{Row, Tally};
use crate::batch::compose::{attempt_of, likeness_of};
use crate::cli::exit::{Exit, Unread};
use crate::cli::inputs::Inputs;
use crate::cli::lang::{cannot_read, name_of};
use crate::cli::output::Style;
use crate::composition::compose::Told;
use anyhow::Context;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Begins the word for the share in the limits of a row.
const SHARD: &str = "shard=";

/// Writes the rows of the files in the order of the attempts, without those that are like an earlier one.
pub(super) fn join(args: &ComposeArgs) -> anyhow::Result<Exit> {
    let names: Vec<OsString> = args.join.iter().map(|it| it.clone().into()).collect();
    let inputs = Inputs::find(&names, true)?;
    let mut output = args.output.open(&inputs, true, true)?;
    let sfen = args.sfen_file(&inputs)?;
    let mut rows: Vec<Row> = Vec::new();
    for path in &args.join {
        rows.extend(rows_of(path)?);
        let first = rows.first().map(terms);
        if let Some(other) = rows.iter().find(|it| Some(terms(it)) != first) {
            let (name, id) = (name_of(path), &other.id);
            refuse!(
                "`{name}` has the row `{id}`, which was composed with another seed or other options",
                "「{name}」の行 {id} は、種かオプションが異なる"
            );
        }
    }
    rows.sort_by_key(|it| attempt_of(&it.id));
    let mut told = Told::default();
    rows.retain(|row| likeness_of(row).is_some_and(|it| told.insert(it)));
    for row in &mut rows {
        // The rows are those of one machine that made all attempts.
        if let Some(limits) = &mut row.limits {
            let words = limits.split(' ').filter(|it| !it.starts_with(SHARD));
            *limits = words.collect::<Vec<_>>().join(" ");
        }
    }
    if let Some(best) = args.best {
        rows = super::best::best(rows, best.get());
    }
    output.show(Style::Brief);
    let mut report = output.report(true, true);
    let mut tally = Tally {
        judged: true,
        ..Tally::default()
    };
    for row in &rows {
        tally.add(row);
        report.answer(row)?;
    }
    report.finish(&tally)?;
    if let Some(file) = sfen {
        let comments = ["composed by tsume compose, several shares together".to_owned()];
        sfen_file::write(file, &comments, &rows)?;
    }
    Ok(Exit::Success)
}

/// Returns what the shares of one run have in common: the seed, the rules and the other options.
fn terms(row: &Row) -> (Option<u64>, &str, Vec<&str>) {
    let seed = attempt_of(&row.id).map(|(seed, _)| seed);
    let options = row.limits.as_deref().unwrap_or_default().split(' ');
    let common = options.filter(|it| !it.starts_with(SHARD));
    (seed, &row.rules, common.collect())
}

/// Reads the rows of a file.
fn rows_of(path: &Path) -> anyhow::Result<Vec<Row>> {
    let name = name_of(path);
    let text = fs::read_to_string(path).with_context(|| cannot_read(path))?;
    let lines = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty());
    let row = |(line, number): (&str, usize)| {
        let row = Row::of_json(line.as_bytes()).ok();
        row.filter(|it| attempt_of(&it.id).is_some())
            .ok_or_else(|| {
                Unread(say!(
                    "line {number} of `{name}` is no row of `tsume compose`",
                    "「{name}」の{number}行目は tsume compose の行でない"
                ))
            })
    };
    Ok(lines.map(row).collect::<Result<_, _>>()?)
}
