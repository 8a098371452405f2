//! Destinations of bytes: standard output, a file that appears when it is complete, or a folder of such files.
//!
//! No file that is read is ever written, by whatever name it is given. No file that is there is replaced unless
//! this is asked for.

use super::names::FileNames;
use crate::batch::replace::{AtomicFile, beside, writable_folder};
use crate::cli::lang::name_of;
use crate::cli::stdout::{Legible, cannot_write, stdout};
use crate::cli::values::is_stdout;
use crate::input::{FileId, InputFiles, is_special, resolved};
use crate::notation::FileType;
use crate::report::PageSink;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The width if the width of the page is not known.
pub const PAGE: usize = 80;

/// Returns the columns of standard output, if it is a terminal.
pub fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
    size.map(|(width, _)| width.0.into())
}

/// A place to write to. Its errors have its name.
pub struct Destination {
    out: Box<dyn Write + Send>,
    /// The file; `None` is standard output.
    path: Option<PathBuf>,
    whole: Option<AtomicFile>,
    color: ColorChoice,
}

impl Destination {
    /// Returns standard output.
    pub fn stdout() -> Self {
        Self {
            out: stdout(),
            path: None,
            whole: None,
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
        let (whole, file) = written(AtomicFile::begin(path), path)?;
        Ok(Self {
            color: AutoStream::choice(&file),
            out: Box::new(BufWriter::new(file)),
            path: Some(path.to_owned()),
            whole,
        })
    }

    /// Has a terminal get escapes for characters that it would obey: the texts are those of others.
    pub fn of_texts(mut self) -> Self {
        if self.is_stdout() {
            let out = stdout();
            self.out = if io::stdout().is_terminal() {
                Box::new(BufWriter::new(Legible::new(out)))
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

    /// Returns the columns of a page of text.
    pub fn width(&self) -> usize {
        let width = terminal_width().filter(|_| self.is_stdout());
        width.unwrap_or(PAGE)
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
        self.flush()?;
        let published = self.whole.as_mut().map_or(Ok(()), AtomicFile::publish);
        self.named(published)
    }

    /// Passes everything on. The file appears only with content: what was there before is better than
    /// nothing.
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
            Some(path) => written(result, path),
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
/// The names of its files come from the input, not from the user. So a file that is there already stays,
/// unless the run is told to replace it.
pub struct OutputFolder {
    path: PathBuf,
    file: FileType,
    inputs: Arc<InputFiles>,
    /// Whether files that are there are replaced.
    force: bool,
    names: FileNames,
    /// The first bytes of each file.
    pub mark: &'static [u8],
}

impl OutputFolder {
    /// Makes the folder for files of this type, if there is none.
    ///
    /// # Errors
    /// When it cannot be made, nothing can be written in it, or the files would be read as they stand there.
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
    /// When it is there already, or is read, or cannot be written.
    pub fn write(&mut self, id: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let (name, extension) = (self.names.of(id), self.file.extension());
        let path = self.path.join(format!("{name}.{extension}"));
        refuse_overwriting(&path, &self.inputs)?;
        let begun = match path.symlink_metadata() {
            Ok(there) if self.force && there.is_file() => AtomicFile::create(&path),
            Ok(there) => bail!(in_the_way(&path, there.is_file())),
            Err(_) => AtomicFile::create_new(&path),
        };
        let whole = begun.and_then(|(mut whole, mut file)| {
            file.write_all(self.mark)?;
            file.write_all(bytes)?;
            whole.publish()
        });
        Ok(written(whole, &path)?)
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
/// When it cannot be made, or nothing can be written in it.
pub fn folder_to_write(path: &Path) -> anyhow::Result<()> {
    writable_folder(path, std::process::id()).with_context(|| {
        let path = name_of(path);
        say!(
            "cannot write in the folder `{path}`",
            "フォルダー「{path}」に書き込めない"
        )
    })
}

/// Refuses to write a file that is to be read, or one that would be read as it stands in a folder of
/// problems.
///
/// # Errors
/// When this file is one of those.
pub fn refuse_overwriting(output: &Path, inputs: &InputFiles) -> anyhow::Result<()> {
    let on_the_way = FileId::of_path(&beside(output));
    if inputs.would_read(output) || inputs.has(on_the_way.as_ref()) {
        let output = name_of(output);
        refuse!(
            "cannot write `{output}`: it is among the files to be read; choose another name",
            "「{output}」は読み込むファイルなので書き込めない：別の名前にする"
        );
    }
    Ok(())
}

/// Refuses to write a file that is to be read, and without `force` one that is there already. Pipes and
/// devices hold nothing that could be lost.
///
/// # Errors
/// When this file is one of those.
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
pub fn are_one(one: &Path, other: &Path) -> bool {
    let place = resolved(one);
    let id = FileId::of_path(one);
    (place.is_some() && place == resolved(other)) || (id.is_some() && id == FileId::of_path(other))
}

/// Adds the path to an error of opening or writing a file, unless it is there.
pub fn written<T>(result: io::Result<T>, path: &Path) -> io::Result<T> {
    result.map_err(|error| cannot_write(Some(path), error))
}
