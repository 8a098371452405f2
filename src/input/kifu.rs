//! Files of records (KIF, KI2, CSA and JKF), which are read at once and divided into records.

use super::bad_line::BadLine;
use super::fields::Fields;
use super::kifu_or_text::{
    is_before_moves, is_nothing, is_unclear, may_be_text, says_more, without_moves,
};
use super::pasted;
use super::record::{Kifu, Origin, Record};
use super::sniff::sniff;
use super::source_record;
use super::tagged::without_tag;
use crate::guard::{guarded, panic_for_test};
use crate::notation::record::{
    self, Format, Part, PartPlace, Pasted, RecordErrorKind, headers, is_usen,
};
use crate::notation::sfen;
use serde_json::{Map, Value};
use std::vec;

/// The format of files, whatever their names are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadAs {
    /// Lines, each an SFEN or a JSON object.
    Lines,
    /// Records in one of the formats.
    Kifu(Format),
}

/// The records of a text, read one at a time: a record takes some ten times the memory of its text.
pub(super) struct Records {
    name: String,
    text: String,
    format: Format,
    /// The line in which the record begins that was read last.
    line: usize,
    places: vec::IntoIter<PartPlace>,
    /// The diagrams found in a text, and how many have been read.
    found: Option<FoundIn>,
    /// Whether there is only one.
    alone: bool,
    /// Whether only the beginning of the text tells that it is a record.
    is_sniffed: bool,
}

/// The diagrams of a text that is in no format of records.
struct FoundIn {
    pasted: Pasted,
    next: usize,
    /// The number of the line before the text.
    before: usize,
}

/// Finds the records of a text.
pub(super) fn read(name: &str, bytes: Vec<u8>, format: Format, is_sniffed: bool) -> Records {
    let text = decode(bytes);
    let pasted = pasted::of_terminal(&text).filter(|_| format == Format::Kif);
    let text = without_unseen(pasted.unwrap_or(text));
    let places = record::divide(&text, format);
    if is_sniffed && (begins_with_text(&text, &places, format) || has_unclear_hand(&text, &places))
    {
        let found = find(name, text.clone().into_bytes());
        if !found.is_empty() {
            return found;
        }
    }
    // A part that is no record may be a table of moves below a diagram.
    if is_sniffed && places.len() > 1 && places.len() < MOST_PARTS {
        let mut parts = places.iter();
        let is_broken = |it: &PartPlace| {
            let part = record::read_one(&text, it.clone(), format);
            part.content.is_err()
        };
        if parts.any(is_broken) {
            let found = find(name, text.clone().into_bytes());
            if found.reads_all() {
                return found;
            }
        }
    }
    Records {
        name: name.to_owned(),
        line: 1,
        alone: places.len() == 1,
        places: places.into_iter(),
        found: None,
        is_sniffed,
        text,
        format,
    }
}

/// The most parts of a text with a mistake that are looked at as a text for people.
const MOST_PARTS: usize = 64;

/// Returns whether the first of several parts of a text is no record: lines above a diagram.
fn begins_with_text(text: &str, places: &[PartPlace], format: Format) -> bool {
    let [first, _, ..] = places else {
        return false;
    };
    let part = record::read_one(text, first.clone(), format);
    let has_no_board =
        |error: &record::RecordError| matches!(error.kind, RecordErrorKind::Ranks(0));
    is_nothing(&part) || part.content.as_ref().is_err_and(has_no_board)
}

/// The longest text whose hands are looked at beside its records.
const LONGEST_TEXT: usize = 1 << 20;

/// Returns whether one of the hands of a text stands between two boards, and may be that of either.
fn has_unclear_hand(text: &str, places: &[PartPlace]) -> bool {
    if places.len() < 2 || text.len() > LONGEST_TEXT {
        return false;
    }
    let pasted = Pasted::find(text.to_owned());
    pasted.has_unclear_hand()
}

/// Returns a text without the characters that pages put between others and nobody sees.
fn without_unseen(text: String) -> String {
    if text.contains(record::is_unseen) {
        text.replace(record::is_unseen, "")
    } else {
        text
    }
}

/// Finds the diagrams in a text of any kind.
pub(super) fn find(name: &str, bytes: Vec<u8>) -> Records {
    let pasted = Pasted::find(decode(bytes));
    Records {
        name: name.to_owned(),
        line: 1,
        alone: pasted.len() == 1,
        places: Vec::new().into_iter(),
        found: Some(FoundIn {
            pasted,
            next: 0,
            before: 0,
        }),
        is_sniffed: false,
        text: String::new(),
        format: Format::Kif,
    }
}

/// Decodes a text, in place if it is UTF-8. Old systems end lines with a carriage return alone.
fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap_or_else(|error| record::decode(error.as_bytes()));
    if text.contains('\r') && !text.contains('\n') {
        return text.replace('\r', "\n");
    }
    text
}

impl Records {
    /// Returns how many there still are.
    pub fn len(&self) -> usize {
        let found = self
            .found
            .as_ref()
            .map_or(0, |it| it.pasted.len() - it.next);
        self.places.len() + found
    }

    /// Returns the place of the record that was read last.
    pub fn place(&self) -> Origin {
        Origin::new(&*self.name, Some(self.line))
    }

