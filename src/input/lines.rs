//! Reads the lines of one file, and the records in them: lines of text, JSON objects and rows of tables.

use super::bad_line::{BadLine, LONGEST_LINE};
use super::extent::Extent;
use super::fields::of_json;
use super::kifu::{of_field, of_text};
use super::names::FieldNames;
use super::record::{Origin, Record};
use super::source::Why;
use super::table::{Header, Quotes, delimiter_of_first, delimiter_of_header, named_delimiter};
use super::tagged::is_tagged;
use crate::notation::record::decode_cp932;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;

/// The number of a line, and its text or why it has none.
type Numbered = (usize, Result<String, BadLine>);

/// The lines of one open file.
pub(super) struct Lines {
    name: String,
    reader: Box<dyn BufRead + Send>,
    /// The number of the last line that was read from the file.
    number: usize,
    /// The first line of the record that was read last.
    record_line: usize,
    buffer: Vec<u8>,
    /// Lines that were read ahead and put back, with their ends.
    put_back: VecDeque<(Numbered, &'static str)>,
    /// The line end of the line that was read last: `\n` or `\r\n`.
    end: &'static str,
    /// The delimiter of cells, if the lines are those of a table.
    delimiter: Option<u8>,
    header: Option<Header>,
    /// Whether the first line may be the header of a table.
    may_be_table: bool,
    names: FieldNames,
    /// Whether a line was valid UTF-8 and not ASCII.
    is_utf8: bool,
    extent: Extent,
}

impl Lines {
    pub fn new(name: String, reader: Box<dyn BufRead + Send>) -> Self {
        Self {
            name,
            reader,
            number: 0,
            record_line: 0,
            buffer: Vec::new(),
            put_back: VecDeque::new(),
            end: "\n",
            delimiter: None,
            header: None,
            may_be_table: false,
            names: FieldNames::default(),
            is_utf8: false,
            extent: Extent::default(),
        }
    }

    /// Reads the lines as those of a table with this delimiter.
    pub fn set_delimiter(&mut self, delimiter: u8) {
        self.delimiter = Some(delimiter);
    }

    /// Reads the lines as those of a table if the first one is a header.
    pub fn allow_table(&mut self) {
        self.may_be_table = true;
    }

    /// Sets the names of fields.
    pub fn set_names(&mut self, names: FieldNames) {
        self.names = names;
    }

