//! Reads the records of many sources, one after another.
//!
//! [`picked`] reads the one with a certain id.

mod document;
mod picked;

use self::document::Document;
use super::extent::Extent;
use super::folder::walk;
use super::json::{self, Beginning};
use super::kifu::{self, ReadAs};
use super::lines::{Lines, whole_characters};
use super::names::FieldNames;
use super::problem_text;
use super::record::{Medium, Origin, Record};
use super::sniff::{self, Sniffed};
use super::source::{
    LARGEST_FILE, Source, Unreadable, Why, delimiter, is_of_lines, is_of_unknown_format,
    kifu_format, speaks_of_pieces,
};
use crate::guard::{guarded, panic_for_test};
use crate::notation::record::decode;
use crate::notation::sfen;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// The number of first bytes of a file by which its kind is recognised.
const BEGIN: usize = 1 << 16;

/// Reads the records of many sources, one after another. It may be sent to another thread.
pub struct Records {
    sources: VecDeque<Result<Source, Unreadable>>,
    /// The lines of the open source, if it is read line by line.
    open_lines: Option<Lines>,
    /// The records of the open source, if it is a file of records or a free text.
    open_kifu: Option<kifu::FileRecords>,
    /// The problems of the open source, if it is JSON that is no record.
    open_document: Option<Document>,
    /// The number of bytes that count as read with each record of `open_kifu`.
    share: usize,
    extent: Extent,
    /// The number of arguments so far that are problems.
    texts: usize,
    /// The source that was opened last.
    name: String,
    /// The record of a panic while a stream was opened, which is still to be yielded.
    failed: Option<Record>,
    form: Option<ReadAs>,
    field_names: FieldNames,
    /// The names of the fields of the last record.
    last_names: Vec<String>,
    /// The kind of the open source.
    medium: Medium,
    /// The number of records that the open source has yielded.
    count: usize,
}

impl Records {
    /// Makes a reader of these sources, in order. Without a `form` for all, the format of a file follows from its
    /// extension, else from its beginning.
    #[must_use]
    pub fn new(sources: impl IntoIterator<Item = Source>, form: Option<ReadAs>) -> Self {
        Self {
            sources: sources.into_iter().map(Ok).collect(),
            open_lines: None,
            open_kifu: None,
            open_document: None,
            share: 0,
            extent: Extent::default(),
            texts: 0,
            name: String::new(),
            failed: None,
            form,
            field_names: FieldNames::default(),
            last_names: Vec::new(),
            medium: Medium::Stream,
            count: 0,
        }
    }

    /// Counts the bytes that are read in `extent`.
    #[must_use]
    pub fn counted(mut self, extent: Extent) -> Self {
        self.extent = extent;
        self
    }

    /// Reads fields by these names. If no input has one of them, that is an error at the end.
    #[must_use]
    pub fn with_fields(mut self, names: FieldNames) -> Self {
        self.field_names = names;
        self
    }

    /// Reads a stream with this name like standard input.
    ///
    /// # Errors
    /// If it is one of records of moves that cannot be read, or contains none.
    pub fn of_stream(
        name: &str,
        reader: Box<dyn BufRead + Send>,
        form: Option<ReadAs>,
    ) -> Result<Self, Unreadable> {
        let mut records = Self::new([], form);
        name.clone_into(&mut records.name);
        match guarded(|| records.begin(Lines::new(name.to_owned(), reader), form)) {
            Ok(begun) => begun.map_err(|error| Unreadable::new(Path::new(name), error))?,
            Err(message) => records.failed = Some(Record::failed(records.place(), message)),
        }
        Ok(records)
    }

    /// Treats the stream as a file of its name, which is not on this machine.
    #[must_use]
    pub const fn of_file(mut self) -> Self {
        self.medium = Medium::File;
        self
    }

