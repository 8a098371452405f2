//! Moves in Japanese words: the destination, the piece, and words that tell it from other pieces of its
//! kind.

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
    /// The kind of the piece before the move.
    pub kind: PieceKind,
    /// The origin, if it is written.
    pub from: Option<Square>,
    /// 上, 寄 or 引.
    pub motion: Option<Motion>,
    /// 左, 直 or 右.
    pub side: Option<Side>,
    /// 成
    pub promotes: bool,
    /// 不成
    pub refuses: bool,
    /// 打
    pub drops: bool,
    /// The place in the text, in bytes.
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
const PIECES: [(&str, PieceKind); 29] = [
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
    ("玊", PieceKind::King),
    ("と", PieceKind::ProPawn),
    ("ト", PieceKind::ProPawn),
    ("ﾄ", PieceKind::ProPawn),
    ("个", PieceKind::ProPawn),
    ("杏", PieceKind::ProLance),
    ("仝", PieceKind::ProLance),
    ("圭", PieceKind::ProKnight),
    ("今", PieceKind::ProKnight),
    ("全", PieceKind::ProSilver),
    ("馬", PieceKind::Horse),
    ("龍", PieceKind::Dragon),
    ("竜", PieceKind::Dragon),
    ("龙", PieceKind::Dragon),
    ("马", PieceKind::Horse),
    ("兵", PieceKind::Pawn),
];

/// Full names of pieces, in two characters. In a diagram the same characters may stand for two pieces.
const FULL_NAMES: [(&str, PieceKind); 14] = [
    ("飛車", PieceKind::Rook),
    ("角行", PieceKind::Bishop),
    ("金将", PieceKind::Gold),
    ("銀将", PieceKind::Silver),
    ("桂馬", PieceKind::Knight),
    ("香車", PieceKind::Lance),
    ("歩兵", PieceKind::Pawn),
    ("玉将", PieceKind::King),
    ("王将", PieceKind::King),
    ("竜王", PieceKind::Dragon),
    ("龍王", PieceKind::Dragon),
    ("竜馬", PieceKind::Horse),
    ("龍馬", PieceKind::Horse),
    ("と金", PieceKind::ProPawn),
];

/// Reads the full name of a piece in two characters, or else a name that [`piece`] reads.
pub fn full_piece(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    match (FULL_NAMES.iter()).find(|(name, _)| cursor.rest.starts_with(name)) {
        Some((name, kind)) => {
            cursor.advance(name.len());
            Some(*kind)
        }
        None => piece(cursor),
    }
}

/// Reads the name of a piece.
pub fn piece(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    let (name, kind) = PIECES
        .iter()
        .find(|(name, _)| cursor.rest.starts_with(name))?;
    cursor.advance(name.len());
    Some(*kind)
}

/// Returns the value of a digit from 1 to 9, in ASCII, full width or kanji.
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
    // 角行 is a bishop that goes forward (行), not its full name.
    let kind = if cursor.rest.starts_with("角行") {
        piece(cursor)
    } else {
        full_piece(cursor)
    };
    let Some(kind) = kind else {
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
    written.read_words(cursor);
    if let Some(from) = origin(cursor) {
        match from {
            Origin::Square(from) => written.from = Some(from),
            Origin::Hand => written.drops = true,
        }
        // Some programs write 成 here.
        written.read_words(cursor);
    }
    written.span = start..cursor.at;
    Ok(written)
}

/// The origin of a move in brackets.
enum Origin {
    Square(Square),
    /// `(00)`
    Hand,
}

/// Reads an origin: `(13)`, `（１３）`, `(00)`. Blanks may come before it only if 成 or the like comes after
/// it: other brackets after blanks may be a time.
fn origin(cursor: &mut Cursor<'_>) -> Option<Origin> {
    let mut ahead = *cursor;
    let has_blanks = !ahead.take_while(char::is_whitespace).is_empty();
    if !ahead.skip_one(|c| matches!(c, '(' | '（')) {
        return None;
    }
    let origin = if ahead.skip("00") || ahead.skip("００") {
        Origin::Hand
    } else {
        Origin::Square(square(&mut ahead)?)
    };
    if !ahead.skip_one(|c| matches!(c, ')' | '）')) {
        return None;
    }
    if has_blanks && !ahead.rest.starts_with(['成', '不', '生', '打']) {
        return None;
    }
    *cursor = ahead;
    Some(origin)
}

