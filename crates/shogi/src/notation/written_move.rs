//! Moves in Japanese words: piece, destination, and the words that tell the piece from others.

use super::Help;
use super::cursor::Cursor;
use super::digits::{digit, kanji};
use super::japanese::{self, Approach, Motion, may_promote, origins, relation};
use super::move_error::{MoveError, MoveErrorKind as Kind};
use crate::{Color, Move, PieceKind, Setup, Square};
use std::ops::Range;

/// A move in words, not yet found on a board.
#[derive(Clone, Debug)]
pub struct WrittenMove {
    /// The destination; `None` for 同.
    pub to: Option<Square>,
    pub kind: PieceKind,
    /// The origin, if it is written.
    pub from: Option<Square>,
    pub motion: Option<Motion>,
    pub side: Option<Side>,
    pub promotes: bool,
    /// 不成
    pub refuses: bool,
    /// 打
    pub drops: bool,
    pub span: Range<usize>,
}

/// The side from which one of several pieces comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// 左
    Left,
    /// 直
    Straight,
    /// 右
    Right,
}

/// Names of pieces, longer ones first.
const PIECES: [(&str, PieceKind); 23] = [
    ("成銀", PieceKind::ProSilver),
    ("成桂", PieceKind::ProKnight),
    ("成香", PieceKind::ProLance),
    ("成歩", PieceKind::ProPawn),
    ("歩", PieceKind::Pawn),
    ("香", PieceKind::Lance),
    ("桂", PieceKind::Knight),
    ("銀", PieceKind::Silver),
    ("金", PieceKind::Gold),
    ("角", PieceKind::Bishop),
    ("飛", PieceKind::Rook),
    ("玉", PieceKind::King),
    ("王", PieceKind::King),
    ("と", PieceKind::ProPawn),
    ("个", PieceKind::ProPawn),
    ("杏", PieceKind::ProLance),
    ("仝", PieceKind::ProLance),
    ("圭", PieceKind::ProKnight),
    ("今", PieceKind::ProKnight),
    ("全", PieceKind::ProSilver),
    ("馬", PieceKind::Horse),
    ("龍", PieceKind::Dragon),
    ("竜", PieceKind::Dragon),
];

/// Reads the name of a piece.
pub fn piece(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    let (name, kind) = PIECES
        .iter()
        .find(|(name, _)| cursor.rest.starts_with(name))?;
    cursor.advance(name.len());
    Some(*kind)
}

/// Returns the value of a digit from 1 to 9, of any kind.
fn coordinate(c: char) -> Option<u8> {
    let value = digit(c).or_else(|| kanji(c))?;
    (1..=9).contains(&value).then_some(value as u8)
}

fn square(cursor: &mut Cursor<'_>) -> Option<Square> {
    let mut ahead = *cursor;
    let file = coordinate(ahead.next()?)?;
    let rank = coordinate(ahead.next()?)?;
    *cursor = ahead;
    Some(Square::new(file - 1, rank - 1))
}

