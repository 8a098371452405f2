//! Parts of a run on several machines: one intake of all problems, the rows of duplicates and of
//! failures, and the counts of rows.

use crate::problem::{Problem, State, read_records, stream_records};
use crate::row::Row;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tsume::batch::duplicates::{CachedVerdict, Duplicates, Identity};
use tsume::composition::{AttackerRule, DefenderHandRule};
use tsume::input::Records;
use tsume::judge::{Intake, repeated};
use tsume::notation::sfen;
use tsume::report::{self, ErrorKind, Finding, Lang, RowError, Said, Tally, kind_named};

/// An earlier problem with the same position: its id, whether one is the mirror image of the other,
/// and whether their colours are exchanged.
type Earlier = (String, bool, bool);

/// A record of the input: a problem with its place and an earlier one with the same position and
/// the place of its answer, or the row of a record that is no problem.
// Python gets it at once, so that its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(IntoPyObject)]
pub enum Taken {
    Problem(
        State,
        String,
        Option<usize>,
        Option<(Earlier, Option<usize>)>,
    ),
    Row(Row),
}

/// All problems of a run, from several sources. Ids are unique in the run, and duplicates are found.
#[pyclass(frozen, module = "tsume_shogi._native")]
pub struct Feed(Mutex<Inner>);

struct Inner {
    intake: Intake,
    duplicates: Duplicates,
    records: Option<Records>,
}

impl std::fmt::Debug for Feed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Feed").finish_non_exhaustive()
    }
}

impl Feed {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing that can panic happens under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn next(&mut self) -> Option<Taken> {
        let record = self.records.as_mut()?.next();
        let Some(record) = record else {
            self.records = None;
            return None;
        };
        Some(match self.intake.read(record) {
            Err(refused) => Taken::Row(Row::new(refused.row())),
            Ok(parsed) => {
                let identity = Identity::new(&parsed.problem, parsed.goal, &parsed.author().0);
                let id = parsed.id.clone();
                let (place, earlier) = match self.duplicates.look(&id, identity) {
                    Ok(place) => (place, None),
                    Err(it) => (None, Some(((it.of, it.mirrored, it.turned), it.answer))),
                };
                let state = State::of(&Problem::from(tsume::Problem::from(parsed)));
                Taken::Problem(state, id, place, earlier)
            }
        })
    }
}

#[pymethods]
impl Feed {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(Inner {
            intake: Intake::new(AttackerRule::Auto, DefenderHandRule::Auto),
            duplicates: Duplicates::new(),
            records: None,
        }))
    }

    /// Reads from a file or a folder next.
    fn open_path(&self, path: PathBuf) {
        self.lock().records = Some(read_records(path, None));
    }

    /// Reads from what the method `read` of an object returns next.
    #[pyo3(signature = (file, name, lines=false))]
    fn open_stream(
        &self,
        py: Python<'_>,
        file: Py<PyAny>,
        name: &str,
        lines: bool,
    ) -> PyResult<()> {
        let format = lines.then_some("lines");
        // The lock is only ever taken without the interpreter, which a file object may need.
        let records = stream_records(py, file, name, format)?;
        py.detach(|| self.lock().records = Some(records));
        Ok(())
    }

    /// Returns up to so many records of the source that was opened; none at its end.
    fn take(&self, py: Python<'_>, count: usize) -> Vec<Taken> {
        py.detach(|| {
            let mut inner = self.lock();
            std::iter::from_fn(|| inner.next()).take(count).collect()
        })
    }
}

fn note(row: &mut report::Row, (of, mirrored, turned): &Earlier) {
    row.duplicate_of = Some(of.clone());
    row.notes.push(Finding::duplicate(of, *mirrored, *turned));
}

/// Returns the row of a run with these limits in words, of a problem that may come again.
#[pyfunction]
#[pyo3(signature = (row, limits, earlier=None))]
pub fn row_of_run(row: &Row, limits: String, earlier: Option<Earlier>) -> Row {
    let mut row = report::Row::clone(&row.0);
    row.limits = Some(limits);
    if let Some(earlier) = &earlier {
        note(&mut row, earlier);
    }
    Row::new(row)
}

