//! Says after a while that a search has no limit.

use super::diagnostics::tell;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The time after which a user wants to know how a search can be ended.
const WHILE: Duration = Duration::from_secs(10);

/// A run whose problems have no limit. If it lasts, standard error says once how to end it.
#[derive(Debug)]
pub(super) struct Patience {
    /// Dropping it ends the waiting.
    _end: Option<Sender<()>>,
}

impl Patience {
    /// Begins to wait if this is wanted.
    pub fn begin(wanted: bool) -> Self {
        if !wanted {
            return Self { _end: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        // Without a thread nothing is said.
        let waits = thread::Builder::new().spawn(move || {
            if ended.recv_timeout(WHILE) == Err(RecvTimeoutError::Timeout) {
                say();
            }
        });
        drop(waits);
        Self { _end: Some(end) }
    }
}

fn say() {
    if io::stderr().is_terminal() {
        // The line of progress is there, and comes again below.
        drop(write!(io::stderr(), "\r\x1b[K"));
    }
    tell(&say!(
        "a problem given as an argument has no limit: Ctrl-C ends the search and tells what is known, \
         `--time 1m` limits it",
        "引数で渡した問題の探索に制限はない：Ctrl-C で打ち切るとそこまでの結果を出し、--time 1m で\
         時間を制限できる"
    ));
}
