//! The native part of the Python package `tsume_shogi`. The package wraps these classes in Python classes.
//! Users import the package, not this module.

mod arrow;
mod asked;
mod cluster;
mod command;
mod comparison;
mod compositions;
mod many;
mod notation;
mod page;
mod problem;
mod progress;
mod proofs;
mod repairs;
mod row;
mod signals;
mod solver;
mod works;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::arrow::RowStream;
    #[pymodule_export]
    use crate::cluster::{
        Feed, answer_of, counts, row_of_duplicate, row_of_failure, row_of_run, summary,
    };
    #[pymodule_export]
    use crate::command::run;
    #[pymodule_export]
    use crate::comparison::{compare, comparison_text, pairs};
    #[pymodule_export]
    use crate::compositions::Compositions;
    #[pymodule_export]
    use crate::many::Many;
    #[pymodule_export]
    use crate::notation::{describe, drawn, terms, verdicts};
    #[pymodule_export]
    use crate::page::page;
    #[pymodule_export]
    use crate::problem::{Problem, Reader, read_path, read_stream, read_text};
    #[pymodule_export]
    use crate::proofs::{Claims, verify};
    #[pymodule_export]
    use crate::repairs::repairs;
    #[pymodule_export]
    use crate::row::Row;
    #[pymodule_export]
    use crate::solver::Solver;
    #[pymodule_export]
    use crate::works::Works;

    /// The version of the solver.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The number of bytes of an answer.
    #[pymodule_export]
    const ANSWER_BYTES: usize = tsume::batch::duplicates::CachedVerdict::BYTES;
}
