//! Other checks that mate but are no cooks, because they differ little from the main move: its
//! mirror image, the same move with or without promotion, the same long-range piece from another
//! distance.

use crate::judge::equal::Turn;
use crate::length::inquiry::{Inquiry, with};
use crate::length::line::{self, Name};
use crate::shogi::{Color, Move, PieceKind, Position, Square, bitboard};
use rustc_hash::FxHashMap;

/// Returns whether two moves differ only in promotion.
pub(crate) fn differ_in_promotion(a: Move, b: Move) -> bool {
    a.from().is_some() && a.from() == b.from() && a.to() == b.to() && a != b
}

/// Returns whether two checks put the same long-range piece on the same ray from the king, with
/// nothing between, at different distances: drops of one kind, or moves of one piece with the same
/// promotion.
pub(crate) fn differ_in_distance(position: &Position, a: Move, b: Move) -> bool {
    let same = a.from() == b.from() && a.promotes() == b.promotes() && a.dropped() == b.dropped();
    let (Some(king), true) = (position.king(Color::White), same && a.to() != b.to()) else {
        return false;
    };
    let kind = a.dropped().or_else(|| {
        a.from()
            .and_then(|from| Some(position.piece_at(from)?.kind()))
    });
    let slides = matches!(
        kind,
        Some(
            PieceKind::Lance
                | PieceKind::Bishop
                | PieceKind::Rook
                | PieceKind::Horse
                | PieceKind::Dragon
        )
    );
    // A lance that promotes checks as a gold does.
    if !slides || kind == Some(PieceKind::Lance) && a.promotes() {
        return false;
    }
    let Some((near, far)) = in_order_of_distance(king, a.to(), b.to()) else {
        return false;
    };
    let between = bitboard::between(king, far);
    let is_ray_of_the_slider = match kind {
        Some(PieceKind::Bishop | PieceKind::Horse) => {
            king.file() != far.file() && king.rank() != far.rank()
        }
        _ => king.file() == far.file() || king.rank() == far.rank(),
    };
    is_ray_of_the_slider
        && between.has(near)
        && between
            .into_iter()
            .all(|square| position.piece_at(square).is_none() || Some(square) == a.from())
}

/// Returns the nearer and the farther of two squares, if both are on one ray from the king.
fn in_order_of_distance(king: Square, a: Square, b: Square) -> Option<(Square, Square)> {
    let is_nearer = |near, far| bitboard::between(king, far).has(near);
    if is_nearer(b, a) {
        Some((b, a))
    } else if is_nearer(a, b) {
        Some((a, b))
    } else {
        None
    }
}

/// Finds out whether promoting or not makes no difference to the defender (成不成非限定).
///
/// Two positions that are mate in the same number of plies are *twins* if the defender has the same longest
/// replies in both, and twins follow each reply: whatever the attacker chooses among his best moves in one,
/// he has a best move in the other that leads to twins again. The attacker's own moves may differ, mostly by
/// a promotion. The last move is free.
#[derive(Clone, Debug, Default)]
pub(crate) struct Twins {
    /// Known answers about two positions after a check.
    known: FxHashMap<[Name; 2], bool>,
}

impl Twins {
    /// Returns whether the positions after the main move and after `mv` are twins. Both mate in the same
    /// number of plies.
    pub(crate) fn after(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        main: &Turn,
        mv: Move,
    ) -> Option<bool> {
        let (ours, theirs) = (with(&main.before, main.rest[0]), with(&main.before, mv));
        self.after_checks(inquiry, [&ours, &theirs], main.plies_if_played[0] - 1)
    }

    fn after_checks(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        checks: [&[Move]; 2],
        plies: u32,
    ) -> Option<bool> {
        let names = checks.map(|line| line::name(&inquiry.position(line)));
        if plies == 0 || names[0] == names[1] {
            return Some(true);
        }
        if let Some(&known) = self.known.get(&names) {
            return Some(known);
        }
        let [ours, theirs] = checks;
        let longest = sorted(inquiry.longest_replies(ours, plies)?);
        let mut are_twins = longest == sorted(inquiry.longest_replies(theirs, plies)?)
            && self.after_replies(inquiry, checks, &longest, plies)?;
        if !are_twins {
            // Replies that last as long but leave something over are not among the best.
            let best = sorted(inquiry.best_replies(ours, plies)?);
            are_twins = best == sorted(inquiry.best_replies(theirs, plies)?)
                && self.after_replies(inquiry, checks, &best, plies)?;
        }
        self.known.insert(names, are_twins);
        Some(are_twins)
    }

