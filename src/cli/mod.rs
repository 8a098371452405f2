//! The command line: `tsume solve`, `check`, `validate`, `compare`, `similar`, `repair`, `extend`,
//! `serve`, `mcp`, `worker`, `show`, `convert`, `usi`, `verify` and `generate`.
//!
//! A command is one type in `commands`: its options, and the function that runs them. Options that
//! several commands have are in `shared`, each group with the function that makes of it what the library
//! wants. `inputs` finds the problems, `output` opens the destinations of answers. Answers go to standard
//! output or a file, everything else (errors, progress) to standard error. Only this module uses
//! terminals, signals and exit statuses.

#[macro_use]
mod lang;
#[macro_use]
mod shared;

mod commands;
mod diagnostics;
mod draw_target;
mod exit;
mod inputs;
mod interrupt;
mod output;
mod progress;
mod room;
mod stdout;
mod tally_bar;
mod usage;
mod values;

pub use exit::Exit;
pub use stdout::look_for_stdout;

use crate::guard::{guarded, tell_panics};
use clap::Parser;
use commands::Cli;
use std::ffi::OsString;
use std::path::Path;

/// Runs the program with these arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = meant(arguments.into_iter().collect());
    interrupt::survive_full_files();
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return usage::print(&error),
    };
    lang::speak(lang::wanted(cli.lang));
    tell_panics(diagnostics::bug);
    let ran = guarded(|| cli.command.run()).unwrap_or_else(|message| {
        diagnostics::bug(&message);
        Ok(Exit::Failure)
    });
    match ran {
        Ok(exit) => exit,
        Err(_) if stdout::reader_is_gone() => Exit::ReaderGone,
        Err(error) => {
            diagnostics::failure(&error);
            Exit::of_failure(&error)
        }
    }
}

/// Adds the argument `usi` if the program has the name `tsume-usi`: many GUIs start an engine
/// without arguments.
fn meant(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let name = arguments.first().map(Path::new).and_then(Path::file_stem);
    if name.is_some_and(|name| name == "tsume-usi") {
        arguments.insert(1, "usi".into());
    }
    arguments
}
