//! What `tsume solve` and `tsume check` are told about certificates.

use super::ProofFormat;
use super::values::place;
use clap::Args;
use std::path::PathBuf;

/// Options for certificates.
#[derive(Args, Debug)]
pub struct ProofArgs {
    /// Write certificates to this file, for `tsume verify`
    ///
    /// They prove a mate and its length, both composed and strict, or that there is no mate; those of
    /// `check` also that no other check mates, or which do. Each is made within the limits given,
    /// counted anew. Where none can be made, the file stays as it was.
    #[arg(long, value_name = "FILE", value_parser = place(), help_heading = "Proofs")]
    pub proof: Option<PathBuf>,

    /// How certificates are written: packed, or as JSON to be looked at
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    #[arg(requires = "proof", help_heading = "Proofs")]
    pub proof_format: ProofFormat,

    /// Prove every claim to the independent checker before giving the answer
    #[arg(long, help_heading = "Proofs")]
    pub verify: bool,
}
