//! Problems in texts as people paste them: posts, mails, pages.
//!
//! A text is cleaned of the marks of mails and pages ([`clean`]). Then its lines are looked through for positions:
//! drawn boards ([`board`]), lists of pieces ([`list`]), SFEN and links in a line ([`line`]), and the diagrams of
//! CSA. The lines around a position ([`around`]) give the hands, the title, and the author's line. All other
//! text is left alone. [`Taken`] says what was taken for what.

mod answers;
mod around;
mod board;
mod both;
mod candidate;
mod clean;
mod column;
mod goal;
mod hand;
mod held;
mod label;
mod letters;
mod line;
mod list;
mod markup;
mod moves;
mod of_csa;
mod placed;
mod position;
mod reading;
mod row;
mod seeming;
mod sentence;
mod shared;
mod solution;
mod square;
mod tail;
mod taken;
mod title;
mod turn;
mod view;
mod words;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_hands;

pub use board::DrawnPart;
pub use clean::is_unseen;
pub use hand::read_hand;
pub use taken::{LeftLines, LeftWhy, Taken, TakenForm, TakenHand};

use crate::Part;
use crate::lines::{Line, lines};
use clean::Clean;
use position::{Position, Style, boundary, same};
use std::ops::Range;

/// The positions of a text.
pub struct Pasted {
    clean: Clean,
    /// The text as it was.
    text: String,
    /// The places of the ends of lines in it.
    ends: Vec<usize>,
    /// The places of the lines of the cleaned text.
    lines: Vec<Range<usize>>,
    found: Vec<Found>,
    /// A hand for all of them.
    shared: Option<shared::Shared>,
}

/// The place of a position in a cleaned text.
#[derive(Clone, Debug)]
struct Found {
    form: TakenForm,
    span: Range<usize>,
    /// The lines, counted from 0.
    lines: Range<usize>,
    /// The lines that belong to it: from the title to the author's line.
    all: Range<usize>,
    /// Its solution, if those of several problems stand together.
    answer: Option<answers::Answer>,
    /// Lines with solutions of other problems below it.
    foreign: Option<answers::Foreign>,
    /// A line with a hand that may be that of another position.
    unclear: Option<usize>,
    /// The lines between its forms, if the text shows it again.
    inner: Vec<Range<usize>>,
    /// The lines of boards behind it that only illustrate a solution.
    pictures: Vec<Range<usize>>,
}

impl Pasted {
    /// Finds the positions of a text.
    #[must_use]
    pub fn find(text: String) -> Self {
        let clean = Clean::new(&text);
        let lines: Vec<Range<usize>> = lines(&clean.text)
            .map(|it| it.at..it.at + it.text.len())
            .collect();
        let ends = text.match_indices('\n').map(|it| it.0).collect();
        let mut pasted = Self {
            clean,
            text,
            ends,
            lines,
            found: Vec::new(),
            shared: None,
        };
        pasted.search();
        pasted.part();
        pasted.share();
        pasted
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Returns whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns whether a hand stands between two boards, and may be that of either.
    #[must_use]
    pub fn has_unclear_hand(&self) -> bool {
        self.found.iter().any(|it| it.unclear.is_some())
    }

    /// Reads the problem at the position of this number, counted from 0.
    ///
    /// # Panics
    /// If there is no position of this number.
    #[must_use]
    pub fn read(&self, number: usize) -> Part {
        reading::read(self, &self.found[number])
    }

    /// Returns the line in which the position of this number begins, counted from 1.
    ///
    /// # Panics
    /// If there is no position of this number.
    #[must_use]
    pub fn line_of(&self, number: usize) -> usize {
        self.number_at(self.found[number].span.start)
    }

    /// Returns where the position of this number ends in the text.
    ///
    /// # Panics
    /// If there is no position of this number.
    #[must_use]
    pub fn end_of(&self, number: usize) -> usize {
        self.clean.original(&self.found[number].span).end
    }

    fn line(&self, number: usize) -> Line<'_> {
        let range = self.lines[number].clone();
        Line {
            at: range.start,
            text: &self.clean.text[range],
        }
    }

    /// Returns the number of a line of the text as it was, counted from 1, by a place in the cleaned text.
    fn number_at(&self, at: usize) -> usize {
        let there = self.clean.original_at(at);
        self.ends.partition_point(|end| *end < there) + 1
    }

    /// Finds the positions, without the lines around them.
    fn search(&mut self) {
        let all: Vec<Line<'_>> = (0..self.lines.len()).map(|it| self.line(it)).collect();
        let mut found: Vec<Found> = Vec::new();
        let mut last: Option<Position> = None;
        let mut at = 0;
        while at < all.len() {
            let mut next = at + 1;
            for (one, position) in positions(&all, at) {
                next = next.max(one.lines.end);
                // The same position again, in another form: the text shows it twice.
                let repeats = last
                    .as_ref()
                    .zip(position.as_ref())
                    .is_some_and(|(before, it)| same(before, it));
                if repeats && let Some(before) = found.last_mut() {
                    // The form that gives the hands and the moves counts.
                    if before.form == TakenForm::Board || before.form == TakenForm::List {
                        (before.form, before.span) = (one.form, one.span);
                    }
                    before.inner.push(before.lines.end..one.lines.start);
                    before.lines.end = one.lines.end;
                    continue;
                }
                last = position;
                found.push(one);
            }
            at = next;
        }
        self.found = found;
    }

