//! The hands of a problem in a text, and the side to move.

use super::Found;
use super::around::{Around, around};
use super::hand::GivenHand;
use super::reading::Draft;
use super::seeming::{is_like_hand, without_mark};
use super::taken::{TakenForm, TakenHand};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, Pieces, attacker, holder_of, pieces, seeming_holder, speaks_of_hand};
use crate::kif;
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::digits::{digit, kanji};
use crate::notation::written_move::side;
use crate::shogi::Color;
use std::ops::Range;

/// The most lines of pieces below the name of a hand.
const MOST_LINES: usize = 18;

/// The signs of a picture in the text as it was pasted.
const PICTURES: [&str; 8] = [
    "<img", "<i ", "<i>", "<svg", "<picture", "<image", "![", "[img",
];

/// Words that say that White attacks.
const WHITE_ATTACKS: [&str; 7] = [
    "後手番",
    "先手玉",
    "先手の玉",
    "後手が攻",
    "後手の攻",
    "後手が詰",
    "攻方は後手",
];

/// The most lines below a position in which they are looked for.
const LINES_BELOW: usize = 6;

impl Draft<'_> {
    /// Reads a line that has nothing but pieces in hand.
    fn pieces_in(&self, number: usize) -> Option<Pieces> {
        self.pasted.lines.get(number)?;
        let line = without_mark(self.pasted.line(number).trimmed());
        let is_short = !line.text.is_empty() && line.text.chars().count() <= 30;
        let found = is_short.then(|| pieces(line.cursor()).ok())??;
        let is_some = |it: &Pieces| !matches!(it, Pieces::These(hand, _) if hand.is_empty());
        Some(found).filter(is_some)
    }

    /// Reads the pieces in the lines from this one on, one below the other, that have nothing else. Returns them
    /// with the number of the line behind them.
    fn pieces_from(&self, number: usize) -> Option<(Pieces, usize)> {
        let (mut end, mut next) = (number, number);
        let mut all: Option<Pieces> = None;
        while next < number + MOST_LINES
            && let Some(more) = self.pieces_in(next)
        {
            all = Some(match all {
                None => more,
                Some(before) => before.with(more)?,
            });
            end = next + 1;
            next = end + usize::from(self.is_blank(end));
        }
        all.map(|it| (it, end))
    }

    fn is_blank(&self, number: usize) -> bool {
        let line = self.pasted.lines.get(number);
        line.is_some_and(|it| self.pasted.clean.text[it.clone()].trim().is_empty())
    }

    /// Gives the pieces in the lines below the name of a hand. A blank line may stand between.
    fn give_below(&mut self, holder: Holder, name: usize) -> bool {
        let first = name + 1 + usize::from(self.is_blank(name + 1));
        let Some((pieces, end)) = self.pieces_from(first) else {
            return false;
        };
        let span = self.pasted.line(name).span().start..self.pasted.lines[end - 1].end;
        for number in name..end {
            self.uses(number);
        }
        self.named_above = name..end;
        (self.is_hand_cut, self.unread_hand) = (false, None);
        let given = GivenHand {
            holder,
            pieces,
            span,
        };
        self.give(vec![given], name);
        true
    }

    /// Notes a line that speaks of pieces in hand, or has nothing but pieces. It may follow the name of a hand, or
    /// go on with one. Returns whether the line was taken as a hand.
    pub fn note_hand(&mut self, number: usize) -> bool {
        if self.named_above.contains(&number) {
            return true;
        }
        let line = self.pasted.line(number);
        if let Some(holder) = name_alone(line.text)
            && self.give_below(holder, number)
        {
            return true;
        }
        // Above a board the pieces are met before their name.
        if self.pieces_in(number).is_some() {
            let above = (number.saturating_sub(8)..number).rev();
            let is_between = |it: &usize| self.is_blank(*it) || self.pieces_in(*it).is_some();
            let mut above = above.skip_while(is_between);
            if let Some(name) = above.next()
                && let Some(holder) = name_alone(self.pasted.line(name).text)
                && self.give_below(holder, name)
            {
                return true;
            }
        }
        let seems = line
            .text
            .split_once(['：', ':'])
            .is_some_and(|(key, value)| {
                let first = value.split_whitespace().next().unwrap_or_default();
                seeming_holder(key.trim(), first).is_some()
            });
        let seems = seems || seems_held(line.text.trim()) || is_like_hand(line.text.trim());
        // Pieces alone go on with a hand, whichever it is, and so does a count below a piece.
        self.is_hand_cut |=
            self.pieces_in(number).is_some() || self.is_count(number) || is_with_length(line.text);
        if seems || speaks_of_hand(line.text) || self.is_hand_cut {
            self.unread_hand.get_or_insert(line.span());
        }
        false
    }

    /// Returns whether pictures stand behind the name of a hand that has no pieces. What they show cannot be read.
    fn has_pictures(&self, given: &GivenHand, number: usize) -> bool {
        if !matches!(&given.pieces, Pieces::These(hand, _) if hand.is_empty()) {
            return false;
        }
        let clean = &self.pasted.clean;
        let end = match self.pasted.lines.get(number + 1) {
            Some(next) => clean.original_at(next.start),
            None => self.pasted.text.len(),
        };
        let begin = clean.original_at(given.span.start);
        let behind = self.pasted.text.get(begin..end.max(begin));
        let small = behind.unwrap_or_default().to_ascii_lowercase();
        PICTURES.iter().any(|it| small.contains(it))
    }

    /// Returns whether a line is a number that a mail has put below its piece.
    fn is_count(&self, number: usize) -> bool {
        let text = self.pasted.line(number).text.trim();
        let is_digit = |c: char| digit(c).is_some() || kanji(c).is_some();
        let above = number
            .checked_sub(1)
            .map(|it| self.pasted.line(it).text.trim_end());
        !text.is_empty()
            && text.chars().all(is_digit)
            && above.is_some_and(|it| it.ends_with(|c| "歩香桂銀金角飛".contains(c)))
    }

    /// Takes the hands of a line, unless they are given already. The pieces of a name alone may be in the next
    /// line.
    pub fn give(&mut self, given: Vec<GivenHand>, number: usize) {
        if let Some(first) = given.first().filter(|it| self.has_pictures(it, number)) {
            self.unread_hand.get_or_insert(first.span.clone());
            self.is_hand_cut = true;
            return;
        }
        for hand in given {
            let is_name_alone = matches!(&hand.pieces, Pieces::These(pieces, _) if pieces.is_empty())
                && self.pasted.clean.text[hand.span.clone()].ends_with(['：', ':', '＝', '=']);
            let is_given = self.named_above.contains(&number);
            if is_name_alone && (is_given || self.give_below(hand.holder, number)) {
                continue;
            }
            let is_there = self
                .given
                .iter()
                .any(|it| it.holder == hand.holder && it.pieces.is_same(&hand.pieces));
            if !is_there {
                self.given.push(hand);
            }
        }
    }

    /// Takes the hand of a line above the text over a position, if no nearer line speaks of one.
    pub fn take_far_hand(&mut self) -> Result<(), RecordError> {
        let is_open = self.given.is_empty() && self.unread_hand.is_none() && !self.is_hand_cut;
        let is_board = self.taken.form == TakenForm::Board;
        if let Some(number) = self.far_hand.filter(|_| is_open && is_board)
            && let Around::Hands(given) = around(self.pasted.line(number))?
        {
            self.give(given, number);
            self.uses(number);
        }
        Ok(())
    }

    /// Returns whether the words around a position say that White attacks: `先手玉を詰ませてください`.
    pub fn says_white(&self, found: &Found) -> bool {
        let near = found.lines.end..found.all.end.min(found.lines.end + LINES_BELOW);
        let mut lines = (found.all.start..found.lines.start).chain(near);
        lines.any(|it| {
            let text = self.pasted.line(it).text;
            WHITE_ATTACKS.iter().any(|it| text.contains(it))
        })
    }

    /// Returns whether both sides have a king.
    pub fn has_two_kings(&self) -> bool {
        Color::ALL
            .into_iter()
            .all(|it| self.setup.kings(it).next().is_some())
    }

    /// Returns the place of words around a position with two kings that say that White attacks. A king alone is no sign
    /// there, and neither is what would be if it were White's turn.
    pub fn white_with_two_kings(&self, found: &Found) -> Option<Range<usize>> {
        let near = found.lines.end..found.all.end.min(found.lines.end + LINES_BELOW);
        let lines = (found.all.start..found.lines.start).chain(near);
        let lines: Vec<Line<'_>> = lines.map(|it| self.pasted.line(it)).collect();
        let has = |line: &Line<'_>, words: &[&str]| words.iter().any(|it| line.text.contains(it));
        let says_if = |line: &Line<'_>| {
            has(
                line,
                &[
                    "先手番",
                    "後手玉を詰",
                    "後手番なら",
                    "後手番だと",
                    "後手の手番なら",
                ],
            )
        };
        let says = |line: &Line<'_>| {
            has(
                line,
                &[
                    "後手番",
                    "後手の手番",
                    "後手の番",
                    "△の番",
                    "△の手番",
                    "☖の番",
                    "☖の手番",
                    "先手玉を詰",
                    "先手の玉を詰",
                    "▲玉を詰",
                    "☗玉を詰",
                    "後手が詰",
                    "後手から詰",
                    "後手の攻",
                    "後手の次の一手",
                    "攻方は後手",
                ],
            )
        };
        if lines.iter().any(says_if) {
            return None;
        }
        let said = lines.iter().find(|it| says(it) || is_after_black(it.text));
        said.map(|it| it.span())
    }

    /// Returns whether White attacks on a board on which no piece has the mark of White. Two of three tell it: only
    /// White has a named hand, the king is alone, the words around say it.
    fn is_white_without_marks(&self, has_named_white: bool) -> bool {
        let has_hand = |color: Color| !self.setup.hands[color.index()].is_empty();
        let is_alone = self.setup.board.iter().flatten().count() == 1;
        let is_in_hand = has_named_white && has_hand(Color::White) && !has_hand(Color::Black);
        self.unmarked.is_some()
            && self.turn.is_none()
            && attacker(&self.setup, None) == Color::White
            && [is_in_hand, is_alone, self.is_white_said]
                .into_iter()
                .filter(|it| *it)
                .count()
                > 1
    }

    /// Puts the hands into the diagram, and sets the side to move.
    pub fn put_hands(&mut self) -> Result<(), RecordError> {
        let is_line = matches!(self.taken.form, TakenForm::Sfen | TakenForm::Link);
        // Lines may give what an SFEN has only the board of.
        let is_sfen = is_line && !self.is_board_alone;
        if is_line && self.is_board_alone {
            self.take_turn_of_line();
        }
        self.take_shared_hand()?;
        let attacker = if is_line {
            self.setup.turn
        } else {
            attacker(&self.setup, self.turn)
        };
        let is_white = |it: &GivenHand| it.holder == Holder::Side(Color::White);
        let has_named_white = self.given.iter().any(is_white);
        let mut known: [Option<Pieces>; 2] = [None, None];
        for given in std::mem::take(&mut self.given) {
            let color = given.holder.color(attacker);
            if let Some(before) = &known[color.index()] {
                if before.is_same(&given.pieces) {
                    continue;
                }
                return Err(RecordError::new(Kind::SecondHand, given.span));
            }
            // The hands of an SFEN are written in it.
            if is_sfen {
                continue;
            }
            let line = self.pasted.number_at(given.span.start);
            let shared = self.shared_place.clone();
            if let Pieces::These(hand, places) = &given.pieces {
                self.setup.hands[color.index()] = *hand;
                let held = places.iter().map(|(kind, span)| {
                    (color, *kind, shared.clone().unwrap_or_else(|| span.clone()))
                });
                self.places.held.extend(held);
                self.taken.hands.push(TakenHand {
                    color,
                    hand: *hand,
                    line,
                });
                if hand.is_empty() {
                    let span = shared.clone().unwrap_or_else(|| given.span.clone());
                    self.places.empty_hands.push((color, span));
                }
            }
            known[color.index()] = Some(given.pieces);
        }
        self.named_hands = [known[0].is_some(), known[1].is_some()];
        let is_white = self.is_white_without_marks(has_named_white);
        let is_told = is_white || self.turn.is_some();
        if let Some(span) = self.unmarked.take().filter(|_| !is_told) {
            return Err(RecordError::new(Kind::Unmarked, span));
        }
        if let Some(span) = self.unread_hand.take()
            && !is_sfen
            && (self.is_hand_cut || known[attacker.index()].is_none())
        {
            return Err(RecordError::new(Kind::UnreadHand, span).with_help(Help::NameTheHand));
        }
        for color in Color::ALL {
            if let Some(Pieces::Rest) = known[color.index()] {
                self.setup.hands[color.index()] = self.setup.missing();
            }
        }
        if !is_line {
            self.setup.turn = self.turn.map_or(Color::Black, |it| it.color(attacker));
            let is_open = is_white || kif::is_turn_open(&self.setup, &self.headers);
            if self.turn.is_none() && is_open {
                self.setup.turn = Color::White;
                self.places.is_turn_deduced = true;
            }
        }
        if self.places.turn.is_empty() {
            self.places.turn = self.places.board.clone();
        }
        Ok(())
    }
}

