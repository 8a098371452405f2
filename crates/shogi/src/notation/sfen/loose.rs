//! Turns an SFEN in full-width characters, or broken over several lines, into ASCII on one line.
//!
//! Such a text is read only if all of it is then well-formed. Otherwise its errors are those of the text
//! as it is.

use super::SfenRecord;
use std::ops::Range;

/// What a line break in the text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Break {
    Blank,
    /// Nothing: a long word was broken.
    Nothing,
    /// Nothing on the board, and a blank after it.
    NothingOnBoard,
}

/// A text in ASCII on one line, with the place of each of its bytes in the original text.
pub(super) struct Loosened {
    pub text: String,
    places: Vec<usize>,
}

impl Loosened {
    /// Returns the possible readings of the text at this place. There are none if it is already in ASCII
    /// and on one line.
    pub fn readings(text: &str, place: &Range<usize>) -> Vec<Self> {
        let inside = &text[place.clone()];
        // After the diagram there may be titles, and other problems in other lines.
        let end = inside.find([';', '；', '"']).unwrap_or(inside.len());
        let (head, tail) = inside.split_at(end);
        let has_breaks = head.contains(['\n', '\r']);
        if tail.contains('\n') || !(has_breaks || head.chars().any(|c| half_width(c).is_some())) {
            return Vec::new();
        }
        let breaks = [Break::Blank, Break::NothingOnBoard, Break::Nothing];
        let breaks = &breaks[..if has_breaks { 3 } else { 1 }];
        let readings = breaks
            .iter()
            .map(|&at_break| Self::new(head, tail, place, at_break));
        readings.collect()
    }

    fn new(head: &str, tail: &str, place: &Range<usize>, at_break: Break) -> Self {
        let mut reading = Self {
            text: String::with_capacity(place.len()),
            places: Vec::with_capacity(place.len() + 1),
        };
        let end_of_diagram = head.find("moves").unwrap_or(head.len());
        let (mut has_ranks, mut on_board) = (false, true);
        for (offset, c) in head.char_indices() {
            let c = match c {
                '\n' | '\r' => match at_break {
                    Break::Nothing => continue,
                    Break::NothingOnBoard if on_board => continue,
                    _ => ' ',
                },
                _ if offset < end_of_diagram => half_width(c).unwrap_or(c),
                _ => c,
            };
            if c != NOTHING {
                // Words before the board have no slash.
                has_ranks |= c == '/';
                on_board &= c != ' ' || !has_ranks;
                reading.push(c, place.start + offset);
            }
        }
        for (offset, c) in tail.char_indices() {
            reading.push(c, place.start + head.len() + offset);
        }
        reading.places.push(place.end);
        reading
    }

    fn push(&mut self, c: char, place: usize) {
        self.text.push(c);
        self.places
            .extend((0..c.len_utf8()).map(|byte| place + byte));
    }

    /// Replaces a span of this text by that of the original text.
    fn restore(&self, span: &mut Range<usize>) {
        let original = |byte: usize| self.places.get(byte).copied().unwrap_or_default();
        *span = original(span.start)..original(span.end);
    }

    /// Returns the record with spans of the original text in place of those of this text.
    pub fn with_original_spans(&self, mut record: SfenRecord) -> SfenRecord {
        let spans = &mut record.spans;
        for span in [
            &mut spans.diagram,
            &mut spans.board,
            &mut spans.turn,
            &mut spans.hands,
        ] {
            self.restore(span);
        }
        for span in &mut spans.moves {
            self.restore(span);
        }
        for (_, span) in &mut spans.pieces {
            self.restore(span);
        }
        for (_, _, span) in &mut spans.held {
            self.restore(span);
        }
        for opcode in &mut record.tail {
            self.restore(&mut opcode.span);
        }
        if let Some(error) = &mut record.broken {
            self.restore(&mut error.span);
        }
        record
    }
}

/// Returns a text with ASCII characters in place of full-width ones and of blanks of other kinds.
#[must_use]
pub fn in_ascii(text: &str) -> String {
    let characters = text.chars().map(|c| half_width(c).unwrap_or(c));
    characters.filter(|&c| c != NOTHING).collect()
}

/// A zero-width space, which stands for every character without width.
const NOTHING: char = '\u{200b}';

/// Returns the ASCII character for a full-width one or a blank of another kind, and [`NOTHING`] for a
/// character without width.
pub(super) fn half_width(character: char) -> Option<char> {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => Some(' '),
        '‐' | '‑' | '–' | '—' | '−' | 'ー' => Some('-'),
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => Some(NOTHING),
        _ => None,
    }
}
