//! The words by which texts say what a thing is: sides, hands, solutions, pictures. All of them stand here.

use crate::notation::cursor::Cursor;
use crate::notation::digits::digit;
use crate::notation::written_move::side;
use crate::shogi::{Color, PieceKind, Setup};

/// A side as a text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Black or White.
    Side(Color),
    /// The side that attacks.
    Attacker,
    /// The side that is to be mated.
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
pub(crate) fn attacker(setup: &Setup, turn: Option<Holder>) -> Color {
    let has_king = |color| setup.kings(color).next().is_some();
    match (has_king(Color::Black), has_king(Color::White), turn) {
        (true, false, _) | (true, true, Some(Holder::Side(Color::White))) => Color::White,
        _ => Color::Black,
    }
}

const BLACK: Holder = Holder::Side(Color::Black);
const WHITE: Holder = Holder::Side(Color::White);

/// Names of sides. Those in Latin letters stand in small ones, and are whole words.
const SIDES: [(&str, Holder); 31] = [
    ("先手", BLACK),
    ("下手", BLACK),
    ("後手", WHITE),
    ("后手", WHITE),
    ("上手", WHITE),
    ("黒", BLACK),
    ("白", WHITE),
    ("攻め側", Holder::Attacker),
    ("受け側", Holder::Defender),
    ("攻方", Holder::Attacker),
    ("攻め方", Holder::Attacker),
    ("攻め手", Holder::Attacker),
    ("攻手", Holder::Attacker),
    ("詰方", Holder::Attacker),
    ("詰め方", Holder::Attacker),
    ("詰手", Holder::Attacker),
    ("玉方", Holder::Defender),
    ("受方", Holder::Defender),
    ("受け方", Holder::Defender),
    ("守方", Holder::Defender),
    ("相手方", Holder::Defender),
    ("相手", Holder::Defender),
    ("black", BLACK),
    ("sente", BLACK),
    ("schwarz", BLACK),
    ("white", WHITE),
    ("gote", WHITE),
    ("weiß", WHITE),
    ("weiss", WHITE),
    ("attacker", Holder::Attacker),
    ("defender", Holder::Defender),
];

/// Reads the name of a side, or its mark with or without a name: `先手`, `▲`, `△=後手`, `White's`.
pub(super) fn side_of(cursor: &mut Cursor<'_>) -> Option<Holder> {
    let mark = cursor.peek().and_then(side).map(Holder::Side);
    let mut ahead = *cursor;
    if mark.is_some() {
        ahead.next();
        ahead.take_while(|c| c.is_whitespace() || matches!(c, '=' | '＝'));
    }
    let found = SIDES.iter().find(|it| skip_word(&mut ahead, it.0));
    if let Some((_, holder)) = found {
        ahead.skip("側");
        let _ = ahead.skip("'s") || ahead.skip("’s");
        *cursor = ahead;
        return Some(*holder);
    }
    if mark.is_some() {
        cursor.next();
    }
    mark
}

/// Skips a word, if it is next. Capitals do not matter, and a word in Latin letters is a whole one.
pub(super) fn skip_word(cursor: &mut Cursor<'_>, word: &str) -> bool {
    let is_latin = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if !is_latin {
        return cursor.skip(word);
    }
    let mut ahead = *cursor;
    for c in word.chars() {
        if ahead.next().is_none_or(|it| !it.to_lowercase().eq([c])) {
            return false;
        }
    }
    if ahead.peek().is_some_and(char::is_alphabetic) {
        return false;
    }
    *cursor = ahead;
    true
}

/// Words for pieces in hand, longer ones first.
const HANDS: [&str; 19] = [
    "手持ち駒",
    "手持駒",
    "手持ち",
    "手駒",
    "持ち駒",
    "持駒",
    "持驹",
    "もち駒",
    "持ちごま",
    "もちごま",
    "持　駒",
    "持 駒",
    "駒台",
    "pieces in hand",
    "in hand",
    "auf der hand",
    "hand",
    "hands",
    "komadai",
];