    /// Counts the bytes of the lines in `extent`.
    pub fn set_extent(&mut self, extent: Extent) {
        self.extent = extent;
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the place of the record that was read last.
    pub fn place(&self) -> Origin {
        Origin::new(&*self.name, Some(self.record_line))
    }

    /// Returns the number of lines read.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the first bytes without consuming them. A character that is cut at their end is left out.
    pub fn peek(&mut self) -> io::Result<&[u8]> {
        Ok(whole_characters(self.reader.fill_buf()?))
    }

    /// Returns the reader of the whole file. No line must have been read.
    pub fn reader(&mut self) -> &mut dyn BufRead {
        &mut *self.reader
    }

    /// Reads the next line with its number.
    pub fn next_line(&mut self) -> io::Result<Option<Numbered>> {
        if let Some((line, end)) = self.put_back.pop_front() {
            self.end = end;
            return Ok(Some(line));
        }
        let Some(complete) = self.read_line()? else {
            return Ok(None);
        };
        self.number += 1;
        let mut line = self.buffer.as_slice();
        if self.number == 1 {
            line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        }
        let text = if complete {
            let text = decode(line, self.is_utf8);
            // A file has only one encoding, so later lines are not read as CP932.
            self.is_utf8 |= !line.is_ascii() && std::str::from_utf8(line).is_ok();
            text
        } else {
            Err(BadLine::TooLong)
        };
        Ok(Some((self.number, text)))
    }

    /// Reads the next row of a table, or the next line that is neither blank nor a comment.
    pub fn next_record(&mut self) -> io::Result<Option<Record>> {
        loop {
            let Some((number, text)) = self.next_line()? else {
                return Ok(None);
            };
            self.record_line = number;
            if let Ok(line) = &text {
                let bare = line.trim_ascii();
                let is_remark = bare.starts_with('#')
                    && !self.begins_row(line)
                    && !(self.delimiter.is_none() && is_tagged(line));
                let is_rule = || self.header.as_ref().is_some_and(|it| it.is_rule(bare));
                if bare.is_empty() || is_remark || is_rule() {
                    continue;
                }
            }
            if std::mem::take(&mut self.may_be_table) && self.delimiter.is_none() {
                let first = text.as_deref().unwrap_or_default();
                self.delimiter =
                    named_delimiter(first).or_else(|| delimiter_of_header(first, &self.names));
            }
            if let (Some(usual), None, Ok(line)) = (self.delimiter, &self.header, &text) {
                if let Some(delimiter) = named_delimiter(line) {
                    self.delimiter = Some(delimiter);
                    continue;
                }
                self.delimiter = Some(delimiter_of_first(line, usual, &self.names));
            }
            let mut exact = None;
            let text = match (text, self.delimiter) {
                (Ok(line), Some(delimiter)) => self.row(line, delimiter, &mut exact)?,
                (text, _) => text,
            };
            if let (Some(delimiter), None) = (self.delimiter, &self.header) {
                let line = number;
                let text = text.map_err(|bad| Why::BadHeader {
                    line,
                    bad: Box::new(bad),
                })?;
                let header = match Header::missing(&text, delimiter) {
                    Some(header) => header,
                    None => Header::new(&text, delimiter, &self.names)
                        .map_err(|names| Why::NoColumn { line, names })?
                        .with_exact_names(exact.as_deref().unwrap_or(&text)),
                };
                let is_missing = header.is_missing();
                self.header = Some(header);
                if !is_missing {
                    continue;
                }
                return Ok(Some(self.record(number, Ok(text), exact.as_deref())));
            }
            return Ok(Some(self.record(number, text, exact.as_deref())));
        }
    }

    /// Makes a record of a line or a row. `exact` is the row with the line ends of the file, if they differ.
    fn record(&self, number: usize, text: Result<String, BadLine>, exact: Option<&str>) -> Record {
        let mut origin = Origin::new(self.name.clone(), Some(number));
        if let Some(header) = &self.header {
            let row = exact.or(text.as_deref().ok());
            origin.row = Some(Arc::new(header.row(row.unwrap_or_default())));
        }
        let is_object = |line: &str| line.trim_start().starts_with('{');
        let (text, fields) = match (text, &self.header) {
            (Ok(line), None) if !is_object(&line) => return of_text(origin, line),
            (Ok(row), Some(header)) => header.read(&row, &self.names),
            (Ok(line), None) => of_json(&line, &self.names),
            (text, _) => return of_field(origin, text, None),
        };
        of_field(origin, text, Some(fields))
    }

    /// Returns whether a line of a table that looks like a comment has the cells of a row. A title may
    /// begin with `#`.
    fn begins_row(&self, line: &str) -> bool {
        let (Some(delimiter), Some(header)) = (self.delimiter, &self.header) else {
            return false;
        };
        let mut quotes = Quotes::new(delimiter);
        quotes.read(line);
        let is_whole = quotes.cells() == header.columns();
        quotes.cells() > 1 && (is_whole || quotes.unclosed().is_some())
    }

    /// Reads the row that begins with a line. A quoted cell may continue in the next lines.
    ///
    /// It does if the quotation marks are closed, nothing follows a closing mark, and the row has
    /// as many cells as the header. Otherwise a mark is missing: then the line is a row of its own,
    /// so that the rows after it are not affected.
    ///
    /// Lines in a cell are separated by `\n`. If there are several, `exact` becomes the row with the line ends of
    /// the file.
    fn row(
        &mut self,
        line: String,
        delimiter: u8,
        exact: &mut Option<String>,
    ) -> io::Result<Result<String, BadLine>> {
        let mut quotes = Quotes::new(delimiter);
        quotes.read(&line);
        let Some(at) = quotes.unclosed() else {
            return Ok(Ok(line));
        };
        let columns = self.header.as_ref().map(Header::columns);
        let mut row = line.clone();
        let mut exact_row = line.clone();
        let mut read_ahead = Vec::new();
        let mut end = self.end;
        while let Some((number, more)) = self.next_line()? {
            let fits = |more: &String| row.len() + more.len() < LONGEST_LINE;
            let Some(more) = more.as_ref().ok().filter(|it| fits(it)).cloned() else {
                read_ahead.push(((number, more), self.end));
                break;
            };
            row.push('\n');
            row += &more;
            exact_row += end;
            exact_row += &more;
            end = self.end;
            quotes.read(&more);
            read_ahead.push(((number, Ok(more)), end));
            if quotes.have_text_after() || columns.is_some_and(|it| quotes.cells() > it) {
                break;
            }
            if quotes.unclosed().is_none() {
                if columns.is_none_or(|it| quotes.cells() == it) {
                    *exact = Some(exact_row);
                    return Ok(Ok(row));
                }
                break;
            }
        }
        for line in read_ahead.into_iter().rev() {
            self.put_back.push_front(line);
        }
        // In a table with tabs, quotation marks are mostly ordinary characters.
        if delimiter == b'\t' {
            return Ok(Ok(line));
        }
        Ok(Err(BadLine::OpenQuote { text: line, at }))
    }

    /// Reads a line into the buffer, without its end. Returns `None` at the end of the file, and false if the line
    /// is too long to be kept.
    fn read_line(&mut self) -> io::Result<Option<bool>> {
        self.buffer.clear();
        self.end = "\n";
        let mut complete = true;
        let mut began = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(began.then_some(complete));
            }
            began = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            complete &= self.buffer.len() + part.len() <= LONGEST_LINE;
            if complete {
                self.buffer.extend_from_slice(part);
            }
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.reader.consume(used);
            self.extent.add(used);
            if end.is_some() {
                if self.buffer.last() == Some(&b'\r') {
                    self.buffer.pop();
                    self.end = "\r\n";
                }
                return Ok(Some(complete));
            }
        }
    }
}

