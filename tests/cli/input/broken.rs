//! Records with a move that cannot be read or played, in every format: the diagram and the moves before it are
//! kept, a warning names the place, and the problem is judged as that of an SFEN is.

use crate::input::records::KIF;
use crate::{check, stderr, tsume};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tsume::notation::FileType;
use tsume::notation::record::{CsaVersion, Format, Record, read, write, write_csa, write_usen};
use tsume::notation::usi;

const SFEN: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";

fn record() -> Record {
    let (mut record, _) = read(KIF, Format::Kif).remove(0).content.unwrap();
    record.headers.clear();
    record
}

/// Returns the file, its text with the third move broken, the words there, and the line and column.
fn broken() -> Vec<(&'static str, String, String)> {
    let record = record();
    let text = |format| write(&record, format).0;
    let row = |line: &str| json!({"id": "x", "sfen": format!("{SFEN} moves {line}")}).to_string();
    let line = usi::write_line(&record.tree.main_line());
    let unplayable = line.replace("3d2d", "9i9h");
    let illegible = line.replace("3d2d", "3d2z");
    let replaced = |text: String, from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        (text.replacen(from, to, 1), to.to_owned())
    };
    let csa = write_csa(&record, CsaVersion::V3).0;
    let usen = write_usen(&record).0;
    let third = usen.split('.').nth(3).unwrap()[6..9].to_owned();
    let cases = [
        (
            "a.kif",
            replaced(text(Format::Kif), "２四龍(34)", "２四龍(35)"),
        ),
        (
            "b.kif",
            replaced(text(Format::Kif), "２四龍(34)", "２四竜銀"),
        ),
        ("c.kif", replaced(text(Format::Kif), "２四龍(34)", "！？")),
        ("a.ki2", replaced(text(Format::Ki2), "２四龍", "９九龍")),
        ("b.ki2", replaced(text(Format::Ki2), "▲２四龍", "▲２Ｘ龍")),
        ("c.ki2", replaced(text(Format::Ki2), "▲２四龍", "△２四龍")),
        ("a.csa", replaced(text(Format::Csa), "+3424RY", "+3424UM")),
        ("b.csa", replaced(csa, "+3424RY", "+34RY")),
        (
            "a.jkf",
            replaced(text(Format::Jkf), "\"piece\": \"RY\"", "\"piece\": \"KA\""),
        ),
        ("a.usen", replaced(usen, &third, "zzz")),
        (
            "a.sfen",
            (format!("{SFEN} moves {unplayable}\n"), "9i9h".to_owned()),
        ),
        (
            "b.sfen",
            (
                format!("position sfen {SFEN} moves {illegible}\n"),
                "3d2z".to_owned(),
            ),
        ),
        (
            "c.sfen",
            (
                format!("{SFEN} moves ▲３四飛成 △１五玉 ▲２四龍引 △１六玉\n"),
                "２四龍引".to_owned(),
            ),
        ),
        ("a.jsonl", (row(&unplayable) + "\n", "9i9h".to_owned())),
        ("b.jsonl", (row(&illegible) + "\n", "3d2z".to_owned())),
        (
            "a.csv",
            (
                format!("id,sfen\nx,{SFEN} moves {unplayable}\n"),
                "9i9h".to_owned(),
            ),
        ),
        (
            "b.tsv",
            (
                format!("id\tsfen\nx\t{SFEN} moves {illegible}\n"),
                "3d2z".to_owned(),
            ),
        ),
        (
            "c.csv",
            (
                format!("id,sfen,author_line\nx,{SFEN},{illegible}\n"),
                "3d2z".to_owned(),
            ),
        ),
    ];
    cases
        .map(|(name, (text, there))| (name, text, there))
        .to_vec()
}

fn put(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn every_format_keeps_the_diagram_and_the_moves_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for (name, text, there) in broken() {
        let file = put(folder.path(), name, &text);
        kinds.insert(FileType::of(Path::new(name)).map(FileType::extension));
        let output = check(["-q", "--format", "jsonl", &file]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name} {said}");
        assert!(said.starts_with("warning: "), "{name} {said}");
        let row: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = (
            &row["verdict"],
            &row["plies"],
            &row["error"],
            &row["author_line_broken"],
        );
        assert_eq!(
            found,
            (&json!("flawed"), &json!(5), &Value::Null, &json!(true)),
            "{name} {row}"
        );
        assert_eq!(row["author_line"], json!(["3a3d+", "1d1e"]), "{name} {row}");
        let notes = row["notes"].as_array().unwrap().iter();
        assert!(
            notes.into_iter().any(|it| it["kind"] == "record"),
            "{name} {row}"
        );
        // A move in JKF has many lines.
        let place = if name == "a.jkf" { "moves[3]" } else { &there };
        assert!(
            said.contains(place) && said.contains('^'),
            "{name} {place} {said}"
        );

        let shown = tsume().args(["show", "--ply", "last", "--format", "sfen", &file]);
        let shown = { shown }.output().unwrap();
        assert_eq!(shown.status.code(), Some(4), "{name}");
        let diagram = String::from_utf8(shown.stdout).unwrap();
        assert_eq!(
            diagram, "9/9/9/6+R2/6B1k/9/9/9/9 b rb4g4s4n4l18p 1\n",
            "{name}"
        );
        let told = String::from_utf8(shown.stderr).unwrap();
        assert!(told.contains("left out from here on"), "{name} {told}");
    }
    assert_eq!(kinds.len(), 9, "{kinds:?}");
}

#[test]
fn the_place_is_told_with_its_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    for (name, place) in [
        ("a.kif", "a.kif:19:6"),
        ("a.ki2", "a.ki2:15:19"),
        ("a.csa", "a.csa:15:1"),
        ("a.jkf", "a.jkf:"),
        ("b.sfen", "b.sfen:1:75"),
    ] {
        let (_, text, _) = broken().into_iter().find(|it| it.0 == name).unwrap();
        put(folder.path(), name, &text);
        let command = tsume().current_dir(folder.path());
        let said = stderr(command.args(["check", "-q", name]));
        assert!(said.contains(place), "{place} {said}");
    }
}
