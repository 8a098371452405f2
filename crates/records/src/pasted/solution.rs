//! The author's line of a problem in a text: behind the position, or in the lines below it.

use super::Found;
use super::around::{Around, around, plies};
use super::candidate::{Candidate, LineEnd, Standing, ends_with_length, has_words};
use super::moves::{move_within, read_moves, refuses};
use super::reading::Draft;
use super::taken::{LeftLines, LeftWhy, TakenForm};
use crate::error::RecordError;
use crate::hands::pieces;
use crate::kif;
use crate::lines::Line;
use crate::notation::written_move::side;
use std::ops::Range;

/// The lines of moves below a position.
#[derive(Default)]
pub(super) struct Below {
    pub candidates: Vec<Candidate>,
    /// The lines of moves as in KIF.
    pub kif: Option<Range<usize>>,
}

/// The most lines of moves without a word for them that are tried.
const MOST_TRIED: usize = 4;

impl Below {
    /// Returns whether no moves have been found.
    fn is_open(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Returns whether the author's line has been found.
    fn is_named(&self) -> bool {
        self.candidates
            .iter()
            .any(|it| it.standing != Standing::Unnamed)
    }

    /// Returns whether a text of moves goes on with the line that was read last, which has no end.
    fn is_cut(&self, line: Line<'_>) -> bool {
        let next = read_moves(line);
        self.candidates
            .last()
            .is_some_and(|it| it.goes_on_with(&next, line))
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

    /// Reads the moves behind the position in its line, and returns the first line that is not read.
    fn beside_position(&mut self, lines: &Range<usize>, below: &mut Below) -> usize {
        let Some(behind) = self.behind() else {
            return lines.start;
        };
        let rest = of_moves(behind);
        if let Some(plies) = plies(rest.text) {
            self.plies.get_or_insert((plies, rest.span()));
        }
        let are_moves = matches!(around(rest), Ok(Around::Moves(_) | Around::Solution(_)));
        if rest.text.is_empty() || !self.moves.is_empty() || !are_moves {
            return lines.start;
        }
        let from = lines.start - 1;
        let own = from..lines.end.min(from + 1);
        let end = self.solution(rest, own, Standing::Beside, below);
        end.max(lines.start)
    }

    /// Reads the lines below the position, and returns those with moves.
    pub fn below(&mut self, lines: Range<usize>) -> Result<Below, RecordError> {
        let mut below = Below::default();
        let mut texts = 0;
        let mut state = State::default();
        let mut number = self.beside_position(&lines, &mut below);
        while number < lines.end {
            let line = self.pasted.line(number);
            if kif::is_rule(line) && below.is_open() {
                below.kif = Some(number..lines.end);
                self.used.end = self.used.end.max(number + 1);
                break;
            }
            match around(line) {
                Ok(Around::Blank) => state.is_earlier = false,
                Ok(Around::Hands(given)) if texts <= 2 && below.is_open() => {
                    self.give(given, number);
                    self.length(line, number);
                    self.uses(number);
                }
                Ok(Around::Turn(turn, span)) if texts == 0 && below.is_open() => {
                    self.turn = Some(turn);
                    self.places.turn = span;
                    self.uses(number);
                }
                Ok(Around::Header(key, value)) => {
                    self.header(key, value, line.span());
                    self.uses(number);
                }
                Ok(Around::Solution(rest)) if !below.is_named() => {
                    // Right behind words about another problem it may be the solution of that one.
                    let standing = if state.is_earlier {
                        Standing::Unnamed
                    } else {
                        Standing::Named
                    };
                    number = self.solution(rest, number..lines.end, standing, &mut below);
                    continue;
                }
                // Comments may part the moves of a line, which then cannot be put together.
                Ok(Around::Moves(line)) if below.is_cut(line) => {
                    if let Some(last) = below.candidates.last_mut() {
                        last.broken = Some(line.span());
                    }
                    if below.is_named() {
                        break;
                    }
                }
                Ok(Around::Moves(rest))
                    if !below.is_named()
                        && below.candidates.len() < MOST_TRIED
                        && texts <= 3
                        && !state.is_other =>
                {
                    number = self.solution(rest, number..lines.end, Standing::Unnamed, &mut below);
                    continue;
                }
                Ok(Around::Moves(_)) if state.is_foreign && below.is_open() => {
                    self.leave(number..number + 1, LeftWhy::Another);
                }
                Ok(Around::Answer(line)) if below.is_open() => {
                    let lines_of = number..number + 1;
                    number = self.solution(line, lines_of, Standing::Named, &mut below);
                    if let Some(last) = below.candidates.last_mut() {
                        last.is_ended = true;
                    }
                    continue;
                }
                // A failure or a variation ends at the next word for a solution.
                Ok(Around::Others) if !below.is_named() => state.is_other = true,
                Ok(Around::Others) => break,
                Ok(Around::Another(rest)) => {
                    (state.is_other, state.is_foreign) = (true, true);
                    if !read_moves(rest).moves.is_empty() {
                        self.leave(number..number + 1, LeftWhy::Another);
                    }
                }
                Ok(Around::Earlier(rest)) => {
                    if below.is_open() && !read_moves(rest).moves.is_empty() {
                        self.leave(number..number + 1, LeftWhy::Another);
                    }
                    state = State {
                        is_other: true,
                        is_foreign: true,
                        is_earlier: true,
                    };
                }
                Ok(Around::Text) => {
                    let may_be_hand = texts <= 2 && below.is_open();
                    if may_be_hand && self.note_hand(number) {
                        number += 1;
                        continue;
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

    /// Takes the solution of this problem from those that stand together, and notes those that are not its own.
    pub fn answer(&mut self, found: &Found, below: &mut Below) {
        if let Some(answer) = &found.answer {
            let line = self.pasted.line(answer.line);
            let end = answer.to.map_or(line.text.len(), |it| it - line.at);
            let first = Line {
                text: line.text[answer.at - line.at..end].trim_end(),
                at: answer.at,
            };
            let standing = if answer.has_word {
                Standing::Named
            } else {
                Standing::Unnamed
            };
            let mut own = Below::default();
            self.solution(first, answer.line..answer.end, standing, &mut own);
            own.candidates.append(&mut below.candidates);
            below.candidates = own.candidates;
        }
        if let Some(foreign) = &found.foreign {
            self.leave(foreign.lines.clone(), foreign.why);
        }
    }

    /// Notes lines of moves that are not taken.
    pub fn leave(&mut self, lines: Range<usize>, why: LeftWhy) {
        let number = |line: usize| self.pasted.number_at(self.pasted.lines[line].start);
        let lines = [number(lines.start), number(lines.end - 1)];
        self.taken.left.push(LeftLines { lines, why });
    }

    /// Reads the moves that begin here and may go on in the next lines. Returns the line behind them.
    pub fn solution(
        &mut self,
        first: Line<'_>,
        lines: Range<usize>,
        standing: Standing,
        below: &mut Below,
    ) -> usize {
        let mut found = Candidate::new(standing, lines.start);
        let end = self.read_line(first, lines.clone(), &mut found);
        if found.is_refused {
            self.leave(lines.start..end.max(lines.start + 1), LeftWhy::Sentence);
            return end;
        }
        // The mark of a side and pieces without squares are a hand: ▲金二.
        let pieces_behind = first.text.trim_start_matches(|c| side(c).is_some());
        let are_pieces = pieces_behind.len() < first.text.len()
            && pieces(
                Line {
                    text: pieces_behind,
                    ..first
                }
                .cursor(),
            )
            .is_ok();
        if found.moves.is_empty() && are_pieces {
            self.unread_hand.get_or_insert(first.span());
        }
        if !found.moves.is_empty() || found.broken.is_some() {
            below.candidates.push(found);
        }
        end
    }

    fn read_line(&self, first: Line<'_>, lines: Range<usize>, found: &mut Candidate) -> usize {
        let mut number = lines.start;
        let mut line = first;
        let standing_is_named = found.standing == Standing::Named;
        loop {
            let read = read_moves(line);
            // Numbers that do not go on are those of another line.
            let goes_on = read
                .number
                .is_none_or(|it| it as usize == found.moves.len() + 1);
            if !found.moves.is_empty() && !goes_on {
                return number;
            }
            if !read.moves.is_empty() || read.broken.is_some() {
                let is_first = found.moves.is_empty() && found.broken.is_none();
                let start = if is_first { number } else { found.lines.start };
                found.lines = start..number + 1;
            } else if !found.moves.is_empty() {
                return number;
            }
            let tail = &line.text[read.end - line.at..];
            found.has_words = has_words(tail);
            found.is_refused |= !read.moves.is_empty() && refuses(tail);
            // What stands behind words is not read.
            let behind = Line {
                text: tail,
                at: read.end,
            };
            if found.has_words && !read.is_ended && standing_is_named && read.broken.is_none() {
                found.unread = move_within(behind);
            }
            if read.is_ended && ends_with_length(tail) {
                found.name();
            }
            found.moves.extend(read.moves);
            // A number that goes on makes it the same line, also behind a mate.
            if read.number.is_some() {
                found.ends.clear();
            }
            found.ends.push(LineEnd {
                line: number,
                moves: found.moves.len(),
            });
            found.is_ended |= read.is_ended;
            if read.broken.is_some() && found.broken.is_none() {
                found.broken = read.broken;
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
            if goes_on && let Some(last) = found.moves.pop() {
                found.broken = Some(last.span);
                found.name();
            }
            if read.is_ended || found.broken.is_some() || found.unread.is_some() {
                return number;
            }
            // A word for the solution may stand alone, with blank lines below it.
            let mut next = number;
            while found.moves.is_empty()
                && next < lines.end
                && self.pasted.line(next).text.trim().is_empty()
            {
                next += 1;
            }
            if next >= lines.end {
                return number;
            }
            number = next;
            line = self.pasted.line(number).trimmed();
            if line.text.is_empty() {
                return number;
            }
            if found.moves.is_empty() && read_moves(line).moves.is_empty() {
                return number;
            }
        }
    }
}

/// What the lines below a position have been about.
#[derive(Default)]
struct State {
    /// A failure, a variation, or another problem. It ends at the next word for a solution.
    is_other: bool,
    /// Another problem, or the answer of somebody.
    is_foreign: bool,
    /// An earlier problem, in the paragraph.
    is_earlier: bool,
}
