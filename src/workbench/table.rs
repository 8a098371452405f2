//! `row` and `report`: the rows of a list of problems, as `validate` writes them.

use super::bench::Workbench;
use super::board::fields;
use super::fault::{Fault, FaultKind};
use super::work::Work;
use crate::answer::{Row, Tally};
use crate::composition::event::Listener;
use crate::composition::rating::Rating;
use crate::composition::similar::{Known, Wanted};
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::input::{Fields, Origin, Record, Records};
use crate::judge::{
    Certifier, Intake, JudgeContext, ParsedProblem, Question, Settings, Task, ask, guarded,
};
use crate::notation::record::TextForm;
use crate::notation::usi;
use crate::report::{Csv, Form, Html, Report, RowFormat, first_finding};
use crate::search::SearchConfig;
use crate::shogi::Position;
use crate::similar::IndexedProblem;
use crate::vocabulary::{Lang, Notation};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Cursor;

/// The most memory for the tables of a search, as `validate` has it for each job.
pub(super) const MAX_HASH_BYTES: usize = 64 << 20;

/// The most solvers that are kept between two rows.
pub(super) const MAX_SOLVERS: usize = 16;

/// A record as it was read. A page keeps it, and gives it back to have the problem judged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Source {
    origin: Origin,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fields: Option<Fields>,
    /// Whether the text is a record of moves or a link, which has to be read again.
    #[serde(default)]
    is_kifu: bool,
}

impl Source {
    /// Returns the source of a record, if it could be read.
    pub fn of(record: &Record) -> Option<Self> {
        Some(Self {
            origin: record.origin.clone(),
            text: record.text.as_ref().ok()?.clone(),
            fields: record.fields.clone(),
            is_kifu: record.kifu.is_some(),
        })
    }

    /// Returns the record.
    fn record(self) -> Option<Record> {
        if !self.is_kifu {
            return Some(Record {
                origin: self.origin,
                text: Ok(self.text),
                fields: self.fields,
                kifu: None,
            });
        }
        let stream = Box::new(Cursor::new(self.text.into_bytes()));
        let mut records = Records::of_stream(&self.origin.name, stream, None).ok()?;
        let record = records.next()?.ok()?;
        Some(Record {
            origin: self.origin,
            fields: self.fields,
            ..record
        })
    }
}

/// Returns the row in the fields of a record, if it is one that this program wrote.
pub(super) fn row_in(record: &Record) -> Option<Row> {
    Row::of_json(record.fields.as_ref()?.row.as_ref()?.as_bytes()).ok()
}

/// Adds to an answer the row as it is written, and what a table shows of it. Words are in both languages.
pub(super) fn add_row(answer: &mut Value, row: &Row) {
    let similar = row.similar.as_ref();
    let similar = similar.map(|all| all.iter().map(|it| &*it.id).collect::<Vec<_>>());
    let points = |score: fn(&Rating) -> u32| row.rating.as_ref().map(score);
    let finding = [Lang::English, Lang::Japanese].map(|lang| first_finding(row, lang));
    answer["row"] = json!(row.to_json());
    answer["brief"] = json!({
        "verdict": row.verdict,
        "limit": row.limit,
        "plies": row.plies,
        "plies_at_most": row.plies_at_most,
        "expected_plies": row.expected_plies,
        "finding": finding,
        "difficulty": points(|it| it.difficulty.points),
        "aesthetics": points(|it| it.aesthetics.points),
        "similar": similar,
    });
}

#[derive(Debug, Deserialize)]
struct RowRequest {
    id: String,
    source: Source,
}

