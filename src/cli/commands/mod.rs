//! The commands: the options of each, and its run.

mod answering;
mod check;
mod compare;
mod compose;
mod convert;
mod generate;
mod ledger;
#[cfg(feature = "mcp")]
mod mcp;
mod repair;
#[cfg(feature = "serve")]
mod serve;
mod sheet;
mod show;
mod similar;
mod solve;
mod usi;
mod validate;
mod verify;
mod worker;

use super::exit::Exit;
use crate::vocabulary::Lang;
use clap::{Arg, ArgAction, CommandFactory, Parser, Subcommand};

const EXIT_STATUSES: &str = "\
Exit status:
  0    everything was answered or written; nothing is wrong with what was judged
  1    a problem has no mate or is flawed, a proof is rejected, or a version is worse than the other
  2    wrong usage, something could not be written, or the program failed
  3    something is unknown within the limits
  4    an input or a record could not be read, or there was nothing in it; the others are answered
  130  interrupted; what was written so far is complete
  141  the reader of standard output went away before everything was delivered

`tsume COMMAND --help` explains a command, with examples; `tsume help COMMAND` also explains words.";

/// The layout of the help of a command: its description, its options in short, and its examples.
const HELP: &str = "{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Returns the command line. The list of commands shows the first line of each command's description.
pub fn command_line() -> clap::Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .help("Print help")
        .help_heading("Output")
        .action(ArgAction::HelpShort)
        .global(true);
    let cli = Cli::command().disable_help_flag(true).arg(help);
    cli.mut_subcommands(|command| {
        let text = command.get_long_about().unwrap_or_default().to_string();
        let first = text.lines().next().unwrap_or_default();
        let first = first.trim_end_matches('.').to_owned();
        command.about(first).before_help(text).help_template(HELP)
    })
}

/// Tsume shogi (詰将棋) solver and composition checker: its mates, lengths and no-mates are proven.
#[derive(Debug, Parser)]
#[command(name = "tsume", version, arg_required_else_help = true)]
#[command(after_help = EXIT_STATUSES)]
pub struct Cli {
    /// Language of answers and messages [default: that of the environment]
    #[arg(
        long,
        value_name = "LANG",
        value_enum,
        global = true,
        help_heading = "Output"
    )]
    pub lang: Option<Lang>,

    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(solve::SolveArgs),
    Check(check::CheckCommand),
    Validate(validate::ValidateArgs),
    Compare(compare::CompareArgs),
    Repair(repair::RepairArgs),
    Extend(repair::VersionArgs),
    Compose(compose::ComposeArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "mcp")]
    Mcp(mcp::McpArgs),
    Show(show::ShowArgs),
    Convert(convert::ConvertArgs),
    Similar(similar::SimilarArgs),
    Verify(verify::VerifyArgs),
    Worker(worker::WorkerArgs),
    Usi(usi::UsiArgs),
    Generate(generate::GenerateArgs),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// If its options do not fit together, or if it cannot read or write.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self {
            Self::Solve(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::Validate(args) => args.run(),
            Self::Compare(args) => args.run(),
            Self::Repair(args) => args.run(),
            Self::Extend(args) => args.run(),
            Self::Compose(args) => args.run(),
            #[cfg(feature = "serve")]
            Self::Serve(args) => args.run(),
            #[cfg(feature = "mcp")]
            Self::Mcp(args) => args.run(),
            Self::Show(args) => args.run(),
            Self::Convert(args) => args.run(),
            Self::Similar(args) => args.run(),
            Self::Verify(args) => args.run(),
            Self::Worker(args) => args.run(),
            Self::Usi(_) => usi::UsiArgs::run(),
            Self::Generate(args) => args.run(command_line()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_fit_together() {
        command_line().debug_assert();
    }
}
