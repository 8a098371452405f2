//! `tsume validate`: judges whole collections, several problems at a time.

mod expected;
mod feed;
mod ledger;
mod row_writer;

pub(super) use ledger::{FailOn, Ledger};

use super::diagnostics::tell;
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{NO_PROBLEM, ROWS, name_of, said, spoken};
use super::patience::Patience;
use super::plan::Validation;
use super::tally_bar::{CurrentProblem, ProblemCount, TallyBar, counts};
use crate::batch::pool::{self, Event, Window};
use crate::batch::resume::{put_in_order, sfen_in_line};
use crate::batch::shard::Shard;
use crate::batch::similar::{Index, IndexedProblem};
use crate::composition::similar::{Known, Wanted};
use crate::input::{Extent, Picked, Records};
use crate::judge::{Intake, Judge, Settings};
use crate::notation::usi;
use crate::report::{Row, by_defect, summary};
use anyhow::{Context, bail};
use feed::{Case, Changed, Feed, Item, Shared};
use row_writer::{Done, RowWriter};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::PoisonError;
use std::time::Instant;

/// How much is judged ahead of the output, while one problem takes long.
const WINDOW: Window = Window {
    items: 1024,
    bytes: 64 << 20,
};

/// About how many bytes a problem takes that is judged, besides its record.
const OF_A_PROBLEM: usize = 16 << 10;

