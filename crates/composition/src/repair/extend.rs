//! Problems two plies longer that lead into a problem (逆算): its diagram after a check and a reply.
//!
//! Moves are taken back on the plain board: first the defender's reply, then the attacker's check. A
//! move taken back may have been a drop, may have promoted, and may have captured a piece that its side
//! now holds. A pair that can be played forwards as a check and a reply is a candidate.

use super::enumerate::{Cost, Version};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// Returns every legal diagram from which a check and a reply lead to a diagram in which Black attacks
/// and is to move, the simplest moves first.
pub(super) fn problems_leading_to(setup: &Setup) -> Vec<Version> {
    let mut versions = Vec::new();
    for (middle, reply) in moves_taken_back(setup, Color::White) {
        let after_check = Position::new(&middle);
        if !after_check.in_check(Color::White) || !after_check.evasions().contains(&reply) {
            continue;
        }
        for (first, check) in moves_taken_back(&middle, Color::Black) {
            let position = Position::new(&first);
            if position.in_check(Color::White)
                || !first.problems(Color::Black).is_empty()
                || !position.checks().contains(&check)
            {
                continue;
            }
            let cost = Cost {
                edits: 0,
                weight: weight(&first, check) + weight(&middle, reply),
                distance: distance(check) + distance(reply),
                pieces: first.pieces().count() as u32 + first.hands[0].total(),
            };
            versions.push(Version {
                edits: Vec::new(),
                before: vec![check, reply],
                setup: first,
                cost,
            });
        }
    }
    versions.sort_by_key(|it| it.cost);
    versions
}

/// Returns the diagrams from which a move of `side` on the plain board leads to a diagram, with the move.
pub(crate) fn moves_taken_back(setup: &Setup, side: Color) -> Vec<(Setup, Move)> {
    let mut all = Vec::new();
    let own = setup.pieces().filter(|(_, piece)| piece.color() == side);
    for (to, piece) in own {
        let kind = piece.kind();
        let mut lifted = setup.clone();
        lifted.turn = side;
        lifted.board[to.index()] = None;
        if !kind.is_promoted() && kind != PieceKind::King {
            let mut before = lifted.clone();
            let hand = &mut before.hands[side.index()];
            *hand = hand.add(kind);
            all.push((before, Move::drop(kind, to)));
        }
        let origins = Square::all().filter(|&it| it != to && setup.piece_at(it).is_none());
        for from in origins {
            let forms = [(kind, false), (kind.unpromote(), true)];
            let forms = forms.into_iter().filter(|&(_, promotes)| {
                !promotes || kind.is_promoted() && [from, to].iter().any(|&it| is_in_camp(it, side))
            });
            for (kind, promotes) in forms {
                let mut before = lifted.clone();
                before.board[from.index()] = Some(Piece::new(side, kind));
                if !before.attacks(from, to) {
                    continue;
                }
                let mv = Move::board(from, to, promotes);
                all.extend(with_captured(&before, to, side).map(|it| (it, mv)));
                all.push((before, mv));
            }
        }
    }
    all
}

/// Returns the diagrams before `side` captured on a square a piece that it now holds.
fn with_captured(before: &Setup, square: Square, side: Color) -> impl Iterator<Item = Setup> {
    let held = before.hands[side.index()].iter();
    let kinds = held.flat_map(|(kind, _)| {
        let promoted = kind.can_promote().then(|| kind.promote());
        std::iter::once(kind).chain(promoted)
    });
    kinds.map(move |kind| {
        let mut with = before.clone();
        with.board[square.index()] = Some(Piece::new(side.flip(), kind));
        let hand = &mut with.hands[side.index()];
        *hand = hand.remove(kind.unpromote());
        with
    })
}

/// Returns whether a piece of a side may promote on a square.
const fn is_in_camp(square: Square, side: Color) -> bool {
    match side {
        Color::Black => square.rank() < 3,
        Color::White => square.rank() > 5,
    }
}

/// The cost of a move: a capture needs another piece on the board.
fn weight(before: &Setup, mv: Move) -> u32 {
    match (before.piece_at(mv.to()), mv.is_drop()) {
        (Some(captured), _) => 3 + captured.kind().unpromote() as u32,
        (None, true) => 2,
        (None, false) => 1,
    }
}

fn distance(mv: Move) -> u32 {
    mv.from()
        .map_or(0, |from| u32::from(from.distance(mv.to())))
}
