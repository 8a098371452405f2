//! The ranks of a diagram in KIF.

use super::read::KifReader;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::notation::written_move::piece;
use crate::shogi::{Color, Piece, Square};

impl KifReader {
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
