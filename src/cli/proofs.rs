//! Makes, checks and writes the certificates of a run.

use super::diagnostics::warning;
use super::files::safe_name;
use super::lang::{CERTIFICATES, folder_to_write, name_of, said, spoken};
use super::plan::{Proofs, in_the_way};
use crate::batch::replace::AtomicFile;
use crate::batch::shard::fnv1a;
use crate::certificate::Certificate;
use crate::certificate::file::{FileError, Form, Reader, Writer};
use crate::input::InputFiles;
use crate::judge::{CertificateFile, CertificateFolder, CertificateSink, Certifier};
use crate::report::errors::of_io;
use crate::report::{Lang, Said};
use anyhow::Context;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A folder of certificates, with one file for each problem.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    form: Form,
    /// The files that must not be written.
    inputs: Arc<InputFiles>,
    /// Whether files of earlier runs are replaced.
    force: bool,
    /// The names of the files of this run, hashed. A second pass replaces them.
    ours: Arc<Mutex<HashSet<u64>>>,
}

impl Folder {
    /// Makes the folder if it does not exist.
    ///
    /// # Errors
    /// When it cannot be made, or nothing can be written in it.
    pub fn create(
        path: &Path,
        form: Form,
        inputs: Arc<InputFiles>,
        force: bool,
    ) -> anyhow::Result<Self> {
        folder_to_write(path)?;
        Ok(Self {
            path: path.to_owned(),
            form,
            inputs,
            force,
            ours: Arc::default(),
        })
    }
}

/// The file of one problem.
struct ProblemFile {
    file: AtomicFile,
    writer: Writer<BufWriter<File>>,
}

impl CertificateSink for ProblemFile {
    fn write(&mut self, certificate: &Certificate) -> io::Result<()> {
        self.writer.write(certificate)
    }
}

impl CertificateFile for ProblemFile {
    fn publish(mut self: Box<Self>) -> io::Result<()> {
        self.writer.finish()?;
        self.file.publish()
    }
}

impl CertificateFolder for Folder {
    fn begin(&self, id: &str) -> io::Result<Box<dyn CertificateFile>> {
        let extension = match self.form {
            Form::Compact => "proof",
            Form::Readable => "proof.json",
        };
        let name = format!("{}.{extension}", safe_name(id));
        let is_new = {
            let mut ours = self.ours.lock().unwrap_or_else(PoisonError::into_inner);
            ours.insert(fnv1a(name.as_bytes()))
        };
        let path = self.path.join(name);
        if self.inputs.would_read(&path) || is_foreign(&path)? {
            let there = "there is another file of that name";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, there));
        }
        if is_new && !self.force && path.exists() {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                in_the_way(&path, true),
            ));
        }
        let (file, out) = AtomicFile::create(&path)?;
        let writer = Writer::new(BufWriter::new(out), self.form)?;
        Ok(Box::new(ProblemFile { file, writer }))
    }
}

/// Whether something is there that is no file of certificates.
fn is_foreign(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(there) if !there.is_file() => Ok(true),
        Ok(there) if there.len() == 0 => Ok(false),
        Ok(_) => {
            let first = Reader::new(BufReader::new(File::open(path)?)).next();
            Ok(matches!(first, Some(Err(_))))
        }
    }
}

impl Proofs {
    /// Returns a certifier that writes to the file, if there is one.
    pub fn certifier(&mut self, verify: bool) -> Certifier<'_> {
        Certifier {
            sink: self.file.as_mut().map(|it| it as &mut dyn CertificateSink),
            verify,
            written: 0,
        }
    }

    /// Finishes the file. Without a certificate, the old file stays.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let Some(file) = self.file else {
            return Ok(());
        };
        if let (0, Some(whole)) = (self.written, &self.whole) {
            let path = name_of(whole.path());
            warning(&both!(
                spoken(),
                "no certificate could be made: `{path}` is not written",
                "証明書を作れなかったので「{path}」には書かない"
            ));
            return Ok(());
        }
        let finished = file.finish().and_then(|_| match &mut self.whole {
            Some(whole) => whole.publish(),
            None => Ok(()),
        });
        finished.context(said(CERTIFICATES))
    }
}

/// Returns why a file of certificates cannot be read to its end.
pub(super) fn of_certificates(error: &FileError) -> Said {
    let japanese = match error {
        // What is packed does not fit its checksum, or cannot be unpacked at all.
        FileError::Io(error) if is_of_packing(error) => {
            return both!("the file is damaged", "ファイルが壊れている");
        }
        FileError::Io(error) => of_io(error).in_lang(Lang::Japanese).to_owned(),
        FileError::NotAProof => "証明書のファイルでない".to_owned(),
        FileError::Version(version) => format!("形式の版 {version} は未知"),
        FileError::Truncated => "ファイルが途中で切れている".to_owned(),
        FileError::Malformed { at, .. } => {
            format!("内容が壊れている（展開後の{at}バイト目）")
        }
        FileError::TooLarge { memory } => {
            format!(
                "許されたメモリ（{memory}バイト）に収まらない証明書がある（--memory で増やせる）"
            )
        }
        FileError::Line { line, .. } => format!("{line}行目の内容が正しくない"),
    };
    Said::new(error.to_string(), japanese)
}

/// Returns whether an error comes from the compression instead of the system.
fn is_of_packing(error: &io::Error) -> bool {
    let is_vague = matches!(
        error.kind(),
        io::ErrorKind::Other | io::ErrorKind::InvalidData
    );
    is_vague && error.raw_os_error().is_none()
}