    /// Makes a reader that yields only this error.
    #[must_use]
    pub fn failed(error: Unreadable) -> Self {
        let mut records = Self::new([], None);
        records.sources.push_back(Err(error));
        records
    }

    fn open_file(&mut self, path: &Path) -> Result<(), Unreadable> {
        self.medium = Medium::File;
        let file = File::open(path).map_err(|error| Unreadable::new(path, error))?;
        let form = match (self.form, kifu_format(path)) {
            (Some(form), _) => Some(form),
            (None, Some(format)) => Some(ReadAs::Kifu(format)),
            (None, None) => is_of_lines(path).then_some(ReadAs::Lines),
        };
        let mut lines = Lines::new(
            path.display().to_string(),
            Box::new(BufReader::with_capacity(BEGIN, file)),
        );
        if let (Some(delimiter), None) = (delimiter(path), self.form) {
            lines.set_delimiter(delimiter);
        }
        if self.form.is_none() && is_of_unknown_format(path) {
            let begin = lines.peek();
            let begin = begin.map_err(|error| Unreadable::new(path, error))?;
            if json::beginning(begin, &self.field_names) == Beginning::Other {
                return Err(Unreadable {
                    name: path.display().to_string(),
                    reason: Why::NoProblem,
                });
            }
        }
        self.begin(lines, form)
            .map_err(|error| Unreadable::new(path, error))
    }

    /// Returns the place of the record that was read last.
    fn place(&self) -> Origin {
        let in_document = self.open_document.as_ref().map(Document::place);
        let in_records = || self.open_kifu.as_ref().map(kifu::FileRecords::place);
        let in_lines = || self.open_lines.as_ref().map(Lines::place);
        let place = in_document.or_else(in_records).or_else(in_lines);
        let number = (self.medium == Medium::Argument).then_some(self.texts);
        place.unwrap_or_else(|| Origin::new(&*self.name, number))
    }

    /// Adds the medium and the number to a record of the open source.
    fn numbered(&mut self, mut record: Record) -> Record {
        panic_for_test("read", record.text.as_deref().unwrap_or_default());
        self.count += 1;
        record.origin.medium = self.medium;
        record.origin.record = (self.medium != Medium::Argument).then_some(self.count);
        if self.field_names.are_given()
            && let Some(fields) = &record.fields
        {
            let row = record.origin.row.as_ref();
            let names = row.map(|it| it.names.to_vec());
            self.last_names = names.unwrap_or_else(|| fields.others.keys().cloned().collect());
        }
        record
    }

    /// Opens a source: line by line, or as a whole if it has records or JSON.
    fn begin(&mut self, mut lines: Lines, form: Option<ReadAs>) -> io::Result<()> {
        self.count = 0;
        lines.set_names(self.field_names.clone());
        let beginning = |bytes: &[u8]| json::beginning(bytes, &self.field_names);
        if form.is_none() && beginning(lines.peek()?) == Beginning::Document {
            let (name, bytes) = (lines.name().to_owned(), read_whole(&mut lines)?);
            let text = decode(&bytes);
            let is_json =
                is_of_unknown_format(Path::new(&name)) || text.trim_start().starts_with('[');
            self.open_document = Document::new(&name, text, &self.field_names);
            if self.open_document.is_some() {
                return Ok(());
            }
            if is_json {
                return Err(Why::NoProblem.into());
            }
            lines = self.lines_of(name, bytes);
        }
        let kind = |begin: &[u8]| match form {
            Some(ReadAs::Lines) => None,
            Some(ReadAs::Kifu(format)) => Some(Sniffed::Record(format)),
            None => sniff::sniff(begin),
        };
        let mut found = kind(lines.peek()?);
        if form.is_none() {
            lines.allow_table();
        }
        if found.is_none() {
            lines.set_extent(self.extent.clone());
            self.open_lines = Some(lines);
            return Ok(());
        }
        let first = lines.peek()?.len();
        let bytes = read_whole(&mut lines)?;
        // The first bytes of a stream may have been too few to recognise its kind.
        let begin = whole_characters(&bytes[..bytes.len().min(BEGIN)]);
        if begin.len() > first {
            found = kind(begin);
        }
        let length = bytes.len();
        let (records, why) = match found {
            Some(Sniffed::Record(format)) => {
                (kifu::read(lines.name(), bytes, format), Why::NoRecord)
            }
            Some(Sniffed::Text) => (kifu::find_diagrams(lines.name(), bytes), Why::NoDiagram),
            None => {
                lines = self.lines_of(lines.name().to_owned(), bytes);
                lines.allow_table();
                lines.set_extent(self.extent.clone());
                self.open_lines = Some(lines);
                return Ok(());
            }
        };
        if records.is_empty() {
            return Err(why.into());
        }
        self.share = length / records.len();
        // The remainder of the division, so that in the end all bytes are counted.
        self.extent.add(length % records.len());
        self.open_kifu = Some(records);
        Ok(())
    }

