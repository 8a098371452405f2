//! The pieces of a hand, in Japanese and in letters: `飛　金四`, `金2枚と銀`, `R2G`, `なし`, `残り駒全部`.

use super::{closes, opens};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::kind_of_letter;
use crate::notation::written_move::piece;
use crate::number::number;
use crate::shogi::{Hand, PieceKind};
use std::ops::Range;

/// The pieces in hand that a line gives to a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// These pieces, with their places.
    These(Hand, Vec<(PieceKind, Range<usize>)>),
    /// 残り駒全部
    Rest,
}

impl Pieces {
    /// Returns whether they are pieces, or all that are left.
    pub fn is_rest_or_some(&self) -> bool {
        !matches!(self, Self::These(hand, _) if hand.is_empty())
    }

    /// Gives all of them the place of the whole.
    pub fn at(self, span: &Range<usize>) -> Self {
        match self {
            Self::These(hand, _) => {
                let kinds = hand.iter().map(|(kind, _)| (kind, span.clone()));
                Self::These(hand, kinds.collect())
            }
            Self::Rest => Self::Rest,
        }
    }

    /// Returns whether the pieces are the same, wherever they are written.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::These(one, _), Self::These(two, _)) => one == two,
            _ => self == other,
        }
    }

    /// Adds the pieces that follow. `None` if there would be too many, or if all pieces are among them.
    pub fn with(self, more: Self) -> Option<Self> {
        let (Self::These(mut hand, mut places), Self::These(others, behind)) = (self, more) else {
            return None;
        };
        for (kind, count) in others.iter() {
            let total = hand.count(kind) + count;
            if total > u32::from(PieceKind::SET[kind.index()]) {
                return None;
            }
            hand = hand.with(kind, total);
        }
        places.extend(behind);
        Some(Self::These(hand, places))
    }
}

/// Words for no pieces.
const NONE: [&str; 25] = [
    "なし",
    "無し",
    "ナシ",
    "ﾅｼ",
    "無",
    "-",
    "－",
    "―",
    "–",
    "—",
    "ー",
    "−",
    "none",
    "None",
    "nothing",
    "--",
    "ゼロ",
    "0",
    "０",
    "零",
    "×",
    "✕",
    "無い",
    "ない",
    "ありません",
];

/// Names of pieces in kana, longer ones first.
const KANA: [(&str, PieceKind); 25] = [
    ("ひしゃ", PieceKind::Rook),
    ("ヒシャ", PieceKind::Rook),
    ("ﾋｼｬ", PieceKind::Rook),
    ("かく", PieceKind::Bishop),
    ("カク", PieceKind::Bishop),
    ("ｶｸ", PieceKind::Bishop),
    ("きん", PieceKind::Gold),
    ("キン", PieceKind::Gold),
    ("ｷﾝ", PieceKind::Gold),
    ("ぎん", PieceKind::Silver),
    ("ギン", PieceKind::Silver),
    ("ｷﾞﾝ", PieceKind::Silver),
    ("けいま", PieceKind::Knight),
    ("ケイマ", PieceKind::Knight),
    ("けい", PieceKind::Knight),
    ("ケイ", PieceKind::Knight),
    ("ｹｲ", PieceKind::Knight),
    ("きょうしゃ", PieceKind::Lance),
    ("キョウシャ", PieceKind::Lance),
    ("きょう", PieceKind::Lance),
    ("キョウ", PieceKind::Lance),
    ("ｷｮｳ", PieceKind::Lance),
    ("ふ", PieceKind::Pawn),
    ("フ", PieceKind::Pawn),
    ("ﾌ", PieceKind::Pawn),
];

const fn is_gap(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{3000}'
            | '\t'
            | '、'
            | ','
            | '，'
            | '・'
            | '･'
            | '。'
            | '．'
            | '/'
            | '／'
            | '+'
            | '＋'
            | '&'
            | '＆'
            | '`'
            | '"'
            | '”'
    ) || c.is_whitespace()
}

