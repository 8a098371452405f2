//! `tsume validate`: judges whole collections, several problems at a time.

use super::check::{self, Bench};
use super::diagnostics::{Complaint, complain};
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::plan::{Checks, Plan, Proofs, Task};
use super::proofs::Folder;
use super::read::{Given, Reading, Refused};
use super::solve::{exit_of, failed, unseen};
use super::tally_bar::{Desk, TallyBar};
use crate::batch::guard::guarded;
use crate::batch::pool::{self, Event};
use crate::batch::resume::{Finished, Past};
use crate::batch::shard::Shard;
use crate::collection::{Origin, Records};
use crate::notation::sfen;
use crate::report::{Entry, Limit, RowError, Tally, summary};
use crate::search::{Limits, SearchConfig, Solver};
use crate::tsume::Interpositions;
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
pub(super) fn run(plan: Plan) -> anyhow::Result<Exit> {
    let Task::Check(checks) = plan.task else {
        anyhow::bail!("only compositions are judged side by side");
    };
    let started = Instant::now();
    let interrupt = Interrupt::install()?;
    let limits = Limits {
        stop: Some(interrupt.flag()),
        ..plan.limits
    };
    let workers: Vec<_> = (0..plan.jobs)
        .map(|_| Worker {
            solver: None,
            config: plan.config.clone(),
            limits: limits.clone(),
            interpositions: plan.interpositions,
            stats: plan.stats,
            checks,
            folder: plan.proofs.folder.clone(),
            verify: plan.proofs.verify,
            limits_in_words: plan.terms.limits.clone(),
            desk: Desk::default(),
        })
        .collect();
    let mut tally = Tally::default();
    let mut exit = Exit::Success;
    for old in plan.past {
        let old = unseen(old.into());
        tally.add(&old.row);
        exit = exit.max(exit_of(&old));
    }
    let desks = workers.iter().map(|worker| worker.desk.clone()).collect();
    let mut bar = TallyBar::new(plan.progress, desks, tally.total());
    let is_told_apart = plan.progress && !plan.output.has_summary();
    let mut report = plan.output.report(true, true);
    let mut broken = Ok(());

    let (sources, any_format, finished) = (plan.sources, plan.any_format, plan.finished);
    let shard = plan.shard;
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
    if let (true, Some(path)) = (tally.interrupted, &plan.resumable) {
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

/// One of those who judge, with tables of its own.
struct Worker {
    /// Made when the first problem comes, and anew after a panic.
    solver: Option<Solver>,
    config: SearchConfig,
    limits: Limits,
    interpositions: Interpositions,
    stats: bool,
    checks: Checks,
    /// Where certificates go.
    folder: Option<Folder>,
    /// Whether they are checked.
    verify: bool,
    limits_in_words: String,
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
        let mut done = self.entry(record);
        done.entry.row.limits = Some(self.limits_in_words.clone());
        done
    }

    fn entry(&mut self, record: Result<Given, Box<Refused>>) -> Done {
        let given = match record {
            Ok(given) => given,
            Err(refused) => {
                return Done {
                    entry: refused.entry(),
                    said: Said::Refused(refused),
                };
            }
        };
        self.occupy(Some((given.id.clone(), Instant::now())));
        let solver = self.solver.take();
        let mut solver = solver.unwrap_or_else(|| Solver::new(self.config.clone()));
        let judged = guarded(|| {
            let mut bench = Bench {
                solver: &mut solver,
                limits: &self.limits,
                interpositions: self.interpositions,
                stats: self.stats,
                observer: &mut |_| {},
            };
            let (mut entry, mut complaints) = check::entry(&mut bench, &given, self.checks);
            match certify(
                &mut bench,
                &given,
                (self.folder.as_ref(), self.verify),
                &mut entry,
            ) {
                Ok(complaint) => complaints.extend(complaint),
                Err(error) => {
                    let message = format!("{error:#}");
                    entry = failed(given.id.clone(), RowError::new("io", message.clone(), None));
                    complaints.push(Complaint {
                        harmless: false,
                        message,
                        span: None,
                        help: None,
                    });
                }
            }
            (entry, complaints)
        });
        self.occupy(None);
        let (entry, complaints) = match judged {
            Ok(judged) => {
                self.solver = Some(solver);
                judged
            }
            Err(message) => panicked(&given, &message),
        };
        Done {
            entry,
            said: Said::Complaints(given.origin, given.text, complaints),
        }
    }

    fn occupy(&self, work: Option<(String, Instant)>) {
        *self.desk.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }
}

/// Certifies a judged composition, in a file of its own if there is a folder for them.
///
/// # Errors
/// When the file cannot be written.
fn certify(
    bench: &mut Bench<'_>,
    given: &Given,
    (folder, verify): (Option<&Folder>, bool),
    entry: &mut Entry,
) -> anyhow::Result<Option<Complaint>> {
    if entry.judgement.is_none() || folder.is_none() && !verify {
        return Ok(None);
    }
    let begun = folder.map(|folder| folder.begin(&given.id)).transpose();
    let (whole, file) = begun.context("cannot write the certificates")?.unzip();
    let mut proofs = Proofs {
        file,
        folder: None,
        verify,
    };
    let complaint = check::certify(bench, given, &mut proofs, entry)?;
    if let (Some(whole), Some(file), None) = (whole, proofs.file, &complaint) {
        let finished = file.finish().and_then(|_| whole.publish());
        finished.context("cannot write the certificates")?;
    }
    Ok(complaint)
}

/// The row of a problem in which the program failed.
fn panicked(given: &Given, message: &str) -> (Entry, Vec<Complaint>) {
    let message = format!("the program failed: {message}");
    let complaint = Complaint::of_bug(message.clone());
    let error = RowError::new("internal", message, None);
    (failed(given.id.clone(), error), vec![complaint])
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
