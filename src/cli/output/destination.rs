//! Destinations of bytes: standard output, a file that appears when it is complete, or a folder of such files.
//!
//! A file that is read is never written, even if it is given by another name. An existing file is replaced only
//! with `--force`.

use super::names::FileNames;
use crate::batch::replace::{AtomicFile, beside, writable_folder};
use crate::cli::lang::name_of;
use crate::cli::stdout::{EscapingWriter, cannot_write, stdout};
use crate::cli::values::is_stdout;
use crate::input::{FileId, InputFiles, is_special, resolved};
use crate::notation::FileType;
use crate::report::PageSink;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The width of text if standard output is no terminal.
pub const DEFAULT_COLUMNS: usize = 80;

/// Returns the columns of standard output, if it is a terminal.
pub fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
    size.map(|(width, _)| width.0.into())
}

/// Standard output or one file. Errors in writing name it.
pub struct Destination {
    out: Box<dyn Write + Send>,
    /// The file; `None` is standard output.
    path: Option<PathBuf>,
    /// The file that appears when it is complete; `None` if bytes are written to the place directly.
    atomic: Option<AtomicFile>,
    color: ColorChoice,
}

impl Destination {
    /// Returns standard output.
    pub fn stdout() -> Self {
        Self {
            out: stdout(),
            path: None,
            atomic: None,
            color: AutoStream::choice(&io::stdout()),
        }
    }

    /// Opens a file, or standard output without one. A file appears when it is complete; pipes and devices
    /// are written to directly.
    ///
    /// # Errors
    /// If the file is to be read, is there without `force`, or cannot be opened.
    pub fn open(path: Option<&Path>, inputs: &InputFiles, force: bool) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self::stdout());
        };
        refuse_output(path, inputs, force)?;
        let (atomic, file) = named_on_error(AtomicFile::begin(path), path)?;
        Ok(Self {
            color: AutoStream::choice(&file),
            out: Box::new(BufWriter::new(file)),
            path: Some(path.to_owned()),
            atomic,
        })
    }

    /// Escapes the control characters in texts of the input, if they go to a terminal, which would obey them.
    pub fn with_escapes(mut self) -> Self {
        if self.is_stdout() {
            let out = stdout();
            self.out = if io::stdout().is_terminal() {
                Box::new(BufWriter::new(EscapingWriter::new(out)))
            } else {
                Box::new(BufWriter::new(out))
            };
        }
        self
    }

    /// Returns whether it is standard output.
    pub const fn is_stdout(&self) -> bool {
        self.path.is_none()
    }

    /// Returns the width of text here, in columns.
    pub fn width(&self) -> usize {
        let width = terminal_width().filter(|_| self.is_stdout());
        width.unwrap_or(DEFAULT_COLUMNS)
    }

    /// Returns where the file will appear, unless it is written to directly.
    pub fn appears_at(&self) -> Option<&Path> {
        self.atomic.as_ref().map(AtomicFile::path)
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
        self.flush()?;
        let published = self.atomic.as_mut().map_or(Ok(()), AtomicFile::publish);
        self.named(published)
    }

    /// Passes everything on. The file appears only with content, so that an empty one never replaces another.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish_unless(&mut self, is_empty: bool) -> io::Result<()> {
        if is_empty {
            return self.flush();
        }
        self.finish()
    }

    /// Adds the name of the file to an error. Standard output does so itself.
    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        match &self.path {
            Some(path) => named_on_error(result, path),
            None => result,
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.named(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.named(result)
    }
}

/// A folder into which each problem gets a file of its own.
///
/// The names of its files come from the input, not from the user. Existing files stay without `--force`.
pub struct OutputFolder {
    path: PathBuf,
    file: FileType,
    inputs: Arc<InputFiles>,
    /// Whether existing files are replaced.
    force: bool,
    names: FileNames,
    /// The first bytes of each file, such as a byte order mark.
    pub mark: &'static [u8],
}

