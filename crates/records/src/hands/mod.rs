//! Lines that give the hand of a side, or the side to move: `先手の持駒：飛　金四`, `持ち駒 なし`, `攻方番`.
//!
//! Magazines and pages write the attacker's hand alone, without a side: `持駒：金`. The kings of the
//! diagram tell which side attacks.

mod pieces;
mod turn;
mod unknown;

pub(super) use pieces::{Pieces, is_whole, pieces};
pub(super) use turn::{turn_of, turn_of_line};

use super::lines::Line;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::written_move::side;
use crate::shogi::{Color, Setup};

/// A side as a record names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    Side(Color),
    Attacker,
    Defender,
}

impl Holder {
    /// Returns the side, given the side that attacks.
    pub const fn color(self, attacker: Color) -> Color {
        match self {
            Self::Side(color) => color,
            Self::Attacker => attacker,
            Self::Defender => attacker.flip(),
        }
    }
}

/// Returns the side that attacks in a diagram whose hands are not known yet: the one without a king if the other
/// has one, else the side to move.
pub(super) fn attacker(setup: &Setup, turn: Option<Holder>) -> Color {
    let has_king = |color| setup.kings(color).next().is_some();
    match (has_king(Color::Black), has_king(Color::White), turn) {
        (true, false, _) | (true, true, Some(Holder::Side(Color::White))) => Color::White,
        _ => Color::Black,
    }
}

const SIDES: [(&str, Holder); 16] = [
    ("先手", Holder::Side(Color::Black)),
    ("下手", Holder::Side(Color::Black)),
    ("後手", Holder::Side(Color::White)),
    ("后手", Holder::Side(Color::White)),
    ("上手", Holder::Side(Color::White)),
    ("攻方", Holder::Attacker),
    ("攻め方", Holder::Attacker),
    ("攻手", Holder::Attacker),
    ("詰方", Holder::Attacker),
    ("詰め方", Holder::Attacker),
    ("玉方", Holder::Defender),
    ("受方", Holder::Defender),
    ("受け方", Holder::Defender),
    ("守方", Holder::Defender),
    ("相手方", Holder::Defender),
    ("相手", Holder::Defender),
];

/// Words for pieces in hand, longer ones first.
pub(super) const WORDS: [&str; 21] = [
    "手持ち駒",
    "手持駒",
    "手持ち",
    "手持",
    "手駒",
    "持ち駒",
    "持駒",
    "持驹",
    "もち駒",
    "持ちゴマ",
    "持ちごま",
    "持ゴマ",
    "持ごま",
    "もちごま",
    "手ゴマ",
    "手ごま",
    "持　駒",
    "持 駒",
    "駒台",
    "モチゴマ",
    "ﾓﾁｺﾞﾏ",
];

/// Names of hands in English, in any case, longer ones first. Only a colon or a blank and pieces make them one.
const ENGLISH: [(&str, Holder); 17] = [
    ("black's hand", Holder::Side(Color::Black)),
    ("black in hand", Holder::Side(Color::Black)),
    ("black hand", Holder::Side(Color::Black)),
    ("sente's hand", Holder::Side(Color::Black)),
    ("sente in hand", Holder::Side(Color::Black)),
    ("sente hand", Holder::Side(Color::Black)),
    ("white's hand", Holder::Side(Color::White)),
    ("white in hand", Holder::Side(Color::White)),
    ("white hand", Holder::Side(Color::White)),
    ("gote's hand", Holder::Side(Color::White)),
    ("gote in hand", Holder::Side(Color::White)),
    ("gote hand", Holder::Side(Color::White)),
    ("attacker's hand", Holder::Attacker),
    ("defender's hand", Holder::Defender),
    ("pieces in hand", Holder::Attacker),
    ("in hand", Holder::Attacker),
    ("hand", Holder::Attacker),
];

pub(super) fn side_of(cursor: &mut Cursor<'_>) -> Option<Holder> {
    let (_, holder) = SIDES.iter().find(|(name, _)| cursor.skip(name))?;
    cursor.skip("側");
    Some(*holder)
}

