//! Every row of the tables of short problems.

use crate::common::setup;
use crate::{cell, judge, moves, solver};
use std::collections::BTreeSet;
use tsume::shogi::{Color, Move};
use tsume::tsume::Author;
use tsume::tsume::check::Question;
use tsume::tsume::verdict::{Finding, Judgement, Kind, Length};

fn question(line: &str) -> Question {
    Question {
        author: Author {
            line: moves(line),
            plies: None,
        },
        ..Question::default()
    }
}

/// The alternatives at the attacker's turns of the main line.
fn alternatives(judgement: &Judgement) -> impl Iterator<Item = &Finding> {
    let line = &judgement.composed.reading.as_ref().expect("a main line").line;
    judgement.findings.iter().filter(|it| {
        let on_the_line = line.starts_with(&it.before);
        let attack = it.before.len() % 2 == 0;
        let other = it.line.first() != line.get(it.before.len());
        let is_alternative = !matches!(
            it.kind,
            Kind::Leftover | Kind::LongerVariation | Kind::GreyInterposition | Kind::AuthorLine
        );
        on_the_line && attack && other && is_alternative
    })
}

fn check_alternatives(table: &str, at_least: usize) {
    let mut solver = solver();
    let mut wrong = Vec::new();
    let (mut rows, mut found) = (0, 0);
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, sfen, .., line, expected] = cells[..] else {
            continue;
        };
        // Of longer game positions the table does not know the alternatives.
        if cells.len() < 9 || name.contains('/') && cells[2].parse::<u32>().unwrap() > 3 {
            continue;
        }
        let setup = setup(sfen);
        let judgement = judge(&mut solver, &setup, &question(line));
        let reading = judgement.composed.reading.as_ref();
        if reading.map(|it| &it.line) != Some(&moves(line)) {
            println!("{name}: {reading:?}");
            continue;
        }
        let open: BTreeSet<String> = judgement.unresolved.iter().map(|it| format!("{}:{}", it.before.len() + 1, tsume::notation::usi::write_move(it.mv))).collect();
        rows += 1;
        // Within two plies more than what remains: within two plies more in all.
        let most = moves(line).len() as u32 + 2;
        let within = |it: &&Finding| matches!(it.length, Some(Length::Exactly(plies) | Length::AtMost(plies)) if plies <= most);
        let ours: BTreeSet<String> = alternatives(&judgement).filter(within).map(cell).collect();
        let theirs: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
        found += theirs.len();
        let left_open: Vec<_> = theirs.iter().filter(|it| open.contains(it.split('=').next().unwrap())).cloned().collect();
        if !left_open.is_empty() { println!("{name}: open {left_open:?}"); }
        let theirs: BTreeSet<String> = theirs.into_iter().filter(|it| !left_open.contains(it)).collect();
        if ours != theirs {
            wrong.push(format!("{name}: {ours:?}, not {theirs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= at_least, "{rows} rows, {found} alternatives");
}

#[test]
fn alternatives_of_short_compositions() {
    check_alternatives(include_str!("../data/short_composed.tsv"), 1);
}

#[test]
fn alternatives_of_short_game_positions() {
    check_alternatives(include_str!("../data/short_game.tsv"), 1);
}

#[test]
fn classes_of_alternatives() {
    let mut solver = solver();
    let mut wrong = Vec::new();
    for row in include_str!("../data/classes.tsv").lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (name, line) = (cells[0], moves(cells[2]));
        let judgement = judge(&mut solver, &setup(cells[1]), &question(cells[2]));
        if judgement.composed.reading.is_none() { println!("{name}: none"); continue; }
        let ours: Vec<(Kind, String)> = alternatives(&judgement)
            .map(|it| (it.kind, cell(it)))
            .collect();
        for expected in cells.get(3).unwrap_or(&"").split_whitespace() {
            let (alternative, class) = expected.rsplit_once(':').unwrap();
            let found = ours.iter().find(|(_, cell)| cell == alternative);
            let Some(&(kind, _)) = found else {
                let (mv, _) = alternative.split_once('=').unwrap();
                if judgement.unresolved.iter().any(|it| format!("{}:{}", it.before.len() + 1, tsume::notation::usi::write_move(it.mv)) == mv) {
                    println!("{name} class open {alternative} {class}");
                    continue;
                }
                wrong.push(format!("{name}: {alternative} is not among {ours:?}"));
                continue;
            };
            let (class, tags) = class.split_once('+').unwrap_or((class, ""));
            let right = match kind {
                Kind::MirrorDual => true,
                Kind::PromotionDual => tags.contains("promo"),
                Kind::DistanceDual => tags.contains("far"),
                Kind::LastMoveDual => class == "last",
                Kind::LongLastMoveDual => class == "last_long",
                Kind::ReturningDetour => class == "returns",
                Kind::Transposition | Kind::RejoiningDetour => class == "rejoins",
                Kind::Cook => class == "independent",
                _ => false,
            };
            if !right {
                wrong.push(format!("{name}: {alternative} is {kind:?}, not {class}+{tags}"));
            }
        }
        let _ = (Color::Black, line, None::<Move>);
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
