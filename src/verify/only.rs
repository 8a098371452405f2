//! What certificates that checks do not mate come to together.

use super::board::Board;
use super::rules;
use crate::certificate::{Certificate, Claim};
use crate::shogi::Move;
use std::collections::BTreeMap;

/// The attacker's turns at which a certificate leaves one check only: it claims of every other that
/// there is no mate after it. Each with the moves that lead there, and that check.
///
/// The certificate has to be [checked](super::check) besides.
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
    let mut turns: BTreeMap<(usize, Vec<String>), (&[Move], Vec<Move>)> = BTreeMap::new();
    for line in lines {
        if let Some((&last, before)) = line.split_last() {
            let name = before.iter().map(|mv| format!("{mv:?}")).collect();
            let (_, moves) = turns
                .entry((before.len(), name))
                .or_insert((before, Vec::new()));
            moves.push(last);
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
    turns.into_values().filter_map(only).collect()
}