impl WrittenMove {
    /// Reads the words after a piece: 右, 直, 打, 成, 不成.
    fn read_words(&mut self, cursor: &mut Cursor<'_>) {
        let skip_any =
            |cursor: &mut Cursor<'_>, words: &[&str]| words.iter().any(|word| cursor.skip(word));
        loop {
            if skip_any(cursor, &["不成", "生", "成らず", "ならず"]) {
                self.refuses = true;
            } else if skip_any(cursor, &["成り", "成"]) {
                self.promotes = true;
            } else if skip_any(cursor, &["打ち", "打", "合"]) {
                self.drops = true;
            } else if skip_any(cursor, &["上", "行", "入"]) {
                self.motion = Some(Motion::Forward);
            } else if cursor.skip("寄") {
                self.motion = Some(Motion::Sideways);
            } else if skip_any(cursor, &["引", "下"]) {
                self.motion = Some(Motion::Backward);
            } else if cursor.skip("右") {
                self.side = Some(Side::Right);
            } else if cursor.skip("左") {
                self.side = Some(Side::Left);
            } else if cursor.skip("直") {
                self.side = Some(Side::Straight);
            } else {
                return;
            }
        }
    }

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
                let piece = (setup.piece_at(from)).filter(|piece| piece.color() == setup.turn);
                if piece.is_none_or(|piece| piece.kind() != kind) || from == to {
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
        let is_own = |piece: crate::Piece| piece.color() == setup.turn;
        let is_occupied = setup.piece_at(to).is_some_and(is_own) || mv.is_drop();
        Err(error(if is_occupied {
            Kind::Occupied(to)
        } else {
            Kind::Unplayable
        }))
    }

    /// Returns the error that no such piece can reach the square, with advice if an unpromoted piece can.
    fn no_origin(&self, setup: &Setup, to: Square) -> MoveError {
        let error = MoveError::new(Kind::Nothing(self.kind, to), self.span.clone());
        let unpromoted = self.kind.unpromote();
        if self.kind.is_promoted() && origins(setup, unpromoted, to).next().is_some() {
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

    /// Returns the origin of the only piece that fits the words. `None` if no such piece can reach the
    /// square and no word says how it gets there: then the move may be a drop.
    fn origin(&self, setup: &Setup, to: Square) -> Result<Option<Square>, MoveError> {
        let error = |kind| MoveError::new(kind, self.span.clone());
        let all: Vec<Square> = origins(setup, self.kind, to).collect();
        let mut fitting: Vec<(Square, Approach)> = all
            .iter()
            .map(|&from| (from, Approach::new(setup.turn, from, to)))
            .filter(|(_, approach)| self.motion.is_none_or(|motion| approach.motion == motion))
            .collect();
        let furthest = match self.side {
            None => None,
            Some(Side::Straight) => {
                fitting.retain(|(_, approach)| approach.straight);
                None
            }
            Some(Side::Right) => fitting.iter().map(|(_, approach)| approach.right).max(),
            Some(Side::Left) => fitting.iter().map(|(_, approach)| approach.right).min(),
        };
        if let Some(furthest) = furthest {
            fitting.retain(|(_, approach)| approach.right == furthest);
        }
        let mut fitting: Vec<Square> = fitting.into_iter().map(|(from, _)| from).collect();
        if self.promotes {
            let promotes = |from: Square| may_promote(setup.turn, self.kind, from, to);
            keep_only(&mut fitting, promotes);
        }
        // The author may not have counted pinned pieces.
        keep_only(&mut fitting, |from| {
            let mut after = setup.clone();
            after.play(Move::board(from, to, false)) && !after.in_check(setup.turn)
        });
        let (kind, has_words) = (self.kind, self.motion.is_some() || self.side.is_some());
        match fitting[..] {
            [] if all.is_empty() && has_words => Err(error(Kind::Nothing(kind, to))),
            [] if all.is_empty() => Ok(None),
            [] => {
                let moves = self.distinct_names(setup, to, &all);
                Err(error(Kind::NotThatWay { kind, to, moves }))
            }
            [from] => Ok(Some(from)),
            _ => {
                let moves = self.distinct_names(setup, to, &fitting);
                Err(error(Kind::Ambiguous { kind, to, moves }).with_help(Help::SayWhich))
            }
        }
    }

    /// Returns the moves of the pieces on these squares, in words that tell them apart.
    fn distinct_names(&self, setup: &Setup, to: Square, origins: &[Square]) -> Vec<String> {
        let name = |words: &str| {
            let (square, piece) = (japanese::square(to), japanese::piece(self.kind));
            let end = if self.promotes { "成" } else { "" };
            format!("{square}{piece}{words}{end}")
        };
        let in_brackets = |from: Square| format!("({}{})", from.file() + 1, from.rank() + 1);
        let relations: Vec<String> = (origins.iter())
            .map(|&from| relation(setup, from, to))
            .collect();
        let names = origins.iter().zip(&relations).map(|(&from, words)| {
            let alike = relations.iter().filter(|other| *other == words).count();
            if words.is_empty() || alike > 1 {
                name("") + &in_brackets(from)
            } else {
                name(words)
            }
        });
        names.collect()
    }
}

/// Keeps only the square that satisfies the condition, if exactly one does. Else keeps all.
fn keep_only(squares: &mut Vec<Square>, condition: impl Fn(Square) -> bool) {
    let mut meant = squares.iter().copied().filter(|&square| condition(square));
    if let (Some(only), None) = (meant.next(), meant.next()) {
        *squares = vec![only];
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
