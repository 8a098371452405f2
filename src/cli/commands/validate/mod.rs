//! `tsume validate`: judges whole collections, several problems at a time.
//!
//! - `args`: the options
//! - `row_writer`: the rows in the order of the input
//! - `pass`: one pass over the problems; those that stay unknown may get a second one
//! - `resuming`: the file of an earlier run
//! - `views`: finished rows in other formats
//! - `expected`: the verdicts that records claim
//! - `certificates`: the folder of certificates

mod args;
mod certificates;
mod expected;
mod pass;
mod resuming;
mod row_writer;
mod views;

pub(super) use args::ValidateArgs;

use super::ledger::Ledger;
use super::similar::index_collections;
use crate::answer::Tally;
use crate::batch::resume::{Course, Finished};
use crate::batch::run::{Cases, Feed, Options, PassedOver, Past, Policy};
use crate::batch::shard::Shard;
use crate::cli::diagnostics::{feed_failed, tell, warning};
use crate::cli::exit::Exit;
use crate::cli::inputs::{Inputs, inputs_of, own_columns_of};
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{message_lang, no_problem};
use crate::cli::output::{Output, refuse_overwriting};
use crate::cli::shared::{HASH_FOR_EACH, jobs};
use crate::composition::AttackerRule;
use crate::input::{Extent, InputFiles, Source};
use crate::judge::{CertificateFolder, Settings};
use crate::question::Task;
use crate::report::{by_defect, summary};
use crate::search::SearchConfig;
use crate::similar::Index;
use anyhow::Context;
use certificates::Folder;
use expected::expected_verdict;
use pass::Pass;
use resuming::{end_file, open_resumed};
use row_writer::RowWriter;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

impl ValidateArgs {
    /// Judges every problem.
    ///
    /// # Errors
    /// If the options do not fit together, if the rows cannot be written, or if there is nothing to
    /// judge.
    pub fn run(&self) -> anyhow::Result<Exit> {
        if let (Some(rows), true) = (&self.resume, self.check.common.inputs.is_empty()) {
            return self.show(rows);
        }
        let jobs = jobs(self.jobs);
        let common = &self.check.common;
        let search = &common.search;
        self.refuse_unfit()?;
        let inputs = common.find_inputs()?;
        let config = search.config(HASH_FOR_EACH, jobs)?;
        let mut output = self.output(&inputs)?;
        let settings = self.settings(config, &inputs)?;
        let again = self.retry_unknown.map(|times| settings.times(times));
        let mut resumable = output.resumable_file(&common.output.files);
        let mut finished = Finished::default();
        let mut views = None;
        if let Some(path) = &self.resume {
            let resumed = open_resumed(self, path, &inputs.files, &settings, again.as_ref())?;
            let rows = output.with_rows(resumed.rows, path);
            views = self.has_views().then_some(output);
            (output, finished) = (rows, resumed.finished);
            resumable = Some(path.clone());
        }
        let (similar, is_similar_whole) = self.similar_works()?;

        let started = Instant::now();
        let interrupt = Interrupt::install()?;
        let is_quiet = common.output.quiet;
        let tells_counts = !is_quiet && !views.as_ref().unwrap_or(&output).shows_summary();
        let past = Past::new(self.resume.is_some() || again.is_some());
        let cases = Cases::new(if output.needs_judgements() {
            Policy::Judge
        } else {
            Policy::Answer
        });
        let intake = || common.read.sides.intake().with_goal(self.check.goal.goal);
        if output.has_own_columns() {
            let own = own_columns_of(&inputs.sources, &common.read, intake());
            output.take_own_columns(own);
        }
        let intake = intake();
        let mut writer = RowWriter::new(self, output);
        let mut pass = Pass {
            options: Options::new(jobs),
            verdicts: cases.verdicts(),
            interrupt: &interrupt,
            progress: !is_quiet,
            extent: Extent::default(),
        };
        pass.options.similar = similar;
        pass.options.retries = again.is_some();
        if !is_quiet && io::stderr().is_terminal() {
            pass.extent = Extent::of(&inputs.sources);
        }
        let (extent, feed_past) = (pass.extent.clone(), past.clone());
        let records = common.read.records(inputs.sources);
        let (shard, expect) = (self.shard, self.expect);
        let feed = move || {
            let records = records.counted(extent.clone());
            let mut feed = Feed::new(records, intake, cases);
            (feed.extent, feed.past) = (extent, feed_past);
            (feed.shard, feed.finished) = (shard, finished);
            if expect {
                feed.claimed = |parsed| expected_verdict(parsed).0;
            }
            feed
        };
        let failure = pass.judge(["validating", "検討"], feed, settings, &mut writer)?;
        if let (Some(settings), false) = (again, interrupt.is_set() || failure.is_some()) {
            pass.options.retries = false;
            pass.extent = Extent::default();
            let later = writer.second_pass();
            // All problems are in memory already, so no further bytes are counted.
            let items = move || later.into_iter().map(|item| (item, 0));
            pass.judge(["trying again", "再検討"], items, settings, &mut writer)?;
        }

        let interrupted = interrupt.is_set() || failure.is_some();
        let ended = writer.end(&past, started.elapsed(), interrupted);
        let passed_over = std::mem::take(&mut *past.lock());
        let file = resumable.as_deref();
        let ledger = self.settle_file(ended, file, views, &passed_over, tells_counts)?;
        let is_input_empty = passed_over.course.as_ref().is_some_and(Course::is_empty);
        if ledger.is_empty() || is_input_empty && !interrupted {
            let shard = self.shard.filter(|_| passed_over.elsewhere);
            tell_of_no_problem(shard, is_quiet)?;
        }
        if let Some(message) = failure {
            feed_failed(&message, passed_over.latest.as_deref());
            return Ok(Exit::Failure);
        }
        if interrupted {
            return Ok(Exit::Interrupted);
        }
        Ok(exit_of(&ledger, is_similar_whole, is_quiet))
    }

