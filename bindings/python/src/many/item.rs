//! The items that an iterable of problems may yield.

use crate::problem::Problem;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::io::Cursor;
use std::sync::Arc;
use tsume::composition::{AttackerRule, DefenderHandRule};
use tsume::input::{Origin, Record, Requests};
use tsume::judge::{Intake, Judge, Refused};
use tsume::report::Row;

/// A problem, or why there is none.
pub enum Item {
    Problem(Arc<tsume::Problem>),
    Refused(Box<Refused>),
}

impl Item {
    pub fn of_reader(read: Result<Problem, Box<Refused>>) -> Self {
        match read {
            Ok(problem) => Self::Problem(problem.0),
            Err(refused) => Self::Refused(refused),
        }
    }

    /// Takes a problem, an SFEN, or a dictionary with the key `sfen`. `number` is its number, from 0.
    pub fn of_object(object: &Bound<'_, PyAny>, number: usize) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            let origin = Origin::new("problem", Some(number + 1));
            return Ok(Self::of_record(Record {
                origin,
                text: Ok(text.to_str()?.to_owned()),
                fields: None,
                kifu: None,
            }));
        }
        let native = object.getattr_opt("_native")?;
        let native = native.as_ref().unwrap_or(object);
        if let Ok(problem) = native.cast::<Problem>() {
            return Ok(Self::Problem(Arc::clone(&problem.get().0)));
        }
        if let Ok(fields) = object.cast::<PyDict>() {
            let json = object.py().import("json")?;
            let text: String = json.call_method1("dumps", (fields,))?.extract()?;
            let Some(Ok(record)) = Requests::new(Box::new(Cursor::new(text))).next() else {
                unreachable!("every line is a request")
            };
            let origin = Origin::new("problem", Some(number + 1));
            return Ok(Self::of_record(Record { origin, ..record }));
        }
        let message = format!(
            "a problem is a Problem, an SFEN, or a dict with the key \"sfen\", not {}",
            object.get_type().name()?
        );
        Err(PyTypeError::new_err(message))
    }

    fn of_record(record: Record) -> Self {
        let mut intake = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto);
        match intake.read(Ok(record)) {
            Ok(parsed) => Self::Problem(Arc::new(tsume::Problem::from(parsed))),
            Err(refused) => Self::Refused(refused),
        }
    }

    /// Judges it.
    pub fn judged(&self, judge: &mut Judge) -> Row {
        match self {
            Self::Problem(problem) => judge.entry(&problem.parsed()).0.row,
            Self::Refused(refused) => judge.refusal(refused.entry()).row,
        }
    }
}
