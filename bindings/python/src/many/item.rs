//! The items that an iterable of problems may yield.

use crate::problem::Problem;
use crate::row::Headers;
use pyo3::exceptions::{PyRecursionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::io::Cursor;
use tsume::composition::{AttackerRule, DefenderHandRule};
use tsume::input::{Ids, Origin, Record, Requests};
use tsume::judge::{Intake, Judge, Refused};
use tsume::report::{self, ErrorKind, RowError, Said};

/// A row with the headers of its problem.
pub type Judged = (Box<report::Row>, Headers);

/// A problem, or the row that says why there is none.
pub enum Item {
    Problem(Problem),
    Refused(Box<report::Row>),
}

impl Item {
    pub fn of_reader(read: Result<Problem, Box<Refused>>) -> Self {
        match read {
            Ok(problem) => Self::Problem(problem),
            Err(refused) => Self::Refused(Box::new(refused.row())),
        }
    }

    /// Takes a problem, an SFEN, or a mapping with the key `sfen`. `number` is its number, from 0. `ids`
    /// tells equal ids apart.
    pub fn of_object(
        object: &Bound<'_, PyAny>,
        number: usize,
        ids: Option<&mut Ids>,
    ) -> PyResult<Self> {
        let place = Origin::new("problem", Some(number + 1));
        let item = if let Ok(text) = object.cast::<PyString>() {
            Self::of_record(Record {
                origin: place.clone(),
                text: Ok(text.to_string_lossy().into_owned()),
                fields: None,
                kifu: None,
            })
        } else if let Some(native) = object.getattr_opt("_native")?
            && let Ok(problem) = native.cast::<Problem>()
        {
            Self::Problem(problem.get().clone())
        } else {
            Self::of_fields(object, &place)?
        };
        Ok(item.named(&place, ids))
    }

    /// Takes a mapping, or what stands for no value.
    fn of_fields(object: &Bound<'_, PyAny>, place: &Origin) -> PyResult<Self> {
        let py = object.py();
        let values = py.import("tsume_shogi._values")?;
        let none = |message| {
            let error = RowError::new(ErrorKind::Record, message, None);
            let row = report::Row::of_error(place.to_string(), error);
            Ok(Self::Refused(Box::new(row)))
        };
        let line = match values.call_method1("request", (object,)) {
            Ok(line) => line,
            // A mapping that holds itself, say.
            Err(error)
                if error.is_instance_of::<PyValueError>(py)
                    || error.is_instance_of::<PyRecursionError>(py) =>
            {
                let why = error.value(py);
                return none(Said::new(
                    format!("the fields cannot be written as JSON: {why}"),
                    format!("項目をJSONにできない：{why}"),
                ));
            }
            Err(error) => return Err(error),
        };
        let Ok(line) = line.cast::<PyString>() else {
            return none(Said::new(
                "there is no problem: the value is missing",
                "問題がない：値が欠けている",
            ));
        };
        let line = line.to_string_lossy().into_owned();
        let Some(Ok(record)) = Requests::new(Box::new(Cursor::new(line))).next() else {
            unreachable!("every line is a request")
        };
        let origin = place.clone();
        Ok(Self::of_record(Record { origin, ..record }))
    }

    fn of_record(record: Record) -> Self {
        let mut intake = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto);
        let read = intake.read(Ok(record));
        Self::of_reader(read.map(|parsed| Problem::from(tsume::Problem::from(parsed))))
    }

    /// Gives it a name that no other has: its own, else its place.
    fn named(self, place: &Origin, ids: Option<&mut Ids>) -> Self {
        let own = match &self {
            Self::Problem(problem) => problem.0.id(),
            Self::Refused(row) => Some(&*row.id),
        };
        let name = match ids {
            Some(ids) => ids.assign(own, place),
            None => own.map_or_else(|| place.to_string(), str::to_owned),
        };
        let is_named = own == Some(&*name);
        match self {
            it if is_named => it,
            Self::Problem(problem) => Self::Problem(problem.with_id(name)),
            Self::Refused(mut row) => {
                row.id = name;
                Self::Refused(row)
            }
        }
    }

    /// Judges it. Its headers come with the row.
    pub fn judged(self, judge: &mut Judge) -> Judged {
        match self {
            Self::Problem(problem) => {
                let row = judge.row(&problem.0.parsed()).0;
                (Box::new(row), problem.headers())
            }
            Self::Refused(row) => {
                let row = judge.refusal(*row);
                (Box::new(row), Headers::new())
            }
        }
    }
}
