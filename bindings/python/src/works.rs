//! Collections in which similar works are found.

use crate::asked::invalid;
use crate::problem::Problem;
use pyo3::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use tsume::batch::replace::AtomicFile;
use tsume::composition::similar::Wanted;
use tsume::similar::file::{self, IndexError};
use tsume::similar::{Index, IndexedProblem};

/// Problems, prepared for questions about similar ones.
#[pyclass(frozen, module = "tsume_shogi._native")]
#[derive(Debug)]
pub struct Works(pub Arc<Index>);

#[pymethods]
impl Works {
    /// Takes the problems of an iterator.
    #[new]
    fn new(problems: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut known = Vec::new();
        for problem in problems.try_iter()? {
            let problem = problem?;
            let problem = problem.cast::<Problem>()?.get();
            known.push(indexed(problem));
        }
        Ok(Self(Arc::new(known.into_iter().collect())))
    }

    /// Reads what `write` has written.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let known = py.detach(|| {
            let known = file::read(File::open(path)?);
            known.map_err(|error| match error {
                IndexError::Io(error) => error.into(),
                error => invalid(error),
            })
        })?;
        Ok(Self(Arc::new(known.into_iter().collect())))
    }

    /// Writes the index into a file, which is there when it is complete.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            let (whole, out) = AtomicFile::begin(&path)?;
            file::write(&self.0, BufWriter::new(out))?.flush()?;
            whole.map_or(Ok(()), |mut whole| whole.publish())?;
            Ok(())
        })
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The works similar to a problem, as JSON.
    fn similar(
        &self,
        py: Python<'_>,
        problem: &Problem,
        best: usize,
        min_score: u8,
    ) -> PyResult<String> {
        py.detach(|| {
            let known = indexed(problem);
            let rows = self.0.rows(&known, Wanted { best, min_score });
            serde_json::to_string(&rows).map_err(invalid)
        })
    }
}

/// Returns a problem as collections know it.
fn indexed(problem: &Problem) -> IndexedProblem {
    let it = problem.0.parsed();
    IndexedProblem::new(&it.id, &it.origin, &it.problem, &it.known_line())
}
