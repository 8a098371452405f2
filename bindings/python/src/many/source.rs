//! The sources of problems, and how many are taken ahead of the rows.

use super::item::{Read, read};
use crate::problem::Reader;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::time::{Duration, Instant};
use tsume::input::Ids;

/// The most problems ahead of the rows taken, while one problem takes long.
const WINDOW: usize = 1024;

/// As many problems wait for each job, so that none is idle while rows are taken.
const WAITING: usize = 16;

/// A source that takes longer to give a problem is slow.
const PATIENCE: Duration = Duration::from_millis(1);

enum Origin {
    Reader(Reader),
    Iterator(Py<PyIterator>),
}

/// A source of problems.
pub struct Source {
    origin: Origin,
    /// Whether it gives problems at once, as files and collections do.
    is_prompt: bool,
    /// Whether it took long to give its last problem.
    is_slow: bool,
}

impl Source {
    /// Takes a reader or another iterable.
    pub fn of(problems: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (origin, is_prompt) = if let Ok(reader) = problems.cast::<Reader>() {
            let reader = reader.get().clone();
            let is_prompt = reader.is_prompt();
            (Origin::Reader(reader), is_prompt)
        } else {
            let iterator = problems.try_iter()?.unbind();
            (Origin::Iterator(iterator), problems.len().is_ok())
        };
        Ok(Self {
            origin,
            is_prompt,
            is_slow: false,
        })
    }

    /// Takes the next problem, with this number. `ids` tells equal ids apart; those of a reader are.
    pub fn next(
        &mut self,
        py: Python<'_>,
        number: usize,
        ids: Option<&mut Ids>,
    ) -> PyResult<Option<Read>> {
        let begun = Instant::now();
        let item = match &self.origin {
            Origin::Reader(reader) => reader.read(py)?.map(|it| match it {
                Ok(problem) => Ok(problem.parsed().into_owned()),
                Err(refused) => Err(Box::new(refused.row())),
            }),
            Origin::Iterator(iterator) => {
                let mut iterator = iterator.bind(py).clone();
                let next = iterator.next().transpose()?;
                next.map(|it| read(&it, number, ids)).transpose()?
            }
        };
        self.is_slow = begun.elapsed() > PATIENCE;
        Ok(item)
    }

    /// Returns up to how many problems are given to the jobs, and up to how many are taken ahead of the
    /// rows. `has_row` says that a row is there, which is not to wait for a slow source.
    pub fn room(&self, jobs: usize, has_row: bool) -> (usize, usize) {
        match (self.is_prompt, has_row) {
            (true, _) => (WAITING * jobs, WINDOW.max(WAITING * jobs)),
            // One job: the source may itself wait for each row before it gives the next problem.
            (false, true) if jobs == 1 || self.is_slow => (0, 0),
            (false, false) if jobs == 1 => (1, WINDOW),
            (false, true) => (2 * jobs, 4 * jobs),
            (false, false) => (2 * jobs, WINDOW.max(2 * jobs)),
        }
    }
}
