//! Pieces in hand: the names of hands, and the pieces after them.

use super::piece::{count_after, count_before, named_piece};
use super::words::{
    HandWord, Holder, begins_any, closes, has_any, opens, side_of, skip_any, skip_hand_word,
    skip_whole_hand, speaks_of_hand,
};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::lines::Line;
use crate::notation::cursor::Cursor;
use crate::shogi::{Hand, PieceKind};
use std::ops::Range;

/// The pieces in hand that a text gives to a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// These pieces, with their places.
    These(Hand, Vec<(PieceKind, Range<usize>)>),
    /// All that are left: 残り駒全部.
    Rest,
}

impl Pieces {
    /// Returns whether the pieces are the same, wherever they are written.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::These(one, _), Self::These(two, _)) => one == two,
            _ => self == other,
        }
    }
}

/// A hand that is written in a text.
#[derive(Clone, Debug)]
pub(crate) struct WrittenHand {
    /// The side that holds it.
    pub holder: Holder,
    /// The pieces, or why they cannot be read.
    pub pieces: Result<Pieces, RecordError>,
    /// The place of the name and the pieces.
    pub span: Range<usize>,
    /// Whether there is only its name. The pieces may follow in the next lines, or there are none.
    pub is_name_alone: bool,
}

/// Returns whether a character separates the pieces of a hand.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || "、,，・･/／+＋&`\"|';；".contains(c)
}

/// Reads pieces in hand as far as there are any: `飛　金四　歩十八`, `金2枚、銀`, `2R 3P`, `r2 p17`, `なし`, `残り全部`.
///
/// # Errors
/// If a king or a promoted piece is among them, or more than there are in a set.
pub(crate) fn pieces(cursor: &mut Cursor<'_>) -> Result<Pieces, RecordError> {
    let (mut hand, mut places) = (Hand::EMPTY, Vec::new());
    // Whether counts come before their pieces; unknown before the first piece.
    let mut counts_lead = None;
    // Whether letters are small.
    let mut is_small = None;
    let mut in_brackets = false;
    loop {
        let mut ahead = *cursor;
        // A remark in brackets may follow the first piece.
        let is_first = counts_lead.is_none();
        let gap =
            ahead.take_while(|c| is_gap(c) || (is_first || in_brackets) && opens(c) || closes(c));
        in_brackets |= is_first && gap.contains(opens);
        if is_first && let Some(whole) = skip_whole_hand(&mut ahead) {
            *cursor = ahead;
            return Ok(match whole {
                HandWord::None => Pieces::These(hand, places),
                HandWord::Rest => Pieces::Rest,
            });
        }
        if counts_lead.is_some() {
            skip_and(&mut ahead);
        }
        // The next side: 玉方.
        if side_of(&mut ahead.clone()).is_some() {
            return Ok(Pieces::These(hand, places));
        }
        let start = ahead.at;
        let before = count_before(&mut ahead);
        let text = ahead.rest;
        let Some(kind) = hand_piece(&mut ahead) else {
            return Ok(Pieces::These(hand, places));
        };
        let name = &text[..text.len() - ahead.rest.len()];
        // Capitals and small letters are the hands of both sides.
        let is_lower = name == name.to_lowercase();
        if name.len() == 1 && *is_small.get_or_insert(is_lower) != is_lower {
            let span = ahead.at - 1..ahead.at;
            return Err(RecordError::new(Kind::NoSuchHand(name.to_owned()), span));
        }
        let leads = *counts_lead.get_or_insert(before.is_some());
        let after = if leads { None } else { count_after(&mut ahead) };
        let count = before.or(after).unwrap_or(1);
        let span = start..ahead.at;
        *cursor = ahead;
        if count == 0 {
            continue;
        }
        if kind == PieceKind::King || kind.is_promoted() {
            return Err(RecordError::new(Kind::NoSuchHand(name.to_owned()), span));
        }
        let total = hand.count(kind).saturating_add(count);
        if total > u32::from(PieceKind::SET[kind.index()]) {
            return Err(RecordError::new(Kind::HandTooBig, span));
        }
        hand = hand.with(kind, total);
        places.push((kind, span));
    }
}

/// Skips an "and" between two pieces: `金二枚と銀`, `a gold and a silver`.
fn skip_and(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    let has_and = skip_any(&mut ahead, "と|それと|and|und");
    ahead.take_while(is_gap);
    if has_and
        && (count_before(&mut ahead.clone()).is_some() || hand_piece(&mut ahead.clone()).is_some())
    {
        *cursor = ahead;
    }
}

