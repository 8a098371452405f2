//! The side to move in the sentences around a board: `今、後手の番です。`, `1手詰（△番）`, `White to mate in 1`.

use super::Found;
use super::candidate::{Candidate, Standing};
use super::reading::Draft;
use super::solution::Below;
use crate::hands::{Holder, turn_of, turn_of_line};
use crate::notation::cursor::Cursor;
use crate::notation::digits::{digit, kanji};
use crate::notation::moves::Written;
use crate::notation::written_move::side;
use crate::shogi::{Color, Position, Square};
use std::ops::Range;

/// The longest line that is looked through, in bytes.
const LONGEST: usize = 240;

/// The most lines below a position in which words are looked for.
const LINES_BELOW: usize = 6;

/// Words before the side in a sentence.
const BEFORE: [&str; 9] = [
    "今、",
    "今は",
    "今",
    "いま",
    "現在",
    "問題：",
    "問題:",
    "図は",
    "次は",
];

/// Words behind the side that has the move.
const BEHIND: [&str; 18] = [
    "の番です",
    "の手番です",
    "の手番",
    "の番",
    "番です",
    "先で詰み",
    "先です",
    "先",
    "から指して詰み",
    "から指して詰む",
    "から指して詰ます",
    "が攻め方です",
    "が攻め方",
    "が攻方",
    "、詰みあり",
    "の詰みあり",
    "勝ちを証明せよ",
    "から",
];

/// Words in front of a move that led to the position.
const LAST_MOVES: [&str; 7] = [
    "最終手",
    "前の手",
    "直前の手",
    "直前手",
    "ここまでの最終手",
    "last move",
    "Last move",
];

impl Draft<'_> {
    /// Takes the side to move of the sentences around a board, if no line names it alone. With one king only words
    /// against what it tells count.
    pub fn turn_in_words(&mut self, found: &Found) {
        let is_blacks = self.setup.kings(Color::Black).next().is_some();
        if self.turn.is_some() || !is_blacks || self.unmarked.is_some() {
            return;
        }
        let below = found.lines.end..found.all.end.min(found.lines.end + LINES_BELOW);
        let above = (found.all.start..found.lines.start).rev();
        let mut lines = above.chain(below).map(|it| self.pasted.line(it));
        let said = lines.find_map(|line| {
            let text = line.text.trim();
            let turn = in_sentences(text).or_else(|| self.behind_last_move(text))?;
            Some((turn, line.span()))
        });
        if let Some((turn, span)) = said {
            self.turn = Some(turn);
            self.places.turn = span;
        }
    }

    /// Returns the side to move behind a move that is already on the board: `▲５九玉まで`, `最終手 ▲５九玉`.
    fn behind_last_move(&self, text: &str) -> Option<Holder> {
        let named = LAST_MOVES.iter().find_map(|it| text.strip_prefix(it));
        let text = named.unwrap_or(text);
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || "：:＝=はが".contains(c));
        let text = text.strip_suffix("です").unwrap_or(text);
        let until = text.strip_suffix("まで").or(named.map(|_| text))?;
        let mut cursor = Cursor {
            rest: until.trim_end(),
            at: 0,
        };
        let color = side(cursor.next()?)?;
        let on = square(&mut cursor)?;
        let kind = crate::notation::written_move::piece(&mut cursor)?;
        let is_there =
            self.setup.board[on.index()].is_some_and(|it| it.color() == color && it.kind() == kind);
        (is_there && cursor.rest.chars().count() <= 2).then_some(Holder::Side(color.flip()))
    }

    /// Returns the place of the first move of the author's line, if it has the mark of White. Without a word for a
    /// solution it has to be a check, and an end has to follow.
    pub fn first_move_of_white(&self, below: &Below) -> Option<Range<usize>> {
        let mut candidates = below.candidates.iter();
        let is_sure = |it: &&Candidate| match it.standing {
            Standing::Named => true,
            _ => {
                it.is_ended
                    && it
                        .moves
                        .first()
                        .is_some_and(|it| self.is_check_of_white(it))
            }
        };
        let first = candidates.find(is_sure)?.moves.first()?;
        (first.side() == Some(Color::White)).then(|| first.span.clone())
    }

    /// Returns whether White could give check with this move, with any piece in hand.
    fn is_check_of_white(&self, written: &Written) -> bool {
        let mut setup = self.setup.clone();
        setup.turn = Color::White;
        let missing = setup.missing();
        setup.hands[Color::White.index()] = setup.hands[Color::White.index()].plus(missing);
        let Ok(mv) = written.find(&setup, None) else {
            return false;
        };
        let mut position = Position::new(&setup);
        position.make(mv);
        position.in_check(Color::Black)
    }

    /// Notes that a sentence says that White has the move.
    pub fn say_white(&mut self, span: Range<usize>) {
        self.turn = Some(Holder::Side(Color::White));
        self.places.turn = span;
    }
}

