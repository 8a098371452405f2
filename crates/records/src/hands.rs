//! Lines that give the hand of a side, or the side to move: `先手の持駒：飛　金四`, `持ち駒 なし`, `攻方番`.
//!
//! Magazines and pages write the attacker's hand alone, without a side: `持駒：金`. The kings of the
//! diagram tell which side attacks.

use super::error::{RecordError, RecordErrorKind as Kind};
use super::lines::Line;
use super::number::number;
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::kind_of_letter;
use crate::notation::written_move::{piece, side};
use crate::shogi::{Color, Hand, PieceKind, Setup};
use std::ops::Range;

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

const SIDES: [(&str, Holder); 13] = [
    ("先手", Holder::Side(Color::Black)),
    ("下手", Holder::Side(Color::Black)),
    ("後手", Holder::Side(Color::White)),
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
];

/// Words for pieces in hand, longer ones first.
pub(super) const WORDS: [&str; 15] = [
    "手持ち駒",
    "手持駒",
    "手持ち",
    "手持",
    "手駒",
    "持ち駒",
    "持駒",
    "もち駒",
    "持ちゴマ",
    "持ちごま",
    "持ゴマ",
    "持ごま",
    "もちごま",
    "手ゴマ",
    "手ごま",
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

/// Words for no pieces.
const NONE: [&str; 15] = [
    "なし", "無し", "ナシ", "ﾅｼ", "無", "-", "－", "―", "–", "—", "ー", "none", "None", "nothing",
    "--",
];

/// The pieces in hand that a line gives to a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    /// These pieces, with their places.
    These(Hand, Vec<(PieceKind, Range<usize>)>),
    /// 残り駒全部
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

pub(super) fn side_of(cursor: &mut Cursor<'_>) -> Option<Holder> {
    let (_, holder) = SIDES.iter().find(|(name, _)| cursor.skip(name))?;
    cursor.skip("側");
    Some(*holder)
}

const fn opens(c: char) -> bool {
    matches!(c, '（' | '(' | '［' | '[' | '【' | '〔' | '「')
}

const fn closes(c: char) -> bool {
    matches!(c, '）' | ')' | '］' | ']' | '】' | '〕' | '」')
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
    if has_word && is_parted || (has_word || is_parted) && is_hand(cursor) {
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
    cursor.rest = cursor.rest.trim_end_matches(['。', '．', '！']);
    cursor.rest = ["です", "のみ", "だけ"]
        .iter()
        .find_map(|it| cursor.rest.strip_suffix(it))
        .unwrap_or(cursor.rest);
    is_hand(cursor).then_some(HandLine {
        holder,
        name,
        value: cursor,
    })
}

/// Reads the shortest name of a hand, which needs a colon: `持：金`, `▲持：金`.
fn short_name(mut cursor: Cursor<'_>) -> Option<(Holder, &str)> {
    let start = cursor;
    let mark = cursor.peek().and_then(side);
    if mark.is_some() {
        cursor.next();
        cursor.skip_blanks();
    }
    let holder = mark.map_or(Holder::Attacker, Holder::Side);
    let is_there = cursor.skip("持");
    is_there.then(|| (holder, &start.rest[..cursor.at - start.at]))
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

/// Returns whether a line describes a hand.
#[must_use]
pub fn is_of_hand(line: &str) -> bool {
    hand_line(Line { text: line, at: 0 }).is_some()
}

/// Reads the pieces in a hand: `飛　金四　歩十八`, `金2枚、銀`, `なし`, `残り駒全部`.
pub(super) fn pieces(mut cursor: Cursor<'_>) -> Result<Pieces, RecordError> {
    let is_gap =
        |c: char| c.is_whitespace() || matches!(c, '、' | ',' | '，' | '・' | '･' | '。' | '．');
    let (mut hand, mut places) = (Hand::EMPTY, Vec::new());
    loop {
        cursor.take_while(is_gap);
        if cursor.rest.is_empty() {
            return Ok(Pieces::These(hand, places));
        }
        let start = cursor.at;
        let word = cursor.rest.split(is_gap).next().unwrap_or("");
        let no_piece = || {
            let kind = Kind::NoSuchHand(word.to_owned());
            RecordError::new(kind, start..start + word.len())
        };
        if places.is_empty()
            && let Some(found) = whole_hand(word)
        {
            cursor.advance(word.len());
            cursor.take_while(is_gap);
            // A remark may follow.
            return if cursor.rest.is_empty() || cursor.rest.starts_with(opens) {
                Ok(found)
            } else {
                let rest = cursor.rest.trim_end();
                let kind = Kind::NoSuchHand(rest.to_owned());
                Err(RecordError::new(kind, cursor.at..cursor.at + rest.len()))
            };
        }
        if places.is_empty() && word.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return western_hand(cursor);
        }
        let kind = piece(&mut cursor).ok_or_else(no_piece)?;
        if kind == PieceKind::King || kind.is_promoted() {
            return Err(no_piece());
        }
        cursor.skip(second_character(kind));
        let mut ahead = cursor;
        ahead.skip_blanks();
        ahead.skip_one(|c| matches!(c, '×' | 'x' | 'X' | '✕' | '✖' | '*' | '＊'));
        let digits = ahead.take_while(|c| digit(c).is_some() || kanji(c).is_some());
        let mut count = 1;
        if !digits.is_empty() {
            count = number(digits).ok_or_else(no_piece)?;
            cursor = ahead;
            cursor.skip_one(|c| matches!(c, '枚' | '個'));
        }
        let total = hand.count(kind) + count;
        if total > u32::from(PieceKind::SET[kind.index()]) {
            return Err(RecordError::new(Kind::HandTooBig, start..cursor.at));
        }
        hand = hand.with(kind, total);
        places.push((kind, start..cursor.at));
    }
}

/// Reads the pieces in a hand in letters, as in SFEN: `R2G3P`, `R 2G 3P`.
fn western_hand(mut cursor: Cursor<'_>) -> Result<Pieces, RecordError> {
    let (mut hand, mut places) = (Hand::EMPTY, Vec::new());
    loop {
        cursor.take_while(|c| c.is_whitespace() || c == ',');
        if cursor.rest.is_empty() {
            return Ok(Pieces::These(hand, places));
        }
        let (start, whole) = (cursor.at, cursor.rest);
        let digits = cursor.take_while(|c| c.is_ascii_digit());
        let count = if digits.is_empty() {
            Some(1)
        } else {
            number(digits)
        };
        let letter = cursor.next();
        let kind = letter
            .and_then(|it| u8::try_from(it).ok())
            .and_then(kind_of_letter);
        let no_piece = || {
            let word = whole.split_whitespace().next().unwrap_or_default();
            let kind = Kind::NoSuchHand(word.to_owned());
            RecordError::new(kind, start..start + word.len())
        };
        let kind = kind
            .filter(|it| *it != PieceKind::King)
            .ok_or_else(no_piece)?;
        let count = count.filter(|it| *it > 0).ok_or_else(no_piece)?;
        let total = hand.count(kind) + count;
        if total > u32::from(PieceKind::SET[kind.index()]) {
            return Err(RecordError::new(Kind::HandTooBig, start..cursor.at));
        }
        hand = hand.with(kind, total);
        places.push((kind, start..cursor.at));
    }
}

/// Returns the hand that one word stands for: no pieces, or all that are left.
fn whole_hand(word: &str) -> Option<Pieces> {
    let bare = word.find(opens).map_or(word, |at| &word[..at]);
    if NONE.contains(&bare) {
        return Some(Pieces::These(Hand::EMPTY, Vec::new()));
    }
    let bare = bare.trim_end_matches('。');
    let words = [
        "残",
        "全部",
        "全て",
        "すべて",
        "その他",
        "他全部",
        "盤上以外",
    ];
    let rest = words.iter().find_map(|it| bare.strip_prefix(it));
    let is_rest = rest?.chars().all(|c| "りの持ち駒全部すべて".contains(c));
    is_rest.then_some(Pieces::Rest)
}

/// Returns the second character of the full name of a piece: 飛車.
const fn second_character(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Rook | PieceKind::Lance => "車",
        PieceKind::Bishop => "行",
        PieceKind::Gold | PieceKind::Silver => "将",
        PieceKind::Knight => "馬",
        _ => "兵",
    }
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
    let named = SIDES.iter().find(|(name, _)| key.contains(name));
    let names_pieces = named.is_some() || key.contains('駒') || says_hand(key);
    // A remark may follow.
    let value = value.split(opens).next().unwrap_or_default();
    let is_pieces = value.contains(is_piece) && value.chars().all(|c| is_piece(c) || is_other(c));
    (names_pieces && is_pieces).then(|| named.map_or(Holder::Attacker, |it| it.1))
}

/// Returns whether a line seems to list pieces in hand: 持駒, 駒台, `in hand`.
pub(super) fn speaks_of_hand(line: &str) -> bool {
    let squeezed: String = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(80)
        .collect();
    let others = ["駒台", "ﾓﾁｺﾞﾏ", "モチゴマ"];
    let has_word = WORDS.iter().chain(&others).any(|it| squeezed.contains(it));
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

/// Reads the side to move in a line of its own: `後手番`, `△後手の番`.
pub(super) fn turn_of_line(text: &str) -> Option<Holder> {
    let is_turn = text.ends_with('番');
    turn_of(text).filter(|_| is_turn)
}

/// Reads the side to move: `後手`, `△`, `攻方番`, `先`, `w`.
pub(super) fn turn_of(text: &str) -> Option<Holder> {
    // A remark may follow.
    let text = text.split(opens).next().unwrap_or("").trim_end();
    let mut cursor = Cursor { rest: text, at: 0 };
    let mark = cursor.peek().and_then(side);
    if mark.is_some() {
        cursor.next();
        cursor.skip_blanks();
    }
    let short = |cursor: &mut Cursor<'_>| {
        if cursor.skip_one(|c| matches!(c, '先' | '黒' | 'b' | 'B')) {
            Some(Holder::Side(Color::Black))
        } else if cursor.skip_one(|c| matches!(c, '後' | '白' | 'w' | 'W')) {
            Some(Holder::Side(Color::White))
        } else {
            None
        }
    };
    let named = side_of(&mut cursor).or_else(|| short(&mut cursor));
    cursor.skip("の");
    cursor.skip("手");
    cursor.skip("番");
    let holder = named.or(mark.map(Holder::Side))?;
    cursor.rest.is_empty().then_some(holder)
}
