//! Requests of another program: one JSON object on each line. No line is skipped.

use super::fields::of_json;
use super::kifu::of_field;
use super::lines::Lines;
use super::names::FieldNames;
use super::record::{Origin, Record};
use super::source::Unreadable;
use crate::guard::guarded;
use std::fmt;
use std::io::BufRead;
use std::path::Path;

/// Reads a record from every line, even a blank one, so that each can be answered.
pub struct Requests {
    lines: Option<Lines>,
}

impl Requests {
    /// Makes a reader of the requests in this stream, which has the name `stdin`.
    #[must_use]
    pub fn new(reader: Box<dyn BufRead + Send>) -> Self {
        Self {
            lines: Some(Lines::new("stdin".to_owned(), reader)),
        }
    }
}

impl Iterator for Requests {
    type Item = Result<Record, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        let lines = self.lines.as_mut()?;
        match lines.next_line() {
            Ok(Some((number, line))) => {
                let origin = Origin::new("stdin", Some(number));
                let place = origin.clone();
                let read = guarded(|| {
                    let (text, fields) = match line {
                        Ok(line) => {
                            let (text, fields) = of_json(&line, &FieldNames::default());
                            (text, Some(fields))
                        }
                        Err(bad) => (Err(bad), None),
                    };
                    of_field(origin, text, fields)
                });
                Some(Ok(read.unwrap_or_else(|it| Record::failed(place, it))))
            }
            Ok(None) => None,
            Err(error) => {
                self.lines = None;
                Some(Err(Unreadable::new(Path::new("stdin"), error)))
            }
        }
    }
}

impl fmt::Debug for Requests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Requests").finish_non_exhaustive()
    }
}

/// A problem for `worker`.
#[cfg(feature = "schema")]
#[derive(Debug, schemars::JsonSchema, serde::Serialize)]
pub struct Request {
    /// The problem as an SFEN, which `moves` may follow.
    pub sfen: String,
    /// The id of the problem. It comes back as a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The expected length: a number, or a text such as `7手詰`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_plies: Option<serde_json::Value>,
    /// The expected length, if there is no `expected_plies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<serde_json::Value>,
    /// The goal: `mate`, `brinkmate` or `threatmate`. It comes back under `input`, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// All other keys, which come back under `input`.
    #[serde(flatten)]
    pub others: serde_json::Map<String, serde_json::Value>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::BadLine;
    use std::io::Cursor;

    #[test]
    fn every_line_is_a_request() {
        let mut text = "\u{feff}{\"sfen\":\"a\"}\r\n\n# no\n".as_bytes().to_vec();
        text.extend(b"\xff\n[]\n{\"id\":3}\n{\"sfen\":\"b\",\"id\":\"x\"}");
        let found: Vec<_> = Requests::new(Box::new(Cursor::new(text)))
            .map(|record| {
                let record = record.unwrap();
                let id = record.fields.and_then(|it| it.id);
                (record.origin.line.unwrap(), id, record.text)
            })
            .collect();
        let id = |text: &str| Some(text.to_owned());
        let lossy = "\u{fffd}".to_owned();
        let no_object = |text: &str, at| {
            let text = text.to_owned();
            Err(BadLine::NoObject { text, at })
        };
        assert_eq!(
            found,
            [
                (1, None, Ok("a".to_owned())),
                (2, None, no_object("", Some(0))),
                (3, None, no_object("# no", Some(0))),
                (4, None, Err(BadLine::NotUtf8 { lossy, span: 0..1 })),
                (5, None, no_object("[]", None)),
                (6, id("3"), Err(BadLine::NoSfen)),
                (7, id("x"), Ok("b".to_owned())),
            ]
        );
    }
}
