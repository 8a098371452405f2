//! Picks a single problem out of a file, as `FILE:ID` asks for it.

use super::Records;
use crate::input::id::Ids;
use crate::input::kifu::ReadAs;
use crate::input::names::FieldNames;
use crate::input::record::Record;
use crate::input::source::{Source, Unreadable, Why};
use crate::notation::sfen;
use std::path::Path;

/// Returns the record of a file with this id, or else the record in the line of this number.
pub(super) fn of_file(
    file: &Path,
    id: &str,
    form: Option<ReadAs>,
    names: FieldNames,
) -> Result<Record, Unreadable> {
    let line = id.parse().ok();
    let mut names_of_run = Names::default();
    let mut in_line = None;
    let records = Records::new([Source::File(file.to_owned())], form);
    for record in records.with_fields(names) {
        let record = record?;
        if names_of_run.of(&record).iter().any(|name| name == id) {
            return Ok(record);
        }
        if line.is_some_and(|line| is_in_line(&record, line)) {
            in_line = Some(record);
        }
    }
    in_line.ok_or_else(|| Unreadable {
        name: format!("{}:{id}", file.display()),
        reason: Why::NoSuchProblem,
    })
}

/// Returns whether a line of the file belongs to a record. Records of moves have several lines.
fn is_in_line(record: &Record, line: usize) -> bool {
    let lines = match (&record.kifu, &record.text) {
        (Some(_), Ok(text)) => text.lines().count().max(1),
        _ => 1,
    };
    let first = record.origin.line;
    first.is_some_and(|first| (first..first + lines).contains(&line))
}

/// Assigns names to records like a run does.
#[derive(Debug, Default)]
struct Names(Ids);

impl Names {
    /// Returns the name of a record by itself, and its name in the run, which may have a number.
    fn of(&mut self, record: &Record) -> [String; 2] {
        let own = own_id(record);
        let alone = Ids::preferred(own.as_deref(), &record.origin);
        let in_run = self.0.assign(own.as_deref(), &record.origin);
        [alone, in_run]
    }
}

/// Returns the id in the text or the fields of a record.
fn own_id(record: &Record) -> Option<String> {
    if let Some(id) = record.fields.as_ref().and_then(|it| it.id.clone()) {
        return Some(id);
    }
    // A record of moves would have its id among the fields.
    if record.kifu.is_some() {
        return None;
    }
    let text = record.text.as_ref().ok()?;
    match sfen::parse_all(text) {
        Ok(line) => line.opcode("id").map(str::to_owned),
        Err(_) => sfen::opcode_after(text, "id"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

    #[test]
    fn a_record_is_picked_by_its_name_in_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sfen");
        let text = format!(
            "{MATE}; id \"x\"\n{MATE}\n{{\"sfen\":\"{MATE}\",\"id\":\"seven\"}}\n4k4 b - 1; id \"bad\"\n\
             {MATE}; id \"x\"\n"
        );
        fs::write(&file, text).unwrap();
        for (id, line) in [("x", 1), ("x#2", 5), ("seven", 3), ("bad", 4), ("2", 2)] {
            let record = of_file(&file, id, None, FieldNames::default());
            assert_eq!(record.unwrap().origin.line, Some(line), "{id}");
        }
        assert!(of_file(&file, "y", None, FieldNames::default()).is_err());
    }

    #[test]
    fn an_id_comes_before_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        fs::write(&file, format!("id,sfen\n1,{MATE}\n2,{MATE}\n,{MATE}\n")).unwrap();
        let line =
            |id: &str| of_file(&file, id, None, FieldNames::default()).map(|it| it.origin.line);
        assert_eq!(line("2").unwrap(), Some(3));
        assert_eq!(line("1").unwrap(), Some(2));
        assert_eq!(line("4").unwrap(), Some(4));
        for missing in ["5", "x", "", "0"] {
            let error = line(missing).unwrap_err();
            assert!(error.name.ends_with(&format!("a.csv:{missing}")), "{error}");
        }
    }
}
