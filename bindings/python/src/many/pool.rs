//! The threads that judge.

use super::item::{Item, Judged};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tsume::judge::{Judge, Settings};
use tsume::search::on_large_stack;

/// A row with the number of its problem.
pub type Numbered = (usize, Judged);

/// Threads that judge one problem after another. They end when this is dropped.
pub struct Pool {
    items: Sender<(usize, Item)>,
    pub rows: Receiver<Numbered>,
    jobs: usize,
}

impl Pool {
    /// Starts as many threads.
    pub fn start(jobs: usize, settings: &Settings) -> PyResult<Self> {
        let (items, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let (send, rows) = channel();
        for job in 0..jobs {
            let (queue, send) = (Arc::clone(&queue), send.clone());
            let judge = Judge::new(settings.clone());
            let thread = thread::Builder::new().name(format!("tsume {job}"));
            let started = thread.spawn(move || on_large_stack(move || serve(judge, &queue, &send)));
            started.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        }
        Ok(Self { items, rows, jobs })
    }

    pub const fn jobs(&self) -> usize {
        self.jobs
    }

    /// Gives a problem to the next thread that has time.
    pub fn give(&self, number: usize, item: Item) -> PyResult<()> {
        let given = self.items.send((number, item));
        given.map_err(|_| PyRuntimeError::new_err("the threads of the jobs have ended"))
    }
}

/// Judges problems until there are no more, or nobody wants their rows.
fn serve(mut judge: Judge, queue: &Mutex<Receiver<(usize, Item)>>, rows: &Sender<Numbered>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, item)) = next else { break };
        let row = item.judged(&mut judge);
        if rows.send((number, row)).is_err() {
            break;
        }
    }
}
