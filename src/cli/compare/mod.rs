//! `tsume compare`: what changed from one version to another.

mod version;

use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{NO_PROBLEM, said};
use super::patience::Patience;
use super::plan::Comparing;
use crate::cli::args::Format;
use crate::report::{
    Comparison, ComparisonFormat, ComparisonReport, ComparisonTally, Limit, Outcome, Pair, Row,
    compare, pairs,
};
use crate::search::{Limits, Solver};
use anyhow::{Context, bail};
use std::io::Write;
use version::{Bench, Version};

/// That the comparison cannot be written.
const COMPARISON: [&str; 2] = ["cannot write the comparison", "比較の結果を書き込めない"];

/// Compares the two versions of the plan.
///
/// # Errors
/// If they cannot be read, or if the comparison cannot be written.
pub(super) fn run(mut plan: Comparing) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    let _patience = Patience::begin(plan.patience);
    let [old, new] = plan.sources.clone();
    let (old, new) = (Version::read(old, &plan)?, Version::read(new, &plan)?);
    let together = pairs(&old.named(), &new.named());
    if together.is_empty() {
        bail!(said(NO_PROBLEM));
    }
    let layout = plan.layout(together.len() > 1);
    let format = match plan.format {
        Format::Text => ComparisonFormat::Text(layout),
        Format::Json => ComparisonFormat::Json,
        Format::Jsonl => ComparisonFormat::Jsonl,
    };
    let out: Box<dyn Write> = std::mem::replace(&mut plan.out, Box::new(std::io::sink()));
    let mut report = ComparisonReport::new(out, format);
    let mut bench = Bench {
        solver: Solver::new(plan.config.clone()),
        limits: Limits {
            stop: Some(interrupt.flag()),
            ..plan.limits.clone()
        },
        interpositions: plan.interpositions,
        checks: plan.checks,
        progress: !plan.quiet,
        interrupt: &interrupt,
        has_failed: false,
    };
    let mut tally = ComparisonTally::default();
    for pair in together {
        let Some(it) = comparison(&mut bench, (&old, &new), pair) else {
            break;
        };
        tally.add(it.outcome);
        report.comparison(&it).context(said(COMPARISON))?;
    }
    report.finish(&tally).context(said(COMPARISON))?;
    drop(report);
    if let Some(whole) = &mut plan.whole {
        whole.publish().context(said(COMPARISON))?;
    }
    let mut exit = Exit::Success;
    for (is_so, status) in [
        (tally.count(Outcome::Unknown) > 0, Exit::Unknown),
        (tally.count(Outcome::Worse) > 0, Exit::Worse),
        (bench.has_failed, Exit::Failure),
        (interrupt.is_set(), Exit::Interrupted),
    ] {
        if is_so {
            exit = exit.max(status);
        }
    }
    Ok(exit)
}

/// Compares the problems of a pair. `None` if the run was interrupted before that.
fn comparison(
    bench: &mut Bench<'_>,
    (old, new): (&Version, &Version),
    pair: Pair,
) -> Option<Comparison> {
    let mut row = |version: &Version, at: usize| -> Option<Row> {
        let row = bench.row(version, at)?;
        (row.limit != Some(Limit::Interrupt) && !bench.interrupt.is_set()).then_some(row)
    };
    Some(match pair {
        Pair::Old(at) => Comparison::only_old(&row(old, at)?),
        Pair::New(at) => Comparison::only_new(&row(new, at)?),
        Pair::Both(before, now) => {
            let earlier = row(old, before)?;
            let later = if old.is_equal(before, new, now) {
                Row {
                    id: new.id(now),
                    ..earlier.clone()
                }
            } else {
                row(new, now)?
            };
            compare(&earlier, &later)
        }
    })
}
