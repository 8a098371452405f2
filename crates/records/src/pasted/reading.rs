//! Reads the problem at a position of a text, with the lines around it.

use super::around::{Around, around, is_title, plies};
use super::board::board;
use super::hand::{GivenHand, hands};
use super::line::{self, Content};
use super::list::{List, list};
use super::taken::{Taken, TakenForm, TakenHand};
use super::{Found, Pasted};
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, Pieces, attacker};
use crate::lines::Line;
use crate::notation::sfen::{SfenError, SfenRecord};
use crate::shogi::{Color, Piece, Setup};
use crate::{Part, Places, Record, csa, header_of_opcode, headers, kif};
use std::ops::Range;

/// A problem while it is read.
pub(super) struct Draft<'a> {
    pub pasted: &'a Pasted,
    pub setup: Setup,
    pub places: Places,
    pub headers: Vec<(String, String)>,
    pub given: Vec<GivenHand>,
    pub turn: Option<Holder>,
    pub plies: Option<(u32, Range<usize>)>,
    pub taken: Taken,
    /// The lines that were used.
    pub used: Range<usize>,
    /// The place behind a position in a line.
    pub end_in_line: usize,
    /// The moves in the position itself.
    pub moves: Vec<(crate::shogi::Move, Range<usize>)>,
}

/// Reads the problem at a position.
pub(super) fn read(pasted: &Pasted, found: &Found) -> Part {
    let first = |at: usize| pasted.number_at(at);
    let taken = Taken {
        form: found.form,
        lines: [
            first(found.span.start),
            first(found.span.end.saturating_sub(1).max(found.span.start)),
        ],
        part: None,
        hands: Vec::new(),
        title: None,
        moves: None,
    };
    let mut draft = Draft {
        pasted,
        setup: Setup::empty(),
        places: Places::default(),
        headers: Vec::new(),
        given: Vec::new(),
        turn: None,
        plies: None,
        taken,
        used: found.lines.clone(),
        end_in_line: found.span.end,
        moves: Vec::new(),
    };
    let content = draft.read(found);
    if let Err(error) = &content {
        let line = pasted.lines.partition_point(|it| it.end < error.span.start);
        draft.uses(line.min(pasted.lines.len() - 1));
    }
    let used = draft.used.clone();
    let start = pasted.lines[used.start].start;
    let end = pasted.lines[used.end - 1].end;
    let whole = pasted.clean.original(&(start..end));
    // The marks of a quotation in front of the first line belong to it.
    let begin = pasted.text[..whole.start]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let back = |span: &Range<usize>| {
        let there = pasted.clean.original(span);
        there.start.saturating_sub(begin)..there.end.saturating_sub(begin)
    };
    Part {
        line: pasted.text[..begin].matches('\n').count() + 1,
        text: pasted.text[begin..whole.end.max(begin)].to_owned(),
        content: match content {
            Ok((record, places)) => Ok((record, places.moved(back))),
            Err(mut error) => {
                error.span = back(&error.span);
                Err(error)
            }
        },
    }
}

