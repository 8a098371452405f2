//! Progress that is reported to an observer which may be slow: only the latest counts.

use crate::signals::wait;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};
use tsume::search::{Progress, Stage};
use tsume::vocabulary::StageWord;

/// The latest value that was not taken yet.
#[derive(Debug)]
pub struct Latest<T>(Mutex<Option<T>>);

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Latest<T> {
    /// Puts a value in the place of the last one. Returns whether that one was taken, so that the observer
    /// is to be told of this one.
    pub fn put(&self, value: T) -> bool {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        latest.replace(value).is_none()
    }

    /// Takes the latest value.
    pub fn take(&self) -> Option<T> {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        latest.take()
    }
}

/// A message of the thread that works.
pub enum Event<D> {
    /// There is progress.
    Progress,
    /// The work is done.
    Done(D),
}

/// Waits for work of another thread, and reports its progress. `report` returns whether the work is to go
/// on. Otherwise, and after a signal or an exception, `stop` ends the work within milliseconds. Returns the
/// result, unless the thread has ended before, and the first exception.
pub fn attend<P, D: Send>(
    py: Python<'_>,
    events: &mut Receiver<Event<D>>,
    latest: &Latest<P>,
    stop: &AtomicBool,
    mut report: impl FnMut(&P) -> PyResult<bool>,
) -> (Option<D>, Option<PyErr>) {
    let mut failure = None;
    loop {
        let goes_on = match wait(py, events) {
            Ok(Some(Event::Done(done))) => return (Some(done), failure),
            Ok(None) => return (None, failure),
            Ok(Some(Event::Progress)) => {
                // An answer that is there makes the progress before it old.
                if let Ok(Event::Done(done)) = events.try_recv() {
                    return (Some(done), failure);
                }
                match latest.take() {
                    Some(it) if !stop.load(Ordering::Relaxed) => report(&it),
                    _ => Ok(true),
                }
            }
            Err(raised) => Err(raised),
        };
        if !matches!(goes_on, Ok(true)) {
            stop.store(true, Ordering::Relaxed);
        }
        if let Err(raised) = goes_on {
            failure.get_or_insert(raised);
        }
    }
}

/// Makes the exception for a failure of the program.
pub fn failed(message: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("the program failed, please report this: {message}"))
}

/// Returns whether an observer with this answer wants the work to go on: it does unless it says `False`.
pub fn is_wanted(answer: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(!answer.is_exact_instance_of::<PyBool>() || answer.is_truthy()?)
}

/// Calls the observer. Returns whether the search goes on: not if it returns `False`.
pub fn report(progress: &Progress, observer: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(observer) = observer else {
        return Ok(true);
    };
    let (stage, decided) = match progress.stage {
        Stage::MainLine(_) => (StageWord::MainLine, None),
        Stage::StrictLength(_) => (StageWord::StrictLength, None),
        Stage::OtherChecks { decided, all, .. } => (StageWord::OtherChecks, Some((decided, all))),
        Stage::IdlePieces { looked_at, all, .. } => (StageWord::IdlePieces, Some((looked_at, all))),
        Stage::Certificate => (StageWord::Certificate, None),
        Stage::Length => (StageWord::Length, None),
    };
    let usi = |line: &[tsume::shogi::Move]| -> Vec<String> {
        line.iter().map(ToString::to_string).collect()
    };
    let stats = progress.stats;
    let answer = observer.call1((
        stage.word(),
        decided,
        stats.nodes,
        stats.depth,
        stats.hashfull,
        progress.bound(),
        usi(&progress.line),
        usi(&progress.path),
    ))?;
    is_wanted(&answer)
}
