//! Rows know where they come from, and errors where they are.

use crate::{ONE, stdout, tsume};
use serde_json::{Value, json};
use snapbox::cmd::Command;
use std::fs;
use std::path::Path;

/// Returns a record in KIF with this first move.
fn kif(title: &str, mv: &str) -> String {
    let rank = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let ranks = "四五六七八九".chars().map(|it| format!("{rank}{it}\n"));
    let ranks: String = ranks.collect();
    format!(
        "作品名：{title}\n後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
         +---------------------------+\n\
         | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n{rank}二\n\
         | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n{ranks}\
         +---------------------------+\n先手の持駒：金\n\
         手数----指手---------消費時間--\n   1 {mv}\n"
    )
}

/// Makes a folder with three records of one title.
fn three(folder: &Path) {
    let mated_elsewhere = kif("無題", "５二金打").replace("・ ・ 歩 ・ ・", "・ 歩 歩 ・ ・");
    for (name, text) in [
        ("p1.kif", kif("無題", "５二金打")),
        ("p2.kif", mated_elsewhere),
        ("p3.kif", kif("無題", "５二金打").replace("v玉 ・", "v玉v歩")),
    ] {
        fs::create_dir_all(folder.join("k")).unwrap();
        fs::write(folder.join("k").join(name), text).unwrap();
    }
}

fn validate<const N: usize>(folder: &Path, arguments: [&str; N]) -> Command {
    let command = tsume().current_dir(folder).arg("validate");
    command.args(["--hash", "4MiB"]).args(arguments)
}

fn text(command: Command) -> String {
    stdout(command)
}

fn row(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

/// Returns the place of a row.
fn place(row: &Value) -> [Value; 3] {
    ["file", "line", "record"].map(|key| row[key].clone())
}

#[test]
fn records_of_one_title_are_told_apart_by_their_files() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let table = text(validate(folder.path(), ["k"]));
    let lines: Vec<_> = table.lines().skip(1).take(3).collect();
    for (line, id) in lines.iter().zip(["無題 (p1.kif)  ", "無題#2 (p2.kif)  ", "無題#3 (p3.kif)  "]) {
        assert!(line.starts_with(id), "{table}");
    }
    let columns = ["k", "--format", "csv", "--columns", "id,file,line,record"];
    assert_eq!(
        text(validate(folder.path(), columns)),
        "id,file,line,record\n無題,k/p1.kif,1,1\n無題#2,k/p2.kif,1,1\n無題#3,k/p3.kif,1,1\n"
    );
    let rows = text(validate(folder.path(), ["k", "--format", "jsonl"]));
    let places: Vec<_> = rows.lines().map(|it| place(&row(it))).collect();
    let of = |name: &str| [json!(format!("k/{name}.kif")), json!(1), json!(1)];
    assert_eq!(places, ["p1", "p2", "p3"].map(of));
    let page = text(validate(folder.path(), ["k", "--format", "html"]));
    for name in ["k/p1.kif:1", "k/p2.kif:1", "k/p3.kif:1"] {
        assert!(page.contains(name), "{name}");
    }
    // The name of a file that is read alone says nothing.
    let alone = text(validate(folder.path(), ["k/p1.kif"]));
    assert!(!alone.contains("p1.kif"), "{alone}");
    let checked = tsume().current_dir(folder.path());
    let checked = text(checked.args(["check", "-v", "k"]));
    assert!(checked.contains("\n無題#2 (p2.kif)\n"), "{checked}");
}

#[test]
fn every_record_of_a_file_has_its_line_and_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let lines = format!("# two\n{ONE}; id \"a\"\n\nnonsense\n{ONE}; plies 3;\n");
    fs::write(folder.path().join("x.sfen"), &lines).unwrap();
    let two = kif("一", "５二金打") + "\n" + &kif("二", "５二金打");
    fs::write(folder.path().join("y.kifu"), two).unwrap();
    let run = validate(folder.path(), ["x.sfen", "y.kifu", "--format", "json"]);
    let all = row(&text(run));
    let found: Vec<_> = all.as_array().unwrap().iter().map(place).collect();
    let of = |file: &str, line: usize, record: usize| [json!(file), json!(line), json!(record)];
    let second = kif("一", "５二金打").lines().count() + 2;
    let expected =
        [of("x.sfen", 2, 1), of("x.sfen", 4, 2), of("x.sfen", 5, 3), of("y.kifu", 1, 1), of("y.kifu", second, 2)];
    assert_eq!(found, expected);
    // One problem of a file is where it is.
    let run = validate(folder.path(), ["x.sfen:a", "--format", "jsonl"]);
    assert_eq!(place(&row(&text(run))), of("x.sfen", 2, 1));
    // Standard input has lines and no name, an argument has neither.
    let run = validate(folder.path(), ["-", "--format", "jsonl"]).stdin(lines);
    let places: Vec<_> = text(run).lines().map(|it| place(&row(it))).collect();
    assert_eq!(places[2], [Value::Null, json!(5), json!(3)]);
    let run = validate(folder.path(), [ONE, "--format", "jsonl"]);
    assert_eq!(place(&row(&text(run))), [Value::Null, Value::Null, Value::Null]);
    let lost = validate(folder.path(), ["not-here.sfen", "--format", "jsonl"]);
    let lost = row(&text(lost));
    assert_eq!(place(&lost), [json!("not-here.sfen"), Value::Null, Value::Null]);
}

#[test]
fn an_error_has_its_place_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let bad = kif("無題", "５二金打").replace("先手の持駒：金", "先手の持駒：金九");
    fs::write(folder.path().join("bad.kif"), &bad).unwrap();
    let line = 1 + bad.lines().position(|it| it.ends_with("金九")).unwrap();
    let run = |format| text(validate(folder.path(), ["bad.kif", "--format", format]));
    let error = row(&run("jsonl"))["error"].clone();
    assert_eq!((&error["line"], &error["column"]), (&json!(line), &json!(7)));
    let excerpt = "先手の持駒：金九\n            ^^^^";
    assert_eq!(error["excerpt"], excerpt);
    assert!(error["span"].is_array(), "{error}");
    let sentence = format!("(line {line}, column 7: 先手の持駒：金九)");
    assert!(run("text").contains(&sentence), "{}", run("text"));
    assert!(run("csv").contains(&sentence), "{}", run("csv"));
    let page = run("html");
    assert!(page.contains(&format!("<pre>{excerpt}</pre>")), "{page}");
    assert!(page.contains(&format!("(line {line}, column 7)")), "{page}");
    let japanese = text(validate(folder.path(), ["bad.kif", "--lang", "ja"]));
    let sentence = format!("（{line}行目7字目：先手の持駒：金九）");
    assert!(japanese.contains(&sentence), "{japanese}");
}

#[test]
fn the_error_of_a_request_has_its_column() {
    let request = json!({"id": "x", "sfen": "4k4/9/4P3/9/9/9/9/9/9 b G 1"});
    let answer = tsume().arg("worker").stdin(request.to_string() + "\n");
    let answer = row(&text(answer));
    assert_eq!(place(&answer), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(answer["error"]["column"], 7);
    let excerpt = "4k4/9/4P3/9/9/9/9/9/9 b G 1\n      ^^^";
    assert_eq!(answer["error"]["excerpt"], excerpt);
}
