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

use crate::cli::diagnostics::{refused, tell};
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::lang::{name_of, no_problem, said, written};
use crate::cli::output::{Destination, chosen_format, page_width, refuse_output};
use crate::composition::similar::Wanted;
use crate::input::Source;
use crate::notation::sfen;
use crate::similar::{IndexedProblem, file};
use answers::Answers;
use anyhow::{Context, bail};
use std::path::Path;

const CANNOT_WRITE: [&str; 2] = ["cannot write the answers", "結果を書き込めない"];

impl SimilarArgs {
    /// Finds similar works, or writes an index.
    ///
    /// # Errors
    /// If the options do not fit together, or nothing can be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.color.set();
        let mut all = vec![self.input.clone()];
        all.extend(self.collections.iter().cloned());
        let inputs = Inputs::find(&all, self.quiet)?;
        let read = |arguments| collections(arguments, self.sides, &self.picks);
        if let Some(path) = &self.index {
            refuse_output(path, &inputs.files, self.force)?;
            let read = read(&all)?;
            let out = Destination::file(path, &inputs.files, self.force)?;
            return write_index(path, out, &read, self.quiet);
        }
        if self.collections.is_empty() {
            refuse!(
                "name a collection to look in, after the problem",
                "問題のあとに、比べる作品集を指定する"
            );
        }
        let format = chosen_format(self.format, self.output(), "--format")?;
        let out = Destination::open(self.output(), &inputs.files, self.force)?;
        let ReadCollections { index, complete } = read(&self.collections)?;
        let mut exit = exit_of(complete);
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

/// Returns the exit status; `complete` says whether everything could be read.
const fn exit_of(complete: bool) -> Exit {
    if complete {
        Exit::Success
    } else {
        Exit::Unread
    }
}

fn write_index(
    path: &Path,
    out: Destination,
    read: &ReadCollections,
    quiet: bool,
) -> anyhow::Result<Exit> {
    let done = file::write(&read.index, out).and_then(|mut out| out.finish());
    written(done, path)?;
    if !quiet {
        let (count, name) = (read.index.len(), name_of(path));
        let bytes = path.metadata().map_or(0, |it| it.len()) / count.max(1) as u64;
        tell(&say!(
            "{name}: {count} problems, {bytes} bytes each",
            "{name}：{count}題、1題あたり{bytes}バイト"
        ));
    }
    Ok(exit_of(read.complete))
}
