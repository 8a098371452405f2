//! Reads the lines around a position, and what stands beside a board.

use super::fold::{Draft, NEAR};
use super::hand::{Pieces, pieces_alone};
use super::player::comment;
use super::title::{plies, title};
use super::token::{RoleLine, Token, moves_of, names_format, token};
use super::turn::{turn_in_text, turn_of};
use super::words::speaks_of_hand;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::headers::{self, header_in_text, is_of_diagram};
use crate::lines::Line;
use std::ops::Range;

impl<'a> Draft<'a> {
    /// Reads the lines around the position.
    pub fn around(&mut self) -> Result<(), RecordError> {
        let position = self.region.position.lines.clone();
        let mut holder = None;
        let (mut is_near, mut is_list) = (true, false);
        for number in self.region.lines.clone() {
            if position.contains(&number) {
                (holder, is_near) = (None, true);
                continue;
            }
            if self.region.pictures.iter().any(|it| it.contains(&number)) {
                continue;
            }
            let distance = if number < position.start {
                position.start - number
            } else {
                number - position.end + 1
            };
            let line = self.text.line(number);
            // Pieces go on in the next line, after blanks if some stand with the name.
            let is_indented = line.text.starts_with(char::is_whitespace);
            let goes_on = |it: &usize| is_indented || is_list || self.given[*it].1.is_name_alone;
            if let (Some(at), Some(pieces)) = (holder.filter(goes_on), pieces_alone(line)) {
                self.extend(at, pieces);
                is_list = true;
                continue;
            }
            is_list = false;
            let read = token(line, self.text.is_record);
            let is_blank = matches!(read, Token::Blank);
            if let Token::Hands(all) = read {
                holder = Some(self.given.len() + all.len() - 1);
                self.given.extend(all.into_iter().map(|it| (distance, it)));
            } else {
                holder = holder.filter(|_| matches!(read, Token::Frame(_)));
                self.one_around(line, &read, distance, number < position.start, is_near)?;
            }
            is_near = !is_blank;
        }
        Ok(())
    }