/// The most copies of a record: its text, its fields, the record of moves, the row.
const COPIES: usize = 4;

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
    let shared = Shared::new(validation.is_resumed || validation.again.is_some());
    let mut writer = RowWriter::new(
        plan.output.report(true, true),
        (validation.past, validation.open),
        validation.again.is_some(),
        (validation.expect, !plan.progress),
        &validation.settings,
        shared.clone(),
    );
    let run = Run {
        jobs: validation.jobs,
        interrupt: &interrupt,
        progress: plan.progress,
        similar: validation.similar,
    };
    let intake = Intake::new(plan.attacker, plan.defender_hand).with_goal(plan.question.goal);
    let (sources, any_format, ids) = (plan.sources, plan.any_format, plan.ids);
    let (shard, finished) = (validation.shard, validation.finished);
    let of_feed = shared.clone();
    let shows_progress = plan.progress && std::io::stderr().is_terminal();
    let extent = if shows_progress {
        Extent::of(&sources)
    } else {
        Extent::default()
    };
    let counted = extent.clone();
    let feed = move || {
        let records = Records::new(sources, any_format).counted(counted.clone());
        let records = (Picked::new(records, &ids), counted);
        let items = Feed::new(records, intake, shard, finished, of_feed, judges_all);
        items.map(|(item, record)| (item, COPIES * record + OF_A_PROBLEM))
    };
    run.pass(
        (["validating", "検討"], extent),
        feed,
        validation.settings,
        &mut writer,
    )?;
    if let (Some(settings), false) = (validation.again, interrupt.is_set()) {
        let later = writer.second_pass();
        // They are all in memory already.
        let items = move || {
            later
                .into_iter()
                .map(|case| (Item::Case(Box::new(case)), 0))
        };
        let name = ["trying again", "再検討"];
        run.pass((name, Extent::default()), items, settings, &mut writer)?;
    }

    let interrupted = interrupt.is_set();
    let closed = writer.close().context(said(ROWS))?;
    let (mut ledger, mut report, late_rows) = closed;
    ledger.tally.elapsed = started.elapsed();
    ledger.tally.interrupted = interrupted;
    let tally = &ledger.tally;
    let is_empty = tally.total() == 0 && !interrupted;
    if is_empty && shared.lock().problem_elsewhere {
        // Jobs that put the shares together find a file of each.
        report.begin(None).context(said(ROWS))?;
    }
    let finished = report.finish(tally).context(said(ROWS));
    // All rows must be in the file before they are moved.
    drop(report);
    if is_told_apart && tally.total() > 1 {
        tell(&summary(tally, spoken()));
        if let Some(text) = by_defect(tally, spoken()) {
            tell(&text);
        }
    }
    finished?;
    let known = std::mem::take(&mut *shared.lock());
    if let Some(path) = validation.resumable.as_deref().filter(|it| is_plain(it)) {
        if interrupted {
            let path = name_of(path);
            tell(&both!(
                spoken(),
                "to continue, add `--resume {path}`",
                "続けるには --resume {path} を付ける"
            ));
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
struct Run<'a> {
    jobs: usize,
    interrupt: &'a Interrupt,
    progress: bool,
    similar: Option<Arc<Index>>,
}

impl Run<'_> {
    /// Judges these items.
    fn pass<I: Iterator<Item = (Item, usize)>>(
        &self,
        (name, extent): ([&'static str; 2], Extent),
        feed: impl FnOnce() -> I + Send + 'static,
        mut settings: Settings,
        writer: &mut RowWriter,
    ) -> anyhow::Result<()> {
        settings.question.limits.stop = Some(self.interrupt.flag());
        writer.begin(&settings);
        let workers: Vec<_> = (0..self.jobs)
            .map(|_| Worker {
                judge: Judge::new(settings.clone()),
                desk: CurrentProblem::default(),
                similar: self.similar.clone(),
            })
            .collect();
        let desks = workers.iter().map(|worker| worker.desk.clone()).collect();
        let mut bar = TallyBar::new(said(name), self.progress, desks);
        let mut broken = Ok(());
        let started = self.interrupt.during(|| {
            pool::ordered(feed, workers, WINDOW, Worker::judge, |event| {
                match event {
                    Event::Result(done) if broken.is_ok() => {
                        bar.done();
                        broken = bar.aside(|| writer.take(done));
                    }
                    Event::Result(_) => {}
                    Event::Tick(intake) => {
                        let number = ProblemCount::new(intake, &extent);
                        let (tally, waiting) = (&writer.ledger.tally, writer.waiting());
                        bar.show(|| counts(tally, waiting), number);
                    }
                }
                if broken.is_err() || self.interrupt.is_set() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        });
        drop(bar);
        started.context(said(["cannot start a job", "並列処理を始められない"]))?;
        broken.context(said(ROWS))
    }
}

/// A worker.
struct Worker {
    judge: Judge,
    desk: CurrentProblem,
    similar: Option<Arc<Index>>,
}

impl Worker {
    fn judge(&mut self, item: Item) -> Done {
        match item {
            Item::Refused(refused) => {
                let row = self.judge.refusal(refused.row());
                Done::Refused(Box::new((row, refused)))
            }
            Item::Case(case) if case.waits => Done::Case(None, case),
            Item::Case(mut case) if case.is_answered() => {
                self.look_for_similar(&mut case, None);
                Done::Case(None, case)
            }
            Item::Case(mut case) => {
                self.occupy(Some((case.parsed.id.clone(), Instant::now())));
                let judged = self.judge.row(&case.parsed);
                self.look_for_similar(&mut case, Some(&judged.0));
                self.occupy(None);
                Done::Case(Some(Box::new(judged)), case)
            }
        }
    }

    /// Looks for similar works. The line that was found counts if the author gives none.
    fn look_for_similar(&self, case: &mut Case, row: Option<&Row>) {
        if let Some(index) = &self.similar {
            let mut problem = IndexedProblem::from(&case.parsed);
            if let Some(row) = row
                && problem.known.line.is_empty()
            {
                let line = row.solution.iter().map_while(|it| usi::parse_move(it).ok());
                problem.known = Known::new(&case.parsed.problem, &line.collect::<Vec<_>>());
            }
            case.similar = Some(index.rows(&problem, Wanted::default()));
        }
    }

    fn occupy(&self, work: Option<(String, Instant)>) {
        *self.desk.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }
}