    /// Returns whether there are diagrams in a text, and all of them can be read.
    fn reads_all(&self) -> bool {
        let found = self.found.as_ref().map(|it| &it.pasted);
        let is_read = |it: &Pasted| (0..it.len()).all(|at| it.read(at).content.is_ok());
        found.is_some_and(|it| !it.is_empty() && is_read(it))
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            if let Some(found) = &mut self.found {
                if found.next < found.pasted.len() {
                    // Whatever happens while it is read, the next one comes then.
                    let number = found.next;
                    found.next += 1;
                    self.line = found.before + found.pasted.line_of(number);
                    let part = found.pasted.read(number).behind(found.before);
                    return Some(one(&self.name, part, self.alone));
                }
                self.found = None;
            }
            let place = self.places.next()?;
            let before = place.line - 1;
            self.line = place.line;
            let part = record::read_one(&self.text, place, self.format);
            if !may_be_text(&part, self.format, self.is_sniffed)
                || !self.is_sniffed && is_before_moves(&part)
            {
                return Some(one(&self.name, part, self.alone));
            }
            let pasted = Pasted::find(part.text.clone());
            if says_more(&pasted, &part) || self.is_sniffed && is_unclear(&pasted) {
                self.alone &= pasted.len() == 1;
                self.found = Some(FoundIn {
                    pasted,
                    next: 0,
                    before,
                });
            } else if !self.is_sniffed || !is_nothing(&part) {
                return Some(one(&self.name, part, self.alone));
            } else if self.alone {
                return Some(one(&self.name, without_moves(part), true));
            }
            // Lines of a text above a diagram are no record: the next part may be one.
        }
    }
}

fn one(name: &str, part: Part, alone: bool) -> Record {
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

/// Returns the record of a JSON object in JKF.
pub(super) fn of_jkf(origin: Origin, text: &str) -> Record {
    let place = PartPlace {
        line: 1,
        span: 0..text.len(),
    };
    let part = record::read_one(text, place, Format::Jkf);
    Record {
        origin,
        ..one("", part, false)
    }
}

/// Returns the record in a line of text: that of USEN, or else the text as it is. A link stands for
/// what it leads to.
pub(super) fn of_text(origin: Origin, text: String) -> Record {
    // A link in brackets ends with them: `[diagram](https://…)`.
    if text.contains("](")
        && let Some(record) = within(&origin, &text)
    {
        return record;
    }
    match pasted::unlinked(text) {
        Ok(text) => within(&origin, without_tag(&text))
            .unwrap_or_else(|| of_content(origin, without_tag(&text).to_owned())),
        Err(bad) => Record {
            origin,
            text: Err(bad),
            fields: None,
            kifu: None,
        },
    }
}

/// Returns the only position within a line that is no position itself: in quotes, in a call, behind a word.
fn within(origin: &Origin, text: &str) -> Option<Record> {
    if record::is_usen(text.trim()) || sfen::parse_leniently(text).is_ok() {
        return None;
    }
    let pasted = Pasted::find(text.to_owned());
    let part = (pasted.len() == 1).then(|| pasted.read(0))?;
    let (record, mut places) = part.content.ok()?;
    // Words behind a position that begins the line may have been meant as a part of it.
    let begins = text.len() - text.trim_start().len() >= places.board.start;
    let end = pasted.end_of(0);
    let rest = text.get(end..).unwrap_or_default().trim_start();
    if begins && !rest.starts_with(['|', '｜', '(', '（', ',', '#', '、', '。', '「']) {
        return None;
    }
    // The line is the problem; nothing was chosen from a text.
    places.taken = None;
    Some(Record {
        origin: origin.clone(),
        text: Ok(part.text),
        fields: Some(fields(&record, None)),
        kifu: Some(Box::new(Kifu { record, places })),
    })
}

/// Returns the record in a field of an object or a cell of a table, which is no link any more.
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

/// Returns the record that a text of several lines is, if there is only one in it.
fn part_of_content(text: &str) -> Option<Part> {
    if !text.trim().contains('\n') && !text.starts_with('{') {
        return None;
    }
    let known = sniff(text.as_bytes());
    let mut parts = record::read(text, known.unwrap_or(Format::Kif)).into_iter();
    let part = parts.next().filter(|_| parts.next().is_none());
    part.filter(|it| known.is_some() || it.content.is_ok())
}

/// Returns the headers as fields. The id is the number of the problem or its title, else the name
/// of a file that holds no other record.
fn fields(record: &record::Record, name: Option<&str>) -> Fields {
    let named = [headers::ID, headers::TITLE]
        .into_iter()
        .find(|key| record.header(key).is_some());
    let id = named.and_then(|key| record.header(key)).or(name);
    let mut others = Map::new();
    for (key, value) in record.headers.iter().filter(|it| it.0 != headers::PLIES) {
        // One that comes again goes on.
        if let Some(Value::String(before)) = others.get_mut(key) {
            before.push('\n');
            before.push_str(value);
        } else {
            others.insert(key.clone(), Value::from(value.clone()));
        }
    }
    Fields {
        id: id.map(str::to_owned),
        odd_plies: None,
        expected_plies: record
            .header(headers::PLIES)
            .and_then(record::expected_plies),
        others,
        order: [None; 2],
        of_table: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_lengths_come_from_the_headers() {
        let read = |text: &str| -> Vec<Record> {
            super::read("a.kif", text.into(), Format::Kif, false).collect()
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
