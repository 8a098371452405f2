//! Plays the moves of a record, one line of the text after the other, and makes the tree of them.
//!
//! The moves also tell what a diagram leaves open: whose turn it is, and that the defender holds the rest.

use super::token::{moves_of, plain_moves};
use super::words::attacker;
use crate::diagrams::Diagrams;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::headers::GOAL;
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::notation::digits::digit;
use crate::notation::line_end::end_of_word;
use crate::notation::move_number::{skip_number, skip_side};
use crate::notation::moves::{MoveError, MoveErrorKind, read_line};
use crate::notation::written_move::{read_words, side};
use crate::number::number;
use crate::part::Places;
use crate::record::Record;
use crate::shogi::{Color, Move, Setup, Square};
use crate::tree::{End, NodeId};
use std::collections::HashSet;
use std::ops::Range;

/// Returns whether a diagram without a side to move may be one with White to move: only Black has a king, and he
/// is not in check. In a threatmate the side to move has the king.
///
/// White must have pieces on the board: in a diagram without any, the marks of the sides are lost.
pub(crate) fn is_turn_open(setup: &Setup, headers: &[(String, String)]) -> bool {
    let is_threat = headers
        .iter()
        .any(|(key, value)| key == GOAL && value.trim() == "threatmate");
    let is_mated = attacker(setup, None) == Color::White && !setup.in_check(Color::Black);
    let mut pieces = setup.board.iter().flatten();
    is_mated && pieces.any(|it| it.color() == Color::White) && !is_threat
}

/// A record whose diagram is known, while its moves are read.
#[derive(Clone)]
pub(super) struct Player {
    pub growing: GrowingRecord,
    pub places: Places,
    /// Whether no line says who moves, and only Black has a king.
    pub is_turn_open: bool,
    /// Whether no line says who moves: the mark of the first move may.
    pub may_begin_with_white: bool,
    /// The side whose hand no line gives: it may hold all that is left.
    pub unnamed: Option<Color>,
    pub(super) diagrams: Diagrams,
    /// The nodes of the main line, once a branch has begun.
    pub(super) main: Vec<NodeId>,
    /// The nodes whose moves have a mark: another move follows in a branch.
    pub(super) marked: HashSet<NodeId>,
    /// Whether the rest of the line is left out.
    pub leaves_out: bool,
}

impl Player {
    /// Begins at the diagram of a record.
    pub fn new(record: Record, mut places: Places) -> Self {
        places.moves.push(0..0);
        Self {
            growing: GrowingRecord::new(record),
            places,
            is_turn_open: false,
            may_begin_with_white: false,
            unnamed: None,
            diagrams: Diagrams::default(),
            main: Vec::new(),
            marked: HashSet::new(),
            leaves_out: false,
        }
    }

    /// Finds a move on the board and plays it. If it cannot be played, it is tried with White to move, and with
    /// the rest of the pieces in the defender's hand, as far as the diagram leaves that open.
    pub fn play(
        &mut self,
        span: Range<usize>,
        find: impl Fn(&Setup, Option<Square>) -> Result<Move, MoveError>,
    ) -> Result<(), RecordError> {
        let error = match self.attempt(&span, &find) {
            Err(error) if matches!(error.kind, Kind::Move(_)) => error,
            done => return done,
        };
        if self.flip_open_turn() {
            if self.attempt(&span, &find).is_ok() {
                return Ok(());
            }
            self.set_turn(Color::Black);
        }
        let growing = &mut self.growing;
        let Some(defender) = self.unnamed.filter(|it| *it == growing.setup.turn) else {
            return Err(error);
        };
        let before = [growing.record.setup.clone(), growing.setup.clone()];
        growing.fill_hand(defender);
        self.diagrams = Diagrams::default();
        if self.attempt(&span, &find).is_ok() {
            self.unnamed = None;
            return Ok(());
        }
        let [first, now] = before;
        (self.growing.record.setup, self.growing.setup) = (first, now);
        self.diagrams = Diagrams::default();
        Err(error)
    }

    fn attempt(
        &mut self,
        span: &Range<usize>,
        find: &impl Fn(&Setup, Option<Square>) -> Result<Move, MoveError>,
    ) -> Result<(), RecordError> {
        let mv = find(&self.growing.setup, self.growing.previous())?;
        self.growing.play(mv, span.clone(), &mut self.places)
    }

    /// Makes it White's turn, if there is no move yet and the diagram leaves it open.
    pub fn flip_open_turn(&mut self) -> bool {
        let is_empty = self.growing.record.tree.is_empty();
        let is_open = self.is_turn_open && is_empty && !self.places.is_turn_deduced;
        if is_open {
            self.set_turn(Color::White);
        }
        is_open
    }

    fn set_turn(&mut self, turn: Color) {
        self.places.is_turn_deduced = turn == Color::White;
        self.growing.record.setup.turn = turn;
        self.growing.setup.turn = turn;
    }

    /// Adds a comment on the last move.
    pub fn comment(&mut self, line: Line<'_>) {
        self.growing.node().comments.push(comment(line.text));
    }

