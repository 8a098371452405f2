//! `tsume validate`: judges whole collections, several problems at a time.

mod expected;
mod ledger;
mod row_writer;

pub(super) use ledger::{FailOn, Ledger};

use super::diagnostics::tell;
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{NO_PROBLEM, ROWS, name_of, said, spoken};
use super::patience::Patience;
use super::plan::Validation;
use super::tally_bar::{ProblemCount, TallyBar, counts};
use crate::batch::pool::Event;
use crate::batch::resume::{put_in_order, sfen_in_line};
use crate::batch::run::{Cases, Changed, Feed, Item, Options, Past, Policy, Run, Verdicts};
use crate::batch::shard::Shard;
use crate::input::{Extent, Picked, Records};
use crate::judge::{Intake, Settings};
use crate::report::{Tally, by_defect, summary};
use anyhow::{Context, bail};
use row_writer::RowWriter;
use std::collections::HashMap;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Judges every problem of the plan.
///
/// # Errors
/// If the rows cannot be written, or if there is nothing to judge.
pub(super) fn run(validation: Validation) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let interrupt = Interrupt::install()?;
    let plan = validation.plan;
    let _patience = Patience::begin(plan.patience);
    let judges_all = plan.output.needs_judgements();
    let is_told_apart = plan.progress && !plan.output.shows_summary();
    let past = Past::new(validation.is_resumed || validation.again.is_some());
    let mut writer = RowWriter {
        report: plan.output.report(true, true),
        ledger: validation.past,
        later: Vec::new(),
        is_second: false,
        has_late_rows: false,
        provisional: HashMap::new(),
        old: validation.open,
        expect: validation.expect,
        brief: !plan.progress,
    };
    let cases = Cases::new(if judges_all {
        Policy::Judge
    } else {
        Policy::Answer
    });
    let mut pass = Pass {
        options: Options::new(validation.jobs),
        verdicts: cases.verdicts(),
        interrupt: &interrupt,
        progress: plan.progress,
        extent: Extent::default(),
    };
    pass.options.similar = validation.similar;
    pass.options.retries = validation.again.is_some();
    let intake = Intake::new(plan.attacker, plan.defender_hand).with_goal(plan.question.goal);
    let (sources, any_format, ids) = (plan.sources, plan.any_format, plan.ids);
    let (shard, finished) = (validation.shard, validation.finished);
    if plan.progress && std::io::stderr().is_terminal() {
        pass.extent = Extent::of(&sources);
    }
    let (extent, of_feed) = (pass.extent.clone(), past.clone());
    let feed = move || {
        let records = Records::new(sources, any_format).counted(extent.clone());
        let mut feed = Feed::new(Picked::new(records, &ids), intake, cases);
        (feed.extent, feed.past) = (extent, of_feed);
        (feed.shard, feed.finished) = (shard, finished);
        feed
    };
    let name = ["validating", "検討"];
    pass.judge(name, feed, validation.settings, &mut writer)?;
    if let (Some(settings), false) = (validation.again, interrupt.is_set()) {
        pass.options.retries = false;
        pass.extent = Extent::default();
        // They are all in memory already.
        let later = writer.second_pass();
        let items = move || later.into_iter().map(|it| (it, 0));
        pass.judge(["trying again", "再検討"], items, settings, &mut writer)?;
    }

    let interrupted = interrupt.is_set();
    writer.close().context(said(ROWS))?;
    let RowWriter {
        mut ledger,
        mut report,
        has_late_rows: late_rows,
        ..
    } = writer;
    ledger.tally.elapsed = started.elapsed();
    ledger.tally.interrupted = interrupted;
    let tally = &ledger.tally;
    let is_empty = tally.total() == 0 && !interrupted;
    if is_empty && past.lock().problem_elsewhere {
        // Jobs that put the shares together find a file of each.
        report.begin(None).context(said(ROWS))?;
    }
    let finished = report.finish(tally).context(said(ROWS));
    // All rows must be in the file before they are moved.
    drop(report);
    if is_told_apart && tally.total() > 1 {
        tell_counts(tally);
    }
    finished?;
    let known = std::mem::take(&mut *past.lock());
    if let Some(path) = validation.resumable.as_deref().filter(|it| is_plain(it)) {
        if interrupted {
            tell_how_to_continue(path);
        } else if let (Some(order), true) = (&known.order, known.disordered || late_rows) {
            put_in_order(path, order).context(said([
                "cannot put the rows in order",
                "行を並べ替えられない",
            ]))?;
        }
    }
    if let (Some(changed), Some(path)) = (known.changed, &validation.resumable) {
        bail!("{}", conflict(&changed, path));
    }
    if is_empty {
        tell_of_none(shard.filter(|_| known.elsewhere), plan.progress)?;
    }
    Ok(if interrupted {
        Exit::Interrupted
    } else {
        ledger.exit
    })
}