    /// Returns the lines of bytes that were read already.
    fn lines_of(&self, name: String, bytes: Vec<u8>) -> Lines {
        let mut lines = Lines::new(name, Box::new(Cursor::new(bytes)));
        lines.set_names(self.field_names.clone());
        lines
    }

    /// Opens a source that is no file. Returns the error if it cannot be read.
    fn begin_named(
        &mut self,
        name: &str,
        reader: impl BufRead + Send + 'static,
    ) -> Option<Result<Record, Unreadable>> {
        let lines = Lines::new(name.to_owned(), Box::new(reader));
        let begun = self.begin(lines, self.form);
        let error = begun.err()?;
        Some(Err(Unreadable::new(Path::new(name), error)))
    }

    /// Opens a source. A problem in an argument, and an error, are returned at once.
    fn open(&mut self, source: Source) -> Option<Result<Record, Unreadable>> {
        self.medium = match source {
            Source::Text(_) => Medium::Argument,
            _ => Medium::Stream,
        };
        self.name = source.name();
        let beginning = |text: &str| json::beginning(text.as_bytes(), &self.field_names);
        match source {
            // JSON, perhaps of several lines.
            Source::Text(text) if beginning(&text) != Beginning::Other => {
                return self.begin_named("argument", Cursor::new(text));
            }
            Source::Text(text) => return self.open_text(text),
            Source::Stdin => {
                return self.begin_named("stdin", BufReader::new(io::stdin()));
            }
            Source::File(path) => return self.open_file(&path).err().map(Err),
            Source::Problem { file, id } => {
                let names = self.field_names.clone();
                return Some(picked::of_file(&file, &id, self.form, names));
            }
            Source::Folder(path) => {
                for found in walk(&path).into_iter().rev() {
                    self.sources.push_front(found.map(Source::File));
                }
            }
        }
        None
    }

    /// Opens an argument that is no JSON. A single problem, and an error, are returned at once.
    fn open_text(&mut self, text: String) -> Option<Result<Record, Unreadable>> {
        self.texts += 1;
        self.share = 0;
        self.extent.add(text.len());
        let has_lines = text.trim().contains('\n');
        if has_lines && let Some(Sniffed::Record(format)) = sniff::sniff(text.as_bytes()) {
            self.open_kifu = Some(kifu::read("argument", text.into_bytes(), format));
            return None;
        }
        let is_problem = problem_text::looks_like_problem(text.trim())
            && (!has_lines || sfen::parse(&text).is_ok());
        if !is_problem {
            let found = kifu::find_diagrams("argument", text.clone().into_bytes());
            if !found.is_empty() {
                self.open_kifu = Some(found);
                return None;
            }
            if has_lines || speaks_of_pieces(&text) {
                let error = Unreadable::new(Path::new("argument"), Why::NoDiagram.into());
                return Some(Err(error));
            }
        }
        let origin = Origin::new("argument", Some(self.texts));
        Some(Ok(kifu::of_text(origin, text)))
    }
}

