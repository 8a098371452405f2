//! Refuses tables and threads that the system cannot provide, before the run begins.

use crate::search::{SearchConfig, Unavailable};

/// Asks for tables of `bytes` and a number of threads for each of these jobs.
fn available(bytes: usize, jobs: usize, threads: usize) -> Result<(), Unavailable> {
    let in_all = SearchConfig {
        hash_bytes: bytes.saturating_mul(jobs),
        threads: threads.saturating_mul(jobs),
        ..SearchConfig::default()
    };
    in_all.available()
}

/// Returns how many tables of `bytes` there can be at the same time: `most`, or fewer.
#[cfg(feature = "serve")]
pub fn how_many(bytes: usize, most: usize) -> usize {
    let is_possible = |count: &usize| available(bytes, *count, 1).is_ok();
    (1..=most).rev().find(is_possible).unwrap_or(0)
}

/// Refuses tables of `bytes` for each job, or threads, that the system cannot provide. A lack of
/// them would otherwise end the program during its work.
pub fn refuse_impossible(bytes: usize, jobs: usize, threads: usize) -> anyhow::Result<()> {
    match available(bytes, jobs, threads) {
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
