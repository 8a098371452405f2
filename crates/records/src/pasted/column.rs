//! Hands beside a board, from above to below: `▲持駒`, `金`, `金`, or letter by letter.

use super::hand::{GivenHand, hands};
use super::held::name_alone;
use super::letters::english_side;
use super::reading::Draft;
use crate::error::RecordError;
use crate::hands::{Holder, name, pieces, side_of};
use crate::lines::Line;
use crate::notation::written_move::side;
use std::ops::Range;

/// The name of a hand beside a board, with the texts of its pieces.
struct Stack {
    holder: Holder,
    /// The pieces so far.
    text: String,
    /// The texts that it takes, by their numbers.
    texts: Range<usize>,
}

impl Draft<'_> {
    /// Reads the texts beside the ranks of a board.
    pub fn read_beside(&mut self, beside: &[Range<usize>]) -> Result<(), RecordError> {
        let lines: Vec<Line<'_>> = beside.iter().map(|it| self.beside_line(it)).collect();
        let (stacks, stray) = stacks(&lines);
        for (at, span) in beside.iter().enumerate() {
            let stack = stacks.iter().find(|it| it.texts.contains(&at));
            match stack {
                Some(stack) if stack.texts.len() > 1 => {
                    if stack.texts.start == at {
                        self.give_stack(stack, beside);
                    }
                }
                _ => {
                    let before = self.given.len();
                    self.beside(span)?;
                    if let Some(stack) = stack.filter(|_| self.given.len() == before) {
                        self.give_stack(stack, beside);
                    }
                }
            }
        }
        if self.given.is_empty() {
            self.given = self.columns(beside);
            if !self.given.is_empty() {
                self.unread_hand = None;
                return Ok(());
            }
        }
        // Pieces without a name are those of a hand, whichever it is.
        if let Some(stray) = stray {
            self.unread_hand.get_or_insert(stray);
        }
        Ok(())
    }

    fn beside_line(&self, span: &Range<usize>) -> Line<'_> {
        let line = Line {
            text: &self.pasted.clean.text[span.clone()],
            at: span.start,
        };
        line.trimmed()
    }

    /// Gives the pieces below a name. All of them have the place of the whole.
    fn give_stack(&mut self, stack: &Stack, beside: &[Range<usize>]) {
        let span = beside[stack.texts.start].start..beside[stack.texts.end - 1].end;
        let line = Line {
            text: &stack.text,
            at: 0,
        };
        if let Ok(pieces) = pieces(line.cursor()) {
            self.given.push(GivenHand {
                holder: stack.holder,
                pieces: pieces.at(&span),
                span,
            });
        }
    }

    /// Reads the hands that stand letter by letter from above to below: 持, 駒, 金, 二.
    fn columns(&self, beside: &[Range<usize>]) -> Vec<GivenHand> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some((given, end)) = self.column(&beside[from..]) {
            found.push(given);
            from += end;
        }
        found
    }

    /// Reads the first of them, and returns the number of texts up to its end.
    fn column(&self, beside: &[Range<usize>]) -> Option<(GivenHand, usize)> {
        let text = |from: usize, to: usize| {
            let parts = beside[from..to].iter();
            let parts = parts.map(|it| self.pasted.clean.text[it.clone()].trim());
            parts.collect::<String>()
        };
        let count = beside.len();
        let mut names =
            (0..count).flat_map(|from| (from + 1..=count.min(from + 6)).map(move |to| from..to));
        let (holder, name) =
            names.find_map(|it| Some((name_alone(&text(it.start, it.end))?, it)))?;
        let (pieces, end) = (name.end + 1..=count).rev().find_map(|end| {
            let text = text(name.end, end);
            let read = pieces(Line { text: &text, at: 0 }.cursor()).ok()?;
            Some((read, end))
        })?;
        let span = beside[name.start].start..beside[end - 1].end;
        let given = GivenHand {
            holder,
            pieces: pieces.at(&span),
            span,
        };
        Some((given, end))
    }
}

/// Returns the hands under a name of their own, and the first pieces that stand under none.
fn stacks(lines: &[Line<'_>]) -> (Vec<Stack>, Option<Range<usize>>) {
    let mut found: Vec<Stack> = Vec::new();
    let mut is_open = false;
    let mut stray = None;
    for (at, line) in lines.iter().enumerate() {
        if let Some((holder, rest)) = named(*line) {
            found.push(Stack {
                holder,
                text: rest.to_owned(),
                texts: at..at + 1,
            });
            is_open = true;
            continue;
        }
        let open = found.last_mut().filter(|_| is_open);
        if let Some(stack) = open {
            let joined = format!("{} {}", stack.text, line.text);
            if are_pieces(joined.trim()) {
                (stack.text, stack.texts.end) = (joined.trim().to_owned(), at + 1);
                continue;
            }
        }
        is_open = false;
        let is_kanji = line.text.contains(|c| "歩香桂銀金角飛".contains(c));
        let is_named = || hands(*line).is_ok_and(|it| !it.is_empty());
        if is_kanji && are_pieces(line.text) && !is_named() {
            stray.get_or_insert(line.span());
        }
    }
    found.retain(|it| !it.text.is_empty());
    (found, stray)
}

fn are_pieces(text: &str) -> bool {
    pieces(Line { text, at: 0 }.cursor()).is_ok_and(|it| it.is_rest_or_some())
}

/// Returns the side that begins a text beside a board, if nothing or its pieces follow: `後手`, `▲持駒 金`, `△歩`.
fn named(line: Line<'_>) -> Option<(Holder, &str)> {
    let mut cursor = line.cursor();
    let found = if let Some((holder, _)) = name(&mut cursor) {
        Some(holder)
    } else {
        cursor = line.cursor();
        let mark = cursor.peek().and_then(side);
        side_of(&mut cursor).or_else(|| mark.map(Holder::Side))
    };
    let holder = if let Some(holder) = found {
        holder
    } else {
        let (holder, length) = english_side(line.text)?;
        cursor.advance(length);
        holder
    };
    let is_sign = |c: char| c.is_whitespace() || "：:＝=の】］]）)".contains(c);
    let rest = cursor.rest.trim_start_matches(is_sign);
    (rest.is_empty() || are_pieces(rest)).then_some((holder, rest))
}
