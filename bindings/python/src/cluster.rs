//! Parts of a run on several machines: one intake of all problems, the rows of duplicates and of
//! failures, and the counts of rows.

use crate::asked::{invalid, language};
use crate::problem::{Problem, read_records, stream_records};
use crate::row::Row;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tsume::answer::{RowError, Tally, kind_named};
use tsume::batch::duplicates::{CachedVerdict, Duplicate};
use tsume::batch::run::{Cases, Policy};
use tsume::composition::{AttackerRule, DefenderHandRule};
use tsume::input::Records;
use tsume::judge::Intake;
use tsume::notation::sfen;
use tsume::said::Said;
use tsume::vocabulary::ErrorKind;
use tsume::{answer, report};

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
        Problem,
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
    cases: Cases,
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
                let case = self.cases.next(parsed);
                let id = case.parsed.id.clone();
                let again = case.duplicate;
                let earlier = again.map(|it| ((it.of, it.mirrored, it.turned), it.answer));
                let problem = Problem::from(tsume::Problem::from(case.parsed));
                Taken::Problem(problem, id, case.place, earlier)
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
            cases: Cases::new(Policy::Answer),
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

    /// Returns at most this number of records of the open source; none at its end.
    fn take(&self, py: Python<'_>, count: usize) -> Vec<Taken> {
        py.detach(|| {
            let mut inner = self.lock();
            std::iter::from_fn(|| inner.next()).take(count).collect()
        })
    }
}

fn duplicate((of, mirrored, turned): Earlier) -> Duplicate {
    Duplicate::new(of, mirrored, turned)
}

/// Returns the row of a run with these limits in words, of a problem that may come again.
#[pyfunction]
#[pyo3(signature = (row, limits, earlier=None))]
pub fn row_of_run(row: &Row, limits: String, earlier: Option<Earlier>) -> Row {
    let mut row = answer::Row::clone(&row.0);
    row.limits = Some(limits);
    if let Some(earlier) = earlier {
        duplicate(earlier).note(&mut row);
    }
    Row::new(row)
}

/// Returns the answer of a row in bytes. `None` if it holds for no other problem.
#[pyfunction]
pub fn answer_of(row: &Row) -> Option<Cow<'static, [u8]>> {
    let answer = CachedVerdict::of(&row.0)?;
    Some(Cow::Owned(answer.to_bytes().to_vec()))
}

/// Returns the row of a problem that has the answer of an earlier one, in bytes, by these rules.
#[pyfunction]
pub fn row_of_duplicate(
    problem: &Problem,
    answer: &[u8],
    earlier: Earlier,
    rules: &str,
    limits: &str,
) -> PyResult<Row> {
    let parsed = problem.0.parsed();
    let verdict = answer.try_into().ok().and_then(CachedVerdict::of_bytes);
    let verdict = verdict.ok_or_else(|| invalid("these bytes are no answer"))?;
    let (row, _) = duplicate(earlier).row(&parsed, verdict, rules, limits);
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
    let mut row = answer::Row::of_error(parsed.id.clone(), error);
    row.sfen = Some(sfen::write(parsed.problem.setup()));
    row.set_input_fields(parsed.given_back());
    Row::new(row)
}

/// The number of defects of a kind is counted under its key, with this before it.
const DEFECT: &str = "defect:";

/// Returns the counts of rows by name.
#[pyfunction]
pub fn counts(rows: Vec<PyRef<'_, Row>>) -> PyResult<BTreeMap<String, usize>> {
    let mut tally = Tally::default();
    for row in &rows {
        tally.add(&row.0);
    }
    let fields = serde_json::to_value(&tally).and_then(serde_json::from_value);
    let mut counts: BTreeMap<String, usize> = fields.map_err(invalid)?;
    let defects = tally.defects.iter();
    counts.extend(defects.map(|(kind, count)| (format!("{DEFECT}{kind}"), *count)));
    counts.retain(|_, count| *count > 0);
    Ok(counts)
}

/// Returns the summary of these counts in one line, and the counts of defects in another one.
#[pyfunction]
pub fn summary(
    counts: BTreeMap<String, usize>,
    seconds: f64,
    interrupted: bool,
    japanese: bool,
) -> PyResult<(String, Option<String>)> {
    let fields = serde_json::to_value(&counts).and_then(serde_json::from_value);
    let mut tally: Tally = fields.map_err(invalid)?;
    tally.judged = true;
    tally.interrupted = interrupted;
    tally.elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    for (name, count) in counts {
        if let Some(kind) = name.strip_prefix(DEFECT).and_then(kind_named) {
            tally.defects.insert(kind, count);
        }
    }
    let lang = language(japanese);
    Ok((
        report::summary(&tally, lang),
        report::by_defect(&tally, lang),
    ))
}