/// Returns the row of a problem that has the answer of an earlier one.
#[pyfunction]
pub fn row_of_duplicate(
    problem: &Problem,
    answer: &Row,
    earlier: Earlier,
    limits: String,
) -> PyResult<Row> {
    let parsed = problem.0.parsed();
    let verdict = CachedVerdict::of(&answer.0);
    let verdict = verdict.ok_or_else(|| PyValueError::new_err("the row has no answer"))?;
    let text = sfen::write(parsed.problem.setup());
    let mut row = verdict.row(parsed.id.clone(), text, answer.0.rules.clone());
    row.limits = Some(limits);
    let mut row = repeated(&parsed, row).0;
    note(&mut row, &earlier);
    Ok(Row::new(row))
}

/// Returns the row of a problem on which the program failed.
#[pyfunction]
pub fn row_of_failure(problem: &Problem, english: &str, japanese: &str) -> Row {
    let parsed = problem.0.parsed();
    let message = Said::new(
        format!("the program failed: {english}"),
        format!("プログラムの内部で誤りが起きた：{japanese}"),
    );
    let error = RowError::new(ErrorKind::Internal, message, None);
    let mut row = report::Row::of_error(parsed.id.clone(), error);
    row.sfen = Some(sfen::write(parsed.problem.setup()));
    row.hand_through(parsed.other_fields());
    Row::new(row)
}

/// Returns the counts of rows by name; defects have their kinds behind `defect:`.
#[pyfunction]
pub fn counts(rows: Vec<PyRef<'_, Row>>) -> HashMap<String, usize> {
    let mut tally = Tally::default();
    for row in &rows {
        tally.add(&row.0);
    }
    let mut counts: HashMap<String, usize> = fields(&mut tally)
        .into_iter()
        .map(|(name, count)| (name.to_owned(), *count))
        .collect();
    let defects = tally.defects.iter();
    counts.extend(defects.map(|(kind, count)| (format!("defect:{kind}"), *count)));
    counts.retain(|_, count| *count > 0);
    counts
}

/// Returns the summary of these counts in one line, and the counts of defects in another one.
#[pyfunction]
pub fn summary(
    counts: HashMap<String, usize>,
    seconds: f64,
    interrupted: bool,
    japanese: bool,
) -> (String, Option<String>) {
    let mut tally = Tally {
        judged: true,
        interrupted,
        elapsed: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        ..Tally::default()
    };
    for (name, field) in fields(&mut tally) {
        *field = counts.get(name).copied().unwrap_or_default();
    }
    for (name, count) in counts {
        if let Some(kind) = name.strip_prefix("defect:").and_then(kind_named) {
            tally.defects.insert(kind, count);
        }
    }
    let lang = if japanese {
        Lang::Japanese
    } else {
        Lang::English
    };
    (
        report::summary(&tally, lang),
        report::by_defect(&tally, lang),
    )
}

fn fields(tally: &mut Tally) -> [(&'static str, &mut usize); 16] {
    [
        ("sound", &mut tally.sound),
        ("blemished", &mut tally.blemished),
        ("flawed", &mut tally.flawed),
        ("no_mate", &mut tally.no_mate),
        ("brinkmate", &mut tally.brinkmate),
        ("threatmate", &mut tally.threatmate),
        ("no_brinkmate", &mut tally.no_brinkmate),
        ("no_threat", &mut tally.no_threat),
        ("unknown", &mut tally.unknown),
        ("error", &mut tally.errors),
        ("not_shortest", &mut tally.not_shortest),
        ("compared", &mut tally.compared),
        ("agreed", &mut tally.agreed),
        ("duplicates", &mut tally.duplicates),
        ("certified", &mut tally.certified),
        ("uncertified", &mut tally.uncertified),
    ]
}