pub(super) const fn opens(c: char) -> bool {
    matches!(
        c,
        '（' | '(' | '［' | '[' | '【' | '〔' | '「' | '『' | '＜' | '〈' | '《'
    )
}

pub(super) const fn closes(c: char) -> bool {
    matches!(
        c,
        '）' | ')' | '］' | ']' | '】' | '〕' | '」' | '』' | '＞' | '〉' | '》'
    )
}

/// Reads the name of a hand: `先手の持駒`, `▲持駒`, `持駒（攻方）`. Also reads a name without a word for the
/// hand, such as `詰方`, and tells whether the word was there: without it, only the text behind the
/// name tells whether this is a hand.
pub(super) fn name(cursor: &mut Cursor<'_>) -> Option<(Holder, bool)> {
    let mut ahead = *cursor;
    if let Some(holder) = english_name(cursor) {
        return Some((holder, false));
    }
    let in_brackets = ahead.skip_one(opens);
    let mark = ahead.peek().and_then(side);
    if mark.is_some() {
        ahead.next();
        ahead.skip_blanks();
    }
    let mut holder = side_of(&mut ahead);
    if in_brackets {
        ahead.skip_one(closes);
    }
    let bare = ahead;
    ahead.take_while(|c| c.is_whitespace() || matches!(c, 'の' | '：' | ':'));
    let has_word = WORDS.iter().any(|it| ahead.skip(it));
    if !has_word {
        *cursor = bare;
        let holder = match (holder, mark) {
            (None, Some(color)) => Some(Holder::Side(color)),
            (holder, _) => holder.filter(|it| !matches!(it, Holder::Side(_))),
        };
        return holder.map(|it| (it, false));
    }
    let mut behind = ahead;
    behind.skip_blanks();
    if behind.skip_one(opens)
        && let Some(inner) = side_of(&mut behind)
        && behind.skip_one(closes)
    {
        holder = Some(inner);
        ahead = behind;
    }
    if in_brackets {
        ahead.skip_one(closes);
    }
    *cursor = ahead;
    let marked = mark.map(Holder::Side);
    Some((holder.or(marked).unwrap_or(Holder::Attacker), true))
}

/// Reads the name of a hand in English.
fn english_name(cursor: &mut Cursor<'_>) -> Option<Holder> {
    let is_there = |name: &str| {
        let start = cursor.rest.get(..name.len());
        start.is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    let (name, holder) = ENGLISH.iter().find(|it| is_there(it.0))?;
    cursor.advance(name.len());
    Some(*holder)
}

/// Returns the side whose hand a header describes.
pub(super) fn holder_of(key: &str) -> Option<Holder> {
    let mut cursor = Cursor { rest: key, at: 0 };
    let (holder, has_word) = name(&mut cursor)?;
    (has_word && cursor.rest.is_empty()).then_some(holder)
}

/// A line with a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandLine<'a> {
    pub holder: Holder,
    /// The name of the hand.
    pub name: &'a str,
    /// The text behind the name.
    pub value: Cursor<'a>,
}

