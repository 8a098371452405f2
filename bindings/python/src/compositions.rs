//! Composes problems, one after another.
//!
//! A thread makes the attempts and waits when a few problems are ahead of those that are asked for.

use crate::asked::{chosen, invalid, refuse_impossible};
use crate::problem::Problem;
use crate::row::Row;
use crate::signals::wait;
use crate::works::Works;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tsume::answer;
use tsume::batch::compose::{Commission, News, compose};
use tsume::composition::compose::{Beginning, Constraints, Effort, Theme, UnknownTheme};
use tsume::composition::repair::squares;
use tsume::judge::Settings;
use tsume::notation::kinds_named;
use tsume::search::Limits;

/// Problems that are composed ahead of those that are asked for.
const AHEAD: usize = 16;

/// The memory for the tables of each job, as on the command line.
const HASH_BYTES: usize = 64 << 20;

/// The wishes of a run, whose values the package has checked.
#[derive(Debug, FromPyObject)]
pub struct Wishes {
    #[pyo3(item)]
    plies: (u32, u32),
    #[pyo3(item)]
    number: usize,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    on_board: u32,
    #[pyo3(item)]
    in_hand: u32,
    #[pyo3(item)]
    kinds: Option<String>,
    #[pyo3(item)]
    squares: Option<Vec<String>>,
    #[pyo3(item)]
    two_kings: bool,
    #[pyo3(item)]
    with: Vec<String>,
    #[pyo3(item)]
    without: Vec<String>,
    #[pyo3(item)]
    difficulty: (u32, u32),
    #[pyo3(item)]
    aesthetics: u32,
    #[pyo3(item)]
    allow: Vec<String>,
    #[pyo3(item)]
    rules: String,
    #[pyo3(item)]
    interpositions: String,
    #[pyo3(item)]
    attempts: Option<u64>,
    #[pyo3(item)]
    time: Option<f64>,
    #[pyo3(item)]
    nodes: u64,
    #[pyo3(item)]
    diagrams: u32,
    #[pyo3(item)]
    jobs: usize,
}

impl Wishes {
    fn constraints(&self) -> PyResult<Constraints> {
        let usual = Constraints::default();
        let kinds = match &self.kinds {
            None => usual.kinds,
            Some(text) => kinds_named(text).ok_or_else(|| {
                invalid(format!("kinds are letters such as \"GSNP\", not {text:?}"))
            })?,
        };
        let squares = match &self.squares {
            None => usual.squares,
            Some(names) => squares(&names.join(",")).map_err(invalid)?,
        };
        let themes = |names: &[String]| -> PyResult<Vec<Theme>> {
            let read = |it: &String| it.parse().map_err(|why: UnknownTheme| invalid(why));
            names.iter().map(read).collect()
        };
        let allowed = self.allow.iter().map(|it| chosen("allow", it));
        Ok(Constraints {
            plies: self.plies.0..=self.plies.1,
            on_board: self.on_board,
            in_hand: self.in_hand,
            kinds,
            squares,
            two_kings: Some(self.two_kings),
            with: themes(&self.with)?,
            without: themes(&self.without)?,
            difficulty: self.difficulty.0..=self.difficulty.1,
            aesthetics: self.aesthetics,
            allowed: allowed.collect::<PyResult<_>>()?,
            rules: chosen("rules", &self.rules)?,
            interpositions: chosen("interpositions", &self.interpositions)?,
        })
    }

    fn time(&self) -> PyResult<Option<Duration>> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        time.map_err(|_| invalid("time is not a positive number of seconds"))
    }
}

/// The work of the thread.
struct Work {
    commission: Commission,
    settings: Settings,
    jobs: usize,
    number: usize,
    time: Option<Duration>,
    attempts: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    rows: SyncSender<Box<answer::Row>>,
}

