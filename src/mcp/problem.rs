//! The problem of a call, in any format that the program reads, and what is wrong with it.

use super::arguments::Given;
use crate::answer::errors::{help_of, of_source};
use crate::answer::{RowError, printable};
use crate::input::{Records, TextPlace, Unreadable, Why};
use crate::judge::intake::{Refusal, Refused};
use crate::judge::{Complaint, Intake, MessageLevel, ParsedProblem};
use crate::said::Said;
use crate::vocabulary::{ErrorKind, Goal, Lang};
use std::io::Cursor;

/// The most complaints about one problem that an answer has.
const MAX_COMPLAINTS: usize = 10;

/// Reads the problem of a call.
///
/// # Errors
/// If there is no such problem, or if there are several and the call does not say which is meant.
pub(super) fn problem_of(given: &Given, goal: Option<Goal>) -> Result<ParsedProblem, Said> {
    let (text, which) = (&given.text.problem, given.text.which);
    let mut all = records(text)?;
    let Some(record) = all.nth(which.map_or(0, |it| it as usize - 1)) else {
        return Err(no_such_problem(records(text)?.count(), which));
    };
    if which.is_none() && all.next().is_some() {
        return Err(Said::new(
            "there are several problems in the text: say with the argument `which` which one is meant, from 1",
            "文字列に問題が複数ある：引数 which に何番目かを1から数えて書く",
        ));
    }
    let mut intake = Intake::new(given.attacker, given.hand).with_goal(goal);
    intake.read(record).map_err(|why| refusal_in_words(&why))
}

/// Returns the records of a text.
pub(super) fn records(text: &str) -> Result<Records, Said> {
    let stream = Box::new(Cursor::new(text.to_owned().into_bytes()));
    Records::of_stream("text", stream, None).map_err(|error| unreadable(&error))
}

/// Returns the error that the text does not have the problem `which`. `count` is the number of problems in it.
pub(super) fn no_such_problem(count: usize, which: Option<u32>) -> Said {
    if which.is_some() && count > 0 {
        let why = both!(
            "problems in the text: {count}",
            "文字列にある問題は{count}題"
        );
        return argument_error("which", &why);
    }
    Said::new(
        "there is no problem in the text",
        "文字列に詰将棋の問題が見つからない",
    )
}

/// Returns the error that an argument is wrong, and why.
pub(super) fn argument_error(name: &str, why: &Said) -> Said {
    both!([why], "the argument `{name}`: {why}", "引数 {name}：{why}")
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
            let shown: Vec<_> = shown.map(|it| in_text(text, first, it)).collect();
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
    in_words(&Complaint::error(of_source(error)).with_help(help), None)
}

/// Returns a complaint with its place in a text. `first` is the number of the first line.
pub(super) fn in_text(text: &str, first: usize, complaint: &Complaint) -> Said {
    let span = complaint.span.as_ref();
    let place = span.map(|span| TextPlace::new(text, span, first));
    in_words(complaint, place.as_ref())
}

/// Returns a complaint with its place, the line there with a mark under the place, and the advice.
pub(super) fn in_words(complaint: &Complaint, place: Option<&TextPlace>) -> Said {
    let span = place.map(TextPlace::bytes);
    let mut error = RowError::new(ErrorKind::Record, complaint.message.clone(), span);
    if let Some(place) = place {
        error.locate(&place.excerpt, place.line);
    }
    Said::of(|lang| {
        let mut words = level_prefix(complaint.level, lang).to_owned() + &error.with_place(lang);
        if let Some(excerpt) = &error.excerpt {
            words.extend(["\n\n", excerpt]);
        }
        if let Some(help) = &complaint.help {
            let help = printable(help.in_lang(lang));
            words += &both!(lang, "\nhelp: {help}", "\nヒント：{help}");
        }
        words
    })
}

/// Returns the name of the level before a message.
const fn level_prefix(level: MessageLevel, lang: Lang) -> &'static str {
    match (level, lang) {
        (MessageLevel::Note, Lang::English) => "note: ",
        (MessageLevel::Note, Lang::Japanese) => "注：",
        (MessageLevel::Warning, Lang::English) => "warning: ",
        (MessageLevel::Warning, Lang::Japanese) => "警告：",
        (MessageLevel::Error, Lang::English) => "error: ",
        (MessageLevel::Error, Lang::Japanese) => "エラー：",
    }
}