/// Says how many problems have which verdict and which defects.
fn tell_counts(tally: &Tally) {
    tell(&summary(tally, spoken()));
    if let Some(text) = by_defect(tally, spoken()) {
        tell(&text);
    }
}

/// Says how the judgements go on after an interruption.
fn tell_how_to_continue(path: &Path) {
    let path = name_of(path);
    tell(&both!(
        spoken(),
        "to continue, add `--resume {path}`",
        "続けるには --resume {path} を付ける"
    ));
}

/// Says that no problem is in this share, if this is to be told. Without a share it is an error.
fn tell_of_none(shard: Option<Shard>, is_told: bool) -> anyhow::Result<()> {
    let shard = shard.context(said(NO_PROBLEM))?;
    if is_told {
        tell(&both!(
            spoken(),
            "0 problems: none of the input is in share {shard}",
            "0題：{shard}に当たる問題は入力にない"
        ));
    }
    Ok(())
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
        both!(
            spoken(),
            "the author's line or length is another\n  {now}",
            "作意か手数が違う\n  {now}"
        )
    } else {
        let there = shown(there.as_deref());
        both!(
            spoken(),
            "it is another problem\n  there: {there}\n  here:  {now}",
            "別の問題になっている\n  前回：{there}\n  今回：{now}"
        )
    };
    let path = name_of(path);
    both!(
        spoken(),
        "`{id}` has a row in line {at} of `{path}`, but now {what}\n\
             give it another id, remove that row, or write to another file",
        "{id} の行は「{path}」の{at}行目にあるが、{what}\n\
             番号を変えるか、その行を除くか、別のファイルに書く"
    )
}

/// Returns whether rows can be moved in this file, and read again.
fn is_plain(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| it.is_file())
}

/// The state that is kept from one pass to the next.
struct Pass<'a> {
    options: Options,
    verdicts: Verdicts,
    interrupt: &'a Interrupt,
    progress: bool,
    extent: Extent,
}

impl Pass<'_> {
    /// Judges these items.
    fn judge<I: Iterator<Item = (Item, usize)>>(
        &self,
        name: [&'static str; 2],
        feed: impl FnOnce() -> I + Send + 'static,
        mut settings: Settings,
        writer: &mut RowWriter,
    ) -> anyhow::Result<()> {
        settings.question.limits.stop = Some(self.interrupt.flag());
        let mut broken = Ok(());
        let started = Run::start(&settings, &self.options, &self.verdicts).and_then(|run| {
            let mut bar = TallyBar::new(said(name), self.progress, run.desks);
            let take = |event| {
                match event {
                    Event::Result(settled) if broken.is_ok() => {
                        bar.done();
                        broken = bar.aside(|| writer.take(settled));
                    }
                    Event::Result(_) => {}
                    Event::Tick(intake) => {
                        let number = ProblemCount::new(intake, &self.extent);
                        let (tally, waiting) = (&writer.ledger.tally, writer.later.len());
                        bar.show(|| counts(tally, waiting), number);
                    }
                }
                if broken.is_err() || self.interrupt.is_set() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            self.interrupt.during(|| run.pool.each(feed, take))
        });
        started.context(said(["cannot start a job", "並列処理を始められない"]))?;
        broken.context(said(ROWS))
    }
}
