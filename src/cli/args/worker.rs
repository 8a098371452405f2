//! `tsume worker`.

use super::{JudgeArgs, SearchArgs};
use clap::Args;

pub(super) const ABOUT: &str = "\
Judge what another program sends: an object a line in, a row a line out.

Reads JSON objects from standard input, one a line, each with the problem under `sfen`, and answers \
every line with exactly one row, in the same order and at once: the row that `tsume validate` \
writes, with the `id` as it was sent and other fields under `input`. A line that is no problem is \
answered with an error row, and so is a problem in which the program fails. The worker ends with \
its input.";

pub(super) const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":\"x\",\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}' | tsume worker
                                    one question, one answer
  parallel --pipe -N1000 tsume worker --nodes 1M < problems.jsonl > rows.jsonl
                                    as many workers as there are processors
  jq -c '{id, sfen}' old-rows.jsonl | tsume worker --rules strict
                                    the same problems by other rules

Input:
  {\"id\": \"x\", \"sfen\": \"…\", \"plies\": 7, …}
  `id` is a text or a number; without it the row is called `stdin:` and the number of the line.
  `expected_plies`, or else `plies`, is the length to compare with.

Output:
  One JSON object a line. `error` has `kind`, `message` and `span`: the bytes of `sfen` it is about.

Limits:
  A problem may take a minute, unless --time or --nodes says otherwise, and tables of 64 MiB.

Exit status:
  0    the input ended and every line was answered, whatever the answers
  2    wrong usage, or something could not be read or written
  130  interrupted; the line under way is answered with what is known";

/// Options of `tsume worker`.
#[derive(Args, Debug)]
pub struct WorkerArgs {
    /// Limits and rules.
    #[command(flatten)]
    pub search: SearchArgs,

    /// How compositions are judged.
    #[command(flatten)]
    pub judge: JudgeArgs,
}
