//! Rows as Arrow tables, by the Arrow `PyCapsule` interface.
//!
//! The schema is fixed. Rows come in batches, so that memory is bounded.

mod columns;
mod schema;

use crate::asked::invalid;
use crate::many::Many;
use crate::row::Row;
use arrow_array::RecordBatch;
use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use columns::Columns;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator};
use std::sync::{Arc, Mutex, PoisonError};
use tsume::answer;

/// Rows in a batch.
const BATCH: usize = 1024;

/// A source of rows.
enum Source {
    Many(Py<Many>),
    Iterator(Py<PyIterator>),
}

impl Source {
    fn next(&self, py: Python<'_>) -> PyResult<Option<Arc<answer::Row>>> {
        match self {
            Self::Many(many) => Ok(many.get().next_row(py)?.map(|it| it.0)),
            Self::Iterator(iterator) => {
                let mut iterator = iterator.bind(py).clone();
                let Some(answer) = iterator.next().transpose()? else {
                    return Ok(None);
                };
                let row = answer.getattr_opt("_native")?;
                let row = row.as_ref().and_then(|it| it.cast::<Row>().ok());
                let row = row.ok_or_else(|| {
                    PyTypeError::new_err("the rows are those of solve, check and check_many")
                })?;
                Ok(Some(Arc::clone(&row.get().0)))
            }
        }
    }
}

/// Batches of rows.
struct Batches {
    source: Source,
    schema: SchemaRef,
}

impl Batches {
    fn batch(&self) -> PyResult<Option<RecordBatch>> {
        let rows = Python::attach(|py| {
            let mut rows = Vec::new();
            while rows.len() < BATCH {
                let Some(row) = self.source.next(py)? else {
                    break;
                };
                rows.push(row);
            }
            PyResult::Ok(rows)
        })?;
        if rows.is_empty() {
            return Ok(None);
        }
        let columns = rows.iter().map(|it| Columns::of(it));
        let columns: Vec<Columns> = columns.collect::<Result<_, _>>().map_err(invalid)?;
        let batch = serde_arrow::to_record_batch(self.schema.fields(), &columns);
        Ok(Some(batch.map_err(invalid)?))
    }
}

/// Has a typed Ctrl-C raised again. The reader gets only a text, and raises an exception of its own, which
/// programs handle.
fn again(py: Python<'_>, error: PyErr) {
    let is_typed = error.is_instance_of::<PyKeyboardInterrupt>(py);
    drop(error);
    if is_typed && let Ok(signals) = py.import("_thread") {
        // An exception of the reader does not raise another one.
        let _ = signals.call_method0("interrupt_main");
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.batch().transpose()?;
        Some(batch.map_err(|error| {
            Python::attach(|py| {
                // Making the text runs code of Python, which would raise at once.
                let text = error.to_string();
                again(py, error);
                ArrowError::ExternalError(text.into())
            })
        }))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Rows that can be read once as Arrow.
#[pyclass(frozen, module = "tsume_shogi._native")]
pub struct RowStream(Mutex<Option<Source>>);

impl std::fmt::Debug for RowStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowStream").finish_non_exhaustive()
    }
}

#[pymethods]
impl RowStream {
    #[new]
    fn new(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        let source = match rows.cast::<Many>() {
            Ok(many) => Source::Many(many.clone().unbind()),
            Err(_) => Source::Iterator(rows.try_iter()?.unbind()),
        };
        Ok(Self(Mutex::new(Some(source))))
    }

    /// The stream of batches.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The interface allows to pass over a wish that cannot be met.
        drop(requested_schema);
        let source = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let source = source.ok_or_else(|| {
            PyValueError::new_err("these rows were read already: call to_arrow again")
        })?;
        let schema = Arc::new(schema::schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(Batches { source, schema }));
        Ok(PyCapsule::new_with_value(py, stream, c"arrow_array_stream")?.into_any())
    }

    /// The schema.
    #[allow(clippy::unused_self)]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let schema: Schema = schema::schema();
        let schema = FFI_ArrowSchema::try_from(&schema);
        let schema = schema.map_err(invalid)?;
        Ok(PyCapsule::new_with_value(py, schema, c"arrow_schema")?.into_any())
    }
}
