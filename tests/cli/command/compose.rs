//! Composed problems: sound, all different, and the same for the same seed.

use crate::{rows, tsume};
use serde_json::Value;
use snapbox::cmd::Command;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Returns the command with these arguments, few diagrams and dull problems, so that the tests are quick.
fn compose(arguments: &str) -> Command {
    let usual = [
        "compose",
        "--diagrams",
        "60",
        "--allow",
        "plain",
        "--time",
        "none",
    ];
    tsume().args(usual).args(arguments.split(' '))
}

fn text(command: Command) -> String {
    let output = command.assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("rows are UTF-8")
}

fn values(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("they are rows")
}

#[test]
fn every_problem_is_sound_without_an_idle_piece_and_like_none_of_the_others() {
    let found = rows(compose("--seed 3 --number 6 --plies 3..5"));
    assert_eq!(found.len(), 6);
    let mut lines = HashSet::new();
    for row in &found {
        let sfen = row["sfen"].as_str().unwrap();
        let judge = [
            "check",
            "--rules",
            "strict",
            "--idle-pieces",
            "--verify",
            sfen,
        ];
        let judged = &rows(tsume().args(judge))[0];
        assert_eq!(judged["verdict"], "sound", "{sfen}");
        assert_eq!(judged["solution"], row["solution"], "{sfen}");
        assert_eq!(judged["leftover"], "", "{sfen}");
        let notes = judged["notes"].as_array().unwrap();
        assert!(notes.iter().all(|it| it["kind"] != "idle_piece"), "{sfen}");
        assert!([3, 5].contains(&row["plies"].as_u64().unwrap()));
        assert!(row["rating"]["aesthetics"]["points"].is_u64());
        lines.insert(row["solution"].to_string());
    }
    assert_eq!(lines.len(), 6);
}

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_number_of_jobs() {
    let with = |jobs: &str| text(compose("--seed 5 --number 4 --format jsonl --jobs").arg(jobs));
    let (one, two) = (with("1"), with("2"));
    assert_eq!(one, two);
    let other = text(compose("--seed 6 --number 4 --format jsonl"));
    assert_ne!(one, other);
}

#[test]
fn the_attempt_that_brings_the_last_problem_is_counted() {
    let run = compose("--seed 5 --number 4 --format jsonl").assert();
    let output = run.success();
    let (rows, told) = (&output.get_output().stdout, &output.get_output().stderr);
    let rows = values(std::str::from_utf8(rows).unwrap());
    let last = rows[3]["id"].as_str().unwrap();
    let last: u64 = last.split('-').nth(1).unwrap().parse().unwrap();
    let told = String::from_utf8_lossy(told);
    // The first attempt has the number zero.
    assert!(told.contains(&format!("{} attempts", last + 1)), "{told}");
}

#[test]
fn a_run_that_was_cut_off_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.jsonl");
    let run = || {
        let command = compose("--seed 5 --number 5 --resume").arg(&path);
        command.assert().success();
        fs::read(&path).unwrap()
    };
    let whole = run();
    let ends: Vec<_> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    assert_eq!(ends.len(), 5);
    // The third row is torn.
    fs::write(&path, &whole[..ends[1] + 40]).unwrap();
    assert_eq!(run(), whole);
    // With all problems there, nothing is added. Another seed or other wishes are refused.
    assert_eq!(run(), whole);
    for other in ["--seed 6 --in-hand 4", "--seed 5 --in-hand 1"] {
        let command = compose(other)
            .args(["--number", "9", "--resume"])
            .arg(&path);
        command.assert().code(2);
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn a_run_that_was_killed_goes_on_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.jsonl");
    let arguments =
        "compose --diagrams 60 --allow plain --time none --seed 8 --plies 3 --number 12 --resume";
    let whole = {
        let path = folder.path().join("whole.jsonl");
        let command = tsume().args(arguments.split(' ')).arg(&path);
        command.assert().success();
        fs::read(path).unwrap()
    };
    let program = env!("CARGO_BIN_EXE_tsume");
    for rows in [1, 5] {
        let mut run = std::process::Command::new(program)
            .args(arguments.split(' '))
            .arg(&path)
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let written = || fs::read_to_string(&path).map_or(0, |it| it.matches('\n').count());
        while written() < rows && run.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let has_ended = run.try_wait().unwrap().is_some();
        assert!(!has_ended, "it ended before it could be killed");
        run.kill().unwrap();
        run.wait().unwrap();
    }
    let command = tsume().args(arguments.split(' ')).arg(&path);
    command.assert().success();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn shares_put_together_are_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let made = |share: &[&str], name: &str| {
        let path = folder.path().join(name);
        let command = compose("--seed 4 --number 999 --attempts 12 --format jsonl");
        let command = command.args(share).arg("-o").arg(&path);
        command.assert().code(3);
        path
    };
    let [one, two] = ["1/2", "2/2"].map(|it| made(&["--shard", it], &it[..1]));
    let whole_path = made(&[], "whole");
    let join = |options: &[&str]| {
        let command = tsume().arg("compose").args(options).arg("--join");
        text(command.arg(&one).arg(&two))
    };
    let joined = values(&join(&["--format", "jsonl"]));
    let whole = values(&fs::read_to_string(&whole_path).unwrap());
    let timeless = |rows: Vec<Value>| -> Vec<Value> {
        let each = rows.into_iter().map(|mut row| {
            row["elapsed_ms"].take();
            row
        });
        each.collect()
    };
    assert!(whole.len() > 2);
    assert_eq!(timeless(joined), timeless(whole));
    // Shares of another run are refused, and no file is replaced.
    let other = folder.path().join("other");
    let command = compose("--seed 5 --number 1 --plies 3 --format jsonl -o");
    command.arg(&other).assert().success();
    let refused = |options: &[&str], second: &Path| {
        let command = tsume().arg("compose").args(options).arg("--join");
        let output = command.arg(&one).arg(second).assert().code(2);
        String::from_utf8(output.get_output().stderr.clone()).unwrap()
    };
    let told = refused(&[], &other);
    assert!(told.contains("another seed or other options"), "{told}");
    let told = refused(&["--sfen", whole_path.to_str().unwrap()], &two);
    assert!(told.contains("--force"), "{told}");
    // A problem in short has no list of certificates.
    let told = join(&["--lang", "ja"]);
    assert!(
        told.contains("完全作") && !told.contains("certif"),
        "{told}"
    );
}

