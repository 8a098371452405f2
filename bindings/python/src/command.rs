//! The command `tsume`.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command line and returns its exit status. The first argument is the name of the command line.
/// The run takes over the handling of Ctrl-C.
#[pyfunction]
pub fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        tsume::cli::note_closed_stdout();
        tsume::cli::run(arguments).status()
    })
}
