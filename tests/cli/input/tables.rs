//! The editor's own table, which comes back from `validate` with the answers beside it.

use crate::{COOKED, NO_MATE, ONE, stdout, tsume};
use std::fs;
use std::path::Path;

/// The names of the columns of [`table`].
const NAMES: [&str; 7] = [" Title ", "author", "SFEN", "plies", "notes", "Verdict", ""];

/// Returns the rows of a collection whose cells have everything that a cell may have.
fn table() -> Vec<[String; 7]> {
    let notes = [
        "",
        " blanks ",
        "two\nlines",
        "three\r\nof\r\n\r\nthem",
        "\"quoted\", and a comma",
        "\"",
        "=1+2",
        "'=1+2",
        "-",
        "# no comment",
        "a\tb",
        "詰将棋「図巧」",
    ];
    let problem = |at: usize| [ONE, NO_MATE, COOKED, "nonsense"][at % 4].to_owned();
    let row = |at: usize| {
        let note = |from: usize| notes[(at + from) % notes.len()].to_owned();
        let plies = ["", "1", "7手詰", "約7手"][at / 4 % 4].to_owned();
        [
            note(0),
            note(5),
            problem(at),
            plies,
            note(at / 12),
            note(2),
            note(7),
        ]
    };
    (0..200).map(row).collect()
}

/// Returns a table as a file.
fn written(rows: &[[String; 7]], delimiter: u8, end: csv::Terminator) -> Vec<u8> {
    let mut table = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .terminator(end)
        .from_writer(Vec::new());
    table.write_record(NAMES).unwrap();
    for row in rows {
        table.write_record(row).unwrap();
    }
    table.into_inner().unwrap()
}

/// Returns what `validate` writes about a file.
fn validated(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let run = tsume()
        .args(["validate", "-q", "--hash", "4MiB", "--nodes", "20k"])
        .args(arguments)
        .current_dir(folder);
    run.output().unwrap().stdout
}

/// Returns the header of a table, and its rows.
fn parted(table: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(table);
    let rows = reader.records().map(Result::unwrap);
    let owned = |row: csv::StringRecord| row.iter().map(str::to_owned).collect::<Vec<_>>();
    let mut rows = rows.map(owned);
    (rows.next().unwrap(), rows.collect())
}

#[test]
fn a_table_comes_back_with_every_cell_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rows = table();
    for (file, delimiter, end) in [
        ("unix.csv", b',', csv::Terminator::Any(b'\n')),
        ("windows.csv", b',', csv::Terminator::CRLF),
        ("tabs.tsv", b'\t', csv::Terminator::CRLF),
    ] {
        fs::write(folder.join(file), written(&rows, delimiter, end)).unwrap();
        let (names, found) = parted(&validated(folder, &["--format", "csv", file]));
        assert_eq!(names[..7], NAMES, "{file}");
        // The table has its own diagram, and its own length and verdict.
        let others = ["id", "file", "line", "record", "status", "found_verdict"];
        assert_eq!(names[7..13], others, "{file}");
        assert_eq!(names[13..15], ["goal", "found_plies"], "{file}");
        assert_eq!(found.len(), 200, "{file}");
        for (row, found) in rows.iter().zip(&found) {
            assert_eq!(found[..7], *row, "{file}");
        }
        let verdicts: Vec<_> = found.iter().take(4).map(|it| it[12].as_str()).collect();
        assert_eq!(verdicts, ["sound", "no_mate", "flawed", "error"], "{file}");
    }
    // To a file that grows, and again out of what was written.
    let all = ["unix.csv", "-o", "out.csv"];
    assert_eq!(validated(folder, &all), b"");
    let again = validated(folder, &["--format", "csv", "out.csv"]);
    for (row, found) in rows.iter().zip(parted(&again).1) {
        assert_eq!(found[..7], *row);
    }
    // Nothing but the own columns are the file, byte by byte.
    let own = validated(folder, &["--format", "csv", "--columns", "own", "unix.csv"]);
    assert_eq!(own, fs::read(folder.join("unix.csv")).unwrap());
}

#[test]
fn tables_of_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, table) in [
        (
            "a.csv",
            format!("番号,題名,局面,手数,解答\n1,t,{ONE},1,G*5b\n"),
        ),
        (
            "b.csv",
            format!("\u{feff}id,sfen,moves\r\n1,\"{ONE}\",\"G*5b\"\r\n"),
        ),
        ("c.csv", format!("sep=;\nsfen;moves\n{ONE};G*5b\n")),
        ("d.csv", format!("局面;手順\n{ONE};G*5b\n")),
        ("e.csv", format!("{ONE},G*5b\n")),
        ("f.tsv", format!("1\t{ONE}\tG*5b\n")),
        (
            "g.csv",
            "board,turn,hand,moves\n4k4/9/4P4/9/9/9/9/9/9,b,G,G*5b\n".to_owned(),
        ),
        ("h.txt", format!("局面,解答\n{ONE},G*5b\n")),
    ] {
        fs::write(folder.join(name), table).unwrap();
        let run = tsume().args(["convert", "--to", "sfen", name]);
        let sfen = stdout(run.current_dir(folder));
        assert!(
            sfen.starts_with("4k4/9/4P4/9/9/9/9/9/9 b G"),
            "{name}: {sfen}"
        );
        assert!(sfen.contains("moves G*5b"), "{name}: {sfen}");
    }
    let one = ONE.replace("4P4", "4X4");
    fs::write(
        folder.join("x.csv"),
        format!("局面,手数\n{one},1\n{ONE},1\n"),
    )
    .unwrap();
    let run = tsume()
        .args(["solve", "--format", "jsonl", "x.csv"])
        .current_dir(folder);
    let rows = stdout(run);
    assert!(rows.contains("unknown piece letter X"), "{rows}");
    assert_eq!(rows.matches("\"verdict\":\"mate\"").count(), 1, "{rows}");
    fs::write(folder.join("y.csv"), "number,level\n1,2\n").unwrap();
    let run = tsume().args(["solve", "y.csv"]).current_dir(folder);
    let told = crate::stderr(run);
    assert!(told.contains("`number`, `level`"), "{told}");
}

