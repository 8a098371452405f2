//! Move sequences counted, and compared with the numbers of many other programs.
//!
//! The tables and their sources are in `tests/data`. Counts below three millions are taken each
//! time; the larger ones belong to the ignored tests, each with the command to run it.

use std::sync::LazyLock;
use tsume::notation::{sfen, usi};
use tsume::shogi::perft::{perft, tsume_perft};
use tsume::shogi::{Move, Position};

/// One line of a table: a position and, depth by depth from 1, what is known of it.
struct Row {
    name: String,
    position: Position,
    columns: Vec<Vec<Option<u64>>>,
}

impl Row {
    /// Returns the known numbers of a column with their depths.
    fn known(&self, column: usize) -> impl Iterator<Item = (u32, u64)> + '_ {
        (1..)
            .zip(&self.columns[column])
            .filter_map(|(depth, &known)| Some((depth, known?)))
    }
}

fn read(table: &str) -> Vec<Row> {
    let row = |row: &support::table::Row| {
        let columns = row.cells()[2..].iter().map(|column| {
            let numbers = column.split(' ');
            numbers.map(|it| (it != "-").then(|| it.parse().unwrap()))
        });
        Row {
            name: row.cells()[0].clone(),
            position: position(&row.cells()[1]),
            columns: columns.map(Iterator::collect).collect(),
        }
    };
    support::table::rows(table).iter().map(row).collect()
}

fn position(text: &str) -> Position {
    Position::new(&sfen::parse(text).unwrap().setup)
}

static ALL_MOVES: LazyLock<Vec<Row>> = LazyLock::new(|| read("perft.tsv"));
static CHECKS: LazyLock<Vec<Row>> = LazyLock::new(|| read("tsume_perft.tsv"));

const QUICK: u64 = 3_000_000;
const SLOW: u64 = 1_000_000_000;
const SLOWER: u64 = 100_000_000_000;

/// Counts all legal moves to every depth whose published number is in `range`.
fn count_all_moves(range: std::ops::Range<u64>) {
    let mut counted = 0;
    for row in &*ALL_MOVES {
        for (depth, expected) in row.known(0).filter(|(_, it)| range.contains(it)) {
            let mut position = row.position.clone();
            let found = perft(&mut position, depth);
            assert_eq!(found, expected, "{}, depth {depth}", row.name);
            assert_eq!(position, row.position, "{}", row.name);
            counted += 1;
        }
    }
    assert!(counted > 0);
}

#[test]
fn counts_of_all_moves_are_the_published_ones() {
    count_all_moves(0..QUICK);
}

#[test]
#[ignore = "takes 20 seconds"]
fn by_hand_counts_below_a_thousand_million_are_the_published_ones() {
    count_all_moves(QUICK..SLOW);
}

#[test]
#[ignore = "takes ten minutes"]
fn by_hand_counts_below_a_hundred_thousand_million_are_the_published_ones() {
    count_all_moves(SLOW..SLOWER);
}

#[test]
#[ignore = "takes hours"]
fn by_hand_the_largest_count_is_the_published_one() {
    count_all_moves(SLOWER..u64::MAX);
}

/// The kinds of the last moves of all sequences.
#[derive(Debug, Default)]
struct LastMoves {
    captures: u64,
    promotions: u64,
    checks: u64,
    mates: u64,
}

impl LastMoves {
    fn count(&mut self, position: &mut Position, depth: u32) {
        let moves = position.legal_moves();
        if depth > 1 {
            for mv in moves {
                let undo = position.make(mv);
                self.count(position, depth - 1);
                position.unmake(mv, undo);
            }
            return;
        }
        for mv in moves {
            self.captures += u64::from(position.piece_at(mv.to()).is_some());
            self.promotions += u64::from(mv.promotes());
        }
        self.count_checks(position);
    }

    fn count_checks(&mut self, position: &mut Position) {
        for mv in position.checks() {
            let undo = position.make(mv);
            self.checks += 1;
            self.mates += u64::from(!position.has_evasion());
            position.unmake(mv, undo);
        }
    }
}

/// Looks at the last moves of sequences as far as their published number is in `range`.
fn count_last_moves(range: std::ops::Range<u64>) {
    let mut counted = 0;
    for row in &*ALL_MOVES {
        for (depth, _) in row.known(0).filter(|(_, it)| range.contains(it)) {
            let known = |column: usize| row.columns[column].get(depth as usize - 1).copied()?;
            let expected = [1, 2, 3, 4].map(known);
            if expected == [None; 4] {
                continue;
            }
            let mut last = LastMoves::default();
            last.count(&mut row.position.clone(), depth);
            let found = [last.captures, last.promotions, last.checks, last.mates];
            for (found, expected) in found.into_iter().zip(expected) {
                let expected = expected.unwrap_or(found);
                assert_eq!(found, expected, "{}, depth {depth}: {last:?}", row.name);
            }
            counted += 1;
        }
    }
    assert!(counted > 0);
}

#[test]
fn captures_promotions_and_checks_are_the_published_ones() {
    count_last_moves(0..QUICK);
}

#[test]
#[ignore = "takes 20 seconds"]
fn by_hand_deeper_last_moves_are_the_published_ones() {
    count_last_moves(QUICK..SLOW);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn by_hand_mates_in_seven_plies_from_the_start_are_the_published_ones() {
    count_last_moves(SLOW..SLOWER);
}

#[test]
fn counts_of_checks_and_replies_are_those_of_other_programs() {
    for row in &*CHECKS {
        for (depth, expected) in row.known(0) {
            for setup in [row.position.to_setup(), row.position.to_setup().rotate()] {
                let position = Position::new(&setup);
                let mut walked = position.clone();
                let found = tsume_perft(&mut walked, depth);
                let name = &row.name;
                assert_eq!(found, expected, "{name}, depth {depth}, {:?}", setup.turn);
                assert_eq!(walked, position, "{name}");
            }
        }
    }
}

#[test]
fn a_pinned_knight_does_not_undo_a_pawn_drop_mate() {
    // The knight could take on 5f, but uncovers its king to a horse far away.
    for (text, drop, taker) in [
        (
            "+B7+B/3R5/2R6/5n3/3Sk1G2/6G2/3+PS1+P2/9/4L1N1K b GSNLPgsn2l15p 3",
            "P*5f",
            "4d5f",
        ),
        (
            "+B7+B/5R3/6R2/3n5/2G1kS3/2G6/2+P1S+P3/9/K1N1L4 b GSNLPgsn2l15p 3",
            "P*5f",
            "6d5f",
        ),
    ] {
        let drop = usi::parse_move(drop).unwrap();
        let taker = usi::parse_move(taker).unwrap();
        for turned in [false, true] {
            let turn = |mv: Move| if turned { mv.rotate() } else { mv };
            let mut setup = sfen::parse(text).unwrap().setup;
            if turned {
                setup = setup.rotate();
            }
            let mut position = Position::new(&setup);
            assert!(!position.legal_moves().contains(&turn(drop)), "{text}");
            assert!(!position.checks().contains(&turn(drop)), "{text}");
            // Were the drop made all the same, the knight could not answer it.
            position.make(turn(drop));
            assert!(!position.evasions().contains(&turn(taker)), "{text}");
            assert!(!position.has_evasion(), "{text}");
        }
    }
}