/// Returns the side whose hand a line describes. A colon or a blank follows the name, or the pieces
/// themselves.
pub(super) fn hand_line(line: Line<'_>) -> Option<HandLine<'_>> {
    let mut cursor = line.trimmed().cursor();
    let start = cursor;
    let (holder, has_word) = match name(&mut cursor) {
        Some(found) => found,
        None => (short_name(start)?.0, false),
    };
    let name = &start.rest[..cursor.at - start.at];
    let has_blank = !cursor.take_while(char::is_whitespace).is_empty();
    let has_colon = cursor.skip_one(|c| matches!(c, '：' | ':' | '＝' | '='));
    let is_hand = |cursor: Cursor<'_>| !cursor.rest.trim().is_empty() && pieces(cursor).is_ok();
    let is_parted = has_blank || has_colon;
    let is_marked = || start.peek().is_some_and(|c| side(c).is_some()) && is_list(cursor.rest);
    if has_word && is_parted || (has_word || is_parted || is_marked()) && is_hand(cursor) {
        return Some(HandLine {
            holder,
            name,
            value: cursor,
        });
    }
    // In sentences: 持ち駒は金です。
    if !has_word {
        let (holder, name) = short_name(start)?;
        cursor = start;
        cursor.advance(name.len());
        cursor.skip_blanks();
        let has_colon = cursor.skip_one(|c| matches!(c, '：' | ':' | '＝' | '='));
        return (has_colon && is_hand(cursor)).then_some(HandLine {
            holder,
            name,
            value: cursor,
        });
    }
    cursor.skip("は");
    cursor.take_while(|c| c.is_whitespace() || "、…‥→・･".contains(c));
    cursor.rest = cursor.rest.trim_end_matches('！');
    is_hand(cursor).then_some(HandLine {
        holder,
        name,
        value: cursor,
    })
}

/// Returns whether a text behind the mark of a side is more than a piece, which may be a move with a mistake:
/// `金金`, `金二`, `なし`.
fn is_list(text: &str) -> bool {
    let mut characters = text.trim().chars();
    let is_piece = |c: char| "歩香桂銀金角飛".contains(c);
    let begins = characters.next().is_some_and(is_piece);
    let goes_on = characters.next().is_some_and(|c| {
        c.is_whitespace() || is_piece(c) || digit(c).is_some() || kanji(c).is_some()
    });
    begins && goes_on || pieces::is_whole(text.trim())
}

/// Reads the shortest name of a hand, which needs a colon: `持：金`, `▲持：金`, `攻：金`, `受：なし`.
fn short_name(mut cursor: Cursor<'_>) -> Option<(Holder, &str)> {
    const SHORT: [(&str, Holder); 3] = [
        ("持", Holder::Attacker),
        ("攻", Holder::Attacker),
        ("受", Holder::Defender),
    ];
    let start = cursor;
    let mark = cursor.peek().and_then(side);
    if mark.is_some() {
        cursor.next();
        cursor.skip_blanks();
    }
    let (_, named) = SHORT.iter().find(|(name, _)| cursor.skip(name))?;
    let holder = mark.map_or(*named, Holder::Side);
    Some((holder, &start.rest[..cursor.at - start.at]))
}

/// Returns the hand behind the name of a player: `後手：玉方　持駒：残り全部`.
pub(super) fn hand_behind_name<'a>(line: Line<'a>, key: &str) -> Option<HandLine<'a>> {
    let (_, holder) = SIDES.iter().find(|it| it.0 == key)?;
    let places = WORDS.iter().filter_map(|it| line.text.find(it));
    let at = places.min().filter(|&at| at > key.len())?;
    let hand = hand_line(Line {
        text: &line.text[at..],
        at: line.at + at,
    })?;
    let name = &line.text[..at];
    Some(HandLine {
        holder: *holder,
        name: &name[..key.len().min(name.len())],
        ..hand
    })
}

/// Returns a text without the hand at its end: `玉方` of `玉方　持駒：残り全部`.
pub(super) fn without_hand(text: &str) -> &str {
    let at = WORDS.iter().filter_map(|it| text.find(it)).min();
    text[..at.unwrap_or(text.len())].trim_end()
}

/// Returns whether a line describes a hand.
#[must_use]
pub fn is_of_hand(line: &str) -> bool {
    hand_line(Line { text: line, at: 0 }).is_some()
}