    /// Reads one line around the position. `is_near` if no blank line stands before it.
    fn one_around(
        &mut self,
        line: Line<'a>,
        read: &Token<'a>,
        distance: usize,
        is_above: bool,
        is_near: bool,
    ) -> Result<(), RecordError> {
        let is_record = self.text.is_record;
        match read {
            Token::Turn(turn) if self.turn.is_none() || is_record => {
                self.turn = Some(*turn);
                self.places.turn = line.span();
            }
            Token::Comment if is_above => self.comments.push(comment(line.text)),
            Token::Header(key, value) => {
                return self.of_header(line, key, value, distance, is_above);
            }
            Token::Role(RoleLine {
                name,
                value,
                has_colon,
                ..
            }) if is_record && (*has_colon || !value.text.is_empty()) => {
                self.header(name, value.text, line.span());
                if !value.text.is_empty() && self.solution.is_none() {
                    self.solution = Some((self.headers.len() - 1, vec![*value]));
                }
            }
            Token::Moves(moves) if is_near && self.continues_solution(line) => {
                if let Some((_, lines)) = &mut self.solution {
                    lines.push(*moves);
                }
            }
            Token::Text if is_record && is_near => {
                let speaks = speaks_of_hand(line.text);
                let kind = if speaks {
                    Kind::UnreadHand
                } else {
                    Kind::UnknownLine
                };
                self.note(kind, line.span());
            }
            Token::Text | Token::Remark | Token::Comment => self.of_text(line, distance, is_above),
            Token::Branch(_) => self.has_branch = true,
            // The first length is that of the main line.
            Token::Footer if self.stated.is_none() && !self.has_branch => {
                self.stated = plies(line.text).map(|it| (it.0, line.span()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns whether a line of moves goes on with the author's line in the header right above it, which has no end.
    fn continues_solution(&self, line: Line<'_>) -> bool {
        let last = self.solution.as_ref().and_then(|it| it.1.last());
        last.is_some_and(|last| {
            let between = self.text.clean.text.get(last.at + last.text.len()..line.at);
            between.is_some_and(|it| it.trim().is_empty()) && moves_of(last.text).1.is_empty()
        })
    }

    /// Reads a name with its value. In a text of people only the names of records are headers.
    pub fn of_header(
        &mut self,
        line: Line<'a>,
        key: &str,
        value: &str,
        distance: usize,
        is_above: bool,
    ) -> Result<(), RecordError> {
        if !self.text.is_record {
            let value = value.trim_matches(|c: char| {
                c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ';' | '|' | '*')
            });
            match header_in_text(key) {
                Some(headers::PLIES) => match plies(value).or_else(|| plies_of_number(value)) {
                    Some((number, is_brinkmate)) => {
                        self.plies = Some((number, is_brinkmate, distance, line.span()));
                    }
                    None => self.header(key, value, line.span()),
                },
                Some(name) if !value.is_empty() => self.header(name, value, line.span()),
                _ => self.of_text(line, distance, is_above),
            }
            return Ok(());
        }
        match key {
            "手番" if value.is_empty() => {}
            "手番" => {
                let no_turn = || RecordError::new(Kind::NoSuchTurn(value.to_owned()), line.span());
                self.turn = Some(turn_of(value).ok_or_else(no_turn)?);
                self.places.turn = line.span();
            }
            _ if is_of_diagram(key) => {}
            _ => {
                // Pieces under another name may be meant as a hand: 使える駒.
                let at = line.at + line.text.len() - value.len();
                if key.contains('駒') && pieces_alone(Line { text: value, at }).is_some() {
                    self.note(Kind::UnreadHand, line.span());
                }
                self.header(key, value, line.span());
            }
        }
        Ok(())
    }

    /// Reads a line of text: it may have the length, and be the title.
    fn of_text(&mut self, line: Line<'a>, distance: usize, is_above: bool) {
        let bare = line.trimmed();
        if self.turn.is_none()
            && let Some(turn) = turn_in_text(bare.text)
        {
            self.turn = Some(turn);
            self.places.turn = bare.span();
        }
        let length = plies(bare.text);
        let is_nearer = self.plies.as_ref().is_none_or(|it| it.2 > distance);
        if let Some((number, is_brinkmate)) = length.filter(|_| is_nearer) {
            self.plies = Some((number, is_brinkmate, distance, line.span()));
        }
        if self.text.is_record || names_format(bare.text) {
            return;
        }
        if speaks_of_hand(bare.text) && distance <= NEAR {
            self.note(Kind::UnreadHand, line.span());
        } else if is_above && let Some(found) = title(bare.text) {
            // The nearest above counts; a length alone is none.
            let is_length = length.is_some() && found.chars().count() <= 6;
            if !is_length {
                self.title = Some((found.to_owned(), bare.span()));
            }
        }
    }

    /// Reads what stands beside a rank: a hand, perhaps over several lines, a length, a title.
    pub fn beside(&mut self, span: Range<usize>, holder: &mut Option<usize>) {
        let text: &'a str = &self.text.clean.text[span.clone()];
        let bare = text.trim_matches(|c: char| c.is_whitespace() || super::piece::is_bar(c));
        let at = span.start;
        let line = Line { text, at }.within(bare);
        let Some(first) = bare.chars().next() else {
            return;
        };
        let length = plies(bare);
        if let Some((number, is_brinkmate)) = length {
            self.plies
                .get_or_insert((number, is_brinkmate, 0, line.span()));
        }
        if let (Some(at), Some(pieces)) = (*holder, pieces_alone(line)) {
            self.extend(at, pieces);
            return;
        }
        match super::token::of_words(line, first, false) {
            Token::Hands(all) => {
                for given in all {
                    *holder = given.is_name_alone.then_some(self.given.len());
                    self.given.push((0, given));
                }
            }
            Token::Turn(turn) => {
                self.turn.get_or_insert(turn);
            }
            Token::Text | Token::Header(..) => {
                if speaks_of_hand(bare) {
                    self.note(Kind::UnreadHand, line.span());
                } else if let Some(bare) =
                    title(bare).filter(|_| length.is_none() && self.title.is_none())
                {
                    self.title = Some((bare.to_owned(), line.span()));
                }
            }
            _ => {}
        }
    }

    /// Adds pieces in lines below the name of their hand.
    fn extend(&mut self, at: usize, more: Pieces) {
        let given = &mut self.given[at].1;
        given.is_name_alone = false;
        given.pieces = match (std::mem::replace(&mut given.pieces, Ok(Pieces::Rest)), more) {
            (Ok(Pieces::These(hand, mut places)), Pieces::These(other, behind)) => {
                places.extend(behind);
                let sum = hand.plus(other);
                Ok(Pieces::These(sum, places))
            }
            (_, more) => Ok(more),
        };
    }
}

/// Returns the length in a header: `5`, `七`.
fn plies_of_number(value: &str) -> Option<(u32, bool)> {
    headers::expected_plies(value).map(|it| (it, false))
}
