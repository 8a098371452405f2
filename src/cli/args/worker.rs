//! `tsume worker`.

use crate::cli::shared::{GoalArgs, JudgeArgs, SearchArgs};
use clap::Args;

const ABOUT: &str = "\
Judge the problems that another program sends, line by line.

Each line of standard input is a JSON object with the problem under `sfen`. The worker answers each \
line at once with one row on one line, in the same order. The row is that of `tsume validate`, with \
the `id` as it was sent and the other fields under `input`. A line without a problem is answered \
with an error row, as is a problem on which the program fails. The worker ends with its input.";

const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":\"x\",\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}' | tsume worker
                                    one question, one answer
  parallel --pipe -N1000 tsume worker --nodes 1M < problems.jsonl > rows.jsonl
                                    as many workers as there are processors
  jq -c '{id, sfen}' old-rows.jsonl | tsume worker --rules strict
                                    the same problems judged by other rules

Input:
  {\"id\": \"x\", \"sfen\": \"…\", \"plies\": 7, …}
  `id` is a text or a number; without it, the id is `stdin:` and the number of the line.
  `expected_plies`, or else `plies`, is the length to compare with.
  `goal` is `mate`, `brinkmate` or `threatmate`; without it, that of the opcode `goal`,
  else a mate. `--goal` decides for all lines.

Output:
  One JSON object on each line. `error` has `kind`, `message`, `span` (the bytes of `sfen` in
  question), `column` and `excerpt`.

Limits:
  The default is one minute for each problem, unless --time or --nodes is given, and 64 MiB for the
  tables.

Exit status:
  0    the input ended and every line was answered, whatever the answers are
  2    wrong usage, or something could not be read or written
  141  the reader of standard output went away before everything was delivered
  130  interrupted; the current line is answered with what is known";

/// Options of `tsume worker`.
#[derive(Args, Debug)]
#[command(about = "Judge the problems that another program sends, line by line")]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
#[command(after_help = "`tsume worker --help` explains the options and shows examples.")]
pub struct WorkerArgs {
    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// What is asked.
    #[command(flatten)]
    pub goal: GoalArgs,

    /// Options for judging compositions.
    #[command(flatten)]
    pub judge: JudgeArgs,
}
