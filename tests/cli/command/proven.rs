//! `tsume verify --for`: whether the problems of a collection have their claims.

use crate::{NO_MATE, ONE, rows, tsume};
use std::fs;
use std::path::Path;

const SOUND: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";

/// Writes the certificates of the judgement of a problem.
fn check(folder: &Path, name: &str, problem: &str) {
    let command = tsume().args(["check", "-q", "--proof"]).arg(folder.join(name)).arg(problem).output();
    assert!(command.unwrap().status.code().unwrap() <= 1);
}

#[test]
fn every_problem_has_to_have_its_claims() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    check(folder, "sound.proof", SOUND);
    check(folder, "none.proof", NO_MATE);
    fs::write(folder.join("readme.txt"), "no certificate").unwrap();
    let problems = folder.join("problems.sfen");
    let verify = |text: &str, require: &str| {
        fs::write(&problems, text).unwrap();
        let command = || {
            let verify = tsume().arg("verify").arg(folder).arg("--for").arg(&problems);
            verify.args(["--require", require])
        };
        let status = command().output().unwrap().status.code();
        let mut rows = rows(command());
        rows.retain(|row| row.get("missing").is_some());
        (status, rows)
    };

    let (status, found) = verify(&format!("{SOUND}; plies 5\n"), "sound");
    assert_eq!((status, found.len()), (Some(0), 1));
    assert_eq!(found[0]["plies"], 5);
    assert_eq!(found[0]["one_solution"], true);

    // A list without a problem proves nothing.
    for empty in ["", "# nothing\n"] {
        assert_eq!(verify(empty, "length"), (Some(2), Vec::new()));
    }

    let (status, found) = verify(&format!("{SOUND}; plies 9\n{NO_MATE}\n{ONE}\nnonsense\n"), "length");
    assert_eq!(status, Some(1));
    let missing: Vec<_> = found.iter().map(|row| row["missing"].to_string()).collect();
    let expected = [r#"["expected_plies"]"#, "[]", r#"["answer"]"#, r#"["problem"]"#];
    assert_eq!(missing, expected);
    assert_eq!(found[1]["no_mate"], true);

    let (status, found) = verify(&format!("{NO_MATE}\n"), "sound");
    assert_eq!((status, found[0]["missing"][0].as_str()), (Some(1), Some("one_solution")));
    assert_eq!(verify(&format!("{NO_MATE}\n"), "mate").0, Some(0));
}

#[test]
fn a_list_of_problems_that_cannot_be_read_is_told_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    check(folder, "sound.proof", SOUND);
    fs::write(folder.join("bad.sfen"), "9/9/9/9/9/9/9/9/x b - 1\n").unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    for (list, status, reason, place) in [
        ("missing.sfen", 2, "no such file", None),
        ("empty", 2, "file in this folder", None),
        ("bad.sfen", 1, "unknown piece letter x", Some("^")),
    ] {
        let command = || {
            let command = tsume().current_dir(folder);
            command.args(["verify", "sound.proof", "--for", list])
        };
        let output = command().output().unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{list}: {told}");
        assert!(shown.contains(reason), "{list}: {shown}");
        assert!(told.contains(reason) && told.contains(place.unwrap_or("")), "{list}: {told}");
        let rows = rows(command());
        let row = rows.last().unwrap();
        assert_eq!(row["missing"][0], "problem");
        let message = row["error"]["message"].as_str().unwrap();
        assert!(message.contains(reason), "{message}");
    }
}

/// The reason quotes the record, which must not be able to change what the terminal shows.
#[test]
fn the_reason_shows_no_character_that_a_terminal_obeys() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    check(folder, "sound.proof", SOUND);
    fs::write(folder.join("bad.sfen"), "9/9/9/9/9/9/9/9/\u{202e} b - 1\n").unwrap();
    let command = tsume().current_dir(folder);
    let output = command.args(["verify", "sound.proof", "--for", "bad.sfen"]);
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    for told in [output.stdout, output.stderr] {
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains("unknown piece letter"), "{told}");
        assert!(!told.contains('\u{202e}'), "{told:?}");
    }
}

