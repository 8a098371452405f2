//! `solve`, `check` and `explain_try`: each answers a question about one problem with a row.

use super::arguments::Arguments;
use super::call::{Answered, Call, WIDTH, answer, internal_error};
use super::problem::{moves_of, only_about_mates, problem_of};
use crate::answer::Row;
use crate::composition::Interpositions;
use crate::judge::{Judge, ParsedProblem, Settings, attempt};
use crate::question::{Question, Questions, Task};
use crate::report::{Layout, Report, Text, without_colours};
use crate::said::Said;
use crate::search::SearchConfig;
use crate::vocabulary::{Lang, Limit, Verdict};

/// Answers `solve` and `check`.
pub(super) fn row(call: &Call<'_>, given: &Arguments, task: Task) -> Answered {
    let parsed = problem_of(given, given.goal)?;
    only_about_mates("variations", given.variations > 0, &parsed)?;
    only_about_mates("explain", given.explain, &parsed)?;
    answer_question(call, &parsed, question(call, given, task))
}

/// Answers `explain_try`.
pub(super) fn explain_try(call: &Call<'_>, given: &Arguments) -> Answered {
    let parsed = problem_of(given, None)?;
    let moves = moves_of(&given.moves, &parsed)?;
    let attempt = attempt(&moves, &parsed.problem);
    let attempt = attempt.map_err(|complaint| complaint.in_text(&given.moves, 1))?;
    let mut question = question(call, given, Task::Solve);
    question.further.attempts.push(attempt);
    answer_question(call, &parsed, question)
}

/// Returns the question of a call.
fn question(call: &Call<'_>, given: &Arguments, task: Task) -> Question {
    let is_limited = given.time_ms.or(given.nodes).is_some();
    Question {
        task,
        goal: given.goal,
        interpositions: given.interpositions,
        within: given.within,
        limits: call.limits(given),
        rules: given.rules,
        // With a limit of the caller's own, no single alternative is cut short before that limit.
        nodes_per_alternative: (is_limited && task == Task::Check).then_some(u64::MAX),
        idle_pieces: given.idle_pieces,
        attributes: given.attributes,
        further: Questions {
            variations: given.variations,
            explain: given.explain,
            ..Questions::default()
        },
        ..Question::default()
    }
}

/// Answers a question with its row.
fn answer_question(call: &Call<'_>, parsed: &ParsedProblem, mut question: Question) -> Answered {
    let lang = call.lang;
    // If every interposition counts, the line of the strict search is already the main line.
    let is_strict = question.interpositions == Interpositions::Off;
    let judged = question.task == Task::Check;
    question.further.no_main_line = !judged && is_strict && !question.further.any();
    let mut judge = Judge::new(Settings {
        config: SearchConfig {
            hash_bytes: call.server.bounds.hash_bytes,
            ..SearchConfig::default()
        },
        question,
        ..Settings::default()
    });
    // The complaints about the record are also in the notes of the row.
    let (row, _) = judge.row_with(parsed, &mut |progress| call.report_progress(progress));
    if row.verdict == Verdict::Error {
        let message = row.error.map(|it| it.message);
        return Err(message.unwrap_or_else(|| internal_error(&"an error without a message")));
    }
    let mut text = in_words(&row, judged, lang)?;
    if let Some(notice) = row.limit.and_then(|it| limit_notice(it, lang)) {
        text.extend(["\n\n", notice]);
    }
    answer(text, &row, lang)
}

/// Returns a sentence on the limit that ended the search, and advice, so that an assistant does not take an open
/// answer for a proven one. A settled answer needs none.
fn limit_notice(limit: Limit, lang: Lang) -> Option<&'static str> {
    let notice = match limit {
        Limit::Settled => return None,
        Limit::Interrupt => [
            "The search was stopped before it was finished.",
            "探索は途中で止められた。",
        ],
        _ => [
            "The limit was reached before everything was decided: what is open is not known, whatever it looks like. \
             Call again with a larger `time_ms` or `nodes`.",
            "制限に達したため、未検討のものがある。そこは分かっていないので、推測しないこと。time_ms か nodes を増やしてやり直せる。",
        ],
    };
    Some(lang.of(notice))
}

/// Returns a row in words, with the line in Japanese notation.
fn in_words(row: &Row, judged: bool, lang: Lang) -> Result<String, Said> {
    let layout = Layout {
        rating_parts: row.rating.is_some(),
        judged,
        ..Layout::whole(WIDTH, lang)
    };
    let mut bytes = Vec::new();
    let written = Text::new(&mut bytes, layout).answer(row);
    written.map_err(|error| internal_error(&error))?;
    let text = without_colours(&String::from_utf8_lossy(&bytes));
    Ok(text.trim_end().to_owned())
}
