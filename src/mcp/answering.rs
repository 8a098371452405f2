//! `solve`, `check` and `explain_try`: each answers a question about one problem with a row.

use super::call::{Answer, Call, WIDTH};
use super::problem::problem_of;
use super::trouble::{Trouble, in_text};
use crate::answer::Row;
use crate::answer::errors::{of_help, of_move};
use crate::composition::Interpositions;
use crate::judge::{Complaint, Judge, MessageLevel, ParsedProblem, Settings, attempt};
use crate::notation::moves::{Written, read};
use crate::question::{Attempt, Question, Questions, Task};
use crate::report::{Layout, Report, Text};
use crate::search::SearchConfig;
use crate::vocabulary::{Goal, Limit, Rules, Verdict};
use crate::vocabulary::{Lang, Notation};
use crate::workbench::without_colours;

/// The most levels of variations that a call may ask for.
pub(super) const MOST_LEVELS: u64 = 3;

/// The longest brinkmate that a call may ask for, in plies.
pub(super) const LONGEST_BRINKMATE: u64 = 99;

/// The most complaints about a record that are told.
const MOST_COMPLAINTS: usize = 5;

/// Answers `solve`.
pub(super) fn solve(call: &Call<'_>) -> Result<Answer, Trouble> {
    let parsed = problem_of(call)?;
    let question = Question {
        further: further(call, &parsed)?,
        ..question(call, Task::Solve)?
    };
    answered(call, &parsed, question)
}

/// Answers `check`.
pub(super) fn check(call: &Call<'_>) -> Result<Answer, Trouble> {
    let parsed = problem_of(call)?;
    let arguments = call.arguments;
    let is_limited = ["time_ms", "nodes"].map(|it| arguments.get(it).is_some());
    let question = Question {
        rules: arguments.word::<Rules>("rules")?.unwrap_or_default(),
        further: further(call, &parsed)?,
        // A given limit is spent on all open alternatives.
        nodes_per_alternative: is_limited.contains(&true).then_some(u64::MAX),
        idle_pieces: arguments.is("idle_pieces")?,
        attributes: arguments.is("attributes")?,
        ..question(call, Task::Check)?
    };
    answered(call, &parsed, question)
}

/// Answers `explain_try`.
pub(super) fn explain_try(call: &Call<'_>) -> Result<Answer, Trouble> {
    let parsed = problem_of(call)?;
    let text = call.problems("moves")?;
    let moves = written(text)?;
    only_about_mates("moves", true, &parsed)?;
    let tried = attempt(&moves, &parsed.problem);
    let tried: Attempt = tried.map_err(|complaint| Trouble::in_text(text, &complaint))?;
    let question = Question {
        further: Questions {
            attempts: vec![tried],
            ..Questions::default()
        },
        ..question(call, Task::Solve)?
    };
    answered(call, &parsed, question)
}

/// Returns the part of the question that all these tools have.
fn question(call: &Call<'_>, task: Task) -> Result<Question, Trouble> {
    let arguments = call.arguments;
    let within = arguments.number("within", 1..=LONGEST_BRINKMATE)?;
    let level = arguments.word::<Interpositions>("interpositions")?;
    Ok(Question {
        task,
        goal: arguments.word::<Goal>("goal")?,
        interpositions: level.unwrap_or_default(),
        within: within.map(|it| it as u32),
        limits: call.bounds.limits(arguments, &call.stop)?,
        ..Question::default()
    })
}

/// Returns the further questions about a problem.
fn further(call: &Call<'_>, parsed: &ParsedProblem) -> Result<Questions, Trouble> {
    let variations = call.arguments.number("variations", 0..=MOST_LEVELS)?;
    let variations = variations.unwrap_or(0) as u32;
    let explain = call.arguments.is("explain")?;
    only_about_mates("variations", variations > 0, parsed)?;
    only_about_mates("explain", explain, parsed)?;
    Ok(Questions {
        variations,
        explain,
        ..Questions::default()
    })
}