/// Reads the square of a move.
fn square(cursor: &mut Cursor<'_>) -> Option<Square> {
    let file = digit(cursor.next()?)?;
    let second = cursor.next()?;
    let rank = digit(second).or_else(|| kanji(second))?;
    let index = |it: u32| u8::try_from(it).ok()?.checked_sub(1).filter(|it| *it < 9);
    Some(Square::new(index(file)?, index(rank)?))
}

/// Reads the side to move in the sentences of a line. Two that differ name none.
fn in_sentences(text: &str) -> Option<Holder> {
    if text.len() > LONGEST {
        return None;
    }
    let ends = |c: char| "。．.！!（）()【】［］[]；;".contains(c);
    let mut found = None;
    for sentence in text.split(ends) {
        let Some(turn) = in_sentence(sentence.trim()) else {
            continue;
        };
        if found.is_some_and(|it| it != turn) {
            return None;
        }
        found = Some(turn);
    }
    found
}

fn in_sentence(text: &str) -> Option<Holder> {
    let text = BEFORE
        .iter()
        .find_map(|it| text.strip_prefix(it))
        .unwrap_or(text);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '、');
    if let Some(turn) = turn_of_line(text) {
        return Some(turn);
    }
    if let Some(rest) = text.strip_prefix("手番") {
        let is_sign = |c: char| c.is_whitespace() || "は：:＝=、".contains(c);
        let rest = rest.trim_start_matches(is_sign);
        return turn_of(rest.strip_suffix("です").unwrap_or(rest));
    }
    if let Some(rest) = text.strip_prefix("攻め方は") {
        return turn_of(rest.strip_suffix("です").unwrap_or(rest));
    }
    // The king that is mated is the other side's.
    for (words, color) in [
        ("先手玉の詰み", Color::White),
        ("後手玉の詰み", Color::Black),
    ] {
        if text == words {
            return Some(Holder::Side(color));
        }
    }
    if let Some((name, _)) = text.split_once(" to mate in ") {
        return turn_of_line(&format!("{name} to move"));
    }
    BEHIND.iter().find_map(|it| alone(text.strip_suffix(it)?))
}

/// Reads the name of a side that has nothing else: `後手`, `△`.
fn alone(text: &str) -> Option<Holder> {
    let text = text.trim();
    let is_named = text.ends_with('手') || text.chars().all(|c| side(c).is_some());
    let turn = turn_of(text).filter(|_| is_named)?;
    matches!(turn, Holder::Side(_)).then_some(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_may_say_the_side_to_move() {
        for text in [
            "手番は後手です。",
            "今、後手の番です。",
            "後手の手番です。",
            "△の番です",
            "▽先",
            "1手詰（△番）",
            "後手から指して詰み",
            "後手先で詰み",
            "White to mate in 1",
            "次の問題。Gote to move",
            "次の問題。手番：△",
            "次の問題。手番　後手",
            "後手、詰みあり",
            "後手が攻め方です",
            "先手玉の詰み（1手）",
            "問題：後手勝ちを証明せよ",
        ] {
            let found = in_sentences(text);
            assert_eq!(found, Some(Holder::Side(Color::White)), "{text}");
        }
        for text in [
            "後手番なら詰まない",
            "後手の番だったら",
            "先手は後手の番を待つ",
            "後手が強い",
            "手番を渡す",
            "後手から角を打たれた",
            "先手の番です。後手の番です。",
            "自分の番です",
            "5手詰",
        ] {
            assert_eq!(in_sentences(text), None, "{text}");
        }
    }
}