impl OutputFolder {
    /// Makes the folder for files of this type, if there is none.
    ///
    /// # Errors
    /// If it cannot be made, nothing can be written in it, or the run reads problems from it.
    pub fn create(
        path: &Path,
        file: FileType,
        inputs: &Arc<InputFiles>,
        force: bool,
    ) -> anyhow::Result<Self> {
        if file.holds_problems() && inputs.are_around(path) {
            let folder = name_of(path);
            refuse!(
                "`{folder}` is being read; choose another folder",
                "「{folder}」は読み込むフォルダー：別のフォルダーにする"
            );
        }
        folder_to_write(path)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            inputs: Arc::clone(inputs),
            force,
            names: FileNames::default(),
            mark: b"",
        })
    }

    /// Writes the file of the problem with this id.
    ///
    /// # Errors
    /// If the file exists without `--force`, is to be read, or cannot be written.
    pub fn write(&mut self, id: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let (name, extension) = (self.names.of(id), self.file.extension());
        let path = self.path.join(format!("{name}.{extension}"));
        refuse_overwriting(&path, &self.inputs)?;
        let created = match path.symlink_metadata() {
            Ok(metadata) if self.force && metadata.is_file() => AtomicFile::create(&path),
            Ok(metadata) => bail!(in_the_way(&path, metadata.is_file())),
            Err(_) => AtomicFile::create_new(&path),
        };
        let published = created.and_then(|(mut atomic, mut file)| {
            file.write_all(self.mark)?;
            file.write_all(bytes)?;
            atomic.publish()
        });
        Ok(named_on_error(published, &path)?)
    }
}

impl PageSink for OutputFolder {
    fn write_page(&mut self, id: &str, page: &[u8]) -> io::Result<()> {
        self.write(id, page).map_err(io::Error::other)
    }
}

/// Makes a folder for the files of a run, if there is none.
///
/// # Errors
/// If it cannot be made, or nothing can be written in it.
pub fn folder_to_write(path: &Path) -> anyhow::Result<()> {
    writable_folder(path, std::process::id()).with_context(|| {
        let path = name_of(path);
        say!(
            "cannot write in the folder `{path}`",
            "フォルダー「{path}」に書き込めない"
        )
    })
}

/// Refuses to write a file that is to be read. This includes new files in a folder that is read, and the temporary
/// file beside the output.
///
/// # Errors
/// If the output is such a file.
pub fn refuse_overwriting(output: &Path, inputs: &InputFiles) -> anyhow::Result<()> {
    let temporary = FileId::of_path(&beside(output));
    if inputs.would_read(output) || inputs.has(temporary.as_ref()) {
        let output = name_of(output);
        refuse!(
            "cannot write `{output}`: it is among the files to be read; choose another name",
            "「{output}」は読み込むファイルなので書き込めない：別の名前にする"
        );
    }
    Ok(())
}

/// Refuses to write a file that is to be read, and without `force` an existing one. Pipes and devices are allowed,
/// because they hold nothing that could be lost.
///
/// # Errors
/// If the output is such a file.
pub fn refuse_output(output: &Path, inputs: &InputFiles, force: bool) -> anyhow::Result<()> {
    if is_stdout(output) {
        return Ok(());
    }
    refuse_overwriting(output, inputs)?;
    if !force && output.is_file() && !is_special(output) {
        bail!(in_the_way(output, true));
    }
    Ok(())
}

/// Returns the message that something is there already.
fn in_the_way(path: &Path, is_file: bool) -> String {
    let path = name_of(path);
    if is_file {
        say!(
            "`{path}` is there already; `--force` replaces it",
            "「{path}」はすでにある：置き換えるには --force を付ける"
        )
    } else {
        say!(
            "`{path}` is there already, and no regular file",
            "「{path}」はすでにあり、通常のファイルでない"
        )
    }
}

/// Returns whether two outputs are the same file.
pub fn are_same_file(first: &Path, second: &Path) -> bool {
    let path = resolved(first);
    let id = FileId::of_path(first);
    (path.is_some() && path == resolved(second)) || (id.is_some() && id == FileId::of_path(second))
}

/// Adds the path to an error of opening or writing a file, unless the error has it already.
pub fn named_on_error<T>(result: io::Result<T>, path: &Path) -> io::Result<T> {
    result.map_err(|error| cannot_write(Some(path), error))
}
