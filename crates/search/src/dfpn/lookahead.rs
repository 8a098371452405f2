//! Looks ahead at an attacker's turn without the table: whether there is a check at all, a mate on
//! the spot, or a mate in three.

use super::dominance;
use crate::estimate::effort::FirstSight;
use crate::shogi::{Color, Escape, Flights, Hand, Move, Position};

/// The result of a first look at an attacker's turn.
pub(super) enum FirstLook {
    /// There is no legal check, not even with this hand.
    NoCheck(Hand),
    /// A check mates at once and needs this hand.
    Mate(Hand),
    /// There are checks, but none mates at once.
    Open {
        sight: FirstSight,
        /// Whether one of them can only be met by an interposition. In a game in which that does
        /// not count, the check could be mate.
        parried_by_interposition: bool,
    },
}

/// Looks one move deep. `checks` is scratch space. Adds to `nodes` the number of checks, or of those
/// tried up to the first that mates.
pub(crate) fn first_look(
    position: &mut Position,
    checks: &mut Vec<Move>,
    nodes: &mut u64,
) -> FirstLook {
    checks.clear();
    let flights = position.flights();
    let count = position.tight_checks_into(&flights, &mut |mv| checks.push(mv));
    if count == 0 {
        let all = dominance::all_in_hand(position);
        return FirstLook::NoCheck(dominance::disproof_at_attack(position, all));
    }
    let mut parried_by_interposition = false;
    for (tried, &mv) in (1..).zip(&*checks) {
        let (escape, hand) = try_check(position, mv, &flights);
        parried_by_interposition |= escape == Escape::Interposition;
        if escape == Escape::None {
            *nodes += tried;
            return FirstLook::Mate(dominance::proof_before(position, mv, hand));
        }
    }
    *nodes += u64::from(count);
    FirstLook::Open {
        sight: FirstSight {
            checks: count,
            flights: flights.count(),
        },
        parried_by_interposition,
    }
}

/// Returns how a check can be met; if it cannot, also the hand that the mate needs. A check that
/// leaves a flight is mostly recognised without making it.
fn try_check(position: &mut Position, mv: Move, flights: &Flights) -> (Escape, Hand) {
    let flights_left = position.flights_after(mv, flights);
    if flights_left.is_some_and(|squares| !squares.is_empty()) {
        return (Escape::Direct, Hand::EMPTY);
    }
    let undo = position.make(mv);
    let escape = match flights_left {
        Some(_) => position.parry(),
        None => position.escape(),
    };
    let hand = match escape {
        Escape::None => dominance::proof_at_defence(position, Hand::EMPTY),
        _ => Hand::EMPTY,
    };
    position.unmake(mv, undo);
    (escape, hand)
}

/// The result of the search for a mate in three.
pub(super) enum MateInThree {
    /// There is a mate in three that needs this hand.
    Mate(Hand),
    /// There is no mate in three. `bare`: not even if the defender never interposes.
    No { bare: bool },
}

/// Looks for a mate in three at an attacker's turn that has checks but no mate in one.
/// `moves` is scratch space, returned as it was. With `want_bare`, a reply that escapes by an
/// interposition does not end the look at a check: another reply may escape without one.
pub(super) fn mate_in_three(
    position: &mut Position,
    moves: &mut Vec<Move>,
    nodes: &mut u64,
    want_bare: bool,
) -> MateInThree {
    let base = moves.len();
    position.checks_into(&mut |mv| moves.push(mv));
    let mut bare = true;
    let mut killer = None;
    let mut result = None;
    for index in base..moves.len() {
        let mv = moves[index];
        *nodes += 1;
        let undo = position.make(mv);
        let hand = match replies(position, moves, nodes, want_bare, &mut killer) {
            Replies::Mated(hand) => Some(dominance::proof_at_defence(position, hand)),
            Replies::Escape {
                bare: check_fails_bare,
            } => {
                bare &= check_fails_bare;
                None
            }
        };
        position.unmake(mv, undo);
        if let Some(hand) = hand {
            result = Some(dominance::proof_before(position, mv, hand));
            break;
        }
    }
    moves.truncate(base);
    result.map_or(MateInThree::No { bare }, MateInThree::Mate)
}

enum Replies {
    /// Every reply is mated on the spot; together these mates need this hand.
    Mated(Hand),
    /// One reply is not mated on the spot. `bare`: without any interposition.
    Escape { bare: bool },
}

/// Tests whether every reply is mated on the spot. `killer`, the reply that escaped from the check
/// before, is tried first, because it often escapes again.
fn replies(
    position: &mut Position,
    moves: &mut Vec<Move>,
    nodes: &mut u64,
    want_bare: bool,
    killer: &mut Option<Move>,
) -> Replies {
    let base = moves.len();
    position.evasions_into(&mut |mv| moves.push(mv));
    if let Some(index) = moves[base..].iter().position(|&mv| Some(mv) == *killer) {
        moves.swap(base, base + index);
    }
    let king = position.king(Color::White);
    let mut needed = Hand::EMPTY;
    let mut escape = None;
    for index in base..moves.len() {
        let mv = moves[index];
        let interposes = mv.from() != king && position.piece_at(mv.to()).is_none();
        if interposes && escape.is_some() {
            continue;
        }
        *nodes += 1;
        let undo = position.make(mv);
        let mate = mate_at_once(position, moves, nodes);
        position.unmake(mv, undo);
        match mate {
            MateAtOnce::Mate(hand) => needed = needed.max(hand),
            MateAtOnce::None { bare } => {
                let bare = bare && !interposes;
                escape = Some(bare);
                *killer = Some(mv);
                if bare || !want_bare {
                    break;
                }
            }
        }
    }
    moves.truncate(base);
    escape.map_or(Replies::Mated(needed), |bare| Replies::Escape { bare })
}

enum MateAtOnce {
    /// There is a mate on the spot that needs this hand.
    Mate(Hand),
    /// There is no mate on the spot. `bare`: not even if the defender never interposes.
    None { bare: bool },
}

fn mate_at_once(position: &mut Position, moves: &mut Vec<Move>, nodes: &mut u64) -> MateAtOnce {
    let base = moves.len();
    let flights = position.flights();
    let count = position.tight_checks_into(&flights, &mut |mv| moves.push(mv));
    let mut mate = MateAtOnce::None { bare: true };
    let mut looked_at = u64::from(count);
    for (tried, &mv) in (1..).zip(&moves[base..]) {
        match try_check(position, mv, &flights) {
            (Escape::None, hand) => {
                mate = MateAtOnce::Mate(dominance::proof_before(position, mv, hand));
                looked_at = tried;
                break;
            }
            (Escape::Interposition, _) => mate = MateAtOnce::None { bare: false },
            _ => {}
        }
    }
    *nodes += looked_at;
    moves.truncate(base);
    mate
}
