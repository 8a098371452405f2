//! Variations: every other defence, with the length, the leftover and the line it leads to.

use super::{ask, solver};
use support::setup;
use tsume::composition::variations::{Defence, Turn};
use tsume::composition::{Composed, Questions};
use tsume::notation::usi;
use tsume::shogi::{Color, Move, Position, Setup};
use tsume::verify::{Level, Outcome as Truth, Reference, replay, rules};

fn variations(sfen: &str, depth: u32) -> (Composed, Vec<Turn>) {
    let questions = Questions { variations: depth, ..Questions::default() };
    let (found, study) = ask(&mut solver(), &setup(sfen), &questions, 10_000_000);
    (found, study.variations.expect("variations"))
}

/// Returns each defence of a turn: its line, its length, whether it is equal.
fn summary(turn: &Turn) -> Vec<(String, u32, bool)> {
    let defence = |it: &Defence| (usi::write_line(&it.reading.line), it.plies, it.equal);
    turn.defences.iter().map(defence).collect()
}

#[test]
fn the_equal_line_is_found_and_marked() {
    let (_, turns) = variations("6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1", 1);
    assert_eq!(turns.len(), 1);
    assert_eq!(turns[0].ply, 2);
    assert_eq!(summary(&turns[0]), [("2b2a S*1b".to_owned(), 3, true)]);
}

#[test]
fn every_kind_of_interposition_is_a_variation_of_its_own() {
    let (_, turns) = variations("8k/9/5+R3/9/9/9/9/+B8/9 b Srb4g3s4n4l18p 1", 1);
    let found: Vec<_> = summary(&turns[0]);
    let expected = ["L", "N", "S", "G", "B", "R"].map(|kind| (format!("{kind}*1b S*2b"), 3, true));
    assert_eq!(found, expected);
}

#[test]
fn a_variation_that_leaves_something_is_not_equal() {
    let (_, turns) = variations("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1", 1);
    let expected = [("2b2a G*2b", 5, true), ("2b3a 3c3b+", 5, false)];
    assert_eq!(summary(&turns[0]), expected.map(|(line, n, it)| (line.to_owned(), n, it)));
    assert_eq!(turns[0].defences[1].reading.leftover.total(), 1);
}

