//! The words by which lines of texts are recognised: of sides, hands, solutions and pictures.

use crate::notation::cursor::Cursor;
use crate::notation::digits::digit;
use crate::notation::written_move::side;
use crate::shogi::{Color, PieceKind, Setup};
use memchr::{memchr, memchr_iter, memmem};

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

/// Names of sides.
const SIDES: [(Holder, &str); 4] = [
    (BLACK, "先手|下手|黒|black|sente|schwarz"),
    (WHITE, "後手|后手|上手|白|white|gote|weiß|weiss"),
    (
        Holder::Attacker,
        "攻め側|攻方|攻め方|攻め手|攻手|詰方|詰め方|詰手|attacker",
    ),
    (
        Holder::Defender,
        "受け側|玉方|受方|受け方|守方|相手方|相手|defender",
    ),
];

/// Reads the name of a side, or its mark with or without a name: `先手`, `▲`, `△=後手`, `White's`.
pub(super) fn side_of(cursor: &mut Cursor<'_>) -> Option<Holder> {
    let mark = cursor.peek().and_then(side).map(Holder::Side);
    let mut ahead = *cursor;
    if mark.is_some() {
        ahead.next();
        ahead.take_while(|c| c.is_whitespace() || matches!(c, '=' | '＝'));
    }
    if let Some(holder) = skip_of(&mut ahead, &SIDES) {
        ahead.skip("側");
        skip_any(&mut ahead, "'s|’s");
        *cursor = ahead;
        return Some(holder);
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

/// Skips one of these words, which are separated by bars. The first that fits counts: a word has to come after longer
/// words that begin with it.
pub(super) fn skip_any(cursor: &mut Cursor<'_>, words: &str) -> bool {
    let Some(first) = cursor.rest.bytes().next() else {
        return false;
    };
    // Only words that begin with the next byte of the text can fit.
    let first = first.to_ascii_lowercase();
    let bytes = words.as_bytes();
    let mut begins = memchr_iter(first, bytes).filter(|&at| at == 0 || bytes[at - 1] == b'|');
    begins.any(|at| {
        let end = memchr(b'|', &bytes[at..]).map_or(bytes.len(), |length| at + length);
        skip_word(cursor, &words[at..end])
    })
}

/// Skips one of the words of a table, and returns what it means.
pub(super) fn skip_of<T: Copy>(cursor: &mut Cursor<'_>, table: &[(T, &str)]) -> Option<T> {
    let found = table.iter().find(|(_, words)| skip_any(cursor, words));
    found.map(|(meaning, _)| *meaning)
}

/// Returns whether a text has one of these words, which are separated by bars.
pub(super) fn has_any(text: &str, words: &str) -> bool {
    let mut words = words.split('|');
    words.any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

/// Returns whether a text begins with one of these words, which are separated by bars.
pub(super) fn begins_any(text: &str, words: &str) -> bool {
    words.split('|').any(|it| text.starts_with(it))
}

/// Words for pieces in hand.
const HANDS: &str = "手持ち駒|手持駒|手持ち|手駒|持ち駒|持駒|持驹|もち駒|持ちごま|もちごま|持　駒|持 駒|駒台|\
                     pieces in hand|in hand|auf der hand|hand|hands|komadai";

/// Skips a word for pieces in hand.
pub(super) fn skip_hand_word(cursor: &mut Cursor<'_>) -> bool {
    skip_any(cursor, HANDS)
}

/// Returns whether a text speaks of pieces in hand in some way.
pub(super) fn speaks_of_hand(text: &str) -> bool {
    let mut names = HANDS.split('|').filter(|it| *it != "hand");
    names.any(|it| text.contains(it)) || has_any(text, "In hand|Hand:")
}

/// Words for an empty hand.
const NONE: &str = "なし|無し|ナシ|ﾅｼ|無|ありません|none|nothing|keine|nichts|ゼロ|零|--|×|0";

/// Returns whether a character is a dash. Dashes mean an empty hand if nothing follows.
pub(super) fn is_dash(c: char) -> bool {
    "-－―─—–━ー−＝=_＿".contains(c)
}

/// Words for all pieces that are left.
const REST: &str = "残り駒全部|残り全部|残り全て|残りすべて|残り|残駒全部|残駒|残|その他|全部|全て|すべて|\
                    everything else|everything|the rest|rest|all the rest|all other pieces|alles andere|den rest";

/// The meaning of a word that describes a whole hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandWord {
    /// There are no pieces in it.
    None,
    /// All pieces that are left are in it.
    Rest,
}

/// Skips a word that describes a whole hand: なし, 残り全部.
pub(super) fn skip_whole_hand(cursor: &mut Cursor<'_>) -> Option<HandWord> {
    if skip_any(cursor, REST) {
        cursor.take_while(|c| "りの持ち駒全部すべて".contains(c));
        return Some(HandWord::Rest);
    }
    let mut ahead = *cursor;
    let is_none = skip_any(&mut ahead, NONE)
        || !ahead.take_while(is_dash).is_empty() && ahead.rest.trim_start().is_empty();
    if !is_none || ahead.rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    *cursor = ahead;
    Some(HandWord::None)
}

/// Names of pieces in words, besides those in kanji.
pub(super) const PIECES: [(PieceKind, &str); 11] = [
    (PieceKind::King, "king|könig"),
    (PieceKind::Rook, "rooks|rook|turm"),
    (PieceKind::Bishop, "bishops|bishop|läufer"),
    (PieceKind::Gold, "gold general|goldgeneral|golds|gold"),
    (
        PieceKind::Silver,
        "silver general|silbergeneral|silvers|silver",
    ),
    (PieceKind::Knight, "knights|knight|springer"),
    (PieceKind::Lance, "lances|lance|lanze"),
    (PieceKind::Pawn, "pawns|pawn|bauern|bauer"),
    (PieceKind::ProPawn, "tokin"),
    (PieceKind::Dragon, "dragon|drachen|drache"),
    (PieceKind::Horse, "horse|pferd"),
];

/// Counts in words.
pub(super) const COUNTS: [(u32, &str); 4] = [
    (1, "a|an|one|ein|einen|einem"),
    (2, "two|zwei"),
    (3, "three"),
    (4, "four"),
];

/// The meaning of moves by the word before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The author's line.
    Solution,
    /// Any other line: a variation, a try, the solution of another problem.
    Other,
}

/// Words before moves.
const ROLES: [(Role, &str); 2] = [
    (
        Role::Other,
        "変化手順|変化|紛れ|失敗|誤答|余詰手順|余詰|別解|wrong|variations|variation|try|ヒント|hint",
    ),
    (
        Role::Solution,
        "checkmate|作意手順|想定手順|解答手順|正解手順|詰め手順|詰手順|本手順|本筋|作意|模範解答|解答|正解|正答|\
         解説|手順|答え|答|解|solution|answer|lösung|pv|moves",
    ),
];

/// Skips a word before moves, and returns it with its meaning.
pub(super) fn skip_role<'a>(cursor: &mut Cursor<'a>) -> Option<(&'a str, Role)> {
    let start = *cursor;
    let role = skip_of(cursor, &ROLES)?;
    Some((&start.rest[..cursor.at - start.at], role))
}

