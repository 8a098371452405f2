//! What `tsume validate` and `tsume worker` are to do.

use super::refuse::{refuse_impossible, refuse_overwriting};
use super::{Checks, Plan, Task, config, limits};
use crate::batch::resume::{Finished, Terms, resume};
use crate::batch::shard::Shard;
use crate::cli::args::{RowFormat, ValidateArgs, WorkerArgs};
use crate::report::{Recalled, rules};
use crate::search::{Limits, SearchConfig};
use crate::tsume::{AttackerRule, DefenderHandRule, Interpositions};
use anyhow::{Context, bail};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// How each of many problems is judged.
#[derive(Clone)]
pub(in crate::cli) struct Judging {
    pub config: SearchConfig,
    pub limits: Limits,
    pub interpositions: Interpositions,
    pub checks: Checks,
    /// Whether to tell what the search did.
    pub stats: bool,
}

/// What `tsume validate` is to do.
pub(in crate::cli) struct Validation {
    pub plan: Plan,
    pub judging: Judging,
    /// How many problems are worked on side by side.
    pub jobs: usize,
    /// Rows of an earlier run that this one goes on with.
    pub past: Vec<Recalled>,
    pub finished: Finished,
    /// The share of the problems that is to be judged.
    pub shard: Option<Shard>,
    /// The file of rows that a broken-off run can be gone on with.
    pub resumable: Option<PathBuf>,
}

/// What `tsume worker` is to do.
pub(in crate::cli) struct Service {
    pub judging: Judging,
    pub attacker: AttackerRule,
    pub defender_hand: DefenderHandRule,
}

impl Validation {
    /// Works out what `tsume validate` is to do.
    ///
    /// # Errors
    /// When the arguments do not make sense together, or the output cannot be opened.
    pub fn new(args: &ValidateArgs) -> anyhow::Result<Self> {
        let jobs = args
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get);
        let checks = Checks::new(&args.check.judge);
        let common = &args.check.common;
        let mut plan = Plan::new(common, Task::Check(checks), Some(jobs))?;
        let judging = Judging {
            config: plan.config.clone(),
            limits: plan.limits.clone(),
            interpositions: plan.interpositions,
            checks,
            stats: plan.stats,
        };
        let terms = Terms {
            rules: rules(checks.profile, plan.interpositions),
            limits: judging.limits_in_words(),
        };
        let mut resumable = plan.output.growing(&common.output);
        let (mut past, mut finished) = (Vec::new(), Finished::default());
        if let Some(path) = &args.resume {
            resumable = Some(path.clone());
            if !matches!(common.format, None | Some(RowFormat::Jsonl)) {
                bail!("only JSONL can be gone on with");
            }
            refuse_overwriting(path, &plan.sources)?;
            let opened = resume(path, &terms, |row| past.push(row));
            let (there, file) =
                opened.with_context(|| format!("cannot go on with `{}`", path.display()))?;
            finished = there;
            plan.output.go_on(file);
        }
        Ok(Self {
            plan,
            judging,
            jobs,
            past,
            finished,
            shard: args.shard,
            resumable,
        })
    }
}

impl Service {
    /// Works out what `tsume worker` is to do.
    ///
    /// # Errors
    /// When there is not as much memory as it is to use.
    pub fn new(args: &WorkerArgs) -> anyhow::Result<Self> {
        let judging = Judging {
            config: config(&args.search, true),
            limits: limits(&args.search, true),
            interpositions: args.search.interpositions.into(),
            checks: Checks::new(&args.judge),
            stats: false,
        };
        refuse_impossible(judging.config.hash_bytes)?;
        Ok(Self {
            judging,
            attacker: args.search.attacker.into(),
            defender_hand: args.search.defender_hand.into(),
        })
    }
}

impl Judging {
    /// The limits of a problem, as rows tell them.
    pub fn limits_in_words(&self) -> String {
        let mut parts = Vec::new();
        if let Some(time) = self.limits.time {
            let time = humantime::format_duration(time).to_string();
            parts.push(format!("time={}", time.replace(' ', "")));
        }
        parts.extend(self.limits.nodes.map(|nodes| format!("nodes={nodes}")));
        let alternative = self.checks.nodes_per_alternative;
        parts.extend(alternative.map(|nodes| format!("nodes-per-alternative={nodes}")));
        let hash = self.config.hash_bytes;
        parts.push(if hash.is_multiple_of(1 << 20) {
            format!("hash={}MiB", hash >> 20)
        } else {
            format!("hash={hash}")
        });
        if self.checks.idle_pieces {
            parts.push("idle-pieces".to_owned());
        }
        parts.join(" ")
    }
}

#[cfg(test)]
impl Service {
    /// A service with a table of this size and very few nodes.
    pub fn for_tests(hash: usize) -> Self {
        use clap::Parser;
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            args: WorkerArgs,
        }
        let line = Line::parse_from([
            "worker",
            "--nodes",
            "1000",
            "--hash",
            &format!("{}K", hash >> 10),
        ]);
        Self::new(&line.args).expect("these arguments make sense")
    }
}
