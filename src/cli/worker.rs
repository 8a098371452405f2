//! `tsume worker`: judges the problems that another program sends, line by line.

use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{ROWS, said, spoken};
use super::plan::Service;
use super::stdout::stdout;
use crate::input::Requests;
use crate::judge::{Intake, Judge};
use crate::report::errors::of_source;
use crate::report::{Json, Report};
use crate::search::on_large_stack;
use anyhow::Context;
use std::io::{self, BufReader};

/// Answers every line of standard input with one row. Lines without a problem are not reported on
/// standard error, because their rows have the error.
///
/// # Errors
/// If the rows cannot be written, or if the input cannot be read any further.
pub(super) fn run(service: Service) -> anyhow::Result<Exit> {
    on_large_stack(|| answer_all(service))
}

fn answer_all(mut service: Service) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    service.settings.question.limits.stop = Some(interrupt.flag());
    let mut intake = Intake::echoing(service.attacker, service.defender_hand)
        .with_goal(service.settings.question.goal);
    let mut judge = Judge::new(service.settings);
    let mut rows = Json::lines(stdout());
    for request in Requests::new(Box::new(BufReader::new(io::stdin()))) {
        if let Err(error) = &request {
            anyhow::bail!(of_source(error).in_lang(spoken()).to_owned());
        }
        let row = match intake.read(request) {
            Ok(parsed) => interrupt.during(|| judge.row(&parsed).0),
            Err(refused) => judge.refusal(refused.row()),
        };
        rows.answer(&row).context(said(ROWS))?;
        if interrupt.is_set() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Success)
}
