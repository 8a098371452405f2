//! Judges many problems at the same time, lazily.
//!
//! The thread that asks for the next row also takes the problems from the iterable: nobody else
//! touches it, so it may be any generator, and its exceptions arrive where they belong. It takes
//! just enough to keep the jobs busy; from a source that may keep it waiting, less. While it waits for
//! rows, other Python threads run, and signals are heard.

mod item;
mod pool;
mod repeats;
mod source;

use crate::asked::{Asked, refuse_impossible};
use crate::row::{Headers, Row};
use crate::signals::{Waited, wait};
use item::{Item, Judged};
use pool::{Numbered, Pool};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use repeats::{Policy, Repeats, Step};
use source::Source;
use std::collections::BTreeMap;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tsume::input::Ids;

struct Work {
    source: Source,
    pool: Pool,
    repeats: Repeats,
    /// The ids of the run, if they have to differ. Those of a reader do.
    ids: Option<Ids>,
    ordered: bool,
    /// The rows that cannot be given yet, by number.
    ready: BTreeMap<usize, Judged>,
    /// The numbers of problems taken, with the jobs, answered, and given back.
    taken: usize,
    judging: usize,
    answered: usize,
    given: usize,
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
        let item = self.source.next(py, self.taken, self.ids.as_mut())?;
        let Some(item) = item else {
            self.is_complete = true;
            return Ok(());
        };
        let number = self.taken;
        self.taken += 1;
        let step = match &item {
            Item::Problem(problem) => self.repeats.take(number, problem),
            Item::Refused(_) => Step::Judge,
        };
        self.step(number, item, step)
    }

    fn step(&mut self, number: usize, item: Item, step: Step) -> PyResult<()> {
        match step {
            Step::Judge => {
                self.pool.give(number, item)?;
                self.judging += 1;
            }
            Step::Answered(row) => self.answer(number, (row, Headers::new())),
            Step::Wait => {}
        }
        Ok(())
    }

    fn answer(&mut self, number: usize, row: Judged) {
        self.answered += 1;
        self.ready.insert(number, row);
    }

    /// Takes a row of the jobs, and goes on with the problems that have waited for it.
    fn judged(&mut self, (number, (mut row, headers)): Numbered) -> PyResult<()> {
        self.judging -= 1;
        let steps = self.repeats.judged(number, &mut row);
        self.answer(number, (row, headers));
        for (number, problem, step) in steps {
            self.step(number, Item::Problem(problem), step)?;
        }
        Ok(())
    }

    /// Returns whether another problem is to be taken.
    fn wants_more(&self) -> bool {
        let (busy, room) = self.source.room(self.pool.jobs(), self.has_row());
        let ahead = self.taken - self.given;
        !self.is_complete && self.judging < busy && ahead < room
    }

    /// Takes problems as long as the jobs need some, and room is left.
    fn feed(&mut self, py: Python<'_>) -> PyResult<()> {
        while self.wants_more() {
            if let Err(error) = self.take(py) {
                // The rows of the problems before it come first.
                self.raised = Some(error);
                self.is_complete = true;
            }
            self.collect()?;
        }
        Ok(())
    }

    /// Takes the rows that are there.
    fn collect(&mut self) -> PyResult<()> {
        while let Ok(row) = self.pool.rows.try_recv() {
            self.judged(row)?;
        }
        Ok(())
    }

    /// Returns whether the next row is there.
    fn has_row(&self) -> bool {
        let first = self.ready.first_key_value();
        first.is_some_and(|(&first, _)| !self.ordered || first == self.given)
    }

    /// The next row, if it is there.
    fn ready(&mut self) -> Option<Judged> {
        if !self.has_row() {
            return None;
        }
        self.given += 1;
        self.ready.pop_first().map(|(_, row)| row)
    }

    fn next(&mut self, py: Python<'_>, closed: &AtomicBool) -> PyResult<Option<Judged>> {
        while !closed.load(Ordering::SeqCst) {
            self.collect()?;
            self.feed(py)?;
            if let Some(row) = self.ready() {
                return Ok(Some(row));
            }
            if self.answered == self.taken && self.is_complete {
                return self.raised.take().map_or(Ok(None), Err);
            }
            match wait(py, &mut self.pool.rows) {
                Waited::Message(row) => self.judged(row)?,
                Waited::Raised(raised) => return Err(raised),
                Waited::Ended => {
                    return Err(PyRuntimeError::new_err(
                        "the threads of the jobs have ended",
                    ));
                }
            }
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
        // Whoever closed it has also ended the search of this row, which says too little.
        let is_closed = self.closed.load(Ordering::SeqCst);
        if is_closed || !matches!(next, Ok(Some(_))) {
            self.stop.store(true, Ordering::Relaxed);
            *state = State::Ended;
        } else {
            *state = State::Ready(work);
        }
        drop(state);
        let next = next?.filter(|_| !is_closed);
        Ok(next.map(|(row, headers)| Row(Arc::from(row), headers)))
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
        let policy = Policy::named(duplicates)?;
        refuse_impossible(hash_bytes, jobs)?;
        let source = Source::of(problems)?;
        let stop = Arc::new(AtomicBool::new(false));
        let settings = asked.settings(hash_bytes, &stop)?;
        let work = Work {
            source,
            pool: Pool::start(jobs.max(1), &settings)?,
            repeats: Repeats::new(&settings, policy),
            ids: (policy != Policy::Apart).then(Ids::new),
            ordered,
            ready: BTreeMap::new(),
            taken: 0,
            judging: 0,
            answered: 0,
            given: 0,
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