impl Draft<'_> {
    fn read(&mut self, found: &Found) -> Result<(Record, Places), RecordError> {
        if found.form == TakenForm::Csa {
            return self.csa(found);
        }
        self.position(found)?;
        self.above(found.all.start..found.lines.start)?;
        let below = self.below(found.lines.end..found.all.end)?;
        self.put_hands()?;
        Ok(self.record(below))
    }

    fn csa(&mut self, found: &Found) -> Result<(Record, Places), RecordError> {
        let start = found.span.start;
        let read = csa::read(&self.pasted.clean.text[found.span.clone()]);
        let (record, places) = read.map_err(|mut error| {
            error.span = error.span.start + start..error.span.end + start;
            error
        })?;
        let mut places = places.moved(|span| span.start + start..span.end + start);
        places.taken = Some(self.taken.clone());
        Ok((record, places))
    }

    /// Reads the position itself.
    fn position(&mut self, found: &Found) -> Result<(), RecordError> {
        let pasted = self.pasted;
        let all: Vec<Line<'_>> = (found.lines.start..found.lines.end.max(found.lines.start + 1))
            .map(|it| pasted.line(it))
            .collect();
        let at_line = all
            .iter()
            .position(|it| it.at + it.text.len() >= found.span.start)
            .unwrap_or(0);
        match found.form {
            TakenForm::Board => {
                let Some(board) = board(&all, at_line) else {
                    return Err(Self::none(found));
                };
                self.places.board = board.span.clone();
                self.taken.part = board.part;
                for beside in &board.beside {
                    self.beside(beside)?;
                }
                for placed in board.pieces? {
                    self.setup.board[placed.square.index()] = Some(placed.piece);
                    self.places.pieces.push((placed.square, placed.span));
                }
            }
            TakenForm::List => {
                let Some(list) = list(&all, at_line) else {
                    return Err(Self::none(found));
                };
                self.places.board = list.span.clone();
                self.list(list)?;
            }
            _ => {
                let mut in_line = line::positions(all[at_line]).into_iter();
                let Some(it) = in_line.find(|it| it.span.start == found.span.start) else {
                    return Err(Self::none(found));
                };
                let start = it.span.start;
                match it.content {
                    Content::Link(Ok(record)) => self.link(&record, &it.span),
                    Content::Link(Err(mut error)) => {
                        error.span = it.span;
                        return Err(error);
                    }
                    Content::Sfen(read) => match *read {
                        Ok(record) => self.sfen(&record, start),
                        Err(error) => return Err(located(error, start)),
                    },
                }
            }
        }
        Ok(())
    }

    fn none(found: &Found) -> RecordError {
        RecordError::new(Kind::Empty, found.span.clone())
    }

    /// Takes over the record of a link. All of it is at the place of the link.
    fn link(&mut self, record: &Record, span: &Range<usize>) {
        self.setup = record.setup.clone();
        self.places.board = span.clone();
        self.places.turn = span.clone();
        for (key, value) in &record.headers {
            self.header(key, value, span.clone());
        }
        self.moves = record
            .tree
            .main_line()
            .into_iter()
            .map(|mv| (mv, span.clone()))
            .collect();
    }

    /// Takes over a position in SFEN.
    fn sfen(&mut self, record: &SfenRecord, start: usize) {
        let at = |span: &Range<usize>| span.start + start..span.end + start;
        self.setup = record.setup.clone();
        self.places.board = at(&record.spans.board);
        self.places.turn = at(&record.spans.turn);
        self.places.pieces = record
            .spans
            .pieces
            .iter()
            .map(|(square, span)| (*square, at(span)))
            .collect();
        self.places.held = record
            .spans
            .held
            .iter()
            .map(|(color, kind, span)| (*color, *kind, at(span)))
            .collect();
        self.moves = record
            .moves
            .iter()
            .copied()
            .zip(record.spans.moves.iter().map(at))
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

    fn list(&mut self, list: List) -> Result<(), RecordError> {
        if let Some(error) = list.error {
            return Err(error);
        }
        // The attacker is the side without a king, or Black.
        let kings: Vec<Holder> = list
            .pieces
            .iter()
            .filter(|it| it.kind == crate::shogi::PieceKind::King)
            .map(|it| it.holder)
            .collect();
        let attacker = match kings.as_slice() {
            [Holder::Side(Color::Black)] => Color::White,
            _ => Color::Black,
        };
        for it in list.pieces {
            let piece = Piece::new(it.holder.color(attacker), it.kind);
            self.setup.board[it.square.index()] = Some(piece);
            self.places.pieces.push((it.square, it.span));
        }
        self.given.extend(list.hands);
        Ok(())
    }

    pub fn header(&mut self, key: &str, value: &str, span: Range<usize>) {
        if self.headers.iter().any(|it| it.0 == key) {
            return;
        }
        self.headers.push((key.to_owned(), value.to_owned()));
        self.places.headers.push(span);
    }

    /// Reads a text beside the board.
    fn beside(&mut self, span: &Range<usize>) -> Result<(), RecordError> {
        let line = Line {
            text: &self.pasted.clean.text[span.clone()],
            at: span.start,
        };
        self.given.extend(hands(line)?);
        if let Some(plies) = plies(line.text) {
            self.plies.get_or_insert((plies, span.clone()));
        }
        Ok(())
    }

    /// Takes the length of the problem, if a line says it.
    pub fn length(&mut self, line: Line<'_>, number: usize) {
        if let Some(plies) = plies(line.text) {
            self.plies.get_or_insert((plies, line.span()));
            self.uses(number);
        }
    }

    pub fn uses(&mut self, number: usize) {
        self.used = self.used.start.min(number)..self.used.end.max(number + 1);
    }

    /// Reads the lines above the position.
    fn above(&mut self, lines: Range<usize>) -> Result<(), RecordError> {
        let mut title = None;
        // What is nearest counts: a text far above is about something else.
        let mut texts = 0;
        for number in lines.rev() {
            let line = self.pasted.line(number);
            match around(line)? {
                Around::Hands(given) if texts == 0 => {
                    self.give(given);
                    self.length(line, number);
                    self.uses(number);
                }
                Around::Turn(turn, span) if texts == 0 => {
                    self.turn = Some(turn);
                    self.places.turn = span;
                    self.uses(number);
                }
                Around::Header(key, value) if texts <= 1 => {
                    self.header(key, value, line.span());
                    self.uses(number);
                }
                Around::Text => {
                    texts += 1;
                    if texts == 1 && is_title(line.text) {
                        title = Some(number);
                    }
                    if texts == 1 {
                        self.length(line, number);
                    }
                }
                _ => {}
            }
            if texts > 1 {
                break;
            }
        }
        let has_title = self.headers.iter().any(|it| it.0 == headers::TITLE);
        if let Some(number) = title.filter(|_| !has_title) {
            let line = self.pasted.line(number).trimmed();
            let bare = line.text.trim_matches(|c: char| {
                matches!(
                    c,
                    '■' | '●' | '◆' | '#' | '*' | '【' | '】' | '「' | '」' | '：' | ':'
                ) || c.is_whitespace()
            });
            let is_length = plies(line.text).is_some()
                && bare.trim_end_matches('め').ends_with("手詰")
                && bare.chars().count() <= 5;
            if !bare.is_empty() && !is_length {
                self.header(headers::TITLE, bare, line.span());
                self.taken.title = Some(self.pasted.number_at(line.at));
                self.uses(number);
            }
        }
        Ok(())
    }

    /// Takes hands, unless they are given already.
    pub fn give(&mut self, given: Vec<GivenHand>) {
        for hand in given {
            let is_there = self
                .given
                .iter()
                .any(|it| it.holder == hand.holder && it.pieces.is_same(&hand.pieces));
            if !is_there {
                self.given.push(hand);
            }
        }
    }

    /// Puts the hands into the diagram, and sets the side to move.
    fn put_hands(&mut self) -> Result<(), RecordError> {
        let is_sfen = matches!(self.taken.form, TakenForm::Sfen | TakenForm::Link);
        let attacker = if is_sfen {
            self.setup.turn
        } else {
            attacker(&self.setup, self.turn)
        };
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
            if let Pieces::These(hand, places) = &given.pieces {
                self.setup.hands[color.index()] = *hand;
                let held = places
                    .iter()
                    .map(|(kind, span)| (color, *kind, span.clone()));
                self.places.held.extend(held);
                self.taken.hands.push(TakenHand {
                    color,
                    hand: *hand,
                    line,
                });
                if hand.is_empty() {
                    self.places.empty_hands.push((color, given.span.clone()));
                }
            }
            known[color.index()] = Some(given.pieces);
        }
        for color in Color::ALL {
            if let Some(Pieces::Rest) = known[color.index()] {
                self.setup.hands[color.index()] = self.setup.missing();
            }
        }
        if !is_sfen {
            self.setup.turn = self.turn.map_or(Color::Black, |it| it.color(attacker));
            if self.turn.is_none() && kif::is_turn_open(&self.setup, &self.headers) {
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

/// Returns the error in a position that begins at this place of the text.
fn located(error: SfenError, start: usize) -> RecordError {
    let span = error.span.start + start..error.span.end + start;
    let mut located = RecordError::new(Kind::Sfen(error.kind), span);
    located.help = error.help;
    located
}
