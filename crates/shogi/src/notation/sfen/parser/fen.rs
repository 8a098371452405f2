//! The fields after the board in a FEN of chess programs, with the hands in brackets:
//! `9/…/9[Gp] w - - 0 1`.

use super::Parser;
use crate::Color;
use crate::notation::sfen::error::SfenErrorKind as Kind;
use std::ops::Range;

impl Parser<'_> {
    /// Returns at which byte of a field hands in brackets begin after the ranks.
    pub(super) fn hands_in_brackets(&self, field: &Range<usize>) -> Option<usize> {
        let (ranks, _) = self.text[field.clone()].split_once('[')?;
        ranks.contains('/').then_some(ranks.len())
    }

    /// Reads the board, the hands in brackets and the side to move. Returns the move number. In a FEN the
    /// capital letters are those of White, who moves first and is Black in shogi. Further fields of a FEN
    /// tell it from an SFEN with brackets.
    pub(super) fn fen(&mut self, board: Range<usize>, hands: Range<usize>) -> Option<u32> {
        self.spans.board = board.clone();
        self.spans.diagram = board.start..hands.end;
        if self.text[..hands.end].ends_with(']') {
            self.hands(hands.start + 1..hands.end - 1);
        } else {
            self.error(Kind::Unexpected, hands.clone());
        }
        self.spans.hands = hands;
        let turn = self.field();
        if turn.is_empty() || self.is_end_of_fields(&turn) {
            self.at = turn.start;
            self.spans.turn = board;
            return None;
        }
        let (mut dashes, mut numbers) = (0, Vec::new());
        loop {
            let before = self.at;
            let field = &self.text[self.field()];
            if field == "-" && numbers.is_empty() && dashes < 2 {
                dashes += 1;
            } else if let Ok(number) = field.parse::<u32>()
                && numbers.len() < 2
            {
                numbers.push(number);
            } else {
                self.at = before;
                break;
            }
        }
        // `[G] b - 1` may be an SFEN, in which the letters of the sides are the other way round.
        let is_fen = dashes > 1 || numbers.len() > 1;
        match &self.text[turn.clone()] {
            "w" | "b" if !is_fen => self.error(Kind::FenTurn, turn.clone()),
            "w" => self.setup.turn = Color::Black,
            "b" => self.setup.turn = Color::White,
            _ => self.error(Kind::BadTurn, turn.clone()),
        }
        self.spans.turn = turn;
        numbers.last().copied()
    }
}
