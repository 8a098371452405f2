//! Reads problems line by line.

use super::fields::{Fields, Header, of_json};
use super::kifu::{self, Kifu, ReadAs};
use super::source::{
    Source, Unreadable, delimiter, is_of_lines, is_of_unknown_format, kifu_format, walk,
};
use crate::notation::record::{Format, RecordError};
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::path::Path;

/// The longest line that is read, in bytes. The longest mate known, moves and all, is far below;
/// what is longer is no problem file.
const LONGEST_LINE: usize = 1 << 20;

/// The largest file of records that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 28;

/// Where a record stands: `file:line`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file as it was named, `stdin` or `argument`.
    pub name: String,
    /// The line, counted from 1; for arguments, which problem of the command line it is.
    pub line: Option<usize>,
}

impl Origin {
    /// A line of a source.
    #[must_use]
    pub fn new(name: impl Into<String>, line: Option<usize>) -> Self {
        Self {
            name: name.into(),
            line,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

/// The text of one problem and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it stands.
    pub origin: Origin,
    /// The problem: the line without its end, or its field `sfen`; or why there is none.
    pub text: Result<String, BadLine>,
    /// What a record of several fields says beside the problem.
    pub fields: Option<Fields>,
    /// The record of moves that the text is, if it is one.
    pub kifu: Option<Box<Kifu>>,
}

/// A line that is no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// Some bytes are not UTF-8.
    #[error("the line is not valid UTF-8")]
    NotUtf8 {
        /// The line with `�` in place of the bad bytes.
        lossy: String,
        /// The first bad bytes; the line up to them is the same in `lossy`.
        span: Range<usize>,
    },
    /// The line is longer than 64 KiB.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    /// The line is no JSON object.
    #[error("the line is not a JSON object")]
    NoObject,
    /// Another number of cells than the header of the table.
    #[error("the line has another number of cells than the header")]
    NoRow,
    /// There is no problem in it.
    #[error("there is no text `sfen` in this record")]
    NoSfen,
    /// A record of moves that cannot be read.
    #[error("{error}")]
    Kifu {
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: RecordError,
    },
}

/// Reads the records of many sources, one after the other.
pub struct Records {
    sources: VecDeque<Result<Source, Unreadable>>,
    open: Option<Lines>,
    /// Records of the open file that were read already.
    ready: VecDeque<Record>,
    texts: usize,
    form: Option<ReadAs>,
}

impl Records {
    /// The records of these sources, in order. What a file is read as goes by its extension, then
    /// by how it begins, unless `form` says it for all.
    #[must_use]
    pub fn new(sources: impl IntoIterator<Item = Source>, form: Option<ReadAs>) -> Self {
        Self {
            sources: sources.into_iter().map(Ok).collect(),
            open: None,
            ready: VecDeque::new(),
            texts: 0,
            form,
        }
    }

    fn open_file(&mut self, path: &Path) -> Result<(), Unreadable> {
        let file = File::open(path).map_err(|error| Unreadable::new(path, &error))?;
        let mut form = match (self.form, kifu_format(path)) {
            (Some(form), _) => Some(form),
            (None, Some(format)) => Some(ReadAs::Kifu(format)),
            (None, None) => is_of_lines(path).then_some(ReadAs::Lines),
        };
        let mut lines = Lines::new(
            path.display().to_string(),
            Box::new(BufReader::with_capacity(1 << 16, file)),
        );
        lines.delimiter = delimiter(path).filter(|_| self.form.is_none());
        if self.form.is_none() && is_of_unknown_format(path) {
            let begin = lines.reader.fill_buf();
            let begin = begin.map_err(|error| Unreadable::new(path, &error))?;
            // JKF is JSON, and may be called so.
            if kifu::sniff(begin) != Some(Format::Jkf) {
                return Err(Unreadable {
                    name: path.display().to_string(),
                    reason: "this JSON is not a record in JKF".to_owned(),
                    help: Some("`--input-format` says which format any file is read as"),
                });
            }
            form = Some(ReadAs::Kifu(Format::Jkf));
        }
        self.begin(lines, form)
            .map_err(|error| Unreadable::new(path, &error))
    }

    /// Takes up a source: line by line, or whole when it is one of records.
    fn begin(&mut self, mut lines: Lines, form: Option<ReadAs>) -> io::Result<()> {
        let format = match form {
            Some(ReadAs::Lines) => None,
            Some(ReadAs::Kifu(format)) => Some(format),
            None => kifu::sniff(lines.reader.fill_buf()?),
        };
        let Some(format) = format else {
            self.open = Some(lines);
            return Ok(());
        };
        let mut bytes = Vec::new();
        let mut all = lines.reader.take(LARGEST_FILE + 1);
        all.read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(io::Error::other("the file of records is too large"));
        }
        self.ready = kifu::read(&lines.name, &bytes, format);
        if self.ready.is_empty() {
            return Err(io::Error::other("there is no record in it"));
        }
        Ok(())
    }

