//! The command line: `tsume solve`, `check`, `validate`, `compare`, `similar`, `repair`, `extend`,
//! `serve`, `mcp`, `worker`, `show`, `convert`, `usi`, `verify` and `generate`.
//!
//! A command is one type in `commands`: its options, and the function that runs them. Options that
//! several commands have are in `shared`, each group with a function that turns it into types of the
//! library. `inputs` finds the problems, `output` opens the destinations of answers. Answers go to standard
//! output or a file, everything else (errors, progress) to standard error. Only this module uses
//! terminals, signals and exit statuses.

#[macro_use]
mod lang;
#[macro_use]
mod shared;

mod commands;
mod diagnostics;
mod exit;
mod inputs;
mod interrupt;
mod output;
mod progress;
mod stdout;
mod tally_bar;
mod values;

pub use exit::Exit;
pub use stdout::note_closed_stdout;

use crate::answer::printable_lines;
use crate::guard::{guarded, report_panics};
use clap::FromArgMatches;
use commands::Cli;
use std::ffi::OsString;
use std::path::Path;

/// Runs the program with these arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = with_engine_argument(arguments.into_iter().collect());
    interrupt::survive_full_files();
    let parsed = commands::command_line().try_get_matches_from(arguments);
    let cli = match parsed.and_then(|it| Cli::from_arg_matches(&it)) {
        Ok(cli) => cli,
        Err(error) => return print_clap_error(&error),
    };
    lang::set_message_lang(lang::chosen_lang(cli.lang));
    report_panics(diagnostics::bug);
    let result = guarded(|| cli.command.run()).unwrap_or_else(|message| {
        diagnostics::bug(&message);
        Ok(Exit::Failure)
    });
    match result {
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
fn with_engine_argument(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let name = arguments.first().map(Path::new).and_then(Path::file_stem);
    if name.is_some_and(|name| name == "tsume-usi") {
        arguments.insert(1, "usi".into());
    }
    arguments
}

/// Prints help or the version, or says what is wrong with the arguments.
fn print_clap_error(error: &clap::Error) -> Exit {
    // Clap treats help and version as errors with status 0.
    if error.exit_code() == 0 {
        return match stdout::note_gone_reader(error.print()) {
            Ok(()) => Exit::Success,
            Err(_) if stdout::reader_is_gone() => Exit::ReaderGone,
            Err(_) => Exit::Failure,
        };
    }
    let text = error.to_string();
    if printable_lines(&text) == text {
        // If standard error is closed, no message can be shown.
        drop(error.print());
    } else {
        diagnostics::tell(text.trim_end());
    }
    Exit::Failure
}
