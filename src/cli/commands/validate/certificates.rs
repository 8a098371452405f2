//! The folder of certificates of a run, with one file for each problem.

use crate::batch::shard::fnv1a;
use crate::certificate::Certificate;
use crate::certificate::file::{Form, Reader, Writer};
use crate::cli::output::{Destination, folder_to_write, safe_name};
use crate::input::InputFiles;
use crate::judge::{CertificateFile, CertificateFolder, CertificateSink};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A folder of certificates, with one file for each problem.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The files that must not be written.
    inputs: Arc<InputFiles>,
    /// Whether files of earlier runs are replaced.
    force: bool,
    /// The hashes of the file names of this run. A second pass may replace these files.
    written: Arc<Mutex<HashSet<u64>>>,
}

impl Folder {
    /// Makes the folder if it does not exist.
    ///
    /// # Errors
    /// If it cannot be made, or nothing can be written in it.
    pub fn create(path: &Path, inputs: Arc<InputFiles>, force: bool) -> anyhow::Result<Self> {
        folder_to_write(path)?;
        Ok(Self {
            path: path.to_owned(),
            inputs,
            force,
            written: Arc::default(),
        })
    }
}

/// The file of one problem.
struct ProblemFile(Writer<Destination>);

impl CertificateSink for ProblemFile {
    fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        self.0.write(certificate)
    }
}

impl CertificateFile for ProblemFile {
    fn publish(self: Box<Self>) -> io::Result<()> {
        self.0.finish()?.finish()
    }
}

impl CertificateFolder for Folder {
    fn begin(&self, id: &str) -> io::Result<Box<dyn CertificateFile>> {
        let name = format!("{}.proof", safe_name(id));
        let is_new = {
            let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
            written.insert(fnv1a(name.as_bytes()))
        };
        let path = self.path.join(name);
        if is_foreign(&path)? {
            let there = "there is another file of that name";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, there));
        }
        let out = Destination::open(Some(&path), &self.inputs, self.force || !is_new);
        let writer = Writer::new(out.map_err(io::Error::other)?, Form::Compact)?;
        Ok(Box::new(ProblemFile(writer)))
    }
}

/// Returns whether there is something else than a file of certificates. Empty files may be replaced.
fn is_foreign(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(metadata) if !metadata.is_file() => Ok(true),
        Ok(metadata) if metadata.len() == 0 => Ok(false),
        Ok(_) => {
            let first = Reader::new(BufReader::new(File::open(path)?)).next();
            Ok(matches!(first, Some(Err(_))))
        }
    }
}
