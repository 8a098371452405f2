//! `similar`: works of a collection that are similar to a problem.

use super::call::{Answer, Call, WIDTH};
use super::collection::{Collected, collected};
use super::problem::problem_of;
use super::trouble::Trouble;
use crate::answer::SimilarPair;
use crate::composition::similar::Wanted;
use crate::notation::sfen;
use crate::similar::IndexedProblem;
use serde_json::json;

/// Answers `similar`.
pub(super) fn similar(call: &Call<'_>) -> Result<Answer, Trouble> {
    let parsed = problem_of(call)?;
    let usual = Wanted::default();
    let most = call.bounds.results as u64;
    let best = call.arguments.number("best", 1..=most)?;
    let min_score = call.arguments.number("min_score", 1..=100)?;
    let wanted = Wanted {
        best: best.map_or(usual.best.min(call.bounds.results), |it| it as usize),
        min_score: min_score.map_or(usual.min_score, |it| it as u8),
    };
    let Collected { index, unread } = collected(call)?;
    let problem = IndexedProblem::new(
        &parsed.id,
        &parsed.origin,
        &parsed.problem,
        &parsed.known_line(),
    );
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
    let id = parsed.id.clone();
    let sfen = sfen::write(parsed.problem.setup());
    let pairs = works.into_iter().map(|work| SimilarPair {
        problem: id.clone(),
        problem_sfen: sfen.clone(),
        work,
    });
    let pairs: Vec<SimilarPair> = pairs.collect();
    let structured = json!({"works": pairs, "compared": compared, "unread": unread});
    Ok(Answer {
        text: lines.join("\n"),
        structured,
    })
}
