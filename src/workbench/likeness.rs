//! `similar`: finds similar works in the files that the engine was started with.

use super::bench::Workbench;
use super::board::{Board, fields};
use super::fault::Fault;
use crate::composition::similar::Wanted;
use crate::judge::ParsedProblem;
use crate::similar::IndexedProblem;
use crate::vocabulary::Lang;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize)]
struct SimilarRequest {
    #[serde(default)]
    best: Option<usize>,
    #[serde(default)]
    min_score: Option<u8>,
}

/// Finds works similar to the problem of a request.
pub(super) fn answer(bench: &Workbench, request: &Value, lang: Lang) -> Result<Value, Fault> {
    let asked: SimilarRequest = fields(request)?;
    let board = Board::of(request)?;
    let parsed = ParsedProblem::new("problem", board.problem()?);
    let parsed = parsed.with_author(board.moves, None);
    let defaults = Wanted::default();
    let wanted = Wanted {
        best: asked.best.unwrap_or(defaults.best),
        min_score: asked.min_score.unwrap_or(defaults.min_score),
    };
    let works = bench.index.rows(
        &IndexedProblem::new(
            &parsed.id,
            &parsed.origin,
            &parsed.problem,
            &parsed.known_line(),
        ),
        wanted,
    );
    let hits = works.iter().map(|it| {
        let mut value = serde_json::to_value(it).unwrap_or_default();
        value["reason"] = json!(it.note.in_lang(lang));
        value
    });
    let hits: Vec<Value> = hits.collect();
    Ok(json!({"hits": hits, "problems": bench.index.len()}))
}
