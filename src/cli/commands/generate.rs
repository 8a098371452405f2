//! `tsume generate`: shell completions, man pages and JSON Schemas.

use crate::cli::exit::Exit;
use crate::cli::output::{Destination, named_on_error};
use crate::cli::stdout::stdout;
use crate::cli::values::is_stdout;
use crate::input::InputFiles;
use crate::report::schemas;
use clap::{Args, Command, Subcommand, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

const ABOUT: &str = "\
Write shell completions, man pages or JSON Schemas.

They are made from this program and fit its version.";

const EXAMPLES: &str = "\
Examples:
  tsume generate completions bash > ~/.local/share/bash-completion/completions/tsume
  tsume generate completions fish > ~/.config/fish/completions/tsume.fish
  tsume generate man | man -l -       shows the page of the program
  tsume generate man -o ~/.local/share/man/man1
                                      a page for the program and one for each command
  tsume generate schema row > row.schema.json";

/// Options of `tsume generate`.
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
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

impl GenerateArgs {
    /// Writes the text asked for. `command` is the whole command line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn run(&self, mut command: Command) -> anyhow::Result<Exit> {
        let mut text = Vec::new();
        match &self.what {
            Generated::Completions { shell } => {
                let name = command.get_name().to_owned();
                clap_complete::generate(*shell, &mut command, name, &mut text);
            }
            Generated::Man { output, force } => {
                match output.as_deref().filter(|it| !is_stdout(it)) {
                    Some(folder) => return write_man_pages(command, folder, *force),
                    None => Man::new(command).render(&mut text)?,
                }
            }
            Generated::Schema { object } => text.extend(object.schema().as_bytes()),
        }
        let mut out = stdout();
        out.write_all(&text)?;
        out.flush()?;
        Ok(Exit::Success)
    }
}

impl SchemaObject {
    /// Returns the schema of the object.
    const fn schema(self) -> &'static str {
        match self {
            Self::Row => schemas::ROW,
            Self::Request => schemas::REQUEST,
            Self::Certificate => schemas::CERTIFICATE,
            Self::ProvenProblem => schemas::PROVEN_PROBLEM,
            Self::Comparison => schemas::COMPARISON,
        }
    }
}

/// Writes a man page for the program and one for each command.
fn write_man_pages(command: Command, folder: &Path, force: bool) -> anyhow::Result<Exit> {
    named_on_error(fs::create_dir_all(folder), folder)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, folder, &mut pages);
    // All files are opened before one is written, so that an existing page stops all of them.
    let open = |(path, page): (PathBuf, Man)| {
        let out = Destination::open(Some(&path), &InputFiles::default(), force)?;
        anyhow::Ok((out, page))
    };
    let pages: Vec<_> = pages.into_iter().map(open).collect::<Result<_, _>>()?;
    for (mut out, page) in pages {
        page.render(&mut out)?;
        out.finish()?;
    }
    Ok(Exit::Success)
}

/// Adds the pages of the subcommands, then that of the command.
fn add_pages(command: &Command, folder: &Path, pages: &mut Vec<(PathBuf, Man)>) {
    for subcommand in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        add_pages(subcommand, folder, pages);
    }
    let page = Man::new(command.clone());
    pages.push((folder.join(page.get_filename()), page));
}