/// Reads a move: `３四飛成(31)`, `同　玉`, `５二金打`, `６八銀右上不成`.
pub fn read_words(cursor: &mut Cursor<'_>) -> Result<WrittenMove, MoveError> {
    let start = cursor.at;
    let fail = |cursor: &Cursor<'_>| {
        let end = cursor.next_span().end.max(start);
        Err(MoveError::new(Kind::NoMove, start..end))
    };
    let to = if cursor.skip("同") {
        cursor.skip_blanks();
        // Some records write both: 同５二.
        square(cursor);
        None
    } else {
        let Some(square) = square(cursor) else {
            return fail(cursor);
        };
        cursor.skip("同");
        cursor.skip_blanks();
        Some(square)
    };
    let Some(kind) = piece(cursor) else {
        return fail(cursor);
    };
    let mut written = WrittenMove {
        to,
        kind,
        from: None,
        motion: None,
        side: None,
        promotes: false,
        refuses: false,
        drops: false,
        span: start..cursor.at,
    };
    loop {
        if cursor.skip("不成") || cursor.skip("生") {
            written.refuses = true;
        } else if cursor.skip("成") {
            written.promotes = true;
        } else if cursor.skip("打") || cursor.skip("合") {
            written.drops = true;
        } else if cursor.skip("上") || cursor.skip("行") || cursor.skip("入") {
            written.motion = Some(Motion::Forward);
        } else if cursor.skip("寄") {
            written.motion = Some(Motion::Sideways);
        } else if cursor.skip("引") || cursor.skip("下") {
            written.motion = Some(Motion::Backward);
        } else if cursor.skip("右") {
            written.side = Some(Side::Right);
        } else if cursor.skip("左") {
            written.side = Some(Side::Left);
        } else if cursor.skip("直") {
            written.side = Some(Side::Straight);
        } else {
            break;
        }
    }
    let mut ahead = *cursor;
    if ahead.skip_one(|c| matches!(c, '(' | '（'))
        && let Some(from) = square(&mut ahead)
        && ahead.skip_one(|c| matches!(c, ')' | '）'))
    {
        written.from = Some(from);
        *cursor = ahead;
        // Some programs write 不成 here.
        if cursor.skip("不成") || cursor.skip("生") {
            written.refuses = true;
        } else if cursor.skip("成") {
            written.promotes = true;
        }
    }
    written.span = start..cursor.at;
    Ok(written)
}

impl WrittenMove {
    /// Returns the move on a board; `previous` is the destination of the move before.
    pub fn find(&self, setup: &Setup, previous: Option<Square>) -> Result<Move, MoveError> {
        let error = |kind| MoveError::new(kind, self.span.clone());
        let Some(to) = self.to.or(previous) else {
            return Err(error(Kind::NothingBefore));
        };
        let kind = self.kind;
        let mv = match self.from {
            _ if self.drops && self.promotes => return Err(error(Kind::PromotedDrop)),
            _ if self.drops && !self.is_held(setup) => return Err(error(Kind::NotInHand(kind))),
            _ if self.drops => Move::drop(kind, to),
            Some(from) => {
                let piece = setup.piece_at(from).filter(|it| it.color() == setup.turn);
                if piece.is_none_or(|it| it.kind() != kind) || from == to {
                    return Err(error(Kind::NoPieceThere(kind, from)));
                }
                self.board_move(from, to)?
            }
            None => {
                if let Some(from) = self.origin(setup, to)? {
                    self.board_move(from, to)?
                } else if setup.piece_at(to).is_none() && !self.promotes && self.is_held(setup) {
                    Move::drop(kind, to)
                } else {
                    return Err(self.no_origin(setup, to));
                }
            }
        };
        if setup.clone().play(mv) {
            return Ok(mv);
        }
        let is_own = |it: crate::Piece| it.color() == setup.turn;
        let in_the_way = setup.piece_at(to).is_some_and(is_own) || mv.is_drop();
        Err(error(if in_the_way {
            Kind::Occupied(to)
        } else {
            Kind::Unplayable
        }))
    }

    /// Returns the error that no such piece can reach the square, with advice if an unpromoted piece can.
    fn no_origin(&self, setup: &Setup, to: Square) -> MoveError {
        let error = MoveError::new(Kind::Nothing(self.kind, to), self.span.clone());
        let before = self.kind.unpromote();
        if self.kind.is_promoted() && origins(setup, before, to).next().is_some() {
            return error.with_help(Help::OldName);
        }
        error
    }

    /// Returns whether the side to move holds a piece of the kind.
    fn is_held(&self, setup: &Setup) -> bool {
        self.kind != PieceKind::King
            && !self.kind.is_promoted()
            && setup.hands[setup.turn.index()].has(self.kind)
    }

