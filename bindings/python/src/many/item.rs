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

/// A problem, or what may be one.
pub enum Item {
    Problem(Arc<tsume::Problem>),
    Refused(Box<Refused>),
    /// An SFEN.
    Sfen(String),
    /// A JSON object with an SFEN in it.
    Json(String),
}

impl Item {
    pub fn of_reader(read: Result<Problem, Box<Refused>>) -> Self {
        match read {
            Ok(problem) => Self::Problem(problem.0),
            Err(refused) => Self::Refused(refused),
        }
    }

    /// Takes a problem, an SFEN, or a dictionary with the key `sfen`.
    pub fn of_object(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::Sfen(text.to_str()?.to_owned()));
        }
        let native = object.getattr_opt("_native")?;
        let native = native.as_ref().unwrap_or(object);
        if let Ok(problem) = native.cast::<Problem>() {
            return Ok(Self::Problem(Arc::clone(&problem.get().0)));
        }
        if let Ok(fields) = object.cast::<PyDict>() {
            let json = object.py().import("json")?;
            return Ok(Self::Json(
                json.call_method1("dumps", (fields,))?.extract()?,
            ));
        }
        let message = format!(
            "a problem is a Problem, an SFEN, or a dict with the key \"sfen\", not {}",
            object.get_type().name()?
        );
        Err(PyTypeError::new_err(message))
    }

    /// Judges it. `number` is its number, from 0.
    pub fn judged(self, number: usize, judge: &mut Judge) -> Row {
        let record = match self {
            Self::Problem(problem) => return judge.entry(&problem.parsed()).0.row,
            Self::Refused(refused) => return judge.refusal(refused.entry()).row,
            Self::Sfen(text) => Record {
                origin: Origin::new("problem", Some(number + 1)),
                text: Ok(text),
                fields: None,
                kifu: None,
            },
            Self::Json(text) => {
                let line = Requests::new(Box::new(Cursor::new(text))).next();
                match line {
                    Some(Ok(record)) => Record {
                        origin: Origin::new("problem", Some(number + 1)),
                        ..record
                    },
                    _ => unreachable!("every line is a request"),
                }
            }
        };
        let mut intake = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto);
        match intake.read(Ok(record)) {
            Ok(parsed) => judge.entry(&parsed).0.row,
            Err(refused) => judge.refusal(refused.entry()).row,
        }
    }
}
