//! Collections in which similar works are found.

use crate::asked::invalid;
use crate::problem::Problem;
use pyo3::prelude::*;
use std::sync::Arc;
use tsume::composition::similar::Wanted;
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
