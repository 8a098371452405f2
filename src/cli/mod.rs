//! The command line: `tsume solve`, `check`, `validate`, `compare`, `similar`, `repair`, `extend`,
//! `serve`, `worker`, `show`, `convert`, `usi`, `verify` and `generate`.
//!
//! A run has two stages: `args` is the command line as typed, `plan` is its meaning. Answers go to
//! standard output or a file, everything else (errors, progress) to standard error. Only this
//! module uses terminals, signals and exit statuses.

mod args;
mod compare;
mod convert;
mod diagnostics;
mod draw_target;
mod exit;
mod files;
mod folder;
mod generate;
mod interrupt;
mod lang;
mod patience;
mod pictures;
mod plan;
mod progress;
mod proofs;
mod publish;
mod questions;
mod repair;
#[cfg(feature = "serve")]
mod serve;
mod sheet;
mod show;
mod similar;
mod solve;
mod stdout;
mod tally_bar;
mod usage;
mod usi;
mod validate;
mod verify;
mod worker;

pub use exit::Exit;
pub use stdout::look_for_stdout;

use args::{Cli, Command};
use clap::Parser;
use plan::{Comparing, Plan, Service, Validation};
use std::ffi::OsString;
use std::path::Path;

/// Runs the program with these arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = meant(arguments.into_iter().collect());
    interrupt::survive_full_files();
    // What is wrong with the arguments is said in the language that is asked for in them.
    lang::speak(lang::wanted(lang::typed(&arguments)));
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return usage::print(&error),
    };
    lang::speak(lang::wanted(cli.lang));
    let result = match cli.command {
        Command::Solve(args) => Plan::solve(&args).and_then(solve::run),
        Command::Check(args) => Plan::check(&args).and_then(solve::run),
        Command::Validate(args) => Validation::new(&args).and_then(validate::run),
        Command::Compare(args) => Comparing::new(&args).and_then(compare::run),
        Command::Repair(args) => repair::repair(args),
        Command::Extend(args) => repair::extend(args),
        Command::Show(args) => show::run(&args),
        Command::Similar(args) => similar::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Verify(args) => verify::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Usi(_) => usi::run(),
        Command::Generate(args) => generate::run(&args),
        Command::Worker(args) => Service::new(&args).and_then(worker::run),
    };
    match result {
        Ok(exit) => exit,
        Err(_) if stdout::reader_is_gone() => Exit::ReaderGone,
        Err(error) => {
            diagnostics::failure(&error);
            Exit::Failure
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
