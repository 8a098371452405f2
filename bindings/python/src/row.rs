//! Rows: the answers about one problem.

use crate::asked::invalid;
use pyo3::prelude::*;
use std::sync::Arc;
use tsume::answer;

/// A row. The package reads what is asked for most from the getters, the
/// rest from the JSON.
#[pyclass(frozen, module = "tsume_shogi._native")]
#[derive(Debug)]
pub struct Row(pub Arc<answer::Row>);

impl Row {
    /// Takes a row.
    pub fn new(row: answer::Row) -> Self {
        Self(Arc::new(row))
    }
}

#[pymethods]
impl Row {
    /// Reads a row that `json` wrote.
    #[staticmethod]
    fn of_json(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map(Self::new).map_err(invalid)
    }

    /// The row as the command line writes it.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.to_json())
    }

    #[getter]
    fn id(&self) -> &str {
        &self.0.id
    }

    #[getter]
    fn sfen(&self) -> Option<&str> {
        self.0.sfen.as_deref()
    }

    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.word()
    }

    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.verdict.word()
    }

    #[getter]
    fn goal(&self) -> &'static str {
        self.0.goal.word()
    }

    #[getter]
    fn plies(&self) -> Option<u32> {
        self.0.plies
    }

    #[getter]
    fn plies_strict(&self) -> Option<u32> {
        self.0.plies_strict
    }

    #[getter]
    fn plies_at_most(&self) -> Option<u32> {
        self.0.plies_at_most
    }

    #[getter]
    fn solution(&self) -> &[String] {
        &self.0.solution
    }

    /// The limit that was reached.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.0.limit.map(tsume::vocabulary::Limit::word)
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The kind and the message of the error, and its place in bytes of the input.
    #[getter]
    #[allow(clippy::type_complexity)]
    fn error(&self) -> Option<(&'static str, String, Option<(usize, usize)>)> {
        let error = self.0.error.as_ref()?;
        Some((error.kind.word(), error.message.to_string(), error.span))
    }
}
