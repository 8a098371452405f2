//! Options of `tsume solve` and `tsume check` for certificates.

use crate::certificate::file::{Form, Writer};
use crate::cli::diagnostics::warning;
use crate::cli::lang::name_of;
use crate::cli::output::{Destination, OutputArgs, are_same_file};
use crate::cli::values::file_path;
use crate::input::InputFiles;
use crate::judge::{CertificateSink, Certifier};
use crate::notation::FileType;
use clap::Args;
use std::path::PathBuf;

/// Options for certificates.
#[derive(Args, Debug)]
#[command(next_help_heading = "Proofs")]
pub struct ProofArgs {
    /// Write certificates to this file, for `tsume verify`; as JSON if its name ends in .json
    #[arg(long, alias = "proofs", value_name = "FILE", value_parser = file_path())]
    pub proof: Option<PathBuf>,

    /// Have the independent checker confirm every claim before the answer is given
    #[arg(long)]
    pub verify: bool,
}

impl ProofArgs {
    /// Opens the file of certificates, if they are wanted.
    ///
    /// # Errors
    /// If the file is also for answers, is to be read, exists without `--force`, or cannot be opened.
    pub fn open(&self, output: &OutputArgs, inputs: &InputFiles) -> anyhow::Result<Certificates> {
        let is_of_answers = |proof| output.files.iter().any(|file| are_same_file(file, proof));
        if self.proof.as_deref().is_some_and(is_of_answers) {
            refuse!(
                "answers and certificates cannot go to the same file",
                "答えと証明書を同じファイルには書けない"
            );
        }
        let open = |path: &PathBuf| -> anyhow::Result<_> {
            let form = match FileType::of(path) {
                Some(FileType::Json) => Form::Readable,
                _ => Form::Compact,
            };
            let out = Destination::open(Some(path), inputs, output.force)?;
            Ok(Writer::new(out, form)?)
        };
        Ok(Certificates {
            file: self.proof.as_ref().map(open).transpose()?,
            written: 0,
        })
    }
}

/// The certificates of the answers.
pub struct Certificates {
    /// The file for certificates, if one is wanted.
    file: Option<Writer<Destination>>,
    /// The number of certificates in it.
    pub written: usize,
}

impl Certificates {
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
    /// If it cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        let Some(file) = self.file else {
            return Ok(());
        };
        let mut out = file.finish()?;
        if let (0, Some(path)) = (self.written, out.appears_at()) {
            let path = name_of(path);
            warning(&say!(
                "no certificate could be made: `{path}` is not written",
                "証明書を作れなかったので「{path}」には書かない"
            ));
            return Ok(());
        }
        Ok(out.finish()?)
    }
}
