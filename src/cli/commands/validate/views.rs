//! Shows finished rows in other formats, at the end of a resumed run or without judging.

use super::args::ValidateArgs;
use super::resuming::each_row;
use super::tell_counts;
use crate::answer::Tally;
use crate::cli::commands::ledger::{Ledger, is_wanted};
use crate::cli::diagnostics::warning;
use crate::cli::exit::Exit;
use crate::cli::inputs::{Inputs, add_columns, inputs_of};
use crate::cli::lang::name_of;
use crate::cli::output::{Output, RowFormat};
use crate::input::Source;
use crate::vocabulary::Rules;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

impl ValidateArgs {
    /// Returns whether the rows are to be shown in another form beside their file.
    pub(super) fn has_views(&self) -> bool {
        let output = &self.check.common.output;
        !output.files.is_empty()
            || self.report.is_some()
            || output.format.is_some_and(|it| it != RowFormat::Jsonl)
    }

    /// Shows finished rows, without judging anything.
    pub(super) fn show(&self, rows: &Path) -> anyhow::Result<Exit> {
        self.refuse_judging()?;
        let common = &self.check.common;
        common.output.color.set();
        let sources = vec![Source::File(rows.to_owned())];
        let files = Arc::new(inputs_of(&sources)?);
        let output = self.output(&Inputs { sources, files })?;
        let tells_counts = !common.output.quiet && !output.shows_summary();
        let ledger = self.count_and_show(rows, &[], Some(output), &Tally::default())?;
        if tells_counts && ledger.tally.total() > 1 {
            tell_counts(&ledger.tally);
        }
        Ok(ledger.exit)
    }

    /// Refuses options for judging, which cannot change finished rows.
    fn refuse_judging(&self) -> anyhow::Result<()> {
        let (search, judge) = (&self.check.common.search, &self.check.judge);
        let given = [
            ("--time", search.time.is_some()),
            ("--nodes", search.nodes.is_some()),
            ("--hash", search.hash.is_some()),
            ("--rules", judge.grading.rules != Rules::default()),
            ("--idle-pieces", judge.grading.idle_pieces),
            ("--attributes", judge.attributes),
            ("--goal", self.check.goal.goal.is_some()),
            ("--shard", self.shard.is_some()),
            ("--retry-unknown", self.retry_unknown.is_some()),
            ("--expect", self.expect),
            ("--verify", self.verify),
            ("--proof", self.proof.is_some()),
            ("--similar", !self.similar.is_empty()),
            ("--drop-gone", self.drop_gone),
        ];
        if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
            refuse!(
                "without an input, finished rows are only shown: `{option}` needs an input",
                "入力がないときは行を表示するだけである：{option} には入力が要る"
            );
        }
        Ok(())
    }

    /// Counts the rows of a file without the ids in `gone`, and writes them to these views. Duration and
    /// interruption are those of `run`.
    pub(super) fn count_and_show(
        &self,
        path: &Path,
        gone: &[String],
        views: Option<Output>,
        run: &Tally,
    ) -> anyhow::Result<Ledger> {
        let mut ledger = Ledger::new(true, self.fail_on.clone());
        let views = views.map(|it| prepared(it, path, gone)).transpose()?;
        let mut report = views.map(|it| it.report(true, true));
        let torn = each_row(path, gone, |row| {
            ledger.add(row);
            match &mut report {
                Some(report) if is_wanted(row, self.only.as_deref()) => Ok(report.answer(row)?),
                _ => Ok(()),
            }
        })?;
        (ledger.tally.elapsed, ledger.tally.interrupted) = (run.elapsed, run.interrupted);
        if let Some(mut report) = report {
            // Begun explicitly, so that the file appears even without rows.
            report.begin()?;
            report.finish(&ledger.tally)?;
        }
        if let Some(line) = torn {
            let name = name_of(path);
            warning(&say!(
                "line {line} of `{name}` is cut short and left out; the run that wrote it can be continued",
                "「{name}」の{line}行目は途中で切れているので除いた（書いた実行は再開できる）"
            ));
            ledger.exit = ledger.exit.max(Exit::Unread);
        }
        Ok(ledger)
    }
}

/// Prepares the views for the columns and files of all rows, which have to be known before the first row.
fn prepared(mut views: Output, path: &Path, gone: &[String]) -> anyhow::Result<Output> {
    let (mut columns, mut files) = (Vec::new(), HashSet::new());
    each_row(path, gone, |row| {
        add_columns(&mut columns, row);
        files.insert(row.file.clone());
        Ok(())
    })?;
    views.take_own_columns(columns);
    views.has_files = files.len() > 1;
    Ok(views)
}
