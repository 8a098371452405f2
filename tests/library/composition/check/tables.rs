//! The tables of short problems: a share of their rows, or every one (`support::one_in`).
//!
//! The tables have every alternative that mates within a few plies more than the main line takes.
//! Our search looks for alternatives of any length, and cannot decide all of them in the time of a
//! test. Undecided ones are counted, not compared.

use super::{cell, judge_within, moves, solver, solver_with};
use std::collections::BTreeSet;
use support::{one_in, setup};
use tsume::composition::Author;
use tsume::composition::check::Question;
use tsume::composition::verdict::{Detail, Finding, Judgement, Kind, Length};
use tsume::notation::usi;
use tsume::shogi::{Color, Move, Position, Setup};
use tsume::verify::{Board, rules};

const NODES: u64 = 300_000;

/// Returns the main line of the table is that of our judgement as well, where several are equal.
fn question(line: &str) -> Question {
    Question {
        author: Author {
            line: moves(line),
            plies: None,
            ..Author::default()
        },
        ..Question::default()
    }
}

/// Returns the alternatives at the attacker's turns of the main line.
fn alternatives<'j>(
    judgement: &'j Judgement,
    line: &'j [Move],
) -> impl Iterator<Item = &'j Finding> {
    judgement.findings.iter().filter(|it| {
        let at = it.before.len();
        line.starts_with(&it.before)
            && at % 2 == 0
            && it.line.first() != line.get(at)
            && it.kind != Kind::GreyInterposition
    })
}

/// Returns whether an alternative is open, or a cook that is told with a longer line, because the shortest
/// comes back to the solution.
fn is_open_or_longer(judgement: &Judgement, line: &[Move], alternative: &str) -> bool {
    let (name, _) = alternative.split_once('=').expect("a length");
    let open = judgement.unresolved.iter().map(|it| (&it.before, it.mv));
    let longer = judgement.findings.iter();
    let longer = longer.filter(|it| it.detail == Detail::WithoutComingBack);
    open.chain(longer.map(|it| (&it.before, it.line[0])))
        .any(|(before, mv)| {
            line.starts_with(before)
                && format!("{}:{}", before.len() + 1, usi::write_move(mv)) == name
        })
}

/// Replays every detour and transposition by the rules of the independent witness: its line leads to
/// the position of the solution that it is said to come back to. Returns how many there were.
fn check_detours(setup: &Setup, judgement: &Judgement) -> Result<usize, String> {
    let after = |line: &[Move]| {
        let mut board = Board::new(setup).expect("a legal diagram");
        for &mv in line {
            board = rules::play_legal(&board, mv).ok_or_else(|| usi::write_line(line))?;
        }
        Ok::<_, String>(board)
    };
    let is_detour = |it: &&Finding| {
        matches!(
            it.kind,
            Kind::Transposition | Kind::RejoiningDetour | Kind::ReturningDetour
        )
    };
    let detours = judgement.findings.iter().filter(is_detour);
    for it in detours.clone() {
        let back = it.back.as_ref().ok_or("it does not say where it is back")?;
        let whole: Vec<Move> = it.before.iter().chain(&it.line).copied().collect();
        let (here, there) = (after(&whole)?, after(&back.solution)?);
        let is_back = here.cells() == there.cells()
            && here.turn() == there.turn()
            && match it.kind {
                Kind::Transposition => here.hand(Color::Black) == there.hand(Color::Black),
                _ => here.hand(Color::Black).dominates(there.hand(Color::Black)),
            };
        let is_returning = back.solution.len() <= it.before.len();
        if !is_back || is_returning != (it.kind == Kind::ReturningDetour) {
            return Err(format!("{:?} {}", it.kind, usi::write_line(&whole)));
        }
    }
    Ok(detours.count())
}

