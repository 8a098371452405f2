//! Changes that make a flawed composition sound, and problems that lead into another.

use crate::asked::{Asked, invalid, refuse_impossible};
use crate::problem::Problem;
use crate::progress::{self, Latest, attend, failed, is_wanted};
use crate::row::Row;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tsume::answer::RepairRow;
use tsume::composition::repair::{CannotRepair, Event, Outcome, Request, Version};
use tsume::judge::repair::{VersionWriter, find_versions};
use tsume::judge::{ParsedProblem, Settings, guarded};
use tsume::notation::usi;
use tsume::search::{Solver, on_large_stack};
use tsume::vocabulary::{Lang, Limit, Notation};

/// The shortest time between two reports of the progress.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Versions looked at, versions in all, versions found, nodes.
type Looked = (usize, usize, usize, u64);

type Done = Result<Result<Outcome, CannotRepair>, String>;

/// Looks for versions of a problem that are sound. `wanted` is the request as JSON. Calls the observer about
/// ten times a second. Returns what was found as JSON, and the rows of the versions.
#[pyfunction]
#[pyo3(signature = (problem, wanted, asked, hash_bytes, threads, jobs, progress=None))]
#[allow(clippy::too_many_arguments)]
pub fn repairs(
    py: Python<'_>,
    problem: &Problem,
    wanted: &str,
    asked: Asked,
    hash_bytes: usize,
    threads: usize,
    jobs: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<Row>)> {
    refuse_impossible(hash_bytes, jobs)?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut settings = asked.settings(hash_bytes, &stop)?;
    // Results of one version serve the others.
    settings.config.keep = true;
    settings.config.threads = threads;
    let parsed = Arc::new(problem.0.parsed().into_owned());
    let request: Request = serde_json::from_str(wanted).map_err(invalid)?;
    let request = Request {
        interpositions: settings.question.interpositions,
        profile: settings.question.rules,
        ..request
    };
    let (send, mut news) = channel();
    let looked = Arc::new(Latest::default());
    let work = Work {
        parsed: Arc::clone(&parsed),
        request: request.clone(),
        settings,
        jobs,
        looked: Arc::clone(&looked),
    };
    let thread = thread::Builder::new().name("tsume repair".to_owned());
    let started = thread.spawn(move || on_large_stack(move || work.done(&send)));
    started.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
    let tell = |it: &Looked| match &progress {
        Some(observer) => is_wanted(&observer.call1(*it)?),
        None => Ok(true),
    };
    let (done, failure) = attend(py, &mut news, &looked, &stop, tell);
    if let Some(raised) = failure {
        return Err(raised);
    }
    let done = done.unwrap_or_else(|| Err("the thread has ended".to_owned()));
    let outcome = done.map_err(failed)?;
    let outcome = outcome.map_err(invalid)?;
    py.detach(|| found(&parsed, &request, &outcome))
        .map_err(failed)
}

/// The work of the thread.
struct Work {
    parsed: Arc<ParsedProblem>,
    request: Request,
    settings: Settings,
    jobs: usize,
    looked: Arc<Latest<Looked>>,
}

impl Work {
    fn done(&self, news: &Sender<progress::Event<Done>>) {
        let solvers = (0..self.jobs).map(|_| Solver::new(self.settings.config.clone()));
        let mut solvers: Vec<Solver> = solvers.collect();
        let told = Mutex::new((Instant::now(), news.clone()));
        let observer = |event: &Event<'_>| {
            if let Event::Looked {
                at,
                of,
                found,
                nodes,
            } = *event
            {
                let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                if told.0.elapsed() >= REPORT_EVERY {
                    told.0 = Instant::now();
                    if self.looked.put((at, of, found, nodes)) {
                        // Nobody listens any more when the process ends.
                        let _ = told.1.send(progress::Event::Progress);
                    }
                }
            }
        };
        let limits = &self.settings.question.limits;
        let done =
            guarded(|| find_versions(&mut solvers, &self.parsed, &self.request, limits, &observer));
        let _ = news.send(progress::Event::Done(done));
    }
}

/// Makes the JSON of what was found, and the rows.
fn found(
    parsed: &ParsedProblem,
    request: &Request,
    outcome: &Outcome,
) -> Result<(String, Vec<Row>), String> {
    let writer = VersionWriter {
        parsed,
        request,
        notation: Notation::Japanese,
    };
    let (mut rows, mut found) = (Vec::new(), Vec::new());
    for (it, number) in outcome.found.iter().zip(1..) {
        let made = writer.row(it, number);
        let made = made.map_err(|why| why.in_lang(Lang::English).to_owned())?;
        found.push(change(&writer, &it.version, &made));
        rows.push(Row::new(made.row));
    }
    let misses = outcome.misses.iter();
    let misses = misses.map(|it| change(&writer, &it.version, &writer.row_of_miss(it)));
    let tally = outcome.tally;
    let found = json!({
        "verdict": outcome.verdict.to_string(),
        "line": usi::write_moves(&outcome.line),
        "versions": found,
        "misses": misses.collect::<Vec<_>>(),
        "looked_at": tally.looked_at,
        "flawed": tally.flawed,
        "others": tally.others,
        "open": tally.open,
        "alike": tally.alike,
        "left": tally.left,
        "nodes": outcome.nodes,
        "limit": outcome.stopped.map(|it| Limit::from(it).word()),
    });
    Ok((found.to_string(), rows))
}

/// Returns a version with its changes in words of both languages.
fn change(writer: &VersionWriter<'_>, version: &Version, made: &RepairRow) -> Value {
    let words = writer.difference(version);
    json!({
        "sfen": made.row.sfen,
        "version": made.version,
        "words": words.in_lang(Lang::English),
        "japanese": words.in_lang(Lang::Japanese),
    })
}