/// Skips a word for pieces in hand.
pub(super) fn skip_hand_word(cursor: &mut Cursor<'_>) -> bool {
    HANDS.iter().any(|it| skip_word(cursor, it))
}

/// Returns whether a text speaks of pieces in hand in some way.
pub(super) fn speaks_of_hand(text: &str) -> bool {
    let names = HANDS.iter().filter(|it| **it != "hand");
    names
        .chain(&["In hand", "Hand:"])
        .any(|it| text.contains(it))
}

/// Words for no pieces.
const NONE: [&str; 15] = [
    "なし",
    "無し",
    "ナシ",
    "ﾅｼ",
    "無",
    "ありません",
    "none",
    "nothing",
    "keine",
    "nichts",
    "ゼロ",
    "零",
    "--",
    "×",
    "0",
];

/// Dashes, which stand for no pieces if nothing follows.
pub(super) const fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '－' | '―' | '─' | '—' | '–' | '━' | 'ー' | '−' | '＝' | '=' | '_' | '＿'
    )
}

/// Words for all pieces that are left.
const REST: [&str; 20] = [
    "残り駒全部",
    "残り全部",
    "残り全て",
    "残りすべて",
    "残り",
    "残駒全部",
    "残駒",
    "残",
    "その他",
    "全部",
    "全て",
    "すべて",
    "everything else",
    "everything",
    "the rest",
    "rest",
    "all the rest",
    "all other pieces",
    "alles andere",
    "den rest",
];

/// What one word says of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    /// There are no pieces in it.
    None,
    /// All pieces that are left are in it.
    Rest,
}

/// Skips a word that stands for all of a hand.
pub(super) fn skip_whole_hand(cursor: &mut Cursor<'_>) -> Option<Whole> {
    if REST.iter().any(|it| skip_word(cursor, it)) {
        cursor.take_while(|c| "りの持ち駒全部すべて".contains(c));
        return Some(Whole::Rest);
    }
    let mut ahead = *cursor;
    let is_none = NONE.iter().any(|it| skip_word(&mut ahead, it))
        || !ahead.take_while(is_dash).is_empty() && ahead.rest.trim_start().is_empty();
    if !is_none || ahead.rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    *cursor = ahead;
    Some(Whole::None)
}

/// Names of pieces in words, besides those in kanji.
pub(super) const PIECES: [(&str, PieceKind); 32] = [
    ("king", PieceKind::King),
    ("könig", PieceKind::King),
    ("rook", PieceKind::Rook),
    ("rooks", PieceKind::Rook),
    ("turm", PieceKind::Rook),
    ("bishop", PieceKind::Bishop),
    ("bishops", PieceKind::Bishop),
    ("läufer", PieceKind::Bishop),
    ("gold general", PieceKind::Gold),
    ("gold", PieceKind::Gold),
    ("golds", PieceKind::Gold),
    ("goldgeneral", PieceKind::Gold),
    ("silver general", PieceKind::Silver),
    ("silver", PieceKind::Silver),
    ("silvers", PieceKind::Silver),
    ("silbergeneral", PieceKind::Silver),
    ("knight", PieceKind::Knight),
    ("knights", PieceKind::Knight),
    ("springer", PieceKind::Knight),
    ("lance", PieceKind::Lance),
    ("lances", PieceKind::Lance),
    ("lanze", PieceKind::Lance),
    ("pawn", PieceKind::Pawn),
    ("pawns", PieceKind::Pawn),
    ("bauer", PieceKind::Pawn),
    ("bauern", PieceKind::Pawn),
    ("dragon", PieceKind::Dragon),
    ("drache", PieceKind::Dragon),
    ("drachen", PieceKind::Dragon),
    ("horse", PieceKind::Horse),
    ("pferd", PieceKind::Horse),
    ("tokin", PieceKind::ProPawn),
];

/// Counts in words.
pub(super) const COUNTS: [(&str, u32); 10] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("ein", 1),
    ("einen", 1),
    ("einem", 1),
    ("two", 2),
    ("zwei", 2),
    ("three", 3),
    ("four", 4),
];

/// What a line of moves is, by the word in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The author's line.
    Solution,
    /// A line that is none: a variation, a try.
    Other,
}

