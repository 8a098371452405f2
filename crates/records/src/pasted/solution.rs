//! The author's line of a problem in a text: behind the position, or in the lines below it.

use super::around::{Around, around, no_move, plies, read_moves};
use super::reading::Draft;
use super::taken::TakenForm;
use crate::error::RecordError;
use crate::growing::GrowingRecord;
use crate::lines::Line;
use crate::notation::moves::Written;
use crate::notation::written_move::side;
use crate::{Places, Record, headers, kif};
use std::ops::Range;

/// The author's line below a position.
#[derive(Default)]
pub(super) struct Below {
    moves: Vec<Written>,
    broken: Option<Range<usize>>,
    /// Whether a word for a solution or the mark of a side says that moves are meant.
    is_named: bool,
    lines: Option<Range<usize>>,
    /// Whether words follow that end it: まで.
    is_ended: bool,
    /// The lines of moves as in KIF.
    kif: Option<Range<usize>>,
}

impl Below {
    /// Returns whether a text of moves may go on with the line that was read: it has no end.
    fn is_cut(&self, line: Line<'_>) -> bool {
        let next = read_moves(line);
        let goes_on = next
            .number
            .is_none_or(|it| it as usize == self.moves.len() + 1);
        !self.moves.is_empty()
            && !self.is_ended
            && self.broken.is_none()
            && !next.moves.is_empty()
            && goes_on
    }
}