    fn board_move(&self, from: Square, to: Square) -> Result<Move, MoveError> {
        if self.promotes && !self.kind.can_promote() {
            let kind = Kind::NoPromotion(self.kind);
            return Err(MoveError::new(kind, self.span.clone()));
        }
        Ok(Move::board(from, to, self.promotes))
    }

    /// Returns the origin of the only piece that fits the words. `None` without words if no such piece can
    /// reach the square.
    fn origin(&self, setup: &Setup, to: Square) -> Result<Option<Square>, MoveError> {
        let error = |kind| MoveError::new(kind, self.span.clone());
        let all: Vec<Square> = origins(setup, self.kind, to).collect();
        let mut found: Vec<(Square, Approach)> = all
            .iter()
            .map(|&from| (from, Approach::new(setup.turn, from, to)))
            .filter(|(_, it)| self.motion.is_none_or(|motion| it.motion == motion))
            .collect();
        let furthest = match self.side {
            None => None,
            Some(Side::Straight) => {
                found.retain(|(_, it)| it.straight);
                None
            }
            Some(Side::Right) => found.iter().map(|(_, it)| it.right).max(),
            Some(Side::Left) => found.iter().map(|(_, it)| it.right).min(),
        };
        if let Some(furthest) = furthest {
            found.retain(|(_, it)| it.right == furthest);
        }
        let mut found: Vec<Square> = found.into_iter().map(|it| it.0).collect();
        if self.promotes {
            let promotes = |from: Square| may_promote(setup.turn, self.kind, from, to);
            leave_one(&mut found, promotes);
        }
        // The author may not have counted pinned pieces.
        leave_one(&mut found, |from| {
            let mut after = setup.clone();
            after.play(Move::board(from, to, false)) && !after.in_check(setup.turn)
        });
        let (kind, has_words) = (self.kind, self.motion.is_some() || self.side.is_some());
        match found[..] {
            [] if all.is_empty() && has_words => Err(error(Kind::Nothing(kind, to))),
            [] if all.is_empty() => Ok(None),
            [] => {
                let moves = self.names(setup, to, &all);
                Err(error(Kind::NotThatWay { kind, to, moves }))
            }
            [from] => Ok(Some(from)),
            _ => {
                let moves = self.names(setup, to, &found);
                Err(error(Kind::Ambiguous { kind, to, moves }).with_help(Help::SayWhich))
            }
        }
    }

    /// Returns the moves of these pieces, in words that tell them apart.
    fn names(&self, setup: &Setup, to: Square, from: &[Square]) -> Vec<String> {
        let name = |words: String| {
            let (square, piece) = (japanese::square(to), japanese::piece(self.kind));
            let end = if self.promotes { "成" } else { "" };
            format!("{square}{piece}{words}{end}")
        };
        let words: Vec<String> = from.iter().map(|&it| relation(setup, it, to)).collect();
        let numbers = |it: Square| format!("({}{})", it.file() + 1, it.rank() + 1);
        let each = from.iter().zip(&words);
        each.map(|(&from, it)| {
            let alike = words.iter().filter(|other| *other == it).count();
            if it.is_empty() || alike > 1 {
                name(String::new()) + &numbers(from)
            } else {
                name(it.clone())
            }
        })
        .collect()
    }
}

/// Keeps only the square that satisfies the condition, if exactly one does.
fn leave_one(found: &mut Vec<Square>, is_meant: impl Fn(Square) -> bool) {
    let mut meant = found.iter().copied().filter(|&it| is_meant(it));
    if let (Some(one), None) = (meant.next(), meant.next()) {
        *found = vec![one];
    }
}

/// Returns the side of a mark: ▲☗▼⛊ for Black, △☖▽⛉ for White.
#[must_use]
pub const fn side(mark: char) -> Option<Color> {
    match mark {
        '▲' | '☗' | '▼' | '⛊' => Some(Color::Black),
        '△' | '☖' | '▽' | '⛉' => Some(Color::White),
        _ => None,
    }
}
