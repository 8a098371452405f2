//! Records in every format: for every shipped problem and for random trees, a written record is
//! read back the same, and another reader finds the same moves in it.

#![cfg(feature = "records")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use support::Random;
use support::records::{main_line_of, random, shipped, wander};
use tsume::composition::{AttackerRule, DefenderHandRule, Problem};
use tsume::notation::record::{
    Encoding, End, Format, Losses, Part, Record, decode, encode, problem, read, write,
};
use tsume::notation::{FileType, sfen, usi};
use tsume::shogi::Position;

fn one(text: &str, format: Format) -> Record {
    let mut parts = read(text, format);
    assert_eq!(parts.len(), 1, "{text}");
    match parts.remove(0).content {
        Ok((record, places)) => {
            let known = problem(&record, &places);
            assert_eq!(known.spans.moves.len(), known.moves.len());
            record
        }
        Err(error) => panic!("{error} at {:?}\n{text}", error.span),
    }
}

/// Writes a record in every format and reads it back.
fn round_trip(record: &Record) {
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let (text, losses) = write(record, format);
        let mut expected = record.clone();
        if losses.branches {
            assert_eq!(format, Format::Csa);
            expected = main_line_of(record);
        }
        if losses.times {
            assert_eq!(format, Format::Ki2);
            for id in 0..expected.tree.len() {
                expected.tree.node_mut(id).seconds = None;
            }
        }
        assert!(
            !losses.comments && !losses.headers && !losses.ends,
            "{losses:?}"
        );
        // CSA has its own places for some headers.
        let mut found = one(&text, format);
        if format == Format::Csa {
            found.headers.sort();
            expected.headers.sort();
        }
        assert_eq!(found, expected, "{format:?}\n{text}");
        for encoding in [Encoding::Utf8, Encoding::Cp932] {
            let bytes = encode(&text, encoding).unwrap();
            assert_eq!(decode(&bytes), text);
        }
    }
}

#[test]
#[ignore = "takes 14 s"]
fn every_shipped_problem_and_its_random_lines_come_back_the_same() {
    let mut trips = 0;
    for (at, setup) in shipped().into_iter().enumerate() {
        round_trip(&Record::new(setup.clone()));
        for branches in [0, 1, 3, 8, 20] {
            round_trip(&random(
                setup.clone(),
                at as u64 * 7 + branches,
                branches as usize,
            ));
            trips += 1;
        }
    }
    assert!(trips >= 1_000, "{trips}");
}

#[test]
fn every_classic_comes_back_with_its_main_line() {
    let classics = [
        include_str!("../../../problems/classics/muso.sfen"),
        include_str!("../../../problems/classics/zuko.sfen"),
    ];
    let problems = classics.iter().flat_map(|file| file.lines());
    let problems = problems.filter_map(|line| sfen::parse(line).ok());
    let setups: BTreeMap<_, _> = problems
        .map(|it| (it.opcode("id").unwrap().to_owned(), it.setup))
        .collect();
    let lines = include_str!("../../data/classics_lines.tsv")
        .lines()
        .skip(1);
    let mut count = 0;
    for row in lines {
        let [id, plies, line] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let given = Problem::new(
            setups[id].clone(),
            AttackerRule::Auto,
            DefenderHandRule::Auto,
        );
        let setup = given.unwrap().setup().clone();
        let line: Vec<_> = line
            .split(' ')
            .map(|it| usi::parse_move(it).unwrap())
            .collect();
        assert_eq!(plies.parse(), Ok(line.len()), "{id}");
        let mut position = Position::new(&setup);
        for (ply, &mv) in line.iter().enumerate() {
            assert!(
                position.legal_moves().contains(&mv),
                "{id}: ply {}",
                ply + 1
            );
            position.make(mv);
            assert_eq!(
                position.in_check(position.turn()),
                ply % 2 == 0,
                "{id}: ply {}",
                ply + 1
            );
        }
        let mut record = Record::new(setup);
        record.set_header("作品番号", id.to_owned());
        let last = record.tree.add_line(0, &line);
        record.tree.node_mut(last).end = Some(End::Mate);
        round_trip(&record);
        count += 1;
    }
    assert!(count >= 170, "{count}");
}

#[test]
fn a_game_from_the_initial_position_comes_back_the_same() {
    let setup = sfen::parse("startpos").unwrap().setup;
    for seed in 0..20 {
        let mut record = random(setup.clone(), seed, 10);
        let mut numbers = Random(seed);
        let last = record.tree.line_from(0).last().unwrap();
        record.tree.node_mut(last).end = None;
        wander(&mut record, last, 200, &mut numbers);
        round_trip(&record);
    }
}