/// Another line, in which the defender loses sooner, may have a single check at each turn although the
/// main line has a cook. So the defence has to be proven the longest.
#[test]
fn one_solution_needs_the_longest_defence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof.json");
    let check = tsume().args(["check", "-q", "--proof-format", "json", "--proof"]).arg(&file).arg(SOUND).output();
    assert!(check.unwrap().status.success());
    let verify = || {
        let verify = tsume().arg("verify").arg(&file).args(["--for", SOUND]);
        let mut rows = rows(verify);
        rows.retain(|row| row.get("missing").is_some());
        rows.remove(0)["one_solution"].clone()
    };
    assert_eq!(verify(), true);

    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let is_of_defence = |line: &&str| line.contains("\"no_composed_mate_within\"") && line.contains("\"lines\":[[");
    let before = lines.len();
    lines.retain(|line| !is_of_defence(line));
    assert_eq!(lines.len(), before - 1);
    let count = format!("\"certificates\":{}", before - 1);
    let fewer = format!("\"certificates\":{}", before - 2);
    fs::write(&file, lines.join("\n").replace(&count, &fewer) + "\n").unwrap();
    assert_eq!(verify(), false);
}

/// A certificate whose claim is true of every position is worth nothing.
#[test]
fn no_mate_within_no_plies_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof.json");
    let line = |claim: &str| {
        format!(
            "{{\"format\":\"tsume proof\",\"version\":1,\"id\":\"\",\"sfen\":\"{SOUND}\",\
             \"attacker\":\"black\",\"claim\":\"{claim}\",\"plies\":0,\"entries\":[]}}\n\
             {{\"format\":\"tsume proof\",\"version\":1,\"certificates\":1}}\n"
        )
    };
    for claim in ["no_mate_within", "no_composed_mate_within"] {
        fs::write(&file, line(claim)).unwrap();
        let verified = tsume().arg("verify").arg(&file).output().unwrap();
        assert_eq!(verified.status.code(), Some(1), "{verified:?}");
    }
}

/// The readable form has an end, too: a file cut between two lines is not complete.
#[test]
fn a_readable_file_without_its_last_line_is_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof.json");
    let solve = tsume().args(["solve", "-q", "--proof-format", "json", "--proof"]).arg(&file).arg(SOUND).output();
    assert!(solve.unwrap().status.success());
    let whole = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let status = |text: String| {
        fs::write(&file, text).unwrap();
        let verified = tsume().arg("verify").arg(&file).output().unwrap();
        verified.status.code()
    };
    assert_eq!(status(whole.clone()), Some(0));
    assert_eq!(status(lines[..lines.len() - 1].concat()), Some(1));
    assert_eq!(status(lines[1..].concat()), Some(1));
    assert_eq!(status(whole.clone() + lines[0]), Some(1));
    assert_eq!(status(whole + "\n"), Some(0));
}

#[test]
fn limits_of_time_and_memory_end_a_check() {
    let folder = tempfile::tempdir().unwrap();
    check(folder.path(), "a.proof", SOUND);
    let verify = |arguments: &[&str]| {
        let command = || tsume().arg("verify").arg(folder.path()).args(arguments);
        let status = command().output().unwrap().status.code();
        (status, rows(command()))
    };
    let (status, found) = verify(&["--time", "1ns"]);
    assert_eq!(status, Some(3));
    assert_eq!(found[0]["error"]["kind"], "limit");
    // 2,380 positions fit.
    let (status, found) = verify(&["--memory", "1MiB"]);
    assert_eq!(status, Some(0), "{found:?}");
    let line = " ".repeat(1 << 20);
    fs::write(folder.path().join("b.proof.json"), format!("{{{line}")).unwrap();
    let (status, found) = verify(&["--memory", "1MiB"]);
    assert_eq!(status, Some(3));
    assert_eq!(found.last().unwrap()["error"]["kind"], "limit");
}