/// Refuses an argument that is only about mates, if the goal of the problem is another one.
fn only_about_mates(name: &str, given: bool, parsed: &ParsedProblem) -> Result<(), Trouble> {
    if !given || parsed.goal == Goal::Mate {
        return Ok(());
    }
    let (goal, term) = (parsed.goal.name(), parsed.goal.term());
    Err(Trouble::argument(
        name,
        both!(
            "it is only about mates, and the goal of this problem is a {goal}",
            "詰みについてだけ使えるが、この問題の目的は{term}"
        ),
    ))
}

/// Reads the moves to try, in any notation.
fn written(text: &str) -> Result<Vec<Written>, Trouble> {
    let moves: Result<Vec<_>, _> = read(text).into_iter().collect();
    moves.map_err(|error| {
        let complaint = Complaint::error(of_move(&error.kind))
            .at(error.span)
            .with_help(error.help.map(of_help));
        Trouble::in_text(text, &complaint)
    })
}

/// Answers a question with its row.
fn answered(
    call: &Call<'_>,
    parsed: &ParsedProblem,
    mut question: Question,
) -> Result<Answer, Trouble> {
    // If every interposition counts, the line of the strict search is already the main line.
    let is_strict = question.interpositions == Interpositions::Off;
    question.further.no_main_line =
        question.task == Task::Solve && is_strict && !question.further.any();
    let judged = question.task == Task::Check;
    let mut judge = Judge::new(Settings {
        config: SearchConfig {
            hash_bytes: call.bounds.hash_bytes,
            ..SearchConfig::default()
        },
        question,
        ..Settings::default()
    });
    let (row, complaints) = judge.row_with(parsed, &mut |progress| call.progress(progress));
    let structured = to_json(&row)?;
    let mut text = in_words(&row, judged, call.lang)?;
    let told = complaints
        .iter()
        .filter(|it| it.level != MessageLevel::Note);
    let first = parsed.origin.line_there().unwrap_or(1);
    for complaint in told.clone().take(MOST_COMPLAINTS) {
        let told = in_text(&parsed.text, first, complaint);
        text = format!("{}\n\n{}", text.trim_end(), told.in_lang(call.lang));
    }
    let more = told.count().saturating_sub(MOST_COMPLAINTS);
    if more > 0 {
        let told = both!(call.lang, "{more} more like these", "ほかに{more}件");
        text = format!("{text}\n\n{told}");
    }
    if row.verdict == Verdict::Error {
        return Err(Trouble::of_row(&row));
    }
    if let Some(reached) = row.limit.and_then(|it| reached(it, call.lang)) {
        text = format!("{}\n\n{reached}", text.trim_end());
    }
    Ok(Answer { text, structured })
}

/// Returns a row as JSON.
pub(super) fn to_json(row: &Row) -> Result<serde_json::Value, Trouble> {
    serde_json::from_str(&row.to_json()).map_err(|error| Trouble::internal(&error.to_string()))
}

/// Returns a sentence that a limit was reached, and what to do about it. An assistant must not take
/// an open answer for a proven one.
fn reached(limit: Limit, lang: Lang) -> Option<&'static str> {
    let told = match limit {
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
    Some(lang.of(told))
}

/// Returns a row in words, with the line in Japanese notation.
fn in_words(row: &Row, judged: bool, lang: Lang) -> Result<String, Trouble> {
    let layout = Layout {
        width: WIDTH,
        clip: false,
        diagrams: true,
        ids: false,
        notes: true,
        record_notes: true,
        hint: None,
        brief: false,
        rating_parts: row.rating.is_some(),
        summary: false,
        judged,
        notation: Notation::Japanese,
        lang,
    };
    let mut bytes = Vec::new();
    let written = Text::new(&mut bytes, layout).answer(row);
    written.map_err(|error| Trouble::internal(&error.to_string()))?;
    Ok(without_colours(&String::from_utf8_lossy(&bytes)))
}
