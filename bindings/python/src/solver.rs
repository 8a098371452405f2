//! The solver, in a thread of its own.
//!
//! A search needs a large stack, which a thread has from its beginning. So one thread serves all
//! calls of a solver. The calling thread waits, looks at signals, and calls the observer.

use crate::asked::{Asked, refuse_impossible};
use crate::problem::Problem;
use crate::progress::{Event, Latest, attend, failed, report};
use crate::row::Row;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::mem;
use std::process;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use tsume::answer;
use tsume::certificate::Certificate;
use tsume::composition::Goal;
use tsume::judge::{Task, guarded};
use tsume::search::{Progress, on_large_stack};
use tsume::{Config, Options, RowWork};

struct Job {
    judged: bool,
    problem: Problem,
    options: Options,
    /// The place for the progress, if there is a listener.
    progress: Option<Arc<Latest<Progress>>>,
    certifies: bool,
}

type Answered = Result<(Box<answer::Row>, Vec<Certificate>), String>;

/// The thread, seen from outside. It ends when this is dropped.
struct Worker {
    jobs: Sender<Job>,
    events: Receiver<Event<Answered>>,
    /// The process in which the thread runs.
    process: u32,
}

impl Worker {
    fn start(config: &Config) -> PyResult<Self> {
        let (jobs, received) = channel();
        let (sent, events) = channel();
        let config = config.clone();
        let thread = thread::Builder::new().name("tsume".to_owned());
        let started =
            thread.spawn(move || on_large_stack(move || serve(&config, &received, &sent)));
        started.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        Ok(Self {
            jobs,
            events,
            process: process::id(),
        })
    }
}

/// Does one job after another.
fn serve(config: &Config, jobs: &Receiver<Job>, events: &Sender<Event<Answered>>) {
    let mut kept = None;
    for job in jobs {
        // After a failure the tables are in an unknown state.
        let mut solver = (kept.take()).unwrap_or_else(|| tsume::Solver::new(config.clone()));
        let done = guarded(|| answer(&mut solver, &job, events));
        if done.is_ok() {
            kept = Some(solver);
        }
        if events.send(Event::Done(done)).is_err() {
            break;
        }
    }
}

fn answer(
    solver: &mut tsume::Solver,
    job: &Job,
    events: &Sender<Event<Answered>>,
) -> (Box<answer::Row>, Vec<Certificate>) {
    let mut certificates = Vec::new();
    let mut observer = |progress: &Progress| {
        let latest = job.progress.as_ref();
        if latest.is_some_and(|it| it.put(progress.clone())) {
            // Nobody listens any more when the process ends.
            let _ = events.send(Event::Progress);
        }
    };
    let work = RowWork {
        observer: job.progress.is_some().then_some(&mut observer),
        certificates: job.certifies.then_some(&mut certificates),
    };
    let task = if job.judged { Task::Check } else { Task::Solve };
    let row = solver.row_with(&job.problem.0, &job.options, task, work);
    (Box::new(job.problem.with_headers(row)), certificates)
}

/// Whether a solver can be asked.
enum State {
    Idle(Option<Worker>),
    Busy,
}

/// A solver with tables of its own.
#[pyclass(frozen, module = "tsume_shogi._native")]
pub struct Solver {
    config: Config,
    state: Mutex<State>,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

/// A worker in use, which is given back in the end.
struct Use<'a> {
    solver: &'a Solver,
    worker: Option<Worker>,
}

impl Drop for Use<'_> {
    fn drop(&mut self) {
        *self.solver.lock() = State::Idle(self.worker.take());
    }
}

impl Solver {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic happens under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the worker. In a process that was forked there is none yet.
    fn take(&self) -> PyResult<Use<'_>> {
        let worker = match mem::replace(&mut *self.lock(), State::Busy) {
            State::Idle(worker) => worker,
            State::Busy => {
                let message = "this solver is at work in another thread or in a callback: \
                    use one Solver for each thread";
                return Err(PyRuntimeError::new_err(message));
            }
        };
        let mut taken = Use {
            solver: self,
            worker: None,
        };
        taken.worker = Some(match worker {
            Some(worker) if worker.process == process::id() => worker,
            other => {
                // The thread of another process cannot be told to end.
                mem::forget(other);
                Worker::start(&self.config)?
            }
        });
        Ok(taken)
    }

    fn ask(
        &self,
        py: Python<'_>,
        problem: &Problem,
        asked: &Asked,
        judged: bool,
        certifies: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Row, Vec<Certificate>)> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut taken = self.take()?;
        let Some(worker) = &mut taken.worker else {
            unreachable!("it was started");
        };
        let mut options = Options::from(asked.question(Task::Solve, &stop)?);
        if !judged && problem.0.goal() == Goal::Mate && asked.needs_no_main_line() {
            options = options.no_main_line();
        }
        let latest = Arc::new(Latest::default());
        let job = Job {
            judged,
            problem: problem.clone(),
            options,
            progress: progress.is_some().then(|| Arc::clone(&latest)),
            certifies,
        };
        let ended = || PyRuntimeError::new_err("the thread of the solver has ended");
        worker.jobs.send(job).map_err(|_| ended())?;
        let tell = |it: &Progress| report(it, progress);
        // Only when the search has ended the solver can be asked again.
        let (done, failure) = attend(py, &mut worker.events, &latest, &stop, tell);
        if done.is_none() {
            taken.worker = None;
        }
        match (failure, done.ok_or_else(ended)?) {
            (Some(raised), _) => Err(raised),
            (None, Ok((row, certificates))) => Ok((Row(Arc::from(row)), certificates)),
            (None, Err(message)) => Err(failed(message)),
        }
    }
}

#[pymethods]
impl Solver {
    #[new]
    fn new(hash_bytes: usize, threads: usize) -> PyResult<Self> {
        refuse_impossible(hash_bytes, 1)?;
        Ok(Self {
            config: Config::new().hash_bytes(hash_bytes).threads(threads),
            state: Mutex::new(State::Idle(None)),
        })
    }

    /// Solves a problem, or judges a composition.
    #[pyo3(signature = (problem, asked, judged, progress=None))]
    fn answer(
        &self,
        py: Python<'_>,
        problem: &Problem,
        asked: Asked,
        judged: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Row> {
        let progress = progress.as_ref();
        let answered = self.ask(py, problem, &asked, judged, false, progress)?;
        Ok(answered.0)
    }

    /// Solves or judges a problem, and returns a file of certificates with the row.
    #[pyo3(signature = (problem, asked, judged, readable, progress=None))]
    fn certify<'py>(
        &self,
        py: Python<'py>,
        problem: &Problem,
        asked: Asked,
        judged: bool,
        readable: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<(Row, Bound<'py, pyo3::types::PyBytes>)> {
        let progress = progress.as_ref();
        let (row, certificates) = self.ask(py, problem, &asked, judged, true, progress)?;
        let bytes = py.detach(|| crate::proofs::file(&certificates, readable))?;
        Ok((row, pyo3::types::PyBytes::new(py, &bytes)))
    }
}
