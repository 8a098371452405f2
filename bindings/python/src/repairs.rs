//! Changes that make a flawed composition sound, and problems that lead into another.

use crate::asked::{Asked, chosen, refuse_impossible};
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
use tsume::composition::repair::{
    Allowed, CannotRepair, Event, Keep, Miss, Outcome, Repaired, Request, Version,
};
use tsume::composition::rules::Profile;
use tsume::judge::repair::{problem_of, row as row_of, versions};
use tsume::judge::{ParsedProblem, Settings, guarded};
use tsume::notation::{sfen, usi};
use tsume::report::{Lang, Limit, Notation, VersionRow, difference};
use tsume::search::{Solver, on_large_stack};
use tsume::shogi::{Color, Square};

/// The shortest time between two reports of the progress.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The changes that are allowed, and the parts that must stay.
#[derive(Debug, FromPyObject)]
pub struct Wanted {
    #[pyo3(item)]
    keep: String,
    /// The first moves that stay, if `keep` is `key`.
    #[pyo3(item)]
    key: usize,
    #[pyo3(item)]
    edits: u32,
    #[pyo3(item)]
    allow: Option<Vec<String>>,
    #[pyo3(item)]
    squares: Option<Vec<String>>,
    #[pyo3(item)]
    fixed: Vec<String>,
    #[pyo3(item)]
    best: usize,
    #[pyo3(item)]
    nodes_per_version: Option<u64>,
    #[pyo3(item)]
    jobs: usize,
    #[pyo3(item)]
    extends: bool,
}

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

impl Wanted {
    fn request(&self, problem: &ParsedProblem, settings: &Settings) -> PyResult<Request> {
        let keep = match &*self.keep {
            "line" => Keep::Line,
            "length" => Keep::Length,
            "mate" => Keep::Mate,
            "key" => Keep::Key(self.key),
            other => {
                let all = "line, key, key:N, length or mate";
                return Err(PyValueError::new_err(format!(
                    "keep is {all}, not {other:?}"
                )));
            }
        };
        let turned = problem.problem.attacker() == Color::White;
        let usual = Allowed::default();
        let allow = self.allow.as_ref().map(|kinds| {
            let kinds = kinds.iter().map(|it| chosen("a change", it));
            kinds.collect::<PyResult<Vec<_>>>()
        });
        let squares = self.squares.as_ref().map(|it| squares(it, turned));
        Ok(Request {
            keep,
            allowed: Allowed {
                kinds: allow.transpose()?.unwrap_or(usual.kinds),
                squares: squares.transpose()?,
                fixed: self::squares(&self.fixed, turned)?,
            },
            edits: self.edits,
            best: self.best,
            interpositions: settings.question.interpositions,
            profile: settings.question.rules,
            nodes_per_version: self.nodes_per_version.unwrap_or(u64::MAX),
            ..Request::default()
        })
    }
}

/// Reads squares. On the board of the search Black attacks.
fn squares(names: &[String], turned: bool) -> PyResult<Vec<Square>> {
    let squares = names.iter().map(|name| match usi::parse_square(name) {
        Ok(square) if turned => Ok(square.rotate()),
        Ok(square) => Ok(square),
        Err(_) => Err(PyValueError::new_err(format!(
            "{name:?} is no square: a file 1 to 9 and a rank a to i, such as 2b"
        ))),
    });
    squares.collect()
}

/// Looks for versions of a problem that are sound. Calls the observer about ten times a second.
#[pyfunction]
#[pyo3(signature = (problem, wanted, asked, hash_bytes, threads, progress=None))]
pub fn repairs(
    py: Python<'_>,
    problem: &Problem,
    wanted: Wanted,
    asked: Asked,
    hash_bytes: usize,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Found> {
    refuse_impossible(hash_bytes, wanted.jobs)?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut settings = asked.settings(hash_bytes, &stop)?;
    // What is known of one version serves the others.
    settings.config.keep = true;
    settings.config.threads = threads;
    let parsed = Arc::new(problem.0.parsed().into_owned());
    let request = wanted.request(&parsed, &settings)?;
    let (send, mut news) = channel();
    let looked = Arc::new(Latest::default());
    let work = Work {
        parsed: Arc::clone(&parsed),
        request: request.clone(),
        settings,
        wanted,
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
    wanted: Wanted,
    looked: Arc<Latest<Looked>>,
}

impl Work {
    fn done(&self, news: &Sender<progress::Event<Done>>) {
        let solvers = (0..self.wanted.jobs).map(|_| Solver::new(self.settings.config.clone()));
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
        let asked = (&self.request, self.wanted.extends);
        let limits = &self.settings.question.limits;
        let done = guarded(|| versions(&mut solvers, &self.parsed, asked, limits, &observer));
        let _ = news.send(progress::Event::Done(done));
    }
}

/// Makes the rows of what was found.
fn found(parsed: &ParsedProblem, request: &Request, outcome: &Outcome) -> Result<Found, String> {
    let rules = (request.profile, request.interpositions);
    let found = outcome.found.iter().zip(1..);
    let found = found.map(|(it, number)| row(parsed, it, number, rules));
    let misses = outcome.misses.iter().map(|it| miss(parsed, it));
    let tally = outcome.tally;
    let line = outcome.line.iter().map(|&mv| usi::write_move(mv));
    Ok((
        outcome.verdict.to_string(),
        line.collect(),
        found.collect::<Result<_, _>>()?,
        misses.collect(),
        [tally.looked_at, tally.flawed, tally.others, tally.open],
        outcome.nodes,
        outcome.stopped.map(|it| Limit::from(it).word()),
    ))
}

fn row(
    parsed: &ParsedProblem,
    it: &Repaired,
    number: usize,
    rules: (Profile, tsume::composition::Interpositions),
) -> Result<(Row, Change), String> {
    let id = format!("{}#{number}", parsed.id);
    let row = row_of(parsed, id, "", it, rules);
    let row = row.map_err(|why| why.in_lang(Lang::English).to_owned())?;
    let version = VersionRow::new(&parsed.id, &parsed.problem, &it.version);
    Ok((Row::new(row), change(parsed, &it.version, &version)))
}

fn miss(parsed: &ParsedProblem, miss: &Miss) -> (String, Change) {
    let version = VersionRow::new(&parsed.id, &parsed.problem, &miss.version);
    let version = version.missed(miss);
    let problem = problem_of(&parsed.problem, &miss.version);
    let change = change(parsed, &miss.version, &version);
    (sfen::write(problem.setup()), change)
}

fn change(parsed: &ParsedProblem, version: &Version, row: &VersionRow) -> Change {
    let problem = problem_of(&parsed.problem, version);
    let setup = problem.setup();
    let words = difference(&parsed.problem, version, Notation::Japanese, setup);
    let [english, japanese] =
        [Lang::English, Lang::Japanese].map(|lang| words.in_lang(lang).to_owned());
    let json = serde_json::to_string(row).unwrap_or_default();
    (json, english, japanese)
}
