//! The conclusion from certificates that checks do not mate.

use super::board::Board;
use super::rules;
use crate::certificate::{Certificate, Claim};
use crate::shogi::Move;
use rustc_hash::FxHashMap;

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
