//! Repairs and extensions.

use crate::{COOKED, ONE, rows, tsume};
use snapbox::cmd::Command;
use std::fs;

fn repair<const N: usize>(arguments: [&str; N]) -> Command {
    // The bishop has other squares from which the length is the same and the cooks are gone.
    let usual = [
        "repair",
        "--keep",
        "length",
        "--allow",
        "move",
        "--squares",
        "4d-7h",
    ];
    tsume().args(usual).args(arguments)
}

#[test]
fn rows_say_what_was_changed_and_check_agrees() {
    let found = rows(repair(["--best", "2", COOKED]));
    assert_eq!(found.len(), 2);
    for row in &found {
        assert_eq!(row["version"]["of"], "argument:1");
        assert_eq!(row["version"]["edits"].as_array().unwrap().len(), 1);
        assert_eq!(row["solution"].as_array().unwrap().len(), 5);
        let sfen = row["sfen"].as_str().unwrap();
        let moves: Vec<_> = (row["solution"].as_array().unwrap().iter())
            .map(|it| it.as_str().unwrap())
            .collect();
        let author = format!("{sfen} moves {}", moves.join(" "));
        let checked = rows(tsume().args(["check", &author]));
        assert_eq!(checked[0]["verdict"], row["verdict"]);
        assert_eq!(checked[0]["solution"], row["solution"]);
    }
    let array = repair(["--format", "json", "--best", "2", COOKED])
        .assert()
        .success();
    let text = String::from_utf8(array.get_output().stdout.clone()).unwrap();
    let array: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 2);
}

/// The moves after one that cannot be played are not known, and the moves before it are not the line.
#[test]
fn a_record_whose_line_breaks_off_is_refused() {
    let rank = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let ranks = ["三", "四", "六", "七", "八", "九"];
    let [third, fourth, rest @ ..] = ranks.map(|it| format!("{rank}{it}\n"));
    let text = format!(
        "後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n{rank}一\n\
         | ・ ・ ・ ・ ・ ・ ・ ・v玉|二\n{third}{fourth}| ・ ・ ・ ・ ・ ・ ・ 香 ・|五\n{}\
         +---------------------------+\n先手の持駒：なし\n手数----指手--\n\
         1 ２三金打\n2 １一玉(12)\n3 ２二金(23)\n",
        rest.concat(),
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forgotten.kif");
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let refused = tsume().args(["repair", "-q", path]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("the author's line breaks off"), "{told}");
    let line = "9/8k/9/9/7L1/9/9/9/9 b - 1 moves G*2c 1b1a 2c2b";
    let found = tsume().args(["repair", "-q", "--best", "1", line]);
    found.assert().success();
}

#[test]
fn records_and_pages_hold_every_version() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("versions.html");
    repair(["--best", "2", COOKED, "-o", page.to_str().unwrap()])
        .assert()
        .success();
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("argument:1#2"), "no second version");
    assert!(html.contains("<body class=\"thumbnails\""), "no thumbnails");
    let records = folder.path().join("records/");
    let records = records.to_str().unwrap();
    repair(["--best", "2", "--format", "kif", COOKED, "-o", records])
        .assert()
        .success();
    assert_eq!(fs::read_dir(records).unwrap().count(), 2);
}

#[test]
fn nothing_found_is_a_status_and_the_nearest_misses_are_told() {
    let arguments = ["repair", "--squares", "1a-3d", "--allow", "remove", COOKED];
    let output = tsume().args(arguments).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("0 found"), "{text}");
    assert!(text.contains("removes: ply 3 余詰 cook"), "{text}");
    assert!(text.contains("\nthe line does not stay in "), "{text}");
    assert!(!text.contains("--time"), "nothing is undecided: {text}");
}

#[test]
fn undecided_versions_are_told_with_what_helps() {
    let arguments = ["repair", "--nodes", "20k", "--lang", "ja", COOKED];
    let output = tsume().args(arguments).assert().code(3);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("図は制限内では不明"), "{text}");
    assert!(text.contains("--squares"), "{text}");
}

#[test]
fn with_nodes_the_same_input_gives_the_same_rows() {
    let run = || {
        let output = repair(["--format", "jsonl", "--nodes", "300k", COOKED]).output();
        output.unwrap().stdout
    };
    let first = run();
    assert!(!first.is_empty());
    assert_eq!(first, run());
}

#[test]
fn a_problem_without_a_line_cannot_keep_it() {
    let output = tsume()
        .args(["repair", "4k4/9/9/9/9/9/9/9/9 b P 1"])
        .assert()
        .code(2);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(text.contains("--keep mate"), "{text}");
}

/// Best play mates in 1, and no change of the diagram corrects a number.
#[test]
fn a_length_without_its_line_is_not_repaired() {
    let wrong = format!("{ONE}; plies 7");
    let output = tsume().args(["repair", &wrong]).assert().code(2);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(text.contains("7 plies is not given"), "{text}");
    assert!(text.contains("mates in 1"), "{text}");
    let right = format!("{ONE}; plies 1");
    tsume().args(["repair", &right]).assert().success();
}

#[test]
fn a_limit_before_the_line_is_known_is_told_as_such() {
    for command in ["repair", "extend"] {
        let output = tsume()
            .args([command, "--nodes", "1", COOKED])
            .assert()
            .code(3);
        let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(text.contains("give higher limits"), "{text}");
    }
}

#[test]
fn extensions_lead_into_the_problem() {
    let found = rows(tsume().args(["extend", "--best", "3", ONE]));
    for row in &found {
        assert_eq!(row["version"]["before"].as_array().unwrap().len(), 2);
        assert_eq!(row["solution"].as_array().unwrap().len(), 3);
        assert_eq!(row["solution"][2], "G*5b");
    }
}