    /// Leaves out the diagrams that only illustrate a solution, unless there is no other.
    fn leave_out_pictures(&mut self) {
        let is_picture: Vec<bool> = self.found.iter().map(|it| self.is_picture(it)).collect();
        if is_picture.iter().all(|it| *it) {
            return;
        }
        let mut kept: Vec<Found> = Vec::with_capacity(self.found.len());
        let mut before = Vec::new();
        for (found, is_picture) in self.found.drain(..).zip(is_picture) {
            if !is_picture {
                kept.push(found);
            } else if let Some(above) = kept.last_mut() {
                above.pictures.push(found.lines);
            } else {
                before.push(found.lines);
            }
        }
        // Those above the first problem are told with it.
        if let Some(first) = kept.first_mut() {
            first.pictures.splice(0..0, before);
        }
        self.found = kept;
    }

    /// Returns whether the line above a position calls it one after moves: 詰上り図, 失敗図.
    fn is_picture(&self, found: &Found) -> bool {
        let above = (0..found.lines.start)
            .rev()
            .map(|it| self.line(it).text.trim());
        let mut above = above.filter(|it| !it.is_empty());
        let title = above.next().unwrap_or_default();
        let words = [
            "詰上り図",
            "詰上がり図",
            "詰め上がり",
            "詰上図",
            "失敗図",
            "変化図",
            "途中図",
            "結果図",
            "最終図",
        ];
        words.iter().any(|it| title.contains(it))
    }

    /// Gives each position the lines around it.
    fn part(&mut self) {
        self.leave_out_pictures();
        let bounds = around_all(self);
        for (found, own) in self.found.iter_mut().zip(bounds) {
            (found.all, found.unclear) = (own.lines, own.unclear);
        }
        answers::give_answers(self);
    }
}

/// The lines that belong to a position.
struct Own {
    lines: Range<usize>,
    /// A hand that may be that of another position.
    unclear: Option<usize>,
}

/// Returns the lines that belong to each position.
fn around_all(pasted: &Pasted) -> Vec<Own> {
    let mut all = Vec::with_capacity(pasted.found.len());
    let style = Style::of(pasted);
    let (mut begin, mut unclear) = (0, None);
    for (number, found) in pasted.found.iter().enumerate() {
        let (end, next_unclear) = match pasted.found.get(number + 1) {
            Some(next) => {
                let bound = boundary(pasted, found.lines.end..next.lines.start, style);
                (bound.line, bound.unclear)
            }
            None => (pasted.lines.len(), None),
        };
        let is_board = matches!(found.form, TakenForm::Board | TakenForm::List);
        all.push(Own {
            lines: begin..end,
            unclear: unclear.or(next_unclear).filter(|_| is_board),
        });
        (begin, unclear) = (end, next_unclear);
    }
    all
}

/// Returns the positions that begin in a line.
fn positions(all: &[Line<'_>], at: usize) -> Vec<(Found, Option<Position>)> {
    let found = |form, span: Range<usize>, lines: Range<usize>| Found {
        form,
        span,
        all: lines.clone(),
        lines,
        answer: None,
        foreign: None,
        unclear: None,
        inner: Vec::new(),
        pictures: Vec::new(),
    };
    if let Some(lines) = csa_lines(all, at) {
        let span = all[lines.start].at..all[lines.end - 1].span().end;
        return vec![(found(TakenForm::Csa, span, lines), None)];
    }
    if let Some(board) = board::board(all, at) {
        let position = Position::of_board(&board, all);
        return vec![(
            found(TakenForm::Board, board.span.clone(), board.lines),
            position,
        )];
    }
    if let Some(list) = list::list(all, at) {
        return vec![(
            found(TakenForm::List, list.span.clone(), list.lines.clone()),
            Some(Position::of_list(&list)),
        )];
    }
    let in_line = line::positions(all[at]).into_iter();
    in_line
        .map(|it| {
            (
                found(it.form(), it.span.clone(), at..at + 1),
                Position::of_line(&it),
            )
        })
        .collect()
}

/// Returns the lines of a diagram in CSA that begins here, with its moves.
fn csa_lines(all: &[Line<'_>], at: usize) -> Option<Range<usize>> {
    let begins = |line: &Line<'_>, with: &[&str]| {
        with.iter().any(|it| line.text.trim_start().starts_with(it))
    };
    let first = all.get(at)?;
    let is_board = begins(first, &["P1-", "P1+", "P1 *", "P1*"]);
    // Pieces alone: `P-11OU`. Those in hand, `P+00KI`, are no board.
    let bare = first.text.trim().as_bytes();
    let is_list = matches!(
        bare,
        [
            b'P',
            b'+' | b'-',
            b'1'..=b'9',
            b'1'..=b'9',
            b'A'..=b'Z',
            b'A'..=b'Z',
            ..
        ]
    );
    if !is_board && !is_list {
        return None;
    }
    let is_of_csa = |line: &&Line<'_>| {
        begins(line, &["P", "+", "-", "%", "T", "'", "N+", "N-", "$", "V"]) && line.text.is_ascii()
    };
    let count = all[at..].iter().take_while(is_of_csa).count();
    (count >= if is_board { 9 } else { 2 }).then(|| at..at + count)
}

impl std::fmt::Debug for Pasted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pasted")
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}
