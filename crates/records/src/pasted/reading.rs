//! Reads the problem at a position of a text, with the lines around it.

use super::around::{Around, around, plies};
use super::board::board;
use super::hand::{GivenHand, hands};
use super::line::{self, Content};
use super::list::{List, list};
use super::taken::{Taken, TakenForm};
use super::title::title;
use super::{Found, Pasted, view};
use crate::correction::correction;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::hands::{Holder, speaks_of_hand};
use crate::lines::Line;
use crate::notation::moves::MoveErrorKind;
use crate::notation::sfen::{SfenError, SfenErrorKind, SfenRecord};
use crate::notation::usi;
use crate::shogi::{Color, Piece, PieceKind, Setup};
use crate::{Part, Places, Record, header_of_opcode, headers};
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
    /// The board, if no piece on it has the mark of White.
    pub unmarked: Option<Range<usize>>,
    /// The first line that speaks of pieces in hand and cannot be read.
    pub unread_hand: Option<Range<usize>>,
    /// Whether a line has nothing but pieces, and no name of a hand.
    pub is_hand_cut: bool,
    /// The lines of the name of a hand and the pieces below it.
    pub named_above: Range<usize>,
    /// The place behind a position in a line.
    pub end_in_line: usize,
    /// The moves in the position itself.
    pub moves: Vec<(crate::shogi::Move, Range<usize>)>,
    /// Whether a line gives the hand of a side, by color.
    pub named_hands: [bool; 2],
    /// Whether the position is an SFEN without hands.
    pub is_board_alone: bool,
    /// A line with a hand above a text that stands over the position.
    pub far_hand: Option<usize>,
    /// Whether the position is an SFEN with the side to move.
    pub has_written_turn: bool,
    /// The place of the hand for all positions of the text.
    pub shared_place: Option<Range<usize>>,
    /// Whether the words around a board without marks say that White attacks.
    pub is_white_said: bool,
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
        left: Vec::new(),
        pictures: Vec::new(),
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
        unmarked: None,
        unread_hand: None,
        is_hand_cut: false,
        named_above: 0..0,
        end_in_line: found.span.end,
        moves: Vec::new(),
        named_hands: [false; 2],
        is_board_alone: false,
        far_hand: None,
        has_written_turn: false,
        shared_place: None,
        is_white_said: false,
    };
    let pictures = found.pictures.iter().map(|it| draft.numbers_of(it));
    draft.taken.pictures = pictures.collect();
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
        line: pasted.ends.partition_point(|end| *end < begin) + 1,
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
        let pasted = self.pasted;
        if found.form == TakenForm::Csa {
            return self.csa(found);
        }
        self.position(found)?;
        let mut other = (found.all.start..found.lines.start).chain(found.lines.end..found.all.end);
        if let Some(span) = other.find_map(|it| correction(pasted.line(it))) {
            return Err(RecordError::new(Kind::Correction, span));
        }
        if let Some(number) = found.unclear {
            let span = self.pasted.line(number).span();
            return Err(RecordError::new(Kind::UnclearHand, span));
        }
        self.above(found.all.start..found.lines.start)?;
        for number in found.inner.iter().cloned().flatten() {
            if let Around::Hands(given) = around(self.pasted.line(number))? {
                self.give(given, number);
            }
        }
        let mut below = self.below(found.lines.end..found.all.end)?;
        self.answer(found, &mut below);
        self.goal(found);
        self.is_white_said = self.unmarked.is_some() && self.says_white(found);
        self.take_far_hand()?;
        self.turn_in_words(found);
        if self.turn.is_none() && self.has_two_kings() {
            let said = self.white_with_two_kings(found);
            if let Some(span) = said.or_else(|| self.first_move_of_white(&below)) {
                self.say_white(span);
            }
        }
        self.put_hands()?;
        Ok(self.record(below))
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
                let Some(mut board) = board(&all, at_line) else {
                    return Err(Self::none(found));
                };
                view::put(pasted, found, &mut board)?;
                self.places.board = board.span.clone();
                self.taken.part = board.part;
                self.read_beside(&board.beside)?;
                let pieces = board.pieces?;
                let has_king = pieces.iter().any(|it| it.piece.kind() == PieceKind::King);
                if has_king && pieces.iter().all(|it| it.piece.color() == Color::Black) {
                    self.unmarked = Some(board.span);
                }
                for placed in pieces {
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
                        Ok(record) => {
                            self.sfen(&record, start);
                            self.wrapped(&record, it.span.end, found.lines.end)?;
                        }
                        Err(error) => {
                            self.cut(&error, it.span.end, found.lines.end)?;
                            return Err(located(error, start));
                        }
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
        let spans = &record.spans;
        let is_written = |it: &Range<usize>| !it.is_empty() && *it != spans.board;
        self.has_written_turn = is_written(&spans.turn);
        let has_hands = is_written(&spans.hands) && spans.hands != spans.turn;
        self.is_board_alone = !has_hands && record.moves.is_empty();
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

    /// Looks whether a mail has put a part of an SFEN into the next line.
    fn wrapped(&mut self, record: &SfenRecord, end: usize, next: usize) -> Result<(), RecordError> {
        let line = self.pasted.line(next - 1);
        let is_end = end >= line.span().end;
        let Some(_) = self.pasted.lines.get(next).filter(|_| is_end) else {
            return Ok(());
        };
        let line = self.pasted.line(next).trimmed();
        let word = line.text.split_whitespace().next().unwrap_or_default();
        let span = line.at..line.at + word.len();
        let is_hand = |c: char| c.is_ascii_digit() || c == '-' || "plnsgbrPLNSGBR".contains(c);
        let is_held = record.setup.hands.iter().any(|it| !it.is_empty());
        let has_hands = is_held || self.pasted.clean.text[..end].ends_with(['-', '1']);
        if !has_hands && !word.is_empty() && word.chars().all(is_hand) {
            return Err(RecordError::new(
                Kind::Sfen(SfenErrorKind::SeveralLines),
                span,
            ));
        }
        if !record.moves.is_empty() && usi::parse_move(word).is_ok() {
            self.places.broken = Some(RecordError::new(MoveErrorKind::NoMove, span));
            self.uses(next);
        }
        Ok(())
    }

    /// Looks whether the next line has the ranks that are missing.
    fn cut(&self, error: &SfenError, end: usize, next: usize) -> Result<(), RecordError> {
        let is_short = matches!(
            error.kind,
            SfenErrorKind::TooFewRanks(_) | SfenErrorKind::RankLength { .. }
        );
        let is_end = end >= self.pasted.line(next - 1).span().end;
        if !is_short || !is_end || self.pasted.lines.get(next).is_none() {
            return Ok(());
        }
        let line = self.pasted.line(next).trimmed();
        let word = line.text.split_whitespace().next().unwrap_or_default();
        let is_board = |c: char| c == '/' || c == '+' || "123456789plnsgbrkPLNSGBRK".contains(c);
        if word.contains('/') && word.chars().all(is_board) {
            let span = line.at..line.at + word.len();
            return Err(RecordError::new(
                Kind::Sfen(SfenErrorKind::SeveralLines),
                span,
            ));
        }
        Ok(())
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
    pub fn beside(&mut self, span: &Range<usize>) -> Result<(), RecordError> {
        let line = Line {
            text: &self.pasted.clean.text[span.clone()],
            at: span.start,
        };
        let given = hands(line)?;
        if given.is_empty() && speaks_of_hand(line.text) {
            self.unread_hand.get_or_insert(span.clone());
        }
        self.given.extend(given);
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
        let mut above = None;
        // What is nearest counts: a text far above is about something else.
        let mut texts = 0;
        let mut lengths = 0;
        let mut far = None;
        for number in lines.rev() {
            let line = self.pasted.line(number);
            match around(line)? {
                // A line that has only the length may stand between.
                Around::Hands(given) if texts == lengths => {
                    self.give(given, number);
                    self.length(line, number);
                    self.uses(number);
                }
                Around::Hands(_) if texts == 1 => {
                    far.get_or_insert(number);
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
                    if texts == 0 && self.note_hand(number) {
                        continue;
                    }
                    if texts == 1 && speaks_of_hand(line.text) && line.text.starts_with(['|', '｜'])
                    {
                        self.unread_hand.get_or_insert(line.span());
                    }
                    texts += 1;
                    lengths += usize::from(is_length(line.text));
                    if texts == 1 && title(line.text).is_some() {
                        above = Some(number);
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
        self.far_hand = far;
        let has_title = self.headers.iter().any(|it| it.0 == headers::TITLE);
        if let Some(number) = above.filter(|_| !has_title) {
            let line = self.pasted.line(number).trimmed();
            let bare = title(line.text).unwrap_or_default();
            if !bare.is_empty() && !is_length(line.text) {
                self.header(headers::TITLE, bare, line.span());
                self.taken.title = Some(self.pasted.number_at(line.at));
                self.uses(number);
            }
        }
        Ok(())
    }
}

/// Returns whether a line has only the length of a problem: `【5手詰】`.
fn is_length(text: &str) -> bool {
    let numbered = text
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = title(numbered.strip_prefix('.').unwrap_or(text)).unwrap_or_default();
    plies(text).is_some()
        && bare.trim_end_matches('め').ends_with("手詰")
        && bare.chars().count() <= 5
}

/// Returns the error in a position that begins at this place of the text.
fn located(error: SfenError, start: usize) -> RecordError {
    let span = error.span.start + start..error.span.end + start;
    let mut located = RecordError::new(Kind::Sfen(error.kind), span);
    located.help = error.help;
    located
}