    /// Opens the next source; a problem in an argument is yielded at once.
    fn advance(&mut self, source: Source) -> Option<Result<Record, Unreadable>> {
        match source {
            Source::Text(text) => {
                self.texts += 1;
                let origin = Origin::new("argument", Some(self.texts));
                return Some(Ok(Record {
                    origin,
                    text: Ok(text),
                    fields: None,
                    kifu: None,
                }));
            }
            Source::Stdin => {
                let lines = Lines::new("stdin".to_owned(), Box::new(io::stdin().lock()));
                let begun = self.begin(lines, self.form);
                return begun
                    .err()
                    .map(|error| Err(Unreadable::new(Path::new("stdin"), &error)));
            }
            Source::File(path) => return self.open_file(&path).err().map(Err),
            Source::Folder(path) => {
                for found in walk(&path).into_iter().rev() {
                    self.sources.push_front(found.map(Source::File));
                }
            }
        }
        None
    }
}

impl Iterator for Records {
    type Item = Result<Record, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Some(Ok(record));
            }
            if let Some(lines) = &mut self.open {
                match lines.next_record() {
                    Ok(Some(record)) => return Some(Ok(record)),
                    Ok(None) => self.open = None,
                    Err(error) => {
                        let error = Unreadable::new(Path::new(&lines.name), &error);
                        self.open = None;
                        return Some(Err(error));
                    }
                }
            } else {
                match self.sources.pop_front()? {
                    Ok(source) => {
                        if let Some(item) = self.advance(source) {
                            return Some(item);
                        }
                    }
                    Err(error) => return Some(Err(error)),
                }
            }
        }
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = self.open.as_ref().map(|lines| (&lines.name, lines.number));
        f.debug_struct("Records")
            .field("sources", &self.sources)
            .field("open", &open)
            .finish_non_exhaustive()
    }
}

/// The lines of one open file.
pub(super) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    number: usize,
    buffer: Vec<u8>,
    /// What parts the cells, if the lines are those of a table.
    delimiter: Option<u8>,
    header: Option<Header>,
}

impl Lines {
    pub(super) fn new(name: String, reader: Box<dyn BufRead>) -> Self {
        Self {
            name,
            reader,
            number: 0,
            buffer: Vec::new(),
            delimiter: None,
            header: None,
        }
    }

    /// The next line and its number.
    pub(super) fn next_line(&mut self) -> io::Result<Option<(usize, Result<String, BadLine>)>> {
        let Some(complete) = self.read_line()? else {
            return Ok(None);
        };
        self.number += 1;
        let mut line = self.buffer.as_slice();
        if self.number == 1 {
            line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        }
        let text = if complete {
            decode(line)
        } else {
            Err(BadLine::TooLong)
        };
        Ok(Some((self.number, text)))
    }

    /// The next line that is neither blank nor a comment.
    fn next_record(&mut self) -> io::Result<Option<Record>> {
        loop {
            let Some((_, text)) = self.next_line()? else {
                return Ok(None);
            };
            if let Ok(line) = &text {
                let line = line.trim_ascii();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
            }
            if let (Some(delimiter), None) = (self.delimiter, &self.header) {
                let header = text.ok().and_then(|line| Header::new(&line, delimiter));
                let missing = || io::Error::other("no column `sfen` in the header of the table");
                self.header = Some(header.ok_or_else(missing)?);
                continue;
            }
            let origin = Origin::new(self.name.clone(), Some(self.number));
            let is_object = |line: &str| line.trim_start().starts_with('{');
            let (text, fields) = match (text, &self.header) {
                (Ok(line), Some(header)) => with_fields(header.read(&line)),
                (Ok(line), None) if is_object(&line) => with_fields(of_json(&line)),
                (text, _) => (text, None),
            };
            return Ok(Some(Record {
                origin,
                text,
                fields,
                kifu: None,
            }));
        }
    }

    /// Reads a line into the buffer, without its end. `None` at the end of the file, false when
    /// the line is too long to be kept.
    fn read_line(&mut self) -> io::Result<Option<bool>> {
        self.buffer.clear();
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
            if end.is_some() {
                if self.buffer.last() == Some(&b'\r') {
                    self.buffer.pop();
                }
                return Ok(Some(complete));
            }
        }
    }
}

fn with_fields(
    (text, fields): (Result<String, BadLine>, Fields),
) -> (Result<String, BadLine>, Option<Fields>) {
    (text, Some(fields))
}

fn decode(line: &[u8]) -> Result<String, BadLine> {
    match std::str::from_utf8(line) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => {
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

    fn read(bytes: &[u8]) -> Vec<Record> {
        let mut lines = Lines::new("x".to_owned(), Box::new(io::Cursor::new(bytes.to_vec())));
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
    fn an_endless_line_is_refused_without_being_kept() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend(b"\nnext\n");
        let records = read(&bytes);
        assert_eq!(records[0].text, Err(BadLine::TooLong));
        assert_eq!(records[1].text.as_deref(), Ok("next"));
    }

    #[test]
    fn a_missing_file_does_not_stop_the_others() {
        let sources = [
            Source::File("not-here.sfen".into()),
            Source::Text("a b".to_owned()),
        ];
        let mut records = Records::new(sources, None);
        let missing = records.next().unwrap().unwrap_err();
        assert_eq!(
            missing.to_string(),
            "cannot read `not-here.sfen`: no such file or folder"
        );
        let record = records.next().unwrap().unwrap();
        assert_eq!(record.origin.to_string(), "argument:1");
        assert!(records.next().is_none());
    }
}
