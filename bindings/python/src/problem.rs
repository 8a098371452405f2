//! Problems, and reading them.

mod reading;
mod record;
pub mod state;

pub use reading::{Reader, read_path, read_records, read_stream, read_text, stream_records};

use crate::asked::{goal_named, language};
use crate::progress::failed;
use pyo3::exceptions::PyValueError;
use pyo3::import_exception;
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use tsume::answer::{Row, errors};
use tsume::judge::{ParsedProblem, guarded};
use tsume::notation::record::{Format, write};
use tsume::notation::{sfen, usi};
use tsume::report::diagram;
use tsume::shogi::Move;
use tsume::vocabulary::{Lang, Side};

// Why a text is no problem: its message, kind, place in bytes and advice.
import_exception!(tsume_shogi._problem, ProblemError);

/// A problem, and the line with opcodes that it was made of, if it was.
#[pyclass(frozen, eq, hash, module = "tsume_shogi._native")]
#[derive(Clone, Debug)]
pub struct Problem(pub Arc<tsume::Problem>, Option<Arc<str>>);

impl From<tsume::Problem> for Problem {
    fn from(problem: tsume::Problem) -> Self {
        Self(Arc::new(problem), None)
    }
}

impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Hash for Problem {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal problems have equal texts.
        self.0.to_string().hash(state);
        self.0.id().hash(state);
    }
}

impl Problem {
    /// Returns the problem in the form that is judged, with its headers.
    pub fn parsed(&self) -> ParsedProblem {
        let mut parsed = self.0.parsed().into_owned();
        if self.1.is_some() {
            parsed.source_record.headers = self.headers();
        }
        parsed
    }

    /// Adds the headers to the row of the problem.
    pub fn with_headers(&self, mut row: Row) -> Row {
        if let (Some(_), Some(source)) = (&self.1, &mut row.unwritten.source) {
            source.headers = self.headers();
        }
        row
    }
}

/// Returns the format of this name.
pub(crate) fn format_named(name: &str) -> PyResult<Format> {
    match name {
        "kif" => Ok(Format::Kif),
        "ki2" => Ok(Format::Ki2),
        "csa" => Ok(Format::Csa),
        "jkf" => Ok(Format::Jkf),
        other => Err(PyValueError::new_err(format!(
            "the formats of records are kif, ki2, csa and jkf, not {other:?}"
        ))),
    }
}

/// Reads moves in USI.
pub(crate) fn moves_of(line: &[String]) -> PyResult<Vec<Move>> {
    let moves = line.iter().map(|it| usi::parse_move(it));
    moves.collect::<Result<_, _>>().map_err(|error| {
        PyValueError::new_err(format!("not a move in USI notation: {}", error.kind))
    })
}

/// Makes the exception for a text that is no problem.
fn refused(error: &tsume::ProblemError) -> PyErr {
    let spans: Vec<(usize, usize)> = error.spans().iter().map(ends).collect();
    let help = error.help().map(errors::of_help);
    let help = help.map(|it| it.in_lang(Lang::English).to_owned());
    let kind = match error {
        tsume::ProblemError::Sfen(all) => {
            let is_illegal =
                |it: &sfen::SfenError| matches!(it.kind, sfen::SfenErrorKind::Problem(_));
            if all.first().is_some_and(is_illegal) {
                "illegal"
            } else {
                "sfen"
            }
        }
        tsume::ProblemError::Illegal(_) => "illegal",
        _ => "record",
    };
    ProblemError::new_err((error.to_string(), kind, spans.first().copied(), help))
}

fn ends(span: &Range<usize>) -> (usize, usize) {
    (span.start, span.end)
}

#[pymethods]
impl Problem {
    /// Reads an SFEN of a problem with this goal, or with the one that it names.
    #[staticmethod]
    #[pyo3(signature = (text, id=None, goal=None))]
    fn of_sfen(text: &str, id: Option<String>, goal: Option<&str>) -> PyResult<Self> {
        let goal = goal.map(goal_named).transpose()?;
        let read = guarded(|| match goal {
            Some(goal) => tsume::Problem::from_sfen_for(goal, text),
            None => tsume::Problem::from_sfen(text),
        });
        let mut problem = read.map_err(failed)?.map_err(|it| refused(&it))?;
        if let Some(id) = id {
            problem = problem.with_id(id);
        }
        let has_opcodes = text.contains(';');
        Ok(Self(Arc::new(problem), has_opcodes.then(|| text.into())))
    }

    /// The same problem under another name.
    pub fn with_id(&self, id: String) -> Self {
        let problem = tsume::Problem::clone(&self.0).with_id(id);
        Self(Arc::new(problem), self.1.clone())
    }

    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.id()
    }

    #[getter]
    fn sfen(&self) -> String {
        self.0.setup().to_string()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        usi::write_moves(self.0.author_line())
    }

    #[getter]
    fn expected_plies(&self) -> Option<u32> {
        self.0.author_plies()
    }

    /// What is asked.
    #[getter]
    fn goal(&self) -> &'static str {
        self.0.goal().word()
    }

    #[getter]
    fn attacker(&self) -> &'static str {
        Side::from(self.0.attacker()).word()
    }

    #[getter]
    fn attacker_to_move(&self) -> bool {
        self.0.attacker_to_move()
    }

    /// The headers of the record.
    #[getter]
    pub fn headers(&self) -> Vec<(String, String)> {
        record::headers_of(self)
    }

    /// The other fields of the record, as JSON.
    #[getter]
    fn fields(&self) -> Option<String> {
        let parsed = self.0.parsed();
        let others = parsed.other_fields().filter(|it| !it.is_empty())?;
        serde_json::to_string(others).ok()
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        let warnings = self.0.warnings().into_iter();
        warnings.map(|it| it.to_string()).collect()
    }

    /// The moves that the rules of tsume allow after a line.
    fn moves_after(&self, line: Vec<String>) -> PyResult<Option<Vec<String>>> {
        let found = self.0.moves_after(&moves_of(&line)?);
        Ok(found.map(|it| usi::write_moves(&it)))
    }

    /// The diagram as text, with ANSI colours.
    fn diagram(&self, width: usize, japanese: bool) -> String {
        let lang = language(japanese);
        diagram(self.0.setup(), self.0.attacker(), width, lang).join("\n")
    }

    /// The problem in a format of records.
    fn written(&self, format: &str) -> PyResult<String> {
        Ok(write(&record::of(self), format_named(format)?).0)
    }

    fn __getstate__(&self) -> PyResult<String> {
        state::of(self)
    }

    /// The problem with this state.
    #[staticmethod]
    fn of_state(state: &str) -> PyResult<Self> {
        state::problem(state)
    }
}
