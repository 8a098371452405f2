//! What can be said of an attacker's turn at first sight: no check at all, or mate on the spot.

use super::dominance;
use crate::shogi::{Hand, Move, Position};

/// The result of a first look at an attacker's turn.
pub(super) enum FirstLook {
    /// No legal check; this hand fails as well.
    NoCheck(Hand),
    /// A check mates at once and needs this hand.
    Mate(Hand),
    /// There are checks, none of which mates at once.
    Open,
}

/// Looks one move deep. `checks` is scratch space; `nodes` counts the moves tried.
pub(super) fn first_look(
    position: &mut Position,
    checks: &mut Vec<Move>,
    nodes: &mut u64,
) -> FirstLook {
    checks.clear();
    position.checks_into(&mut |mv| checks.push(mv));
    if checks.is_empty() {
        let all = dominance::all_in_hand(position);
        return FirstLook::NoCheck(dominance::disproof_at_attack(position, all));
    }
    for &mv in &*checks {
        *nodes += 1;
        let undo = position.make(mv);
        let mated = !position.has_evasion();
        let hand = if mated {
            dominance::proof_at_defence(position, Hand::EMPTY)
        } else {
            Hand::EMPTY
        };
        position.unmake(mv, undo);
        if mated {
            return FirstLook::Mate(dominance::proof_before(position, mv, hand));
        }
    }
    FirstLook::Open
}
