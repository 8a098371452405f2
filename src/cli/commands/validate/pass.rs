//! One pass over the problems of a run.

use super::row_writer::RowWriter;
use crate::batch::pool::Event;
use crate::batch::run::{Item, Options, Run, Verdicts};
use crate::cli::interrupt::{Interrupt, continue_if};
use crate::cli::lang::localized;
use crate::cli::tally_bar::{ProblemCount, TallyBar, counts};
use crate::input::Extent;
use crate::judge::Settings;
use anyhow::Context;

/// The settings of a pass.
pub(super) struct Pass<'a> {
    pub options: Options,
    pub verdicts: Verdicts,
    pub interrupt: &'a Interrupt,
    pub progress: bool,
    pub extent: Extent,
}

impl Pass<'_> {
    /// Judges the items of `feed` and writes their rows. `name` stands before the progress. Returns the message of
    /// the panic that ended the feed, if one did.
    pub fn judge<I: Iterator<Item = (Item, usize)>>(
        &self,
        name: [&'static str; 2],
        feed: impl FnOnce() -> I + Send + 'static,
        mut settings: Settings,
        writer: &mut RowWriter,
    ) -> anyhow::Result<Option<String>> {
        settings.question.limits.stop = Some(self.interrupt.flag());
        let mut broken = Ok(());
        let started = Run::start(&settings, &self.options, &self.verdicts).and_then(|run| {
            let mut bar = TallyBar::new(localized(name), self.progress, run.current);
            let handle = |event| {
                match event {
                    Event::Result(settled) if broken.is_ok() => {
                        bar.done();
                        broken = bar.aside(|| writer.take(settled));
                    }
                    Event::Result(_) => {}
                    Event::Tick(intake) => {
                        let number = ProblemCount::new(intake, &self.extent);
                        let (tally, waiting) = (&writer.ledger.tally, writer.later.len());
                        bar.show(|| counts(tally, waiting), number);
                    }
                }
                continue_if(broken.is_ok() && !self.interrupt.is_set())
            };
            self.interrupt.during(|| run.pool.each(feed, handle))
        });
        let failure =
            started.context(localized(["cannot start a job", "並列処理を始められない"]))?;
        broken?;
        Ok(failure)
    }
}