    /// Settles the file of rows after a run, writes the views of a resumed file, and reports the counts.
    fn settle_file(
        &self,
        (mut ledger, written): (Ledger, io::Result<()>),
        file: Option<&Path>,
        views: Option<Output>,
        passed_over: &PassedOver,
        tells_counts: bool,
    ) -> anyhow::Result<Ledger> {
        let tell_counts = |ledger: &Ledger| {
            if tells_counts && ledger.tally.total() > 1 {
                tell_counts(&ledger.tally);
            }
        };
        if self.resume.is_none() {
            tell_counts(&ledger);
        }
        written?;
        let mut gone = Vec::new();
        if let Some(path) = file {
            gone = end_file(self, path, passed_over, ledger.tally.interrupted)?;
        }
        if let Some(path) = &self.resume {
            // All rows of the file count, and not only those of this run.
            ledger = self.count_and_show(path, &gone, views, &ledger.tally)?;
            tell_counts(&ledger);
        }
        Ok(ledger)
    }

    /// Opens the output, and the page beside it.
    fn output(&self, inputs: &Inputs) -> anyhow::Result<Output> {
        let args = &self.check.common.output;
        let mut output = args.open(inputs, true, true)?;
        if let Some(path) = &self.report {
            output.add_page(path, args, inputs)?;
        }
        output.refuse_layout(args.layout)?;
        Ok(output)
    }

    /// Returns the question about every problem, and how it is answered.
    fn settings(&self, config: SearchConfig, inputs: &Inputs) -> anyhow::Result<Settings> {
        let check = &self.check;
        let mut question = check.common.question(Task::Check, inputs);
        check.judge.apply(check.goal, &mut question);
        question.verify = self.verify;
        if self.report.is_some() && self.resume.is_none() {
            question.shown_variations = question.shown_variations.max(1);
        }
        Ok(Settings {
            config,
            question,
            folder: self.folder(&inputs.files)?,
            options: self.options(),
        })
    }

