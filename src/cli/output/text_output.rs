//! Standard output, or a file that appears once it is complete.

use super::overwriting::refuse_output;
use crate::batch::replace::AtomicFile;
use crate::cli::lang::written;
use crate::cli::stdout::stdout;
use crate::input::InputFiles;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Where a command writes.
pub struct TextOutput {
    out: Box<dyn Write + Send>,
    whole: Option<AtomicFile>,
}

impl TextOutput {
    /// Opens a file, or standard output.
    ///
    /// # Errors
    /// If the file is one of the inputs, is there already, or cannot be written.
    pub fn open(path: Option<&Path>, inputs: &InputFiles, force: bool) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self::from(stdout()));
        };
        refuse_output(path, inputs, force)?;
        let (whole, file) = written(AtomicFile::begin(path), path)?;
        Ok(Self {
            out: Box::new(BufWriter::new(file)),
            whole,
        })
    }

    /// Makes the file appear.
    pub fn finish(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.whole.as_mut().map_or(Ok(()), AtomicFile::publish)
    }
}

impl From<Box<dyn Write + Send>> for TextOutput {
    fn from(out: Box<dyn Write + Send>) -> Self {
        Self { out, whole: None }
    }
}

impl Write for TextOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
