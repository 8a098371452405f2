//! The tables of short problems at every level: a share of their rows, or every one (`support::one_in`).

use super::{solve, solver};
use support::{one_in, setup};
use tsume::composition::Interpositions;
use tsume::search::{Answer, Exactness, SearchConfig, Solver};
use tsume::shogi::Color;
use tsume::verify::replay;

/// The columns of the tables: name, SFEN, then these, then the leftover at `Standard`.
const COLUMNS: [Interpositions; 4] = [
    Interpositions::Off,
    Interpositions::Terminal,
    Interpositions::Standard,
    Interpositions::Broad,
];

fn check(table: &str, at_least: usize) {
    check_with(&mut solver(), table, 1, at_least);
}

/// Checks every row whose number is a multiple of `share`. `at_least` is the number of answers that the whole table has.
fn check_with(solver: &mut Solver, table: &str, share: usize, at_least: usize) {
    let mut wrong = Vec::new();
    let mut answers = 0;
    for row in table.lines().skip(1).step_by(share) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (name, setup) = (cells[0], setup(cells[1]));
        for (level, cell) in COLUMNS.into_iter().zip(&cells[2..6]) {
            let Ok(plies) = cell.parse() else { continue };
            answers += 1;
            let found = solve(solver, &setup, level, 60_000_000);
            let exactness = Exactness::Shortest;
            if found.answer != (Answer::Mate { plies, exactness }) {
                wrong.push(format!("{name} {level:?}: {:?}, not {cell}", found.answer));
                continue;
            }
            let Some(reading) = found.reading else {
                wrong.push(format!("{name} {level:?}: no main line"));
                continue;
            };
            let replayed = replay(&setup, Color::Black, &reading.line);
            if reading.line.len() != plies as usize || replayed.is_err() {
                wrong.push(format!(
                    "{name} {level:?}: {:?}: {replayed:?}",
                    reading.line
                ));
            }
            let leftover = reading.leftover.total();
            if level == Interpositions::Standard && cells[6].parse() != Ok(leftover) {
                wrong.push(format!("{name}: {leftover} left over, not {}", cells[6]));
            }
        }
    }
    assert!(answers >= at_least / share, "{answers} answers");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "takes 12 s"]
fn short_compositions() {
    check_with(
        &mut solver(),
        include_str!("../../../data/short_composed.tsv"),
        one_in(4),
        2400,
    );
}

#[test]
fn short_game_positions() {
    check(include_str!("../../../data/short_game.tsv"), 1700);
}

#[test]
fn double_king_positions() {
    check(include_str!("../../../data/double_king.tsv"), 490);
}

/// What a solver keeps from one problem to the next never makes an answer wrong, neither with
/// enough memory nor in a table that is always full.
#[test]
#[ignore = "takes 16 s"]
fn short_positions_with_all_that_was_learnt_before() {
    let share = one_in(12);
    for hash_bytes in [64 << 20, 1 << 20] {
        let mut solver = Solver::new(SearchConfig {
            hash_bytes,
            keep: true,
            ..SearchConfig::default()
        });
        check_with(
            &mut solver,
            include_str!("../../../data/short_composed.tsv"),
            share,
            2400,
        );
        check_with(
            &mut solver,
            include_str!("../../../data/short_game.tsv"),
            share,
            1700,
        );
        check_with(
            &mut solver,
            include_str!("../../../data/double_king.tsv"),
            share,
            490,
        );
    }
}

/// With hardly any nodes every claim is true: a length called the shortest is, a bound holds, and a
/// mate is never called no mate.
#[test]
fn lengths_never_lie_under_tiny_limits() {
    let mut solver = solver();
    let (mut exact, mut bounds, mut unknown) = (0, 0, 0);
    let tables = [
        include_str!("../../../data/short_composed.tsv"),
        include_str!("../../../data/short_game.tsv"),
        include_str!("../../../data/double_king.tsv"),
    ];
    for row in tables.iter().flat_map(|table| table.lines().skip(1)) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (name, setup) = (cells[0], setup(cells[1]));
        for (level, cell) in COLUMNS.into_iter().zip(&cells[2..6]) {
            let Ok(right) = cell.parse::<u32>() else {
                continue;
            };
            for nodes in [100, 1000, 5000] {
                let found = solve(&mut solver, &setup, level, nodes);
                match found.answer {
                    Answer::Mate {
                        plies,
                        exactness: Exactness::Shortest,
                    } => {
                        exact += 1;
                        assert_eq!(plies, right, "{name} {level:?} {nodes}");
                        if let (Some(reading), Interpositions::Standard) = (found.reading, level) {
                            assert_eq!(Ok(reading.leftover.total()), cells[6].parse(), "{name}");
                        }
                    }
                    Answer::Mate { plies, .. } => {
                        bounds += 1;
                        assert!(plies >= right, "{name} {level:?} {nodes}: at most {plies}");
                    }
                    Answer::NoMate => panic!("{name} {level:?} {nodes}: no mate"),
                    Answer::Unknown(_) => unknown += 1,
                }
            }
        }
    }
    assert!(
        exact > 1000 && bounds > 100 && unknown > 100,
        "{exact} exact, {bounds} bounds, {unknown} unknown"
    );
}
