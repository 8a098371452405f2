//! Waiting and working without keeping Python from its signals.

use pyo3::prelude::*;
use std::cell::{Cell, OnceCell};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The longest time between two looks at signals.
const TICK: Duration = Duration::from_millis(50);

/// Calls a function that waits for a while until it returns something. Other Python threads run meanwhile.
///
/// # Errors
/// The exception that the handler of a signal raised, such as that of Ctrl-C.
pub fn until<T: Send>(
    py: Python<'_>,
    mut wait: impl FnMut(Duration) -> Option<T> + Send,
) -> PyResult<T> {
    loop {
        if let Some(found) = py.detach(|| wait(TICK)) {
            return Ok(found);
        }
        py.check_signals()?;
    }
}

/// Waits for a message; `None` if the other side has ended.
///
/// # Errors
/// The exception that the handler of a signal raised.
pub fn wait<T: Send>(py: Python<'_>, messages: &mut Receiver<T>) -> PyResult<Option<T>> {
    // A receiver may be sent to other threads, but not shared with them.
    until(py, move |time| match messages.recv_timeout(time) {
        Ok(message) => Some(Some(message)),
        Err(RecvTimeoutError::Disconnected) => Some(None),
        Err(RecvTimeoutError::Timeout) => None,
    })
}

/// Looks at signals during work that needs no interpreter.
#[derive(Debug)]
pub struct Signals {
    looked: Cell<Instant>,
    raised: OnceCell<PyErr>,
}

impl Default for Signals {
    fn default() -> Self {
        Self {
            looked: Cell::new(Instant::now()),
            raised: OnceCell::new(),
        }
    }
}

impl Signals {
    /// Returns whether a signal's handler has raised, so that the work is to end. Looks at signals
    /// if this was not done a moment ago.
    pub fn are_raising(&self) -> bool {
        if !self.have_raised() && self.looked.get().elapsed() >= TICK {
            self.looked.set(Instant::now());
            if let Some(raised) = Python::attach(|py| py.check_signals().err()) {
                let _ = self.raised.set(raised);
            }
        }
        self.have_raised()
    }

    /// Returns whether a signal's handler has raised.
    pub fn have_raised(&self) -> bool {
        self.raised.get().is_some()
    }

    /// Passes on what a signal's handler raised.
    pub fn raised(self) -> PyResult<()> {
        self.raised.into_inner().map_or(Ok(()), Err)
    }
}