/// Returns the side of a header that looks like a hand under another name: the name has a side or pieces
/// in it, and the value is nothing but pieces.
pub(super) fn seeming_holder(key: &str, value: &str) -> Option<Holder> {
    let is_piece = |c: char| "歩香桂銀金角飛".contains(c);
    let is_other = |c: char| {
        c.is_whitespace()
            || "玉王と成車行将馬兵龍竜杏圭全枚個、,，・･。×xX+＋/／".contains(c)
            || digit(c).is_some()
            || kanji(c).is_some()
    };
    let other = || OTHER_NAMES.iter().find(|(name, _)| *name == key);
    let named = SIDES.iter().find(|(name, _)| key.contains(name));
    let named = named.or_else(other);
    let names_pieces = named.is_some() || key.contains('駒') || says_hand(key);
    // A list in brackets: `["G"]`.
    let listed = value.trim().strip_prefix('[');
    // A remark may follow.
    let value = value.split(opens).next().unwrap_or_default();
    // So may the other side: `金銀　後手：飛`.
    let sides = SIDES.iter().filter_map(|(name, _)| value.find(name));
    let value = &value[..sides.filter(|at| *at > 0).min().unwrap_or(value.len())];
    let is_pieces = value.contains(is_piece) && value.chars().all(|c| is_piece(c) || is_other(c));
    if names_pieces && is_pieces {
        return Some(named.map_or(Holder::Attacker, |it| it.1));
    }
    let small = key.to_ascii_lowercase();
    let named = ENGLISH_NAMES.iter().find(|(name, _)| small.contains(name));
    let is_unknown = is_pieces && !unknown::is_of_other(key) && is_list_of_pieces(value);
    if named.is_none() && is_unknown {
        return Some(Holder::Attacker);
    }
    let holder = named
        .map(|it| it.1)
        .or_else(|| unknown::of_letters(&small))?;
    let value = listed.unwrap_or(value);
    let is_letter = |c: char| "PLNSGBRplnsgbr".contains(c);
    let is_count =
        |c: char| c.is_whitespace() || c.is_ascii_digit() || ",xX×*+-[]{}\"'".contains(c);
    let is_pieces = value.contains(is_letter) && value.chars().all(|c| is_letter(c) || is_count(c));
    is_pieces.then_some(holder)
}

/// Returns whether a text is a list of pieces that can be read to its end.
fn is_list_of_pieces(text: &str) -> bool {
    let read = pieces(Cursor { rest: text, at: 0 });
    matches!(read, Ok(Pieces::These(hand, _)) if !hand.is_empty())
}

/// Names that are no usual ones of a hand. With nothing but pieces behind them they look like one.
const OTHER_NAMES: [(&str, Holder); 9] = [
    ("攻め側", Holder::Attacker),
    ("受け側", Holder::Defender),
    ("手元", Holder::Attacker),
    ("持コマ", Holder::Attacker),
    ("持ちコマ", Holder::Attacker),
    ("黒", Holder::Side(Color::Black)),
    ("白", Holder::Side(Color::White)),
    ("先", Holder::Side(Color::Black)),
    ("後", Holder::Side(Color::White)),
];

/// The same in English, as a part of a name.
const ENGLISH_NAMES: [(&str, Holder); 9] = [
    ("black", Holder::Side(Color::Black)),
    ("sente", Holder::Side(Color::Black)),
    ("white", Holder::Side(Color::White)),
    ("gote", Holder::Side(Color::White)),
    ("attacker", Holder::Attacker),
    ("defender", Holder::Defender),
    ("hand", Holder::Attacker),
    ("komadai", Holder::Attacker),
    ("you have", Holder::Attacker),
];

/// Returns whether a line seems to list pieces in hand: 持駒, 駒台, `in hand`.
pub(super) fn speaks_of_hand(line: &str) -> bool {
    let squeezed: String = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(80)
        .collect();
    let has_word = WORDS.iter().any(|it| squeezed.contains(it));
    let has_pieces = |c: char| "歩香桂銀金角飛".contains(c) || digit(c).is_some();
    let small = line.to_ascii_lowercase();
    let is_english = small.contains("in hand") || small.starts_with("mochigoma");
    // A sentence may speak of them without a list.
    (has_word && (squeezed.contains(has_pieces) || squeezed.chars().count() <= 6)) || is_english
}

/// Returns whether a word for pieces in hand is in the name of a header.
pub(super) fn says_hand(key: &str) -> bool {
    WORDS.iter().any(|it| key.contains(it))
}
