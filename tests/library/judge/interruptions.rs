//! Interruptions: whatever limit is reached first, and at whatever moment it comes, a row that does not say
//! that it was interrupted is the row of a run that was not.

use std::time::{Duration, Instant};
use tsume::answer::Row;
use tsume::composition::Goal;
use tsume::{Cancel, Config, Options, Problem, Solver};

/// A composition, and two positions whose judgements reach a limit of nodes.
const POSITIONS: [(Goal, &str, u64); 3] = [
    (
        Goal::Mate,
        "5G1kB/9/9/9/8N/9/9/9/9 b RLrb3g4s3n3l18p 1",
        20_000,
    ),
    (
        Goal::Brinkmate,
        "4k4/9/3+S5/4P4/9/9/9/9/9 b 2S2r2b4gs4n4l17p 1",
        20_000,
    ),
    (
        Goal::Threatmate,
        "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1",
        20_000,
    ),
];

fn row(problem: &Problem, options: &Options) -> Row {
    let mut solver = Solver::new(Config::new().hash_bytes(1 << 20));
    let mut row = solver.check_row(problem, options);
    row.elapsed_ms = 0;
    row
}

/// Judges a problem while another thread cancels the work after this time.
fn interrupted_row(problem: &Problem, options: Options, after: Duration) -> Row {
    let cancel = Cancel::new();
    let options = options.cancel(&cancel);
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while started.elapsed() < after {
                std::thread::yield_now();
            }
            cancel.cancel();
        });
        row(problem, &options)
    })
}

/// Interrupts the judgement of each position at so many moments. Returns how many rows say so.
fn interrupt(moments: u32) -> usize {
    let mut interrupted = 0;
    for (goal, sfen, nodes) in POSITIONS {
        let problem = Problem::from_sfen_for(goal, sfen).unwrap();
        let options = Options::new().nodes(nodes);
        let started = Instant::now();
        let whole = row(&problem, &options);
        let time = started.elapsed();
        assert!(!whole.is_interrupted());
        for moment in 0..moments {
            let after = time * moment / moments;
            let row = interrupted_row(&problem, options.clone(), after);
            if row.is_interrupted() {
                interrupted += 1;
            } else {
                assert_eq!(row, whole, "{goal} {moment}");
            }
        }
    }
    interrupted
}

#[test]
fn a_row_that_was_not_interrupted_is_that_of_a_whole_run() {
    assert!(interrupt(8) > 0);
}

#[test]
#[ignore = "takes a minute"]
fn a_row_that_was_not_interrupted_is_that_of_a_whole_run_at_many_moments() {
    assert!(interrupt(200) > 0);
}

/// The limit of nodes comes first here, and only then the flag is looked at.
#[test]
fn a_limit_that_was_reached_first_does_not_hide_an_interruption() {
    for (goal, sfen, _) in POSITIONS {
        let problem = Problem::from_sfen_for(goal, sfen).unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        let row = row(&problem, &Options::new().nodes(1).cancel(&cancel));
        assert!(row.is_interrupted(), "{row:?}");
    }
}