/// Words for a solution in a sentence.
const SOLUTIONS: &str = "解答|正解|答え|手順：|手順:|to be:|olution|nswer";

/// Words for an earlier problem.
const EARLIER: &str = "前回|前の|前号|昨日|先週|出題済|Last";

/// Returns whether a text announces the solutions of earlier problems: `前回の解答`.
pub(super) fn announces_earlier(text: &str) -> bool {
    announced(text, None) == Some(Role::Other)
}

/// Returns what the moves below a sentence are, if it announces some: `should turn out to be:`, `第104回の解答です`.
/// `number` is the number of the problem itself.
pub(super) fn announced(text: &str, number: Option<u32>) -> Option<Role> {
    if !has_any(text, SOLUTIONS) {
        return None;
    }
    let is_digit = |c: char| digit(c).is_some();
    let mut numbers = text
        .split(|c| !is_digit(c))
        .filter_map(crate::number::number);
    let is_of_other = number.is_some_and(|own| numbers.next().is_some_and(|it| it != own));
    let is_earlier = has_any(text, EARLIER);
    Some(if is_of_other || is_earlier {
        Role::Other
    } else {
        Role::Solution
    })
}

/// Words above a board that shows a position after moves, and is no problem.
const PICTURES: &str =
    "詰上り図|詰上がり図|詰め上がり|詰上図|失敗図|変化図|途中図|結果図|最終図|参考図";

/// Returns whether a text calls a board a position after moves.
pub(super) fn names_picture(text: &str) -> bool {
    has_any(text, PICTURES)
}

pub(super) fn opens(c: char) -> bool {
    "（([［【〔「『＜〈《≪".contains(c)
}

pub(super) fn closes(c: char) -> bool {
    "）)]］】〕」』＞〉》≫".contains(c)
}
