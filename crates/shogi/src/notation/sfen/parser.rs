//! The parser: a cursor over bytes that notes errors and continues.

mod fen;
mod hands;
mod tail;

use super::{
    Opcode, SfenRecord, Spans,
    bare::bare,
    error::{SfenError, SfenErrorKind as Kind},
    loose::{Loosened, half_width},
    moves,
};
use crate::notation::moves::NamedEnd;
use crate::notation::{Help, kind_of_letter};
use crate::{Color, Move, Piece, Setup, Square};
use std::ops::Range;

const BYTE_ORDER_MARK: &str = "\u{feff}";
const INITIAL: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Returns the opcodes after the first `;`, whatever comes before it. `None` if they contain
/// errors, too.
pub(super) fn opcodes_after(text: &str) -> Option<Vec<Opcode>> {
    let mut parser = Parser::new(text);
    parser.refuse_control_characters()?;
    parser.at = text[..parser.end].find(';')?;
    let opcodes = parser.tail();
    parser.errors.is_empty().then_some(opcodes)
}

/// Reads an SFEN line. Errors in the moves are errors of the text only if `is_strict`. A malformed text is
/// read as one of its [`Loosened`] readings, if all that are well-formed have the same diagram and moves.
pub(super) fn parse(text: &str, is_strict: bool) -> Result<SfenRecord, Vec<SfenError>> {
    let place = bare(text);
    let errors = match parse_at(text, place.clone(), is_strict) {
        Ok(record) => return Ok(record),
        Err(errors) => errors,
    };
    let readings = Loosened::readings(text, &place).into_iter();
    let mut records = readings.filter_map(|reading| {
        let record = parse_at(&reading.text, bare(&reading.text), is_strict).ok()?;
        Some(reading.with_original_spans(record))
    });
    match records.next() {
        Some(first) if records.all(|it| it.setup == first.setup && it.moves == first.moves) => {
            Ok(first)
        }
        _ => Err(errors),
    }
}

/// Reads the SFEN line at this place of a text.
fn parse_at(
    text: &str,
    place: Range<usize>,
    is_strict: bool,
) -> Result<SfenRecord, Vec<SfenError>> {
    let mut parser = Parser::new(text);
    // If only blanks are around the place, the whole text is read, because errors may be about them.
    if !text[..place.start].trim_matches(is_space).is_empty() {
        parser.at = place.start;
        parser.end = place.end;
    }
    let record = parser.run();
    let (mut errors, of_moves) = (parser.errors, parser.errors_of_moves);
    if is_strict || !errors.is_empty() {
        errors.extend(of_moves);
    }
    errors.sort_by_key(|error| error.span.start);
    match record {
        Some(record) if errors.is_empty() => Ok(record),
        _ => Err(errors),
    }
}

/// Returns whether a character is space around the text. [`Parser::skip_blanks`] has the blanks inside
/// it.
const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{feff}')
}

/// Returns the initial position of a game.
fn initial() -> Setup {
    let initial = parse(INITIAL, true).expect("the initial position is a well-formed SFEN");
    initial.setup
}

struct Parser<'a> {
    text: &'a str,
    /// The byte of the text that is read next.
    at: usize,
    /// The end of the text without blanks after it.
    end: usize,
    setup: Setup,
    spans: Spans,
    errors: Vec<SfenError>,
    errors_of_moves: Vec<SfenError>,
}

