//! Reads files of records (KIF, KI2, CSA and JKF) and free texts, which are read whole and divided into records.

use super::bad_line::BadLine;
use super::fields::Fields;
use super::pasted;
use super::record::{Kifu, Origin, Record};
use super::sniff::{self, Sniffed};
use super::source_record;
use super::tagged::without_tag;
use crate::guard::{guarded, panic_for_test};
use crate::notation::record::{self, Format, Part, Parts, headers, is_usen};
use crate::notation::sfen;
use serde_json::{Map, Value};

/// The format in which files are read, regardless of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadAs {
    /// Lines, each an SFEN or a JSON object.
    Lines,
    /// Records in one of the formats.
    Kifu(Format),
}

/// The records of a text, read one at a time.
pub(super) struct FileRecords {
    name: String,
    parts: Parts,
    next: usize,
    /// The first line of the record that was read last.
    line: usize,
}

/// Finds the records of a file in this format. A file of KIF may also be a free text with a diagram in it.
pub(super) fn read(name: &str, bytes: Vec<u8>, format: Format) -> FileRecords {
    let text = decode(bytes);
    let is_kif = matches!(format, Format::Kif | Format::Ki2);
    let parts = Parts::new(text.clone(), format);
    let is_record = |it: &Parts| it.len() != 1 || it.read(0).content.is_ok();
    if is_kif && !is_record(&parts) {
        let found = Parts::of_text(text);
        if !found.is_empty() && is_record(&found) {
            return FileRecords::new(name, found);
        }
    }
    FileRecords::new(name, parts)
}

/// Finds the diagrams in a text of any kind.
pub(super) fn find_diagrams(name: &str, bytes: Vec<u8>) -> FileRecords {
    FileRecords::new(name, Parts::of_text(decode(bytes)))
}

/// Decodes a text, in place if it is UTF-8. Old systems end lines with a carriage return alone.
fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap_or_else(|error| record::decode(error.as_bytes()));
    if text.contains('\r') && !text.contains('\n') {
        return text.replace('\r', "\n");
    }
    text
}

impl FileRecords {
    fn new(name: &str, parts: Parts) -> Self {
        let name = name.to_owned();
        Self {
            name,
            parts,
            next: 0,
            line: 1,
        }
    }

    /// Returns how many records are left.
    pub fn len(&self) -> usize {
        self.parts.len() - self.next
    }

    /// Returns whether none is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the place of the record that was read last.
    pub fn place(&self) -> Origin {
        Origin::new(&*self.name, Some(self.line))
    }
}

impl Iterator for FileRecords {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        if self.is_empty() {
            return None;
        }
        // If reading panics, the next call goes on with the next record.
        let number = self.next;
        self.next += 1;
        self.line = self.parts.line_of(number);
        let part = self.parts.read(number);
        Some(of_part(&self.name, part, self.parts.len() == 1))
    }
}

/// Returns a part of a file as a record. If it is `alone` in the file, it may get the name of the file as id.
fn of_part(name: &str, part: Part, alone: bool) -> Record {
    let origin = Origin::new(name, Some(part.line));
    match part.content {
        Ok((record, places)) => Record {
            fields: Some(fields(&record, alone.then_some(name))),
            origin,
            text: Ok(part.text),
            kifu: Some(Box::new(Kifu { record, places })),
        },
        Err(error) => Record {
            origin,
            text: Err(BadLine::Kifu {
                text: part.text,
                error,
            }),
            fields: None,
            kifu: None,
        },
    }
}

/// Returns the record of a JSON object in JKF. If it is `alone` in the file, it may get the name of the file as id.
pub(super) fn of_jkf(origin: Origin, text: &str, alone: bool) -> Record {
    let part = Parts::new(text.to_owned(), Format::Jkf).read(0);
    let record = of_part(&origin.name, part, alone);
    Record { origin, ..record }
}

/// Returns the record in a line of text: USEN, a link, a position among other words, or else the text itself.
pub(super) fn of_text(origin: Origin, text: String) -> Record {
    // A link in brackets ends with them: `[diagram](https://…)`.
    if text.contains("](")
        && let Some(record) = embedded(&origin, &text)
    {
        return record;
    }
    match pasted::unlinked(text) {
        Ok(text) => embedded(&origin, without_tag(&text))
            .unwrap_or_else(|| of_content(origin, without_tag(&text).to_owned())),
        Err(bad) => Record {
            origin,
            text: Err(bad),
            fields: None,
            kifu: None,
        },
    }
}

