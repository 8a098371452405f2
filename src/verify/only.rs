//! The conclusion from certificates that checks do not mate.

use super::board::Board;
use super::rules;
use crate::certificate::{Certificate, Claim};
use crate::shogi::{Color, Move, Setup};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Returns the attacker's turns at which a certificate leaves only one check, because it claims no
/// mate after every other. Each turn has the moves before it and this check.
///
/// The certificate has to be [checked](super::check) as well.
#[must_use]
pub fn only_checks(certificate: &Certificate) -> Vec<(Vec<Move>, Move)> {
    let Certificate {
        setup,
        attacker,
        lines,
        claim: Claim::NoMate,
        ..
    } = certificate
    else {
        return Vec::new();
    };
    let Ok(start) = Board::new(setup) else {
        return Vec::new();
    };
    // Turn after turn, in the order of the first line to each of them.
    let mut turns: Vec<(&[Move], Vec<Move>)> = Vec::new();
    let mut numbers: FxHashMap<&[Move], usize> = FxHashMap::default();
    for line in lines {
        if let Some((&last, before)) = line.split_last() {
            let number = *numbers.entry(before).or_insert(turns.len());
            if number == turns.len() {
                turns.push((before, Vec::new()));
            }
            turns[number].1.push(last);
        }
    }
    let only = |(before, failing): (&[Move], Vec<Move>)| {
        let board =
            (before.iter()).try_fold(start.clone(), |board, &mv| rules::play_legal(&board, mv))?;
        if board.turn() != *attacker {
            return None;
        }
        let checks = rules::checks(&board).into_iter().map(|(mv, _)| mv);
        let mut left = checks.filter(|mv| !failing.contains(mv));
        let only = left.next()?;
        left.next().is_none().then(|| (before.to_vec(), only))
    };
    turns.into_iter().filter_map(only).collect()
}

/// The most positions to look at for the turns of a line.
const STEPS: u32 = 10_000;

/// Returns at how many turns of the attacker, from the start along one line, a single check can mate:
/// a proven one of [`only_checks`], by the moves before it, or the only legal check. Counts up to
/// `most`.
#[must_use]
pub fn turns_with_one_check(
    setup: &Setup,
    attacker: Color,
    proven: &BTreeMap<Vec<Move>, Move>,
    most: usize,
) -> usize {
    let Ok(board) = Board::new(setup) else {
        return 0;
    };
    if board.turn() != attacker {
        return 0;
    }
    let mut steps = STEPS;
    turns(&board, &mut Vec::new(), proven, most, &mut steps)
}

fn turns(
    board: &Board,
    line: &mut Vec<Move>,
    proven: &BTreeMap<Vec<Move>, Move>,
    most: usize,
    steps: &mut u32,
) -> usize {
    *steps = steps.saturating_sub(1);
    if most == 0 || *steps == 0 {
        return 0;
    }
    let checks = rules::checks(board);
    let only = match (proven.get(line), &checks[..]) {
        (Some(mv), _) => checks.iter().find(|it| it.0 == *mv),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    let Some((check, after)) = only else {
        return 0;
    };
    line.push(*check);
    let mut longest = 0;
    for (reply, next) in rules::legal_moves(after) {
        line.push(reply);
        longest = longest.max(turns(&next, line, proven, most - 1, steps));
        line.pop();
        if longest == most - 1 {
            break;
        }
    }
    line.pop();
    1 + longest
}
