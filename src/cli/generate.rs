//! `tsume generate`: shell completions, man pages and JSON Schemas.

use super::args::{Cli, GenerateArgs, Generated, SchemaObject};
use super::exit::Exit;
use super::lang::written;
use super::stdout::stdout;
use crate::batch::replace::AtomicFile;
use crate::report::schemas;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes the text asked for.
///
/// # Errors
/// If it cannot be written.
pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let mut command = Cli::command();
    let mut text = Vec::new();
    match (&args.what, args.what.folder()) {
        (Generated::Completions { shell }, _) => {
            let name = command.get_name().to_owned();
            clap_complete::generate(*shell, &mut command, name, &mut text);
        }
        (Generated::Man { .. }, Some(folder)) => {
            return written(pages(command, folder), folder);
        }
        (Generated::Schema { object }, _) => {
            let schema = match object {
                SchemaObject::Row => schemas::ROW,
                SchemaObject::Request => schemas::REQUEST,
                SchemaObject::Certificate => schemas::CERTIFICATE,
                SchemaObject::ProvenProblem => schemas::PROVEN_PROBLEM,
                SchemaObject::Comparison => schemas::COMPARISON,
            };
            text.extend(schema.as_bytes());
        }
        (Generated::Man { .. }, None) => Man::new(command).render(&mut text)?,
    }
    let mut out = stdout();
    out.write_all(&text)?;
    out.flush()?;
    Ok(Exit::Success)
}

/// Writes a page for the program and one for each command.
fn pages(command: clap::Command, folder: &Path) -> io::Result<Exit> {
    fs::create_dir_all(folder)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    page_and_those_below(&command, folder)?;
    Ok(Exit::Success)
}

fn page_and_those_below(command: &clap::Command, folder: &Path) -> io::Result<()> {
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        page_and_those_below(below, folder)?;
    }
    let page = Man::new(command.clone());
    let (mut file, mut out) = AtomicFile::create(&folder.join(page.get_filename()))?;
    page.render(&mut out)?;
    file.publish()
}
