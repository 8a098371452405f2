//! A folder into which each problem gets a file of its own.

use super::names::FileNames;
use super::overwriting::{in_the_way, refuse_overwriting};
use crate::batch::replace::AtomicFile;
use crate::cli::lang::{folder_to_write, written};
use crate::input::InputFiles;
use crate::notation::FileType;
use crate::report::PageSink;
use anyhow::bail;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Such a folder.
///
/// The names of its files come from the input, not from the user. So a file that is there already stays,
/// unless the run is told to replace it.
pub struct OutputFolder {
    path: PathBuf,
    inputs: Arc<InputFiles>,
    /// Whether files that are there are replaced.
    force: bool,
    names: FileNames,
}

impl OutputFolder {
    /// Makes the folder if there is none.
    ///
    /// # Errors
    /// When it cannot be made, or nothing can be written in it.
    pub fn create(path: &Path, inputs: Arc<InputFiles>, force: bool) -> anyhow::Result<Self> {
        folder_to_write(path)?;
        Ok(Self {
            path: path.to_owned(),
            inputs,
            force,
            names: FileNames::default(),
        })
    }

    /// Writes the file of the problem with this id.
    ///
    /// # Errors
    /// When it is there already, or is read, or cannot be written.
    pub fn write(&mut self, id: &str, extension: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let name = self.names.of(id);
        let path = self.path.join(format!("{name}.{extension}"));
        refuse_overwriting(&path, &self.inputs)?;
        let begun = match path.symlink_metadata() {
            Ok(there) if self.force && there.is_file() => AtomicFile::create(&path),
            Ok(there) => bail!(in_the_way(&path, there.is_file())),
            Err(_) => AtomicFile::create_new(&path),
        };
        let whole = begun.and_then(|(mut whole, mut file)| {
            file.write_all(bytes)?;
            whole.publish()
        });
        written(whole, &path)
    }
}

/// The files of one type in such a folder.
pub struct FolderSink {
    pub folder: OutputFolder,
    pub file: FileType,
    /// The first bytes of each file.
    pub mark: &'static [u8],
}

impl PageSink for FolderSink {
    fn put(&mut self, id: &str, page: &[u8]) -> io::Result<()> {
        let page = [self.mark, page].concat();
        let written = self.folder.write(id, self.file.extension(), &page);
        written.map_err(io::Error::other)
    }
}
