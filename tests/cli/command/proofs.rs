//! Certificates on the command line. What is said about those that are wrong is in `tests/golden`.

use crate::{COOKED, SOUND, rows, tsume};
use std::fs;

#[test]
fn a_cook_is_certified_by_its_mate() {
    // At ply 3, besides the main move, two others mate.
    let check = tsume().args(["check", "-q", "--verify", COOKED]);
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
    assert!(
        open.iter()
            .any(|it| it.as_str().unwrap().contains("which kind of flaw"))
    );
}

/// Another line, in which the defender loses sooner, may have a single check at each turn although the
/// main line has a cook. So the defence has to be proven the longest.
#[test]
fn one_solution_needs_the_longest_defence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof.json");
    let check = tsume()
        .args(["check", "-q", "--proof"])
        .arg(&file)
        .arg(SOUND)
        .output();
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
    let is_of_defence =
        |line: &&str| line.contains("\"no_composed_mate_within\"") && line.contains("\"lines\":[[");
    let before = lines.len();
    lines.retain(|line| !is_of_defence(line));
    assert_eq!(lines.len(), before - 1);
    let count = format!("\"certificates\":{}", before - 1);
    let fewer = format!("\"certificates\":{}", before - 2);
    fs::write(&file, lines.join("\n").replace(&count, &fewer) + "\n").unwrap();
    assert_eq!(verify(), false);
}

#[test]
fn a_certificate_larger_than_the_memory_ends_its_check() {
    let folder = tempfile::tempdir().unwrap();
    let line = " ".repeat(1 << 20);
    fs::write(folder.path().join("b.proof.json"), format!("{{{line}")).unwrap();
    let verify = tsume().args(["verify", "--hash", "1MiB"]);
    let verify = verify.arg(folder.path());
    assert_eq!(rows(verify)[0]["error"]["kind"], "limit");
}

/// What is proven of other moves is no answer.
#[test]
fn a_folder_says_which_problems_have_no_proof_of_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof.json");
    let check = tsume().args(["check", "-q", "--proof"]);
    check.arg(&path).arg(SOUND).assert().success();
    let verify = || tsume().arg("verify").arg(folder.path());
    verify().assert().code(0);
    let text = fs::read_to_string(&path).unwrap();
    let is_of_line = |line: &&str| line.contains("\"lines\":[[");
    let kept: Vec<&str> = text.lines().filter(is_of_line).collect();
    let end = format!(
        "{{\"format\":\"tsume proof\",\"version\":1,\"certificates\":{}}}",
        kept.len()
    );
    fs::write(&path, format!("{}\n{end}\n", kept.join("\n"))).unwrap();
    let output = verify().output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let lacking = rows(verify()).pop().unwrap();
    assert_eq!(
        lacking["missing"],
        serde_json::json!(["answer"]),
        "{lacking}"
    );
    assert_eq!(lacking["sfen"], SOUND);
}