/// Returns the only position within a line that is no position itself: in quotes, in a call, after a word.
fn embedded(origin: &Origin, text: &str) -> Option<Record> {
    if record::is_usen(text.trim()) || sfen::parse_leniently(text).is_ok() {
        return None;
    }
    let pasted = Parts::of_text(text.to_owned());
    let part = (pasted.len() == 1).then(|| pasted.read(0))?;
    let (record, mut places) = part.content.ok()?;
    // Words after a position at the beginning of the line may be a misspelt part of it.
    let begins = text.len() - text.trim_start().len() >= places.board.start;
    let end = pasted.end_of(0);
    let rest = text.get(end..).unwrap_or_default().trim_start();
    if begins && !rest.starts_with(['|', '｜', '(', '（', ',', '#', '、', '。', '「']) {
        return None;
    }
    // The line itself is the problem, so there is nothing to report about other lines.
    places.taken = None;
    Some(Record {
        origin: origin.clone(),
        text: Ok(part.text),
        fields: Some(fields(&record, None)),
        kifu: Some(Box::new(Kifu { record, places })),
    })
}

/// Returns the record in a field of an object or a cell of a table. Links are resolved already.
pub(super) fn of_field(
    origin: Origin,
    text: Result<String, BadLine>,
    fields: Option<Fields>,
) -> Record {
    let mut record = match text {
        Ok(text) => {
            let place = origin.clone();
            guarded(|| of_content(origin, text)).unwrap_or_else(|it| Record::failed(place, it))
        }
        Err(_) => Record {
            origin,
            text,
            fields: None,
            kifu: None,
        },
    };
    if let (Some(kifu), Some(fields)) = (&mut record.kifu, &fields) {
        source_record::add_fields(&mut kifu.record, fields);
    }
    record.fields = fields;
    record
}

/// Returns the record that is the content of a line or a field: SFEN, USEN, or the text of a record.
fn of_content(origin: Origin, text: String) -> Record {
    panic_for_test("read", &text);
    let content = if is_usen(text.trim()) {
        let text = text.trim().to_owned();
        (record::read_usen(&text), text)
    } else if let Some(part) = part_of_content(&text) {
        (part.content, part.text)
    } else {
        return Record {
            origin,
            text: Ok(text),
            fields: None,
            kifu: None,
        };
    };
    match content {
        (Ok((record, places)), text) => Record {
            origin,
            text: Ok(text),
            fields: None,
            kifu: Some(Box::new(Kifu { record, places })),
        },
        (Err(error), text) => Record {
            origin,
            text: Err(BadLine::Kifu { text, error }),
            fields: None,
            kifu: None,
        },
    }
}

/// Returns the record in a text of several lines, if there is only one.
fn part_of_content(text: &str) -> Option<Part> {
    if !text.trim().contains('\n') && !text.starts_with('{') {
        return None;
    }
    let parts = match sniff::sniff(text.as_bytes()) {
        Some(Sniffed::Record(format)) => Parts::new(text.to_owned(), format),
        _ => Parts::of_text(text.to_owned()),
    };
    (parts.len() == 1).then(|| parts.read(0))
}

/// Returns the headers as fields. The id is the number of the problem or its title, else `name`.
fn fields(record: &record::Record, name: Option<&str>) -> Fields {
    let named = [headers::ID, headers::TITLE]
        .into_iter()
        .find(|key| record.header(key).is_some());
    let id = named.and_then(|key| record.header(key)).or(name);
    let mut others = Map::new();
    for (key, value) in &record.headers {
        if key == headers::PLIES {
            continue;
        }
        // The values of a repeated header are joined.
        if let Some(Value::String(before)) = others.get_mut(key) {
            before.push('\n');
            before.push_str(value);
        } else {
            others.insert(key.clone(), Value::from(value.clone()));
        }
    }
    Fields {
        id: id.map(str::to_owned),
        expected_plies: record
            .header(headers::PLIES)
            .and_then(record::expected_plies),
        others,
        ..Fields::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_lengths_come_from_the_headers() {
        let read = |text: &str| -> Vec<Record> {
            super::read("a.kif", text.into(), Format::Kif).collect()
        };
        let board = "手合割：平手\n";
        for (headers, id) in [
            ("作品番号：7\n作品名：x\n", Some("7")),
            ("作品番号：\n作品名：x\n", Some("x")),
            ("", Some("a.kif")),
        ] {
            let records = read(&format!("{headers}手数：11手詰\n{board}"));
            let fields = records[0].fields.as_ref().unwrap();
            assert_eq!(
                (fields.id.as_deref(), fields.expected_plies),
                (id, Some(11))
            );
        }
        let twice = read(&format!("備考：一\n備考：二\n{board}"));
        assert_eq!(twice[0].fields.as_ref().unwrap().others["備考"], "一\n二");
        let records = read(&format!("{board}1 ７六歩(77)\nまで\n手合割：名人戦\n"));
        let ids: Vec<_> = records.iter().map(|it| it.fields.is_some()).collect();
        assert_eq!(ids, [true, false]);
        assert_eq!(records[0].fields.as_ref().unwrap().id, None);
        assert_eq!(records[1].origin.to_string(), "a.kif:4");
    }
}
