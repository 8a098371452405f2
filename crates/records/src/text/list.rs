//! Diagrams as lists of pieces with their squares: `攻方：１三歩`, `玉方 玉11`, `Black: +B3d, P2e`, `4b Läufer`.

use super::hand::{WrittenHand, hand_at};
use super::piece::{named_piece, square};
use super::words::{Holder, closes, opens, side_of, skip_any};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::digit;
use crate::shogi::{PieceKind, Square};
use std::ops::Range;

/// The pieces of both sides, listed in lines that follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub pieces: Vec<Listed>,
    pub hands: Vec<WrittenHand>,
    pub span: Range<usize>,
    /// The number of lines.
    pub lines: usize,
    /// The error at a square without a piece.
    pub error: Option<RecordError>,
    /// The side to which the next pieces belong.
    holder: Option<Holder>,
    /// Whether the name of the side is alone in its line, above its pieces and its hand.
    is_block: bool,
}

/// A piece of a list.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub holder: Holder,
    pub kind: PieceKind,
    pub square: Square,
    pub span: Range<usize>,
}

/// The most pieces of a list. A set has 40; a list with a few too many is refused with an error later.
const PIECES_MAX: usize = 44;

/// The most hands of a list: both sides have one, and some programs write them twice.
const HANDS_MAX: usize = 4;

/// The most lines of sides and hands before the first piece of a list.
const FIRST_LINES: usize = 6;

/// Returns whether a text names a square.
fn has_square(text: &str) -> bool {
    let mut cursor = Cursor { rest: text, at: 0 };
    while !cursor.rest.is_empty() {
        if square(&mut cursor.clone()).is_some() {
            return true;
        }
        cursor.next();
    }
    false
}

/// Finds the list that begins in the first of these lines. A list names a king and both sides, or one of them and a
/// hand.
pub(super) fn list<'a>(lines: impl Iterator<Item = Line<'a>> + Clone) -> Option<List> {
    // Most lines are text or hands. They are not read as a list first.
    if !lines
        .clone()
        .take(FIRST_LINES)
        .any(|line| has_square(line.text))
    {
        return None;
    }
    let mut found = List::default();
    let mut is_hand_first = false;
    for line in lines {
        let (pieces, hands, holder) = (found.pieces.len(), found.hands.len(), found.holder);
        let has_hand = hands > 0 && pieces > 0;
        // If the hand of this list comes before its pieces, one after them belongs to the next list.
        is_hand_first |= pieces == 0 && hands > 0;
        let begins_hand =
            || super::hand::is_of_hand(line.text) && !begins_placed(line.trimmed().cursor());
        if is_hand_first && pieces > 0 && begins_hand() {
            break;
        }
        let is_read = found.read(line, has_hand);
        let is_more =
            (found.pieces.len(), found.hands.len(), found.holder) != (pieces, hands, holder);
        let is_too_long = found.pieces.len() > PIECES_MAX
            || found.hands.len() > HANDS_MAX
            || error_of_double(&found.pieces[..pieces]).is_some();
        let is_of_list = found.pieces.len() > pieces || found.is_block && found.lines > 0;
        let is_mistake = !is_read && is_of_list && found.error.is_some();
        if (!is_read || !is_more) && !is_mistake || is_too_long {
            found.error = None;
            found.pieces.truncate(pieces);
            found.hands.truncate(hands);
            break;
        }
        if found.lines == 0 {
            found.span = line.span();
        }
        found.span.end = line.span().end;
        found.lines += 1;
    }
    let of_pieces = found.pieces.iter().map(|it| it.holder);
    let mut holders = of_pieces.chain(found.hands.iter().map(|it| it.holder));
    let first = holders.next();
    let has_both_sides = holders.any(|it| Some(it) != first);
    let has_king = found.pieces.iter().any(|it| it.kind == PieceKind::King);
    (has_king && found.pieces.len() > 1 && has_both_sides).then_some(found)
}

/// Returns the error of a second piece on a square.
pub(super) fn error_of_double(pieces: &[Listed]) -> Option<RecordError> {
    let mut is_occupied = [false; Square::COUNT];
    let is_second = |it: &&Listed| std::mem::replace(&mut is_occupied[it.square.index()], true);
    let second = pieces.iter().find(is_second)?;
    Some(RecordError::new(
        Kind::Occupied(second.square),
        second.span.clone(),
    ))
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || "、,，・/／;；。.：:＝=-*●■|".contains(c)
}

