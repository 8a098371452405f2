//! Finds the positions of a text, and reads each.

use super::scan::{self, Region};
use super::source::Text;
use super::token::{Token, token};
use super::{fold, solution};
use crate::error::{RecordError, RecordErrorKind};
use crate::lines::{Line, lines};
use crate::part::{Part, Places};

/// The positions of a text.
pub(crate) struct Reader {
    text: Text,
    regions: Vec<Region>,
    /// Whether the text is a file of records. Without a record it is an error.
    is_file: bool,
}

impl Reader {
    /// Finds the positions of a text of any kind.
    #[must_use]
    pub fn new(text: String) -> Self {
        let is_record = looks_like_record(&text);
        let read = Self::read_as(text, is_record, false);
        if is_record || !read.regions.is_empty() {
            return read;
        }
        // Moves without a position are a game, if they can be played from its beginning.
        let tokens = (0..read.text.lines.len()).map(|it| token(read.text.line(it), false));
        let lines_of_moves = tokens.filter(|it| matches!(it, Token::Move | Token::Moves(_)));
        if lines_of_moves.count() < MOVES_OF_GAME {
            return read;
        }
        let game = Self::read_as(read.text.whole.clone(), true, false);
        let is_played = |(_, places): (_, Places)| places.broken.is_none();
        if game.len() == 1 && game.read(0).content.is_ok_and(is_played) {
            game
        } else {
            read
        }
    }

    /// Finds the records of a file of KIF or KI2.
    #[must_use]
    pub fn of_records(text: String) -> Self {
        Self::read_as(text, true, true)
    }

    fn read_as(text: String, is_record: bool, is_file: bool) -> Self {
        let linked = |text| {
            let read = Self::of_records(text).read(0).content;
            read.map(|(record, _)| record)
        };
        let text = Text::new(text, is_record, is_file, linked);
        let mut regions = scan::regions(&text);
        solution::assign_answers(&text, &mut regions);
        Self {
            text,
            regions,
            is_file,
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        let is_error = self.is_file && !self.text.whole.trim().is_empty();
        self.regions.len().max(usize::from(is_error))
    }

    /// Reads the problem at the position of this number, counted from 0.
    ///
    /// # Panics
    /// If there is no position of this number.
    #[must_use]
    pub fn read(&self, number: usize) -> Part {
        match self.regions.get(number) {
            Some(region) => fold::read(&self.text, region),
            None => self.part_without_record(),
        }
    }

    /// Returns the error of a file without a record.
    fn part_without_record(&self) -> Part {
        let whole = &self.text.whole;
        let error = match whole.find('\u{fffd}') {
            Some(at) => RecordError::new(RecordErrorKind::Encoding, at..at + '\u{fffd}'.len_utf8()),
            None => RecordError::new(RecordErrorKind::Empty, 0..whole.trim_end().len()),
        };
        Part {
            line: 1,
            at: 0,
            text: whole.clone(),
            content: Err(error),
        }
    }

    /// Returns the line in which the position of this number begins, counted from 1.
    ///
    /// # Panics
    /// If there is no position of this number.
    #[must_use]
    pub fn line_of(&self, number: usize) -> usize {
        let begin = |it: &Region| {
            if self.text.is_record {
                it.begin(&self.text)
            } else {
                it.position.lines.start
            }
        };
        let line = self.regions.get(number).map_or(0, begin);
        self.text.number_at(self.text.lines[line].start)
    }

    /// Returns where the position of this number ends in the text.
    ///
    /// # Panics
    /// If there is no position of this number.
    #[must_use]
    pub fn end_of(&self, number: usize) -> usize {
        let position = &self.regions[number].position;
        let of_lines = || self.text.lines[position.lines.end - 1].end;
        let end = position.span.as_ref().map_or_else(of_lines, |it| it.end);
        self.text.clean.original(&(end.saturating_sub(1)..end)).end
    }
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("regions", &self.regions)
            .finish_non_exhaustive()
    }
}

/// The fewest lines of moves that are a game without a position.
const MOVES_OF_GAME: usize = 2;

/// Returns whether a text has a line that only records have, and more lines of records than others. Such a line is
/// the head of a file, the rule above the moves, or a move with its number and its origin.
fn looks_like_record(text: &str) -> bool {
    let has = |word: &str| text.contains(word);
    let is_named = has("形式棋譜ファイル") || has("KIF version") || has("KI2 version");
    if !is_named && !lines(text).any(is_of_record) {
        return false;
    }
    let (mut of_record, mut others) = (0, 0);
    for line in lines(text) {
        match token(line, true) {
            Token::Blank => {}
            Token::Text => others += 1,
            Token::Header(key, _) if key.is_ascii() => others += 1,
            _ => of_record += 1,
        }
    }
    of_record > others
}

fn is_of_record(line: Line<'_>) -> bool {
    let bare = line.text.trim_start();
    let is_rule = bare.starts_with("手数--") || bare.starts_with("手数－");
    let number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_move = number.len() < bare.len()
        && number.starts_with(' ')
        && number.contains('(')
        && matches!(token(line, true), Token::Move);
    is_rule || is_move
}