#[test]
fn headers_that_would_be_read_as_something_else_are_told_and_left_out() {
    for key in [
        "まで",
        "1 ７六歩",
        "#x",
        "変化",
        "先手の持駒",
        "a：b",
        "手数-",
    ] {
        let mut record = Record::new(shipped()[0].clone());
        record.set_header(key, "x".to_owned());
        record.set_header("備考", "y".to_owned());
        for format in [Format::Kif, Format::Ki2] {
            let (text, losses) = write(&record, format);
            assert!(losses.headers, "{key}");
            let left = one(&text, format).headers;
            assert_eq!(left, [("備考".to_owned(), "y".to_owned())], "{key}");
        }
    }
}

/// Books have no words for a move that the piece does not make.
#[test]
fn a_move_that_ki2_has_no_words_for_ends_its_line_and_is_told() {
    let setup = sfen::parse("3+S1k3/9/9/9/9/9/9/9/9 b - 1").unwrap().setup;
    let line: Vec<_> = ["6a6g", "4a4b"]
        .map(|it| usi::parse_move(it).unwrap())
        .into();
    let mut record = Record::new(setup);
    record.tree.add_line(0, &line);
    record.tree.add_line(0, &[usi::parse_move("6a6b").unwrap()]);
    record.tree.add_line(0, &[usi::parse_move("6a1i").unwrap()]);
    let (text, losses) = write(&record, Format::Ki2);
    assert!(losses.moves, "{text}");
    let mut expected = Record::new(record.setup.clone());
    // The first line has not a move left, so that the branch has none to leave.
    assert_eq!(
        one(&text[..text.find("変化").unwrap()], Format::Ki2),
        expected
    );
    record.tree = tsume::notation::record::Tree::default();
    record.tree.add_line(
        0,
        &[
            usi::parse_move("6a6b").unwrap(),
            usi::parse_move("4a4i").unwrap(),
        ],
    );
    let (text, losses) = write(&record, Format::Ki2);
    expected
        .tree
        .add_line(0, &[usi::parse_move("6a6b").unwrap()]);
    assert!(losses.moves);
    assert_eq!(one(&text, Format::Ki2), expected);
    // Every other format has words for it.
    for format in [Format::Kif, Format::Csa, Format::Jkf] {
        let (text, losses) = write(&record, format);
        assert!(!losses.moves, "{text}");
        assert_eq!(one(&text, format), record);
    }
}

#[test]
fn an_end_without_a_move_before_it_comes_back() {
    for turn in ["b", "w"] {
        let text = format!("5k3/9/9/9/9/9/9/9/9 {turn} - 1");
        for end in [End::Mate, End::NoMate, End::Resignation, End::Interruption] {
            let mut record = Record::new(sfen::parse(&text).unwrap().setup);
            record.tree.node_mut(0).end = Some(end);
            for format in [Format::Kif, Format::Ki2, Format::Jkf] {
                let (text, losses) = write(&record, format);
                assert_eq!(losses, Losses::default());
                assert_eq!(one(&text, format), record, "{text}");
            }
        }
    }
}

#[test]
fn what_could_not_be_decoded_is_refused_in_jkf_as_in_the_other_formats() {
    let whole = r#"{"header":{"作者":"\\ufffd"},"moves":[{}]}"#;
    assert!(read(whole, Format::Jkf)[0].content.is_ok());
    for bad in ["\u{fffd}", "\\ufffd", "\\uFFFD", "\\\\\\ufFfd"] {
        let text = format!(r#"{{"header":{{"作者":"看{bad}"}},"moves":[{{}}]}}"#);
        let error = read(&text, Format::Jkf)[0].content.clone().unwrap_err();
        let place = &text[error.span.clone()];
        assert!(bad.ends_with(place) && !place.is_empty(), "{place}");
        assert!(error.to_string().contains("neither UTF-8 nor CP932"));
    }
}

/// Where the small files of records are.
const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records");

/// Returns the rows of a table, without its header.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(format!("{FILES}/{name}")).unwrap();
    let cells = |row: &str| row.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

/// Returns the rows of a table by the file they are about; every file beside the table has some.
fn by_file(name: &str, rows: Vec<Vec<String>>) -> BTreeMap<String, Vec<Vec<String>>> {
    let mut files: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for row in rows {
        files.entry(row[0].clone()).or_default().push(row);
    }
    let folder = Path::new(FILES).join(name);
    let table = folder.parent().unwrap();
    let mut present: Vec<_> = fs::read_dir(table)
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.is_file() && it.extension().is_some_and(|it| it != "tsv"))
        .map(|it| it.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    present.sort();
    assert_eq!(present, files.keys().cloned().collect::<Vec<_>>());
    files
}

/// Returns the records of a file, read as its extension says.
fn parts(path: &str) -> Vec<Part> {
    let extension = path.rsplit('.').next().unwrap();
    let format = FileType::of_extension(extension)
        .and_then(FileType::record_format)
        .unwrap_or(Format::Jkf);
    read(
        &decode(&fs::read(format!("{FILES}/{path}")).unwrap()),
        format,
    )
}

fn usi_line(record: &Record, nodes: impl Iterator<Item = usize>) -> String {
    let moves = nodes.filter_map(|id| record.tree.node(id).mv);
    moves.map(usi::write_move).collect::<Vec<_>>().join(" ")
}

/// Returns the branches as `ply:moves`, in their order, each with those that leave it behind it.
fn branches(record: &Record) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = vec![0];
    while let Some(start) = lines.pop() {
        let line: Vec<_> = std::iter::once(start)
            .chain(record.tree.line_from(start))
            .collect();
        if start != 0 {
            let ply = record.tree.node(start).ply;
            found.push(format!("{ply}:{}", usi_line(record, line.iter().copied())));
        }
        // What leaves a line late is written first.
        for &id in &line {
            lines.extend(record.tree.next(id).1.iter().rev());
        }
    }
    found
}