/// Returns whether a line says that the position is the one after a move of Black: `図は▲１八玉まで`, `手数＝41 ▲７七角 まで`.
fn is_after_black(text: &str) -> bool {
    let begins = ["図は", "手数＝", "手数="];
    let places = begins
        .iter()
        .filter_map(|it| Some(text.find(it)? + it.len()));
    let behind = places.min().map(|at| &text[at..]);
    let behind = behind.and_then(|it| it.split_once("まで"));
    let mv = behind.map_or("", |it| {
        it.0.trim_start_matches(|c: char| c.is_whitespace() || digit(c).is_some())
    });
    let mark = mv.chars().next().and_then(side);
    // A move is short, and there is only one.
    let marks = mv.chars().filter(|c| side(*c).is_some()).count();
    mark == Some(Color::Black) && marks == 1 && mv.trim_end().chars().count() <= 8
}

/// Returns whether a line is a side and pieces without a colon: `先手 金二`.
fn seems_held(text: &str) -> bool {
    let first = text.split_once(char::is_whitespace);
    first.is_some_and(|(key, value)| seeming_holder(key, value.trim()).is_some())
}

/// Returns whether a line has the length of a problem and pieces, and nothing else: `5手詰 金金`.
fn is_with_length(text: &str) -> bool {
    let is_length = |word: &&str| word.trim_matches(['(', ')', '（', '）']).ends_with("手詰");
    let words = || text.split_whitespace();
    let others: Vec<&str> = words().filter(|it| !is_length(it)).collect();
    let rest = others.join(" ");
    let cursor = Line { text: &rest, at: 0 }.cursor();
    words().count() <= 8
        && others.len() < words().count()
        && matches!(pieces(cursor), Ok(Pieces::These(hand, _)) if !hand.is_empty())
}

/// Returns the side of a line that has nothing but the name of a hand: `持駒`, `**持駒：**`, `■ 先手の持駒`.
pub(super) fn name_alone(text: &str) -> Option<Holder> {
    let is_mark = |c: char| c.is_whitespace() || "*#_-・■●◆○◇□：:".contains(c);
    holder_of(text.trim_matches(is_mark))
}
