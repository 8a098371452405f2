//! Problems with known lengths at every level and known leftovers, by brute force of somebody
//! else's; see `tests/data/README.md`.

use std::path::{Path, PathBuf};
use support::notation::{line, setup};
use support::table::{Row, read};
use tsume::shogi::{Move, Setup};
use tsume::verify::{BestPlay, Existence, Level, MatingCheck, Outcome, Reference, no_mate, replay};

fn best_play(setup: &Setup, level: Level, max_plies: u32) -> Option<BestPlay> {
    let mut reference = Reference::new(setup, setup.turn, level).expect("a legal diagram");
    match reference.best_play(max_plies) {
        Outcome::Mate(play) => Some(play),
        _ => None,
    }
}

/// Returns every check at an attacker node of a line that mates within two plies more than the line
/// takes: those the line plays, then the others as the table writes them.
fn mating_checks(setup: &Setup, main_line: &[Move]) -> (Vec<MatingCheck>, Vec<String>) {
    let mut reference = Reference::new(setup, setup.turn, Level::Standard).expect("a legal diagram");
    let (mut played, mut others) = (Vec::new(), Vec::new());
    for ply in (0..main_line.len()).step_by(2) {
        let checks =
            reference.mating_checks(&main_line[..ply], main_line.len() as u32 + 2).expect("there is no node cap");
        for check in checks {
            if check.mv == main_line[ply] {
                played.push(check);
            } else {
                let MatingCheck { mv, plies } = check;
                others.push(format!("{}:{}={plies}", ply + 1, written(mv)));
            }
        }
    }
    others.sort();
    (played, others)
}

fn written(mv: Move) -> String {
    match mv.dropped() {
        Some(kind) => format!("{}*{:?}", &"PLNSGBR"[kind.index()..=kind.index()], mv.to()),
        None => format!("{mv:?}"),
    }
}

/// Returns the errors in the answers to one row; empty if there are none.
fn mismatches(row: &Row, with_alternatives: bool) -> Vec<String> {
    let setup = setup(row.text("sfen"));
    let mut wrong = Vec::new();
    for (level, column) in Level::ALL.into_iter().zip(["off", "terminal", "standard", "broad"]) {
        let Some(expected) = row.number(column) else {
            continue;
        };
        let Some(play) = best_play(&setup, level, expected) else {
            wrong.push(format!("{column}: no mate within {expected}"));
            continue;
        };
        if play.plies != expected || play.line.len() as u32 != expected {
            wrong.push(format!("{column}: {play:?} instead of {expected}"));
        }
        // With futile interpositions left out, a line may end where they are the only replies.
        match replay(&setup, setup.turn, &play.line) {
            Ok(end) if end.leftover == play.leftover && (end.mate || level != Level::Off) => {}
            other => wrong.push(format!("{column}: line replays as {other:?}")),
        }
        if level == Level::Standard {
            let expected = row.number("leftover");
            if Some(play.leftover) != expected {
                wrong.push(format!("leftover: {} not {expected:?}", play.leftover));
            }
        }
    }
    if with_alternatives {
        wrong.extend(wrong_alternatives(row, &setup));
    }
    wrong
}

fn wrong_alternatives(row: &Row, setup: &Setup) -> Vec<String> {
    let mut wrong = Vec::new();
    let main_line = line(row.text("main_line"));
    let (played, others) = mating_checks(setup, &main_line);
    let optimal = played.iter().filter(|check| check.plies as usize == main_line.len()).count();
    if optimal != main_line.len().div_ceil(2) {
        wrong.push(format!("main line: {played:?}"));
    }
    let text = row.get("alternatives").unwrap_or_default();
    let mut expected: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
    expected.sort();
    if others != expected {
        wrong.push(format!("alternatives: {others:?} instead of {expected:?}"));
    }
    wrong
}

/// Compares every row; the alternatives of those whose strict length is at most `longest`.
fn check_table(path: &Path, longest: u32) {
    let rows = read(path);
    assert!(!rows.is_empty());
    let mut wrong = Vec::new();
    for row in &rows {
        // Rows without alternatives end before their column.
        let has_alternatives = row.has("alternatives") && row.number("off").is_some_and(|off| off <= longest);
        for text in mismatches(row, has_alternatives) {
            wrong.push(format!("{}: {text}", row.text("name")));
        }
    }
    assert!(wrong.is_empty(), "{} answers differ: {wrong:#?}", wrong.len());
}

fn sample() -> PathBuf {
    support::root().join("tests/data/reference.tsv")
}

#[test]
fn agrees_with_the_sample_of_known_problems() {
    check_table(&sample(), 3);
}

#[test]
fn exhaustion_finds_a_mate_in_problems_and_never_proves_that_there_is_none() {
    let rows = read(&sample());
    let mut mates = 0;
    for row in &rows {
        let setup = setup(row.text("sfen"));
        match no_mate(&setup, setup.turn, 5_000).expect("a legal diagram") {
            Existence::Mate => mates += 1,
            Existence::NoMate => panic!("{row:?}"),
            Existence::GaveUp => {}
        }
    }
    assert!(2 * mates > rows.len(), "only {mates}");
}

/// Compares with every row of the table that the environment variable `TSUME_REFERENCE_TABLE`
/// names; with `TSUME_ALTERNATIVES` set to a number, the other mating checks of rows up to that
/// strict length too.
#[test]
#[ignore = "needs a table; a minute for 600 rows without alternatives"]
fn by_hand_agrees_with_a_whole_table() {
    let path = std::env::var("TSUME_REFERENCE_TABLE").expect("TSUME_REFERENCE_TABLE is set");
    let longest = std::env::var("TSUME_ALTERNATIVES").map_or(0, |text| text.parse().expect("a number of plies"));
    check_table(path.as_ref(), longest);
}
