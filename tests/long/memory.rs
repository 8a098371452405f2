//! Tables never take more memory than allowed, however hard the problem.
//!
//! This test is alone in its file, and so in its process, because it measures the memory of the
//! whole process.

use std::time::Duration;
use support::{check_line, setup, solve, solver};
use tsume::search::{Answer, Exactness, Limits};
use tsume::shogi::Position;

/// 図巧 98 to 100 and 無双 30 would fill any table; 無双 37 and 88 have no mate (two other engines
/// agree).
const CLASSICS: [(&str, &[&str]); 2] = [
    (include_str!("../../problems/classics/zuko.sfen"), &["zuko098", "zuko099", "zuko100"]),
    (include_str!("../../problems/classics/muso.sfen"), &["muso030", "muso037", "muso088"]),
];

/// Memory left to everything but the tables: the stack, the path, the code.
const ALLOWANCE: usize = 64 << 20;

/// Returns the largest resident set of this process so far, in bytes, where the system tells.
fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

#[test]
fn tables_stay_as_small_as_they_were_told_to() {
    for hash_bytes in [1 << 20, 16 << 20] {
        let before = peak_memory();
        let mut solver = solver(hash_bytes, true);
        for (file, names) in CLASSICS {
            for &name in names {
                let line = file.lines().find(|line| line.contains(name));
                let setup = setup(line.unwrap_or_else(|| panic!("no {name}")));
                let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
                let solution = solver.solve(&Position::new(&setup), &limits, &mut |_| {});
                assert!(solution.stats.hashfull <= 1000);
                check_line(&setup, &solution, true).unwrap_or_else(|why| panic!("{name}: {why}"));
                if matches!(name, "muso037" | "muso088") {
                    assert!(!matches!(solution.answer, Answer::Mate { .. }), "{name}");
                }
            }
        }
        // A table that was full a moment ago still gives right answers.
        let seven = setup("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
        let expected = Answer::Mate { plies: 7, exactness: Exactness::Shortest };
        assert_eq!(solve(&mut solver, &seven, None).answer, expected);
        if let (Some(before), Some(now)) = (before, peak_memory()) {
            let growth = now - before;
            assert!(growth < hash_bytes + ALLOWANCE, "{growth} bytes");
        }
    }
}
