//! `tsume compare`: what changed from one version to another.
//!
//! - `args`: the options
//! - `version`: the rows or problems of a version
//! - `bench`: judges and compares the pairs

mod args;
mod bench;
mod version;

pub(super) use args::CompareArgs;

use crate::batch::pool::{self, Event, Window};
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::interrupt::{Interrupt, continue_if};
use crate::cli::lang::{localized, message_lang, no_problem};
use crate::cli::output::{Destination, ListFormat};
use crate::cli::shared::{HASH_FOR_EACH, jobs};
use crate::cli::tally_bar::{ProblemCount, TallyBar};
use crate::input::{Extent, Source};
use crate::judge::{Settings, Task};
use crate::report::{ComparisonFormat, ComparisonReport, ComparisonTally, Layout, compared, pairs};
use crate::vocabulary::Outcome;
use anyhow::{Context, bail};
use bench::{Bench, ComparedPair};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::Arc;
use version::Version;

/// The number of pairs that may be compared before an earlier one is ready to be written.
const WINDOW: Window = Window {
    items: 1024,
    bytes: usize::MAX,
};

impl CompareArgs {
    /// Compares the two versions.
    ///
    /// # Errors
    /// If the options do not fit together, the versions cannot be read, or the comparison cannot be
    /// written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.file.color.set();
        let inputs = Inputs::find(&[self.old.clone(), self.new.clone()], self.quiet)?;
        if inputs.sources == [Source::Stdin, Source::Stdin] {
            refuse!(
                "standard input can be one of the two versions only",
                "標準入力にできるのは、新旧のどちらか一方だけ"
            );
        }
        self.grading.refuse_for_other_goal(self.goal)?;
        let jobs = jobs(self.jobs);
        let mut settings = self.settings(&inputs, jobs)?;
        let format = self.file.format(self.format)?.unwrap_or_default();
        let mut destination = self.file.open(&inputs.files)?;
        if format != ListFormat::Text {
            destination = destination.with_escapes();
        }
        let interrupt = Interrupt::install()?;
        settings.question.limits.stop = Some(interrupt.flag());
        let mut unread = false;
        let mut read = |argument| Version::read(Source::from_argument(argument), self, &mut unread);
        let versions = Arc::new([read(&self.old)?, read(&self.new)?]);
        let [old, new] = &*versions;
        // Without one of the versions there is nothing to compare.
        if unread && versions.iter().any(|it| it.names().is_empty()) {
            return Ok(Exit::Unread);
        }
        let paired = pairs(&old.names(), &new.names());
        if paired.is_empty() {
            bail!(no_problem());
        }
        let format = match format {
            ListFormat::Text => ComparisonFormat::Text(self.layout(paired.len() > 1, &destination)),
            ListFormat::Json => ComparisonFormat::Json,
            ListFormat::Jsonl => ComparisonFormat::Jsonl,
        };
        let mut report = ComparisonReport::new(destination.colored(), format);
        let jobs = jobs.min(paired.len());
        let benches: Vec<Bench> = (0..jobs)
            .map(|_| Bench::new(&settings, &versions))
            .collect();
        let current = benches.iter().map(Bench::current).collect();
        let mut bar = TallyBar::new(localized(["comparing", "比較"]), !self.quiet, current);
        let mut tally = ComparisonTally::default();
        let mut exit = Exit::of_input(!unread);
        let mut broken = Ok(());
        let started = interrupt.during(|| {
            let feed = move || paired.into_iter().map(|it| (it, 0));
            pool::ordered(feed, benches, WINDOW, Bench::compare, |event| {
                match event {
                    Event::Result(ComparedPair {
                        messages,
                        comparison,
                    }) => {
                        bar.done();
                        let is_over = interrupt.is_set() || broken.is_err();
                        let (Some((comparison, rows)), false) = (comparison, is_over) else {
                            return ControlFlow::Break(());
                        };
                        exit = messages.iter().map(|it| it.exit).fold(exit, Exit::max);
                        tally.add(comparison.outcome);
                        broken = bar.aside(|| {
                            for about_problem in &messages {
                                about_problem.tell(&versions);
                            }
                            report.comparison(&comparison, rows.as_ref())
                        });
                    }
                    Event::Tick(intake) => {
                        let number = ProblemCount::new(intake, &Extent::default());
                        bar.show(|| compared(&tally, message_lang()), number);
                    }
                }
                continue_if(broken.is_ok())
            })
        });
        drop(bar);
        started.context(localized(["cannot start a job", "並列処理を始められない"]))?;
        broken?;
        report.finish(&tally)?;
        destination.finish()?;
        Ok(interrupt.exit(exit.max(exit_of(&tally))))
    }

    /// Returns the question about every problem, for this number of jobs.
    fn settings(&self, inputs: &Inputs, jobs: usize) -> anyhow::Result<Settings> {
        let mut question = self.search.question(Task::Check, inputs.are_arguments());
        self.goal.apply(&mut question);
        self.grading.apply(&mut question);
        Ok(Settings {
            config: self.search.config(HASH_FOR_EACH, jobs)?,
            question,
            ..Settings::default()
        })
    }

    /// Returns the layout of text about one problem or several.
    fn layout(&self, several: bool, out: &Destination) -> Layout {
        Layout {
            clip: out.is_stdout() && io::stdout().is_terminal(),
            diagrams: self.verbose || !several && !self.quiet,
            ids: several,
            notes: self.verbose,
            summary: !self.quiet,
            notation: self.notation,
            ..Layout::whole(out.width(), message_lang())
        }
    }
}

/// Returns the exit status that the outcomes of the pairs give.
fn exit_of(tally: &ComparisonTally) -> Exit {
    if tally.count(Outcome::Worse) > 0 {
        Exit::Wrong
    } else if tally.count(Outcome::Unknown) > 0 {
        Exit::Unknown
    } else {
        Exit::Success
    }
}