/// Words in front of moves, longer ones first.
const ROLES: [(&str, Role); 38] = [
    ("checkmate", Role::Solution),
    ("作意手順", Role::Solution),
    ("想定手順", Role::Solution),
    ("解答手順", Role::Solution),
    ("正解手順", Role::Solution),
    ("詰め手順", Role::Solution),
    ("詰手順", Role::Solution),
    ("本手順", Role::Solution),
    ("本筋", Role::Solution),
    ("作意", Role::Solution),
    ("模範解答", Role::Solution),
    ("解答", Role::Solution),
    ("正解", Role::Solution),
    ("正答", Role::Solution),
    ("解説", Role::Solution),
    ("手順", Role::Solution),
    ("答え", Role::Solution),
    ("答", Role::Solution),
    ("解", Role::Solution),
    ("solution", Role::Solution),
    ("answer", Role::Solution),
    ("lösung", Role::Solution),
    ("pv", Role::Solution),
    ("moves", Role::Solution),
    ("変化手順", Role::Other),
    ("変化", Role::Other),
    ("紛れ", Role::Other),
    ("失敗", Role::Other),
    ("誤答", Role::Other),
    ("余詰手順", Role::Other),
    ("余詰", Role::Other),
    ("別解", Role::Other),
    ("wrong", Role::Other),
    ("variation", Role::Other),
    ("variations", Role::Other),
    ("try", Role::Other),
    ("ヒント", Role::Other),
    ("hint", Role::Other),
];

/// Reads the word in front of moves, with the text that has it.
pub(super) fn skip_role<'a>(cursor: &mut Cursor<'a>) -> Option<(&'a str, Role)> {
    let start = *cursor;
    let (_, role) = ROLES.iter().find(|it| skip_word(cursor, it.0))?;
    Some((&start.rest[..cursor.at - start.at], *role))
}

/// Words for a solution in a sentence.
const SOLUTIONS: [&str; 8] = [
    "解答",
    "正解",
    "答え",
    "手順：",
    "手順:",
    "to be:",
    "olution",
    "nswer",
];

/// Words for an earlier problem.
const EARLIER: [&str; 7] = ["前回", "前の", "前号", "昨日", "先週", "出題済", "Last"];

/// Returns whether a text announces the solutions of earlier problems: `前回の解答`.
pub(super) fn announces_earlier(text: &str) -> bool {
    announced(text, None) == Some(Role::Other)
}

/// Returns what the moves below a sentence are by its words: `should turn out to be:`, `第104回の解答です`. `number` is that
/// of the problem itself.
pub(super) fn announced(text: &str, number: Option<u32>) -> Option<Role> {
    if !SOLUTIONS.iter().any(|it| text.contains(it)) {
        return None;
    }
    let is_digit = |c: char| digit(c).is_some();
    let mut numbers = text
        .split(|c| !is_digit(c))
        .filter_map(crate::number::number);
    let is_of_other = number.is_some_and(|own| numbers.next().is_some_and(|it| it != own));
    let is_earlier = EARLIER.iter().any(|it| text.contains(it));
    Some(if is_of_other || is_earlier {
        Role::Other
    } else {
        Role::Solution
    })
}

/// Words in the line above a board that shows a position after moves, and is no problem.
const PICTURES: [&str; 10] = [
    "詰上り図",
    "詰上がり図",
    "詰め上がり",
    "詰上図",
    "失敗図",
    "変化図",
    "途中図",
    "結果図",
    "最終図",
    "参考図",
];

/// Returns whether a text calls a board one after moves.
pub(super) fn names_picture(text: &str) -> bool {
    PICTURES.iter().any(|it| text.contains(it))
}

pub(super) const fn opens(c: char) -> bool {
    matches!(
        c,
        '（' | '(' | '［' | '[' | '【' | '〔' | '「' | '『' | '＜' | '〈' | '《' | '≪'
    )
}

pub(super) const fn closes(c: char) -> bool {
    matches!(
        c,
        '）' | ')' | '］' | ']' | '】' | '〕' | '」' | '』' | '＞' | '〉' | '》' | '≫'
    )
}
