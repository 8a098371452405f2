//! `convert` from every format into every other and back, with random records from every shipped problem:
//! what comes back is what the formats on the way can hold.

use crate::tsume;
use std::fs;
use std::path::Path;
use support::records::{main_line_of, random, shipped};
use tsume::notation::record::{Format, Record, decode, read, write};

const FORMATS: [&str; 8] = ["sfen", "kif", "kifu", "ki2", "csa", "jkf", "jsonl", "csv"];
/// Headers that a table has columns for, in their order.
const COLUMNS: [&str; 8] = [
    "作品番号",
    "作品名",
    "作者",
    "発表誌",
    "発表年月",
    "出典",
    "手数",
    "備考",
];

/// More than a thousand records: every shipped problem with its diagram alone, and with random lines.
fn records() -> Vec<Record> {
    let setups = shipped().into_iter().enumerate();
    let records = setups.flat_map(|(at, setup)| {
        let seeds = (0..5).map(move |branches| (at as u64 * 11 + branches, branches as usize * 3));
        let plain = Record::new(setup.clone());
        let lines = seeds.map(move |(seed, branches)| random(setup.clone(), seed, branches));
        std::iter::once(plain).chain(lines)
    });
    let mut records: Vec<_> = records.collect();
    for (at, record) in records.iter_mut().enumerate() {
        for (key, value) in &mut record.headers {
            // Lines have names of their own, so that numbers that come again would be others there.
            if key == "作品番号" {
                *value += &at.to_string();
            }
        }
    }
    records
}

/// Converts a file; returns what was said to be left out.
fn convert(from: &Path, to: &Path) -> String {
    let run = tsume().args(["convert", "--force"]).arg(from);
    let output = run.arg("-o").arg(to).output();
    let output = output.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{}: {said}", to.display());
    said
}

/// Returns the rest of a record after it was written in a format.
fn held(record: &Record, format: &str) -> Record {
    let mut held = match format {
        "sfen" | "csv" | "csa" => main_line_of(record),
        _ => record.clone(),
    };
    let has_comments = !matches!(format, "sfen" | "csv");
    let has_times = has_comments && format != "ki2";
    for id in 0..held.tree.len() {
        let node = held.tree.node_mut(id);
        if !has_comments {
            node.comments.clear();
        }
        if !has_times {
            node.seconds = None;
        }
    }
    match format {
        // 棋戦 has its own place.
        "csa" => held.headers.sort_by_key(|it| it.0 != "棋戦"),
        "csv" => {
            let place = |key: &str| COLUMNS.iter().position(|it| *it == key);
            held.headers
                .retain(|(key, value)| place(key).is_some() && !value.is_empty());
            held.headers.sort_by_key(|it| place(&it.0));
            for (key, value) in &mut held.headers {
                if key == "手数" {
                    "7手詰".clone_into(value);
                }
            }
        }
        _ => {}
    }
    held
}

/// A table names every problem: by its place, where it has neither number nor title.
fn name_as_in_a_table(expected: &mut Record, found: &Record) {
    let number = found.headers.iter().find(|it| it.0 == "作品番号");
    if let (None, Some(number)) = (expected.header("作品番号"), number) {
        expected.headers.insert(0, number.clone());
    }
}

/// Returns the records of a JKF file.
fn of_jkf(path: &Path) -> Vec<Record> {
    let parts = read(&decode(&fs::read(path).unwrap()), Format::Jkf).into_iter();
    parts.map(|part| part.content.unwrap().0).collect()
}

#[test]
#[ignore = "takes 15 s"]
fn every_format_gives_back_what_it_can_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let all = records();
    assert!(all.len() > 1_200, "{}", all.len());
    let records: Vec<_> = all.into_iter().step_by(support::one_in(12)).collect();
    let text: String = records.iter().map(|it| write(it, Format::Jkf).0).collect();
    fs::write(path("first.jkf"), text).unwrap();
    assert_eq!(of_jkf(&path("first.jkf")), records);
    for format in FORMATS {
        let (there, back) = (path(&format!("there.{format}")), path("back.jkf"));
        let told = convert(&path("first.jkf"), &there);
        let complete = convert(&there, &back);
        assert_eq!(complete, "", "{format}");
        let mut is_lossy = false;
        let found = of_jkf(&back);
        assert_eq!(found.len(), records.len(), "{format}");
        for (record, found) in records.iter().zip(&found) {
            let mut expected = held(record, format);
            is_lossy |= expected != *record;
            if format == "csv" {
                name_as_in_a_table(&mut expected, found);
            }
            assert_eq!(found, &expected, "{format}");
        }
        let only_moves = format == "csa" && !told.contains("branches");
        assert_eq!(
            told.contains("left out"),
            is_lossy && !only_moves,
            "{format}: {told}"
        );
    }
}

#[test]
fn every_format_becomes_every_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: String| folder.path().join(name);
    let records: Vec<_> = records()
        .into_iter()
        .step_by(25 * support::one_in(4))
        .collect();
    let text: String = records.iter().map(|it| write(it, Format::Jkf).0).collect();
    fs::write(path("first.jkf".to_owned()), text).unwrap();
    for from in FORMATS {
        let middle = path(format!("middle.{from}"));
        convert(&path("first.jkf".to_owned()), &middle);
        for to in FORMATS {
            let (last, back) = (path(format!("last.{to}")), path("back.jkf".to_owned()));
            convert(&middle, &last);
            convert(&last, &back);
            for (record, found) in records.iter().zip(of_jkf(&back)) {
                let mut expected = held(&held(record, from), to);
                if from == "csv" || to == "csv" {
                    name_as_in_a_table(&mut expected, &found);
                }
                assert_eq!(found, expected, "{from} → {to}");
            }
        }
    }
}
