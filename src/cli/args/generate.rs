//! `tsume generate`.

use super::values::is_stdout;
use clap::{Args, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::{Path, PathBuf};

pub(super) const ABOUT: &str = "\
Write shell completions, man pages or JSON Schemas.

They are made from this program and fit its version.";

pub(super) const EXAMPLES: &str = "\
Examples:
  tsume generate completions bash > ~/.local/share/bash-completion/completions/tsume
  tsume generate completions fish > ~/.config/fish/completions/tsume.fish
  tsume generate man | man -l -       shows the page of the program
  tsume generate man -o ~/.local/share/man/man1
                                      a page for the program and one for each command
  tsume generate schema row > row.schema.json

Exit status:
  0  everything was written
  2  wrong usage, or something could not be written";

/// Options of `tsume generate`.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// The text to write.
    #[command(subcommand)]
    pub what: Generated,
}

/// A text that `tsume generate` writes.
#[derive(Debug, Subcommand)]
pub enum Generated {
    /// Write shell completions to standard output
    Completions {
        /// Shell that uses the completions
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
    /// Write the man page of the program to standard output, or all pages to a folder
    Man {
        /// Write the page of the program and one page for each command to this folder (- is standard output)
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
        /// Replace pages that are there already
        #[arg(long)]
        force: bool,
    },
    /// Write the JSON Schema of rows or requests to standard output
    Schema {
        /// Object of the schema
        #[arg(value_name = "OBJECT", value_enum)]
        object: SchemaObject,
    },
}

/// An object with a JSON Schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SchemaObject {
    /// A row of `solve`, `check`, `validate` and `worker`
    Row,
    /// A request to `worker`
    Request,
    /// A row of `verify` about a certificate
    Certificate,
    /// A row of `verify --for` about a problem
    ProvenProblem,
    /// A comparison of `compare`
    Comparison,
}

impl Generated {
    /// Returns whether files that are there are replaced.
    pub const fn force(&self) -> bool {
        matches!(self, Self::Man { force: true, .. })
    }

    /// Returns the folder to write to; `None` is standard output.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Completions { .. } | Self::Schema { .. } => None,
            Self::Man { output, .. } => output.as_deref().filter(|it| !is_stdout(it)),
        }
    }
}
