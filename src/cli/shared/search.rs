//! The limits and rules of a search, its memory and its threads.

use crate::cli::values::{MAX_THREADS, TimeLimit, count, size, thread_count, time_limit};
use crate::question::{Question, Task};
use crate::search::{Limits, SearchConfig, Unavailable};
use crate::shogi::key;
use crate::vocabulary::Interpositions;
use clap::Args;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The time for each problem if no limit is given. Problems given as arguments have no limit then.
const DEFAULT_TIME: Duration = Duration::from_mins(1);

/// The limits and rules of a search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct SearchArgs {
    /// Time for each problem: 10s, 2m, none [default: 1m unless --nodes is given; none for an argument]
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    pub time: Option<TimeLimit>,

    /// Search nodes for each problem, such as 500k, 10M; with this limit alone, runs are equal but for times
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,

    /// Memory for the tables [default: 256MiB; 64MiB for each job of `validate` and for `worker`]
    #[arg(long, alias = "memory", value_name = "SIZE", value_parser = size)]
    pub hash: Option<usize>,

    /// Threads that search one problem, 256 at most; verdicts and lengths do not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count)]
    pub threads: NonZeroUsize,

    /// Interpositions that are futile (無駄合) and do not count
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t,
        help_heading = "Rules"
    )]
    pub interpositions: Interpositions,
}

impl SearchArgs {
    /// Returns the question about every problem. `are_arguments` says whether all problems are given as
    /// arguments.
    pub fn question(&self, task: Task, are_arguments: bool) -> Question {
        Question {
            task,
            interpositions: self.interpositions,
            limits: self.limits(are_arguments),
            ..Question::default()
        }
    }

    /// Returns the configuration of the search for `jobs` problems at the same time, each with tables of
    /// `default_hash_bytes` unless `--hash` is given.
    ///
    /// # Errors
    /// If the system cannot provide the memory or the threads.
    pub fn config(&self, default_hash_bytes: usize, jobs: usize) -> anyhow::Result<SearchConfig> {
        // Strangers could build problems whose hashes collide under known keys, so the keys are random. With
        // `--nodes` they are not, because runs are to be equal.
        if self.nodes.is_none() {
            key::draw();
        }
        let config = SearchConfig {
            hash_bytes: self.hash.unwrap_or(default_hash_bytes),
            threads: self.threads.get(),
            ..SearchConfig::default()
        };
        refuse_impossible(config.hash_bytes, jobs, config.threads)?;
        Ok(config)
    }

    /// Returns the limits of each problem of the input.
    fn limits(&self, are_arguments: bool) -> Limits {
        let time = match (self.time, self.nodes) {
            (Some(TimeLimit::After(time)), _) => Some(time),
            (Some(TimeLimit::None), _) | (None, Some(_)) => None,
            (None, None) if are_arguments => None,
            (None, None) => Some(DEFAULT_TIME),
        };
        Limits {
            nodes: self.nodes,
            time,
            stop: None,
        }
    }
}

/// The default memory of the only search of a run, in bytes.
pub const HASH_FOR_ONE: usize = 256 << 20;
/// The default memory of each of several searches, and of one search for many problems, in bytes.
pub const HASH_FOR_EACH: usize = 64 << 20;

/// Returns the number of problems judged at the same time: `given`, else the number of processors.
pub fn jobs(given: Option<NonZeroUsize>) -> usize {
    given
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, |it| it.get().min(MAX_THREADS))
}

/// Checks whether the system can provide tables of `bytes`, and this number of threads, for each of the jobs.
fn check_available(bytes: usize, jobs: usize, threads: usize) -> Result<(), Unavailable> {
    let total = SearchConfig {
        hash_bytes: bytes.saturating_mul(jobs),
        threads: threads.saturating_mul(jobs),
        ..SearchConfig::default()
    };
    total.available()
}

/// Returns the number of tables of `bytes` for which there is memory at the same time, `max` at most.
#[cfg(feature = "serve")]
pub fn affordable_tables(bytes: usize, max: usize) -> usize {
    let is_possible = |count: &usize| check_available(bytes, *count, 1).is_ok();
    (1..=max).rev().find(is_possible).unwrap_or(0)
}

/// Refuses tables of `bytes` or threads for each job that the system cannot provide. Without this check, the
/// program could end in the middle of its work.
pub fn refuse_impossible(bytes: usize, jobs: usize, threads: usize) -> anyhow::Result<()> {
    match check_available(bytes, jobs, threads) {
        Ok(()) => Ok(()),
        Err(Unavailable::Memory { asked, .. }) => {
            let mebibytes = asked >> 20;
            refuse!(
                "`--hash` asks for more memory than there is: {mebibytes} MiB in all",
                "--hash に必要な{mebibytes} MiBのメモリがない"
            )
        }
        Err(Unavailable::Threads { asked, available }) => refuse!(
            "{asked} threads in all cannot be started here, about {available} can: lower `--jobs`, \
             `--threads` or `--hash`",
            "全部で{asked}スレッドを始められない（{available}ほどまで）：--jobs、--threads か --hash を減らす"
        ),
        Err(other) => Err(other.into()),
    }
}
