//! The problem of a call, in any format that the program reads, and what is wrong with it.

use super::arguments::Arguments;
use crate::answer::errors::{help_of, of_help, of_move, of_source};
use crate::input::{Records, Unreadable, Why};
use crate::judge::intake::{Refusal, Refused};
use crate::judge::{Complaint, Intake, ParsedProblem};
use crate::notation::moves::{Written, read};
use crate::said::Said;
use crate::vocabulary::Goal;
use std::io::Cursor;

/// The most complaints about one problem that an answer has.
const MAX_COMPLAINTS: usize = 10;

/// Reads the problem of a call.
///
/// # Errors
/// If there is no such problem, or if there are several and the call does not say which is meant.
pub(super) fn problem_of(given: &Arguments, goal: Option<Goal>) -> Result<ParsedProblem, Said> {
    let (text, which) = (&given.problem, given.which);
    let mut all = records(text)?;
    let Some(record) = all.nth(which.map_or(0, |it| it as usize - 1)) else {
        return Err(no_such_problem(records(text)?.count(), which));
    };
    if which.is_none() && all.next().is_some() {
        return Err(several());
    }
    let mut intake = Intake::new(given.attacker, given.hand).with_goal(goal);
    intake.read(record).map_err(|why| refusal_in_words(&why))
}

/// Reads the moves of a call, in any notation.
pub(super) fn moves_of(text: &str, parsed: &ParsedProblem) -> Result<Vec<Written>, Said> {
    let moves: Result<_, _> = read(text).into_iter().collect();
    let moves = moves.map_err(|error| {
        let complaint = Complaint::error(of_move(&error.kind)).at(error.span);
        complaint
            .with_help(error.help.map(of_help))
            .in_text(text, 1)
    })?;
    only_about_mates("moves", true, parsed).map(|()| moves)
}

/// Refuses an argument that is only about mates if it was given and the goal of the problem is another.
pub(super) fn only_about_mates(
    name: &str,
    given: bool,
    parsed: &ParsedProblem,
) -> Result<(), Said> {
    if !given || parsed.goal == Goal::Mate {
        return Ok(());
    }
    let goal = Said::new(parsed.goal.name(), parsed.goal.term());
    Err(argument_error(name, &other_goal(goal)))
}

/// Returns the records of a text.
pub(super) fn records(text: &str) -> Result<Records, Said> {
    let stream = Box::new(Cursor::new(text.to_owned().into_bytes()));
    Records::of_stream("text", stream, None).map_err(|error| unreadable(&error))
}

/// Returns the error that the text does not have the problem `which`. `count` is the number of problems in it.
pub(super) fn no_such_problem(count: usize, which: Option<u32>) -> Said {
    if which.is_some() && count > 0 {
        return argument_error("which", &problems(count));
    }
    none()
}

/// Returns the error that an argument is wrong, and why.
pub(super) fn argument_error(name: &str, why: &Said) -> Said {
    wrong(name, why)
}

/// Returns why a record is no problem.
pub(super) fn refusal_in_words(refused: &Refused) -> Said {
    match refused.reason() {
        Refusal::Unreadable(error) => unreadable(error),
        Refusal::Record {
            origin,
            text,
            complaints,
        } => {
            let first = origin.line_there().unwrap_or(1);
            let shown = complaints.iter().take(MAX_COMPLAINTS);
            let shown: Vec<_> = shown.map(|it| it.in_text(text, first)).collect();
            Said::list(&shown, ["\n\n", "\n\n"])
        }
    }
}

/// Returns why a text cannot be read at all.
fn unreadable(error: &Unreadable) -> Said {
    // All other advice is about options of the command line.
    let help = match error.reason {
        Why::NoDiagram => help_of(error),
        _ => None,
    };
    Complaint::error(of_source(error))
        .with_help(help)
        .in_words(None)
}

says! {
    wrong(name, why): "the argument `{name}`: {why}", "引数 {name}：{why}";
    several(): "there are several problems in the text: say with the argument `which` which one is meant, from 1",
        "文字列に問題が複数ある：引数 which に何番目かを1から数えて書く";
    problems(count): "problems in the text: {count}", "文字列にある問題は{count}題";
    none(): "there is no problem in the text", "文字列に詰将棋の問題が見つからない";
    other_goal(goal): "it is only about mates, and the goal of this problem is a {goal}", "詰みについてだけ使えるが、この問題の目的は{goal}";
}