impl List {
    /// Reads a line. Returns whether all of it belongs to this list. If the list `has_hand`, a side that is named again
    /// begins another list.
    fn read(&mut self, line: Line<'_>, has_hand: bool) -> bool {
        let mut cursor = line.trimmed().cursor();
        if self.lines == 0 {
            skip_prefix(&mut cursor);
        }
        loop {
            cursor.take_while(|c| is_gap(c) || closes(c));
            if skip_remark(&mut cursor) {
                continue;
            }
            cursor.take_while(|c| is_gap(c) || closes(c) || opens(c));
            if cursor.rest.is_empty() {
                return true;
            }
            let hand = if begins_placed(cursor) {
                None
            } else {
                hand_at(&mut cursor)
            };
            if let Some(mut given) = hand {
                // A hand without a side belongs to the side named before it: `Black: R3c In hand: B`.
                let before = line.text[..given.span.start - line.at].trim_end();
                let is_western = line.text[given.span.start - line.at..]
                    .starts_with(|c: char| c.is_ascii_alphabetic());
                let is_after = !before.is_empty() && !before.ends_with('.')
                    || before.is_empty() && self.is_block;
                if let Some(holder) = self.holder
                    && is_western
                    && is_after
                    && given.holder == Holder::Attacker
                {
                    given.holder = holder;
                }
                self.hands.push(given);
                continue;
            }
            let mut ahead = cursor;
            // A mark followed by a square is a move.
            let is_mark = cursor
                .peek()
                .and_then(crate::notation::written_move::side)
                .is_some();
            let side =
                side_of(&mut ahead).filter(|_| !(is_mark && square(&mut ahead.clone()).is_some()));
            let side = side.or_else(|| short_side(&mut ahead));
            if let Some(holder) = side {
                let again = self.pieces.iter().any(|it| it.holder == holder);
                if again && has_hand {
                    return false;
                }
                self.holder = Some(holder);
                cursor = ahead;
                cursor.skip("の配置");
                self.is_block = cursor.rest.trim_matches(is_gap).is_empty();
                continue;
            }
            let Some(holder) = self.holder else {
                return false;
            };
            if !self.read_placed(&mut cursor, holder) {
                // The length of the problem may follow.
                if super::title::plies(cursor.rest).is_some() && cursor.rest.chars().count() < 8 {
                    return true;
                }
                let word = cursor.rest.split(is_gap).next().unwrap_or_default();
                let kind = Kind::NoSuchPiece(word.to_owned());
                // A square without its piece.
                let is_square = square(&mut cursor.clone()).is_some() && word.chars().count() == 2;
                self.error =
                    is_square.then(|| RecordError::new(kind, cursor.at..cursor.at + word.len()));
                return false;
            }
        }
    }

    /// Reads a piece with its square in either order, or with several squares after it: `１三歩`, `歩13`, `歩13,14`.
    fn read_placed(&mut self, cursor: &mut Cursor<'_>, holder: Holder) -> bool {
        let start = cursor.at;
        let mut ahead = *cursor;
        let mut add = |kind, square, span| {
            self.pieces.push(Listed {
                holder,
                kind,
                square,
                span,
            });
        };
        if let Some(square) = square(&mut ahead) {
            ahead.skip_blanks();
            let word = ahead.rest;
            let Some(kind) = named_piece(&mut ahead) else {
                return false;
            };
            // A letter with others after it is a word that is no piece.
            let is_letter = word.len() - ahead.rest.len() == 1;
            if is_letter && ahead.peek().is_some_and(|c| c.is_ascii_lowercase()) {
                return false;
            }
            add(kind, square, start..ahead.at);
            *cursor = ahead;
            return !cursor
                .rest
                .starts_with(|c: char| c.is_alphanumeric() && digit(c).is_none() && !c.is_ascii())
                || square_follows(*cursor);
        }
        let Some(kind) = named_piece(&mut ahead) else {
            return false;
        };
        ahead.take_while(|c| c.is_whitespace() || matches!(c, '-' | '@' | '：' | ':'));
        skip_any(&mut ahead, "auf|on");
        ahead.skip_blanks();
        let mut is_any = false;
        while let Some(square) = square(&mut ahead) {
            add(kind, square, start..ahead.at);
            *cursor = ahead;
            is_any = true;
            ahead.take_while(|c| matches!(c, ',' | '，' | '、' | '・' | ' '));
            // A square before the next piece is that of the next piece.
            if square_follows(ahead) && named_piece(&mut after_square(ahead)).is_some() {
                break;
            }
        }
        is_any
    }
}

/// Skips words in brackets that have no square: `1f Tokin (a promoted pawn)`.
fn skip_remark(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    if !ahead.skip_one(opens) {
        return false;
    }
    let inner = ahead.take_while(|c| !closes(c) && digit(c).is_none());
    let is_remark = inner.chars().count() > 2 && ahead.skip_one(closes);
    if is_remark {
        *cursor = ahead;
    }
    is_remark
}

/// Reads the shortest name of a side, before a colon: `攻：`, `受：`.
fn short_side(cursor: &mut Cursor<'_>) -> Option<Holder> {
    let names = [("攻", Holder::Attacker), ("受", Holder::Defender)];
    let mut ahead = *cursor;
    let (_, holder) = names.into_iter().find(|(name, _)| ahead.skip(name))?;
    let has_colon = ahead.skip_one(|c| matches!(c, '：' | ':'));
    has_colon.then(|| {
        *cursor = ahead;
        holder
    })
}

/// Returns whether the name of a side is next, followed by a piece on a square: `攻方 歩13`. That is no hand.
fn begins_placed(mut cursor: Cursor<'_>) -> bool {
    if side_of(&mut cursor)
        .or_else(|| short_side(&mut cursor))
        .is_none()
    {
        return false;
    }
    cursor.take_while(is_gap);
    List::default().read_placed(&mut cursor, Holder::Attacker)
}

/// Returns whether a square or a side follows, and so not the rest of a word.
fn square_follows(mut cursor: Cursor<'_>) -> bool {
    square(&mut cursor).is_some() || side_of(&mut cursor).is_some()
}

fn after_square(mut cursor: Cursor<'_>) -> Cursor<'_> {
    let _ = square(&mut cursor);
    cursor
}

/// Skips the number of a problem before a list: `第1問 攻方…`, `①攻方…`, `配置：玉方…`.
fn skip_prefix(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    for _ in 0..LONGEST_PREFIX {
        if side_of(&mut ahead.clone())
            .or_else(|| short_side(&mut ahead.clone()))
            .is_some()
        {
            *cursor = ahead;
            return;
        }
        let is_of_prefix = |c: char| {
            c.is_ascii_digit()
                || digit(c).is_some()
                || ('①'..='⑳').contains(&c)
                || "第問番題図面配置局例#.．:：、 \u{3000}".contains(c)
                || opens(c)
                || closes(c)
        };
        if !ahead.skip_one(is_of_prefix) {
            return;
        }
    }
}

/// The most characters before a list in its line.
const LONGEST_PREFIX: usize = 14;
