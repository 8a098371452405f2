//! Options of `tsume solve` and `tsume check` for certificates.

use super::ProofFormat;
use super::values::place;
use clap::Args;
use std::path::PathBuf;

/// Options for certificates.
#[derive(Args, Debug)]
pub struct ProofArgs {
    /// Write certificates to this file, for `tsume verify`
    ///
    /// The certificates prove a mate with its composed and its strict length, or that there is no
    /// mate. Those of `check` also prove for every other check whether it mates. The limits hold
    /// anew for each certificate. If none can be made, the file stays as it was.
    #[arg(long, alias = "proofs", value_name = "FILE", value_parser = place())]
    #[arg(help_heading = "Proofs")]
    pub proof: Option<PathBuf>,

    /// Format of the certificates
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(requires = "proof", help_heading = "Proofs")]
    pub proof_format: ProofFormat,

    /// Have the independent checker confirm every claim before the answer is given
    #[arg(long, help_heading = "Proofs")]
    pub verify: bool,
}
