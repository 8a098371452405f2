//! `tsume similar`: works that are similar to a problem.
//!
//! - `args`: the options
//! - `answers`: how the works found are written

mod answers;
mod args;

pub(super) use args::SimilarArgs;

use crate::cli::exit::Exit;
use crate::cli::inputs::{Inputs, ReadArgs};
use crate::cli::lang::no_problem;
use crate::composition::similar::Wanted;
use crate::input::Source;
use crate::judge::ParsedProblem;
use crate::notation::sfen;
use crate::similar::{Index, IndexedProblem};
use answers::Answers;
use anyhow::bail;
use std::ffi::OsString;

impl SimilarArgs {
    /// Finds similar works.
    ///
    /// # Errors
    /// If the options do not fit together, or nothing can be written.
    pub fn run(&self) -> anyhow::Result<Exit> {
        self.file.color.set();
        let mut all = vec![self.input.clone()];
        all.extend(self.collections.iter().cloned());
        let inputs = Inputs::find(&all, self.quiet)?;
        let format = self.file.format(self.format)?.unwrap_or_default();
        let out = self.file.open(&inputs.files)?;
        let (index, is_whole) = index_collections(&self.collections, &self.read)?;
        let mut answers = Answers::new(out, format, self.quiet)?;
        let wanted = Wanted {
            best: self.best,
            ..Wanted::default()
        };
        let source = Source::from_argument(&self.input);
        let mut problems = self.read.problems(vec![source]);
        let mut any_problem = false;
        for parsed in &mut problems {
            let works = index.rows(&indexed(&parsed), wanted);
            let sfen = sfen::write(parsed.problem.setup());
            answers.write(&parsed.id, &sfen, works)?;
            any_problem = true;
        }
        answers.finish(any_problem)?;
        let exit = Exit::of_input(is_whole && problems.is_whole);
        if !any_problem && exit == Exit::Success {
            bail!(no_problem());
        }
        Ok(exit)
    }
}

/// Returns a problem and its line in the input, ready to be compared with others.
pub(super) fn indexed(parsed: &ParsedProblem) -> IndexedProblem {
    let line = parsed.known_line();
    IndexedProblem::new(&parsed.id, &parsed.origin, &parsed.problem, &line)
}

/// Reads the collections in which similar works are looked for, and reports problems that cannot be read. Also
/// returns whether all could be read.
///
/// # Errors
/// If no problem can be read.
pub(super) fn index_collections(
    arguments: &[OsString],
    read: &ReadArgs,
) -> anyhow::Result<(Index, bool)> {
    let sources = arguments.iter().map(|it| Source::from_argument(it));
    let mut problems = read.problems(sources.collect());
    let index: Index = (&mut problems).map(|it| indexed(&it)).collect();
    if index.is_empty() {
        unread!(
            "there is no problem in the collections",
            "比べる作品集に詰将棋の問題が見つからない"
        );
    }
    Ok((index, problems.is_whole))
}
