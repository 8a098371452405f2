//! The command line as it was typed.

mod check;
mod choices;
mod common;
mod convert;
mod generate;
mod proofs;
mod questions;
mod show;
mod solve;
mod usi;
mod validate;
mod values;
mod verify;
mod worker;

pub use check::{CheckArgs, CheckCommand, JudgeArgs};
pub use choices::{
    AttackerChoice, ColorWhen, EncodingChoice, Format, HandChoice, InputFormat,
    InterpositionsChoice, LangChoice, NotationChoice, OutputFormat, ProofFormat, RowFormat,
    RulesChoice,
};
pub use common::{CommonArgs, SearchArgs};
pub use convert::ConvertArgs;
pub use generate::{GenerateArgs, Generated, SchemaObject};
pub use proofs::ProofArgs;
pub use questions::QuestionArgs;
pub use show::{ShowArgs, ShowFormat};
pub use solve::SolveArgs;
pub use usi::UsiArgs;
pub use validate::ValidateArgs;
pub use values::{MOST_THREADS, TryMoves, is_stdout};
pub use verify::VerifyArgs;
pub use worker::WorkerArgs;

use clap::{Parser, Subcommand};

/// Tsume shogi (詰将棋) solver: proven mates, proven shortest lengths, proven no-mates.
#[derive(Debug, Parser)]
#[command(name = "tsume", version, arg_required_else_help = true)]
#[command(after_help = "`tsume solve --help` shows the options with examples.")]
pub struct Cli {
    /// The language of everything that people read; without it Japanese where the environment says so
    ///
    /// `LC_ALL`, `LC_MESSAGES` and `LANG` are looked at, in this order. Rows (JSON, JSONL, CSV) are the same
    /// in any language.
    #[arg(
        long,
        value_name = "LANG",
        value_enum,
        global = true,
        help_heading = "Output"
    )]
    pub lang: Option<LangChoice>,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(about = "Find the mate: verdict, length, main line", long_about = solve::ABOUT)]
    #[command(after_help = "`tsume solve --help` tells more, with examples.")]
    #[command(after_long_help = solve::EXAMPLES)]
    /// `tsume solve`.
    Solve(SolveArgs),
    #[command(about = "Judge a composition: every cook and other defect, with proof")]
    #[command(long_about = check::ABOUT)]
    #[command(after_help = "`tsume check --help` tells more, with examples.")]
    #[command(after_long_help = check::EXAMPLES)]
    /// `tsume check`.
    Check(CheckCommand),
    #[command(about = "Judge whole collections: a row each, side by side", long_about = validate::ABOUT)]
    #[command(after_help = "`tsume validate --help` tells more, with examples.")]
    #[command(after_long_help = validate::EXAMPLES)]
    /// `tsume validate`.
    Validate(ValidateArgs),
    #[command(about = "Show problems: diagram, hands, line", long_about = show::ABOUT)]
    #[command(after_long_help = show::EXAMPLES)]
    /// `tsume show`.
    Show(ShowArgs),
    #[command(about = "Convert between SFEN, KIF, KI2, CSA, JKF, JSONL and CSV")]
    #[command(long_about = convert::ABOUT)]
    #[command(after_long_help = convert::EXAMPLES)]
    /// `tsume convert`.
    Convert(ConvertArgs),
    #[command(about = "Check certificates with the independent checker", long_about = verify::ABOUT)]
    #[command(after_long_help = verify::EXAMPLES)]
    /// `tsume verify`.
    Verify(VerifyArgs),
    #[command(about = "Judge what another program sends: an object a line in, a row a line out")]
    #[command(long_about = worker::ABOUT)]
    #[command(after_help = "`tsume worker --help` tells more, with examples.")]
    #[command(after_long_help = worker::EXAMPLES)]
    /// `tsume worker`.
    Worker(WorkerArgs),
    #[command(about = "Be a USI engine for a GUI", long_about = usi::ABOUT)]
    #[command(after_help = "`tsume usi --help` tells more, with commands and options.")]
    #[command(after_long_help = usi::EXAMPLES)]
    /// `tsume usi`.
    Usi(UsiArgs),
    #[command(about = "Write completions for a shell, or man pages", long_about = generate::ABOUT)]
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
