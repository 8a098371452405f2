//! The problem of a call, in any format that the program reads.

use super::call::Call;
use super::trouble::Trouble;
use crate::input::Records;
use crate::judge::{Intake, ParsedProblem};
use crate::vocabulary::{AttackerRule, DefenderHandRule, Goal};
use std::io::Cursor;

/// The name of a text of a call, in place of the name of a file.
pub(super) const NAME: &str = "text";

/// Reads the problem of a call.
///
/// # Errors
/// If there is no such problem, or if there are several and the call does not say which is meant.
pub(super) fn problem_of(call: &Call<'_>) -> Result<ParsedProblem, Trouble> {
    let goal = call.arguments.word::<Goal>("goal")?;
    let which = call.arguments.number("which", 1..=u64::from(u32::MAX))?;
    let text = call.problems("problem")?;
    let mut records = records(text)?;
    let skipped = which.map_or(0, |it| it as usize - 1);
    let Some(record) = records.nth(skipped) else {
        let number = self::records(text)?.count() as u64;
        return Err(no_such(number, which));
    };
    if which.is_none() && records.next().is_some() {
        return Err(Trouble::new([
            "there are several problems in the text: say with the argument `which` which one is meant, from 1",
            "文字列に問題が複数ある：引数 which に何番目かを1から数えて書く",
        ]));
    }
    let attacker = call.arguments.word("attacker")?;
    let hand = call.arguments.word("hand")?;
    let mut intake = Intake::new(
        attacker.unwrap_or(AttackerRule::Auto),
        hand.unwrap_or(DefenderHandRule::Auto),
    )
    .with_goal(goal);
    intake.read(record).map_err(|why| Trouble::refused(&why))
}

/// Returns the records of a text.
pub(super) fn records(text: &str) -> Result<Records, Trouble> {
    let stream = Box::new(Cursor::new(text.to_owned().into_bytes()));
    Records::of_stream(NAME, stream, None).map_err(|error| Trouble::unreadable(&error))
}

/// Returns the complaint that a problem is not there. `number` is the number of problems in the
/// text.
pub(super) fn no_such(number: u64, which: Option<u64>) -> Trouble {
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
