//! Names alternatives by the rule about detours, by brute force and from its text alone, and holds
//! `tests/data/detours.tsv` to that. Nothing of the search, nor of what it calls cooks, is used here.
//!
//! # Tables
//! `cargo test -p tsume-long-tests detours` recomputes some rows, `-- --ignored whole_table` all of them in some
//! minutes. `cargo run --release -p tsume-measure --bin detours` finds alternatives anew and writes the table.

mod examples;

use std::collections::BTreeMap;
use support::detours::forbidden::Line;
use support::detours::lengths::Lengths;
use support::detours::reading::Reading;
use support::detours::rule::Class;
use support::detours::table::{Alternative, EFFORT, HEADER, Problem, judge, rows_of};
use support::notation;
use tsume::verify::Board;

const TABLE: &str = include_str!("../../data/detours.tsv");

/// A row of the table.
struct Row<'a> {
    text: &'a str,
    fields: Vec<&'a str>,
}

fn table() -> Vec<Row<'static>> {
    let mut lines = TABLE.lines();
    assert_eq!(lines.next(), Some(HEADER));
    let row = |text: &'static str| Row {
        text,
        fields: text.split('\t').collect(),
    };
    lines.map(row).collect()
}

/// Recomputes the rows at one turn of a problem.
fn recompute(rows: &[&Row], readings: &[(&str, Reading)]) {
    let first = &rows[0].fields;
    let problem = Problem {
        name: first[0].to_owned(),
        sfen: first[1].to_owned(),
        main_line: first[2].to_owned(),
        known: Vec::new(),
    };
    let number = |text: &str| text.parse::<u32>().expect("a number");
    let ply = number(first[3]) as usize;
    let alternative = |row: &&Row| Alternative {
        ply,
        mv: notation::usi(row.fields[4]),
        total: number(row.fields[5]),
        old: row.fields[6].to_owned(),
    };
    let found: Vec<_> = rows.iter().map(alternative).collect();
    let setup = notation::setup(&problem.sfen);
    let start = Board::new(&setup).expect("a diagram");
    let line = Line::new(&start, &notation::line(&problem.main_line));
    let mut lengths = Lengths::new(setup.turn, 0);
    let alternatives = (ply, found.as_slice());
    let texts = rows_of(
        &mut lengths,
        &problem,
        &line,
        alternatives,
        readings,
        EFFORT,
    );
    for (row, text) in rows.iter().zip(texts) {
        let text = text.expect("enough nodes");
        if readings.is_empty() {
            let columns = |text: &str| text.rsplit_once('\t').map(|it| it.0.to_owned());
            assert_eq!(columns(&text), columns(row.text));
        } else {
            assert_eq!(text, row.text);
        }
    }
    let moves: Vec<_> = found.iter().map(|it| (it.mv, it.total)).collect();
    let older = judge(&mut lengths, &line, ply, &moves, Reading::OLDER, EFFORT);
    for (alternative, verdict) in found.iter().zip(older) {
        let class = verdict.map(|it| it.class);
        let expected = match alternative.old.as_str() {
            "independent" => Class::Cook,
            "rejoins" => Class::RejoiningDetour,
            "returns" => Class::ReturningDetour,
            _ => continue,
        };
        assert_eq!(class, Some(expected), "{} by the older rule", problem.name);
    }
}

/// Recomputes every so many turns.
fn recompute_every(step: usize, readings: &[(&str, Reading)]) {
    let rows = table();
    let mut turns: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        let turn = (row.fields[0], row.fields[3]);
        turns.entry(turn).or_default().push(row);
    }
    for rows in turns.values().step_by(step) {
        recompute(rows, readings);
    }
}

#[test]
fn some_rows() {
    recompute_every(25, &[]);
}

#[test]
#[ignore = "takes minutes"]
fn whole_table() {
    recompute_every(1, &Reading::OTHERS);
}

/// The lines of detours are legal, and lead to positions that match.
#[test]
fn detours_are_back() {
    let mut detours = 0;
    for row in table() {
        let fields = &row.fields;
        if fields[8].is_empty() {
            assert!(["cook", "early_mate"].contains(&fields[7]), "{}", row.text);
            continue;
        }
        detours += 1;
        let start = Board::new(&notation::setup(fields[1])).expect("a diagram");
        let ply: usize = fields[3].parse().expect("a number");
        let mut moves = notation::line(fields[2])[..ply - 1].to_vec();
        moves.extend(notation::line(fields[8]));
        let known = match fields[9] {
            "start" => Vec::new(),
            text => notation::line(text),
        };
        let is_before = known.len() < ply;
        assert_eq!(is_before, fields[7] == "returning_detour", "{}", row.text);
        let end = |moves| Line::new(&start, moves).boards.pop().expect("a board");
        let (there, known) = (end(&moves), end(&known));
        let attacker = start.turn();
        assert_eq!(there.cells(), known.cells(), "{}", row.text);
        assert_eq!(there.turn(), known.turn(), "{}", row.text);
        assert!(
            there.hand(attacker).dominates(known.hand(attacker)),
            "{}",
            row.text
        );
    }
    assert!(detours > 50);
}
