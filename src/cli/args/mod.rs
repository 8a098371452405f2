//! The command line as it was typed.

/// The rule about limits, in the help of each command that searches.
macro_rules! limits {
    () => {
        "\
Limits:
  A problem given as an argument has no limit; each problem of a file, a folder or standard input
  has one minute. --time and --nodes decide otherwise; with --time none there is no limit.
"
    };
}

mod check;
mod choices;
mod common;
mod compare;
mod convert;
mod generate;
mod goal;
mod proofs;
mod questions;
mod repair;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod similar;
mod solve;
mod usi;
mod validate;
mod values;
mod verify;
mod worker;

pub use check::{CheckArgs, CheckCommand, GradingArgs, JudgeArgs};
pub use choices::{
    ColorWhen, CompareFormat, Format, InputFormat, LayoutChoice, OutputFormat, ProofFormat,
    RowFormat,
};
pub use common::{CommonArgs, SearchArgs};
pub use compare::CompareArgs;
pub use convert::ConvertArgs;
pub use generate::{GenerateArgs, Generated, SchemaObject};
pub use goal::GoalArgs;
pub use proofs::ProofArgs;
pub use questions::QuestionArgs;
pub use repair::{RepairArgs, Squares, VersionArgs};
#[cfg(feature = "serve")]
pub use serve::ServeArgs;
pub use show::{ShowArgs, ShowFormat};
pub use similar::{SimilarArgs, SimilarFormat};
pub use solve::SolveArgs;
pub use usi::UsiArgs;
pub use validate::ValidateArgs;
pub use values::{MOST_THREADS, TimeLimit, is_stdout};
pub use verify::{Require, VerifyArgs};
pub use worker::WorkerArgs;

use crate::vocabulary::Lang;
use clap::{Parser, Subcommand};

/// Tsume shogi (詰将棋) solver and composition checker: its mates, lengths and no-mates are proven.
#[derive(Debug, Parser)]
#[command(name = "tsume", version, arg_required_else_help = true)]
#[command(after_help = "`tsume COMMAND --help` explains a command and its options, with examples.")]
pub struct Cli {
    /// Language of answers and messages [default: that of the environment]
    ///
    /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty decides between Japanese
    /// and English. Rows (JSON, JSONL, CSV) are the same in both languages.
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
    #[command(about = "Find the mate: verdict, length, main line", long_about = solve::ABOUT)]
    #[command(after_help = "`tsume solve --help` explains the options and shows examples.")]
    #[command(after_long_help = solve::EXAMPLES)]
    /// `tsume solve`.
    Solve(SolveArgs),
    #[command(about = "Judge a composition: cooks, other defects and blemishes")]
    #[command(long_about = check::ABOUT)]
    #[command(after_help = "`tsume check --help` explains the options and shows examples.")]
    #[command(after_long_help = check::EXAMPLES)]
    /// `tsume check`.
    Check(CheckCommand),
    #[command(about = "Judge whole collections: one row for each problem, several at a time")]
    #[command(long_about = validate::ABOUT)]
    #[command(after_help = "`tsume validate --help` explains the options and shows examples.")]
    #[command(after_long_help = validate::EXAMPLES)]
    /// `tsume validate`.
    Validate(ValidateArgs),
    #[command(about = "Compare two versions of a diagram or of a collection")]
    #[command(long_about = compare::ABOUT)]
    #[command(after_help = "`tsume compare --help` explains the options and shows examples.")]
    #[command(after_long_help = compare::EXAMPLES)]
    /// `tsume compare`.
    Compare(CompareArgs),
    #[command(about = "Find changes that make a flawed composition sound")]
    #[command(long_about = repair::ABOUT)]
    #[command(after_help = "`tsume repair --help` explains the options and shows examples.")]
    #[command(after_long_help = repair::EXAMPLES)]
    /// `tsume repair`.
    Repair(RepairArgs),
    #[command(about = "Find the sound problems two plies longer that lead into a problem (逆算)")]
    #[command(long_about = repair::EXTEND_ABOUT)]
    #[command(after_help = "`tsume extend --help` explains the options and shows examples.")]
    #[command(after_long_help = repair::EXTEND_EXAMPLES)]
    /// `tsume extend`.
    Extend(VersionArgs),
    #[cfg(feature = "serve")]
    #[command(about = "Run the workbench for composers in the browser", long_about = serve::ABOUT)]
    #[command(after_help = "`tsume serve --help` explains the options and shows examples.")]
    #[command(after_long_help = serve::EXAMPLES)]
    /// `tsume serve`.
    Serve(ServeArgs),
    #[command(about = "Show problems: diagram, hands, moves", long_about = show::ABOUT)]
    #[command(after_long_help = show::EXAMPLES)]
    /// `tsume show`.
    Show(ShowArgs),
    #[command(about = "Convert between SFEN, KIF, KI2, CSA, JKF, JSONL and CSV")]
    #[command(long_about = convert::ABOUT)]
    #[command(after_long_help = convert::EXAMPLES)]
    /// `tsume convert`.
    Convert(ConvertArgs),
    #[command(about = "Find similar works in collections", long_about = similar::ABOUT)]
    #[command(after_long_help = similar::EXAMPLES)]
    /// `tsume similar`.
    Similar(SimilarArgs),
    #[command(about = "Check certificates with the independent \
                       checker", long_about = verify::ABOUT)]
    #[command(after_long_help = verify::EXAMPLES)]
    /// `tsume verify`.
    Verify(VerifyArgs),
    #[command(about = "Judge the problems that another program sends, line by line")]
    #[command(long_about = worker::ABOUT)]
    #[command(after_help = "`tsume worker --help` explains the options and shows examples.")]
    #[command(after_long_help = worker::EXAMPLES)]
    /// `tsume worker`.
    Worker(WorkerArgs),
    #[command(about = "Run as a USI engine for a GUI", long_about = usi::ABOUT)]
    #[command(after_help = "`tsume usi --help` lists the commands and options of the engine.")]
    #[command(after_long_help = usi::EXAMPLES)]
    /// `tsume usi`.
    Usi(UsiArgs),
    #[command(about = "Write shell completions, man pages or JSON Schemas", long_about = generate::ABOUT)]
    #[command(after_long_help = generate::EXAMPLES)]
    /// `tsume generate`.
    Generate(GenerateArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_options_fit_together() {
        Cli::command().debug_assert();
    }
}