/// Returns the comments as `ply:comment|comment`, those in branches as `v` and the ply.
fn comments(record: &Record) -> Vec<String> {
    let nodes = (0..record.tree.len()).map(|id| record.tree.node(id));
    nodes
        .filter(|node| !node.comments.is_empty())
        .map(|node| {
            let branch = if node.depth > 0 { "v" } else { "" };
            format!("{branch}{}:{}", node.ply, node.comments.join("|"))
        })
        .collect()
}

#[test]
fn every_oddity_in_a_file_is_read() {
    let rows = by_file("records.tsv", table("records.tsv"));
    let mut oddities = 0;
    for (file, expected) in &rows {
        let parts = parts(file);
        assert_eq!(parts.len(), expected.len(), "{file}");
        for (part, row) in parts.iter().zip(expected) {
            let (record, _) = part.content.as_ref().unwrap_or_else(|error| {
                panic!("{file}: {error} at {:?}", &part.text[error.span.clone()])
            });
            let headers = record.headers.iter();
            let headers: Vec<_> = headers
                .map(|(key, value)| format!("{key}={value}"))
                .collect();
            let last = record.tree.line_from(0).last().unwrap_or(0);
            let end = record.tree.node(last).end;
            let found = [
                file.clone(),
                sfen::write(&record.setup),
                usi_line(record, record.tree.line_from(0)),
                headers.join(";"),
                branches(record).join(";"),
                comments(record).join(";"),
                end.map_or("", End::kif).to_owned(),
            ];
            assert_eq!(&found, row.as_slice(), "{file}");
            oddities += 1;
        }
    }
    assert!(oddities >= 60, "{oddities}");
}

/// Files whose encoding is not that of their extension are named after what is odd about them.
#[test]
fn files_of_records_are_in_the_encoding_they_are_for() {
    for file in by_file("records.tsv", table("records.tsv")).keys() {
        let bytes = fs::read(format!("{FILES}/{file}")).unwrap();
        let is_cp932 = match file.as_str() {
            "utf8.kif" | "bom.kif" => false,
            "utf16.kif" => continue,
            "cp932.kifu" => true,
            _ => matches!(file.rsplit('.').next(), Some("kif" | "ki2")),
        };
        assert_eq!(std::str::from_utf8(&bytes).is_err(), is_cp932, "{file}");
    }
}

#[test]
fn malformed_records_in_files_have_a_line_and_a_column_and_spoil_only_themselves() {
    let rows = by_file("malformed/malformed.tsv", table("malformed/malformed.tsv"));
    for (file, expected) in &rows {
        let parts = parts(&format!("malformed/{file}"));
        let mut errors = Vec::new();
        for part in &parts {
            // An error in a line leaves the rest of the record.
            let found: Vec<_> = match &part.content {
                Err(error) => vec![error],
                Ok((_, places)) => places.broken.iter().chain(&places.left_out).collect(),
            };
            for error in found {
                let before = &part.text[..error.span.start];
                let line = part.line + before.matches('\n').count();
                let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
                let row = [
                    file.clone(),
                    parts.len().to_string(),
                    line.to_string(),
                    column.to_string(),
                    error.to_string(),
                ];
                errors.push(row.to_vec());
            }
        }
        assert_eq!(&errors, expected, "{file}");
        let good = parts.iter().filter_map(|it| it.content.as_ref().ok());
        for (record, places) in good {
            let (moves, is_whole) = (record.tree.main_line().len(), places.broken.is_none());
            assert!(if is_whole { moves == 5 } else { moves <= 5 }, "{file}");
        }
    }
}
