//! `tsume compose`: sound problems, composed by the program.
//!
//! - `args`: the options
//! - `writer`: writes the problems
//! - `best`: chooses the best of them
//! - `sfen_file`: a file of SFENs
//! - `joining`: joins the rows of several machines

mod args;
mod best;
mod joining;
mod sfen_file;
mod writer;

pub(super) use args::ComposeArgs;

use super::similar::index_collections;
use crate::batch::compose::{Commission, News, SEEDS, attempt_of, compose, in_words, likeness_of};
use crate::batch::resume::resume;
use crate::batch::terms::Terms;
use crate::cli::diagnostics::tell;
use crate::cli::exit::Exit;
use crate::cli::inputs::{Inputs, ReadArgs};
use crate::cli::interrupt::Interrupt;
use crate::cli::lang::{SAME_AGAIN, cannot_continue, localized, name_of};
use crate::cli::output::{Destination, Output, refuse_overwriting};
use crate::cli::shared::jobs;
use crate::cli::values::TimeLimit;
use crate::composition::compose::{Beginning, Constraints, Effort, Theme, Told};
use crate::judge::Settings;
use crate::judge::composed::TABLES;
use crate::search::Limits;
use anyhow::Context;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use writer::Writer;

/// The time after which a run ends if no limit is given.
const FIVE_MINUTES: Duration = Duration::from_mins(5);

impl ComposeArgs {
    /// Composes problems.
    ///
    /// # Errors
    /// If the options do not fit together, or if something cannot be read or written.
    pub fn run(self) -> anyhow::Result<Exit> {
        self.output.color.set();
        if !self.join.is_empty() {
            return joining::join(&self);
        }
        let inputs = Inputs::find(&self.from, self.output.quiet)?;
        let mut output = self.output.open(&inputs, true, true)?;
        let sfen = self.sfen_file(&inputs)?;
        refuse_contradictions(&self.with, &self.without)?;
        let (commission, is_whole) = self.commission(inputs)?;
        let interrupt = Interrupt::install()?;
        let settings = self.settings(&commission, &interrupt);
        let mut known = commission.told();
        let mut before = Before::default();
        if self.resume.is_some() {
            before = self.resumed(&settings, &commission, &mut known, &mut output)?;
        }
        let mut commission = commission;
        commission.attempts.start = before.next;
        let mut writer = Writer::begin(&self, output, before.count);
        let started = Instant::now();
        let (deadline, stop) = (self.time_limit(), interrupt.flag());
        let take = |news: News| {
            let is_late = deadline.is_some_and(|it| started.elapsed() >= it);
            match writer.take(news) {
                ControlFlow::Continue(()) if is_late => {
                    writer.is_late = true;
                    ControlFlow::Break(())
                }
                flow => flow,
            }
        };
        let jobs = jobs(self.jobs);
        // The flag is also set to end attempts that are no longer needed. So it does not say
        // whether the run was interrupted.
        let over = Arc::clone(&stop);
        let run = || compose(&commission, &settings, jobs, &mut known, &over, take);
        let ended = interrupt.during(run);
        ended.context(localized(["cannot start a job", "並列処理を始められない"]))?;
        let is_interrupted = interrupt.is_set() && !writer.has_ended();
        let (exit, told) = writer.end(&commission, started.elapsed(), is_interrupted)?;
        if let Some(file) = sfen {
            let wishes = in_words(&commission.constraints).join(" ");
            let seed = commission.beginning.seed;
            let comment = format!("composed by tsume compose with seed={seed} {wishes}");
            sfen_file::write(file, &[comment], &told)?;
        }
        if self.resume.is_some() && exit != Exit::Success {
            tell(localized(SAME_AGAIN));
        }
        Ok(exit.max(Exit::of_input(is_whole)))
    }

    /// Opens the file of SFENs, if it is wanted.
    fn sfen_file(&self, inputs: &Inputs) -> anyhow::Result<Option<Destination>> {
        let path = self.sfen.as_deref();
        let open = |it| Destination::open(Some(it), &inputs.files, self.output.force);
        path.map(open).transpose()
    }

    /// Returns the time after which the run ends.
    const fn time_limit(&self) -> Option<Duration> {
        match (self.time, self.attempts) {
            (Some(TimeLimit::After(time)), _) => Some(time),
            (Some(TimeLimit::None), _) | (None, Some(_)) => None,
            (None, None) => Some(FIVE_MINUTES),
        }
    }

