//! The problem of a call, in any format that the program reads.

use super::arguments::Given;
use super::trouble::Trouble;
use crate::input::Records;
use crate::judge::{Intake, ParsedProblem};
use crate::vocabulary::Goal;
use std::io::Cursor;

/// Reads the problem of a call.
///
/// # Errors
/// If there is no such problem, or if there are several and the call does not say which is meant.
pub(super) fn problem_of(given: &Given, goal: Option<Goal>) -> Result<ParsedProblem, Trouble> {
    let (text, which) = (&given.text.problem, given.text.which);
    let mut records = records(text)?;
    let Some(record) = records.nth(which.map_or(0, |it| it as usize - 1)) else {
        return Err(no_such(self::records(text)?.count(), which));
    };
    if which.is_none() && records.next().is_some() {
        return Err(Trouble::new([
            "there are several problems in the text: say with the argument `which` which one is meant, from 1",
            "文字列に問題が複数ある：引数 which に何番目かを1から数えて書く",
        ]));
    }
    let mut intake = Intake::new(given.attacker, given.hand).with_goal(goal);
    intake.read(record).map_err(|why| Trouble::refused(&why))
}

/// Returns the records of a text.
pub(super) fn records(text: &str) -> Result<Records, Trouble> {
    let stream = Box::new(Cursor::new(text.to_owned().into_bytes()));
    Records::of_stream("text", stream, None).map_err(|error| Trouble::unreadable(&error))
}

/// Returns the complaint that a problem is not there. `number` is the number of problems in the
/// text.
pub(super) fn no_such(number: usize, which: Option<u32>) -> Trouble {
    match which {
        Some(_) if number > 0 => Trouble::argument(
            "which",
            both!(
                "problems in the text: {number}",
                "文字列にある問題は{number}題"
            ),
        ),
        _ => Trouble::new([
            "there is no problem in the text",
            "文字列に詰将棋の問題が見つからない",
        ]),
    }
}
