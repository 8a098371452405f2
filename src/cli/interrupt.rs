//! Ctrl-C: the first one ends the search with what is known, the second one ends the program.

use super::exit::Exit;
use super::lang::localized;
use anyhow::Context;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The state of the handler of Ctrl-C.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    /// Whether the run has to end.
    stop: Arc<AtomicBool>,
    /// Whether a search is under way, which ends by itself when `stop` is set.
    searching: Arc<AtomicBool>,
}

impl Interrupt {
    /// Handles Ctrl-C (and requests to terminate) from now on.
    pub fn install() -> anyhow::Result<Self> {
        let interrupt = Self::default();
        let state = interrupt.clone();
        ctrlc::set_handler(move || {
            let is_second = state.stop.swap(true, Ordering::SeqCst);
            // Outside a search the program may be waiting for input that never comes. All finished
            // rows are flushed, so nothing is lost by ending at once.
            if is_second || !state.searching.load(Ordering::SeqCst) {
                std::process::exit(Exit::Interrupted.status().into());
            }
        })
        .context(localized([
            "cannot listen to Ctrl-C",
            "Ctrl-C を受け取れない",
        ]))?;
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

    /// Returns this exit status, or that of an interrupted run if the run was interrupted.
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
        // If the search was interrupted, its answer still has to be written. Until then only a second Ctrl-C
        // ends the program.
        self.searching.store(self.is_set(), Ordering::SeqCst);
        result
    }
}

/// Returns `Continue` if the work is to go on, else `Break`.
pub(super) const fn continue_if(goes_on: bool) -> ControlFlow<()> {
    if goes_on {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// Makes a write beyond the size limit of files (`ulimit -f`) fail like a write to a full disk. By default the
/// signal `SIGXFSZ` would end the program in the middle of its files.
pub(super) fn survive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // If the system refuses, the default stays.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}
