//! `similar`: works of a collection that are similar to a problem.

use super::arguments::Similar;
use super::call::{Answer, Call, WIDTH};
use super::collection::{Collected, collected};
use super::problem::problem_of;
use super::trouble::Trouble;
use crate::answer::SimilarPair;
use crate::composition::similar::Wanted;
use crate::notation::sfen;
use crate::similar::IndexedProblem;
use schemars::JsonSchema;
use serde::Serialize;

/// The similar works that were found.
#[derive(Serialize, JsonSchema)]
pub(super) struct Found {
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    works: Vec<SimilarPair>,
    compared: usize,
    unread: u64,
}

/// Answers `similar`.
pub(super) fn similar(call: &Call<'_>, given: &Similar) -> Result<Answer, Trouble> {
    let parsed = problem_of(&given.given, None)?;
    let usual = Wanted::default();
    let best = usual.best.min(call.server.bounds.results);
    let wanted = Wanted {
        best: given.best.unwrap_or(best),
        min_score: given.min_score,
    };
    let Collected { index, unread } = collected(call, given)?;
    let (id, line) = (&parsed.id, parsed.known_line());
    let problem = IndexedProblem::new(id, &parsed.origin, &parsed.problem, &line);
    call.goes_on()?;
    let works = index.rows(&problem, wanted);
    let (lang, compared) = (call.lang, index.len());
    let mut lines = vec![match works.len() {
        0 => both!(
            lang,
            "nothing similar among {compared} problems",
            "{compared}題の中に類似作なし"
        ),
        count => both!(
            lang,
            "similar works: {count} of {compared}",
            "{compared}題の中に類似作{count}題"
        ),
    }];
    lines.extend(works.iter().flat_map(|it| it.lines(WIDTH, lang)));
    if unread > 0 {
        lines.push(both!(
            lang,
            "not compared, because they cannot be read: {unread}",
            "読めないため比べなかったもの：{unread}"
        ));
    }
    let sfen = sfen::write(parsed.problem.setup());
    let works = works.into_iter().map(|work| SimilarPair {
        problem: id.clone(),
        problem_sfen: sfen.clone(),
        work,
    });
    let works = works.collect();
    let found = Found {
        works,
        compared,
        unread,
    };
    Answer::new(lines.join("\n"), &found, lang)
}
