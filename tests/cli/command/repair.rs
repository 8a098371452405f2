//! Repairs and extensions.

use crate::{COOKED, rows, tsume};
use snapbox::cmd::Command;

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
    let found = rows(repair(["--best", "2", "--all", COOKED]));
    assert_eq!(found.len(), 4);
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
    // All are one idea: the bishop guards from farther off.
    assert!(found.iter().all(|it| it["version"]["idea"] == 1));
    let firsts = rows(repair(["--best", "2", COOKED]));
    assert_eq!(firsts.len(), 1);
    assert_eq!(firsts[0]["sfen"], found[0]["sfen"]);
    assert!(firsts[0]["version"]["like_it"].is_null());
    let array = repair(["--format", "json", "--best", "2", COOKED])
        .assert()
        .success();
    let text = String::from_utf8(array.get_output().stdout.clone()).unwrap();
    let array: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 1);
    assert_eq!(array[0]["version"]["like_it"], 1);
}
