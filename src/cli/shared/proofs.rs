//! Options of `tsume solve` and `tsume check` for certificates.

use crate::certificate::file::{Form, Writer};
use crate::cli::diagnostics::warning;
use crate::cli::lang::{CERTIFICATES, name_of, said, written};
use crate::cli::output::{Destination, OutputArgs, are_one};
use crate::cli::values::place;
use crate::input::InputFiles;
use crate::judge::{CertificateSink, Certifier};
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options for certificates.
#[derive(Args, Debug)]
#[command(next_help_heading = "Proofs")]
pub struct ProofArgs {
    /// Write certificates to this file, for `tsume verify`
    ///
    /// The certificates prove a mate with its composed and its strict length, or that there is no
    /// mate. Those of `check` also prove for every other check whether it mates. The limits hold
    /// anew for each certificate. If none can be made, the file stays as it was.
    #[arg(long, alias = "proofs", value_name = "FILE", value_parser = place())]
    pub proof: Option<PathBuf>,

    /// Format of the certificates
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(requires = "proof")]
    pub proof_format: ProofFormat,

    /// Have the independent checker confirm every claim before the answer is given
    #[arg(long)]
    pub verify: bool,
}

impl ProofArgs {
    /// Refuses one file for answers and certificates.
    ///
    /// # Errors
    /// If it is the same.
    pub fn refuse_same_file(&self, output: &OutputArgs) -> anyhow::Result<()> {
        let mut files = output.files.iter();
        if let Some(proof) = &self.proof
            && files.any(|file| are_one(file, proof))
        {
            refuse!(
                "answers and certificates cannot go to the same file",
                "答えと証明書を同じファイルには書けない"
            );
        }
        Ok(())
    }

    /// Opens the file of certificates, if they are wanted.
    ///
    /// # Errors
    /// If it is to be read, is there without `force`, or cannot be opened.
    pub fn open(&self, inputs: &InputFiles, force: bool) -> anyhow::Result<Certificates> {
        let open = |path: &PathBuf| {
            let out = Destination::file(path, inputs, force)?;
            written(Writer::new(out, self.proof_format.into()), path)
        };
        Ok(Certificates {
            file: self.proof.as_ref().map(open).transpose()?,
            written: 0,
        })
    }
}

/// `--proof-format`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProofFormat {
    /// Compressed binary.
    #[default]
    Binary,
    /// One JSON object on each line.
    Json,
}

impl From<ProofFormat> for Form {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Binary => Self::Compact,
            ProofFormat::Json => Self::Readable,
        }
    }
}

/// The certificates of the answers.
pub struct Certificates {
    /// The file for certificates.
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
    /// When it cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        let Some(file) = self.file else {
            return Ok(());
        };
        let finished = file.finish().and_then(|mut out| {
            if let (0, Some(path)) = (self.written, out.appears_at()) {
                let path = name_of(path);
                warning(&say!(
                    "no certificate could be made: `{path}` is not written",
                    "証明書を作れなかったので「{path}」には書かない"
                ));
                return Ok(());
            }
            out.finish()
        });
        finished.context(said(CERTIFICATES))
    }
}