impl Records {
    /// Returns the error of a name of a field that no input has.
    fn missing_field(&mut self) -> Option<Unreadable> {
        let names = std::mem::take(&mut self.field_names);
        if self.count == 0 {
            return None;
        }
        let missing = names.unused_name()?;
        Some(Unreadable {
            name: missing.to_owned(),
            reason: Why::NoField(std::mem::take(&mut self.last_names)),
        })
    }

    fn read(&mut self) -> Option<Result<Record, Unreadable>> {
        loop {
            if let Some(document) = &mut self.open_document {
                let record = document.next();
                self.extent.add(document.newly_read());
                match record {
                    Some(record) => return Some(Ok(self.numbered(record))),
                    None => self.open_document = None,
                }
            } else if let Some(records) = &mut self.open_kifu {
                match records.next() {
                    Some(record) => {
                        self.extent.add(self.share);
                        return Some(Ok(self.numbered(record)));
                    }
                    None => self.open_kifu = None,
                }
            } else if let Some(lines) = &mut self.open_lines {
                match lines.next_record() {
                    Ok(Some(record)) => return Some(Ok(self.numbered(record))),
                    Ok(None) => self.open_lines = None,
                    Err(error) => {
                        let error = Unreadable::new(Path::new(lines.name()), error);
                        self.open_lines = None;
                        return Some(Err(error));
                    }
                }
            } else {
                let Some(source) = self.sources.pop_front() else {
                    return self.missing_field().map(Err);
                };
                match source {
                    Ok(source) => {
                        if let Some(item) = self.open(source) {
                            return Some(item);
                        }
                    }
                    Err(error) => return Some(Err(error)),
                }
            }
        }
    }
}

/// Reads a whole file. No line must have been read.
fn read_whole(lines: &mut Lines) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut all = lines.reader().take(LARGEST_FILE + 1);
    all.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Why::TooLarge.into());
    }
    Ok(bytes)
}

impl Iterator for Records {
    type Item = Result<Record, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(record) = self.failed.take() {
            return Some(Ok(self.numbered(record)));
        }
        // After a panic the next record can be read, because no part of a source is read twice.
        guarded(|| self.read()).unwrap_or_else(|message| {
            let record = Record::failed(self.place(), message);
            Some(Ok(self.numbered(record)))
        })
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = self
            .open_lines
            .as_ref()
            .map(|lines| (lines.name(), lines.number()));
        f.debug_struct("Records")
            .field("sources", &self.sources)
            .field("open", &open)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_stream_is_read_like_a_file_however_few_bytes_come_first() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G 1";
        let board = "| ・ ・ ・ ・ ・ ・ ・ ・v玉|\n".to_owned()
            + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(8);
        for text in [
            format!("詰将棋です\n{sfen}\n{sfen}\nx\n{sfen}\n"),
            format!("# 詰将棋\nid,sfen\n1,{sfen}\n"),
            format!("こんにちは。\n\n{board}持駒：金\n"),
            format!("題\n作者：だれか\n{board}先手の持駒：金\n"),
            format!("{{\"a\": 1, \"sfen\": \"{sfen}\"}}\n{{\"sfen\": \"{sfen}\"}}\n"),
        ] {
            let read = |capacity: usize| {
                let bytes = Cursor::new(text.clone().into_bytes());
                let reader = Box::new(BufReader::with_capacity(capacity, bytes));
                let records = Records::of_stream("x", reader, None).unwrap();
                let summary = |it: Record| (it.origin.line, it.text.is_ok(), it.fields.is_some());
                records
                    .map(|it| it.map(summary).unwrap())
                    .collect::<Vec<_>>()
            };
            // A chunk may also end within a character.
            for capacity in [17, 18, 19, 64] {
                assert_eq!(read(capacity), read(BEGIN), "{capacity} {text}");
            }
        }
    }
}
