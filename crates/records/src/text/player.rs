//! Plays the moves of a record line by line, and makes the tree of them.
//!
//! If the diagram does not say who moves, or what the defender holds, the moves decide that as well.

use super::token::{plain_moves, split_moves};
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

/// Returns whether White may be to move in a diagram that does not say it: only Black has a king, which is not in
/// check, and White has pieces on the board. Without any, the marks of the sides are probably lost.
///
/// In a threatmate the side to move has the king.
pub(crate) fn is_turn_open(setup: &Setup, headers: &[(String, String)]) -> bool {
    let is_threat = headers
        .iter()
        .any(|(key, value)| key == GOAL && value.trim() == "threatmate");
    let is_white_attacking = attacker(setup, None) == Color::White && !setup.in_check(Color::Black);
    let mut pieces = setup.board.iter().flatten();
    is_white_attacking && pieces.any(|it| it.color() == Color::White) && !is_threat
}

/// A record whose diagram is known, while its moves are read.
#[derive(Clone)]
pub(super) struct Player {
    pub growing: GrowingRecord,
    pub places: Places,
    /// Whether no line says who moves, and only Black has a king.
    pub is_turn_open: bool,
    /// Whether no line says who moves, so that the mark of the first move decides.
    pub may_begin_with_white: bool,
    /// The defender, if no line gives his hand: he may hold all that is left.
    pub handless_side: Option<Color>,
    pub(super) diagrams: Diagrams,
    /// The nodes of the main line, once a branch has begun.
    pub(super) main_line: Vec<NodeId>,
    /// The nodes whose moves have the mark `+`: a branch with another move follows.
    pub(super) marked_nodes: HashSet<NodeId>,
    /// Whether the lines up to the next branch are left out.
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
            handless_side: None,
            diagrams: Diagrams::default(),
            main_line: Vec::new(),
            marked_nodes: HashSet::new(),
            leaves_out: false,
        }
    }

    /// Finds a move on the board and plays it. If it cannot be played, it is tried with White to move, and then with
    /// the rest of the pieces in the defender's hand, if the diagram leaves these open.
    pub fn play(
        &mut self,
        span: Range<usize>,
        find: impl Fn(&Setup, Option<Square>) -> Result<Move, MoveError>,
    ) -> Result<(), RecordError> {
        let error = match self.attempt(&span, &find) {
            Err(error) if matches!(error.kind, Kind::Move(_)) => error,
            result => return result,
        };
        if self.flip_open_turn() {
            if self.attempt(&span, &find).is_ok() {
                return Ok(());
            }
            self.set_turn(Color::Black);
        }
        let growing = &mut self.growing;
        let Some(defender) = self.handless_side.filter(|it| *it == growing.setup.turn) else {
            return Err(error);
        };
        let setups_before = [growing.record.setup.clone(), growing.setup.clone()];
        growing.fill_hand(defender);
        self.diagrams = Diagrams::default();
        if self.attempt(&span, &find).is_ok() {
            self.handless_side = None;
            return Ok(());
        }
        [self.growing.record.setup, self.growing.setup] = setups_before;
        self.diagrams = Diagrams::default();
        Err(error)
    }

    /// Finds a move on the board and plays it, without any change of the diagram.
    fn attempt(
        &mut self,
        span: &Range<usize>,
        find: &impl Fn(&Setup, Option<Square>) -> Result<Move, MoveError>,
    ) -> Result<(), RecordError> {
        let mv = find(&self.growing.setup, self.growing.previous())?;
        self.growing.play(mv, span.clone(), &mut self.places)
    }

    /// Makes it White's turn, if there is no move yet and the diagram leaves that open. Returns whether it did.
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
    pub fn add_comment(&mut self, line: Line<'_>) {
        self.growing.node().comments.push(comment(line.text));
    }

    /// Reads moves in any notation: `①２三銀 ②１三玉`, `▲３四飛成　△１五玉`, `S*2c 2b1c`.
    ///
    /// # Errors
    /// At the first move that cannot be read or played; those before it are kept.
    pub fn play_free(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let plain = plain_moves(line.text);
        let (moves, rest) = split_moves(&plain);
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
        self.read_footer(rest);
        Ok(())
    }

    /// Reads a numbered move: `   1 ３四飛成(31)   ( 0:01/00:00:01)+`.
    ///
    /// # Errors
    /// If it cannot be read or played, or if something else follows.
    pub fn play_numbered(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let mut cursor = line.trimmed().cursor();
        let mut digits = cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            digits = cursor.take_while(|c| digit(c).is_some());
        }
        let ply = number(digits);
        cursor.skip_blanks();
        self.after_number(cursor, ply)
    }

    /// Reads a move without a mark: `７六歩(77)`, `1. ７六歩(77) (0:01/0:01)`.
    ///
    /// # Errors
    /// If it cannot be read or played, or if something else follows.
    pub fn play_bare(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let mut cursor = line.trimmed().cursor();
        skip_number(&mut cursor);
        self.after_number(cursor, None)
    }

    /// Plays the move after a number. `ply` is the number, if there is one.
    fn after_number(
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
        // Moves may follow these words, so they are comments and no ends.
        if matches!(word, "封じ手" | "不戦勝" | "不戦敗") {
            self.growing.node().comments.push(word.to_owned());
            return Ok(());
        }
        skip_side(&mut cursor);
        cursor.skip_one(|c| side(c).is_some());
        cursor.skip_blanks();
        let next = self.growing.node().ply + 1;
        let mut after_move = cursor;
        let Ok(written) = read_words(&mut after_move) else {
            return self.play_free(all);
        };
        after_move.skip_blanks();
        let rest = after_move.rest.trim_end();
        let is_marked = rest.ends_with('+');
        let rest = rest.trim_end_matches('+').trim_end();
        let is_time = rest.starts_with(['(', '（', '*']) && rest.ends_with([')', '）'])
            || rest.contains(':') && seconds_in(rest).is_some();
        if !rest.is_empty() && !is_time {
            // Only more moves may follow.
            if super::token::are_moves(all) {
                return self.play_free(all);
            }
            let span = after_move.at..after_move.at + rest.len();
            return Err(RecordError::new(MoveErrorKind::NoMove, span));
        }
        let span = written.span.clone();
        self.play(span, |setup, previous| written.find(setup, previous))
            .map_err(|error| {
                if error.help.is_some() || ply.is_none_or(|ply| ply as usize == next) {
                    return error;
                }
                error.with_help(Help::MoveMissing)
            })?;
        if is_time && let Some(seconds) = seconds_in(after_move.rest) {
            self.growing.node().seconds = Some(seconds);
        }
        if is_marked {
            self.marked_nodes.insert(self.growing.at);
        }
        Ok(())
    }

    /// Reads the end of the moves, if there are any: `まで5手で詰み`.
    pub fn read_footer(&mut self, text: &str) {
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
        if self.growing.record.tree.is_empty() {
            return;
        }
        let known = words.iter().find(|(word, _)| text.contains(word));
        let of_usi = || end_of_word(text.trim()).and_then(End::of_kif);
        if let Some(end) = known.map(|(_, end)| *end).or_else(of_usi) {
            self.growing.node().end.get_or_insert(end);
        }
    }

    /// Leaves out the lines up to the next branch, and keeps the reason.
    pub fn leave_out(&mut self, error: RecordError) {
        if self.main_line.is_empty() {
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
fn seconds_in(text: &str) -> Option<u32> {
    let inside = text.strip_prefix(['(', '（']).unwrap_or(text).trim_start();
    let time = inside.split(['/', ')', '）']).next()?;
    let mut seconds = 0_u32;
    for part in time.trim().split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(number(part.trim())?)?;
    }
    Some(seconds)
}
