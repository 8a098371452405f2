//! The lines of a file of rows. The last line may be cut short.

use serde_json::Value;
use std::io::{self, BufRead};
use std::ops::Range;

/// The lines of a file of rows, without blank ones.
#[derive(Debug)]
pub(crate) struct RowLines<R> {
    reader: R,
    line: Vec<u8>,
    /// The byte of the file at which the next line begins.
    offset: u64,
    /// The number of the latest line, from 1.
    pub number: usize,
}

impl<R: BufRead> RowLines<R> {
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            line: Vec::new(),
            offset: 0,
            number: 0,
        }
    }

    /// Reads the next line. Returns its range in the file, in bytes, with its line end.
    pub fn next(&mut self) -> io::Result<Option<Range<u64>>> {
        loop {
            self.line.clear();
            let read = self.reader.read_until(b'\n', &mut self.line)? as u64;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            let end = self.offset + read;
            let mut start = self.offset;
            if start == 0 && self.line.starts_with(BYTE_ORDER_MARK) {
                self.line.drain(..BYTE_ORDER_MARK.len());
                start = BYTE_ORDER_MARK.len() as u64;
            }
            self.offset = end;
            if !self.text().is_empty() {
                return Ok(Some(start..end));
            }
        }
    }

    /// Returns the latest line without blanks around it.
    pub fn text(&self) -> &[u8] {
        self.line.trim_ascii()
    }

    /// Returns whether the latest line ends with a line feed.
    pub fn is_closed(&self) -> bool {
        self.line.ends_with(b"\n")
    }

    /// Returns whether the latest line, which cannot be read, may be a row that was cut short. Some file systems
    /// leave zeroes if a machine stops before everything is on the disk.
    pub fn is_torn(&self, error: &serde_json::Error) -> bool {
        let text = self.text();
        let zeroes = text.iter().rev().take_while(|&&byte| byte == 0).count();
        let is_beginning = match &text[..text.len() - zeroes] {
            [] => self.number > 1,
            part => (zeroes > 0 || error.is_eof()) && is_beginning_of_row(part),
        };
        !self.is_closed() && is_beginning
    }
}

/// The byte order mark U+FEFF, which some programs write at the beginning of a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns whether a text may be the beginning of a row.
fn is_beginning_of_row(mut text: &[u8]) -> bool {
    let keys = [
        "{\"id\":",
        ",\"file\":",
        ",\"line\":",
        ",\"record\":",
        ",\"sfen\":",
        ",\"status\":",
        ",\"verdict\":",
    ];
    for key in keys.map(str::as_bytes) {
        if text.len() <= key.len() {
            return key.starts_with(text);
        }
        let Some(rest) = text.strip_prefix(key) else {
            return false;
        };
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(_)) => text = &rest[values.byte_offset()..],
            Some(Err(error)) => return error.is_eof(),
            None => return true,
        }
    }
    true
}