    /// Returns the run that the options ask for, and whether all problems of the inputs could be read.
    fn commission(&self, inputs: Inputs) -> anyhow::Result<(Commission, bool)> {
        let usual = Constraints::default();
        let constraints = Constraints {
            plies: self.plies.clone(),
            on_board: self.on_board,
            in_hand: self.in_hand,
            kinds: self.kinds.as_ref().map_or(usual.kinds, |it| it.to_vec()),
            squares: self
                .squares
                .as_ref()
                .map_or(usual.squares, |it| it.to_vec()),
            two_kings: Some(self.two_kings),
            with: self.with.clone(),
            without: self.without.clone(),
            difficulty: usual.difficulty,
            aesthetics: self.aesthetics,
            allowed: self.allow.clone(),
            rules: self.rules,
            interpositions: self.interpositions,
        };
        let read = ReadArgs::default();
        let mut problems = read.problems(inputs.sources);
        let given: Vec<_> = (&mut problems)
            .filter_map(|it| Beginning::of(&it.problem))
            .collect();
        let mut is_whole = problems.is_whole;
        if given.is_empty() && !self.from.is_empty() {
            unread!(
                "there is no problem to begin with",
                "出発点にする問題が見つからない"
            );
        }
        let not_like = if self.not_like.is_empty() {
            None
        } else {
            let (index, is_read) = index_collections(&self.not_like, &read)?;
            is_whole &= is_read;
            Some(Arc::new(index))
        };
        let seed = self
            .seed
            .unwrap_or_else(|| RandomState::new().hash_one(0) % SEEDS);
        let commission = Commission {
            beginning: Beginning { seed, given },
            constraints,
            effort: Effort {
                diagrams: self.diagrams.get(),
                ..Effort::default()
            },
            attempts: 0..self.attempts.unwrap_or(u64::MAX),
            share: self.shard,
            not_like,
        };
        Ok((commission, is_whole))
    }

    /// Returns the settings with which every problem is judged.
    fn settings(&self, commission: &Commission, interrupt: &Interrupt) -> Settings {
        let limits = Limits {
            nodes: Some(self.nodes),
            time: None,
            stop: Some(interrupt.flag()),
        };
        let mut settings = commission.settings(TABLES, limits);
        settings.question.shown_variations = self.output.shows_variations().into();
        settings
    }

    /// Opens the file of `--resume`, and adds its problems to `known`.
    fn resumed(
        &self,
        settings: &Settings,
        commission: &Commission,
        known: &mut Told,
        output: &mut Output,
    ) -> anyhow::Result<Before> {
        let Some(path) = &self.resume else {
            return Ok(Before::default());
        };
        refuse_overwriting(path, &crate::input::InputFiles::default())?;
        let terms = Terms {
            rules: settings.rules(),
            limits: settings.limits_in_words(),
            limits_again: None,
        };
        let mut before = Before::default();
        let mut other = None;
        let resumed = resume(path, &terms, |row| match attempt_of(&row.id) {
            Some((seed, attempt)) if seed == commission.beginning.seed => {
                before.next = before.next.max(attempt + 1);
                before.count += 1;
                known.extend(likeness_of(row));
            }
            _ => other = Some(row.id.clone()),
        });
        let resumed = resumed.with_context(|| cannot_continue(path))?;
        if let Some(id) = other {
            let name = name_of(path);
            refuse!(
                "`{name}` has the row `{id}`, which is not of this seed",
                "「{name}」の行 {id} は、この --seed のものでない"
            );
        }
        *output = output.with_rows(resumed.rows, path);
        Ok(before)
    }
}

/// Refuses themes that every problem should have and none may have.
fn refuse_contradictions(with: &[Theme], without: &[Theme]) -> anyhow::Result<()> {
    let both = |it: &&Theme| without.iter().any(|other| other.is_in_all_with(**it));
    if let Some(theme) = with.iter().find(both) {
        refuse!(
            "--without excludes `{theme}`, which --with wants",
            "--with の {theme} を --without が除いている"
        );
    }
    Ok(())
}

/// The end of an earlier run.
#[derive(Default)]
struct Before {
    /// The number of the attempt to go on with.
    next: u64,
    /// The number of problems.
    count: usize,
}
