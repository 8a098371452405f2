//! Certificates on the command line: written, verified, tampered with.

use crate::{BOUNDED, FUTILE, NO_MATE, ONE, rows, solve, tsume};
use snapbox::cmd::Command;
use snapbox::{file, str};
use std::fs;
use std::path::Path;

fn verify(file: &Path) -> Command {
    tsume().arg("verify").arg(file)
}

/// Certificates of the answer to a problem, in a file of their own.
fn proof(folder: &Path, problem: &str, format: &str) -> std::path::PathBuf {
    let file = folder.join(format!("a.{format}"));
    let arguments = ["-q", "--force", "--proof-format", format, "--proof"];
    let command = tsume().arg("solve").args(arguments).arg(&file).arg(problem);
    assert!(command.output().unwrap().status.code().unwrap() <= 1);
    file
}

#[test]
fn an_answer_is_proven_to_the_checker() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["binary", "json"] {
        let file = proof(folder.path(), FUTILE, format);
        verify(&file).assert().success().stdout_eq(file!["snapshots/an_answer_is_proven_to_the_checker.txt"]);
    }
    let file = proof(folder.path(), NO_MATE, "binary");
    verify(&file).assert().success().stdout_eq(str![[r#"
argument:1
  4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1  (black attacks)
  ✓ no mate                                    2 positions

summary  proven 1 · rejected 0

"#]]);
}

#[test]
fn programs_read_what_is_proven() {
    let folder = tempfile::tempdir().unwrap();
    let file = proof(folder.path(), FUTILE, "binary");
    let rows = rows(verify(&file));
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["claim"], "composed_mate_within");
    assert_eq!(rows[0]["plies"], 1);
    assert_eq!(rows[0]["plies_composed"], 1);
    assert_eq!(rows[0]["plies_strict"], serde_json::Value::Null);
    assert_eq!(rows[1]["claim"], "mate_within");
    assert_eq!(rows[1]["plies"], 3);
    assert_eq!(rows[1]["plies_strict"], serde_json::Value::Null);
    assert_eq!(rows[2]["claim"], "no_mate_within");
    assert_eq!(rows[2]["plies_strict"], 3);
    assert_eq!(rows[2]["plies_composed"], serde_json::Value::Null);
    for row in &rows {
        assert_eq!(row["verdict"], "proven");
        assert_eq!(row["attacker"], "black");
        assert_eq!(row["error"], serde_json::Value::Null);
    }
    let array = verify(&file).args(["--format", "json"]).output().unwrap();
    let array: Vec<serde_json::Value> = serde_json::from_slice(&array.stdout).unwrap();
    assert_eq!(array, rows);
}

#[test]
fn a_tampered_certificate_is_rejected_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = proof(folder.path(), ONE, "json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("G*5b", "G*5a")).unwrap();
    verify(&file).assert().code(1).stdout_eq(str![[r#"
argument:1
  4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1  (black attacks)
  ✗ mate within 1 composed ply  rejected: the move G*5a is not legal
    at 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1
  ✗ mate within 1 ply  rejected: the move G*5a is not legal
    at 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1

summary  proven 0 · rejected 2

"#]]);
    // Another claim about the same positions.
    fs::write(&file, text.replace("4k4/9/4P4/9/9/9/9/9/9 b G2r", "4k4/9/3P5/9/9/9/9/9/9 b G2r")).unwrap();
    let row = &rows(verify(&file))[0];
    assert_eq!(row["verdict"], "rejected");
    assert_eq!(row["error"]["kind"], "rejected");
    assert_eq!(row["error"]["message"], "no entry covers the problem");
}

#[test]
fn damaged_and_missing_files_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = proof(folder.path(), FUTILE, "binary");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let row = &rows(verify(&file))[0];
    assert_eq!(row["error"]["kind"], "malformed");
    verify(&file).assert().code(1);
    let missing = folder.path().join("missing");
    assert_eq!(rows(verify(&missing))[0]["error"]["kind"], "io");
    verify(&missing).assert().code(2);
    verify(folder.path()).assert().code(2);
}

#[test]
fn an_answer_can_be_checked_before_it_is_given() {
    let row = &rows(solve(["--verify", FUTILE]))[0];
    let certificates = row["certificates"].as_array().unwrap();
    assert_eq!(certificates.len(), 3);
    for certificate in certificates {
        assert_eq!(certificate["verified"], true);
        assert!(certificate["positions"].as_u64().unwrap() > 0);
    }
    // Nobody asked here.
    assert_eq!(rows(solve([FUTILE]))[0]["certificates"], serde_json::Value::Null);
}

#[test]
fn a_bound_is_proven_as_a_bound() {
    let arguments = ["--verify", "--nodes", "100k", "--interpositions", "off", BOUNDED];
    let row = &rows(solve(arguments))[0];
    let most = row["plies_at_most"].as_u64().unwrap();
    let certificates = row["certificates"].as_array().unwrap();
    assert_eq!(certificates.len(), 1, "{certificates:?}");
    assert_eq!(certificates[0]["claim"], "mate_within");
    // Reading the main line shortens the strict bound too.
    assert!(certificates[0]["plies"].as_u64().unwrap() <= most);
    assert_eq!(certificates[0]["verified"], true);
}

#[test]
fn nothing_that_is_read_is_overwritten_by_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("a.sfen");
    fs::write(&problem, ONE).unwrap();
    let both = tsume().arg("solve").arg(&problem).arg("--proof").arg(&problem);
    both.assert().code(2);
    assert_eq!(fs::read_to_string(&problem).unwrap(), ONE);
    let answers = folder.path().join("answers");
    let twice = tsume().arg("solve").arg(ONE);
    let twice = twice.arg("--proof").arg(&answers).arg("-o").arg(&answers);
    twice.assert().code(2);
}

#[test]
fn a_verdict_is_certified_check_by_check() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let sound = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
    let check = tsume().args(["check", "-q", "--verify", "--proof"]);
    let row = &rows(check.arg(&file).arg(sound))[0];
    assert_eq!(row["verdict"], "sound");
    let certificates = row["certificates"].as_array().unwrap();
    assert!(certificates.iter().all(|it| it["verified"] == true));
    let last = certificates.last().unwrap();
    assert_eq!(last["claim"], "no_mate");
    assert_eq!(last["lines"].as_array().unwrap().len(), 15);
    // What is not proven is said.
    let open = row["not_certified"].as_array().unwrap();
    assert_eq!(open.len(), 1, "{open:?}");
    verify(&file).assert().success().stdout_eq(file!["snapshots/a_verdict_is_certified_check_by_check.txt"]);
    let last = rows(verify(&file)).pop().unwrap();
    let only = last["only_checks"].as_array().unwrap();
    assert_eq!(only.len(), 3);
    assert_eq!(only[0]["after"].as_array().unwrap().len(), 0);
    assert_eq!(only[0]["move"], "3a3d+");
    assert_eq!(only[1]["after"][1], "1d1e");
}

#[test]
fn a_cook_is_certified_by_its_mate() {
    // At ply 3, besides the main move, two others mate.
    let cooked = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";
    let check = tsume().args(["check", "-q", "--verify", cooked]);
    let row = &rows(check)[0];
    assert_eq!(row["verdict"], "flawed");
    let certificates = row["certificates"].as_array().unwrap();
    let defects = row["defects"].as_array().unwrap();
    assert!(!defects.is_empty());
    for defect in defects {
        let proven = certificates.iter().any(|it| {
            let line = it["lines"][0].as_array();
            it["claim"] == "mate_within"
                && it["verified"] == true
                && line.is_some_and(|line| line.last() == Some(&defect["move"]))
        });
        assert!(proven, "{defect}");
    }
    let open = row["not_certified"].as_array().unwrap();
    assert!(open.iter().any(|it| it.as_str().unwrap().contains("which kind of flaw")));
}

#[test]
fn an_early_mate_at_a_turn_is_certified_by_its_mate() {
    // The author's line goes on for five more plies where 7h2c+ mates in three.
    let line = "1c2b 1a2b G*2c 2b2a 3c3b+ 2a1a 3b2b";
    let early = format!("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1 moves {line}");
    let row = &rows(tsume().args(["check", "-q", "--verify", &early]))[0];
    assert_eq!(row["defects"][0]["kind"], "early_mate", "{row}");
    let check = row["defects"][0]["move"].clone();
    let mut certificates = row["certificates"].as_array().unwrap().iter();
    let proven = certificates.any(|it| {
        it["claim"] == "mate_within"
            && it["verified"] == true
            && it["lines"][0][2] == check
            && it["lines"][0][0] == "1c2b"
    });
    assert!(proven, "{row}");
}

#[test]
fn a_claim_beyond_the_limits_is_not_certified() {
    let arguments = ["--verify", "--nodes", "100k", BOUNDED];
    let check = tsume().args(["check", "-q"]).args(arguments);
    let row = &rows(check)[0];
    assert_eq!(row["verdict"], "unknown");
    let open = row["not_certified"].as_array().unwrap();
    assert!(open.iter().any(|it| it == "the composed length"), "{open:?}");
}

#[test]
fn a_collection_gets_a_file_of_certificates_for_each_problem() {
    let folder = tempfile::tempdir().unwrap();
    let problems = folder.path().join("problems.sfen");
    let lines = [
        format!("{ONE}; id \"one\";"),
        format!("{FUTILE}; id \"two/../2\";"),
        format!("{NO_MATE}; id \"Three\";"),
        "nonsense".to_owned(),
    ];
    fs::write(&problems, lines.join("\n")).unwrap();
    let proofs = folder.path().join("new/proofs");
    let arguments = ["validate", "--jobs", "2", "-q", "--verify", "--proofs"];
    let run = tsume().args(arguments).arg(&proofs).arg(&problems);
    let rows = rows(run);
    assert_eq!(rows.len(), 4);
    let mut names = Vec::new();
    for file in fs::read_dir(&proofs).unwrap() {
        let file = file.unwrap();
        names.push(file.file_name().into_string().unwrap());
        verify(&file.path()).assert().success();
    }
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names[0].starts_with("Three-"));
    assert_eq!(names[1], "one.proof");
    assert!(names[2].starts_with("two_.._2-"), "{names:?}");
    for row in &rows[..3] {
        let certificates = row["certificates"].as_array().unwrap();
        assert!(!certificates.is_empty());
        assert!(certificates.iter().all(|it| it["verified"] == true));
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sfen");
    fs::write(&file, ONE).unwrap();
    let run = tsume().arg("validate").arg("--proofs").arg(&file).arg(&file);
    run.assert().code(2);
    assert_eq!(fs::read_to_string(&file).unwrap(), ONE);
}

/// Certificates of composed lengths are by the standard rules.
#[test]
fn a_length_by_other_rules_is_told_to_have_no_certificate() {
    for (level, not_certified) in [
        ("broad", Some("the composed length")),
        ("terminal", Some("the composed length")),
        ("standard", None),
        ("off", None),
    ] {
        let row = &rows(solve(["--verify", "--interpositions", level, FUTILE]))[0];
        assert_eq!(row["verdict"], "mate");
        assert_eq!(row["not_certified"][0].as_str(), not_certified, "{level}");
    }
}