const KIF: &str = "\
作品名：夢の中
作者：看寿
発表誌：詰将棋
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

/// Returns a cell of a table by the id of the row and the name of the column.
fn cell_of(table: &[u8], id: &str, column: &str) -> String {
    let (names, rows) = parted(table);
    let place = |name: &str| names.iter().position(|it| it == name).unwrap();
    let row = rows.iter().find(|it| it[place("id")] == id);
    row.unwrap_or_else(|| panic!("{id}"))[place(column)].clone()
}

#[test]
fn own_columns_and_headers_of_records_are_there_in_any_order_of_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("r.kif"), KIF).unwrap();
    fs::write(
        folder.join("a.csv"),
        format!("id,sfen,level\n1,{ONE},easy\n"),
    )
    .unwrap();
    let b = format!("id,作者,sfen,=x\n2,宗看,{NO_MATE},=1+1\n");
    fs::write(folder.join("b.csv"), b).unwrap();
    let title = "title \"=cmd\"; author \"x\"";
    fs::write(
        folder.join("c.sfen"),
        format!("{COOKED}; id \"3\"; {title}\n"),
    )
    .unwrap();
    for inputs in [
        ["r.kif", "a.csv", "b.csv", "c.sfen"],
        ["c.sfen", "r.kif", "b.csv", "a.csv"],
    ] {
        let table = validated(folder, &[&["--format", "csv"][..], &inputs].concat());
        for (id, column, value) in [
            ("1", "level", "easy"),
            ("2", "level", ""),
            ("2", "作者", "宗看"),
            ("2", "=x", "=1+1"),
            ("3", "作者", "x"),
            ("3", "作品名", "'=cmd"),
            ("夢の中", "作品名", "夢の中"),
            ("夢の中", "作者", "看寿"),
            ("夢の中", "発表誌", "詰将棋"),
        ] {
            assert_eq!(
                cell_of(&table, id, column),
                value,
                "{inputs:?} {id} {column}"
            );
        }
        // A table of finished rows has them as well.
        drop(fs::remove_file(folder.join("rows.jsonl")));
        validated(folder, &[&["--resume", "rows.jsonl"][..], &inputs].concat());
        let shown = tsume().args(["validate", "--resume", "rows.jsonl", "--format", "csv"]);
        let view = shown.current_dir(folder).output().unwrap().stdout;
        assert_eq!(cell_of(&view, "1", "level"), "easy");
        assert_eq!(cell_of(&view, "夢の中", "発表誌"), "詰将棋");
    }
}

#[test]
fn encoding_and_notation_count_in_csv() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let input =
        format!("{ONE}; id \"金\"; title \"龍\"\n{NO_MATE}; id \"𠮷\"\n{COOKED}; id \"c\"\n");
    fs::write(folder.join("a.sfen"), input).unwrap();
    let run = |options: &[&str]| {
        let command = tsume().args(["validate", "a.sfen"]).args(options);
        command.current_dir(folder).output().unwrap()
    };
    let utf8 = run(&["--format", "csv", "--notation", "japanese"]).stdout;
    assert_eq!(cell_of(&utf8, "金", "solution"), "▲５二金");
    let with_mark = run(&[
        "--format",
        "csv",
        "--notation",
        "japanese",
        "--encoding",
        "utf-8-bom",
    ]);
    let text = with_mark
        .stdout
        .strip_prefix("\u{feff}".as_bytes())
        .unwrap();
    assert_eq!(parted(text).0, parted(&utf8).0);
    assert_eq!(cell_of(text, "金", "solution"), "▲５二金");
    let usi = run(&["--format", "csv"]).stdout;
    assert_eq!(cell_of(&usi, "金", "solution"), "G*5b");
    for options in [
        &[
            "--format",
            "csv",
            "--encoding",
            "cp932",
            "--notation",
            "japanese",
        ][..],
        &[
            "-o",
            "t.csv",
            "--encoding",
            "cp932",
            "--notation",
            "japanese",
        ],
    ] {
        let output = run(options);
        // The id of one problem has a character that CP932 does not have.
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains('𠮷'), "{told}");
        let bytes = if options.contains(&"-o") {
            fs::read(folder.join("t.csv")).unwrap()
        } else {
            output.stdout
        };
        let text = tsume::notation::record::decode_cp932(&bytes).unwrap();
        assert_eq!(cell_of(text.as_bytes(), "金", "solution"), "▲５二金");
        assert_eq!(parted(text.as_bytes()).1.len(), 2, "{text}");
    }
    for format in ["text", "jsonl", "html", "svg"] {
        let refused = run(&["--format", format, "--encoding", "cp932"]);
        assert_eq!(refused.status.code(), Some(2), "{format}");
    }
}
