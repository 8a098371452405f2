//! Lines of programs and tables: what `worker` and `validate` read from standard input.

use super::{lies_in, sfen};
use std::io::Cursor;
use tsume::input::formulas::quoted;
use tsume::input::{BadLine, Fields, Record, Records, Requests};

/// A stream, read as requests and as a collection.
///
/// Every line is one request, and no line of a collection is read twice; an error has its place in
/// the line; what an object or a row says comes back when it is written again.
pub fn rows(data: &[u8]) {
    let stream = || Box::new(Cursor::new(data.to_vec()));
    let lines = data.split_inclusive(|&byte| byte == b'\n').count();
    let requests: Vec<_> = Requests::new(stream())
        .map(|request| request.expect("memory can be read"))
        .collect();
    assert_eq!(requests.len(), lines);
    for (request, number) in requests.iter().zip(1..) {
        assert_eq!(request.origin.line, Some(number));
        look_at(request);
        if let (Ok(text), Some(fields)) = (&request.text, &request.fields) {
            let line = object(text, fields);
            let again = Requests::new(Box::new(Cursor::new(line.clone().into_bytes())));
            let again: Vec<_> = again.map(Result::unwrap).collect();
            assert_eq!(again.len(), 1, "{line}");
            is_the_same(&again[0], text, fields);
        }
    }
    let Ok(records) = Records::of_stream("stdin", stream(), None) else {
        return;
    };
    // A text without line feeds has the lines of its carriage returns.
    let lines = if data.contains(&b'\n') {
        lines
    } else {
        data.split_inclusive(|&byte| byte == b'\r').count()
    };
    let mut last = 0;
    // A table with a header that is none ends it.
    for record in records.map_while(Result::ok) {
        let line = record.origin.line.expect("a stream has lines");
        // Several objects of JSON may be in one line.
        let is_object = record.origin.row.is_none()
            && (record.fields.is_some() || matches!(record.text, Err(BadLine::NoObject { .. })));
        let is_new = if record.kifu.is_some() || is_object {
            last <= line
        } else {
            last < line
        };
        assert!(
            is_new || matches!(record.text, Err(BadLine::Kifu { .. })),
            "{record:?}"
        );
        assert!(line <= lines.max(1), "{record:?} of {lines}");
        last = line;
        look_at(&record);
        if let (Ok(text), Some(fields)) = (&record.text, &record.fields)
            && fields.of_table
            && !is_read_otherwise(text, fields)
        {
            let table = table(text, fields);
            let again = Records::of_stream("stdin", Box::new(Cursor::new(table.clone())), None);
            let again: Vec<_> = again.unwrap().map(Result::unwrap).collect();
            let shown = String::from_utf8_lossy(&table);
            assert_eq!(again.len(), 1, "{shown:?} of {record:?}");
            is_the_same(&again[0], text, fields);
        }
    }
}

fn look_at(record: &Record) {
    match &record.text {
        Ok(text) if record.kifu.is_none() => sfen(text.as_bytes()),
        Err(BadLine::NotUtf8 { lossy, span }) => {
            // The place is that of the bytes, which are others in the text to be shown.
            assert!(span.start < span.end);
            lies_in(lossy, &(span.start..span.start), "not UTF-8");
        }
        Err(BadLine::OpenQuote { text, at }) => {
            assert_eq!(text.as_bytes().get(*at), Some(&b'"'), "{text:?}");
        }
        Err(BadLine::NoRow {
            found, expected, ..
        }) => assert_ne!(found, expected),
        Err(BadLine::Kifu { text, error }) => lies_in(text, &error.span, error.to_string()),
        Ok(_) | Err(_) => {}
    }
}

/// Returns the keys and values of a record, but for the problem.
fn told(fields: &Fields) -> Vec<(String, serde_json::Value)> {
    let plies = fields.expected_plies.map(serde_json::Value::from);
    let plies = plies.or(fields.odd_plies.clone().map(serde_json::Value::from));
    let plies = plies.map(|plies| ("expected_plies".to_owned(), plies));
    let id = fields.id.clone().map(|id| ("id".to_owned(), id.into()));
    // Of names that are one but for their capitals the first counts.
    let told = plies.into_iter().chain(id);
    told.chain(fields.others.clone()).collect()
}

/// Returns whether a cell of a table is read as something else: `\r\n` becomes `\n`, a carriage return alone may
/// end the lines, and a byte-order mark at the beginning of a row is none of its text. Nor can a row have a second
/// column `sfen`: the problem may be in another column because this one is empty.
fn is_read_otherwise(text: &str, fields: &Fields) -> bool {
    let has = |it: &str| it.contains(['\r', '\u{feff}']);
    has(text)
        || told(fields)
            .iter()
            .any(|(name, value)| name == "sfen" || value.as_str().is_some_and(has))
}

fn object(text: &str, fields: &Fields) -> String {
    let mut object: serde_json::Map<_, _> = told(fields).into_iter().collect();
    object.insert("sfen".to_owned(), text.into());
    serde_json::Value::from(object).to_string()
}

/// Returns a table with a row, as the program writes it: what begins like a formula has an apostrophe in
/// front.
fn table(text: &str, fields: &Fields) -> Vec<u8> {
    let mut columns = told(fields);
    columns.insert(0, ("sfen".to_owned(), text.into()));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = columns.iter().map(|it| it.0.clone());
    writer.write_record(names).expect("memory");
    let cells = columns.iter().map(|(_, value)| match value {
        serde_json::Value::String(text) => quoted(text.clone()),
        value => value.to_string(),
    });
    writer.write_record(cells).expect("memory");
    writer.into_inner().expect("memory")
}

fn is_the_same(found: &Record, text: &str, fields: &Fields) {
    assert_eq!(found.text.as_deref(), Ok(text));
    let found = found.fields.as_ref().expect("it has fields");
    assert_eq!(found.id, fields.id);
    assert_eq!(found.expected_plies, fields.expected_plies);
    assert_eq!(found.odd_plies, fields.odd_plies);
    assert_eq!(found.others, fields.others);
}
