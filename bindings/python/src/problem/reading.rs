//! Reads problems of files, folders, texts and file objects.

use super::{Problem, format_named};
use crate::row::Row;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tsume::Problems;
use tsume::input::{ReadAs, Records, Source};
use tsume::judge::Refused;
use tsume::notation::FileType;

/// Reads one problem after another.
#[pyclass(frozen, module = "tsume_shogi._native")]
#[derive(Clone, Debug)]
pub struct Reader(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    problems: Mutex<Problems>,
    /// The exception that a file object raised.
    raised: Raised,
    /// Whether problems come at once, as from files and texts.
    is_prompt: bool,
}

type Raised = Arc<Mutex<Option<PyErr>>>;

impl Reader {
    fn new(records: Records, raised: Raised, is_prompt: bool) -> Self {
        Self(Arc::new(Inner {
            problems: Mutex::new(Problems::of(records)),
            raised,
            is_prompt,
        }))
    }

    /// Returns whether problems come at once. A file object may keep its reader waiting.
    pub fn is_prompt(&self) -> bool {
        self.0.is_prompt
    }

    /// Reads the next problem.
    ///
    /// # Errors
    /// The exception that a file object raised.
    pub fn read(&self, py: Python<'_>) -> PyResult<Option<Result<tsume::Problem, Box<Refused>>>> {
        let inner = &*self.0;
        // The lock is only ever taken without the interpreter, which a file object may need.
        let next = py.detach(|| {
            let mut problems = inner
                .problems
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            problems.next()
        });
        take(&inner.raised).map_or(Ok(next), Err)
    }
}

fn take(raised: &Raised) -> Option<PyErr> {
    let mut raised = raised.lock().unwrap_or_else(PoisonError::into_inner);
    raised.take()
}

#[pymethods]
impl Reader {
    /// The next problem, or the row of a record that is none; `None` at the end.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match self.read(py)? {
            None => None,
            Some(Ok(problem)) => Some(Bound::new(py, Problem::from(problem))?.into_any()),
            Some(Err(refused)) => {
                let row = Row::new(refused.row());
                Some(Bound::new(py, row)?.into_any())
            }
        })
    }
}

/// Reads a file or a folder.
#[pyfunction]
#[pyo3(signature = (path, format=None))]
pub fn read_path(path: PathBuf, format: Option<&str>) -> PyResult<Reader> {
    let records = read_records(path, form(format)?);
    Ok(Reader::new(records, Raised::default(), true))
}

/// Returns the records of a file or a folder.
pub fn read_records(path: PathBuf, format: Option<ReadAs>) -> Records {
    let source = match Source::from_argument(OsStr::new(&path)) {
        Source::Folder(path) => Source::Folder(path),
        _ => Source::File(path),
    };
    Records::new([source], format)
}

/// Returns the records of what the method `read` of an object returns. A source that cannot be read
/// to its end gives an error row.
pub fn stream_records(
    py: Python<'_>,
    file: Py<PyAny>,
    name: &str,
    format: Option<&str>,
) -> PyResult<Records> {
    let (reader, raised) = FileObject::open(file);
    let form = form_of_stream(format, name)?;
    let records = py.detach(|| Records::of_stream(name, reader, form));
    take(&raised).map_or(Ok(()), Err)?;
    let records = records.map(Records::of_file);
    records.map_err(|error| PyOSError::new_err(error.to_string()))
}

/// Reads a text.
#[pyfunction]
#[pyo3(signature = (text, name, format=None))]
pub fn read_text(text: String, name: &str, format: Option<&str>) -> PyResult<Reader> {
    let reader = Box::new(Cursor::new(text));
    of_stream(name, reader, format, Raised::default(), true)
}

/// Reads what the method `read` of an object returns.
#[pyfunction]
#[pyo3(signature = (file, name, format=None))]
pub fn read_stream(file: Py<PyAny>, name: &str, format: Option<&str>) -> PyResult<Reader> {
    let (reader, raised) = FileObject::open(file);
    of_stream(name, reader, format, raised, false)
}

fn of_stream(
    name: &str,
    reader: Box<dyn BufRead + Send>,
    format: Option<&str>,
    raised: Raised,
    is_prompt: bool,
) -> PyResult<Reader> {
    let records = Records::of_stream(name, reader, form_of_stream(format, name)?);
    take(&raised).map_or(Ok(()), Err)?;
    let records =
        records.map_err(|error| super::ProblemError::new_err((error.to_string(), "io")))?;
    Ok(Reader::new(records, raised, is_prompt))
}

/// Returns the form of a stream: the given one, or that of records if the name has their extension.
fn form_of_stream(format: Option<&str>, name: &str) -> PyResult<Option<ReadAs>> {
    let named = || FileType::of(Path::new(name))?.record_format();
    Ok(form(format)?.or_else(|| named().map(ReadAs::Kifu)))
}

fn form(format: Option<&str>) -> PyResult<Option<ReadAs>> {
    Ok(match format {
        None => None,
        Some("lines") => Some(ReadAs::Lines),
        Some(name) => Some(ReadAs::Kifu(format_named(name)?)),
    })
}

/// A file object of Python.
struct FileObject {
    file: Py<PyAny>,
    rest: Cursor<Vec<u8>>,
    raised: Raised,
}

impl FileObject {
    /// Opens a file object. Returns the place of the exception that it raises, too.
    fn open(file: Py<PyAny>) -> (Box<dyn BufRead + Send>, Raised) {
        let raised = Raised::default();
        let reader = Self {
            file,
            rest: Cursor::default(),
            raised: Arc::clone(&raised),
        };
        (Box::new(BufReader::with_capacity(1 << 16, reader)), raised)
    }
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let more = Python::attach(|py| {
            let more = self.file.bind(py).call_method1("read", (1 << 16,))?;
            if let Ok(bytes) = more.cast::<PyBytes>() {
                Ok(bytes.as_bytes().to_vec())
            } else if let Ok(text) = more.cast::<PyString>() {
                Ok(text.to_str()?.as_bytes().to_vec())
            } else {
                let message = "read() of the file returned neither text nor bytes";
                Err(PyTypeError::new_err(message))
            }
        });
        match more {
            Ok(more) => {
                self.rest = Cursor::new(more);
                self.rest.read(buffer)
            }
            Err(error) => {
                let message = error.to_string();
                let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                *raised = Some(error);
                Err(io::Error::other(message))
            }
        }
    }
}
