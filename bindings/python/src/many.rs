//! Judges many problems at the same time, lazily.
//!
//! The thread that asks for the next row also takes the problems from the iterable: nobody else
//! touches it, so it may be any generator, and its exceptions arrive where they belong. It takes
//! just enough to keep the jobs busy; from a source that may keep it waiting, less. While it waits for
//! rows, other Python threads run, and signals are heard.

mod item;
mod source;

use crate::asked::{Asked, refuse_impossible};
use crate::row::Row;
use crate::signals::until;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use source::Source;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tsume::answer;
use tsume::batch::pool::Pool;
use tsume::batch::run::{Cases, Done, Item, Options, Policy, Run, Settled};
use tsume::input::Ids;

struct Work {
    source: Source,
    pool: Pool<Item, Done, Settled>,
    jobs: usize,
    cases: Cases,
    /// The ids of the run, if they have to differ. Those of a reader do.
    ids: Option<Ids>,
    taken: usize,
    /// Whether the iterable has no more problems, and what it raised in the end.
    is_complete: bool,
    raised: Option<PyErr>,
    /// The process in which the threads run.
    process: u32,
}

enum State {
    Ready(Box<Work>),
    Busy,
    Ended,
}

/// An iterator of rows.
#[pyclass(frozen, module = "tsume_shogi._native")]
pub struct Many {
    state: Mutex<State>,
    stop: Arc<AtomicBool>,
    /// Whether no more rows are wanted.
    closed: AtomicBool,
}

impl std::fmt::Debug for Many {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Many").finish_non_exhaustive()
    }
}

impl Drop for Many {
    fn drop(&mut self) {
        // Searches under way end at once, and their threads with them.
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Work {
    /// Takes another problem from the iterable.
    fn take(&mut self, py: Python<'_>) -> PyResult<()> {
        let read = self.source.next(py, self.taken, self.ids.as_mut())?;
        let Some(read) = read else {
            self.is_complete = true;
            return Ok(());
        };
        self.taken += 1;
        self.pool.give(match read {
            Ok(parsed) => Item::Case(Box::new(self.cases.next(parsed))),
            Err(row) => Item::Refused(row, None),
        });
        Ok(())
    }

    /// Returns whether another problem is to be taken.
    fn wants_more(&self) -> bool {
        let (busy, room) = self.source.room(self.jobs, self.pool.has_next());
        !self.is_complete && self.pool.working() < busy && self.pool.ahead() < room
    }

    fn next(&mut self, py: Python<'_>, closed: &AtomicBool) -> PyResult<Option<Box<answer::Row>>> {
        while !closed.load(Ordering::SeqCst) {
            while self.pool.wait(Duration::ZERO) {}
            while self.wants_more() {
                if let Err(error) = self.take(py) {
                    // The rows of the problems before it come first.
                    self.raised = Some(error);
                    self.is_complete = true;
                }
                while self.pool.wait(Duration::ZERO) {}
            }
            if let Some(settled) = self.pool.take() {
                return Ok(settled.into_row());
            }
            if self.is_complete && self.pool.ahead() == 0 {
                return self.raised.take().map_or(Ok(None), Err);
            }
            let pool = &mut self.pool;
            until(py, |time| pool.wait(time).then_some(()))?;
        }
        Ok(None)
    }
}

impl Many {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic happens under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next row.
    ///
    /// # Errors
    /// The exception that the iterable or a signal raised. After it there are no more rows.
    pub fn next_row(&self, py: Python<'_>) -> PyResult<Option<Row>> {
        let state = std::mem::replace(&mut *self.lock(), State::Busy);
        let mut work = match state {
            State::Ready(work) if work.process == process::id() => work,
            State::Ready(work) => {
                // Its threads are in another process, and cannot be told anything.
                std::mem::forget(work);
                *self.lock() = State::Ended;
                let message = "the process was forked: begin check_many in the new process";
                return Err(PyRuntimeError::new_err(message));
            }
            State::Busy => {
                let message = "the iterator is at work in another thread or in its own iterable";
                return Err(PyValueError::new_err(message));
            }
            State::Ended => {
                *self.lock() = State::Ended;
                return Ok(None);
            }
        };
        let next = work.next(py, &self.closed);
        let mut state = self.lock();
        // Closing has also ended the search of this row, which would be incomplete.
        let is_closed = self.closed.load(Ordering::SeqCst);
        if is_closed || !matches!(next, Ok(Some(_))) {
            self.stop.store(true, Ordering::Relaxed);
            *state = State::Ended;
        } else {
            *state = State::Ready(work);
        }
        drop(state);
        let next = next?.filter(|_| !is_closed);
        Ok(next.map(|row| Row(Arc::from(row))))
    }
}

/// Returns the treatment of duplicates with this name.
fn policy_named(name: &str) -> PyResult<Policy> {
    match name {
        "answer" => Ok(Policy::Answer),
        "judge" => Ok(Policy::Judge),
        "apart" => Ok(Policy::Apart),
        other => Err(PyValueError::new_err(format!(
            "duplicates are answer, judge or apart, not {other:?}"
        ))),
    }
}

#[pymethods]
impl Many {
    #[new]
    #[pyo3(signature = (problems, asked, hash_bytes, jobs, ordered, duplicates))]
    fn new(
        problems: &Bound<'_, PyAny>,
        asked: Asked,
        hash_bytes: usize,
        jobs: usize,
        ordered: bool,
        duplicates: &str,
    ) -> PyResult<Self> {
        let policy = policy_named(duplicates)?;
        refuse_impossible(hash_bytes, jobs)?;
        let source = Source::of(problems)?;
        let stop = Arc::new(AtomicBool::new(false));
        let settings = asked.settings(hash_bytes, &stop)?;
        let cases = Cases::new(policy);
        let mut options = Options::new(jobs);
        options.ordered = ordered;
        let run = Run::start(&settings, &options, &cases.verdicts());
        let work = Work {
            source,
            pool: run
                .map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?
                .pool,
            jobs: jobs.max(1),
            cases,
            ids: (policy != Policy::Apart).then(Ids::new),
            taken: 0,
            is_complete: false,
            raised: None,
            process: process::id(),
        };
        Ok(Self {
            state: Mutex::new(State::Ready(Box::new(work))),
            stop,
            closed: AtomicBool::new(false),
        })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Row>> {
        self.next_row(py)
    }

    /// Ends the searches under way. There are no more rows.
    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::Relaxed);
        let mut state = self.lock();
        if let State::Ready(_) = *state {
            *state = State::Ended;
        }
    }
}
