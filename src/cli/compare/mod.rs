//! `tsume compare`: what changed from one version to another.

mod bench;
mod version;

use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{NO_PROBLEM, said, spoken};
use super::patience::Patience;
use super::plan::Comparing;
use super::tally_bar::{ProblemCount, TallyBar};
use crate::batch::pool::{self, Event, Window};
use crate::cli::args::CompareFormat;
use crate::input::Extent;
use crate::report::{
    ComparisonFormat, ComparisonReport, ComparisonTally, Outcome, compared, pairs,
};
use anyhow::{Context, bail};
use bench::{Bench, Done};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use version::Version;

/// That the comparison cannot be written.
const COMPARISON: [&str; 2] = ["cannot write the comparison", "比較の結果を書き込めない"];

/// The number of pairs that are compared ahead of the output, while one takes long.
const WINDOW: Window = Window {
    items: 1024,
    bytes: usize::MAX,
};

/// Compares the two versions of the plan.
///
/// # Errors
/// If they cannot be read, or if the comparison cannot be written.
pub(super) fn run(mut plan: Comparing) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let _patience = Patience::begin(plan.patience);
    let [old, new] = plan.sources.clone();
    let versions = Arc::new([Version::read(old, &plan)?, Version::read(new, &plan)?]);
    let [old, new] = &*versions;
    let together = pairs(&old.named(), &new.named());
    refuse_missing(&plan.ids, &versions)?;
    if together.is_empty() {
        bail!(said(NO_PROBLEM));
    }
    let layout = plan.layout(together.len() > 1);
    let format = match plan.format {
        CompareFormat::Text => ComparisonFormat::Text(layout),
        CompareFormat::Json => ComparisonFormat::Json,
        CompareFormat::Jsonl => ComparisonFormat::Jsonl,
        CompareFormat::Csv => ComparisonFormat::Csv,
    };
    let out: Box<dyn Write> = std::mem::replace(&mut plan.out, Box::new(std::io::sink()));
    let mut report = ComparisonReport::new(out, format);
    plan.settings.question.limits.stop = Some(interrupt.flag());
    let jobs = plan.jobs.min(together.len());
    let bench = || Bench::new(&plan.settings, &versions, !plan.quiet && jobs == 1);
    let benches: Vec<Bench> = (0..jobs).map(|_| bench()).collect();
    let desks = benches.iter().map(Bench::desk).collect();
    let shows_bar = !plan.quiet && jobs > 1;
    let mut bar = TallyBar::new(said(["comparing", "比較"]), shows_bar, desks);
    let mut tally = ComparisonTally::default();
    let mut has_failed = false;
    let mut broken = Ok(());
    let started = interrupt.during(|| {
        let feed = move || together.into_iter().map(|it| (it, 0));
        pool::ordered(feed, benches, WINDOW, Bench::compare, |event| {
            match event {
                Event::Result(Done { about, comparison }) => {
                    bar.done();
                    let Some(it) = comparison.filter(|_| !interrupt.is_set() && broken.is_ok())
                    else {
                        return ControlFlow::Break(());
                    };
                    has_failed |= about.iter().any(|it| it.has_failed);
                    tally.add(it.outcome);
                    broken = bar.aside(|| {
                        for it in &about {
                            it.tell(&versions);
                        }
                        report.comparison(&it)
                    });
                }
                Event::Tick(intake) => {
                    let number = ProblemCount::new(intake, &Extent::default());
                    bar.show(|| compared(&tally, spoken()), number);
                }
            }
            if broken.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
    });
    drop(bar);
    started.context(said(["cannot start a job", "並列処理を始められない"]))?;
    broken.context(said(COMPARISON))?;
    report.finish(&tally).context(said(COMPARISON))?;
    drop(report);
    if let Some(whole) = &mut plan.whole {
        whole.publish().context(said(COMPARISON))?;
    }
    let mut exit = Exit::Success;
    for (is_so, status) in [
        (tally.count(Outcome::Unknown) > 0, Exit::Unknown),
        (tally.count(Outcome::Worse) > 0, Exit::Worse),
        (has_failed, Exit::Failure),
        (interrupt.is_set(), Exit::Interrupted),
    ] {
        if is_so {
            exit = exit.max(status);
        }
    }
    Ok(exit)
}

/// Refuses ids that no problem of either version has.
fn refuse_missing(ids: &[String], versions: &[Version; 2]) -> anyhow::Result<()> {
    let has = |id: &str| {
        versions
            .iter()
            .any(|it| it.named().iter().any(|it| it.id == id))
    };
    match ids.iter().map(|it| it.trim()).find(|id| !has(id)) {
        None => Ok(()),
        Some(id) => bail!(both!(
            spoken(),
            "neither version has a problem with the id `{id}`",
            "新旧のどちらにも番号 {id} の問題がない"
        )),
    }
}
