//! An SFEN in full-width characters, or broken over several lines.
//!
//! Such a text is read only if all of it is well-formed as ASCII on one line. Else its errors are those of
//! the text as it is.

use super::{SfenError, SfenRecord};
use std::ops::Range;

/// The meaning of a line break in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Break {
    Blank,
    /// A long word was broken.
    Nothing,
    /// Nothing on the board, and a blank after it.
    NothingOnBoard,
}

/// A text in ASCII, with the place of each of its bytes in the text it stands for.
pub(super) struct Loosened {
    pub text: String,
    places: Vec<usize>,
}

impl Loosened {
    /// Returns all that a text may stand for. Nothing if it is already in ASCII and on one line.
    pub fn all(text: &str, place: &Range<usize>) -> Vec<Self> {
        let inside = &text[place.clone()];
        // Behind the diagram there are titles, and other problems in other lines.
        let end = inside.find([';', '；', '"']).unwrap_or(inside.len());
        let (head, tail) = inside.split_at(end);
        let has_breaks = head.contains(['\n', '\r']);
        if tail.contains('\n') || !(has_breaks || head.chars().any(|c| half_width(c).is_some())) {
            return Vec::new();
        }
        let breaks = [Break::Blank, Break::NothingOnBoard, Break::Nothing];
        let breaks = &breaks[..if has_breaks { 3 } else { 1 }];
        let made = breaks.iter().map(|it| Self::new(head, tail, place, *it));
        made.collect()
    }

    fn new(head: &str, tail: &str, place: &Range<usize>, at_break: Break) -> Self {
        let mut made = Self {
            text: String::with_capacity(place.len()),
            places: Vec::with_capacity(place.len() + 1),
        };
        let end_of_diagram = head.find("moves").unwrap_or(head.len());
        let (mut has_ranks, mut on_board) = (false, true);
        for (at, c) in head.char_indices() {
            let c = match c {
                '\n' | '\r' => match at_break {
                    Break::Nothing => continue,
                    Break::NothingOnBoard if on_board => continue,
                    _ => ' ',
                },
                _ if at < end_of_diagram => half_width(c).unwrap_or(c),
                _ => c,
            };
            if c != NOTHING {
                // Words before the board have no slash.
                has_ranks |= c == '/';
                on_board &= c != ' ' || !has_ranks;
                made.push(c, place.start + at);
            }
        }
        for (at, c) in tail.char_indices() {
            made.push(c, place.start + head.len() + at);
        }
        made.places.push(place.end);
        made
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.places.extend((0..c.len_utf8()).map(|byte| at + byte));
    }

    /// Moves a place in this text to the text it stands for.
    fn place(&self, span: &mut Range<usize>) {
        let there = |at: usize| self.places.get(at).copied().unwrap_or_default();
        *span = there(span.start)..there(span.end);
    }

    /// Moves the places of a record to the text it stands for.
    pub fn put_back(&self, mut record: SfenRecord) -> SfenRecord {
        let spans = &mut record.spans;
        let of_error = |it: &mut SfenError| self.place(&mut it.span);
        for span in [
            &mut spans.diagram,
            &mut spans.board,
            &mut spans.turn,
            &mut spans.hands,
        ] {
            self.place(span);
        }
        spans.moves.iter_mut().for_each(|it| self.place(it));
        spans.pieces.iter_mut().for_each(|it| self.place(&mut it.1));
        spans.held.iter_mut().for_each(|it| self.place(&mut it.2));
        record
            .tail
            .iter_mut()
            .for_each(|it| self.place(&mut it.span));
        record.broken.iter_mut().for_each(of_error);
        record
    }
}

/// Returns a text with ASCII characters in place of full-width ones and of blanks of other kinds.
#[must_use]
pub fn in_ascii(text: &str) -> String {
    let characters = text.chars().map(|c| half_width(c).unwrap_or(c));
    characters.filter(|&c| c != NOTHING).collect()
}

/// Stands for a character without width.
const NOTHING: char = '\u{200b}';

/// Returns the ASCII character for a full-width one or a blank of another kind.
pub(super) fn half_width(character: char) -> Option<char> {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => Some(' '),
        '‐' | '‑' | '–' | '—' | '−' | 'ー' => Some('-'),
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => Some(NOTHING),
        _ => None,
    }
}
