//! Changes that make a flawed composition sound, and problems that lead into another.

use crate::asked::{Asked, refuse_impossible};
use crate::problem::Problem;
use crate::progress::{self, Latest, attend, failed, is_wanted};
use crate::row::Row;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tsume::composition::repair::{CannotRepair, Event, Outcome, Request, Version};
use tsume::judge::repair::{VersionWriter, versions};
use tsume::judge::{ParsedProblem, Settings, guarded};
use tsume::notation::usi;
use tsume::report::{Lang, Limit, Notation, VersionRow};
use tsume::search::{Solver, on_large_stack};

/// The shortest time between two reports of the progress.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// A version as JSON, with its changes in words of both languages.
type Change = (String, String, String);

/// The result: the verdict on the original, the line that stays, the versions found, those that come
/// near with their diagrams, how many were looked at, are flawed, are other problems, are open, the
/// nodes, and the limit.
type Found = (
    String,
    Vec<String>,
    Vec<(Row, Change)>,
    Vec<(String, Change)>,
    [usize; 4],
    u64,
    Option<&'static str>,
);

/// Versions looked at, versions in all, versions found, nodes.
type Looked = (usize, usize, usize, u64);

type Done = Result<Result<Outcome, CannotRepair>, String>;

/// Looks for versions of a problem that are sound. `wanted` is the request as JSON. Calls the observer about ten times a second.
#[pyfunction]
#[pyo3(signature = (problem, wanted, asked, hash_bytes, threads, jobs, progress=None))]
pub fn repairs(
    py: Python<'_>,
    problem: &Problem,
    wanted: &str,
    asked: Asked,
    hash_bytes: usize,
    threads: usize,
    jobs: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Found> {
    refuse_impossible(hash_bytes, jobs)?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut settings = asked.settings(hash_bytes, &stop)?;
    // What is known of one version serves the others.
    settings.config.keep = true;
    settings.config.threads = threads;
    let parsed = Arc::new(problem.0.parsed().into_owned());
    let request: Request = serde_json::from_str(wanted)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
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
    let outcome = outcome.map_err(|why| PyValueError::new_err(why.to_string()))?;
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
        let done = guarded(|| versions(&mut solvers, &self.parsed, &self.request, limits, &observer));
        let _ = news.send(progress::Event::Done(done));
    }
}

/// Makes the rows of what was found.
fn found(parsed: &ParsedProblem, request: &Request, outcome: &Outcome) -> Result<Found, String> {
    let writer = VersionWriter {
        parsed,
        request,
        notation: Notation::Japanese,
    };
    let found = outcome.found.iter().zip(1..).map(|(it, number)| {
        let made = writer.row(it, number);
        let made = made.map_err(|why| why.in_lang(Lang::English).to_owned())?;
        let change = change(&writer, &it.version, &made.version);
        Ok((Row::new(made.row), change))
    });
    let misses = outcome.misses.iter().map(|it| {
        let made = writer.missed(it);
        let change = change(&writer, &it.version, &made.version);
        (made.row.sfen.unwrap_or_default(), change)
    });
    let tally = outcome.tally;
    Ok((
        outcome.verdict.to_string(),
        usi::write_moves(&outcome.line),
        found.collect::<Result<_, String>>()?,
        misses.collect(),
        [tally.looked_at, tally.flawed, tally.others, tally.open],
        outcome.nodes,
        outcome.stopped.map(|it| Limit::from(it).word()),
    ))
}

fn change(writer: &VersionWriter<'_>, version: &Version, row: &VersionRow) -> Change {
    let words = writer.difference(version);
    let [english, japanese] =
        [Lang::English, Lang::Japanese].map(|lang| words.in_lang(lang).to_owned());
    let json = serde_json::to_string(row).unwrap_or_default();
    (json, english, japanese)
}
