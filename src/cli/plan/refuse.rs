//! Refuses impossible runs before they begin.

use crate::batch::memory::{NoRoom, room_for};
use crate::cli::args::{GoalArgs, GradingArgs, JudgeArgs};
use crate::cli::lang::{said, spoken};
use crate::search::can_start;
use crate::vocabulary::Goal;
use anyhow::bail;
use std::ffi::OsString;
use std::path::Path;

/// Refuses an SFEN without quotes, which arrives as several arguments. One message replaces a
/// complaint about each of them.
pub(in crate::cli) fn refuse_unquoted(inputs: &[OsString]) -> anyhow::Result<()> {
    for pair in inputs.windows(2) {
        let turn = pair[1] == "b" || pair[1] == "w";
        let board = pair[0]
            .to_str()
            .is_some_and(|text| text.contains('/') && !text.contains(char::is_whitespace));
        if board && turn && !Path::new(&pair[0]).exists() && !Path::new(&pair[1]).exists() {
            bail!(said([
                "an SFEN is one argument: put quotes around it",
                "SFENは引数一つで渡す：全体を引用符で囲む",
            ]));
        }
    }
    Ok(())
}

/// Refuses options that are only about mates, if another goal is given.
pub(super) fn refuse_with_goal(goal: GoalArgs, options: &[(&str, bool)]) -> anyhow::Result<()> {
    let is_other = goal.goal.is_some_and(|it| it != Goal::Mate);
    let mut given = options.iter().filter(|it| it.1 && is_other);
    if let Some((option, _)) = given.next() {
        bail!(both!(
            spoken(),
            "`{option}` is only about mates: leave it out, or `--goal`",
            "{option} は詰みについてだけ使える：--goal と同時には使えない"
        ));
    }
    Ok(())
}

/// Refuses options for judging mates, if another goal is given.
pub(super) fn refuse_judging(goal: GoalArgs, args: &JudgeArgs) -> anyhow::Result<()> {
    refuse_grading(goal, &args.grading)?;
    refuse_with_goal(goal, &[("--attributes", args.attributes)])
}

/// Refuses options about the findings of mates, if another goal is given.
pub(super) fn refuse_grading(goal: GoalArgs, args: &GradingArgs) -> anyhow::Result<()> {
    let alternatives = args.nodes_per_alternative.is_some();
    let options = [
        ("--idle-pieces", args.idle_pieces),
        ("--nodes-per-alternative", alternatives),
    ];
    refuse_with_goal(goal, &options)
}

/// The most threads of all jobs together.
const MOST_IN_ALL: usize = 1024;
/// Threads of a run besides those that search: for reading, for Ctrl-C and the like.
const OTHERS: usize = 4;

/// Returns how many tables of `bytes` there can be at the same time: `most`, or fewer.
#[cfg(feature = "serve")]
pub(in crate::cli) fn how_many(bytes: usize, most: usize) -> usize {
    let is_possible = |count: &usize| room_for(bytes.saturating_mul(*count)).is_ok();
    (1..=most).rev().find(is_possible).unwrap_or(0)
}

/// Refuses tables of `bytes` for each job, or threads, that the system cannot provide. A lack of
/// them would otherwise end the program during its work.
pub(in crate::cli) fn refuse_impossible(
    bytes: usize,
    jobs: usize,
    threads: usize,
) -> anyhow::Result<()> {
    let wanted = jobs.saturating_mul(threads);
    if wanted > MOST_IN_ALL {
        bail!(both!(
            spoken(),
            "{jobs} jobs with {threads} threads each are too many: {MOST_IN_ALL} in all at most",
            "{jobs}並列でそれぞれ{threads}スレッドは多すぎる：全部で{MOST_IN_ALL}まで"
        ));
    }
    let all = bytes.saturating_mul(jobs);
    let room = match room_for(all) {
        Ok(room) => room,
        Err(NoRoom::Forbidden { limit }) => {
            let mebibytes = limit >> 20;
            bail!(both!(
                spoken(),
                "`--hash` asks for more memory than this process may have: {mebibytes} MiB in all",
                "--hash の指定がこのプロセスに許されたメモリを超える：全部で{mebibytes} MiBまで"
            ));
        }
        Err(_) => {
            let mebibytes = all >> 20;
            bail!(both!(
                spoken(),
                "`--hash` asks for more memory than there is: {mebibytes} MiB in all",
                "--hash に必要な{mebibytes} MiBのメモリがない"
            ));
        }
    };
    let can_start = can_start(wanted, OTHERS) == wanted;
    drop(room);
    if !can_start {
        let (count, lower) = match (jobs, threads) {
            (1, 1) => (
                ["a thread".to_owned(), "スレッド".to_owned()],
                ["`--hash`", "--hash"],
            ),
            (1, _) => (
                [format!("{threads} threads"), format!("{threads}スレッド")],
                ["`--threads` or `--hash`", "--threads か --hash"],
            ),
            (_, 1) => (
                [format!("{jobs} jobs"), format!("{jobs}並列")],
                ["`--jobs` or `--hash`", "--jobs か --hash"],
            ),
            _ => (
                [
                    format!("{jobs} jobs with {threads} threads each"),
                    format!("{jobs}並列でそれぞれ{threads}スレッド"),
                ],
                [
                    "`--jobs`, `--threads` or `--hash`",
                    "--jobs、--threads か --hash",
                ],
            ),
        };
        bail!(said([
            format!(
                "{} cannot be started here: there is too little memory, or the system allows no \
                 more threads; lower {}",
                count[0], lower[0]
            ),
            format!(
                "{}を始められない：メモリが足りないか、システムのスレッド数の上限に達している。\
                 {} を減らす",
                count[1], lower[1]
            ),
        ]));
    }
    Ok(())
}
