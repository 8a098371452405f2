//! Refuses tables and threads that the system cannot provide, before the run begins.

use crate::batch::memory::{NoRoom, room_for};
use crate::search::can_start;

/// The most threads of all jobs together.
const MOST_IN_ALL: usize = 1024;
/// Threads of a run besides those that search: for reading, for Ctrl-C and the like.
const OTHERS: usize = 4;

/// Returns how many tables of `bytes` there can be at the same time: `most`, or fewer.
#[cfg(feature = "serve")]
pub fn how_many(bytes: usize, most: usize) -> usize {
    let is_possible = |count: &usize| room_for(bytes.saturating_mul(*count)).is_ok();
    (1..=most).rev().find(is_possible).unwrap_or(0)
}

/// Refuses tables of `bytes` for each job, or threads, that the system cannot provide. A lack of
/// them would otherwise end the program during its work.
pub fn refuse_impossible(bytes: usize, jobs: usize, threads: usize) -> anyhow::Result<()> {
    let wanted = jobs.saturating_mul(threads);
    if wanted > MOST_IN_ALL {
        refuse!(
            "{jobs} jobs with {threads} threads each are too many: {MOST_IN_ALL} in all at most",
            "{jobs}並列でそれぞれ{threads}スレッドは多すぎる：全部で{MOST_IN_ALL}まで"
        );
    }
    let all = bytes.saturating_mul(jobs);
    let room = match room_for(all) {
        Ok(room) => room,
        Err(NoRoom::Forbidden { limit }) => {
            let mebibytes = limit >> 20;
            refuse!(
                "`--hash` asks for more memory than this process may have: {mebibytes} MiB in all",
                "--hash の指定がこのプロセスに許されたメモリを超える：全部で{mebibytes} MiBまで"
            );
        }
        Err(_) => {
            let mebibytes = all >> 20;
            refuse!(
                "`--hash` asks for more memory than there is: {mebibytes} MiB in all",
                "--hash に必要な{mebibytes} MiBのメモリがない"
            );
        }
    };
    let can_start = can_start(wanted, OTHERS) == wanted;
    drop(room);
    if !can_start {
        let (what, lower) = match (jobs, threads) {
            (1, 1) => (say!("a thread", "スレッド"), say!("`--hash`", "--hash")),
            (1, _) => (
                say!("{threads} threads", "{threads}スレッド"),
                say!("`--threads` or `--hash`", "--threads か --hash"),
            ),
            (_, 1) => (
                say!("{jobs} jobs", "{jobs}並列"),
                say!("`--jobs` or `--hash`", "--jobs か --hash"),
            ),
            _ => (
                say!(
                    "{jobs} jobs with {threads} threads each",
                    "{jobs}並列でそれぞれ{threads}スレッド"
                ),
                say!(
                    "`--jobs`, `--threads` or `--hash`",
                    "--jobs、--threads か --hash"
                ),
            ),
        };
        refuse!(
            "{what} cannot be started here: there is too little memory, or the system allows no \
             more threads; lower {lower}",
            "{what}を始められない：メモリが足りないか、システムのスレッド数の上限に達している。\
             {lower} を減らす"
        );
    }
    Ok(())
}