/// Judges a problem of a list. The row is that of `validate --attributes`.
pub(super) fn row(bench: &Workbench, request: &Value, work: &Work<'_>) -> Result<Value, Fault> {
    let asked: RowRequest = fields(request)?;
    let settings = Settings {
        config: SearchConfig {
            hash_bytes: bench.resources.hash_bytes.min(MAX_HASH_BYTES),
            ..SearchConfig::default()
        },
        question: Question {
            task: Task::Check,
            attributes: true,
            ..bench.question(request, work)?.0
        },
        ..Settings::default()
    };
    let record = asked.source.record();
    let record = record.ok_or_else(|| Fault::request(&"`source` is no record"))?;
    let mut intake = Intake::new(AttackerRule::Auto, DefenderHandRule::Auto);
    let mut similar = None;
    let mut row = match intake.read(Ok(record)) {
        Ok(mut parsed) => {
            parsed.id.clone_from(&asked.id);
            let row = judged(bench, &parsed, &settings.question)?;
            similar = similar_works(bench, &parsed, &row);
            row
        }
        Err(refused) => refused.row(),
    };
    row.id = asked.id;
    row.limits = Some(settings.limits_in_words());
    let mut answer = json!({"stopped": row.is_interrupted()});
    add_row(&mut answer, &row);
    if similar.is_some() {
        answer["brief"]["similar"] = json!(similar);
    }
    Ok(answer)
}

/// Returns the row about a problem.
fn judged(bench: &Workbench, parsed: &ParsedProblem, question: &Question) -> Result<Row, Fault> {
    let position = Position::new(parsed.problem.setup());
    let mut lease = bench.row_solvers.take(1, &position);
    lease.solver().keep_facts(false);
    let mut context = JudgeContext {
        solver: lease.solver(),
        question,
        observer: &mut |_| {},
        listener: Listener::default(),
    };
    let answered = guarded(|| ask(&mut context, parsed, &mut Certifier::default()));
    let (row, _) = answered
        .and_then(|it| it.map_err(|error| error.to_string()))
        .map_err(|reason| Fault::internal(&reason))?;
    lease.give_back();
    Ok(row)
}

/// Returns the ids of similar works in the files of the engine, if it has any. Without an author's line the solution
/// of the row counts.
fn similar_works(bench: &Workbench, parsed: &ParsedProblem, row: &Row) -> Option<Vec<String>> {
    if bench.index.is_empty() {
        return None;
    }
    let (id, origin, problem) = (&parsed.id, &parsed.origin, &parsed.problem);
    let mut indexed = IndexedProblem::new(id, origin, problem, &parsed.known_line());
    if indexed.known.line.is_empty() {
        let line = row.solution.iter().map_while(|it| usi::parse_move(it).ok());
        indexed.known = Known::new(problem, &line.collect::<Vec<_>>());
    }
    let works = bench.index.rows(&indexed, Wanted::default());
    Some(works.into_iter().map(|it| it.id).collect())
}

#[derive(Debug, Deserialize)]
struct ReportRequest {
    /// Rows as they are written.
    rows: Vec<String>,
    format: ReportFormat,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ReportFormat {
    Csv,
    Html,
}

/// Writes rows as a table or a page, as `validate` does.
pub(super) fn report(request: &Value, lang: Lang) -> Result<Value, Fault> {
    let asked: ReportRequest = fields(request)?;
    let rows = asked.rows.iter().map(|it| Row::of_json(it.as_bytes()));
    let rows: Vec<Row> = (rows.collect::<Result<_, _>>())
        .map_err(|error| Fault::new(FaultKind::Request, no_row(Row::reason(&error))))?;
    let mut text = Vec::new();
    let mut tally = Tally {
        judged: true,
        ..Tally::default()
    };
    for row in &rows {
        tally.add(row);
    }
    let (mime, written) = match asked.format {
        ReportFormat::Csv => {
            let form = Form::new(RowFormat::Csv, TextForm::PLAIN);
            let written = write_all(Csv::new(&mut text, form), &rows, &tally);
            ("text/csv;charset=utf-8", written)
        }
        ReportFormat::Html => {
            let page = Html::new(&mut text, lang, Notation::Japanese);
            ("text/html;charset=utf-8", write_all(page, &rows, &tally))
        }
    };
    written.map_err(|error| Fault::internal(&error.to_string()))?;
    let text = String::from_utf8(text).map_err(|error| Fault::internal(&error.to_string()))?;
    Ok(json!({"mime": mime, "text": text}))
}

says! {
    no_row(reason): "this is no row: {reason}", "行として読めない：{reason}";
}

fn write_all(mut report: impl Report, rows: &[Row], tally: &Tally) -> std::io::Result<()> {
    rows.iter().try_for_each(|it| report.answer(it))?;
    report.finish(tally)
}