/// Reads the name of a piece in hand. A letter is a piece if its whole word consists of pieces: `GSP`, and not
/// `Solution`, and not a name before a colon: `B: G`.
fn hand_piece(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    let kind = named_piece(&mut cursor.clone())?;
    let length = cursor
        .rest
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(cursor.rest.len());
    let word = &cursor.rest[..length];
    let mut after = *cursor;
    named_piece(&mut after);
    let is_letter = length > 0 && after.at - cursor.at == 1;
    let is_piece = |c: char| c.is_ascii_digit() || "RBGSNLPrbgsnlpx".contains(c);
    let is_name = || {
        let value = cursor.rest[length..].strip_prefix(':');
        value.is_some_and(|it| !it.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    if is_letter && (is_name() || !word.chars().all(is_piece)) {
        return None;
    }
    *cursor = after;
    Some(kind)
}

/// Returns whether the text after some pieces may follow a hand. In `持駒の金を打つ` it does not.
fn may_follow(cursor: Cursor<'_>) -> bool {
    let is_sign = |c: char| {
        c.is_whitespace() || closes(c) || opens(c) || "。．.,、!！|:#*+<`;\"'\\".contains(c)
    };
    let rest = cursor.rest;
    rest.is_empty() || rest.starts_with(is_sign) || begins_any(rest, "です|だけ|のみ|で、|で ")
}

/// Returns the hands in a line. They may come after blanks or signs, or at the end of a sentence: `持駒：金`,
/// `▲持ち駒：銀`, `Hand (Black): G`, `You forgot that Black has in hand: G`.
pub(crate) fn hands(line: Line<'_>) -> Vec<WrittenHand> {
    let mut found = Vec::new();
    if !may_have_hand(line.text) {
        return found;
    }
    let mut cursor = line.cursor();
    if let Some((holder, Strength::Word)) = hand_name(&mut cursor)
        && cursor.rest.trim().is_empty()
    {
        let pieces = Ok(Pieces::These(Hand::EMPTY, Vec::new()));
        return vec![WrittenHand {
            holder,
            pieces,
            span: line.span(),
            is_name_alone: true,
        }];
    }
    cursor = line.cursor();
    let mut may_begin = true;
    while !cursor.rest.is_empty() {
        if may_begin && let Some(more) = both_hands(&mut cursor) {
            found.extend(more);
            continue;
        }
        if may_begin && let Some(given) = hand_at(&mut cursor) {
            found.push(given);
            continue;
        }
        may_begin = cursor
            .next()
            .is_some_and(|c| is_gap(c) || opens(c) || closes(c) || "：:.。■●*-=※の".contains(c));
    }
    found
}

/// Reads the hands of both sides after one word: `持駒：先手 金、後手 銀`, `Hands: Black G, White S`.
fn both_hands(cursor: &mut Cursor<'_>) -> Option<Vec<WrittenHand>> {
    let mut ahead = *cursor;
    if !skip_hand_word(&mut ahead) {
        return None;
    }
    let (mut found, mut end) = (Vec::new(), ahead);
    loop {
        ahead.take_while(|c| is_gap(c) || opens(c) || closes(c) || matches!(c, '：' | ':'));
        let start = ahead.at;
        let Some(holder) = side_of(&mut ahead) else {
            break;
        };
        ahead.take_while(|c| c.is_whitespace() || closes(c) || matches!(c, '：' | ':'));
        let begin = ahead.at;
        let pieces = pieces(&mut ahead);
        if ahead.at == begin {
            break;
        }
        found.push(WrittenHand {
            holder,
            pieces,
            span: start..ahead.at,
            is_name_alone: false,
        });
        end = ahead;
    }
    if found.len() < 2 {
        return None;
    }
    *cursor = end;
    Some(found)
}

/// Returns whether a line may give a hand. This is a quick test before the grammar.
fn may_have_hand(text: &str) -> bool {
    text.len() < LONGEST_LINE
        && (speaks_of_hand(text)
            || text.contains(|c| "攻受玉詰守持黒白▲△☗☖▽▼".contains(c))
            || has_any(text, "lack|hite|ente|ote|and|omadai|chwarz|eiß"))
}

/// The longest line in which hands are searched for, in bytes.
const LONGEST_LINE: usize = 2_000;

/// Reads a hand that begins here.
pub(super) fn hand_at(cursor: &mut Cursor<'_>) -> Option<WrittenHand> {
    let start = *cursor;
    let mut ahead = *cursor;
    let (holder, strength) = hand_name(&mut ahead)?;
    let sign =
        ahead.take_while(|c| c.is_whitespace() || matches!(c, '：' | ':' | '＝' | '=' | '…' | '→'));
    let is_separated = !sign.is_empty();
    let has_wa = skip_any(&mut ahead, "は|is|are");
    let after_name = ahead;
    let read = pieces(&mut ahead);
    let has_pieces = ahead.at > after_name.at && may_follow(ahead);
    let is_hand = match strength {
        Strength::Word => has_pieces || read.is_err() || is_separated && !has_wa,
        Strength::Side => {
            let is_player = matches!(holder, Holder::Side(_));
            let goes_on = || {
                let mut next = ahead;
                next.skip_blanks();
                let is_word = next.peek().is_some_and(|c| c.is_ascii_alphabetic());
                is_word && !begins_any(next.rest, "and |in hand") && side_of(&mut next).is_none()
            };
            // `Why would the White Gold move?` is a sentence.
            let is_sentence = sign.trim().is_empty() && goes_on();
            has_pieces && is_separated && !is_sentence && (!is_player || is_list(after_name, ahead))
        }
        Strength::Mark => has_pieces && is_list(after_name, ahead),
        // `Black has a gold in hand`
        Strength::Has => {
            ahead.skip_blanks();
            ahead.skip_one(opens);
            has_pieces
                && (skip_hand_word(&mut ahead)
                    || ahead.rest.is_empty()
                    || begins_any(ahead.rest, "and |.|,|;"))
        }
    };
    if !is_hand {
        return None;
    }
    let is_name_alone = !has_pieces && after_name.rest.trim().is_empty();
    // Words after the name that are no pieces.
    let pieces = match read {
        Ok(_) if !has_pieces && !is_name_alone => {
            let mut cursor = if ahead.at > after_name.at {
                ahead
            } else {
                after_name
            };
            cursor.take_while(is_gap);
            let word = cursor.rest.split(is_gap).next().unwrap_or_default();
            let span = cursor.at..cursor.at + word.len();
            Err(RecordError::new(Kind::NoSuchHand(word.to_owned()), span))
        }
        read => read,
    };
    let pieces = match unread_word(ahead) {
        Some((word, span)) if has_pieces && strength == Strength::Word => pieces.and(Err(
            RecordError::new(Kind::NoSuchHand(word.to_owned()), span),
        )),
        _ => pieces,
    };
    let end = if has_pieces { ahead.at } else { after_name.at };
    *cursor = if has_pieces { ahead } else { after_name };
    Some(WrittenHand {
        holder,
        pieces,
        span: start.at..end,
        is_name_alone,
    })
}

/// Returns the word after the pieces of a hand that is meant as one more piece: `金 竹`. Longer words are text.
fn unread_word(mut cursor: Cursor<'_>) -> Option<(&str, Range<usize>)> {
    cursor.take_while(|c| c.is_whitespace() || c == '、');
    let word = cursor.rest.split(is_gap).next().unwrap_or_default();
    let is_text = word.chars().count() > 2
        || !word.starts_with(char::is_alphabetic)
        || word.is_ascii()
        || word.contains('手')
        || word == "です";
    let is_name = side_of(&mut cursor.clone()).is_some() || skip_hand_word(&mut cursor.clone());
    (!is_text && !is_name).then(|| (word, cursor.at..cursor.at + word.len()))
}

/// The words of a name, which say how surely it is the name of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    /// A word for pieces in hand.
    Word,
    /// The name of a side alone.
    Side,
    /// The mark of a side alone.
    Mark,
    /// The name of a side with a verb: `Black has`.
    Has,
}

/// Reads the name of a hand: `先手の持駒`, `▲持駒`, `持駒（攻方）`, `Hand (Black)`, `Black's hand`, `In hand`.
fn hand_name(cursor: &mut Cursor<'_>) -> Option<(Holder, Strength)> {
    let mut ahead = *cursor;
    let is_open = ahead.skip_one(opens);
    let is_marked = ahead.peek().is_some_and(|c| !c.is_alphabetic());
    let side = side_of(&mut ahead);
    if is_open {
        ahead.skip_one(closes);
    }
    let mut after_side = ahead;
    // In two languages, as this program prints it: `defender 玉方`.
    after_side.skip_blanks();
    if side.is_some() && side_of(&mut after_side) == side {
        *cursor = after_side;
        return side.map(|it| (it, Strength::Word));
    }
    after_side = ahead;
    ahead.take_while(|c| c.is_whitespace() || matches!(c, 'の' | '：' | ':' | '('));
    if skip_any(&mut ahead, "has|hat|holds") {
        ahead.skip_blanks();
        if !skip_hand_word(&mut ahead) {
            *cursor = ahead;
            return side.map(|it| (it, Strength::Has));
        }
    } else if !(skip_hand_word(&mut ahead) || side.is_some() && ahead.skip("持")) {
        let is_short = side.is_none() && !is_open && skip_any(&mut ahead, "持|攻|受");
        if is_short && ahead.rest.trim_start().starts_with(['：', ':']) {
            let holder = if cursor.rest.starts_with('受') {
                Holder::Defender
            } else {
                Holder::Attacker
            };
            let strength = if cursor.rest.starts_with('持') {
                Strength::Word
            } else {
                Strength::Side
            };
            *cursor = ahead;
            return Some((holder, strength));
        }
        // In a record the names of players follow these words.
        if begins_any(cursor.rest, "先手|後手|下手|上手") {
            return None;
        }
        *cursor = after_side;
        let strength = if is_marked {
            Strength::Mark
        } else {
            Strength::Side
        };
        return side.map(|it| (it, strength));
    }
    let mut after = ahead;
    after.skip_blanks();
    let mut holder = side;
    if after.skip_one(opens)
        && let Some(inner) = side_of(&mut after)
        && after.skip_one(closes)
    {
        holder = Some(inner);
        ahead = after;
    }
    if is_open {
        ahead.skip_one(closes);
    }
    *cursor = ahead;
    Some((holder.unwrap_or(Holder::Attacker), Strength::Word))
}

/// Returns whether the text between two cursors is more than one piece in kanji: `金金`, `金二`, `なし`, `G 2S`. One
/// alone may be a name or a misspelt move.
fn is_list(from: Cursor<'_>, to: Cursor<'_>) -> bool {
    let text = from.rest[..to.at - from.at].trim();
    text.is_ascii() || text.chars().count() > 1
}

/// Returns the pieces in a line, if it has nothing else.
pub(crate) fn pieces_alone(line: Line<'_>) -> Option<Pieces> {
    let mut cursor = line.cursor();
    cursor.take_while(|c| c.is_whitespace() || matches!(c, '*' | '-' | '・'));
    let read = pieces(&mut cursor).ok()?;
    let has_pieces = !matches!(&read, Pieces::These(hand, _) if hand.is_empty());
    cursor.take_while(|c| is_gap(c) || closes(c) || c == '-');
    (has_pieces && cursor.rest.is_empty()).then_some(read)
}

/// Returns the side whose hand a header gives: `先手の持駒`.
pub(crate) fn holder_of(key: &str) -> Option<Holder> {
    let mut cursor = Cursor { rest: key, at: 0 };
    let (holder, strength) = hand_name(&mut cursor)?;
    (strength == Strength::Word && cursor.rest.is_empty()).then_some(holder)
}

/// Returns whether a header is one of a hand.
pub(crate) fn is_name_of_hand(key: &str) -> bool {
    holder_of(key).is_some()
}

/// Returns whether a line begins with a hand.
#[must_use]
pub fn is_of_hand(line: &str) -> bool {
    let bare = Line { text: line, at: 0 }.trimmed();
    hand_at(&mut bare.cursor()).is_some()
}

/// Reads a text that has only pieces in hand. `None` means all pieces that are left.
///
/// # Errors
/// If the text cannot be read.
pub fn read_hand(text: &str) -> Result<Option<Hand>, RecordError> {
    let mut cursor = Cursor { rest: text, at: 0 };
    let read = pieces(&mut cursor)?;
    cursor.take_while(|c| is_gap(c) || closes(c) || matches!(c, '。' | '-'));
    if !cursor.rest.is_empty() {
        let kind = Kind::NoSuchHand(cursor.rest.to_owned());
        return Err(RecordError::new(kind, cursor.at..text.len()));
    }
    Ok(match read {
        Pieces::These(hand, _) => Some(hand),
        Pieces::Rest => None,
    })
}
