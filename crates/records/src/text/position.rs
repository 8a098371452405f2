//! Reads the position of a region: a board, a list, SFEN, a link, CSA, or the beginning of a game.

use super::board::board;
use super::drawing::drawing;
use super::fold::{Draft, StatedLength};
use super::hand::{WrittenHand, pieces_alone};
use super::in_line::{self, Content};
use super::list::{self, list};
use super::rank::Style;
use super::title::plies;
use super::token::{Token, token};
use super::words::Holder;
use crate::csa;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::handicap;
use crate::headers::header_in_text;
use crate::headers::header_of_opcode;
use crate::lines::Line;
use crate::notation::sfen::{self, SfenError, SfenErrorKind, SfenRecord};
use crate::part::Places;
use crate::record::Record;
use crate::shogi::{Color, Piece, PieceKind};
use crate::taken::TakenForm;
use std::ops::Range;

impl<'a> Draft<'a> {
    /// Reads the position in any form but CSA.
    pub fn read_position(&mut self) -> Result<(), RecordError> {
        let position = &self.region.position;
        let first = match &position.span {
            Some(span) => self.text.line_of_place(span.start),
            None => self.text.line(position.lines.start),
        };
        match position.form {
            TakenForm::Board => self.read_board(),
            TakenForm::List => {
                let lines = position.lines.clone().map(|it| self.text.line(it));
                let found =
                    list(lines).ok_or_else(|| RecordError::new(Kind::Empty, first.span()))?;
                self.take_list(found)
            }
            TakenForm::Opening => {
                let (name, span) = match token(first, true) {
                    Token::Header("手合割", value) => (value, first.span()),
                    _ => ("平手", first.at..first.at),
                };
                let unknown =
                    || RecordError::new(Kind::UnknownHandicap(name.to_owned()), span.clone());
                self.setup = handicap::diagram(name).ok_or_else(unknown)?;
                self.has_hands = true;
                self.places.board = span;
                Ok(())
            }
            TakenForm::Sfen | TakenForm::Link | TakenForm::Csa => self.read_in_line(first),
        }
    }

    fn read_board(&mut self) -> Result<(), RecordError> {
        let start = self.region.position.lines.start;
        let Some(drawn) = drawing(self.text, start) else {
            return Err(RecordError::new(Kind::Empty, self.text.line(start).span()));
        };
        self.places.board = super::board::span_of(&drawn.ranks);
        let ends = [self.places.board.start, self.places.board.end - 1];
        self.taken.lines = ends.map(|it| self.text.number_at(it));
        let board = board(&drawn)?;
        self.taken.part = board.part;
        self.is_of_record = drawn.ranks[0].style == Style::Ends;
        let mut pieces = board.pieces.iter().map(|(_, piece, _)| piece);
        let has_king = pieces.any(|piece| piece.kind() == PieceKind::King);
        self.is_unmarked = board.is_unmarked && has_king && !self.text.is_record;
        for (square, piece, span) in board.pieces {
            self.setup.board[square.index()] = Some(piece);
            self.places.pieces.push((square, span));
        }
        let mut holder = None;
        for span in drawn.beside {
            self.read_beside(span, &mut holder);
        }
        if board.has_letters {
            self.read_letter_hands(self.region.position.lines.end);
        }
        Ok(())
    }

    /// Reads the hands in the two lines below a board in letters, as programs print them: capitals are Black's.
    fn read_letter_hands(&mut self, from: usize) {
        for number in from..self.region.lines.end.min(from + 2) {
            let line = self.text.line(number);
            let letter = line
                .text
                .chars()
                .find(char::is_ascii_alphabetic)
                .unwrap_or_default();
            if line.text.is_ascii()
                && let Some(pieces) = pieces_alone(line)
            {
                let color = if letter.is_ascii_uppercase() {
                    Color::Black
                } else {
                    Color::White
                };
                let hand = WrittenHand {
                    holder: Holder::Side(color),
                    pieces: Ok(pieces),
                    span: line.span(),
                    is_name_alone: false,
                };
                self.hands.push((0, hand));
            }
        }
    }

