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
use crate::cli::interrupt::{Interrupt, going_on};
use crate::cli::lang::{no_problem, said, spoken};
use crate::cli::output::{Destination, ListFormat};
use crate::cli::shared::{FOR_EACH, jobs};
use crate::cli::tally_bar::{ProblemCount, TallyBar};
use crate::input::{Extent, Source};
use crate::judge::{Settings, Task};
use crate::report::{ComparisonFormat, ComparisonReport, ComparisonTally, Layout, compared, pairs};
use crate::vocabulary::Outcome;
use anyhow::{Context, bail};
use bench::{Bench, Done};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::Arc;
use version::Version;

/// The number of pairs that are compared ahead of the output, while one takes long.
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
        self.grading.refuse_with(self.goal)?;
        let jobs = jobs(self.jobs);
        let mut settings = self.settings(&inputs, jobs)?;
        let format = self.file.format(self.format)?.unwrap_or_default();
        let mut destination = self.file.open(&inputs.files)?;
        if format != ListFormat::Text {
            destination = destination.of_texts();
        }
        let interrupt = Interrupt::install()?;
        settings.question.limits.stop = Some(interrupt.flag());
        let mut unread = false;
        let mut read = |argument| Version::read(Source::from_argument(argument), self, &mut unread);
        let versions = Arc::new([read(&self.old)?, read(&self.new)?]);
        let [old, new] = &*versions;
        // Without one of the versions there is nothing to compare.
        if unread && versions.iter().any(|it| it.named().is_empty()) {
            return Ok(Exit::Unread);
        }
        let together = pairs(&old.named(), &new.named());
        if together.is_empty() {
            bail!(no_problem());
        }
        let format = match format {
            ListFormat::Text => {
                ComparisonFormat::Text(self.layout(together.len() > 1, &destination))
            }
            ListFormat::Json => ComparisonFormat::Json,
            ListFormat::Jsonl => ComparisonFormat::Jsonl,
        };
        let mut report = ComparisonReport::new(destination.colored(), format);
        let jobs = jobs.min(together.len());
        let bench = || Bench::new(&settings, &versions);
        let benches: Vec<Bench> = (0..jobs).map(|_| bench()).collect();
        let current = benches.iter().map(Bench::current).collect();
        let mut bar = TallyBar::new(said(["comparing", "比較"]), !self.quiet, current);
        let mut tally = ComparisonTally::default();
        let mut exit = Exit::of_input(!unread);
        let mut broken = Ok(());
        let started = interrupt.during(|| {
            let feed = move || together.into_iter().map(|it| (it, 0));
            pool::ordered(feed, benches, WINDOW, Bench::compare, |event| {
                match event {
                    Event::Result(Done { about, comparison }) => {
                        bar.done();
                        let Some((it, rows)) =
                            comparison.filter(|_| !interrupt.is_set() && broken.is_ok())
                        else {
                            return ControlFlow::Break(());
                        };
                        exit = about.iter().map(|it| it.exit).fold(exit, Exit::max);
                        tally.add(it.outcome);
                        broken = bar.aside(|| {
                            for it in &about {
                                it.tell(&versions);
                            }
                            report.comparison(&it, rows.as_ref())
                        });
                    }
                    Event::Tick(intake) => {
                        let number = ProblemCount::new(intake, &Extent::default());
                        bar.show(|| compared(&tally, spoken()), number);
                    }
                }
                going_on(broken.is_ok())
            })
        });
        drop(bar);
        started.context(said(["cannot start a job", "並列処理を始められない"]))?;
        broken?;
        report.finish(&tally)?;
        destination.finish()?;
        let outcomes = [
            (Outcome::Worse, Exit::Wrong),
            (Outcome::Unknown, Exit::Unknown),
        ];
        let met = outcomes.into_iter().filter(|it| tally.count(it.0) > 0);
        exit = met.map(|it| it.1).fold(exit, Exit::max);
        Ok(interrupt.exit(exit))
    }

    /// Returns the question about every problem, for this number of jobs.
    fn settings(&self, inputs: &Inputs, jobs: usize) -> anyhow::Result<Settings> {
        let mut question = self.search.question(Task::Check, inputs.are_arguments());
        self.goal.aim(&mut question);
        self.grading.grade(&mut question);
        Ok(Settings {
            config: self.search.config(FOR_EACH, jobs)?,
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
            ..Layout::whole(out.width(), spoken())
        }
    }
}
