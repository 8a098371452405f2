//! The strict search on problems whose lengths are known from elsewhere (see `data/README.md`).

use support::table::rows;
use support::{check_line, setup, solve, solver};
use tsume::search::{Answer, Exactness};

/// Every row is a shortest mate of as many plies as the column says.
fn check_lengths(file: &str, column: &str, at_least: usize) {
    let mut solver = solver(16 << 20, true);
    let mut complaints = Vec::new();
    let rows = rows(file);
    assert!(rows.len() >= at_least, "{} rows", rows.len());
    for row in rows {
        let setup = setup(row.text("sfen"));
        let solution = solve(&mut solver, &setup, Some(20_000_000));
        let expected = Answer::Mate {
            plies: row.number(column).expect("a length"),
            exactness: Exactness::Shortest,
        };
        let name = row.text("name");
        if solution.answer != expected {
            complaints.push(format!("{name}: {:?}, not {expected:?}", solution.answer));
        }
        if let Err(complaint) = check_line(&setup, &solution, false) {
            complaints.push(format!("{name}: {complaint}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn short_compositions() {
    check_lengths("short_composed.tsv", "off", 600);
}

#[test]
fn short_mates_of_games() {
    check_lengths("short_game.tsv", "off", 440);
}

#[test]
fn mates_with_a_king_of_the_attacker() {
    check_lengths("double_king.tsv", "off", 190);
}

#[test]
fn problems_about_pawn_drop_mate() {
    check_lengths("uchifuzume.tsv", "expected_len", 12);
}

/// Positions of which engines or the literature say that there is no mate. Where that has been
/// decided, the search must prove it; where engines found a mate, it must find one; the others are
/// only suspected, and any answer will do that stands up to a replay.
#[test]
#[ignore = "takes 11 s"]
fn positions_without_a_mate() {
    let mut solver = solver(64 << 20, true);
    let mut decided = 0;
    for row in rows("nomate.tsv") {
        let (name, status) = (row.text("name"), row.text("status"));
        let setup = setup(row.text("sfen"));
        let open = status.starts_with("open");
        let nodes = if open { 300_000 } else { 30_000_000 };
        let solution = solve(&mut solver, &setup, Some(nodes));
        if status.starts_with("no mate") {
            decided += 1;
            assert_eq!(solution.answer, Answer::NoMate, "{name}");
        } else if status.starts_with("a mate exists") {
            assert!(matches!(solution.answer, Answer::Mate { .. }), "{name}");
        } else {
            assert!(open, "{name}: {status}");
        }
        check_line(&setup, &solution, true).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    assert!(decided >= 8, "{decided} rows");
}