/// Returns bytes without a character in UTF-8 that is cut at their end.
pub(super) fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

/// Decodes a line: UTF-8, or else CP932, in which Japanese programs save tables.
fn decode(line: &[u8], is_utf8: bool) -> Result<String, BadLine> {
    match std::str::from_utf8(line) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => {
            if let (false, Some(text)) = (is_utf8, decode_cp932(line)) {
                return Ok(text);
            }
            let from = error.valid_up_to();
            let to = error.error_len().map_or(line.len(), |len| from + len);
            Err(BadLine::NotUtf8 {
                lossy: String::from_utf8_lossy(line).into_owned(),
                span: from..to,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Lines {
        Lines::new("x".to_owned(), Box::new(io::Cursor::new(bytes.to_vec())))
    }

    fn read(bytes: &[u8]) -> Vec<Record> {
        let mut lines = lines(bytes);
        std::iter::from_fn(|| lines.next_record().unwrap()).collect()
    }

    #[test]
    fn blank_lines_and_comments_are_skipped_but_counted() {
        let records = read("\u{feff}# head\n\n one \r\n  # no\ntwo".as_bytes());
        let found: Vec<_> = records
            .iter()
            .map(|record| (record.origin.to_string(), record.text.clone().unwrap()))
            .collect();
        let expected = [("x:3", " one "), ("x:5", "two")];
        assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn a_line_that_is_not_utf8_spoils_only_itself() {
        let records = read(b"one\nab\xffcd\ntwo\n");
        assert_eq!(records.len(), 3);
        assert_eq!(
            records[1].text,
            Err(BadLine::NotUtf8 {
                lossy: "ab\u{fffd}cd".to_owned(),
                span: 2..3
            })
        );
        assert_eq!(records[2].text.as_deref(), Ok("two"));
    }

    #[test]
    fn lines_in_cp932_are_read_unless_others_are_utf8() {
        let mut line = b"x; author \"".to_vec();
        line.extend(b"\x8a\xc5\x8e\xf5\";\n");
        let text = |bytes: &[u8]| read(bytes).pop().unwrap().text;
        assert_eq!(text(&line).as_deref(), Ok("x; author \"看寿\";"));
        let mixed = ["x; author \"看寿\";\n".as_bytes(), &line].concat();
        assert!(matches!(text(&mixed), Err(BadLine::NotUtf8 { .. })));
    }

    #[test]
    fn an_endless_line_is_refused_without_being_kept() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend(b"\nnext\n");
        let records = read(&bytes);
        assert_eq!(records[0].text, Err(BadLine::TooLong));
        assert_eq!(records[1].text.as_deref(), Ok("next"));
    }

    /// Returns the rows of a table: the first line of each, and the cell `sfen` or the error.
    fn rows(text: &str, delimiter: u8) -> Vec<(usize, String)> {
        let mut lines = lines(text.as_bytes());
        lines.set_delimiter(delimiter);
        let record = || lines.next_record().unwrap();
        std::iter::from_fn(record)
            .map(|record| {
                let text = record.text.unwrap_or_else(|bad| bad.to_string());
                (record.origin.line.unwrap(), text)
            })
            .collect()
    }

    fn expect(text: &str, delimiter: u8, expected: &[(usize, &str)]) {
        let expected: Vec<_> = expected.iter().map(|&(n, it)| (n, it.to_owned())).collect();
        assert_eq!(rows(text, delimiter), expected, "{text:?}");
    }

    #[test]
    fn cells_in_quotation_marks_may_hold_the_ends_of_lines() {
        let table = "\u{feff}\"no\nte\",sfen\r\n\"a\r\n\r\n#b \"\"c\"\"\",one\r\nx,two\r\n\"\",\"thr\"\"ee\"\r\n";
        expect(table, b',', &[(3, "one"), (6, "two"), (7, "thr\"ee")]);
        let table = "note\tsfen\n\"a\nb\"\tone\n\"a\tb\"\ttwo\n";
        expect(table, b'\t', &[(2, "one"), (4, "two")]);
    }

    #[test]
    fn a_title_may_begin_like_a_comment() {
        let table = "title,sfen,note\n# one, two\n#3,one,\n#4,two,\"x\ny\"\n# end\n";
        expect(table, b',', &[(3, "one"), (4, "two")]);
        expect("sfen\n# no\none\n", b',', &[(3, "one")]);
    }

    #[test]
    fn a_missing_quotation_mark_spoils_only_its_line() {
        let open = "this quotation mark is not closed";
        let head = "id,sfen,note\n";
        for (rows, expected) in [
            ("\"a,one,\nb,two,\n", [open, "two"]),
            ("a,one,\"x\nb,two,\n", [open, "two"]),
            ("a,one,\"x\nb,two,\"y\"\n", [open, "two"]),
            // The next mark looks as if it closed this one, and there are too many cells.
            ("a,one,\"x\nb,two,y\"\n", ["", ""]),
            ("a,\"one,x\nb,\"two\",y\n", [open, "two"]),
            ("a,\"one,x\n\"b\",two,y\n", [open, "two"]),
        ] {
            let text = format!("{head}{rows}");
            if expected[0].is_empty() {
                // This may also be a note of two lines.
                expect(&text, b',', &[(2, "one")]);
            } else {
                expect(&text, b',', &[(2, expected[0]), (3, expected[1])]);
            }
        }
        // The search for the other mark has a limit.
        let long = "\n".repeat(LONGEST_LINE);
        let found = rows(&format!("{head}a,\"one,\n{long}b,two,\n"), b',');
        let last = (LONGEST_LINE + 3, "two".to_owned());
        assert_eq!(found, [(2, open.to_owned()), last]);
        // In a table with tabs they may be ordinary characters.
        expect(
            "id\tsfen\n\"a\tone\nb\ttwo\n",
            b'\t',
            &[(2, "one"), (3, "two")],
        );
    }

    #[test]
    fn a_header_tells_that_lines_are_those_of_a_table() {
        for (text, expected) in [
            ("# x\nid,sfen\na,one\n", "one"),
            ("sfen\tid\none\ta\n", "one"),
            ("one\nid,sfen\n", "one"),
            ("sfen\none\n", "one"),
            (" SFEN , Plies\none,3\n", "one"),
        ] {
            let mut lines = lines(text.as_bytes());
            lines.allow_table();
            let record = lines.next_record().unwrap().unwrap();
            assert_eq!(record.text.as_deref(), Ok(expected));
        }
    }

    #[test]
    fn each_of_many_lines_with_a_missing_quotation_mark_is_a_row() {
        // Each of these lines opens a mark whether or not one is open already.
        let text = "id,sfen,note\n".to_owned() + &"x\",\"\n".repeat(5_000);
        assert_eq!(rows(&text, b',').len(), 5_000);
    }
}
