//! The meaning of single options: how compositions are judged, memory, limits, forms, colour.

use crate::certificate::file::Form;
use crate::cli::args::{
    ColorWhen, CommonArgs, GoalArgs, GradingArgs, JudgeArgs, MOST_THREADS, ProofFormat, RowFormat,
    SearchArgs, TimeLimit,
};
use crate::input::Source;
use crate::notation::FileType;
use crate::question::{Question, Task};
use crate::search::{Limits, SearchConfig};
use crate::shogi::key;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The time for each problem that is not given as an argument, if no limit is given.
const A_MINUTE: Duration = Duration::from_mins(1);

/// Returns the question that the options of a command ask about every problem.
pub(super) fn question(task: Task, search: &SearchArgs, sources: &[Source]) -> Question {
    Question {
        task,
        interpositions: search.interpositions,
        limits: limits(search, sources),
        ..Question::default()
    }
}

/// Adds what decides how compositions are judged and graded.
pub(super) fn grade(question: &mut Question, args: &GradingArgs) {
    question.rules = args.rules;
    question.nodes_per_alternative = args.nodes_per_alternative;
    question.idle_pieces = args.idle_pieces;
}

/// Adds what is asked, and how compositions are judged.
pub(super) fn judge(question: &mut Question, goal: GoalArgs, args: &JudgeArgs) {
    aim(question, goal);
    grade(question, &args.grading);
    question.attributes = args.attributes;
}

/// Adds what is asked.
pub(super) fn aim(question: &mut Question, args: GoalArgs) {
    question.goal = args.goal;
    question.within = args.within;
}

/// Returns whether some of the output shows variations that nobody asked for.
pub(super) fn shows_variations(args: &CommonArgs) -> bool {
    let shows = |format: RowFormat| format.traits().shows_variations;
    match args.format {
        Some(format) => shows(format),
        None => args
            .output
            .iter()
            .filter_map(|path| RowFormat::of_file(FileType::of(path)?))
            .any(shows),
    }
}

/// Returns the configuration of the search. `many` says whether there are many problems.
pub(super) fn config(args: &SearchArgs, many: bool) -> SearchConfig {
    // Problems of strangers may be made to fit known keys. With `--nodes` runs are to be equal.
    if args.nodes.is_none() {
        key::draw();
    }
    let usual = if many { 64 << 20 } else { 256 << 20 };
    SearchConfig {
        hash_bytes: args.hash.unwrap_or(usual),
        threads: args.threads.get(),
        ..SearchConfig::default()
    }
}

/// Returns how many problems are judged at the same time.
pub(super) fn jobs(given: Option<NonZeroUsize>) -> usize {
    given
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, |it| it.get().min(MOST_THREADS))
}

/// Returns the limits of each problem of the input.
fn limits(args: &SearchArgs, sources: &[Source]) -> Limits {
    let time = match (args.time, args.nodes) {
        (Some(TimeLimit::After(time)), _) => Some(time),
        (Some(TimeLimit::None), _) | (None, Some(_)) => None,
        (None, None) if is_unlimited(args, sources) => None,
        (None, None) => Some(A_MINUTE),
    };
    Limits {
        nodes: args.nodes,
        time,
        stop: None,
    }
}

/// Returns whether the problems have no limit although none is asked for: those given as arguments. Among
/// those of a file, one hard problem would keep the others waiting for ever.
pub(super) fn is_unlimited(args: &SearchArgs, sources: &[Source]) -> bool {
    let mut sources = sources.iter();
    let are_arguments = sources.all(|it| matches!(it, Source::Text(_)));
    are_arguments && args.time.is_none() && args.nodes.is_none()
}

/// Returns the form of certificates in files.
pub(super) const fn form(format: ProofFormat) -> Form {
    match format {
        ProofFormat::Binary => Form::Compact,
        ProofFormat::Json => Form::Readable,
    }
}

/// Sets when to use colour, for answers and diagnostics alike.
pub(in crate::cli) fn set_color(when: ColorWhen) {
    let choice = match when {
        ColorWhen::Auto => anstream::ColorChoice::Auto,
        ColorWhen::Always => anstream::ColorChoice::Always,
        ColorWhen::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}
