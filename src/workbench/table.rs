//! `row` and `report`: the rows of a list of problems, as `validate` writes them.

use super::bench::Workbench;
use super::board::fields;
use super::fault::{Fault, FaultKind};
use super::listed::{Source, add_row};
use super::solvers::MAX_ROW_HASH_BYTES;
use super::work::Work;
use crate::answer::{Row, Tally};
use crate::composition::event::Listener;
use crate::composition::similar::{Known, Wanted};
use crate::composition::{AttackerRule, DefenderHandRule};
use crate::judge::{
    Certifier, Intake, JudgeContext, ParsedProblem, Question, Settings, Task, ask, guarded,
};
use crate::notation::record::TextForm;
use crate::notation::usi;
use crate::report::{Csv, Form, Html, Report, RowFormat};
use crate::search::SearchConfig;
use crate::shogi::Position;
use crate::similar::IndexedProblem;
use crate::vocabulary::{Lang, Notation};
use serde::Deserialize;
use serde_json::{Value, json};

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
            hash_bytes: bench.resources.hash_bytes.min(MAX_ROW_HASH_BYTES),
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
