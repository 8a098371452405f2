//! The lines of a diagram in KIF: ranks and hands.

use super::read::{HandLine, Reader};
use crate::notation::digits::{digit, kanji};
use crate::notation::record::error::{RecordError, RecordErrorKind as Kind};
use crate::notation::record::headers::number;
use crate::notation::record::lines::Line;
use crate::notation::written_move::piece;
use crate::shogi::{Color, Hand, Piece, PieceKind, Square};

impl Reader {
    /// Reads a hand: `飛　金四　歩十八`, `なし`.
    pub(super) fn hand(&mut self, line: Line<'_>, color: Color) -> Result<HandLine, RecordError> {
        let mut cursor = line.cursor();
        cursor.take_while(|c| !matches!(c, '：' | ':'));
        cursor.next();
        let mut hand = Hand::EMPTY;
        loop {
            cursor.take_while(|c| c.is_whitespace() || matches!(c, '、' | ',' | '・'));
            if cursor.rest.is_empty() {
                return Ok(HandLine::These(hand));
            }
            if cursor.rest.starts_with("なし") || cursor.rest.starts_with("無し") {
                return Ok(HandLine::These(Hand::EMPTY));
            }
            if cursor.rest.starts_with("残り") || cursor.rest.starts_with('残') {
                return Ok(HandLine::Rest);
            }
            let start = cursor.at;
            let word = cursor.rest.split(char::is_whitespace).next().unwrap_or("");
            let no_piece = || {
                let kind = Kind::NoSuchHand(word.to_owned());
                RecordError::new(kind, start..start + word.len())
            };
            let kind = piece(&mut cursor).ok_or_else(no_piece)?;
            if kind == PieceKind::King || kind.is_promoted() {
                return Err(no_piece());
            }
            let digits = cursor.take_while(|c| digit(c).is_some() || kanji(c).is_some());
            let count = match digits {
                "" => 1,
                digits => number(digits).ok_or_else(no_piece)?,
            };
            let total = hand.count(kind) + count;
            if total > u32::from(PieceKind::SET[kind.index()]) {
                return Err(RecordError::new(Kind::HandTooBig, start..cursor.at));
            }
            hand = hand.with(kind, total);
            self.places.held.push((color, kind, start..cursor.at));
        }
    }

    /// Reads a rank: `| ・ ・v玉 …|一`.
    pub(super) fn rank(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        if self.ranks == 0 {
            self.places.board = line.span();
        }
        self.places.board.end = line.span().end;
        let rank = self.ranks;
        self.ranks += 1;
        if rank >= 9 {
            return Err(RecordError::new(Kind::Ranks(rank + 1), line.span()));
        }
        let mut cursor = line.trimmed().cursor();
        cursor.next();
        let mut file = 0_usize;
        while let Some(c) = cursor.peek() {
            if matches!(c, '|' | '｜') {
                break;
            }
            cursor.take_while(|c| c == ' ');
            let start = cursor.at;
            let is_white = cursor.skip_one(|c| matches!(c, 'v' | 'V' | 'ｖ' | 'Ｖ' | '▽' | '△'));
            if !is_white {
                cursor.skip_one(|c| matches!(c, '^' | '▲'));
            }
            let Some(c) = cursor.peek() else { break };
            if matches!(c, '|' | '｜') {
                break;
            }
            if matches!(c, '・' | '･' | '.' | '．' | '　' | '＊' | '*' | '·' | '□') {
                cursor.next();
            } else {
                let Some(kind) = piece(&mut cursor) else {
                    let kind = Kind::NoSuchPiece(c.to_string());
                    return Err(RecordError::new(kind, cursor.next_span()));
                };
                if file < 9 {
                    let square = Square::new(8 - file as u8, rank as u8);
                    let color = if is_white { Color::White } else { Color::Black };
                    self.board.push((square, Piece::new(color, kind)));
                    self.places.pieces.push((square, start..cursor.at));
                }
            }
            file += 1;
        }
        if file != 9 {
            return Err(RecordError::new(Kind::RankLength(file), line.span()));
        }
        Ok(())
    }
}
