//! The items that an iterable of problems may yield.

use crate::problem::Problem;
use pyo3::exceptions::{PyRecursionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::io::Cursor;
use tsume::answer::{Row, RowError};
use tsume::composition::{AttackerRule, DefenderHandRule};
use tsume::input::{Ids, Origin, Record, Requests};
use tsume::judge::{Intake, ParsedProblem};
use tsume::said::Said;
use tsume::vocabulary::ErrorKind;

/// A problem, or the row that says why there is none.
pub type Read = Result<ParsedProblem, Box<Row>>;

/// Takes a problem, an SFEN, or a mapping with the key `sfen`. `number` is its number, from 0. `ids`
/// tells equal ids apart.
pub fn read(object: &Bound<'_, PyAny>, number: usize, ids: Option<&mut Ids>) -> PyResult<Read> {
    let place = Origin::new("problem", Some(number + 1));
    let mut has_name = true;
    let mut read = if let Ok(text) = object.cast::<PyString>() {
        of_record(Record {
            origin: place.clone(),
            text: Ok(text.to_string_lossy().into_owned()),
            fields: None,
            kifu: None,
        })
    } else if let Some(native) = object.getattr_opt("_native")?
        && let Ok(problem) = native.cast::<Problem>()
    {
        has_name = problem.get().0.id().is_some();
        Ok(problem.get().parsed())
    } else {
        of_fields(object, &place)?
    };
    let id = match &mut read {
        Ok(parsed) => &mut parsed.id,
        Err(row) => &mut row.id,
    };
    *id = match (has_name.then_some(&**id), ids) {
        (own, Some(ids)) => ids.assign(own, &place),
        (own, None) => own.map_or_else(|| place.to_string(), str::to_owned),
    };
    Ok(read)
}

/// Takes a mapping, or what stands for no value.
fn of_fields(object: &Bound<'_, PyAny>, place: &Origin) -> PyResult<Read> {
    let py = object.py();
    let values = py.import("tsume_shogi._values")?;
    let none = |message| {
        let error = RowError::new(ErrorKind::Record, message, None);
        Ok(Err(Box::new(Row::of_error(place.to_string(), error))))
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
    Ok(of_record(Record { origin, ..record }))
}

fn of_record(record: Record) -> Read {
    let mut intake = Intake::echoing(AttackerRule::Auto, DefenderHandRule::Auto);
    let read = intake.read(Ok(record));
    read.map_err(|refused| Box::new(refused.row()))
}