/// The line of moves of an SFEN.
#[derive(Default)]
struct ParsedLine {
    moves: Vec<Move>,
    /// The error at which the moves end.
    broken: Option<SfenError>,
    /// The word for the end of the line.
    end: Option<NamedEnd>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            end: text.trim_end_matches(is_space).len(),
            setup: Setup::empty(),
            spans: Spans::default(),
            errors: Vec::new(),
            errors_of_moves: Vec::new(),
        }
    }

    /// Parses the whole line; `None` if an error left no usable record.
    fn run(&mut self) -> Option<SfenRecord> {
        if self.at == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
        }
        if self.text[self.at.min(self.end)..self.end]
            .trim_start_matches(is_space)
            .is_empty()
        {
            return self.fail(Kind::Empty, 0..self.text.len());
        }
        self.at = self.end - self.rest().trim_start_matches(is_space).len();
        self.refuse_control_characters()?;

        let start = self.at;
        let mut board = self.field();
        for prefix in ["position", "sfen"] {
            if self.text[board.clone()].eq_ignore_ascii_case(prefix) {
                board = self.field();
            }
        }
        let mut move_number = None;
        if self.text[board.clone()].eq_ignore_ascii_case("startpos") {
            self.initial_position(board);
        } else if self.is_game(board.start) {
            // The moves of a game alone.
            self.at = board.start;
            self.initial_position(board);
        } else if let Some(at) = self.hands_in_brackets(&board) {
            let hands = board.start + at..board.end;
            let board = board.start..hands.start;
            self.board(board.clone());
            move_number = self.fen(board, hands);
        } else {
            self.diagram(start, board)?;
        }

        let mut next = self.field();
        if !next.is_empty() && !self.is_end_of_fields(&next) {
            move_number = self.text[next.clone()].parse().ok();
            if move_number.is_none() || !self.text.as_bytes()[next.start].is_ascii_digit() {
                self.unexpected_field(Kind::BadMoveNumber, next);
            }
            next = self.field();
        }
        let line = self.line_or_end(next);
        let mut tail = Vec::new();
        if let (Some(end), None) = (line.end, &line.broken) {
            tail.push(Opcode::new("end".to_owned(), end.name.to_owned(), end.span));
        }
        tail.extend(self.tail());
        Some(SfenRecord {
            setup: self.setup.clone(),
            move_number,
            moves: line.moves,
            broken: line.broken,
            tail,
            spans: std::mem::take(&mut self.spans),
        })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn error(&mut self, kind: Kind, span: Range<usize>) {
        self.errors.push(SfenError::new(kind, span));
    }

    fn error_with_help(&mut self, kind: Kind, span: Range<usize>, help: Help) {
        self.errors.push(SfenError::new(kind, span).with_help(help));
    }

    /// Notes an error for an unexpected field, with advice if it is a move.
    fn unexpected_field(&mut self, kind: Kind, span: Range<usize>) {
        match moves::help(&self.text[span.clone()]) {
            Some(help) => self.error_with_help(kind, span, help),
            None => self.error(kind, span),
        }
    }

    /// Notes an error and returns `None`.
    fn fail<T>(&mut self, kind: Kind, span: Range<usize>) -> Option<T> {
        self.error(kind, span);
        None
    }

    fn refuse_control_characters(&mut self) -> Option<()> {
        for (byte, start) in self.rest().bytes().zip(self.at..) {
            let kind = match byte {
                b'\n' | b'\r' => Kind::SeveralLines,
                b'\t' => continue,
                0..0x20 | 0x7f => Kind::ControlCharacter(byte),
                _ => continue,
            };
            return self.fail(kind, start..start + 1);
        }
        Some(())
    }

    fn skip_blanks(&mut self) {
        while self.rest().starts_with([' ', '\t', '_']) {
            self.at += 1;
        }
    }

    /// Returns the next field: up to a blank or `;`. Empty at the end and before a `;`.
    fn field(&mut self) -> Range<usize> {
        self.skip_blanks();
        let start = self.at;
        let length = self.rest().find([' ', '\t', '_', ';']);
        self.at = length.map_or(self.end, |length| start + length);
        start..self.at
    }

    /// Returns whether a field comes after the move number: the word `moves`, or an opcode without
    /// the first `;`.
    fn is_end_of_fields(&self, field: &Range<usize>) -> bool {
        let text = &self.text[field.clone()];
        let is_end = text.starts_with('#') || text == "checkmate" && !self.rest().contains(';');
        let is_opcode =
            || text.starts_with(|c: char| c.is_ascii_alphabetic()) && self.rest().contains(';');
        is_end || moves::begins_line(text) || is_opcode()
    }

    /// Returns the character at a byte, with its place.
    fn character(&self, at: usize) -> (char, Range<usize>) {
        let character = self.text[at..].chars().next().unwrap_or('\0');
        (character, at..at + character.len_utf8())
    }

    /// Returns whether the text from here on is the moves of a game.
    fn is_game(&self, start: usize) -> bool {
        let text = &self.text[start..self.end];
        text.starts_with("moves") && moves::is_line_from(&initial(), text)
    }

    fn initial_position(&mut self, word: Range<usize>) {
        self.setup = initial();
        self.spans = Spans {
            diagram: word.clone(),
            board: word.clone(),
            turn: word.clone(),
            hands: word,
            ..Spans::default()
        };
    }

    fn diagram(&mut self, start: usize, board: Range<usize>) -> Option<()> {
        if !self.text[board.clone()].contains('/') {
            let error = SfenError::new(Kind::NotSfen, board.start..self.end);
            self.errors
                .push(if moves::is_kif_move(&self.text[start..self.end]) {
                    error.with_help(Help::KifMove)
                } else {
                    error
                });
            return None;
        }
        self.board(board.clone());
        self.spans.diagram = board.clone();
        self.spans.board = board;

        let turn = self.field();
        let word = self.text[turn.clone()].to_lowercase();
        match &self.text[turn.clone()] {
            // A diagram alone: Black is to move, and neither side holds a piece.
            text if text.is_empty() || moves::begins_line(text) => {
                self.at = turn.start;
                self.spans.turn = self.spans.board.clone();
                self.spans.hands = self.spans.board.clone();
                return Some(());
            }
            "b" => self.setup.turn = Color::Black,
            "w" | "W" => self.setup.turn = Color::White,
            // Without hands after it, it may be a bishop in hand.
            "B" if self.is_before_hands() => self.setup.turn = Color::Black,
            _ if matches!(&*word, "black" | "sente" | "先手" | "先") => {
                self.setup.turn = Color::Black;
            }
            _ if matches!(&*word, "white" | "gote" | "後手" | "後") => {
                self.setup.turn = Color::White;
            }
            _ => self.error(Kind::BadTurn, turn.clone()),
        }
        self.spans.turn = turn;

        let hands = self.field();
        if hands.is_empty() || moves::begins_line(&self.text[hands.clone()]) {
            self.at = hands.start;
            self.spans.hands = self.spans.board.clone();
            return Some(());
        }
        self.hands(hands.clone());
        self.spans.diagram.end = hands.end;
        self.spans.hands = hands;
        Some(())
    }

    /// Returns whether another field follows that is not the word `moves`.
    fn is_before_hands(&mut self) -> bool {
        let before = self.at;
        let next = self.field();
        self.at = before;
        !next.is_empty() && !moves::begins_line(&self.text[next])
    }

    fn board(&mut self, board: Range<usize>) {
        let mut lengths = Vec::with_capacity(9);
        let mut spans = Vec::with_capacity(9);
        let mut start = board.start;
        for rank in self.text[board.clone()].split('/') {
            let span = start..start + rank.len();
            start = span.end + 1;
            // Beyond the ninth rank only the number of ranks matters.
            let length = if lengths.len() < 9 {
                self.rank(lengths.len(), span.clone())
            } else {
                None
            };
            if let Some(squares) = length.filter(|&squares| squares != 9) {
                let rank = lengths.len() + 1;
                self.error(Kind::RankLength { rank, squares }, span.clone());
            }
            lengths.push(length);
            spans.push(span);
        }
        let ranks = lengths.len();
        if ranks < 9 {
            self.error(Kind::TooFewRanks(ranks), board.end..board.end);
        } else if ranks > 9 {
            let surplus = spans[9].start..board.end;
            let kind = Kind::TooManyRanks(ranks);
            let is_split = |pair: &[Option<usize>]| match *pair {
                [Some(first), Some(second)] => first + second == 9,
                _ => false,
            };
            match lengths.windows(2).position(is_split) {
                Some(rank) => {
                    let help = Help::SplitRank(rank + 1);
                    self.error_with_help(kind, surplus, help);
                }
                None => self.error(kind, surplus),
            }
        }
    }

    /// Reads a rank (0–8) and returns the number of its squares; `None` after an error in it.
    fn rank(&mut self, rank: usize, span: Range<usize>) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let errors_before = self.errors.len();
        let mut squares = 0;
        let mut next = span.start;
        while next < span.end {
            let start = next;
            let byte = bytes[next];
            next += 1;
            if byte.is_ascii_digit() {
                if byte == b'0' {
                    self.error(Kind::ZeroRun, start..next);
                }
                squares += usize::from(byte - b'0');
                continue;
            }
            let promoted = byte == b'+';
            let letter = if promoted {
                match bytes[next..span.end].first() {
                    Some(letter) if !letter.is_ascii_digit() && *letter != b'+' => {}
                    _ => {
                        self.error(Kind::DanglingPlus, start..next);
                        continue;
                    }
                }
                next += 1;
                next - 1
            } else {
                start
            };
            let Some(piece) = self.piece(letter) else {
                next = self.character(letter).1.end;
                squares += 1;
                continue;
            };
            let kind = piece.kind();
            if promoted && !kind.can_promote() {
                self.error(Kind::CannotPromote(kind), start..next);
            }
            if squares < 9 {
                let square = Square::new(8 - squares as u8, rank as u8);
                let kind = if promoted { kind.promote() } else { kind };
                self.setup.board[square.index()] = Some(Piece::new(piece.color(), kind));
                self.spans.pieces.push((square, start..next));
            }
            squares += 1;
        }
        (self.errors.len() == errors_before).then_some(squares)
    }

    /// Returns the piece whose letter is at a byte, or notes an error.
    fn piece(&mut self, at: usize) -> Option<Piece> {
        let byte = self.text.as_bytes()[at];
        let color = if byte.is_ascii_lowercase() {
            Color::White
        } else {
            Color::Black
        };
        if let Some(kind) = kind_of_letter(byte.to_ascii_uppercase()) {
            return Some(Piece::new(color, kind));
        }
        let (character, span) = self.character(at);
        match half_width(character) {
            Some(ascii) => {
                let help = match ascii {
                    ' ' => Help::OrdinarySpace,
                    _ => Help::Write(ascii),
                };
                self.error_with_help(Kind::FullWidth(character), span, help);
            }
            None => self.error(Kind::UnknownPiece(character), span),
        }
        None
    }

    /// Reads what begins with the field after the move number: the moves, a remark, or the opcodes.
    fn line_or_end(&mut self, field: Range<usize>) -> ParsedLine {
        let text = &self.text[field.clone()];
        if text.starts_with('#') {
            // A remark runs to the end of the line.
            self.at = self.end;
        } else if text == "checkmate" && !self.rest().contains(';') {
            // The answer of an engine.
            return self.line();
        } else if moves::begins_line(text) {
            self.at = field.start + "moves".len();
            return self.line();
        } else if self.is_end_of_fields(&field) {
            self.at = field.start;
        } else if !field.is_empty() {
            self.unexpected_field(Kind::Unexpected, field);
        }
        ParsedLine::default()
    }

    /// Reads the line of moves from here to the end or the first `;`.
    fn line(&mut self) -> ParsedLine {
        let text = self.rest().split(';').next().unwrap_or_default();
        let start = self.at;
        self.at += text.len();
        let setup = self.errors.is_empty().then_some(&self.setup);
        let line = moves::read(text, start, setup);
        self.errors_of_moves = line.errors;
        let (moves, spans) = line.moves.into_iter().unzip();
        self.spans.moves = spans;
        ParsedLine {
            moves,
            broken: line.broken,
            end: line.end,
        }
    }
}
