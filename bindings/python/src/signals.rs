//! Waiting and working without keeping Python from its signals.

use pyo3::prelude::*;
use std::cell::{Cell, OnceCell};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The longest time between two looks at signals.
const TICK: Duration = Duration::from_millis(50);

/// The event that came first.
pub enum Waited<T> {
    Message(T),
    /// The other side has ended.
    Ended,
    /// A signal whose handler raised, such as Ctrl-C.
    Raised(PyErr),
}

/// Waits for a message while other Python threads run.
pub fn wait<T: Send>(py: Python<'_>, messages: &mut Receiver<T>) -> Waited<T> {
    loop {
        // A receiver may be sent to other threads, but not shared with them.
        let alone = &mut *messages;
        match py.detach(move || {
            let alone = alone;
            alone.recv_timeout(TICK)
        }) {
            Ok(message) => return Waited::Message(message),
            Err(RecvTimeoutError::Disconnected) => return Waited::Ended,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = py.check_signals() {
                    return Waited::Raised(raised);
                }
            }
        }
    }
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
