//! The lines of moves in KIF and KI2, and the ends of lines.

use super::read::KifReader;
use crate::End;
use crate::error::RecordError;
use crate::lines::Line;
use crate::notation::Help;
use crate::notation::cursor::Cursor;
use crate::notation::digits::digit;
use crate::notation::moves::MoveErrorKind;
use crate::notation::written_move::{read_words, side};
use crate::number::number;
use std::ops::Range;

impl KifReader {
    /// Reads one move and continues after it.
    fn one(&mut self, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        let written = read_words(cursor)?;
        let Some(growing) = &mut self.moving else {
            return Ok(());
        };
        let mv = written.find(&growing.setup, growing.previous())?;
        growing.play(mv, written.span, &mut self.places)
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
        cursor.skip_one(|c| side(c).is_some());
        let next = (self.moving.as_mut()).map_or(1, |growing| growing.node().ply + 1);
        let mut behind = cursor;
        let is_read = read_words(&mut behind).is_ok();
        behind.skip_blanks();
        let rest = behind.rest.trim_end();
        let is_marked = rest.ends_with('+');
        let rest = rest.trim_end_matches('+').trim_end();
        let is_time = rest.starts_with(['(', '（', '*']) && rest.ends_with([')', '）']);
        // Any other text behind a move is an error.
        if is_read && !rest.is_empty() && !is_time {
            return Err(no_move(behind.at..behind.at + rest.len()));
        }
        self.one(&mut cursor).map_err(|error| {
            if error.help.is_some() || ply.is_none_or(|ply| ply as usize == next) {
                return error;
            }
            error.with_help(Help::MoveMissing)
        })?;
        if let Some(growing) = &mut self.moving {
            if let Some(seconds) = spent(behind.rest) {
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
            let span = cursor.next_span();
            let Some(color) = side(c) else {
                let rest = cursor.rest;
                if rest.starts_with("まで") {
                    let at = cursor.at;
                    self.footer(Line { text: rest, at });
                    return Ok(());
                }
                return Err(no_move(span));
            };
            cursor.next();
            cursor.skip_blanks();
            let word = cursor.rest.split(char::is_whitespace).next().unwrap_or("");
            if let (Some(end), Some(growing)) = (End::of_kif(word), &mut self.moving) {
                growing.node().end = Some(end);
                cursor.advance(word.len());
                continue;
            }
            let is_wrong = self
                .moving
                .as_ref()
                .is_some_and(|it| it.setup.turn != color);
            if is_wrong {
                return Err(RecordError::new(MoveErrorKind::WrongSide, span));
            }
            let mut behind = cursor;
            let is_read = read_words(&mut behind).is_ok();
            let may_follow = |c| is_gap(c) || side(c).is_some();
            let follows = behind.rest.starts_with(may_follow) || behind.rest.starts_with("まで");
            if is_read && !behind.rest.is_empty() && !follows {
                return Err(no_move(behind.next_span()));
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
        if let (Some(&(_, end)), Some(growing)) = (end, &mut self.moving) {
            growing.node().end.get_or_insert(end);
        }
    }
}

/// Returns whether a character may stand between moves in relative notation.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '、' | ',' | '+')
}

fn no_move(span: Range<usize>) -> RecordError {
    RecordError::new(MoveErrorKind::NoMove, span)
}

/// Returns the seconds in `( 0:16/00:00:16)`.
fn spent(text: &str) -> Option<u32> {
    let inside = text.strip_prefix(['(', '（'])?.trim_start();
    let time = inside.split(['/', ')', '）']).next()?;
    let mut seconds = 0_u32;
    for part in time.trim().split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(number(part.trim())?)?;
    }
    Some(seconds)
}
