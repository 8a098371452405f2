//! `tsume similar`: works that are similar to a problem.
//!
//! - `args`: the options
//! - `collections`: where works are looked for
//! - `answers`: how the works found are written

mod answers;
mod args;
mod collections;

pub(super) use args::SimilarArgs;
pub(super) use collections::{ReadCollections, collections};

use crate::cli::diagnostics::refused;
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::lang::{no_problem, said};
use crate::cli::output::{Destination, chosen_format, page_width};
use crate::composition::similar::Wanted;
use crate::input::Source;
use crate::notation::sfen;
use crate::similar::IndexedProblem;
use answers::Answers;
use anyhow::{Context, bail};

const CANNOT_WRITE: [&str; 2] = ["cannot write the answers", "結果を書き込めない"];

impl SimilarArgs {
    /// Finds similar works.
    ///
    /// # Errors
    /// If the options do not fit together, or nothing can be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.color.set();
        let mut all = vec![self.input.clone()];
        all.extend(self.collections.iter().cloned());
        let inputs = Inputs::find(&all, self.quiet)?;
        let format = chosen_format(self.format, self.output(), "--format")?;
        let out = Destination::open(self.output(), &inputs.files, self.force)?;
        let ReadCollections { index, complete } =
            collections(&self.collections, self.sides, &self.picks)?;
        let mut exit = if complete {
            Exit::Success
        } else {
            Exit::Unread
        };
        let mut answers = Answers {
            out,
            format: format.unwrap_or_default(),
            quiet: self.quiet,
            width: page_width(self.output()),
            written: 0,
        };
        let wanted = Wanted {
            best: self.best,
            min_score: self.min_score,
        };
        let mut intake = self.sides.intake();
        let mut asked = 0;
        for record in self.picks.records(vec![Source::from_argument(&self.input)]) {
            match intake.read(record) {
                Ok(parsed) => {
                    let problem = IndexedProblem::new(
                        &parsed.id,
                        &parsed.origin,
                        &parsed.problem,
                        &parsed.known_line(),
                    );
                    let works = index.rows(&problem, wanted);
                    let sfen = sfen::write(parsed.problem.setup());
                    let put = answers.put(&parsed.id, &sfen, works);
                    put.context(said(CANNOT_WRITE))?;
                    asked += 1;
                }
                Err(about) => {
                    refused(&about);
                    exit = Exit::Unread;
                }
            }
        }
        answers.finish(asked > 0).context(said(CANNOT_WRITE))?;
        if asked == 0 && exit == Exit::Success {
            bail!(no_problem());
        }
        Ok(exit)
    }
}