    /// Returns whether twins follow each of these replies.
    fn after_replies(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        checks: [&[Move]; 2],
        replies: &[Move],
        plies: u32,
    ) -> Option<bool> {
        for &reply in replies {
            let [ours, theirs] = checks.map(|line| with(line, reply));
            if !self.at_turn(inquiry, [&ours, &theirs], plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// With the attacker to move, returns whether each of his best moves on either side has one on the
    /// other that leads to twins.
    fn at_turn(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        turns: [&[Move]; 2],
        plies: u32,
    ) -> Option<bool> {
        if plies == 1 {
            return Some(true);
        }
        let [ours, theirs] = turns;
        let our_moves = inquiry.optimal_moves(ours, plies)?;
        let their_moves = inquiry.optimal_moves(theirs, plies)?;
        let mut answers = vec![false; their_moves.len()];
        for &mv in &our_moves {
            let lead = |other| [with(ours, mv), with(theirs, other)];
            if !self.is_answered(inquiry, (&their_moves, &mut answers), mv, lead, plies - 1)? {
                return Some(false);
            }
        }
        // A move that answers another one is answered by it.
        let unanswered = their_moves.iter().zip(answers).filter(|(_, it)| !it);
        for (&mv, _) in unanswered {
            let lead = |other| [with(ours, other), with(theirs, mv)];
            let answers = (&our_moves[..], &mut vec![false; our_moves.len()][..]);
            if !self.is_answered(inquiry, answers, mv, lead, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Returns whether one of these moves leads to twins together with `mv`, and marks it in `answers`. Moves
    /// like `mv` are tried first. `lead` returns the two lines for a move.
    fn is_answered(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        (moves, answers): (&[Move], &mut [bool]),
        mv: Move,
        lead: impl Fn(Move) -> [Vec<Move>; 2],
        plies: u32,
    ) -> Option<bool> {
        for index in in_order_of_likeness(moves, mv) {
            let [ours, theirs] = lead(moves[index]);
            if self.after_checks(inquiry, [&ours, &theirs], plies)? {
                answers[index] = true;
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Returns the indices of `moves`, those most like `mv` first: the same move, then the one that differs only
/// in promotion.
fn in_order_of_likeness(moves: &[Move], mv: Move) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..moves.len()).collect();
    indices.sort_by_key(|&it| (moves[it] != mv, !differ_in_promotion(moves[it], mv)));
    indices
}

/// Returns whether `mv` and the main move have the same best replies, interpositions aside. The two
/// are a long-range piece at different distances, mating in the same number of plies.
pub(crate) fn is_distance_dual(
    inquiry: &mut Inquiry<'_, '_>,
    main: &Turn,
    mv: Move,
) -> Option<bool> {
    let plies = main.plies_if_played[0] - 1;
    let (ours, theirs) = (with(&main.before, main.rest[0]), with(&main.before, mv));
    let king = inquiry.position(&main.before).king(Color::White);
    have_the_same_replies(inquiry, [&ours, &theirs], plies, |line, mut replies| {
        let check = line.last().map(|it| it.to());
        let squares = king.zip(check);
        let between = squares.map(|(king, checker)| bitboard::between(king, checker));
        replies.retain(|reply| {
            let interposes = between.is_some_and(|it| it.has(reply.to()));
            reply.from() == king || !interposes
        });
        sorted(replies)
    })
}

/// Returns whether the defender has the same longest replies after two checks, or at least the same
/// best ones: of the longest, those that leave nothing over. `relevant` sorts replies and leaves out
/// those that do not matter.
fn have_the_same_replies(
    inquiry: &mut Inquiry<'_, '_>,
    checks: [&[Move]; 2],
    plies: u32,
    relevant: impl Fn(&[Move], Vec<Move>) -> Vec<Move>,
) -> Option<bool> {
    let [ours, theirs] = checks;
    let longest = [
        relevant(ours, inquiry.longest_replies(ours, plies)?),
        relevant(theirs, inquiry.longest_replies(theirs, plies)?),
    ];
    if longest[0] == longest[1] {
        return Some(true);
    }
    Some(
        relevant(ours, inquiry.best_replies(ours, plies)?)
            == relevant(theirs, inquiry.best_replies(theirs, plies)?),
    )
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|mv| mv.bits());
    moves
}
