//! `solve`, `check` and `explain_try`: each answers a question about one problem with a row.

use super::arguments::{Asked, Check, ExplainTry, Further, Limited, Solve};
use super::call::{Call, WIDTH, answer, internal_error};
use super::problem::{argument_error, in_text, problem_of};
use crate::answer::Row;
use crate::answer::errors::{of_help, of_move};
use crate::composition::Interpositions;
use crate::judge::{Complaint, Judge, ParsedProblem, Settings, attempt};
use crate::notation::moves::read;
use crate::question::{Question, Questions, Task};
use crate::report::{Layout, Report, Text, without_colours};
use crate::said::Said;
use crate::search::SearchConfig;
use crate::vocabulary::{Goal, Lang, Limit, Verdict};
use rmcp::model::CallToolResult;

/// Answers `solve`.
pub(super) fn solve(call: &Call<'_>, given: &Solve) -> Result<CallToolResult, Said> {
    let parsed = problem_of(&given.given, given.asked.goal)?;
    let question = Question {
        further: further(&given.further, &parsed)?,
        ..question(call, Task::Solve, &given.asked, &given.limits)
    };
    answer_question(call, &parsed, question)
}

/// Answers `check`.
pub(super) fn check(call: &Call<'_>, given: &Check) -> Result<CallToolResult, Said> {
    let parsed = problem_of(&given.given, given.asked.goal)?;
    let is_limited = given.limits.time_ms.or(given.limits.nodes).is_some();
    let question = Question {
        rules: given.rules,
        further: further(&given.further, &parsed)?,
        // With a limit of the caller's own, no single alternative is cut short before that limit.
        nodes_per_alternative: is_limited.then_some(u64::MAX),
        idle_pieces: given.idle_pieces,
        attributes: given.attributes,
        ..question(call, Task::Check, &given.asked, &given.limits)
    };
    answer_question(call, &parsed, question)
}

/// Answers `explain_try`.
pub(super) fn explain_try(call: &Call<'_>, given: &ExplainTry) -> Result<CallToolResult, Said> {
    let parsed = problem_of(&given.given, None)?;
    let text = &given.moves;
    let moves: Result<Vec<_>, _> = read(text).into_iter().collect();
    let moves = moves.map_err(|error| {
        let complaint = Complaint::error(of_move(&error.kind))
            .at(error.span)
            .with_help(error.help.map(of_help));
        in_text(text, 1, &complaint)
    })?;
    only_about_mates("moves", true, &parsed)?;
    let attempt = attempt(&moves, &parsed.problem);
    let attempt = attempt.map_err(|complaint| in_text(text, 1, &complaint))?;
    let asked = Asked {
        interpositions: given.interpositions,
        ..Asked::default()
    };
    let question = Question {
        further: Questions {
            attempts: vec![attempt],
            ..Questions::default()
        },
        ..question(call, Task::Solve, &asked, &given.limits)
    };
    answer_question(call, &parsed, question)
}

/// Returns the part of the question that all these tools have.
fn question(call: &Call<'_>, task: Task, asked: &Asked, limits: &Limited) -> Question {
    Question {
        task,
        goal: asked.goal,
        interpositions: asked.interpositions,
        within: asked.within,
        limits: call.limits(limits),
        ..Question::default()
    }
}

/// Returns the further questions about a problem.
fn further(asked: &Further, parsed: &ParsedProblem) -> Result<Questions, Said> {
    only_about_mates("variations", asked.variations > 0, parsed)?;
    only_about_mates("explain", asked.explain, parsed)?;
    Ok(Questions {
        variations: asked.variations,
        explain: asked.explain,
        ..Questions::default()
    })
}

/// Refuses an argument that is only about mates if it was given and the goal of the problem is another.
fn only_about_mates(name: &str, given: bool, parsed: &ParsedProblem) -> Result<(), Said> {
    if !given || parsed.goal == Goal::Mate {
        return Ok(());
    }
    let (goal, term) = (parsed.goal.name(), parsed.goal.term());
    let why = both!(
        "it is only about mates, and the goal of this problem is a {goal}",
        "詰みについてだけ使えるが、この問題の目的は{term}"
    );
    Err(argument_error(name, &why))
}

/// Answers a question with its row.
fn answer_question(
    call: &Call<'_>,
    parsed: &ParsedProblem,
    mut question: Question,
) -> Result<CallToolResult, Said> {
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
