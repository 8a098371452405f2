//! Waiting for other threads without keeping Python from its signals.

use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// The longest time between two looks at signals.
const TICK: Duration = Duration::from_millis(50);

/// What came first.
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
