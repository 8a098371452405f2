//! `tsume worker`: judges the problems that another program sends, line by line.

use super::exit::Exit;
use super::interrupt::Interrupt;
use super::lang::{ROWS, said, spoken};
use super::plan::Service;
use super::stdout::stdout;
use crate::batch::pool::Event;
use crate::batch::run::{Cases, Feed, Options, Policy, Run, Settled};
use crate::input::Requests;
use crate::judge::Intake;
use crate::judge::intake::Refusal;
use crate::report::errors::of_source;
use crate::report::{Json, Report};
use anyhow::{Context, anyhow};
use std::io::{self, BufReader};
use std::ops::ControlFlow;

/// Answers every line of standard input with one row. Lines without a problem are not reported on
/// standard error, because their rows have the error.
///
/// # Errors
/// If the rows cannot be written, or if the input cannot be read any further.
pub(super) fn run(mut service: Service) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    service.settings.question.limits.stop = Some(interrupt.flag());
    let intake = Intake::echoing(service.attacker, service.defender_hand)
        .with_goal(service.settings.question.goal);
    let cases = Cases::new(Policy::Apart);
    let run = Run::start(&service.settings, &Options::new(1), &cases.verdicts())?;
    let feed = move || {
        let requests = Requests::new(Box::new(BufReader::new(io::stdin())));
        Feed::new(requests, intake, cases)
    };
    let mut rows = Json::lines(stdout());
    let mut ended = Ok(false);
    interrupt.during(|| {
        run.pool.each(feed, |event| {
            // After Ctrl-C one row is written, of the line under way.
            if let (Event::Result(settled), Ok(false)) = (event, &ended) {
                ended = answer(settled, &mut rows).map(|()| interrupt.is_set());
            }
            if ended.is_err() || interrupt.is_set() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    })?;
    ended?;
    Ok(if interrupt.is_set() {
        Exit::Interrupted
    } else {
        Exit::Success
    })
}

/// Writes the row of a line.
fn answer(settled: Settled, rows: &mut dyn Report) -> anyhow::Result<()> {
    if let Settled::Refused(_, Some(refused)) = &settled
        && let Refusal::Unreadable(error) = refused.reason()
    {
        return Err(anyhow!(of_source(error).in_lang(spoken()).to_owned()));
    }
    let row = settled.into_row();
    row.map_or(Ok(()), |row| rows.answer(&row).context(said(ROWS)))
}
