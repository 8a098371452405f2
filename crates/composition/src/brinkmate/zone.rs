//! Finds drops that cannot change a proof, so that they need no search.
//!
//! Most drops are far from everything. Whether the attacker mates after one of them need not be searched
//! if a proof of the same question without the drop is at hand, and the dropped piece would play no
//! part in it. This saves most of the work. It is proven, not guessed: the proof is gone through entry by
//! entry, as a certificate is.
//!
//! A proof without the drop is a set of entries with the attacker to move. Call the dropped
//! piece *idle* on its square s if play with it can follow the proof: each position is that of the proof
//! with the piece on s in addition, and one less of it in its owner's hand.
//!
//! * *Attacker's drop, no mate.* Every check with the piece on the board has to be a check in the proof,
//!   and the reply chosen there has to be legal. The first holds if the piece cannot give check
//!   on its next move, if it does not stand on a line between a sliding piece of its side and the king, and
//!   if no pawn drop was forbidden as a mate. The second holds if s is neither the
//!   destination of the reply nor on its way, and the piece attacks no square of the king in any entry.
//! * *Defender's drop, mate.* The check of the proof has to be legal and a check, and no reply may be new. So
//!   s must not be its destination or on its way, nor between the king and a checking piece, nor between
//!   a sliding attacker and the king or a square next to the king that it guards. And the piece must not
//!   attack a square on which the check is parried. If the check is a pawn drop, there has to be a
//!   reply to it still: s is not next to the king, nor on the way of a piece that can capture the pawn.
//!
//! The dropped piece is taken to attack as on an empty board, so that no attack is missed. The attacker must
//! have no king, so that every move that his pieces can make is legal.

use super::hunt::{Hunt, Node};
use crate::certificate::Claim;
use crate::length::proof::position_of;
use crate::search::Within;
use crate::shogi::bitboard::{self, Bitboard};
use crate::shogi::king_scan::KingScan;
use crate::shogi::{Color, Hand, Key, Move, PieceKind, Position, Square};
use rustc_hash::FxHashMap;

/// The most entries that a proof may have to be gone through.
const MAX_ENTRIES: usize = 3_000;

/// The squares that an idle drop must not touch.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    side: Color,
    /// The squares that the piece must not stand on.
    closed: Bitboard,
    /// The squares that the piece must not attack.
    guarded: Bitboard,
    /// For the attacker: the squares of the king, which the piece must not attack in two moves either.
    kings: Bitboard,
}

impl Zone {
    /// Returns the zone of a side's drops before any entry is gone through.
    const fn new(side: Color) -> Self {
        Self {
            side,
            closed: Bitboard::EMPTY,
            guarded: Bitboard::EMPTY,
            kings: Bitboard::EMPTY,
        }
    }

    /// Returns whether a drop cannot change the answer.
    pub(super) fn is_idle(&self, mv: Move) -> bool {
        let Some(kind) = mv.dropped() else {
            return false;
        };
        let attacks = |kind, from| bitboard::attacks(self.side, kind, from, Bitboard::EMPTY);
        let to = mv.to();
        let reach = attacks(kind, to);
        if self.closed.has(to) || !(reach & self.guarded).is_empty() {
            return false;
        }
        if self.kings.is_empty() {
            return true;
        }
        let checks = |from| {
            let both = attacks(kind, from) | attacks(kind.promote(), from);
            !(both & self.kings).is_empty()
        };
        !reach.into_iter().any(checks)
    }
}

/// A proof that is gone through entry by entry.
struct Replay {
    entries: Vec<(Position, Option<Move>)>,
    /// The attacker's hands in the entries, by board and side to move.
    hands: FxHashMap<Key, Vec<Hand>>,
}

impl Replay {
    /// Returns whether an entry without a mate covers a position.
    fn covers(&self, position: &Position) -> bool {
        let hands = self.hands.get(&position.key());
        let hand = position.hand(Color::Black);
        hands.is_some_and(|all| all.iter().any(|it| it.dominates(hand)))
    }
}

