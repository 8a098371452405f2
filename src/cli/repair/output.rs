//! Where versions are written, and how.

use crate::batch::replace::AtomicFile;
use crate::cli::inputs::inputs_of;
use crate::cli::lang::written;
use crate::cli::output::refuse_output;
use crate::cli::stdout::stdout;
use crate::input::Source;
use crate::report::{Report, Tally};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// How versions are written.
pub(super) enum Form {
    /// Text for people.
    Text(Sink),
    /// A row for each version, as soon as it is found.
    Rows(Sink),
    /// One array of rows.
    Array(Sink, usize),
    /// As a check of each version.
    Report(Box<dyn Report>, Tally),
}

/// Where text and rows go.
pub(super) struct Sink {
    out: Box<dyn Write + Send>,
    whole: Option<AtomicFile>,
}

impl Sink {
    pub fn open(path: Option<&Path>, sources: &[Source], force: bool) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                out: stdout(),
                whole: None,
            });
        };
        refuse_output(path, &inputs_of(sources)?, force)?;
        let (whole, file) = written(AtomicFile::begin(path), path)?;
        Ok(Self {
            out: Box::new(BufWriter::new(file)),
            whole,
        })
    }

    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    pub fn finish(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.whole.as_mut().map_or(Ok(()), AtomicFile::publish)
    }
}
