//! Problems with known lengths at every level and known leftovers, by brute force of somebody
//! else's; see `tests/data/README.md`.

use crate::notation::{line, setup};
use csv::{ReaderBuilder, StringRecord};
use tsume::shogi::{Move, Setup};
use tsume::verify::{BestPlay, Existence, Level, MatingCheck, Outcome, Reference, no_mate, replay};

/// The columns of a table, by the names in its first line.
struct Table {
    headers: StringRecord,
    rows: Vec<StringRecord>,
}

impl Table {
    fn read(path: &str) -> Self {
        let mut reader = ReaderBuilder::new()
            .delimiter(b'\t')
            .quoting(false)
            .flexible(true)
            .from_path(path)
            .expect("the table is there");
        let headers = reader.headers().expect("a first line").clone();
        let rows = reader.records().map(|row| row.expect("a row")).collect();
        Self { headers, rows }
    }

    /// Returns the text of a column, `None` where the table has none.
    fn text<'a>(&self, row: &'a StringRecord, column: &str) -> Option<&'a str> {
        let index = self.headers.iter().position(|header| header == column)?;
        row.get(index).filter(|text| !text.is_empty())
    }

    fn number(&self, row: &StringRecord, column: &str) -> Option<u32> {
        let text = self.text(row, column)?;
        Some(text.parse().expect("a number"))
    }
}

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
    let mut reference =
        Reference::new(setup, setup.turn, Level::Standard).expect("a legal diagram");
    let (mut played, mut others) = (Vec::new(), Vec::new());
    for ply in (0..main_line.len()).step_by(2) {
        let checks = reference
            .mating_checks(&main_line[..ply], main_line.len() as u32 + 2)
            .expect("there is no node cap");
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
fn mismatches(table: &Table, row: &StringRecord, with_alternatives: bool) -> Vec<String> {
    let setup = setup(table.text(row, "sfen").expect("a position"));
    let mut wrong = Vec::new();
    for (level, column) in Level::ALL
        .into_iter()
        .zip(["off", "terminal", "standard", "broad"])
    {
        let Some(expected) = table.number(row, column) else {
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
            let expected = table.number(row, "leftover");
            if Some(play.leftover) != expected {
                wrong.push(format!("leftover: {} not {expected:?}", play.leftover));
            }
        }
    }
    if with_alternatives {
        wrong.extend(wrong_alternatives(table, row, &setup));
    }
    wrong
}

fn wrong_alternatives(table: &Table, row: &StringRecord, setup: &Setup) -> Vec<String> {
    let mut wrong = Vec::new();
    let main_line = line(table.text(row, "main_line").expect("a line"));
    let (played, others) = mating_checks(setup, &main_line);
    let optimal = played
        .iter()
        .filter(|check| check.plies as usize == main_line.len())
        .count();
    if optimal != main_line.len().div_ceil(2) {
        wrong.push(format!("main line: {played:?}"));
    }
    let text = table.text(row, "alternatives").unwrap_or_default();
    let mut expected: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
    expected.sort();
    if others != expected {
        wrong.push(format!("alternatives: {others:?} instead of {expected:?}"));
    }
    wrong
}

/// Compares every row; the alternatives of those whose strict length is at most `longest`.
fn check_table(path: &str, longest: u32) {
    let table = Table::read(path);
    assert!(!table.rows.is_empty());
    let mut wrong = Vec::new();
    for row in &table.rows {
        let has_alternatives = table.headers.iter().nth(row.len() - 1) == Some("alternatives")
            && table.number(row, "off").is_some_and(|off| off <= longest);
        for text in mismatches(&table, row, has_alternatives) {
            wrong.push(format!("{}: {text}", &row[0]));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} answers differ: {wrong:#?}",
        wrong.len()
    );
}

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/reference.tsv");

#[test]
fn agrees_with_the_sample_of_known_problems() {
    check_table(SAMPLE, 3);
}

#[test]
fn exhaustion_finds_a_mate_in_problems_and_never_proves_that_there_is_none() {
    let table = Table::read(SAMPLE);
    let mut mates = 0;
    for row in &table.rows {
        let setup = setup(table.text(row, "sfen").expect("a position"));
        match no_mate(&setup, setup.turn, 5_000).expect("a legal diagram") {
            Existence::Mate => mates += 1,
            Existence::NoMate => panic!("{}", &row[0]),
            Existence::GaveUp => {}
        }
    }
    assert!(2 * mates > table.rows.len(), "only {mates}");
}

/// Compares with every row of the table that the environment variable `TSUME_REFERENCE_TABLE`
/// names; with `TSUME_ALTERNATIVES` set to a number, the other mating checks of rows up to that
/// strict length too.
#[test]
#[ignore = "needs a table; a minute for 600 rows without alternatives"]
fn agrees_with_a_whole_table() {
    let path = std::env::var("TSUME_REFERENCE_TABLE").expect("TSUME_REFERENCE_TABLE is set");
    let longest = std::env::var("TSUME_ALTERNATIVES")
        .map_or(0, |text| text.parse().expect("a number of plies"));
    check_table(&path, longest);
}