impl Hunt<'_, '_> {
    /// Returns the zone of the attacker's drops at a position that is no mate. Drops outside it threaten
    /// nothing.
    pub(super) fn zone_of_quiet(&mut self, node: &Node) -> Option<Zone> {
        let proof = self.proof(node, Claim::NoMate)?;
        let mut zone = Zone::new(Color::Black);
        for (position, _) in &proof.entries {
            let king = position.king(Color::White)?;
            zone.kings |= Bitboard::of(king);
            for slider in sliders(position, Color::Black) {
                zone.closed |= bitboard::between(slider, king);
            }
            let checks = position.checks();
            if forbids_a_pawn(position, king, &checks) {
                return None;
            }
            for mv in checks {
                let mut after = position.clone();
                after.make(mv);
                let reply = after.evasions().into_iter().find(|&reply| {
                    let mut next = after.clone();
                    next.make(reply);
                    proof.covers(&next)
                })?;
                zone.closed |= way(reply);
            }
        }
        zone.guarded = zone.kings;
        Some(zone)
    }

    /// Returns the zone of the defender's drops at a position in which he is mated after a pass. Drops
    /// outside it are mated as well.
    pub(super) fn zone_of_replies(&mut self, node: &Node) -> Option<Zone> {
        let passed = node.passed();
        let outer = self.session.narrow(super::hunt::FIRST_BUDGET);
        let found = self.any_mate(&passed);
        self.session.widen(outer);
        let Some(Within::Mate(plies)) = found else {
            return None;
        };
        let proof = self.proof(&passed, Claim::MateWithin(plies))?;
        let mut zone = Zone::new(Color::White);
        for (position, mv) in &proof.entries {
            let mv = (*mv)?;
            zone.closed |= way(mv);
            let mut after = position.clone();
            after.make(mv);
            let king = after.king(Color::White)?;
            let near = bitboard::steps(Color::White, PieceKind::King, king);
            let without_king = after.occupied() ^ Bitboard::of(king);
            for slider in sliders(&after, Color::Black) {
                zone.closed |= bitboard::between(slider, king);
                let piece = after.piece_at(slider)?;
                let guards = bitboard::attacks(Color::Black, piece.kind(), slider, without_king);
                for square in guards & near {
                    zone.closed |= bitboard::between(slider, square);
                }
            }
            let scan = KingScan::new(&after, Color::White, king, after.occupied());
            for checker in scan.checkers {
                zone.guarded |= Bitboard::of(checker) | bitboard::between(checker, king);
            }
            if mv.dropped() == Some(PieceKind::Pawn) {
                zone.closed |= near;
                for slider in sliders(&after, Color::White) {
                    zone.closed |= bitboard::between(slider, mv.to());
                }
            }
        }
        Some(zone)
    }

    /// Returns a small proof about a position with the attacker to move and without a king.
    fn proof(&mut self, node: &Node, claim: Claim) -> Option<Replay> {
        if self.all_moves || node.vanished > 0 || node.position.king(Color::Black).is_some() {
            return None;
        }
        let claims = [(node.position.clone(), claim)];
        let outer = self.session.narrow(super::hunt::FIRST_BUDGET);
        let entries = self.search_at(node, |search| search.extract(&claims, MAX_ENTRIES));
        self.session.widen(outer);
        let setup = node.position.to_setup();
        let mut proof = Replay {
            entries: Vec::new(),
            hands: FxHashMap::default(),
        };
        for entry in entries.ok()? {
            let position = position_of(&setup, &entry, Hand::EMPTY);
            let hands = proof.hands.entry(position.key()).or_default();
            hands.push(entry.hand);
            proof.entries.push((position, entry.mv));
        }
        Some(proof)
    }
}

/// Returns the destination of a move, and the squares on its way.
fn way(mv: Move) -> Bitboard {
    let way = mv.from().map(|from| bitboard::between(from, mv.to()));
    way.unwrap_or(Bitboard::EMPTY) | Bitboard::of(mv.to())
}

/// Returns the squares of a side's long-range pieces.
fn sliders(position: &Position, color: Color) -> Bitboard {
    use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
    let kinds = [Lance, Bishop, Rook, Horse, Dragon];
    let all = kinds.map(|kind| position.pieces_of(color, kind));
    all.into_iter()
        .fold(Bitboard::EMPTY, |sum, some| sum | some)
}

/// Returns whether dropping a pawn in front of the king is forbidden because it would be mate (打歩詰).
fn forbids_a_pawn(position: &Position, king: Square, checks: &[Move]) -> bool {
    if !position.hand(Color::Black).has(PieceKind::Pawn) {
        return false;
    }
    let Some(front) = king.offset(0, 1) else {
        return false;
    };
    position.piece_at(front).is_none() && !checks.contains(&Move::drop(PieceKind::Pawn, front))
}