impl Work {
    fn run(&self) {
        let started = Instant::now();
        let mut found = 0;
        let take = |news: News| {
            match news {
                News::Attempt(made) => {
                    self.attempts.fetch_add(1, Ordering::Relaxed);
                    if let Some(new) = made.problem {
                        found += 1;
                        self.send(Box::new(new.row))?;
                    }
                }
                News::Tick => {}
            }
            let is_late = self.time.is_some_and(|it| started.elapsed() >= it);
            if is_late || found >= self.number {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let mut known = self.commission.told();
        // Without jobs there are no rows, and the iterator ends.
        let _ = compose(
            &self.commission,
            &self.settings,
            self.jobs,
            &mut known,
            &self.stop,
            take,
        );
    }

    /// Sends a row as soon as there is room.
    fn send(&self, mut row: Box<answer::Row>) -> ControlFlow<()> {
        while !self.stop.load(Ordering::Relaxed) {
            row = match self.rows.try_send(row) {
                Ok(()) => return ControlFlow::Continue(()),
                Err(TrySendError::Disconnected(_)) => break,
                Err(TrySendError::Full(row)) => row,
            };
            thread::sleep(Duration::from_millis(20));
        }
        ControlFlow::Break(())
    }
}

enum State {
    Ready(Receiver<Box<answer::Row>>),
    Busy,
    Ended,
}

/// An iterator of the rows of composed problems.
#[pyclass(frozen, module = "tsume_shogi._native")]
pub struct Compositions {
    state: Mutex<State>,
    stop: Arc<AtomicBool>,
    /// Whether no more rows are wanted.
    closed: AtomicBool,
    attempts: Arc<AtomicU64>,
    /// The process in which the thread runs.
    process: u32,
}

impl std::fmt::Debug for Compositions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compositions").finish_non_exhaustive()
    }
}

impl Drop for Compositions {
    fn drop(&mut self) {
        // Attempts under way end at once, and their threads with them.
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Compositions {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic happens under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Compositions {
    #[new]
    #[pyo3(signature = (wishes, given, not_like=None))]
    fn new(
        wishes: Wishes,
        given: Vec<PyRef<'_, Problem>>,
        not_like: Option<&Works>,
    ) -> PyResult<Self> {
        refuse_impossible(HASH_BYTES, wishes.jobs)?;
        let has_given = !given.is_empty();
        let given = given.iter().map(|it| Beginning::of(&it.0.parsed().problem));
        let given: Vec<_> = given.flatten().collect();
        if given.is_empty() && has_given {
            return Err(invalid("from_ has no problem in which the attacker moves"));
        }
        let (stop, attempts) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let commission = Commission {
            beginning: Beginning {
                seed: wishes.seed,
                given,
            },
            constraints: wishes.constraints()?,
            effort: Effort {
                diagrams: wishes.diagrams,
                ..Effort::default()
            },
            attempts: 0..wishes.attempts.unwrap_or(u64::MAX),
            share: None,
            not_like: not_like.map(|it| Arc::clone(&it.0)),
        };
        let limits = Limits {
            nodes: Some(wishes.nodes),
            time: None,
            stop: Some(Arc::clone(&stop)),
        };
        let (send, rows) = sync_channel(AHEAD);
        let work = Work {
            settings: commission.settings(HASH_BYTES, limits),
            commission,
            jobs: wishes.jobs,
            number: wishes.number,
            time: wishes.time()?,
            attempts: Arc::clone(&attempts),
            stop: Arc::clone(&stop),
            rows: send,
        };
        let thread = thread::Builder::new().name("tsume compose".to_owned());
        let started = thread.spawn(move || work.run());
        started.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        Ok(Self {
            state: Mutex::new(State::Ready(rows)),
            stop,
            closed: AtomicBool::new(false),
            attempts,
            process: process::id(),
        })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Row>> {
        if self.process != process::id() {
            let message = "the process was forked: begin compose in the new process";
            return Err(PyRuntimeError::new_err(message));
        }
        let state = std::mem::replace(&mut *self.lock(), State::Busy);
        let mut rows = match state {
            State::Ready(rows) => rows,
            State::Busy => {
                let message = "the iterator is at work in another thread";
                return Err(PyValueError::new_err(message));
            }
            State::Ended => {
                *self.lock() = State::Ended;
                return Ok(None);
            }
        };
        let next = wait(py, &mut rows);
        let is_closed = self.closed.load(Ordering::SeqCst);
        if is_closed || !matches!(next, Ok(Some(_))) {
            self.stop.store(true, Ordering::Relaxed);
            *self.lock() = State::Ended;
        } else {
            *self.lock() = State::Ready(rows);
        }
        let next = next?.filter(|_| !is_closed);
        Ok(next.map(|row| Row(Arc::from(row))))
    }

    /// The number of attempts so far.
    #[getter]
    fn attempts(&self) -> u64 {
        self.attempts.load(Ordering::Relaxed)
    }

    /// Ends the attempts under way. There are no more rows.
    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::Relaxed);
        let mut state = self.lock();
        if let State::Ready(_) = *state {
            *state = State::Ended;
        }
    }
}
