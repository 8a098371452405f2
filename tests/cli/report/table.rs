//! The rows of many problems, hints, and messages that are told once.

use crate::{COOKED, ONE, rows, solve, stderr, stdout, tsume};
use std::fs;
use unicode_width::UnicodeWidthStr;

const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";

/// A long name in each of the two scripts, a cook, an error and a brinkmate.
fn collection() -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".sfen").tempfile().unwrap();
    let brinkmate = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1; goal \"brinkmate\";";
    let lines = [
        format!("{ONE}; id \"詰\";"),
        format!("{COOKED}; id \"a-collection-with-a-long-name-017\";"),
        format!("{FIVE}; id \"詰将棋作品集第十二回投稿作品その一\";"),
        "4k4; id \"broken\";".to_owned(),
        brinkmate.to_owned(),
    ];
    fs::write(&file, lines.join("\n")).unwrap();
    file
}

fn table(lang: &str, more: &[&str]) -> String {
    let file = collection();
    let path = file.path().to_str().unwrap();
    let command = tsume().args(["validate", "--nodes", "20k", "--lang", lang, path]);
    stdout(command.args(more))
}

#[test]
fn the_columns_of_a_table_keep_their_places() {
    for (lang, heading) in [("en", "first defect"), ("ja", "不完全の理由")] {
        let table = table(lang, &[]);
        let mut lines = table.lines().take_while(|it| !it.is_empty());
        let head = lines.next().unwrap();
        let column = head[..head.find(heading).unwrap()].width();
        let mut count = 0;
        for line in lines {
            let mut used = 0;
            let at_column = line.char_indices().find(|(at, _)| {
                used = line[..*at].width();
                used >= column
            });
            if let Some((at, _)) = at_column {
                assert_eq!(used, column, "{line}");
                assert!(line[..at].ends_with(' '), "{line}");
            }
            count += 1;
        }
        assert_eq!(count, 5, "{table}");
    }
}

#[test]
fn a_long_id_has_an_ellipsis_in_its_middle() {
    let table = table("en", &[]);
    assert!(
        table.contains("a-collec…a-long-name-017  flawed"),
        "{table}"
    );
    assert!(table.contains("詰将棋作…投稿作品その一   sound"), "{table}");
}

#[test]
fn the_verdict_of_a_row_is_in_one_language() {
    let (english, japanese) = (table("en", &[]), table("ja", &[]));
    assert!(english.contains("ply 3 cook ▲２三歩成 (+2)"), "{english}");
    assert!(!english.contains("完全作"), "{english}");
    assert!(
        japanese.contains("3手目 余詰 ▲２三歩成 ほか2件"),
        "{japanese}"
    );
}

#[test]
fn the_colour_of_a_row_goes_to_the_verdict() {
    let file = collection();
    let path = file.path().to_str().unwrap();
    let command = tsume().args([
        "solve", "--lang", "ja", "--color", "always", "--nodes", "20k",
    ]);
    let table = stdout(command.arg(path));
    let row = table.lines().find(|it| it.starts_with('詰')).unwrap();
    assert!(row.contains("  \u{1b}[1m\u{1b}[32m詰\u{1b}[0m "), "{row:?}");
}

#[test]
fn quiet_tells_an_error_once() {
    let file = collection();
    let path = file.path().to_str().unwrap();
    for command in ["validate", "check", "solve"] {
        let output = tsume()
            .args([command, "-q", "--nodes", "5k", path])
            .output()
            .unwrap();
        let rows = String::from_utf8(output.stdout).unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert_eq!(rows.matches("nine ranks").count(), 1, "{command}: {rows}");
        assert_eq!(messages, "", "{command}");
    }
    let command = tsume().args(["validate", "-q", "--nodes", "5k", "--format", "jsonl", path]);
    assert!(stderr(command).contains("nine ranks"));
}

#[test]
fn a_note_on_how_a_problem_is_read_is_told_once() {
    let sfen = format!("{ONE}; goal \"win\"");
    let output = solve([&sfen]).output().unwrap();
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8(told).unwrap();
    assert_eq!(told.matches("`win` is no goal").count(), 1, "{told}");
}

#[test]
fn a_quoted_value_is_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.kif");
    let handicap = "あいうえ".repeat(100);
    fs::write(
        &path,
        format!("手合割：{handicap}\n手数----指手----\n   1 ３四飛成(31)\n"),
    )
    .unwrap();
    for lang in ["en", "ja"] {
        let output = tsume()
            .args(["check", "--lang", lang, path.to_str().unwrap()])
            .output();
        let told = String::from_utf8(output.unwrap().stderr).unwrap();
        assert!(told.contains('…'), "{told}");
        assert!(told.lines().all(|it| it.chars().count() < 150), "{told}");
    }
}

#[test]
fn a_hint_shows_no_more_than_it_says() {
    let hint = |number: &str| {
        let text = stdout(solve(["--hint", number, FIVE]));
        let (board, hint) = text.split_once("攻方  –\n").unwrap();
        assert!(
            board.starts_with("5手詰  mate in 5, proven shortest\n"),
            "{board}"
        );
        let words = hint.split_whitespace();
        words
            .filter(|it| !it.starts_with('+'))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(hint("1"), "hint the rook on 3a moves");
    assert_eq!(hint("2"), "▲３四飛成 3a3d+");
    assert_eq!(
        hint("3"),
        "▲３四飛成 △１五玉 3a3d+ 1d1e hint the dragon on 3d moves"
    );
    let four = "▲３四飛成 △１五玉 ▲２四龍 3a3d+ 1d1e 3d2d";
    assert_eq!(hint("4"), four);
    let refused = stderr(solve(["--hint", "1", "--format", "json", FIVE]));
    assert!(refused.contains("`--hint` is for text"), "{refused}");
}

#[test]
fn several_tries_have_an_outcome_each() {
    let row = &rows(solve(["--try", "3a3d", "--try", "3a3d+", FIVE]))[0];
    let verdicts = row["tries"].as_array().unwrap().iter();
    let verdicts: Vec<_> = verdicts.map(|it| it["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["no_mate", "mate"]);
}