#[test]
fn wishes_are_kept() {
    let found = rows(compose(
        "--seed 2 --number 1 --squares 1a-5d --kinds 金銀G歩 --in-hand 1 --plies 3 --with 捨駒 --allow captures",
    ));
    assert_eq!(found.len(), 1);
    for row in &found {
        let sfen = row["sfen"].as_str().unwrap();
        let (board, hands) = sfen.split_once(' ').unwrap();
        assert!(board.ends_with("/9/9/9/9/9"), "{sfen}");
        assert!(
            !board.contains(['R', 'r', 'B', 'b', 'N', 'n', 'L', 'l']),
            "{sfen}"
        );
        let attacker = hands.split(' ').nth(1).unwrap();
        let held = attacker.chars().filter(char::is_ascii_uppercase).count();
        assert!(held <= 1 && !attacker.contains("2G"), "{sfen}");
        assert!(
            row["attributes"].to_string().contains("sacrifices"),
            "{sfen}"
        );
        assert_eq!(row["plies"], 3);
    }
}

#[test]
fn given_problems_are_varied_and_known_ones_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (known, mine) = (path("known.jsonl"), path("mine.sfen"));
    let first = compose("--seed 8 --number 3 --plies 3 -o").arg(&known);
    first.assert().success();
    let first = values(&fs::read_to_string(&known).unwrap());
    let other = rows(compose("--seed 8 --number 3 --plies 3 --not-like").arg(&known));
    assert!(
        other
            .iter()
            .all(|it| first.iter().all(|known| known["sfen"] != it["sfen"]))
    );
    fs::write(&mine, format!("{}\n", first[0]["sfen"].as_str().unwrap())).unwrap();
    let from = |path: &Path| compose("--seed 8 --number 2 --plies 3..5 --from").arg(path);
    // A given problem is sound, but nothing new.
    let varied = rows(from(&mine));
    assert_eq!(varied.len(), 2);
    assert!(varied.iter().all(|it| it["sfen"] != first[0]["sfen"]));
    // What cannot be read is told, and the others are varied.
    let torn = path("torn.sfen");
    let one = first[0]["sfen"].as_str().unwrap();
    fs::write(&torn, format!("{one}\nnonsense\n")).unwrap();
    from(&torn).assert().code(4).stdout_eq(snapbox::str![[r#"
...
○ 完全作  sound · [..]
...
"#]]);
    from(&path("missing.sfen")).assert().code(4);
}

#[test]
fn wrong_wishes_are_refused_with_what_would_be_right() {
    for (arguments, part) in [
        ("--plies 4", "3..9"),
        ("--with sacrifice", "sacrifices 捨駒"),
        ("--kinds GX", "GSNP"),
        ("--resume x.jsonl", "--seed"),
        ("--with sacrifices:2 --without 捨駒", "which --with wants"),
        ("--join x.jsonl --plies 9", "--plies"),
        ("--allow dull", "captures"),
    ] {
        let output = compose(arguments).assert().code(2);
        let message = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_problem_is_told_in_twenty_lines_and_verbose_shows_the_rest() {
    let with = |more: &[&str]| text(compose("--seed 3 --number 3 --plies 3..7").args(more));
    for lang in ["en", "ja"] {
        let told = with(&["--lang", lang]);
        let blocks: Vec<&str> = told.split("\n\n").collect();
        // Three problems and the summary.
        assert_eq!(blocks.len(), 4, "{told}");
        for block in &blocks[..3] {
            assert!(block.lines().count() < 20, "{block}");
            assert_eq!(block.matches("９ ８ ７").count(), 1, "{block}");
            assert!(block.contains("▲") && block.contains("難易度"), "{block}");
        }
    }
    let whole = with(&["-v", "--lang", "en"]);
    assert!(whole.contains("certificate") && whole.contains("final position"));
}

#[test]
fn dull_kinds_are_left_out_unless_they_are_allowed() {
    let rows_of = |more: &str| {
        let arguments = format!("compose --diagrams 60 --time none --seed 3 --plies 3 {more}");
        rows(tsume().args(arguments.split(' ')))
    };
    let aesthetics = |row: &Value| row["rating"]["aesthetics"]["points"].as_u64().unwrap();
    let usual = rows_of("--number 1");
    assert_eq!(usual.len(), 1);
    assert!(aesthetics(&usual[0]) >= 45);
    let all = rows_of("--number 8 --allow plain,promoted,captures");
    assert!(all.iter().any(|it| aesthetics(it) < 25));
    let limits = all[0]["limits"].as_str().unwrap();
    assert!(limits.contains("allow=plain,promoted,captures"), "{limits}");
}
