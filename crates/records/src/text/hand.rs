//! Pieces in hand: the names of hands, and the pieces after them.

use super::piece::{count_before, count_behind, named};
use super::words::{
    Holder, Whole, begins_any, closes, has_any, opens, side_of, skip_any, skip_hand_word,
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

/// A hand in a text.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// Whose it is.
    pub holder: Holder,
    /// The pieces, or why they cannot be read.
    pub pieces: Result<Pieces, RecordError>,
    /// The place of the name and the pieces.
    pub span: Range<usize>,
    /// Whether only the name stands there. The pieces may follow in the next lines, or there are none.
    pub is_name_alone: bool,
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || "、,，・･/／+＋&`\"|';；".contains(c)
}

/// Reads pieces in hand as far as there are any: `飛　金四　歩十八`, `金2枚、銀`, `2R 3P`, `r2 p17`, `なし`, `残り全部`.
///
/// # Errors
/// If a king or a promoted piece is among them, or more than there are in a set.
pub(crate) fn pieces(cursor: &mut Cursor<'_>) -> Result<Pieces, RecordError> {
    let (mut hand, mut places) = (Hand::EMPTY, Vec::new());
    let mut counts_lead = None;
    let mut is_small = None;
    let mut are_boxed = false;
    loop {
        let mut ahead = *cursor;
        // A remark in brackets may follow the first piece.
        let is_first = counts_lead.is_none();
        let gap =
            ahead.take_while(|c| is_gap(c) || (is_first || are_boxed) && opens(c) || closes(c));
        are_boxed |= is_first && gap.contains(opens);
        if is_first && let Some(whole) = skip_whole_hand(&mut ahead) {
            *cursor = ahead;
            return Ok(match whole {
                Whole::None => Pieces::These(hand, places),
                Whole::Rest => Pieces::Rest,
            });
        }
        if counts_lead.is_some() {
            pass_over_and(&mut ahead);
        }
        // The next side: 玉方.
        if side_of(&mut ahead.clone()).is_some() {
            return Ok(Pieces::These(hand, places));
        }
        let start = ahead.at;
        let before = count_before(&mut ahead);
        let text = ahead.rest;
        let Some(kind) = in_hand(&mut ahead) else {
            return Ok(Pieces::These(hand, places));
        };
        let name = &text[..text.len() - ahead.rest.len()];
        // Letters of both kinds are the hands of both sides.
        if name.len() == 1
            && *is_small.get_or_insert(name == name.to_lowercase()) != (name == name.to_lowercase())
        {
            let span = ahead.at - 1..ahead.at;
            return Err(RecordError::new(Kind::NoSuchHand(name.to_owned()), span));
        }
        let leads = *counts_lead.get_or_insert(before.is_some());
        let behind = if leads {
            None
        } else {
            count_behind(&mut ahead)
        };
        let count = before.or(behind).unwrap_or(1);
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

/// Passes over a word between two pieces: `金二枚と銀`, `a gold and a silver`.
fn pass_over_and(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    let is_there = skip_any(&mut ahead, "と|それと|and|und");
    ahead.take_while(is_gap);
    if is_there
        && (count_before(&mut ahead.clone()).is_some() || in_hand(&mut ahead.clone()).is_some())
    {
        *cursor = ahead;
    }
}

/// Reads the name of a piece in hand. Letters are pieces if all of their word are: `GSP`, and not `Solution`.
fn in_hand(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    let kind = named(&mut cursor.clone())?;
    let length = cursor
        .rest
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(cursor.rest.len());
    let word = &cursor.rest[..length];
    let mut behind = *cursor;
    named(&mut behind);
    let is_letter = length > 0 && behind.at - cursor.at == 1;
    if is_letter
        && !word
            .chars()
            .all(|c| c.is_ascii_digit() || "RBGSNLPrbgsnlpx".contains(c))
    {
        return None;
    }
    *cursor = behind;
    Some(kind)
}

/// Returns whether a hand is one in spite of the text after its pieces. In `持駒の金を打つ` it does not.
fn may_follow(cursor: Cursor<'_>) -> bool {
    let is_sign = |c: char| {
        c.is_whitespace() || closes(c) || opens(c) || "。．.,、!！|:#*+<`;\"'\\".contains(c)
    };
    let rest = cursor.rest;
    rest.is_empty() || rest.starts_with(is_sign) || begins_any(rest, "です|だけ|のみ|で、|で ")
}

/// Returns the hands that a line gives. The name of a hand stands at its beginning, after blanks or signs, or after
/// the words of a sentence: `持駒：金`, `▲持ち駒：銀`, `Hand (Black): G`, `You forgot that Black has in hand: G`.
pub(crate) fn hands(line: Line<'_>) -> Vec<Given> {
    let mut found = Vec::new();
    if !may_have_hand(line.text) {
        return found;
    }
    let mut cursor = line.cursor();
    if let Some((holder, Strength::Word)) = name(&mut cursor)
        && cursor.rest.trim().is_empty()
    {
        let pieces = Ok(Pieces::These(Hand::EMPTY, Vec::new()));
        return vec![Given {
            holder,
            pieces,
            span: line.span(),
            is_name_alone: true,
        }];
    }
    cursor = line.cursor();
    let mut is_begin = true;
    while !cursor.rest.is_empty() {
        if is_begin && let Some(more) = section(&mut cursor) {
            found.extend(more);
            continue;
        }
        if is_begin && let Some(given) = one(&mut cursor) {
            found.push(given);
            continue;
        }
        is_begin = cursor
            .next()
            .is_some_and(|c| is_gap(c) || opens(c) || closes(c) || "：:.。■●*-=※の".contains(c));
    }
    found
}

/// Reads the hands of both sides after one word: `持駒：先手 金、後手 銀`, `Hands: Black G, White S`.
fn section(cursor: &mut Cursor<'_>) -> Option<Vec<Given>> {
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
        found.push(Given {
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

/// Returns whether a line may give a hand: a quick look.
fn may_have_hand(text: &str) -> bool {
    text.len() < LONGEST
        && (speaks_of_hand(text)
            || text.contains(|c| "攻受玉詰守持黒白▲△☗☖▽▼".contains(c))
            || has_any(text, "lack|hite|ente|ote|and|omadai|chwarz|eiß"))
}

/// The longest line in which hands are looked for, in bytes.
const LONGEST: usize = 2_000;

/// Reads a hand that begins here.
pub(super) fn one(cursor: &mut Cursor<'_>) -> Option<Given> {
    let start = *cursor;
    let mut ahead = *cursor;
    let (holder, strength) = name(&mut ahead)?;
    let sign =
        ahead.take_while(|c| c.is_whitespace() || matches!(c, '：' | ':' | '＝' | '=' | '…' | '→'));
    let is_parted = !sign.is_empty();
    let has_wa = skip_any(&mut ahead, "は|is|are");
    let behind_name = ahead;
    let read = pieces(&mut ahead);
    let is_some = ahead.at > behind_name.at && may_follow(ahead);
    let is_hand = match strength {
        Strength::Word => is_some || read.is_err() || is_parted && !has_wa,
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
            is_some && is_parted && !is_sentence && (!is_player || is_list(behind_name, ahead))
        }
        Strength::Mark => is_some && is_list(behind_name, ahead),
        // `Black has a gold in hand`
        Strength::Has => {
            ahead.skip_blanks();
            ahead.skip_one(opens);
            is_some
                && (skip_hand_word(&mut ahead)
                    || ahead.rest.is_empty()
                    || begins_any(ahead.rest, "and |.|,|;"))
        }
    };
    if !is_hand {
        return None;
    }
    let is_name_alone = !is_some && behind_name.rest.trim().is_empty();
    // Words after the name that are no pieces, in a line of its own.
    let pieces = match read {
        Ok(_) if !is_some && !is_name_alone => {
            let mut cursor = if ahead.at > behind_name.at {
                ahead
            } else {
                behind_name
            };
            cursor.take_while(is_gap);
            let word = cursor.rest.split(is_gap).next().unwrap_or_default();
            let span = cursor.at..cursor.at + word.len();
            Err(RecordError::new(Kind::NoSuchHand(word.to_owned()), span))
        }
        read => read,
    };
    let pieces = pieces.and_then(|it| {
        match unread(ahead).filter(|_| is_some && strength == Strength::Word) {
            Some((word, span)) => Err(RecordError::new(Kind::NoSuchHand(word.to_owned()), span)),
            None => Ok(it),
        }
    });
    let end = if is_some { ahead.at } else { behind_name.at };
    *cursor = if is_some { ahead } else { behind_name };
    Some(Given {
        holder,
        pieces,
        span: start.at..end,
        is_name_alone,
    })
}

/// Returns the word after the pieces of a hand that is meant as one more: `金 竹`. Longer words are text.
fn unread(mut cursor: Cursor<'_>) -> Option<(&str, Range<usize>)> {
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

/// How surely a name is that of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    /// It has a word for pieces in hand.
    Word,
    /// It is the name of a side alone.
    Side,
    /// It is the mark of a side alone.
    Mark,
    /// It is a side that has something.
    Has,
}

/// Reads the name of a hand: `先手の持駒`, `▲持駒`, `持駒（攻方）`, `Hand (Black)`, `Black's hand`, `In hand`.
fn name(cursor: &mut Cursor<'_>) -> Option<(Holder, Strength)> {
    let mut ahead = *cursor;
    let is_open = ahead.skip_one(opens);
    let is_marked = ahead.peek().is_some_and(|c| !c.is_alphabetic());
    let side = side_of(&mut ahead);
    if is_open {
        ahead.skip_one(closes);
    }
    let mut behind_side = ahead;
    // In two languages, as this program prints it: `defender 玉方`.
    behind_side.skip_blanks();
    if side.is_some() && side_of(&mut behind_side) == side {
        *cursor = behind_side;
        return side.map(|it| (it, Strength::Word));
    }
    behind_side = ahead;
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
        // Behind these stand the names of players.
        if begins_any(cursor.rest, "先手|後手|下手|上手") {
            return None;
        }
        *cursor = behind_side;
        let strength = if is_marked {
            Strength::Mark
        } else {
            Strength::Side
        };
        return side.map(|it| (it, strength));
    }
    let mut behind = ahead;
    behind.skip_blanks();
    let mut holder = side;
    if behind.skip_one(opens)
        && let Some(inner) = side_of(&mut behind)
        && behind.skip_one(closes)
    {
        holder = Some(inner);
        ahead = behind;
    }
    if is_open {
        ahead.skip_one(closes);
    }
    *cursor = ahead;
    Some((holder.unwrap_or(Holder::Attacker), Strength::Word))
}

/// Returns whether the text between two cursors is more than a piece in kanji, which may be a name or a move with a
/// mistake: `金金`, `金二`, `なし`, `G 2S`.
fn is_list(from: Cursor<'_>, to: Cursor<'_>) -> bool {
    let text = from.rest[..to.at - from.at].trim();
    text.is_ascii() || text.chars().count() > 1
}

/// Returns the pieces that a line has, if it has nothing else.
pub(crate) fn pieces_alone(line: Line<'_>) -> Option<Pieces> {
    let mut cursor = line.cursor();
    cursor.take_while(|c| c.is_whitespace() || matches!(c, '*' | '-' | '・'));
    let read = pieces(&mut cursor).ok()?;
    let is_some = !matches!(&read, Pieces::These(hand, _) if hand.is_empty());
    cursor.take_while(|c| is_gap(c) || closes(c) || c == '-');
    (is_some && cursor.rest.is_empty()).then_some(read)
}

/// Returns the side whose hand a header gives: `先手の持駒`.
pub(crate) fn holder_of(key: &str) -> Option<Holder> {
    let mut cursor = Cursor { rest: key, at: 0 };
    let (holder, strength) = name(&mut cursor)?;
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
    one(&mut bare.cursor()).is_some()
}

/// Reads the pieces in hand of a text that has nothing else. `None` for all that are left.
///
/// # Errors
/// If it cannot be read.
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
