//! `tsume worker`: judges the problems that another program sends, line by line.

use crate::answer::errors::of_source;
use crate::batch::pool::Event;
use crate::batch::run::{Cases, Feed, Options, Past, Policy, Run, Settled};
use crate::cli::diagnostics::feed_failed;
use crate::cli::exit::Exit;
use crate::cli::inputs::{SideArgs, inputs_of};
use crate::cli::interrupt::{Interrupt, continue_if};
use crate::cli::lang::message_lang;
use crate::cli::shared::{GoalArgs, HASH_FOR_EACH, JudgeArgs, SearchArgs};
use crate::cli::stdout::stdout;
use crate::input::{Requests, Source};
use crate::judge::intake::Refusal;
use crate::judge::{Intake, Settings, Task};
use crate::report::{Json, Report};
use anyhow::anyhow;
use clap::Args;
use std::io::{self, BufReader};

const ABOUT: &str = "\
Judge the problems that another program sends, line by line.

Each line of standard input is a JSON object with the problem under `sfen`. The worker answers each \
line at once with one row on one line, in the same order. The row is that of `tsume validate`, with \
the `id` as it was sent and the other fields under `input`. A line without a problem is answered \
with an error row, as is a problem on which the program fails. The worker ends with its input, and its exit status does not \
depend on the answers.";

const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":\"x\",\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}' | tsume worker
                                    one question, one answer
  parallel --pipe -N1000 tsume worker --nodes 1M < problems.jsonl > rows.jsonl
                                    as many workers as there are processors
  jq -c '{id, sfen}' old-rows.jsonl | tsume worker --rules strict
                                    the same problems judged by other rules";

/// Options of `tsume worker`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub struct WorkerArgs {
    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// The sides.
    #[command(flatten)]
    pub sides: SideArgs,

    /// The goal.
    #[command(flatten)]
    pub goal: GoalArgs,

    /// Options for judging compositions.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

impl WorkerArgs {
    /// Answers every line of standard input with one row. Lines without a problem are not reported on
    /// standard error, because their rows have the error.
    ///
    /// # Errors
    /// If the options do not fit together, the rows cannot be written, or the input cannot be read any
    /// further.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.judge.refuse_for_other_goal(self.goal)?;
        let mut question = self.search.question(Task::Check, false);
        self.judge.apply(self.goal, &mut question);
        inputs_of(&[Source::Stdin])?;
        let config = self.search.config(HASH_FOR_EACH, 1)?;
        let interrupt = Interrupt::install()?;
        question.limits.stop = Some(interrupt.flag());
        let sides = self.sides;
        let intake = Intake::echoing(sides.attacker, sides.defender_hand).with_goal(question.goal);
        let settings = Settings {
            config,
            question,
            ..Settings::default()
        };
        let cases = Cases::new(Policy::Apart);
        let run = Run::start(&settings, &Options::new(1), &cases.verdicts())?;
        let past = Past::default();
        let feed_past = past.clone();
        let feed = move || {
            let requests = Requests::new(Box::new(BufReader::new(io::stdin())));
            let mut feed = Feed::new(requests, intake, cases);
            feed.past = feed_past;
            feed
        };
        let mut rows = Json::lines(stdout());
        let mut is_over = Ok(false);
        let failure = interrupt.during(|| {
            run.pool.each(feed, |event| {
                // After Ctrl-C, the row of the line under way is still written.
                if let (Event::Result(settled), Ok(false)) = (event, &is_over) {
                    is_over = answer(settled, &mut rows).map(|()| interrupt.is_set());
                }
                continue_if(is_over.is_ok() && !interrupt.is_set())
            })
        })?;
        is_over?;
        if let Some(message) = failure {
            feed_failed(&message, past.lock().latest.as_deref());
            return Ok(Exit::Failure);
        }
        Ok(interrupt.exit(Exit::Success))
    }
}

/// Writes the row of a line, if it has one.
///
/// # Errors
/// If the input cannot be read any further, or the row cannot be written.
fn answer(settled: Settled, rows: &mut dyn Report) -> anyhow::Result<()> {
    if let Settled::Refused(_, Some(refused)) = &settled
        && let Refusal::Unreadable(error) = refused.reason()
    {
        return Err(anyhow!(of_source(error).in_lang(message_lang()).to_owned()));
    }
    if let Some(row) = settled.into_row() {
        rows.answer(&row)?;
    }
    Ok(())
}
