//! `tsume worker`: judges the problems that another program sends, line by line.

use crate::answer::errors::of_source;
use crate::batch::pool::Event;
use crate::batch::run::{Cases, Feed, Options, Past, Policy, Run, Settled};
use crate::cli::diagnostics::feed_failed;
use crate::cli::exit::Exit;
use crate::cli::inputs::inputs_of;
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{ROWS, said, spoken};
use crate::cli::shared::{FOR_EACH, GoalArgs, JudgeArgs, SearchArgs};
use crate::cli::stdout::stdout;
use crate::input::{Requests, Source};
use crate::judge::intake::Refusal;
use crate::judge::{Intake, Settings, Task};
use crate::report::{Json, Report};
use anyhow::{Context, anyhow};
use clap::Args;
use std::io::{self, BufReader};
use std::ops::ControlFlow;

const ABOUT: &str = "\
Judge the problems that another program sends, line by line.

Each line of standard input is a JSON object with the problem under `sfen`. The worker answers each \
line at once with one row on one line, in the same order. The row is that of `tsume validate`, with \
the `id` as it was sent and the other fields under `input`. A line without a problem is answered \
with an error row, as is a problem on which the program fails. The worker ends with its input.";

const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":\"x\",\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}' | tsume worker
                                    one question, one answer
  parallel --pipe -N1000 tsume worker --nodes 1M < problems.jsonl > rows.jsonl
                                    as many workers as there are processors
  jq -c '{id, sfen}' old-rows.jsonl | tsume worker --rules strict
                                    the same problems judged by other rules

Input:
  {\"id\": \"x\", \"sfen\": \"…\", \"plies\": 7, …}
  `id` is a text or a number; without it, the id is `stdin:` and the number of the line.
  `expected_plies`, or else `plies`, is the length to compare with.
  `goal` is `mate`, `brinkmate` or `threatmate`; without it, that of the opcode `goal`,
  else a mate. `--goal` decides for all lines.

Output:
  One JSON object on each line. `error` has `kind`, `message`, `span` (the bytes of `sfen` in
  question), `column` and `excerpt`.

Limits:
  The default is one minute for each problem, unless --time or --nodes is given, and 64 MiB for the
  tables.

Exit status:
  0    the input ended and every line was answered, whatever the answers are
  2    wrong usage, or something could not be read or written
  141  the reader of standard output went away before everything was delivered
  130  interrupted; the current line is answered with what is known";

const TIME: &str = "Time for each problem, such as 10s, 2m, none [default: 1m]";
const LONG_TIME: &str = "Time for each problem, such as 10s, 2m, none [default: 1m]

A number alone is in seconds. Each problem has one minute, unless this or --nodes is given.";

/// Options of `tsume worker`.
#[derive(Args, Debug)]
#[command(about = "Judge the problems that another program sends, line by line")]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
#[command(after_help = "`tsume worker --help` explains the options and shows examples.")]
#[command(mut_arg("time", |it| it.help(TIME).long_help(LONG_TIME)))]
pub struct WorkerArgs {
    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

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
        self.judge.refuse_with(self.goal)?;
        let mut question = self.search.question(Task::Check, false);
        self.judge.judge(self.goal, &mut question);
        inputs_of(&[Source::Stdin])?;
        let config = self.search.config(FOR_EACH, 1)?;
        let interrupt = Interrupt::install()?;
        question.limits.stop = Some(interrupt.flag());
        let sides = self.search.sides;
        let intake = Intake::echoing(sides.attacker, sides.defender_hand).with_goal(question.goal);
        let settings = Settings {
            config,
            question,
            ..Settings::default()
        };
        let cases = Cases::new(Policy::Apart);
        let run = Run::start(&settings, &Options::new(1), &cases.verdicts())?;
        let past = Past::default();
        let of_feed = past.clone();
        let feed = move || {
            let requests = Requests::new(Box::new(BufReader::new(io::stdin())));
            let mut feed = Feed::new(requests, intake, cases);
            feed.past = of_feed;
            feed
        };
        let mut rows = Json::lines(stdout());
        let mut ended = Ok(false);
        let failure = interrupt.during(|| {
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
        if let Some(message) = failure {
            feed_failed(&message, past.lock().latest.as_deref());
            return Ok(Exit::Failure);
        }
        Ok(if interrupt.is_set() {
            Exit::Interrupted
        } else {
            Exit::Success
        })
    }
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
