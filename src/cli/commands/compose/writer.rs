//! Writes composed problems as they come, or the best of them in the end.

use super::args::ComposeArgs;
use crate::answer::{Row, Tally};
use crate::batch::compose::{Commission, News};
use crate::cli::diagnostics::tell;
use crate::cli::exit::Exit;
use crate::cli::interrupt::continue_if;
use crate::cli::lang::message_lang;
use crate::cli::output::{Output, Reports, Style};
use crate::cli::progress::Spinner;
use crate::report::seconds;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

/// Writes problems, shows the progress and counts.
pub(super) struct Writer {
    report: Reports,
    tally: Tally,
    bar: Spinner,
    wanted: usize,
    best: Option<usize>,
    /// The problems from which the best are chosen in the end.
    held: Vec<Row>,
    /// The problems that were told, if `keeps`: the file of SFENs is written in the end.
    told: Vec<Row>,
    keeps: bool,
    count: usize,
    attempts: u64,
    left_out: u32,
    quiet: bool,
    broken: io::Result<()>,
    /// Whether the time is over.
    pub is_late: bool,
}

impl Writer {
    /// Begins to write. `count` is the number of problems that the file has already.
    pub fn begin(args: &ComposeArgs, mut output: Output, count: usize) -> Self {
        let quiet = args.output.quiet;
        output.show(Style::Brief);
        Self {
            report: output.report(true, true),
            tally: Tally {
                judged: true,
                ..Tally::default()
            },
            bar: Spinner::new(!quiet),
            wanted: args.number.get(),
            best: args.best.map(Into::into),
            held: Vec::new(),
            told: Vec::new(),
            keeps: args.sfen.is_some(),
            count,
            attempts: 0,
            left_out: 0,
            quiet,
            broken: Ok(()),
            is_late: false,
        }
    }

    /// Returns whether the work ended with enough problems or at the time limit.
    pub fn has_ended(&self) -> bool {
        self.count >= self.wanted || self.is_late
    }

    /// Takes the news of a run, until there are enough problems.
    pub fn take(&mut self, news: News) -> ControlFlow<()> {
        if self.count >= self.wanted {
            return ControlFlow::Break(());
        }
        match news {
            News::Attempt(made) => {
                self.attempts += 1;
                self.left_out += u32::from(made.is_similar);
                if let Some(new) = made.problem {
                    self.count += 1;
                    if self.best.is_some() {
                        self.held.push(new.row);
                    } else {
                        self.write(&new.row);
                    }
                }
            }
            News::Tick => {}
        }
        self.show();
        continue_if(self.broken.is_ok() && self.count < self.wanted)
    }

    fn write(&mut self, row: &Row) {
        if self.keeps {
            self.told.push(row.clone());
        }
        self.tally.add(row);
        let report = &mut self.report;
        let written = self.bar.aside(|| report.answer(row));
        if written.is_err() {
            self.broken = written;
        }
    }

    fn show(&self) {
        let (count, wanted, attempts) = (self.count, self.wanted, self.attempts);
        self.bar.show(|| {
            say!(
                "{count} of {wanted} problems  {attempts} attempts",
                "{count}/{wanted}題  試行{attempts}回"
            )
        });
    }

    /// Writes the best of the problems that were held back, and tells how the run ended. Returns
    /// the problems that were told, if they are needed for the file of SFENs.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn end(
        mut self,
        commission: &Commission,
        elapsed: Duration,
        interrupted: bool,
    ) -> io::Result<(Exit, Vec<Row>)> {
        if let Some(best) = self.best {
            let held = std::mem::take(&mut self.held);
            for row in super::best::best(held, best) {
                self.write(&row);
            }
        }
        drop(self.bar);
        self.broken?;
        self.tally.elapsed = elapsed;
        self.tally.interrupted = interrupted;
        self.report.begin()?;
        self.report.finish(&self.tally)?;
        if !self.quiet {
            let (seed, count, attempts) = (commission.beginning.seed, self.count, self.attempts);
            let time = seconds(elapsed, message_lang());
            let problems = if count == 1 { "problem" } else { "problems" };
            tell(&say!(
                "{count} {problems} of seed {seed}, {attempts} attempts, {time}",
                "乱数の種{seed}の{count}題、試行{attempts}回、{time}"
            ));
            let similar = self.left_out;
            if similar > 0 {
                tell(&say!(
                    "{similar} left out, which are similar to one of the collection",
                    "作品集に似た{similar}題を除いた"
                ));
            }
        }
        let exit = if interrupted {
            Exit::Interrupted
        } else if self.count < self.wanted {
            Exit::Unknown
        } else {
            Exit::Success
        };
        Ok((exit, self.told))
    }
}
