//! One place to write to: standard output, a pipe or a device, or a file that appears when it is complete.

use super::overwriting::refuse_output;
use crate::batch::replace::AtomicFile;
use crate::cli::lang::written;
use crate::cli::stdout::{stdout, stdout_for_texts};
use crate::input::InputFiles;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

/// The width if the width of the page is not known.
pub const PAGE: usize = 80;

/// Returns the columns of a page of text in this file; `None` is standard output.
pub fn page_width(output: Option<&Path>) -> usize {
    match terminal_size::terminal_size() {
        Some((width, _)) if output.is_none() && io::stdout().is_terminal() => width.0.into(),
        _ => PAGE,
    }
}

/// A place to write to.
pub struct Destination {
    out: Box<dyn Write + Send>,
    is_stdout: bool,
    whole: Option<AtomicFile>,
    color: ColorChoice,
}

impl Destination {
    /// Returns standard output.
    pub fn stdout() -> Self {
        Self {
            out: stdout(),
            is_stdout: true,
            whole: None,
            color: AutoStream::choice(&io::stdout()),
        }
    }

    /// Returns standard output for texts of others: a terminal gets escapes for the characters that it
    /// would obey.
    pub fn stdout_for_texts() -> Self {
        Self {
            out: Box::new(BufWriter::new(stdout_for_texts())),
            ..Self::stdout()
        }
    }

    /// Opens a file, or standard output without one.
    ///
    /// # Errors
    /// If the file is to be read, is there without `force`, or cannot be opened.
    pub fn open(path: Option<&Path>, inputs: &InputFiles, force: bool) -> anyhow::Result<Self> {
        path.map_or_else(
            || Ok(Self::stdout()),
            |path| Self::file(path, inputs, force),
        )
    }

    /// Opens a file, or standard output for texts of others without one.
    ///
    /// # Errors
    /// As there.
    pub fn open_for_texts(
        path: Option<&Path>,
        inputs: &InputFiles,
        force: bool,
    ) -> anyhow::Result<Self> {
        path.map_or_else(
            || Ok(Self::stdout_for_texts()),
            |path| Self::file(path, inputs, force),
        )
    }

    /// Opens a file that appears when it is complete; pipes and devices are written to directly.
    ///
    /// # Errors
    /// If the file is to be read, is there without `force`, or cannot be opened.
    pub fn file(path: &Path, inputs: &InputFiles, force: bool) -> anyhow::Result<Self> {
        refuse_output(path, inputs, force)?;
        let (whole, file) = written(AtomicFile::begin(path), path)?;
        Ok(Self {
            is_stdout: false,
            color: AutoStream::choice(&file),
            out: Box::new(BufWriter::new(file)),
            whole,
        })
    }

    /// Returns whether it is standard output.
    pub const fn is_stdout(&self) -> bool {
        self.is_stdout
    }

    /// Returns where the file will appear, unless it is written to directly.
    pub fn appears_at(&self) -> Option<&Path> {
        self.whole.as_ref().map(AtomicFile::path)
    }

    /// Returns which colours are wanted there.
    pub const fn color(&self) -> ColorChoice {
        self.color
    }

    /// Returns a writer that keeps colours only where they are wanted.
    pub fn colored(&mut self) -> AutoStream<&mut (dyn Write + 'static)> {
        let color = self.color;
        AutoStream::new(self, color)
    }

    /// Passes everything on, and makes the file appear.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.whole.as_mut().map_or(Ok(()), AtomicFile::publish)
    }

    /// Passes everything on. The file appears only with content: what was there before is better than
    /// nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish_unless(&mut self, is_empty: bool) -> io::Result<()> {
        if is_empty {
            return self.out.flush();
        }
        self.finish()
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
