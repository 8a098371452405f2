//! The lines of moves in KIF and KI2, and the ends of lines.

use super::read::KifReader;
use super::solution::moves_of;
use crate::End;
use crate::error::RecordError;
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::notation::digits::digit;
use crate::notation::line_end::end_of_word;
use crate::notation::move_number::{skip_number, skip_side};
use crate::notation::moves::{MoveErrorKind, read_line};
use crate::notation::written_move::{read_words, side};
use crate::number::number;
use std::ops::Range;

impl KifReader {
    /// Reads one move and continues after it.
    fn one(&mut self, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        let written = read_words(cursor)?;
        let span = written.span.clone();
        self.play(span, |setup, previous| written.find(setup, previous))
    }

    /// Reads moves in any notation: `①２三銀 ②１三玉`, `S*2c 2b1c`.
    pub(super) fn free(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        self.start()?;
        let (moves, rest) = moves_of(line.text);
        let reading = read_line(moves, line.at);
        for written in reading.moves {
            let written = written?;
            let span = written.span.clone();
            self.play(span, |setup, previous| written.find(setup, previous))?;
        }
        let end = reading.end.and_then(|it| End::of_kif(it.name));
        if let (Some(end), Some(growing)) = (end, &mut self.moving) {
            growing.node().end = Some(end);
        }
        self.footer(Line {
            text: rest,
            at: line.at + line.text.len() - rest.len(),
        });
        Ok(())
    }

    /// Reads the moves from here on in any notation, if all of them have the form of one; else the error remains.
    fn free_or(&mut self, cursor: Cursor<'_>, error: RecordError) -> Result<(), RecordError> {
        if !are_moves(cursor.rest) {
            return Err(error);
        }
        let Cursor { rest, at } = cursor;
        self.free(Line { text: rest, at })
    }

    /// Reads a move without a mark: `７六歩(77)`, `1. ７六歩(77)`.
    pub(super) fn bare(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        self.start()?;
        let mut cursor = line.trimmed().cursor();
        skip_number(&mut cursor);
        self.behind_number(cursor, None)
    }

    /// Reads a numbered move: `   1 ３四飛成(31)   ( 0:01/00:00:01)+`.
    pub(super) fn numbered(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        self.start()?;
        let mut cursor = line.trimmed().cursor();
        let mut digits = cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            digits = cursor.take_while(|c| digit(c).is_some());
        }
        let ply = number(digits);
        cursor.skip_blanks();
        self.behind_number(cursor, ply)
    }

    fn behind_number(
        &mut self,
        mut cursor: Cursor<'_>,
        ply: Option<u32>,
    ) -> Result<(), RecordError> {
        let whole = cursor;
        let word = cursor.rest.split(['(', '（']).next().unwrap_or("");
        let word = word.trim().trim_end_matches('+');
        if let Some(end) = End::of_kif(word) {
            if let Some(growing) = &mut self.moving {
                growing.node().end = Some(end);
            }
            return Ok(());
        }
        // Moves may follow these words, so they do not end a line.
        if matches!(word, "封じ手" | "不戦勝" | "不戦敗") {
            if let Some(growing) = &mut self.moving {
                growing.node().comments.push(word.to_owned());
            }
            return Ok(());
        }
        skip_side(&mut cursor);
        cursor.skip_one(|c| side(c).is_some());
        cursor.skip_blanks();
        let next = (self.moving.as_mut()).map_or(1, |growing| growing.node().ply + 1);
        let mut behind = cursor;
        let is_read = read_words(&mut behind).is_ok();
        behind.skip_blanks();
        let rest = behind.rest.trim_end();
        let is_marked = rest.ends_with('+');
        let rest = rest.trim_end_matches('+').trim_end();
        let is_time = rest.starts_with(['(', '（', '*']) && rest.ends_with([')', '）'])
            || rest.contains(':') && spent(rest).is_some();
        if is_read && !rest.is_empty() && !is_time {
            // Any other text behind a move is an error, if it is no move.
            return self.free_or(whole, no_move(behind.at..behind.at + rest.len()));
        }
        if !is_read && are_moves(whole.rest) {
            return self.free(Line {
                text: whole.rest,
                at: whole.at,
            });
        }
        self.one(&mut cursor).map_err(|error| {
            if error.help.is_some() || ply.is_none_or(|ply| ply as usize == next) {
                return error;
            }
            error.with_help(Help::MoveMissing)
        })?;
        if let Some(growing) = &mut self.moving {
            if let Some(seconds) = spent(behind.rest).filter(|_| is_time) {
                growing.node().seconds = Some(seconds);
            }
            if is_marked {
                self.marked.insert(growing.at);
            }
        }
        Ok(())
    }

    /// Reads moves in relative notation: `▲３四飛成　△１五玉 …`.
    pub(super) fn relative(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        self.start()?;
        let mut cursor = line.trimmed().cursor();
        while let Some(c) = cursor.peek() {
            if is_gap(c) {
                cursor.next();
                continue;
            }
            let whole = cursor;
            let span = cursor.next_span();
            let Some(color) = side(c) else {
                let rest = cursor.rest;
                if moves_of(rest).0.is_empty() {
                    let at = cursor.at;
                    self.footer(Line { text: rest, at });
                    return Ok(());
                }
                return self.free_or(whole, no_move(span));
            };
            cursor.next();
            cursor.skip_blanks();
            let word = cursor.rest.split(char::is_whitespace).next().unwrap_or("");
            if let (Some(end), Some(growing)) = (End::of_kif(word), &mut self.moving) {
                growing.node().end = Some(end);
                cursor.advance(word.len());
                continue;
            }
            if !self.may_move(color) {
                return Err(RecordError::new(MoveErrorKind::WrongSide, span));
            }
            let mut behind = cursor;
            let is_read = read_words(&mut behind).is_ok();
            let may_follow = |c| is_gap(c) || side(c).is_some();
            let follows = behind.rest.starts_with(may_follow) || moves_of(behind.rest).0.is_empty();
            if is_read && !follows {
                return self.free_or(whole, no_move(behind.next_span()));
            }
            if !is_read && are_moves(whole.rest) {
                return self.free(Line {
                    text: whole.rest,
                    at: whole.at,
                });
            }
            self.one(&mut cursor)?;
        }
        Ok(())
    }

    /// Reads an end: `まで5手で詰み`.
    pub(super) fn footer(&mut self, line: Line<'_>) {
        let text = line.text;
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
        let end = end.map(|it| it.1).or_else(of_usi);
        if let (Some(end), Some(growing)) = (end, &mut self.moving) {
            growing.node().end.get_or_insert(end);
        }
    }
}

/// Returns whether a character may stand between moves in relative notation.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '、' | ',' | '+' | '，' | '。' | '・' | '･' | '→' | '⇒')
}

/// Returns whether all words of a text have the form of moves, or end a line.
fn are_moves(text: &str) -> bool {
    let (moves, rest) = moves_of(text);
    let reading = read_line(moves, 0);
    let has_any = !reading.moves.is_empty() || reading.end.is_some() || !rest.is_empty();
    has_any && reading.moves.iter().all(Result::is_ok)
}

fn no_move(span: Range<usize>) -> RecordError {
    RecordError::new(MoveErrorKind::NoMove, span)
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
