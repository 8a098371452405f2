//! Problems with known lengths at every level and known leftovers, by brute force of somebody
//! else's; see `tests/data/README.md`.

use crate::notation::{line, setup};
use csv::{ReaderBuilder, StringRecord};
use tsume::shogi::{Color, Move, Setup};
use tsume::verify::{BestPlay, Level, MatingCheck, Outcome, Reference, replay};

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

    /// The text of a column, `None` where the table has none.
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

/// Every other check on a line that mates, as the table writes it: `ply:move=plies in all`.
fn alternatives(setup: &Setup, main_line: &[Move], extra: u32) -> Vec<String> {
    let mut reference =
        Reference::new(setup, setup.turn, Level::Standard).expect("a legal diagram");
    let mut found = Vec::new();
    for ply in (0..main_line.len()).step_by(2) {
        let checks = reference
            .mating_checks(&main_line[..ply], main_line.len() as u32 + extra)
            .expect("there is no node cap");
        for MatingCheck { mv, plies } in checks {
            if mv != main_line[ply] {
                found.push(format!("{}:{}={plies}", ply + 1, written(mv)));
            }
        }
    }
    found.sort();
    found
}

fn written(mv: Move) -> String {
    match mv.dropped() {
        Some(kind) => format!("{}*{:?}", &"PLNSGBR"[kind.index()..=kind.index()], mv.to()),
        None => format!("{mv:?}"),
    }
}

/// What is wrong with the answers to one row; empty if nothing is.
fn mismatches(table: &Table, row: &StringRecord, with_alternatives: bool) -> Vec<String> {
    let setup = setup(table.text(row, "sfen").expect("a position"));
    let attacker: Color = setup.turn;
    let mut wrong = Vec::new();
    for (level, column) in Level::ALL.into_iter().zip(["off", "terminal", "standard", "broad"]) {
        let Some(expected) = table.number(row, column) else {
            continue;
        };
        let found = best_play(&setup, level, expected);
        let plies = found.as_ref().map(|play| play.plies);
        if plies != Some(expected) {
            wrong.push(format!("{column}: {plies:?} instead of {expected}"));
        }
        let Some(play) = found else { continue };
        match replay(&setup, attacker, &play.line) {
            Ok(replay) if replay.mate && replay.leftover == play.leftover => {}
            // Only a line without futile interpositions ends in a position where nothing but
            // those is legal.
            Ok(replay) if level != Level::Off && replay.leftover == play.leftover => {}
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
        let main_line = line(table.text(row, "main_line").expect("a line"));
        let text = table.text(row, "alternatives").unwrap_or_default();
        let mut expected: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
        expected.sort();
        let found = alternatives(&setup, &main_line, 2);
        if found != expected {
            wrong.push(format!("alternatives: {found:?} instead of {expected:?}"));
        }
    }
    wrong
}

fn check_table(path: &str, alternatives: impl Fn(&StringRecord) -> bool) {
    let table = Table::read(path);
    assert!(!table.rows.is_empty());
    let mut wrong = Vec::new();
    for row in &table.rows {
        for text in mismatches(&table, row, alternatives(row)) {
            let text = format!("{}: {text}", &row[0]);
            eprintln!("{text}");
            wrong.push(text);
        }
    }
    assert!(wrong.is_empty(), "{} answers differ: {wrong:#?}", wrong.len());
}

#[test]
fn agrees_with_the_sample_of_known_problems() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/reference.tsv");
    check_table(path, |_| false);
}

/// Compares with every row of the table that the environment variable `TSUME_REFERENCE_TABLE`
/// names; with `TSUME_ALTERNATIVES` set to a number, the other mating checks of rows up to that
/// standard length too.
#[test]
#[ignore = "needs a table; about ten minutes for 600 rows"]
fn agrees_with_a_whole_table() {
    let path = std::env::var("TSUME_REFERENCE_TABLE").expect("TSUME_REFERENCE_TABLE is set");
    let longest: u32 = std::env::var("TSUME_ALTERNATIVES")
        .map_or(0, |text| text.parse().expect("a number of plies"));
    let table = Table::read(&path);
    check_table(&path, |row| {
        table
            .number(row, "standard")
            .is_some_and(|plies| plies <= longest)
    });
}
