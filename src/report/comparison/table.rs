//! Comparisons as a table, with the values of both versions side by side.

use super::{Comparison, Version};
use crate::answer::Finding;
use crate::input::formulas::quoted;
use crate::vocabulary::Aspect;
use std::io::{self, Write};

/// The columns. Findings are written as their kinds, several words with blanks between them.
pub(super) const COLUMNS: [&str; 18] = [
    "id",
    "outcome",
    "changed",
    "worse",
    "better",
    "unknown",
    "old_goal",
    "new_goal",
    "old_verdict",
    "new_verdict",
    "old_plies",
    "new_plies",
    "line_parts_at",
    "gone",
    "new",
    "old_sfen",
    "new_sfen",
    "error",
];

/// Returns the cells of a comparison.
pub(super) fn cells(it: &Comparison) -> [String; COLUMNS.len()] {
    let words = |all: &[Aspect]| joined(all.iter().map(|it| it.word()));
    let kinds = |all: &[Finding]| joined(all.iter().map(|it| &*it.kind));
    let of = |version: &Option<Version>, cell: fn(&Version) -> Option<String>| {
        version.as_ref().and_then(cell).unwrap_or_default()
    };
    let plies = |it: &Version| it.plies.map(|plies| plies.to_string());
    let error = |it: &Version| Some(it.error.as_ref()?.message.to_string());
    let (old, new) = (&it.old, &it.new);
    let errors = [old, new].map(|it| of(it, error));
    [
        quoted(it.id.clone()),
        it.outcome.word().to_owned(),
        words(&it.changed),
        words(&it.worse),
        words(&it.better),
        words(&it.unknown),
        of(old, |it| Some(it.goal.word().to_owned())),
        of(new, |it| Some(it.goal.word().to_owned())),
        of(old, |it| Some(it.verdict.word().to_owned())),
        of(new, |it| Some(it.verdict.word().to_owned())),
        of(old, plies),
        of(new, plies),
        it.line_parts_at
            .map_or_else(String::new, |at| at.to_string()),
        kinds(&it.findings.gone),
        kinds(&it.findings.new),
        of(old, |it| it.sfen.clone()),
        of(new, |it| it.sfen.clone()),
        quoted(joined(
            errors.iter().map(|it| &**it).filter(|it| !it.is_empty()),
        )),
    ]
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Writes a line.
pub(super) fn write(out: &mut impl Write, cells: &[impl AsRef<[u8]>]) -> io::Result<()> {
    let mut line = csv::Writer::from_writer(out);
    line.write_record(cells)?;
    line.flush()
}
