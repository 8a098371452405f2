//! `tsume validate`: judges whole collections, several problems at a time.

use super::diagnostics::{Complaint, complain};
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::judge::Judge;
use super::plan::Validation;
use super::read::{Given, Reading, Refused};
use super::solve::{exit_of, unseen};
use super::tally_bar::{Desk, TallyBar};
use crate::batch::pool::{self, Event};
use crate::batch::resume::{Finished, Past};
use crate::batch::shard::Shard;
use crate::collection::{Origin, Records};
use crate::notation::sfen;
use crate::report::{Entry, Limit, Tally, summary};
use anyhow::Context;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Instant;

/// How far the work may be ahead of the output. While one problem takes its time, the workers go
/// on with so many of those behind it.
const WINDOW: usize = 1024;

/// Judges every problem of the plan.
///
/// # Errors
/// When the rows cannot be written.
pub(super) fn run(validation: Validation) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let interrupt = Interrupt::install()?;
    let mut judging = validation.judging;
    judging.limits.stop = Some(interrupt.flag());
    let workers: Vec<_> = (0..validation.jobs)
        .map(|_| Worker {
            judge: Judge::new(judging.clone()),
            desk: Desk::default(),
        })
        .collect();
    let plan = validation.plan;
    let mut tally = Tally::default();
    let mut exit = Exit::Success;
    for old in validation.past {
        let old = unseen(old.into());
        tally.add(&old.row);
        exit = exit.max(exit_of(&old));
    }
    let desks = workers.iter().map(|worker| worker.desk.clone()).collect();
    let mut bar = TallyBar::new(plan.progress, desks, tally.total());
    let is_told_apart = plan.progress && !plan.output.has_summary();
    let mut report = plan.output.report(true, true);
    let mut broken = Ok(());

    let (sources, any_format, finished) = (plan.sources, plan.any_format, validation.finished);
    let shard = validation.shard;
    let mut reading = Reading::new(plan.attacker, plan.defender_hand);
    let changed = Arc::new(OnceLock::new());
    let first_changed = Arc::clone(&changed);
    let feed = move || {
        let records = Records::new(sources, any_format).map(move |record| reading.read(record));
        let records = records.filter(move |record| shard.is_none_or(|it| is_in(it, record)));
        still_to_do(records, finished, first_changed)
    };
    interrupt.during(|| {
        pool::ordered(feed, workers, WINDOW, Worker::judge, |event| {
            match event {
                // What was broken off is not finished, and has no row.
                Event::Result(done) if done.is_interrupted() => {}
                Event::Result(done) if broken.is_ok() => {
                    broken = bar.aside(|| {
                        done.complain();
                        report.entry(&done.entry)
                    });
                    tally.add(&done.entry.row);
                    exit = exit.max(exit_of(&done.entry));
                }
                Event::Result(_) => {}
                Event::Tick(intake) => bar.show(&tally, intake),
            }
            if broken.is_err() || interrupt.is_set() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    });
    drop(bar);
    broken.context("cannot write the rows")?;
    if interrupt.is_set() {
        exit = Exit::Interrupted;
    }
    tally.elapsed = started.elapsed();
    tally.interrupted = exit == Exit::Interrupted;
    report.finish(&tally).context("cannot write the rows")?;
    if is_told_apart && tally.total() > 1 {
        eprintln!("{}", summary(&tally));
    }
    if let (true, Some(path)) = (tally.interrupted, &validation.resumable) {
        eprintln!("to go on, give `--resume {}`", path.display());
    }
    if let Some(id) = changed.get() {
        anyhow::bail!("`{id}` in the input is another problem than in the rows to go on with");
    }
    if tally.total() == 0 && exit != Exit::Interrupted {
        anyhow::bail!("there is no problem in the input");
    }
    Ok(exit)
}

fn is_in(shard: Shard, record: &Result<Given, Box<Refused>>) -> bool {
    match record {
        Ok(given) => shard.has(&sfen::write(given.problem.setup())),
        Err(_) => shard.is_first(),
    }
}

/// Leaves out what has its row. Ends, with its name, at a problem that is another than it was.
fn still_to_do(
    records: impl Iterator<Item = Result<Given, Box<Refused>>>,
    finished: Finished,
    changed: Arc<OnceLock<String>>,
) -> impl Iterator<Item = Result<Given, Box<Refused>>> {
    let past = move |record: &Result<Given, Box<Refused>>| match record {
        Ok(given) => {
            let sfen = sfen::write(given.problem.setup());
            (given.id.clone(), finished.past(&given.id, Some(&sfen)))
        }
        Err(refused) => {
            let id = refused.id().to_owned();
            let past = finished.past(&id, None);
            (id, past)
        }
    };
    records
        .map_while(move |record| match past(&record) {
            (_, Past::New) => Some(Some(record)),
            (_, Past::Done) => Some(None),
            (id, Past::Changed) => {
                // Nobody else sets it, and nothing is read after this.
                drop(changed.set(id));
                None
            }
        })
        .flatten()
}

/// One of those who judge.
struct Worker {
    judge: Judge,
    desk: Desk,
}

/// A row, and what is to be said about the record.
struct Done {
    entry: Entry,
    said: Said,
}

enum Said {
    Refused(Box<Refused>),
    Complaints(Origin, String, Vec<Complaint>),
}

impl Worker {
    fn judge(&mut self, record: Result<Given, Box<Refused>>) -> Done {
        let given = match record {
            Ok(given) => given,
            Err(refused) => {
                return Done {
                    entry: self.judge.refusal(refused.entry()),
                    said: Said::Refused(refused),
                };
            }
        };
        self.occupy(Some((given.id.clone(), Instant::now())));
        let (entry, complaints) = self.judge.entry(&given);
        self.occupy(None);
        Done {
            entry,
            said: Said::Complaints(given.origin, given.text, complaints),
        }
    }

    fn occupy(&self, work: Option<(String, Instant)>) {
        *self.desk.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }
}

impl Done {
    fn is_interrupted(&self) -> bool {
        self.entry.row.limit == Some(Limit::Interrupt)
    }

    fn complain(&self) {
        match &self.said {
            Said::Refused(refused) => refused.complain(),
            Said::Complaints(origin, text, complaints) => {
                for complaint in complaints {
                    complain(origin, text, complaint);
                }
            }
        }
    }
}