    /// Reads moves in any notation: `①２三銀 ②１三玉`, `▲３四飛成　△１五玉`, `S*2c 2b1c`.
    ///
    /// # Errors
    /// At the first move that cannot be read or played; those before it are kept.
    pub fn free(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let plain = plain_moves(line.text);
        let (moves, rest) = moves_of(&plain);
        let reading = read_line(moves, line.at);
        for written in reading.moves {
            let written = written?;
            let color = written.side();
            if color.is_some_and(|it| it != self.growing.setup.turn) {
                self.flip_open_turn();
                let is_first = self.growing.record.tree.is_empty() && self.may_begin_with_white;
                let has_both = Color::ALL
                    .iter()
                    .all(|it| self.growing.setup.kings(*it).next().is_some());
                if is_first && has_both {
                    self.set_turn(Color::White);
                    self.places.is_turn_deduced = false;
                }
            }
            let span = written.span.clone();
            self.play(span, |setup, previous| written.find(setup, previous))?;
        }
        let end = reading.end.and_then(|it| End::of_kif(it.name));
        if let Some(end) = end {
            self.growing.node().end = Some(end);
        }
        self.footer(rest);
        Ok(())
    }

    /// Reads a numbered move: `   1 ３四飛成(31)   ( 0:01/00:00:01)+`.
    ///
    /// # Errors
    /// If it cannot be read or played, or if something else follows.
    pub fn numbered(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let mut cursor = line.trimmed().cursor();
        let mut digits = cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            digits = cursor.take_while(|c| digit(c).is_some());
        }
        let ply = number(digits);
        cursor.skip_blanks();
        self.behind_number(cursor, ply)
    }

    /// Reads a move without a mark: `７六歩(77)`, `1. ７六歩(77) (0:01/0:01)`.
    ///
    /// # Errors
    /// If it cannot be read or played, or if something else follows.
    pub fn bare(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let mut cursor = line.trimmed().cursor();
        skip_number(&mut cursor);
        self.behind_number(cursor, None)
    }

    fn behind_number(
        &mut self,
        mut cursor: Cursor<'_>,
        ply: Option<u32>,
    ) -> Result<(), RecordError> {
        let all = Line::from(cursor);
        let word = cursor.rest.split(['(', '（']).next().unwrap_or("");
        let word = word.trim().trim_end_matches('+');
        if let Some(end) = End::of_kif(word) {
            self.growing.node().end = Some(end);
            return Ok(());
        }
        // Moves may follow these words, so they do not end a line.
        if matches!(word, "封じ手" | "不戦勝" | "不戦敗") {
            self.growing.node().comments.push(word.to_owned());
            return Ok(());
        }
        skip_side(&mut cursor);
        cursor.skip_one(|c| side(c).is_some());
        cursor.skip_blanks();
        let next = self.growing.node().ply + 1;
        let mut behind = cursor;
        let Ok(written) = read_words(&mut behind) else {
            return self.free(all);
        };
        behind.skip_blanks();
        let rest = behind.rest.trim_end();
        let is_marked = rest.ends_with('+');
        let rest = rest.trim_end_matches('+').trim_end();
        let is_time = rest.starts_with(['(', '（', '*']) && rest.ends_with([')', '）'])
            || rest.contains(':') && spent(rest).is_some();
        if !rest.is_empty() && !is_time {
            // Any other text after a move is an error, if it is no move.
            let span = behind.at..behind.at + rest.len();
            let error = RecordError::new(MoveErrorKind::NoMove, span);
            return if super::token::are_moves(all) {
                self.free(all)
            } else {
                Err(error)
            };
        }
        let span = written.span.clone();
        self.play(span, |setup, previous| written.find(setup, previous))
            .map_err(|error| {
                if error.help.is_some() || ply.is_none_or(|ply| ply as usize == next) {
                    return error;
                }
                error.with_help(Help::MoveMissing)
            })?;
        if let Some(seconds) = spent(behind.rest).filter(|_| is_time) {
            self.growing.node().seconds = Some(seconds);
        }
        if is_marked {
            self.marked.insert(self.growing.at);
        }
        Ok(())
    }

    /// Reads an end: `まで5手で詰み`.
    pub fn footer(&mut self, text: &str) {
        let words = [
            ("不詰", End::NoMate),
            ("詰", End::Mate),
            ("中断", End::Interruption),
            ("千日手", End::Repetition),
            ("持将棋", End::Impasse),
            ("時間切れ", End::TimeUp),
            ("Time-up", End::TimeUp),
            ("切れ負け", End::TimeUp),
            ("反則負け", End::IllegalMove),
            ("反則", End::IllegalAction),
            ("入玉", End::Declaration),
            ("投了", End::Resignation),
            ("勝ち", End::Resignation),
        ];
        let end = words.iter().find(|(word, _)| text.contains(word));
        let of_usi = || end_of_word(text.trim()).and_then(End::of_kif);
        let has_moves = !self.growing.record.tree.is_empty();
        if let Some(end) = end.map(|it| it.1).or_else(of_usi).filter(|_| has_moves) {
            self.growing.node().end.get_or_insert(end);
        }
    }

    /// Leaves out the rest of the line, and keeps the reason.
    pub fn leave_out(&mut self, error: RecordError) {
        if self.main.is_empty() {
            self.places.broken.get_or_insert(error);
        } else {
            self.places.left_out.push(error);
        }
        self.leaves_out = true;
    }
}

/// Returns the text of a comment: `*…`, or `&…`, which is a bookmark.
pub(super) fn comment(line: &str) -> String {
    let text = line.trim_start();
    match text.strip_prefix(['*', '＊']) {
        Some(text) => text.to_owned(),
        None => text.replacen('＆', "&", 1),
    }
}

/// Returns the seconds in `( 0:16/00:00:16)`.
fn spent(text: &str) -> Option<u32> {
    let inside = text.strip_prefix(['(', '（']).unwrap_or(text).trim_start();
    let time = inside.split(['/', ')', '）']).next()?;
    let mut seconds = 0_u32;
    for part in time.trim().split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(number(part.trim())?)?;
    }
    Some(seconds)
}
