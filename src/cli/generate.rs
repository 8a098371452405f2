//! `tsume generate`: shell completions, man pages and JSON Schemas.

use super::args::{Cli, GenerateArgs, Generated, SchemaObject};
use super::exit::Exit;
use super::lang::written;
use super::plan::refuse_output;
use super::stdout::stdout;
use crate::batch::replace::AtomicFile;
use crate::input::InputFiles;
use crate::report::schemas;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
            return pages(command, folder, args.what.force());
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
fn pages(command: clap::Command, folder: &Path, force: bool) -> anyhow::Result<Exit> {
    written(fs::create_dir_all(folder), folder)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    page_and_those_below(&command, folder, &mut pages);
    // All or none of them.
    for (path, _) in &pages {
        refuse_output(path, &InputFiles::default(), force)?;
    }
    for (path, page) in &pages {
        written(write(path, page), path)?;
    }
    Ok(Exit::Success)
}

fn page_and_those_below(command: &clap::Command, folder: &Path, pages: &mut Vec<(PathBuf, Man)>) {
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        page_and_those_below(below, folder, pages);
    }
    let page = Man::new(command.clone());
    pages.push((folder.join(page.get_filename()), page));
}

fn write(path: &Path, page: &Man) -> io::Result<()> {
    let (mut file, mut out) = AtomicFile::create(path)?;
    page.render(&mut out)?;
    file.publish()
}
