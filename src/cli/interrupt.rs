//! Ctrl-C: the first one ends the search with what is known, the second one ends the program.

use super::exit::Exit;
use super::lang::said;
use anyhow::Context;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The requests to end the run.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    stop: Arc<AtomicBool>,
    searching: Arc<AtomicBool>,
}

impl Interrupt {
    /// Handles Ctrl-C (and requests to terminate) from now on.
    pub fn install() -> anyhow::Result<Self> {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            let again = heard.stop.swap(true, Ordering::SeqCst);
            // Outside a search the program may be waiting for input that never comes. All finished
            // rows are flushed, so nothing is lost by ending at once.
            if again || !heard.searching.load(Ordering::SeqCst) {
                std::process::exit(Exit::Interrupted.status().into());
            }
        })
        .context(said(["cannot listen to Ctrl-C", "Ctrl-C を受け取れない"]))?;
        Ok(interrupt)
    }

    /// Returns the flag that a search watches.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns whether the run has to end.
    pub fn is_set(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Returns the status of a run that ends with this one, unless it was interrupted.
    pub fn exit(&self, exit: Exit) -> Exit {
        if self.is_set() {
            Exit::Interrupted
        } else {
            exit
        }
    }

    /// Runs a search, during which the first Ctrl-C does not end the program.
    pub fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, Ordering::SeqCst);
        let result = search();
        // The answer still has to be written: once the flag is set, only a second Ctrl-C ends the
        // program before that.
        self.searching.store(self.is_set(), Ordering::SeqCst);
        result
    }
}

/// Returns whether work goes on.
pub(super) const fn going_on(yes: bool) -> ControlFlow<()> {
    if yes {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// Makes a write that would let a file grow beyond the limit of the system (`ulimit -f`) fail as one on a full
/// disk does. Otherwise the signal `SIGXFSZ` would end the program in the middle of its files.
pub(super) fn survive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // If the system refuses, the signal does what it did.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}
