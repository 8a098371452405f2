//! Concludes from certificates at which turns of the attacker only one check can mate.

use super::board::Board;
use super::rules;
use crate::certificate::{Certificate, Claim};
use crate::shogi::{Color, Move, PieceKind, Setup, Square};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Returns the attacker's turns at which only one check can mate, because a certificate claims no
/// mate after every other. Each turn is given by the moves before it and this check.
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
    // The moves before each turn, and the checks there that do not mate.
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
    let only_check = |(before, failing): (&[Move], Vec<Move>)| {
        let board =
            (before.iter()).try_fold(start.clone(), |board, &mv| rules::play_legal(&board, mv))?;
        if board.turn() != *attacker {
            return None;
        }
        let checks = rules::checks(&board).into_iter().map(|(mv, _)| mv);
        let mut other_checks = checks.filter(|mv| !failing.contains(mv));
        let check = other_checks.next()?;
        (other_checks.next().is_none()).then(|| (before.to_vec(), check))
    };
    turns.into_iter().filter_map(only_check).collect()
}

/// The most positions that [`turns_with_one_check`] looks at.
const STEPS_MAX: u32 = 10_000;

/// Facts that certificates prove about the positions after lines of moves.
#[derive(Clone, Copy, Debug)]
pub struct ProvenAfter<'a> {
    /// The only check that can mate, by the moves before it: see [`only_checks`].
    pub only_checks: &'a BTreeMap<Vec<Move>, Move>,
    /// The composed plies within which there is no mate, by the moves before the position.
    pub no_mate_within: &'a BTreeMap<Vec<Move>, u32>,
}

impl ProvenAfter<'_> {
    /// Returns whether it is proven that no mate after `line` is shorter than `plies`.
    fn lasts(&self, line: &[Move], plies: u32) -> bool {
        plies <= 2
            || line.is_empty()
            || (self.no_mate_within.get(line)).is_some_and(|&within| within >= plies - 2)
    }
}

/// Counts the turns of the attacker, along one line of best play, at which a single check can mate: a
/// proven one, or the only legal check. The problem is a mate in `plies` composed plies. The defender
/// plays only replies after which it is proven that no shorter mate exists. The line with most such
/// turns counts.
///
/// An interposition that the single check captures may be futile and thus no best play. It is taken as
/// best play only if the attacker needs the piece later, which is shown as follows. In the game without
/// the piece let the defender play the rest of the line: only the checks of the line can mate there,
/// because any other would also mate here. If the line has a drop of such a piece while the attacker
/// holds no other of its kind, there is no mate without the piece, so the interposition counts. An
/// interposition that the single check does not capture counts, too: a capture that makes it futile
/// would mate.
#[must_use]
pub fn turns_with_one_check(
    setup: &Setup,
    attacker: Color,
    proven: &ProvenAfter<'_>,
    plies: u32,
) -> usize {
    let Ok(board) = Board::new(setup) else {
        return 0;
    };
    if board.turn() != attacker {
        return 0;
    }
    let mut walk = Walk {
        proven,
        line: Vec::new(),
        steps_left: STEPS_MAX,
    };
    walk.turns(&board, None, Vec::new(), plies)
}

/// A walk along lines of best play.
struct Walk<'a> {
    proven: &'a ProvenAfter<'a>,
    line: Vec<Move>,
    steps_left: u32,
}

impl Walk<'_> {
    /// Counts the turns from `board` on, a mate in `plies`. `interposed` is the square of the
    /// interposition that the defender has just played, if it was one. `needed` has the kinds of the
    /// captured interpositions that the attacker is not known to need yet. The count is 0 unless the
    /// rest of the line shows that he needs all of them.
    fn turns(
        &mut self,
        board: &Board,
        interposed: Option<Square>,
        mut needed: Vec<PieceKind>,
        plies: u32,
    ) -> usize {
        self.steps_left = self.steps_left.saturating_sub(1);
        if plies == 0 || self.steps_left == 0 || !self.proven.lasts(&self.line, plies) {
            return 0;
        }
        let checks = rules::checks(board);
        let only_check = match (self.proven.only_checks.get(&self.line), &checks[..]) {
            (Some(proven), _) => checks.iter().find(|(mv, _)| mv == proven),
            (None, [only]) => Some(only),
            (None, _) => None,
        };
        let Some((check, after)) = only_check else {
            return 0;
        };
        if let Some(dropped) = check.dropped()
            && board.hand(board.turn()).count(dropped) == 1
        {
            needed.retain(|&kind| kind != dropped);
        }
        if let Some(piece) = board.piece(check.to())
            && interposed == Some(check.to())
        {
            needed.push(piece.kind().unpromote());
        }
        let left = plies.saturating_sub(2);
        self.line.push(*check);
        let mut most = 0;
        for (reply, next) in rules::legal_moves(after) {
            let interposes =
                reply.from() != after.king(after.turn()) && after.piece(reply.to()).is_none();
            let interposed = interposes.then(|| reply.to());
            self.line.push(reply);
            let turns = self.turns(&next, interposed, needed.clone(), left);
            self.line.pop();
            most = most.max(turns);
            if most == left.div_ceil(2) as usize {
                break;
            }
        }
        self.line.pop();
        if needed.is_empty() || most > 0 {
            1 + most
        } else {
            0
        }
    }
}