/// Returns the moves in the text behind a position in its line, which may be in the next cell of a table, in
/// brackets, or in quotation marks. Without moves it is the text.
fn of_moves(behind: Line<'_>) -> Line<'_> {
    let is_sign = |c: char| c.is_whitespace() || "\"',;:()（）「」`。、[]|".contains(c);
    let from = |at: usize| {
        let text = behind.text[at..].trim_start_matches(is_sign);
        Line {
            text,
            at: behind.at + behind.text.len() - text.len(),
        }
    };
    let first = from(0);
    let begins = |line: Line<'_>| !read_moves(line).moves.is_empty();
    if begins(first) {
        return first;
    }
    let cells = behind.text.match_indices(['|', ',', '\t']).take(8);
    let mut cells = cells.map(|(at, _)| from(at));
    cells.find(|it| begins(*it)).unwrap_or(first)
}

impl<'a> Draft<'a> {
    /// Returns the text behind a position in its line.
    fn behind(&self) -> Option<Line<'a>> {
        if !matches!(self.taken.form, TakenForm::Sfen | TakenForm::Link) {
            return None;
        }
        let end = self.places.board.end.max(self.end_in_line);
        let pasted = self.pasted;
        let number = pasted
            .lines
            .partition_point(|it| it.end < self.places.board.start);
        let line = pasted.lines.get(number)?;
        let end = end.min(line.end);
        Some(Line {
            text: &pasted.clean.text[end..line.end],
            at: end,
        })
    }

    /// Reads the lines below the position, and returns those of the author's line.
    pub fn below(&mut self, lines: Range<usize>) -> Result<Below, RecordError> {
        let mut below = Below::default();
        let mut texts = 0;
        let mut is_other = false;
        let mut number = lines.start;
        if let Some(behind) = self.behind() {
            let rest = of_moves(behind);
            if let Some(plies) = plies(rest.text) {
                self.plies.get_or_insert((plies, rest.span()));
            }
            if !rest.text.is_empty()
                && self.moves.is_empty()
                && matches!(around(rest), Ok(Around::Moves(_) | Around::Solution(_)))
            {
                let from = lines.start - 1;
                let end = self.solution(rest, from, lines.end.min(from + 1), false, &mut below);
                number = end.max(lines.start);
            }
        }
        while number < lines.end {
            let line = self.pasted.line(number);
            if kif::is_rule(line) && below.moves.is_empty() {
                below.kif = Some(number..lines.end);
                self.used.end = self.used.end.max(number + 1);
                break;
            }
            match around(line) {
                Ok(Around::Hands(given)) if texts <= 2 && below.moves.is_empty() => {
                    self.give(given, number);
                    self.length(line, number);
                    self.uses(number);
                }
                Ok(Around::Turn(turn, span)) if texts == 0 && below.moves.is_empty() => {
                    self.turn = Some(turn);
                    self.places.turn = span;
                    self.uses(number);
                }
                Ok(Around::Header(key, value)) => {
                    self.header(key, value, line.span());
                    self.uses(number);
                }
                Ok(Around::Solution(rest)) if below.moves.is_empty() => {
                    let end = self.solution(rest, number, lines.end, true, &mut below);
                    number = end;
                    continue;
                }
                Ok(Around::Moves(rest)) if below.moves.is_empty() && texts <= 3 && !is_other => {
                    let end = self.solution(rest, number, lines.end, false, &mut below);
                    number = end;
                    continue;
                }
                Ok(Around::Answer(line)) if below.moves.is_empty() => {
                    number = self.solution(line, number, number + 1, false, &mut below);
                    below.is_ended = true;
                    continue;
                }
                // Comments may part the moves of a line, which then cannot be put together.
                Ok(Around::Moves(line)) if below.is_cut(line) => {
                    below.broken = Some(line.span());
                    break;
                }
                // A failure or a variation ends at the next word for a solution.
                Ok(Around::Others) if below.moves.is_empty() => is_other = true,
                Ok(Around::Others) => break,
                Ok(Around::Text) => {
                    if texts <= 2 && below.moves.is_empty() {
                        self.note_hand(number);
                    }
                    texts += 1;
                    if texts == 1 {
                        self.length(line, number);
                    }
                }
                Err(error) if texts == 0 => return Err(error),
                _ => {}
            }
            number += 1;
        }
        Ok(below)
    }

    /// Reads an author's line that begins here and may go on in the next lines. Returns the line behind it.
    fn solution(
        &mut self,
        first: Line<'_>,
        from: usize,
        end: usize,
        is_named: bool,
        below: &mut Below,
    ) -> usize {
        let mut number = from;
        let mut line = first;
        loop {
            let read = read_moves(line);
            // Numbers that do not go on are those of another line.
            let goes_on = read
                .number
                .is_none_or(|it| it as usize == below.moves.len() + 1);
            if !below.moves.is_empty() && !goes_on {
                return number;
            }
            let count = read.moves.len();
            if count > 0 || read.broken.is_some() {
                below.lines = Some(below.lines.as_ref().map_or(number, |it| it.start)..number + 1);
                below.is_named |= is_named || first.text.starts_with(|c| side(c).is_some());
            } else if !below.moves.is_empty() {
                return number;
            }
            below.moves.extend(read.moves);
            below.is_ended |= read.is_ended;
            if read.broken.is_some() && below.broken.is_none() {
                below.broken = read.broken;
            }
            number += 1;
            // A mail may break a line inside a move: without its end the move would be another one.
            let next = self
                .pasted
                .lines
                .get(number)
                .map(|_| self.pasted.line(number).trimmed());
            let goes_on = next.is_some_and(|it| {
                ["成", "不成", "生", "打"]
                    .iter()
                    .any(|word| it.text.starts_with(word))
            });
            if goes_on && let Some(last) = below.moves.pop() {
                below.broken = Some(last.span);
            }
            if read.is_ended || below.broken.is_some() {
                return number;
            }
            // A word for the solution may stand alone, with blank lines below it.
            let mut next = number;
            while below.moves.is_empty()
                && next < end
                && self.pasted.line(next).text.trim().is_empty()
            {
                next += 1;
            }
            if next >= end {
                return number;
            }
            number = next;
            line = self.pasted.line(number).trimmed();
            if line.text.is_empty() {
                return number;
            }
            if below.moves.is_empty() && read_moves(line).moves.is_empty() {
                return number;
            }
        }
    }

    /// Makes the record, with the author's line.
    pub fn record(&mut self, below: Below) -> (Record, Places) {
        if let Some((plies, span)) = self.plies.take() {
            self.header(headers::PLIES, &format!("{plies}手詰"), span);
        }
        let mut record = Record::new(self.setup.clone());
        record.headers = std::mem::take(&mut self.headers);
        let mut places = std::mem::take(&mut self.places);
        places.moves.push(0..0);
        let mut growing = GrowingRecord::new(record);
        for (mv, span) in std::mem::take(&mut self.moves) {
            if let Err(error) = growing.play(mv, span, &mut places) {
                places.broken = Some(error);
                break;
            }
        }
        if growing.record.tree.is_empty() && places.broken.is_none() {
            if let Some(lines) = below.kif.clone() {
                let all = lines.clone().map(|it| self.pasted.line(it));
                let (record, mut places) =
                    kif::moves(growing.record, places, all, &self.pasted.clean.text);
                if !record.tree.is_empty() {
                    self.used.end = self.used.end.max(lines.end);
                    self.taken.moves = Some([
                        self.pasted.number_at(self.pasted.lines[lines.start].start),
                        self.pasted
                            .number_at(self.pasted.lines[lines.end - 1].start),
                    ]);
                }
                places.taken = Some(self.taken.clone());
                return (record, places);
            }
            self.play(below, &mut growing, &mut places);
        }
        places.taken = Some(self.taken.clone());
        (growing.record, places)
    }

    /// Plays the moves below the position, as far as they can be played.
    fn play(&mut self, below: Below, growing: &mut GrowingRecord, places: &mut Places) {
        let mut broken = None;
        for written in &below.moves {
            let played = written
                .find(&growing.setup, growing.previous())
                .map_err(RecordError::from)
                .and_then(|mv| growing.play(mv, written.span.clone(), places));
            if let Err(error) = played {
                broken = Some(error);
                break;
            }
        }
        let broken = broken.or_else(|| below.broken.map(no_move));
        let is_line = below.is_named || !growing.record.tree.is_empty();
        if is_line {
            if let Some(error) = &broken {
                let line = self
                    .pasted
                    .lines
                    .partition_point(|it| it.end < error.span.start);
                self.uses(line.min(self.pasted.lines.len() - 1));
            }
            places.broken = broken;
            if let Some(lines) = below.lines {
                self.used.end = self.used.end.max(lines.end);
                let number = |line: usize| self.pasted.number_at(self.pasted.lines[line].start);
                self.taken.moves = Some([number(lines.start), number(lines.end - 1)]);
            }
        }
    }
}