#[test]
fn futile_interpositions_are_listed_apart() {
    let (found, turns) = variations("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 1);
    assert_eq!(found.reading.expect("a main line").line.len(), 1);
    assert_eq!((turns.len(), turns[0].ply, turns[0].defences.len()), (1, 2, 0));
    // One square, every kind in hand.
    assert_eq!(turns[0].set_aside.len(), 7);
}

#[test]
fn deviations_from_variations_are_one_level_deeper() {
    let sfen = "9/9/8k/6L2/7L1/9/9/9/9 b G2r2b3g4s4n2l18p 1";
    let (_, flat) = variations(sfen, 1);
    let (_, deep) = variations(sfen, 2);
    let nested = |turns: &[Turn]| {
        let defences = turns.iter().flat_map(|turn| &turn.defences);
        defences.map(|it| it.turns.len()).sum::<usize>()
    };
    assert_eq!(nested(&flat), 0);
    // The same tree but for what hangs below.
    let strip = |mut turns: Vec<Turn>| {
        for turn in &mut turns {
            for defence in &mut turn.defences {
                defence.turns.clear();
            }
        }
        turns
    };
    assert_eq!(strip(deep.clone()), flat);

    assert!(nested(&deep) > 0);
    let inner = &deep[0].defences[0];
    assert_eq!(usi::write_line(&inner.reading.line), "1c2b 2d2c 2b1a 2c2b");
    assert_eq!(inner.turns[0].ply, 4);
    assert_eq!(summary(&inner.turns[0]), [("2b2a 2c2b".to_owned(), 5, true)]);
}

#[test]
fn what_a_limit_cut_off_is_open() {
    let questions = Questions { variations: 9, ..Questions::default() };
    let problem = setup("9/7k1/1R7/9/9/9/9/6L2/9 b Lr2b4g4s4n2l18p 1");
    let (mut cut, mut whole) = (0, 0);
    let (all, _) = ask(&mut solver(), &problem, &questions, 10_000_000);
    let most = all.strict.stats.nodes;
    for nodes in (1..=10).map(|part| most * part / 10) {
        let (found, study) = ask(&mut solver(), &problem, &questions, nodes);
        let Some(turns) = study.variations else {
            assert_eq!(found.reading, None);
            continue;
        };
        if is_open(&turns) {
            assert!(study.stopped.is_some());
            cut += 1;
        } else {
            whole += 1;
        }
    }
    assert!(cut > 0 && whole > 0, "{cut} cut, {whole} whole");
}

fn is_open(turns: &[Turn]) -> bool {
    turns.iter().any(|turn| !turn.open.is_empty() || turn.defences.iter().any(|it| is_open(&it.turns)))
}

/// Returns every reply at a turn is in exactly one place, and every length and leftover is that of
/// the witness. How many defences were compared.
fn compare(root: &Setup, line: &[Move], turns: &[Turn]) -> Result<usize, String> {
    let mut compared = 0;
    for turn in turns {
        let made = turn.ply as usize - 1;
        let mut position = Position::new(root);
        for &mv in &line[..made] {
            position.make(mv);
        }
        let board = tsume::verify::Board::new(&position.to_setup()).map_err(|it| it.to_string())?;
        let mut replies: Vec<u16> = rules::legal_moves(&board).iter().map(|it| it.0.bits()).collect();
        let own = line.get(made).copied();
        let defences = turn.defences.iter().map(Defence::reply);
        let mut listed: Vec<u16> = defences.chain(turn.set_aside.iter().copied()).chain(own).map(Move::bits).collect();
        replies.sort_unstable();
        listed.sort_unstable();
        if replies != listed || !turn.open.is_empty() {
            return Err(format!("ply {}: not every reply is listed once", turn.ply));
        }
        for defence in &turn.defences {
            let mut after = position.clone();
            after.make(defence.reply());
            let setup = after.to_setup();
            let rest = defence.reading.line.len() as u32 - 1;
            let mut witness = Reference::new(&setup, Color::Black, Level::Standard)
                .map_err(|it| it.to_string())?
                .with_node_cap(200_000);
            match witness.best_play(rest) {
                Truth::GaveUp => continue,
                Truth::Mate(best) if best.plies == rest && best.leftover == defence.reading.leftover.total() => {}
                truth => return Err(format!("{truth:?}, not {:?}", defence.reading)),
            }
            if defence.plies != turn.ply + rest || defence.plies as usize > line.len() {
                return Err(format!("{} plies in all", defence.plies));
            }
            let played = replay(&setup, Color::Black, &defence.reading.line[1..]);
            // Where only futile interpositions are left it is not mate by the rules of the game.
            if let Err(error) = played {
                return Err(format!("{error}: {:?}", defence.reading.line));
            }
            let mut whole = line[..made].to_vec();
            whole.extend(&defence.reading.line);
            compared += 1 + compare(root, &whole, &defence.turns)?;
        }
    }
    Ok(compared)
}

/// Every row of a table of short problems, or some of the longer ones.
fn check(table: &str, at_least: usize) {
    let mut solver = solver();
    let (mut compared, mut wrong) = (0, Vec::new());
    for (i, row) in table.lines().skip(1).enumerate() {
        let cells: Vec<&str> = row.split('\t').collect();
        // Two levels where the tree stays small.
        let (depth, every) = match cells[4] {
            "1" | "3" => (2, 1),
            "5" => (1, 2),
            _ => (1, 20),
        };
        if i % every != 0 {
            continue;
        }
        let questions = Questions { variations: depth, ..Questions::default() };
        let setup = setup(cells[1]);
        let (found, study) = ask(&mut solver, &setup, &questions, 10_000_000);
        let (Some(main), Some(turns)) = (found.reading, study.variations) else {
            wrong.push(format!("{}: no variations", cells[0]));
            continue;
        };
        match compare(&setup, &main.line, &turns) {
            Ok(count) => compared += count,
            Err(error) => wrong.push(format!("{}: {error}", cells[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= at_least, "only {compared} defences compared");
}

#[test]
fn variations_of_short_compositions_are_those_of_the_witness() {
    check(include_str!("../../../data/short_composed.tsv"), 300);
}

#[test]
fn variations_of_short_game_positions_are_those_of_the_witness() {
    check(include_str!("../../../data/short_game.tsv"), 200);
}
