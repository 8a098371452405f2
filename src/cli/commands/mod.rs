//! The commands: the options of each, and its run.

mod answering;
mod check;
mod compare;
mod compose;
mod convert;
mod generate;
#[cfg(feature = "mcp")]
mod mcp;
mod questions;
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
use check::CheckCommand;
use clap::{CommandFactory, Parser, Subcommand};
use compare::CompareArgs;
use compose::ComposeArgs;
use convert::ConvertArgs;
use generate::GenerateArgs;
#[cfg(feature = "mcp")]
use mcp::McpArgs;
use repair::{RepairArgs, VersionArgs};
#[cfg(feature = "serve")]
use serve::ServeArgs;
use show::ShowArgs;
use similar::SimilarArgs;
use solve::SolveArgs;
use usi::UsiArgs;
use validate::ValidateArgs;
use verify::VerifyArgs;
use worker::WorkerArgs;

/// Tsume shogi (詰将棋) solver and composition checker: its mates, lengths and no-mates are proven.
#[derive(Debug, Parser)]
#[command(name = "tsume", version, arg_required_else_help = true)]
#[command(after_help = "`tsume COMMAND --help` explains a command and its options, with examples.")]
pub struct Cli {
    /// Language of answers and messages [default: that of the environment]
    ///
    /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty decides between Japanese
    /// and English. Rows (JSON, JSONL, CSV) are the same in both languages.
    #[arg(long, value_name = "LANG", value_enum, global = true)]
    #[arg(help_heading = "Output")]
    pub lang: Option<Lang>,

    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(SolveArgs),
    Check(CheckCommand),
    Validate(ValidateArgs),
    Compare(CompareArgs),
    Repair(RepairArgs),
    Extend(VersionArgs),
    Compose(ComposeArgs),
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    #[cfg(feature = "mcp")]
    Mcp(McpArgs),
    Show(ShowArgs),
    Convert(ConvertArgs),
    Similar(SimilarArgs),
    Verify(VerifyArgs),
    Worker(WorkerArgs),
    Usi(UsiArgs),
    Generate(GenerateArgs),
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
            Self::Usi(_) => UsiArgs::run(),
            Self::Generate(args) => args.run(Cli::command()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_fit_together() {
        Cli::command().debug_assert();
    }
}
