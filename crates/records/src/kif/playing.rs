//! Plays the moves of a record, and learns from them what its diagram does not say: whose turn it is, and that
//! the defender holds the rest.

use super::read::KifReader;
use crate::diagrams::Diagrams;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::attacker;
use crate::headers::GOAL;
use crate::notation::moves::MoveError;
use crate::shogi::{Color, Move, Setup, Square};
use std::ops::Range;

/// Returns whether a diagram without a side to move may be one with White to move: only Black has a king, and he
/// is not in check. In a threatmate the side to move has the king.
///
/// White must have pieces on the board: in a diagram without any, the marks of the sides are lost.
pub(crate) fn is_turn_open(setup: &Setup, headers: &[(String, String)]) -> bool {
    let is_threat = headers
        .iter()
        .any(|(key, value)| key == GOAL && value.trim() == "threatmate");
    let is_mated = attacker(setup, None) == Color::White && !setup.in_check(Color::Black);
    let has_white = setup
        .board
        .iter()
        .flatten()
        .any(|it| it.color() == Color::White);
    is_mated && has_white && !is_threat
}

impl KifReader {
    /// Finds a move on the board and plays it. If it cannot be played, it is tried with White to move, and with
    /// the rest of the pieces in the defender's hand, as far as the diagram leaves that open.
    pub(super) fn play(
        &mut self,
        span: Range<usize>,
        find: impl Fn(&Setup, Option<Square>) -> Result<Move, MoveError>,
    ) -> Result<(), RecordError> {
        let error = match self.attempt(&span, &find) {
            Err(error) if matches!(error.kind, Kind::Move(_)) => error,
            done => return done,
        };
        if self.flip_open_turn() {
            if self.attempt(&span, &find).is_ok() {
                return Ok(());
            }
            self.set_turn(Color::Black);
        }
        let Some(hand) = self.fill_hand() else {
            return Err(error);
        };
        if self.attempt(&span, &find).is_ok() {
            self.unnamed = None;
            return Ok(());
        }
        self.put_back(&hand);
        Err(error)
    }

    fn attempt(
        &mut self,
        span: &Range<usize>,
        find: &impl Fn(&Setup, Option<Square>) -> Result<Move, MoveError>,
    ) -> Result<(), RecordError> {
        let Some(growing) = &mut self.moving else {
            return Ok(());
        };
        let mv = find(&growing.setup, growing.previous())?;
        growing.play(mv, span.clone(), &mut self.places)
    }

    /// Returns whether this side may move now. A mark of White's decides an open turn.
    pub(super) fn may_move(&mut self, color: Color) -> bool {
        let is_turn = |it: &Self| it.moving.as_ref().is_none_or(|it| it.setup.turn == color);
        is_turn(self) || self.flip_open_turn() && is_turn(self)
    }

    /// Makes it White's turn, if there is no move yet and the diagram leaves it open.
    fn flip_open_turn(&mut self) -> bool {
        let is_empty = self
            .moving
            .as_ref()
            .is_some_and(|it| it.record.tree.is_empty());
        let is_open = self.is_turn_open && is_empty && !self.places.is_turn_deduced;
        if is_open {
            self.set_turn(Color::White);
        }
        is_open
    }

    fn set_turn(&mut self, turn: Color) {
        self.places.is_turn_deduced = turn == Color::White;
        if let Some(growing) = &mut self.moving {
            growing.record.setup.turn = turn;
            growing.setup.turn = turn;
        }
    }

    /// Makes it White's turn, if the diagram leaves it open and no move says otherwise.
    pub(super) fn deduce_turn(&mut self) {
        self.flip_open_turn();
    }

    /// Gives the rest of the pieces to the defender, if no line gives him any and he is to move. Returns both
    /// diagrams as they were.
    fn fill_hand(&mut self) -> Option<[Setup; 2]> {
        let growing = self.moving.as_mut()?;
        let defender = self.unnamed.filter(|it| *it == growing.setup.turn)?;
        let before = [growing.record.setup.clone(), growing.setup.clone()];
        growing.fill_hand(defender);
        self.diagrams = Diagrams::default();
        Some(before)
    }

    fn put_back(&mut self, [first, now]: &[Setup; 2]) {
        if let Some(growing) = &mut self.moving {
            growing.record.setup.clone_from(first);
            growing.setup.clone_from(now);
        }
        self.diagrams = Diagrams::default();
    }
}