/// Compares the lists of alternatives; `at_least` so many must be found.
fn check_alternatives(
    threads: usize,
    rows: impl Iterator<Item = &'static str>,
    at_least: usize,
    at_most_open: usize,
) {
    let mut solver = solver_with(threads);
    let mut wrong = Vec::new();
    let (mut found, mut open) = (0, 0);
    for row in rows {
        let [name, sfen, strict, _, _, _, _, line, theirs] =
            row.split('\t').collect::<Vec<_>>()[..]
        else {
            continue;
        };
        // Of longer game positions the table does not know the alternatives.
        if name.contains('/') && strict.parse::<u32>().expect("a length") > 3 {
            continue;
        }
        let judgement = judge_within(NODES, &mut solver, &setup(sfen), &question(line));
        if let Err(detour) = check_detours(&setup(sfen), &judgement) {
            wrong.push(format!("{name}: {detour} is not back in the solution"));
        }
        let Some(reading) = &judgement.composed.reading else {
            open += 1;
            continue;
        };
        if reading.line != moves(line) {
            wrong.push(format!("{name}: {:?}", reading.line));
            continue;
        }
        let most = reading.line.len() as u32 + 2;
        let ours: BTreeSet<String> = alternatives(&judgement, &reading.line)
            .filter(|it| it.detail != Detail::WithoutComingBack)
            .filter(
                |it| matches!(it.length, Some(Length::Exactly(n) | Length::AtMost(n)) if n <= most),
            )
            .map(cell)
            .collect();
        let (left_open, theirs): (BTreeSet<_>, BTreeSet<_>) = theirs
            .split_whitespace()
            .map(str::to_owned)
            .partition(|it| is_open_or_longer(&judgement, &reading.line, it));
        open += left_open.len();
        found += theirs.len();
        if ours != theirs {
            wrong.push(format!("{name}: {ours:?}, not {theirs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found >= at_least, "{found} alternatives, {open} open");
    assert!(open <= at_most_open, "{found} alternatives, {open} open");
}

const COMPOSED: &str = include_str!("../../../data/short_composed.tsv");
const GAMES: &str = include_str!("../../../data/short_game.tsv");

fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().skip(1)
}

#[test]
fn alternatives_of_some_compositions_and_game_positions() {
    check_alternatives(1, rows(COMPOSED).step_by(10), 50, 30);
    check_alternatives(2, rows(GAMES).step_by(10), 40, 20);
}

#[test]
#[ignore = "takes 20 s"]
fn alternatives_of_short_compositions() {
    let share = one_in(8);
    check_alternatives(1, rows(COMPOSED).step_by(share), 700 / share, 200 / share);
}

#[test]
#[ignore = "takes 15 s"]
fn alternatives_of_short_game_positions() {
    let share = one_in(8);
    check_alternatives(1, rows(GAMES).step_by(share), 500 / share, 50 / share);
}

#[test]
#[ignore = "takes 20 s"]
fn two_threads_find_the_same_alternatives() {
    let share = one_in(12);
    check_alternatives(2, rows(GAMES).step_by(share), 500 / share, 80 / share);
}

/// Returns whether the defender can bring a long-range piece, put farther away than in the main
/// line, to the main line's square with an additional piece in the attacker's hand: he drops a
/// piece there, and the long-range piece captures it. Such a position counts as one of the main
/// line, because more in hand is never worse. The table has only positions that are completely
/// equal.
fn comes_nearer_richer(setup: &Setup, main: &[Move], finding: &Finding) -> bool {
    let made = finding.before.len();
    let mut there = Position::new(setup);
    for &mv in &main[..made] {
        there.make(mv);
    }
    let mut here = there.clone();
    here.make(main[made]);
    there.make(finding.line[0]);
    let (far, near) = (finding.line[0].to(), main[made].to());
    let drop = there
        .evasions()
        .into_iter()
        .find(|mv| mv.is_drop() && mv.to() == near);
    let Some(drop) = drop else { return false };
    there.make(drop);
    there.make(Move::board(far, near, false));
    let (rich, poor) = (there.hand(Color::Black), here.hand(Color::Black));
    there.key() == here.key() && rich != poor && rich.dominates(poor)
}

#[test]
#[ignore = "takes 15 s"]
fn classes_of_alternatives() {
    let mut solver = solver();
    let mut wrong = Vec::new();
    let (mut agreed, mut richer, mut open, mut detours) = (0, 0, 0, 0);
    let share = one_in(4);
    let rows = include_str!("../../../data/classes.tsv").lines().skip(1);
    for row in rows.step_by(share) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (name, setup) = (cells[0], setup(cells[1]));
        let judgement = judge_within(NODES, &mut solver, &setup, &question(cells[2]));
        let line = moves(cells[2]);
        match check_detours(&setup, &judgement) {
            Ok(number) => detours += number,
            Err(detour) => wrong.push(format!("{name}: {detour} is not back in the solution")),
        }
        for expected in cells.get(3).unwrap_or(&"").split_whitespace() {
            let (alternative, class) = expected.rsplit_once(':').expect("a class");
            if judgement.composed.reading.is_none()
                || is_open_or_longer(&judgement, &line, alternative)
            {
                open += 1;
                continue;
            }
            let found = alternatives(&judgement, &line).find(|it| cell(it) == alternative);
            let Some(found) = found else {
                wrong.push(format!("{name}: {alternative} is not found"));
                continue;
            };
            let (class, tags) = class.split_once('+').unwrap_or((class, ""));
            // Of mirror images and duals the table only says what they may be.
            let right = match found.kind {
                Kind::MirrorDual => true,
                Kind::PromotionDual => tags.contains("promo"),
                Kind::DistanceDual => tags.contains("far"),
                Kind::LastMoveDual => class == "last",
                Kind::LongLastMoveDual => class == "last_long",
                Kind::ReturningDetour => class == "returns",
                Kind::Transposition | Kind::RejoiningDetour => class == "rejoins",
                Kind::Cook => class == "independent",
                Kind::LongerPromotionDual => class == "independent" && tags.contains("promo"),
                _ => false,
            };
            if right {
                agreed += 1;
            } else if found.kind == Kind::RejoiningDetour
                && comes_nearer_richer(&setup, &line, found)
            {
                richer += 1;
            } else {
                let kind = found.kind;
                wrong.push(format!(
                    "{name}: {alternative} is {kind:?}, not {class} {tags}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        detours >= 5 / share,
        "{detours} detours, {agreed} agreed, {richer} richer, {open} open"
    );
    assert!(
        agreed >= 500 / share,
        "{agreed} agreed, {richer} richer, {open} open"
    );
    assert!(
        richer <= 40 && open <= 350,
        "{agreed} agreed, {richer} richer, {open} open"
    );
}

/// The names of alternatives by brute force and from the text of the rule alone. Where the brute force
/// looks some plies ahead only, a detour to it can be a cook that takes longer.
#[test]
#[ignore = "takes 20 s"]
fn alternatives_are_named_as_by_brute_force() {
    let mut solver = solver();
    let (mut wrong, mut agreed, mut open, mut longer) = (Vec::new(), 0, 0, Vec::new());
    let rows = include_str!("../../../data/detours.tsv").lines().skip(1);
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('\t').collect()).collect();
    let share = one_in(12);
    for problem in rows.chunk_by(|a, b| a[1..3] == b[1..3]).step_by(share) {
        let (name, line) = (problem[0][0], moves(problem[0][2]));
        let judgement = judge_within(
            NODES,
            &mut solver,
            &setup(problem[0][1]),
            &question(problem[0][2]),
        );
        for row in problem {
            let (alternative, expected) = (format!("{}:{}=", row[3], row[4]), row[7]);
            let alternative = format!("{alternative}{}", row[5]);
            if judgement.composed.reading.is_none()
                || is_open_or_longer(&judgement, &line, &alternative)
            {
                open += 1;
                continue;
            }
            let found = alternatives(&judgement, &line).find(|it| cell(it) == alternative);
            let Some(found) = found else {
                wrong.push(format!("{name}: {alternative} is not found"));
                continue;
            };
            let ours = match found.kind {
                Kind::Cook => "cook",
                Kind::LongerPromotionDual if row[10].contains("promo") => "cook",
                Kind::Transposition => "transposition",
                Kind::RejoiningDetour => "rejoining_detour",
                Kind::ReturningDetour => "returning_detour",
                // What comes before the rule for detours is told by the tags.
                Kind::PromotionDual if row[10].contains("promo") => expected,
                Kind::DistanceDual if row[10].contains("far") => expected,
                Kind::MirrorDual if row[10].contains("mirror") => expected,
                _ => "something else",
            };
            if ours == expected {
                agreed += 1;
            } else if ours == "cook" && expected != "early_mate" {
                longer.push(format!("{name}: {alternative}, a cook, not {expected}"));
            } else {
                wrong.push(format!("{name}: {alternative} is {ours}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(longer.len() <= 5, "{}", longer.join("\n"));
    assert!(agreed >= 300 / share, "{agreed} agreed, {open} open");
}

/// Positions with more than one mating first move, which the notes name.
#[test]
#[ignore = "takes 6 s"]
fn cooks_at_the_first_move_are_found() {
    let mut solver = solver();
    let mut wrong = Vec::new();
    let (mut found, mut open) = (0, 0);
    let share = one_in(8);
    let rows = include_str!("../../../data/cooked.tsv").lines().skip(1);
    for row in rows.step_by(share) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (sfen, known) = (cells[0], cells[1]);
        let judgement = judge_within(NODES, &mut solver, &setup(sfen), &Question::default());
        let Some(reading) = &judgement.composed.reading else {
            open += 1;
            continue;
        };
        for mv in known.split_whitespace() {
            let alternative = format!("1:{mv}=");
            let is_found = judgement
                .findings
                .iter()
                .any(|it| it.before.is_empty() && cell(it).starts_with(&alternative));
            if is_open_or_longer(&judgement, &reading.line, &alternative) {
                open += 1;
            } else if is_found || usi::write_move(reading.line[0]) == mv {
                found += 1;
            } else {
                wrong.push(format!("{sfen}: {mv} is not found"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let is_enough = found >= 350 / share && open <= 60 / share;
    assert!(is_enough, "{found} found, {open} open");
}
