//! Files of records (KIF, KI2, CSA and JKF), which are read at once and divided into records.

use super::bad_line::BadLine;
use super::fields::Fields;
use super::pasted;
use super::record::{Kifu, Origin, Record};
use super::source_record;
use super::table::Header;
use crate::notation::record::{self, Format, Part, PartPlace, headers, is_usen};
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
    places: vec::IntoIter<PartPlace>,
    /// Whether there is only one.
    alone: bool,
}

/// Finds the records of a text.
pub(super) fn read(name: &str, bytes: Vec<u8>, format: Format) -> Records {
    let text = decode(bytes);
    let pasted = pasted::of_terminal(&text).filter(|_| format == Format::Kif);
    let text = pasted.unwrap_or(text);
    let places = record::divide(&text, format);
    Records {
        name: name.to_owned(),
        alone: places.len() == 1,
        places: places.into_iter(),
        text,
        format,
    }
}

/// Decodes a text, in place if it is UTF-8.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| record::decode(error.as_bytes()))
}

impl Records {
    /// Returns how many there still are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let place = self.places.next()?;
        let part = record::read_one(&self.text, place, self.format);
        Some(one(&self.name, part, self.alone))
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

/// Returns the record in a line of text: that of USEN, or else the text as it is. A link stands for
/// what it leads to.
pub(super) fn of_text(origin: Origin, text: String) -> Record {
    match pasted::unlinked(text) {
        Ok(text) => of_content(origin, text),
        Err(bad) => Record {
            origin,
            text: Err(bad),
            fields: None,
            kifu: None,
        },
    }
}

/// Returns the record in a field of an object or a cell of a table, which is no link any more.
pub(super) fn of_field(
    origin: Origin,
    text: Result<String, BadLine>,
    fields: Option<Fields>,
) -> Record {
    let mut record = match text {
        Ok(text) => of_content(origin, text),
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

/// Returns the format of records by the beginning of a file, if it is not a file of lines.
#[must_use]
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    let text = record::decode(bytes);
    if pasted::of_terminal(&text).is_some() {
        return Some(Format::Kif);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines {
        if let Some(remark) = line.strip_prefix('#') {
            // Remarks may also come before SFEN lines; those of KIF name the format.
            if remark.contains("KIF") || remark.contains("KI2") || remark.contains("Kifu") {
                return Some(Format::Kif);
            }
            continue;
        }
        // Columns other than `sfen` may have any name.
        if [b',', b'\t']
            .iter()
            .any(|it| Header::new(line, *it).is_ok())
        {
            return None;
        }
        let is_csa = !line.contains('/')
            && ["P1", "PI", "P+", "P-"]
                .iter()
                .any(|it| line.starts_with(it))
            || ["V2", "V3", "N+", "N-", "'", "$"]
                .iter()
                .any(|it| line.starts_with(it));
        if is_csa {
            return Some(Format::Csa);
        }
        if line.starts_with('{') {
            let is_jkf = !text.contains("\"sfen\"")
                && ["\"header\"", "\"initial\"", "\"moves\""]
                    .iter()
                    .any(|it| text.contains(it));
            return is_jkf.then_some(Format::Jkf);
        }
        // In SFEN the colon comes after a board, in the title, say.
        let is_header = line
            .split_once('：')
            .is_some_and(|(name, _)| !name.contains(['/', ';']));
        let is_kif = is_header
            || record::is_of_hand(line)
            || line.starts_with(['▲', '△', '☗', '☖', '|', '*'])
            || line.starts_with("+---")
            || line.starts_with("９ ８")
            || line.starts_with("手数-");
        return is_kif.then_some(Format::Kif);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::record::{Encoding, encode};

    #[test]
    fn the_first_lines_tell_the_format() {
        for (text, format) in [
            ("# comment\n4k4/9/4P4/9/9/9/9/9/9 b G 1", None),
            ("P1P6/9/4P4/9/9/9/9/9/9 b G 1", None),
            ("{\"sfen\": \"x\", \"moves\": []}", None),
            ("\n", None),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1; title \"第一番：夢\"", None),
            ("position startpos moves 7g7f; note \"初形：平手\"", None),
            ("sfen,作者：名\n", None),
            ("'note\tSFEN\n", None),
            ("#KIF version=2.0 encoding=UTF-8\n", Some(Format::Kif)),
            ("\n作者：看寿\n", Some(Format::Kif)),
            ("  \n▲７六歩", Some(Format::Kif)),
            ("V2.2\n", Some(Format::Csa)),
            ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n", Some(Format::Csa)),
            ("{\n  \"header\": {},\n", Some(Format::Jkf)),
        ] {
            assert_eq!(sniff(text.as_bytes()), format, "{text}");
        }
        let cp932 = encode("作者：看寿\n手合割：詰将棋\n", Encoding::Cp932).unwrap();
        assert_eq!(sniff(&cp932), Some(Format::Kif));
    }

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
