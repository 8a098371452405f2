//! The pieces in hand.

use super::Parser;
use crate::notation::sfen::error::SfenErrorKind as Kind;
use crate::setup::SetupProblem;
use crate::{Hand, Piece, PieceKind};
use std::ops::Range;

impl Parser<'_> {
    /// Reads the pieces in hand of both sides.
    pub(super) fn hands(&mut self, field: Range<usize>) {
        if &self.text[field.clone()] == "-" {
            return;
        }
        let bytes = self.text.as_bytes();
        let mut totals = [[0_u32; 7]; 2];
        let mut next = field.start;
        while next < field.end {
            let start = next;
            while next < field.end && bytes[next].is_ascii_digit() {
                next += 1;
            }
            let count = self.count(start..next);
            if next == field.end || bytes[next] == b'-' {
                if start == next {
                    next += 1;
                    self.error(Kind::DashBesidePieces, start..next);
                } else {
                    self.error(Kind::DanglingCount, start..next);
                }
                continue;
            }
            if bytes[next] == b'+' {
                let letter = bytes[next + 1..field.end].first();
                next += 1 + usize::from(letter.is_some_and(u8::is_ascii_alphabetic));
                self.error(Kind::PromotedInHand, start..next);
                continue;
            }
            let piece = self.piece(next);
            next = self.character(next).1.end;
            let Some(piece) = piece else { continue };
            if piece.kind() == PieceKind::King {
                self.error(Kind::KingInHand, start..next);
            } else if let Some(count) = count {
                let total = &mut totals[piece.color().index()][piece.kind().index()];
                *total += count;
                let total = *total;
                self.set_in_hand(piece, total, start..next);
            }
        }
    }

    /// Returns the count before a piece in hand: 1 if there is none, `None` after an error.
    fn count(&mut self, digits: Range<usize>) -> Option<u32> {
        if digits.is_empty() {
            return Some(1);
        }
        match self.text[digits.clone()].parse::<u32>() {
            Ok(0) => self.fail(Kind::ZeroCount, digits),
            Ok(count) if count <= 999 => Some(count),
            _ => self.fail(Kind::CountTooLarge, digits),
        }
    }

    /// Sets the number of pieces of one kind in a hand to `total`, read at `span`.
    fn set_in_hand(&mut self, piece: Piece, total: u32, span: Range<usize>) {
        let (color, kind) = (piece.color(), piece.kind());
        if total > u32::from(PieceKind::SET[kind.index()]) {
            // A `Hand` cannot hold more pieces than exist, so this cannot wait for the test of
            // legality.
            let problem = SetupProblem::TooMany {
                kind,
                count: total,
                squares: Vec::new(),
            };
            self.error(Kind::Problem(problem), span);
            return;
        }
        let hand: &mut Hand = &mut self.setup.hands[color.index()];
        *hand = hand.with(kind, total);
        self.spans.held.push((color, kind, span));
    }
}
