//! Tests whether the author's line can be played.

use super::{
    SfenRecord,
    error::{IllegalMove, SfenError, SfenErrorKind},
};
use crate::{Color, Move, Piece, PieceKind, Position, Setup, setup::is_dead_end};

impl SfenRecord {
    /// Plays the line after `moves` from `setup`, the diagram with the defender's hand filled in,
    /// with `attacker` attacking. Every move has to be legal, and every move of the attacker has to
    /// be a check.
    ///
    /// The diagram has to be a legal problem for this attacker. Whether the line ends in mate, or
    /// is the best, is not tested.
    ///
    /// # Errors
    /// The first move that breaks the rules, with its place in the text if the record has places.
    pub fn check_line(&self, setup: &Setup, attacker: Color) -> Result<(), SfenError> {
        self.result(first_illegal_in_problem(setup, attacker, &self.moves))
    }

    /// Plays the line after `moves` from `setup`, as moves of a game: each has to be legal, but
    /// need not be a check.
    ///
    /// # Errors
    /// As [`SfenRecord::check_line`].
    pub fn check_moves(&self, setup: &Setup) -> Result<(), SfenError> {
        self.result(first_illegal_in_game(setup, &self.moves))
    }

    fn result(&self, illegal: Option<(usize, IllegalMove)>) -> Result<(), SfenError> {
        match illegal {
            Some((index, reason)) => Err(self.error_at(index, reason)),
            None => Ok(()),
        }
    }

    /// Returns the error for the illegal move with this index in the line, with its place in the text.
    #[must_use]
    pub fn error_at(&self, index: usize, reason: IllegalMove) -> SfenError {
        // A record that was not read from a text has no places.
        let span = self.spans.moves.get(index).cloned().unwrap_or_default();
        SfenError::new(SfenErrorKind::IllegalMove(reason), span)
    }
}

/// Returns the first move of a line that breaks the rules of a problem with this attacker: its
/// index in the line, and the rule.
#[must_use]
pub fn first_illegal_in_problem(
    setup: &Setup,
    attacker: Color,
    moves: &[Move],
) -> Option<(usize, IllegalMove)> {
    first_illegal(setup, Some(attacker), moves)
}

/// Returns the first move of a line that is not legal: its index in the line, and the rule.
#[must_use]
pub fn first_illegal_in_game(setup: &Setup, moves: &[Move]) -> Option<(usize, IllegalMove)> {
    first_illegal(setup, None, moves)
}

fn first_illegal(
    setup: &Setup,
    attacker: Option<Color>,
    moves: &[Move],
) -> Option<(usize, IllegalMove)> {
    let mut position = Position::new(setup);
    for (index, &mv) in moves.iter().enumerate() {
        let turn = position.turn();
        let reason = illegal_move(&position, mv).or_else(|| {
            position.make(mv);
            let checks = position.in_check(!turn);
            (Some(turn) == attacker && !checks).then_some(IllegalMove::NotACheck)
        });
        if let Some(reason) = reason {
            return Some((index, reason));
        }
    }
    None
}

/// Returns the rule of the game that a move breaks, if it breaks one.
#[must_use]
pub fn illegal_move(position: &Position, mv: Move) -> Option<IllegalMove> {
    let is_legal = position.legal_moves().contains(&mv);
    (!is_legal).then(|| why_illegal(&position.to_setup(), mv))
}

/// Returns the rule that an illegal move breaks.
fn why_illegal(setup: &Setup, mv: Move) -> IllegalMove {
    let turn = setup.turn;
    let to = mv.to();
    let piece = match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            let Some(piece) = (setup.piece_at(from)).filter(|piece| piece.color() == turn) else {
                return IllegalMove::NoPiece(from);
            };
            let kind = piece.kind();
            if !setup.attacks(from, to) {
                return IllegalMove::Unreachable { kind, from, to };
            }
            if mv.promotes() {
                let in_zone = [from, to].into_iter().any(|square| match turn {
                    Color::Black => square.rank() < 3,
                    Color::White => square.rank() > 5,
                });
                if !kind.can_promote() || !in_zone {
                    return IllegalMove::CannotPromote;
                }
            }
            Piece::new(turn, if mv.promotes() { kind.promote() } else { kind })
        }
        (None, kind) => {
            let kind = kind.unwrap_or(PieceKind::Pawn);
            if !setup.hands[turn.index()].has(kind) {
                return IllegalMove::NotInHand(kind);
            }
            let piece = Piece::new(turn, kind);
            let has_pawn = |setup: &Setup| {
                setup
                    .pieces()
                    .any(|(square, placed)| placed == piece && square.file() == to.file())
            };
            if kind == PieceKind::Pawn && setup.piece_at(to).is_none() && has_pawn(setup) {
                return IllegalMove::Nifu(to);
            }
            piece
        }
    };
    let mut after = setup.clone();
    if !after.play(mv) {
        return IllegalMove::Occupied(to);
    }
    if is_dead_end(piece, to) {
        return IllegalMove::DeadEnd(piece.kind());
    }
    if after.in_check(turn) {
        return if piece.kind() == PieceKind::King {
            IllegalMove::KingIntoCheck(to)
        } else {
            IllegalMove::LeavesCheck
        };
    }
    // All other rules have been tested.
    IllegalMove::PawnDropMate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    #[test]
    fn the_broken_rule_is_named() {
        for (diagram, mv, expected) in [
            (
                "4k4/9/4P4/9/9/9/9/9/9 b G 1",
                "4c4b",
                "no piece of the side to move on 4c",
            ),
            (
                "4k4/9/4P4/9/9/9/9/9/9 b G 1",
                "5a5b",
                "no piece of the side to move on 5a",
            ),
            (
                "4k4/9/4P4/9/9/9/9/9/9 b G 1",
                "5c5d",
                "the pawn on 5c cannot go to 5d",
            ),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "S*5b", "no silver in hand"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5c", "5c is occupied"),
            (
                "4k4/9/4P4/9/9/9/9/9/9 b P 1",
                "P*5b",
                "a second unpromoted pawn on file 5",
            ),
            (
                "4k4/9/4P4/9/9/9/9/9/9 b L 1",
                "L*9a",
                "a lance could never move again there",
            ),
            (
                "4k4/9/9/9/4P4/9/9/9/9 b L 1",
                "5e5d+",
                "the piece cannot promote there",
            ),
            (
                "4k4/4G4/4P4/9/9/9/9/9/9 w - 1",
                "5a5b",
                "the king would go to 5b, which is attacked",
            ),
            (
                "4k4/9/4R4/9/9/9/9/9/9 w P 1",
                "5a5b",
                "the king would go to 5b, which is attacked",
            ),
            (
                "4k4/9/4R4/9/9/9/9/9/9 w p 1",
                "P*4b",
                "the king would be in check afterwards",
            ),
            (
                "7nk/7s1/8P/7N1/9/9/9/9/L8 b P 1",
                "P*1b",
                "a second unpromoted pawn on file 1",
            ),
            (
                "7nk/9/6G2/7N1/9/9/9/9/9 b P 1",
                "P*1b",
                "mate by a dropped pawn",
            ),
        ] {
            let setup = sfen::parse(diagram).unwrap().setup;
            let mv = usi::parse_move(mv).unwrap();
            assert_eq!(
                why_illegal(&setup, mv).to_string(),
                expected,
                "{diagram} {mv:?}"
            );
        }
    }
}