    /// Puts the pieces of a list on the board.
    fn take_list(&mut self, found: list::List) -> Result<(), RecordError> {
        if let Some(error) = found
            .error
            .clone()
            .or_else(|| list::error_of_double(&found.pieces))
        {
            return Err(error);
        }
        self.places.board = found.span.clone();
        // The attacker is the side without a king, or Black.
        let kings = found.pieces.iter().filter(|it| it.kind == PieceKind::King);
        let kings: Vec<Holder> = kings.map(|it| it.holder).collect();
        let attacker = if kings == [Holder::Side(Color::Black)] {
            Color::White
        } else {
            Color::Black
        };
        for it in found.pieces {
            let piece = Piece::new(it.holder.color(attacker), it.kind);
            self.setup.board[it.square.index()] = Some(piece);
            self.places.pieces.push((it.square, it.span));
        }
        self.hands
            .extend(found.hands.into_iter().map(|hand| (0, hand)));
        Ok(())
    }

    /// Reads an SFEN or a link.
    fn read_in_line(&mut self, line: Line<'a>) -> Result<(), RecordError> {
        let start = self
            .region
            .position
            .span
            .as_ref()
            .map_or(line.at, |it| it.start);
        let mut all = in_line::positions(line, self.text.read_linked).into_iter();
        let Some(found) = all.find(|it| it.span.start == start) else {
            return Err(RecordError::new(Kind::Empty, line.span()));
        };
        for span in [
            line.at..found.span.start,
            found.span.end..line.at + line.text.len(),
        ] {
            if self.length.is_none()
                && let Some((plies, is_brinkmate)) = plies(&self.text.clean.text[span.clone()])
            {
                self.length = Some(StatedLength {
                    plies,
                    is_brinkmate,
                    distance: 0,
                    span,
                });
            }
        }
        self.read_table_row(line, &found.span)?;
        match found.content {
            Content::Link(Ok(record)) => {
                self.take_link(record, &found.span);
                Ok(())
            }
            Content::Link(Err(mut error)) => {
                error.span = found.span;
                Err(error)
            }
            Content::Sfen(read) => match *read {
                Ok(record) => {
                    self.take_sfen(&record, start);
                    self.read_wrapped_sfen(&found.span)
                }
                Err(error) => Err(located(error, start)),
            },
        }
    }

    /// Reads the other cells in the row of a table by the names of their columns: `| no | sfen | plies |`.
    fn read_table_row(
        &mut self,
        line: Line<'a>,
        position: &Range<usize>,
    ) -> Result<(), RecordError> {
        let names = self.text.columns(self.region.position.lines.start);
        let names = names.unwrap_or_default().split('|').map(str::trim);
        for (name, cell) in names.zip(line.text.split('|')) {
            let cell = line.within(cell).trimmed();
            if cell.text.is_empty() || cell.span().contains(&position.start) {
                continue;
            }
            let name = match &*name.to_lowercase() {
                "no" | "no." | "#" => "id",
                _ => name,
            };
            if header_in_text(name).is_some() {
                self.read_header(cell, name, cell.text, 0, true)?;
            }
        }
        Ok(())
    }

