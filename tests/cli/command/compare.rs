//! Two versions of a diagram or of a collection.

use crate::report::schema::{assert_fits, schema};
use crate::{COOKED, ENDLESS, NO_MATE, ONE, stdout, tsume};
use serde_json::Value;
use snapbox::cmd::Command;
use snapbox::{file, str};
use std::fs;
use std::path::Path;

/// [`COOKED`] without a pawn: two cooks are gone.
const FEWER: &str = "8k/7g1/8G/7PP/9/9/9/2B6/9 b - 1";
/// [`COOKED`] with a lance: two cooks more.
const MORE: &str = "8k/7g1/6P1G/7PP/9/9/9/2B5L/9 b - 1";
const MIRRORED: &str = "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b - 1";
const SHIFTED: &str = "9/7k1/6g2/5P1G1/6PP1/9/9/9/1B7 b - 1";

fn compare<const N: usize>(arguments: [&str; N]) -> Command {
    tsume().arg("compare").args(arguments)
}

/// Returns the comparisons that a run writes, and its exit status.
fn comparisons(command: Command) -> (Vec<Value>, i32) {
    let output = command.args(["--format", "jsonl"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let found = text.lines().map(|it| serde_json::from_str(it).unwrap());
    (found.collect(), output.status.code().unwrap())
}

/// Returns the outcome of two diagrams, and the exit status.
fn outcome(old: &str, new: &str) -> (String, i32) {
    let (found, status) = comparisons(compare(["--nodes", "200k", old, new]));
    (found[0]["outcome"].as_str().unwrap().to_owned(), status)
}

/// Writes problems to a file, and their rows to others; returns nothing, the names are fixed.
fn validate(folder: &Path, problems: &str, name: &str) {
    fs::write(folder.join(format!("{name}.sfen")), problems).unwrap();
    let run = tsume().current_dir(folder);
    run.args(["validate", "-q", "--jobs", "1", "--nodes", "50k"])
        .args(["-o", &format!("{name}.jsonl"), "-o", &format!("{name}.csv")])
        .args(["-o", &format!("{name}.json"), &format!("{name}.sfen")])
        .output()
        .unwrap();
}

#[test]
fn the_exit_status_says_whether_something_got_worse() {
    let of = |outcome: &str, status| (outcome.to_owned(), status);
    assert_eq!(outcome(COOKED, COOKED), of("same", 0));
    assert_eq!(outcome(COOKED, MORE), of("worse", 1));
    assert_eq!(outcome(MORE, COOKED), of("better", 0));
    assert_eq!(outcome(COOKED, MIRRORED), of("changed", 0));
    assert_eq!(outcome(ONE, NO_MATE), of("worse", 1));
    assert_eq!(outcome(ONE, ENDLESS), of("unknown", 3));
    assert_eq!(outcome(ENDLESS, ENDLESS), of("same", 0));
    // What is not a problem is an error, whatever else is worse.
    assert_eq!(outcome(ONE, "4k4/9/4P3/9/9/9/9/9/9 b G 1"), of("worse", 2));
}

#[test]
fn a_person_reads_what_changed() {
    compare([COOKED, MORE])
        .assert()
        .code(1)
        .stdout_eq(file!["snapshots/a_person_reads_what_changed.txt"]);
    compare([MORE, MIRRORED, "--lang", "ja"])
        .assert()
        .code(0)
        .stdout_eq(file!["snapshots/a_person_reads_what_changed-2.txt"]);
}

#[test]
fn a_reader_of_japanese_reads_what_changed() {
    let old = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let new = "4k4/9/4P4/9/9/9/9/9/9 b 2G2P 1";
    let text = stdout(compare([old, new]).args(["--lang", "ja"]));
    for line in [
        "駒余り      なし → 金 歩二",
        "  攻方持駒の金　1枚 → 2枚",
        "  攻方持駒の歩　0枚 → 2枚",
    ] {
        assert!(text.lines().any(|it| it == line), "{line} is not in {text}");
    }
}

#[test]
fn it_is_told_where_the_lines_part() {
    const EQUAL: &str = "6l2/7k1/5s3/4S2+P1/3L5/6G2/9/9/9 b 2S2r2b3g4n2l17p 1 moves S*2c";
    let (old, new) = (format!("{EQUAL} 2b2a S*1b"), format!("{EQUAL} 2b1a S*2b"));
    for (lang, expected) in [
        ("en", "main line: the versions part at ply 2"),
        ("ja", "本手順：2手目から異なる\n旧\n"),
    ] {
        let text = stdout(compare(["--lang", lang, &old, &new]));
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn the_findings_of_a_mirror_image_are_the_same() {
    let (found, _) = comparisons(compare([COOKED, MIRRORED]));
    let diagram = &found[0]["diagram"];
    assert_eq!(diagram["mirrored"], true, "{diagram}");
    assert_eq!(diagram["changes"].as_array().unwrap().len(), 0);
    let findings = &found[0]["findings"];
    // Of two mates at the last move the one or the other is the main line.
    for list in ["gone", "new"] {
        let mut others = findings[list].as_array().unwrap().iter();
        assert!(
            others.all(|it| it["kind"] == "last_move_dual"),
            "{findings}"
        );
    }
    let same = findings["same"].as_array().unwrap().iter();
    assert_eq!(same.filter(|it| it["kind"] == "cook").count(), 3);
    assert!(found[0]["line_parts_at"].as_u64().is_none_or(|it| it == 5));
    // Alone the change of a piece is told.
    let (found, _) = comparisons(compare([COOKED, FEWER]));
    let changes = found[0]["diagram"]["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["kind"], "removed");
    assert_eq!(
        (&changes[0]["piece"], &changes[0]["from"]),
        (&"P".into(), &"3c".into())
    );
}

#[test]
fn collections_are_compared_by_their_rows_or_their_problems() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let old =
        format!("{COOKED}; id \"a\"\n{ONE}; id \"b\"\n{FEWER}; id \"gone\"\n{NO_MATE}; id \"n\"\n");
    let new =
        format!("{NO_MATE}; id \"m\"\n{ONE}; id \"b\"\n{MORE}; id \"a\"\n{SHIFTED}; id \"come\"\n");
    validate(folder, &old, "old");
    validate(folder, &new, "new");
    let table = |old: &str, new: &str| {
        let run = compare([old, new, "--nodes", "50k"]).current_dir(folder);
        let (found, status) = comparisons(run);
        assert_eq!(status, 1, "{old} {new}");
        let told = found.iter().map(|it| {
            let of = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
            (
                of("id"),
                of("outcome"),
                it["old"]["id"].as_str().map(str::to_owned),
            )
        });
        told.collect::<Vec<_>>()
    };
    let of = |id: &str, outcome: &str, old: Option<&str>| {
        (id.to_owned(), outcome.to_owned(), old.map(str::to_owned))
    };
    let expected = [
        // Another id, but the same position.
        of("m", "same", Some("n")),
        of("b", "same", Some("b")),
        of("a", "worse", Some("a")),
        of("come", "only_new", None),
        of("gone", "only_old", Some("gone")),
    ];
    for extension in ["jsonl", "csv", "json", "sfen"] {
        let found = table(&format!("old.{extension}"), &format!("new.{extension}"));
        assert_eq!(found, expected, "{extension}");
    }
    // Rows of one kind against another, and against problems.
    assert_eq!(table("old.csv", "new.jsonl"), expected);
    assert_eq!(table("old.jsonl", "new.sfen"), expected);
    // One problem of a file of rows.
    let (found, status) = comparisons(compare(["old.jsonl:a", COOKED]).current_dir(folder));
    assert_eq!((found.len(), status), (1, 0), "{found:?}");
    assert_eq!(found[0]["outcome"], "same");
    // From standard input.
    let text = fs::read_to_string(folder.join("new.jsonl")).unwrap();
    let (found, status) = comparisons(compare(["old.jsonl", "-"]).current_dir(folder).stdin(text));
    assert_eq!((found.len(), status), (5, 1));

    compare(["old.jsonl", "new.jsonl"]).current_dir(folder).assert().code(1).stdout_eq(str![[r#"
id          outcome      verdict            plies      what changed
a           worse        flawed             5          new: 余詰 cook · diagram
come        only in new  no mate            –
gone        only in old  flawed             5

summary  3 problems in both · the same 2 · better 0 · worse 1 · changed 0 · only in old 1 · only in new 1

"#]]);
    let output = folder.join("changes.json");
    let run = compare(["old.jsonl", "new.jsonl", "-o"]).arg(&output);
    run.current_dir(folder).assert().code(1).stdout_eq("");
    let text = fs::read_to_string(&output).unwrap();
    let array: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(array.len(), 5);
    // A file that is read is not written.
    compare(["old.jsonl", "new.jsonl", "-o", "old.jsonl"])
        .current_dir(folder)
        .assert()
        .code(2);
}

#[test]
fn every_comparison_is_as_the_schema_says() {
    let schema = schema("comparison");
    let moved = "8k/8g/6P1G/6SPP/9/9/9/9/2B6 b N 1";
    let mut aspects = std::collections::BTreeSet::new();
    for (old, new) in [
        (COOKED, COOKED),
        (COOKED, moved),
        (moved, FEWER),
        (COOKED, MIRRORED),
        (ONE, ENDLESS),
        (ONE, "nonsense/9/9 b - 1"),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/4p4/9/4K4 w g 1"),
    ] {
        let (found, _) = comparisons(compare(["--nodes", "20k", old, new]));
        for it in found {
            assert_fits(&schema, &it);
            let changed = it["changed"].as_array().unwrap().clone();
            aspects.extend(
                changed
                    .into_iter()
                    .map(|it| it.as_str().unwrap().to_owned()),
            );
        }
    }
    assert!(aspects.len() > 5, "{aspects:?}");
}

#[test]
fn what_cannot_be_compared_is_told() {
    compare(["-", "-"]).assert().code(2).stderr_eq(str![[r#"
error: standard input can be one of the two versions only

"#]]);
    compare([ONE]).assert().code(2);
    compare([ONE, "not-here.jsonl"])
        .assert()
        .code(2)
        .stderr_eq("error: cannot read `not-here.jsonl`: no such file or folder\n");
    compare(["not-here.sfen", "nor-here.sfen"])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
nothing to compare

verdict     × 誤り error
length      –
error       no such file or folder
error       no such file or folder

"#]]);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    validate(folder, &format!("{ONE}\n"), "old");
    let rows = fs::read_to_string(folder.join("old.jsonl")).unwrap();
    fs::write(folder.join("bad.jsonl"), format!("{rows}{{\"id\":7}}\n")).unwrap();
    compare(["bad.jsonl", ONE])
        .current_dir(folder)
        .assert()
        .code(2)
        .stderr_eq(
            "error: cannot read `bad.jsonl`: line 2 is not a row of `check` or `validate`: [..]\n",
        );
    compare(["old.jsonl:nobody", ONE])
        .current_dir(folder)
        .assert()
        .code(2)
        .stderr_eq("error: no row of `old.jsonl` has the id `nobody`\n");
    fs::write(folder.join("empty.sfen"), "").unwrap();
    compare(["empty.sfen", "empty.sfen"])
        .current_dir(folder)
        .assert()
        .code(2);
}
