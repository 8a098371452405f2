//! One pass over the problems of a run.

use super::row_writer::RowWriter;
use crate::batch::pool::Event;
use crate::batch::run::{Item, Options, Run, Verdicts};
use crate::cli::interrupt::{Interrupt, going_on};
use crate::cli::lang::said;
use crate::cli::tally_bar::{ProblemCount, TallyBar, counts};
use crate::input::Extent;
use crate::judge::Settings;
use anyhow::Context;

/// The state that is kept from one pass to the next.
pub(super) struct Pass<'a> {
    pub options: Options,
    pub verdicts: Verdicts,
    pub interrupt: &'a Interrupt,
    pub progress: bool,
    pub extent: Extent,
}

impl Pass<'_> {
    /// Judges these items. Returns the message of the panic that ended the feed, if one did.
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
            let mut bar = TallyBar::new(said(name), self.progress, run.current);
            let take = |event| {
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
                going_on(broken.is_ok() && !self.interrupt.is_set())
            };
            self.interrupt.during(|| run.pool.each(feed, take))
        });
        let failure = started.context(said(["cannot start a job", "並列処理を始められない"]))?;
        broken?;
        Ok(failure)
    }
}