    /// Reads an SFEN whose end was wrapped into the next line.
    ///
    /// # Errors
    /// If the next line begins with a hand, but the two lines together are no SFEN.
    fn read_wrapped_sfen(&mut self, found: &Range<usize>) -> Result<(), RecordError> {
        let next = self.region.position.lines.end;
        let is_cut = !self.has_hands && found.end >= self.text.line(next - 1).span().end;
        if !is_cut || next >= self.text.lines.len() {
            return Ok(());
        }
        // The end of the line becomes a blank, so that places stay.
        let end = self.text.lines[next].end;
        let whole = &self.text.clean.text[found.start..end];
        if let Ok(record) = sfen::parse(&whole.replace(['\n', '\r'], " ")) {
            self.end = end;
            self.take_sfen(&record, found.start);
            return Ok(());
        }
        let line = self.text.line(next).trimmed();
        let word = line.text.split_whitespace().next().unwrap_or_default();
        let is_of_hand = |c: char| c.is_ascii_digit() || "-PLNSGBRplnsgbr".contains(c);
        if !self.has_turn || word.is_empty() || !word.chars().all(is_of_hand) {
            return Ok(());
        }
        self.end = end;
        let kind = Kind::Sfen(SfenErrorKind::SeveralLines);
        Err(RecordError::new(kind, line.at..line.at + word.len()))
    }

    /// Takes over the record of a link. All of its parts get the place of the link.
    fn take_link(&mut self, record: Record, span: &Range<usize>) {
        self.places.board = span.clone();
        self.places.turn = span.clone();
        (self.has_turn, self.has_hands) = (true, true);
        let moves = record.tree.main_line().into_iter();
        self.moves = moves.map(|mv| (mv, span.clone())).collect();
        for (key, value) in record.headers {
            self.header(&key, &value, span.clone());
        }
        self.setup = record.setup;
    }

    /// Takes over an SFEN that begins at `start`.
    fn take_sfen(&mut self, record: &SfenRecord, start: usize) {
        let at = |span: &Range<usize>| span.start + start..span.end + start;
        let spans = &record.spans;
        self.setup = record.setup.clone();
        self.places.board = at(&spans.board);
        self.places.turn = at(&spans.turn);
        let is_written = |it: &Range<usize>| !it.is_empty() && *it != spans.board;
        self.has_turn = is_written(&spans.turn);
        self.has_hands =
            is_written(&spans.hands) && spans.hands != spans.turn || !record.moves.is_empty();
        let pieces = spans.pieces.iter();
        self.places.pieces = pieces.map(|(square, span)| (*square, at(span))).collect();
        let held = spans.held.iter();
        self.places.held = held
            .map(|(color, kind, span)| (*color, *kind, at(span)))
            .collect();
        self.moves = record
            .moves
            .iter()
            .copied()
            .zip(spans.moves.iter().map(at))
            .collect();
        for opcode in &record.tail {
            let value = match &*opcode.key {
                "plies" | "expected_plies" => format!("{}手詰", opcode.value),
                _ => opcode.value.clone(),
            };
            let key = if opcode.key == "expected_plies" {
                "plies"
            } else {
                &opcode.key
            };
            self.header(header_of_opcode(key), &value, at(&opcode.span));
        }
    }

    /// Reads a diagram of CSA, with the hands of the lines below it if it has none.
    pub fn read_csa(&mut self) -> Result<(Record, Places), RecordError> {
        let position = &self.region.position;
        let block = position.span.clone();
        let block = block.unwrap_or_else(|| self.text.line(position.lines.start).span());
        let start = block.start;
        let moved = |span: &Range<usize>| span.start + start..span.end + start;
        let read = csa::read(&self.text.clean.text[block]);
        let (mut record, places) = read.map_err(|mut error| {
            error.span = moved(&error.span);
            error
        })?;
        self.places = places.moved(moved);
        self.setup = record.setup.clone();
        self.has_turn = true;
        self.has_hands =
            self.setup.hands.iter().any(|it| !it.is_empty()) || !record.tree.is_empty();
        self.read_surroundings()?;
        self.put_hands()?;
        record.setup.hands = self.setup.hands;
        let mut places = std::mem::take(&mut self.places);
        places.taken = Some(self.taken.clone());
        Ok((record, places))
    }
}

/// Converts an error in an SFEN that begins at this place of the text.
fn located(error: SfenError, start: usize) -> RecordError {
    let span = error.span.start + start..error.span.end + start;
    let mut located = RecordError::new(Kind::Sfen(error.kind), span);
    located.help = error.help;
    located
}