/// Reads the pieces in a hand: `飛　金四　歩十八`, `金2枚、銀`, `2金`, `[金][銀]`, `なし`, `残り駒全部`.
pub(crate) fn pieces(mut cursor: Cursor<'_>) -> Result<Pieces, RecordError> {
    let (mut hand, mut places) = (Hand::EMPTY, Vec::new());
    // The counts of all pieces stand on one side of them.
    let mut counts_lead = false;
    let mut are_in_brackets = false;
    loop {
        cursor.take_while(is_gap);
        if !places.is_empty() {
            pass_over_and(&mut cursor);
            cursor.take_while(|c| are_in_brackets && (is_gap(c) || closes(c)));
            if is_end_of_sentence(cursor.rest) {
                return Ok(Pieces::These(hand, places));
            }
        }
        if cursor.rest.is_empty() {
            return Ok(Pieces::These(hand, places));
        }
        let start = cursor.at;
        let word = cursor.rest.split(is_gap).next().unwrap_or("");
        let no_piece = || {
            let kind = Kind::NoSuchHand(word.to_owned());
            RecordError::new(kind, start..start + word.len())
        };
        if places.is_empty() {
            if let Some(found) = whole_hand(word) {
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
            let mut ahead = cursor;
            counts_lead = leading_count(&mut ahead).is_some();
            if !counts_lead && word.starts_with(|c: char| c.is_ascii_alphanumeric()) {
                return western_hand(cursor);
            }
        }
        if (places.is_empty() || are_in_brackets) && cursor.skip_one(opens) {
            are_in_brackets = true;
            // The word for all of the hand may stand in them, too.
            let inner = cursor.rest.split(closes).next().unwrap_or_default();
            if places.is_empty()
                && let Some(found) = whole_hand(inner)
                && cursor.rest[inner.len()..].chars().count() == 1
            {
                return Ok(found);
            }
        }
        let before = if counts_lead {
            leading_count(&mut cursor)
        } else {
            None
        };
        let kind = named(&mut cursor).ok_or_else(no_piece)?;
        if kind == PieceKind::King || kind.is_promoted() {
            return Err(no_piece());
        }
        let mut count = before.unwrap_or(1);
        if !counts_lead && let Some(behind) = count_behind(&mut cursor) {
            count = behind;
        }
        let total = hand.count(kind).saturating_add(count);
        if total > u32::from(PieceKind::SET[kind.index()]) {
            return Err(RecordError::new(Kind::HandTooBig, start..cursor.at));
        }
        hand = hand.with(kind, total);
        places.push((kind, start..cursor.at));
    }
}

/// Reads the name of a piece, in kanji or kana.
fn named(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    if let Some(kind) = piece(cursor) {
        cursor.skip(second_character(kind));
        return Some(kind);
    }
    let (_, kind) = KANA.iter().find(|(name, _)| cursor.skip(name))?;
    Some(*kind)
}

/// Words and signs between two pieces, longer ones first.
const AND: [&str; 19] = [
    "それと",
    "それに",
    "そして",
    "および",
    "及び",
    "ならびに",
    "並びに",
    "プラス",
    "その他に",
    "その他",
    "他に",
    "ほかに",
    "さらに",
    "あとは",
    "あと",
    "and ",
    "と",
    ";",
    "；",
];

/// Passes over the word between two pieces: 金二枚と銀, 金、それと歩.
fn pass_over_and(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    if AND.iter().any(|it| ahead.skip(it)) {
        ahead.take_while(is_gap);
        let mut behind = ahead;
        if piece(&mut behind).is_some_and(|it| !it.is_promoted()) {
            *cursor = ahead;
        }
    }
}

/// Returns whether nothing but the end of a sentence follows: 金二枚だけです。
fn is_end_of_sentence(text: &str) -> bool {
    let bare = text.trim_end_matches(['。', '．', '！', ' ', '\u{3000}']);
    [
        "だけです",
        "のみです",
        "です",
        "だけ",
        "のみ",
        "だ",
        "あります",
        "でした",
    ]
    .contains(&bare)
}

/// Reads a count before its piece, of one digit: 2金. Two digits would be a square.
fn leading_count(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut ahead = *cursor;
    let count = digit(ahead.next()?).filter(|it| *it > 0)?;
    ahead.skip_one(|c| matches!(c, '枚' | '個'));
    ahead.skip_one(|c| matches!(c, 'の' | '×'));
    named(&mut ahead.clone())?;
    *cursor = ahead;
    Some(count)
}

/// Reads a count behind its piece: `二`, `2枚`, `x2`, `(2)`, `：2`, `弐`, `③`.
fn count_behind(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut ahead = *cursor;
    let in_brackets = ahead.skip_one(|c| matches!(c, '(' | '（'));
    let is_object = !in_brackets && ahead.skip("を");
    let has_sign = !in_brackets
        && !is_object
        && ahead.skip_one(|c| matches!(c, '：' | ':' | '=' | '＝' | 'が'));
    ahead.skip_blanks();
    ahead.skip_one(|c| matches!(c, '×' | 'x' | 'X' | '✕' | '✖' | '*' | '＊'));
    if !in_brackets {
        ahead.skip_blanks();
    }
    let digits = ahead.take_while(|c| digit(c).is_some() || kanji(c).is_some());
    let count = if digits.is_empty() {
        let value = ahead.peek().and_then(formal)?;
        ahead.next();
        value
    } else {
        number(digits).unwrap_or(u32::MAX)
    };
    let mut behind_blank = ahead;
    behind_blank.skip_blanks();
    let has_counter = behind_blank.skip_one(|c| matches!(c, '枚' | '個'));
    if has_counter {
        ahead = behind_blank;
    }
    let is_whole = match (in_brackets, has_sign) {
        (true, _) => ahead.skip_one(|c| matches!(c, ')' | '）')),
        // A sign without a number that stands alone is text: 金：2手目.
        _ if is_object => has_counter,
        (_, true) => has_counter || ahead.rest.is_empty() || ahead.rest.starts_with(is_gap),
        _ => true,
    };
    is_whole.then(|| {
        *cursor = ahead;
        count
    })
}

/// Returns the value of a numeral that is not written in other numbers: 弐, ③.
fn formal(c: char) -> Option<u32> {
    match c {
        '壱' | '壹' => Some(1),
        '弐' | '貳' | '弍' => Some(2),
        '参' | '參' => Some(3),
        '肆' => Some(4),
        '①'..='⑱' => Some(u32::from(c) - u32::from('①') + 1),
        _ => None,
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

/// Returns whether one word stands for all of a hand.
pub(crate) fn is_whole(word: &str) -> bool {
    whole_hand(word).is_some()
}

/// Returns the hand that one word stands for: no pieces, or all that are left.
fn whole_hand(word: &str) -> Option<Pieces> {
    let bare = word.find(opens).map_or(word, |at| &word[..at]);
    let plain = bare.trim_end_matches(['。', '！']);
    let plain = plain.strip_suffix("です").unwrap_or(plain);
    if NONE.contains(&bare) || NONE.contains(&plain) {
        return Some(Pieces::These(Hand::EMPTY, Vec::new()));
    }
    let words = [
        "残",
        "全残",
        "全部",
        "全て",
        "すべて",
        "その他",
        "他全部",
        "他全て",
        "他すべて",
        "盤上以外",
    ];
    let rest = words.iter().find_map(|it| plain.strip_prefix(it));
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