    /// Refuses options that do not fit the goal, and outputs that would overwrite a collection of `--similar`.
    fn refuse_unfit(&self) -> anyhow::Result<()> {
        self.check.judge.refuse_for_other_goal(self.check.goal)?;
        let sources = self.similar.iter().map(|it| Source::from_argument(it));
        let inputs = inputs_of(&sources.collect::<Vec<_>>())?;
        let outputs = self.check.common.output.files.iter();
        let mut outputs = outputs.chain(&self.report).chain(&self.resume);
        outputs.try_for_each(|it| refuse_overwriting(it, &inputs))
    }

    /// Makes the folder for certificates, if they are wanted.
    fn folder(
        &self,
        inputs: &Arc<InputFiles>,
    ) -> anyhow::Result<Option<Arc<dyn CertificateFolder>>> {
        let Some(path) = &self.proof else {
            return Ok(None);
        };
        // A resumed run has written certificates there before.
        let force = self.check.common.output.force || self.resume.is_some();
        let folder = Folder::create(path, Arc::clone(inputs), force)?;
        Ok(Some(Arc::new(folder)))
    }

    /// Returns the other options on which rows depend, in words. All rows of one file have the same.
    fn options(&self) -> Vec<String> {
        let attacker = self.check.common.read.sides.attacker;
        let attacker = (attacker != AttackerRule::Auto).then(|| format!("attacker={attacker}"));
        let goal = self.check.goal.goal.map(|goal| format!("goal={goal}"));
        let given = [
            ("expect", self.expect),
            ("verify", self.verify),
            ("proofs", self.proof.is_some()),
            ("similar", !self.similar.is_empty()),
        ];
        let given = given.into_iter().filter(|(_, is_given)| *is_given);
        let given = given.map(|(option, _)| option.to_owned());
        attacker.into_iter().chain(goal).chain(given).collect()
    }

    /// Reads the collections in which similar works are looked for. Also returns whether all of them could be
    /// read.
    fn similar_works(&self) -> anyhow::Result<(Option<Arc<Index>>, bool)> {
        if self.similar.is_empty() {
            return Ok((None, true));
        }
        let common = &self.check.common;
        let (index, is_whole) = index_collections(&self.similar, &common.read)?;
        if !is_whole {
            warning(&say!(
                "similar works are looked for among the other problems of the collections",
                "読み込めた問題だけから類似作を探す"
            ));
        }
        Ok((Some(Arc::new(index)), is_whole))
    }
}

/// Returns the exit status. If unread input makes it 4, says that it would otherwise be 1.
fn exit_of(ledger: &Ledger, is_similar_whole: bool, is_quiet: bool) -> Exit {
    let exit = ledger.exit.max(Exit::of_input(is_similar_whole));
    let failing = ledger.failing;
    if exit == Exit::Unread && failing > 0 && !is_quiet {
        tell(&say!(
            "status 4, because not everything could be read; without that it is 1, for {failing} of the problems",
            "読めないものがあるので終了ステータスは4（それがなければ、該当する{failing}題により1）"
        ));
    }
    exit
}

/// Reports the numbers of verdicts and of defects.
fn tell_counts(tally: &Tally) {
    tell(&summary(tally, message_lang()));
    if let Some(text) = by_defect(tally, message_lang()) {
        tell(&text);
    }
}

/// Reports that no problem is in this share, unless quiet. Without a share it is an error.
fn tell_of_no_problem(shard: Option<Shard>, is_quiet: bool) -> anyhow::Result<()> {
    let shard = shard.context(no_problem())?;
    if !is_quiet {
        tell(&say!(
            "0 problems: none of the input is in share {shard}",
            "0題：{shard}に当たる問題は入力にない"
        ));
    }
    Ok(())
}
