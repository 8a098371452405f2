//! Ten thousand problems, of which a hundred are broken or too hard.

use crate::{ENDLESS, LONG, tsume};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

const PROBLEMS: usize = 10_000;
/// One in this many problems is poison: broken or too hard.
const APART: usize = 100;

/// Returns the poison of one place: the line, the verdict of its row and the kind of its error.
fn poison(number: usize) -> (Vec<u8>, &'static str, Option<&'static str>) {
    let malformed = include_str!("../../data/malformed.tsv").lines().skip(1);
    let malformed: Vec<_> = malformed
        .filter_map(|row| row.split('\t').nth(1))
        .filter(|it| !it.trim().is_empty() && !it.starts_with('{'))
        .collect();
    match number % 8 {
        // A line of the collection that cannot be text.
        0 => (b"4k4/9/\xff\xfe/9 b - 1".to_vec(), "error", Some("utf8")),
        // A line too long to be a problem.
        1 => (vec![b'k'; (1 << 20) + 1], "error", Some("line_too_long")),
        // Problems that no limit of this test decides.
        2 => (LONG.into(), "unknown", None),
        3 => (ENDLESS.into(), "unknown", None),
        // No problem: two kings of one side.
        4 => (
            b"kk7/9/9/9/9/9/9/9/9 b G 1".to_vec(),
            "error",
            Some("illegal"),
        ),
        5 => (b"\x00\x01\x02".to_vec(), "error", Some("sfen")),
        6 => (b"{\"sfen\":".to_vec(), "error", Some("record")),
        _ => {
            // Those with errors of form, whatever they are.
            let good = malformed[number / 8 % malformed.len()];
            (good.as_bytes().to_vec(), "error", None)
        }
    }
}

/// Returns a problem that is decided at once; the defender's hand makes most of them others. Some
/// come again, as they do in large collections.
fn good(number: usize) -> (String, &'static str) {
    let golds = number % 3;
    let pawns = number / 3 % 18;
    let lances = number / 54 % 5;
    let knights = number / 270 % 5;
    let silvers = number / 1350 % 5;
    let mut hand = String::new();
    for (count, letter) in [
        (golds, 'g'),
        (silvers, 's'),
        (knights, 'n'),
        (lances, 'l'),
        (pawns, 'p'),
    ] {
        if count > 0 {
            hand.extend([count.to_string(), letter.to_string()]);
        }
    }
    if number.is_multiple_of(2) {
        (format!("4k4/9/4P4/9/9/9/9/9/9 b G{hand} 1"), "sound")
    } else {
        (format!("4k4/9/9/9/9/9/9/9/9 b P{hand} 1"), "no_mate")
    }
}

#[test]
fn of_ten_thousand_problems_a_hundred_are_poison_and_the_others_do_not_notice() {
    let folder = tempfile::tempdir().unwrap();
    let [input, rows, csv] = ["x.sfen", "rows.jsonl", "rows.csv"].map(|it| folder.path().join(it));
    let mut text = Vec::new();
    let mut expected = Vec::new();
    for number in 0..PROBLEMS {
        let line = number + 1;
        if number % APART == APART / 2 {
            let (bytes, verdict, kind) = poison(number / APART);
            text.extend(bytes);
            expected.push((line, verdict, kind));
        } else {
            let (sfen, verdict) = good(number);
            text.extend(format!("{sfen}; id \"good {line}\";").bytes());
            expected.push((line, verdict, None));
        }
        text.push(b'\n');
    }
    fs::write(&input, text).unwrap();
    let run = tsume().args([
        "validate", "--nodes", "3k", "--hash", "1MiB", "--jobs", "2", "-q",
    ]);
    let output = run.arg(&input).arg("-o").arg(&rows).arg("-o").arg(&csv);
    let output = output.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!told.contains("panicked"), "{told}");
    // Something could not be read: that is the status, whatever else there is.
    assert_eq!(output.status.code(), Some(4), "{told}");
    let text = fs::read_to_string(&rows).unwrap();
    let found: Vec<Value> = text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(found.len(), PROBLEMS);
    let mut poisoned: BTreeMap<_, usize> = BTreeMap::new();
    for (row, (line, verdict, kind)) in found.iter().zip(&expected) {
        let id = row["id"].as_str().unwrap();
        let is_good = id == format!("good {line}");
        assert!(
            is_good || id.ends_with(&format!("x.sfen:{line}")),
            "{id} in line {line}"
        );
        assert_eq!(row["verdict"], *verdict, "line {line}: {row}");
        if !is_good {
            *poisoned.entry(*verdict).or_default() += 1;
        }
        if let Some(kind) = kind {
            assert_eq!(row["error"]["kind"], *kind, "line {line}: {row}");
        }
    }
    assert_eq!(poisoned.values().sum::<usize>(), PROBLEMS / APART);
    assert!(
        poisoned["error"] >= 70 && poisoned["unknown"] >= 20,
        "{poisoned:?}"
    );
    // A table has the same rows, one each, under its header.
    let mut table = csv::Reader::from_path(&csv).unwrap();
    let ids: Vec<String> = table
        .records()
        .map(|it| it.unwrap()[0].to_owned())
        .collect();
    let expected: Vec<_> = found.iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(ids, expected);
    // Gone on with, nothing is added and the status is the same.
    let again = tsume().args(["validate", "--nodes", "3k", "--hash", "1MiB", "-q"]);
    let again = again
        .arg(&input)
        .arg("--resume")
        .arg(&rows)
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(4));
    assert_eq!(fs::read_to_string(&rows).unwrap(), text);
}
