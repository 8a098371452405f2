//! Reads the lines around a position, and the texts to the right of a board.

use super::fold::{Draft, NEAR, StatedLength};
use super::hand::{Pieces, is_name_of_hand, pieces_alone};
use super::player::comment;
use super::title::{plies, title};
use super::token::{RoleLine, Token, names_format, split_moves, token};
use super::turn::{turn_in_text, turn_of};
use super::words::speaks_of_hand;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::headers::{self, header_in_text, is_of_diagram};
use crate::lines::Line;
use std::ops::Range;

impl<'a> Draft<'a> {
    /// Reads the lines around the position.
    pub fn read_surroundings(&mut self) -> Result<(), RecordError> {
        let position = self.region.position.lines.clone();
        // The index of the hand to which pieces in the next line belong.
        let mut holder: Option<usize> = None;
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
            // A hand goes on in the next line: after its name alone, or indented.
            let is_indented = line.text.starts_with(char::is_whitespace);
            if let Some(index) = holder
                && (is_indented || is_list || self.hands[index].1.is_name_alone)
                && let Some(pieces) = pieces_alone(line)
            {
                self.add_pieces(index, pieces);
                is_list = true;
                continue;
            }
            is_list = false;
            let read = token(line, self.text.is_record);
            let is_blank = matches!(read, Token::Blank);
            if let Token::Hands(hands) = read {
                holder = Some(self.hands.len() + hands.len() - 1);
                self.hands
                    .extend(hands.into_iter().map(|hand| (distance, hand)));
            } else {
                if !matches!(read, Token::Frame(_)) {
                    holder = None;
                }
                self.read_line_around(line, &read, distance, number < position.start, is_near)?;
            }
            is_near = !is_blank;
        }
        Ok(())
    }

    /// Reads one line around the position. `is_near` says that no blank line stands before it.
    fn read_line_around(
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
                return self.read_header(line, key, value, distance, is_above);
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
                let kind = if speaks_of_hand(line.text) {
                    Kind::UnreadHand
                } else {
                    Kind::UnknownLine
                };
                self.note(kind, line.span());
            }
            Token::Text | Token::Remark | Token::Comment => {
                self.read_text(line, distance, is_above);
            }
            Token::Branch(_) => self.has_branch = true,
            // The first length is that of the main line.
            Token::Footer if self.footer_plies.is_none() && !self.has_branch => {
                self.footer_plies = plies(line.text).map(|(plies, _)| (plies, line.span()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns whether a line of moves continues the author's line in the header right above it. The line there has
    /// no end such as まで.
    fn continues_solution(&self, line: Line<'_>) -> bool {
        let last = self.solution.as_ref().and_then(|(_, lines)| lines.last());
        last.is_some_and(|last| {
            let between = self.text.clean.text.get(last.at + last.text.len()..line.at);
            between.is_some_and(|it| it.trim().is_empty()) && split_moves(last.text).1.is_empty()
        })
    }

    /// Reads a name with its value. In a free text only the names of records are headers.
    pub fn read_header(
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
                    Some((plies, is_brinkmate)) => {
                        self.length = Some(StatedLength {
                            plies,
                            is_brinkmate,
                            distance,
                            span: line.span(),
                        });
                    }
                    None => self.header(key, value, line.span()),
                },
                Some(name) if !value.is_empty() => self.header(name, value, line.span()),
                _ => self.read_text(line, distance, is_above),
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
            _ if is_name_of_hand(key) => self.note(Kind::UnreadHand, line.span()),
            _ if is_of_diagram(key) => {}
            _ => {
                // Pieces under another name may be meant as a hand: 使える駒.
                if key.contains('駒') && pieces_alone(line.within(value)).is_some() {
                    self.note(Kind::UnreadHand, line.span());
                }
                self.header(key, value, line.span());
            }
        }
        Ok(())
    }

    /// Reads a line of text, which may say the side to move and the length, and may be the title.
    fn read_text(&mut self, line: Line<'a>, distance: usize, is_above: bool) {
        let bare = line.trimmed();
        if self.turn.is_none()
            && let Some(turn) = turn_in_text(bare.text)
        {
            self.turn = Some(turn);
            self.places.turn = bare.span();
        }
        let length = plies(bare.text);
        let is_nearest = (self.length.as_ref()).is_none_or(|known| known.distance > distance);
        if let Some((plies, is_brinkmate)) = length
            && is_nearest
        {
            self.length = Some(StatedLength {
                plies,
                is_brinkmate,
                distance,
                span: line.span(),
            });
        }
        if self.text.is_record || names_format(bare.text) {
            return;
        }
        if speaks_of_hand(bare.text) && distance <= NEAR {
            self.note(Kind::UnreadHand, line.span());
        } else if is_above && let Some(found) = title(bare.text) {
            // Each nearer line replaces the title; a length alone is none.
            let is_length = length.is_some() && found.chars().count() <= 6;
            if !is_length {
                self.title = Some((found.to_owned(), bare.span()));
            }
        }
    }

    /// Reads the text beside a rank: a hand, perhaps over several lines, a length, a title. `holder` is the index of
    /// the hand to which pieces alone belong.
    pub fn read_beside(&mut self, span: Range<usize>, holder: &mut Option<usize>) {
        let text: &'a str = &self.text.clean.text[span.clone()];
        let bare = text.trim_matches(|c: char| c.is_whitespace() || super::piece::is_bar(c));
        let at = span.start;
        let line = Line { text, at }.within(bare);
        let Some(first) = bare.chars().next() else {
            return;
        };
        let length = plies(bare);
        if let Some((plies, is_brinkmate)) = length {
            self.length.get_or_insert(StatedLength {
                plies,
                is_brinkmate,
                distance: 0,
                span: line.span(),
            });
        }
        if let (Some(index), Some(pieces)) = (*holder, pieces_alone(line)) {
            self.add_pieces(index, pieces);
            return;
        }
        match super::token::word_token(line, first, false) {
            Token::Hands(hands) => {
                for hand in hands {
                    *holder = hand.is_name_alone.then_some(self.hands.len());
                    self.hands.push((0, hand));
                }
            }
            Token::Turn(turn) => {
                self.turn.get_or_insert(turn);
            }
            Token::Text | Token::Header(..) => {
                if speaks_of_hand(bare) {
                    self.note(Kind::UnreadHand, line.span());
                } else if length.is_none()
                    && self.title.is_none()
                    && let Some(title) = title(bare)
                {
                    self.title = Some((title.to_owned(), line.span()));
                }
            }
            _ => {}
        }
    }

    /// Adds pieces in a line below to the hand with this index.
    fn add_pieces(&mut self, index: usize, more: Pieces) {
        let (_, written) = &mut self.hands[index];
        written.is_name_alone = false;
        let known = std::mem::replace(&mut written.pieces, Ok(Pieces::Rest));
        written.pieces = match (known, more) {
            (Ok(Pieces::These(hand, mut places)), Pieces::These(more, more_places)) => {
                places.extend(more_places);
                Ok(Pieces::These(hand.plus(more), places))
            }
            (_, more) => Ok(more),
        };
    }
}

/// Returns the length in a header that is only a number, and that it is not one of a brinkmate: `5`, `七`.
fn plies_of_number(value: &str) -> Option<(u32, bool)> {
    headers::expected_plies(value).map(|it| (it, false))
}
