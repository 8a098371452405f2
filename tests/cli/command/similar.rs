//! Similar works, in collections and in their index.

use crate::{FUTILE, ONE, tsume};
use serde_json::{Value, json};
use snapbox::cmd::{Command, OutputAssert};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Mate in five, with its line.
const FIVE: &str = "6R2/9/9/8k/6B2/9/9/9/B8 b r4g4s4n4l18p 1";
const LINE: &str = "3a3d+ 1d1e 3d2d 1e1f 2d2f";
/// The same mirrored and a rank lower, without the bishop that is not needed.
const TWIN: &str = "9/2R6/9/9/k8/2B6/9/9/9 b rb4g4s4n4l18p 1";
const TWINS_LINE: &str = "7b7e+ 9e9f 7e8e 9f9g 8e8g";
/// Other pieces; its last five plies are those of the line, a rank lower.
const SAME_END: &str = "r8/6R2/2g1s4/2p6/2l5k/2n3B2/2s6/9/9 b g 1";
const SAME_ENDS_LINE: &str = "3b3e+ 1e1f 3e2e 1f1g 2e2g";

/// A folder with a collection of four problems, and a problem that is asked about.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let it = Self(tempfile::tempdir().unwrap());
        let lines = [
            format!("{TWIN} moves {TWINS_LINE}; id \"twin\""),
            format!("{ONE}; id \"one\""),
            format!("{SAME_END} moves {SAME_ENDS_LINE}; id \"end\""),
            format!("{FUTILE}; id \"futile\""),
        ];
        fs::write(it.path("works.sfen"), lines.join("\n") + "\n").unwrap();
        fs::write(it.path("new.sfen"), format!("{FIVE} moves {LINE}\n")).unwrap();
        it
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn similar<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let command = tsume().current_dir(self.0.path());
        command.arg("similar").args(arguments)
    }
}

fn text(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn told(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stderr.clone()).unwrap()
}

fn rows(text: &str) -> Vec<Value> {
    let row = |line: &str| serde_json::from_str(line).unwrap();
    text.lines().map(row).collect()
}

#[test]
fn a_mirrored_and_shifted_work_is_found_and_one_with_the_same_end() {
    let folder = Folder::new();
    let output = folder.similar(["new.sfen", "works.sfen"]).assert().code(0);
    let english = "\
new.sfen:1  2 similar works
   85  twin  (works.sfen:1)
       mirrored and shifted 1 rank down; gone B 9i; the same last 5 plies,
       from ply 1, there from ply 1
       9/2R6/9/9/k8/2B6/9/9/9 b rb4g4s4n4l18p 1
   42  end  (works.sfen:3)
";
    assert!(text(&output).starts_with(english), "{}", text(&output));
    let output = folder.similar(["--lang", "ja", "new.sfen", "works.sfen"]);
    let japanese = text(&output.assert().code(0));
    for part in [
        "new.sfen:1  類似作2題\n   85  twin（works.sfen:1）\n",
        "左右反転して下へ1段移動、なし 攻方角９九、最後の5手が同じ",
    ] {
        assert!(japanese.contains(part), "{japanese}");
    }
    let output = folder.similar([ONE, "new.sfen"]).assert().code(0);
    assert_eq!(text(&output), "argument:1  nothing similar\n");
    let output = folder.similar(["-q", ONE, "new.sfen"]).assert().code(0);
    assert_eq!(text(&output), "");
}

#[test]
fn an_index_answers_as_its_collection_does() {
    let folder = Folder::new();
    let run = folder.similar(["--index", "all.index", "works.sfen", "new.sfen"]);
    let output = run.assert().code(0);
    assert!(
        told(&output).starts_with("all.index: 5 problems, "),
        "{}",
        told(&output)
    );
    for arguments in [["new.sfen"; 1], [TWIN; 1], [SAME_END; 1]] {
        let ask = |collections: &[&str]| {
            let run = folder.similar(["--format", "jsonl", "--min-score", "30"]);
            text(&run.args(arguments).args(collections).assert().code(0))
        };
        let (plain, indexed) = (ask(&["works.sfen", "new.sfen"]), ask(&["all.index"]));
        assert!(!plain.is_empty());
        assert_eq!(plain, indexed);
    }
    // The problem itself is in the index, and not similar to itself.
    let run = folder.similar(["--format", "jsonl", "new.sfen", "all.index"]);
    let found = rows(&text(&run.assert().code(0)));
    assert!(found.iter().all(|it| it["id"] != "new.sfen:1"), "{found:?}");
    // Given in another way, it is.
    let run = folder.similar(["--format", "jsonl", FIVE, "all.index"]);
    let found = rows(&text(&run.assert().code(0)));
    assert_eq!(
        (&found[0]["id"], &found[0]["score"]),
        (&json!("new.sfen:1"), &json!(100))
    );
    assert_eq!(found[0]["note"], "the same pieces");
}

#[test]
fn a_damaged_index_is_refused_and_the_other_collections_are_read() {
    let folder = Folder::new();
    folder
        .similar(["-q", "--index", "all.index", "works.sfen"])
        .assert()
        .code(0);
    let whole = fs::read(folder.path("all.index")).unwrap();
    for (bytes, english, japanese) in [
        (&whole[..whole.len() / 2], "cut short", "途中で切れている"),
        (
            &[&whole[..], b"more"].concat(),
            "it is damaged",
            "壊れている",
        ),
    ] {
        fs::write(folder.path("bad.index"), bytes).unwrap();
        let output = folder
            .similar(["new.sfen", "bad.index", "works.sfen"])
            .assert()
            .code(2);
        assert!(
            text(&output).contains("2 similar works"),
            "{}",
            text(&output)
        );
        let error = told(&output);
        assert!(
            error.contains("cannot read the index `bad.index`"),
            "{error}"
        );
        assert!(error.contains(english), "{error}");
        let output = folder
            .similar(["--lang", "ja", "new.sfen", "bad.index"])
            .assert()
            .code(2);
        let error = told(&output);
        assert!(error.contains(japanese), "{error}");
        assert!(error.contains("比べる作品集に問題がない"), "{error}");
    }
}

#[test]
fn a_bad_line_of_a_collection_does_not_stop_the_others() {
    let folder = Folder::new();
    let lines = format!("nonsense\n{TWIN}; id \"twin\"\n");
    fs::write(folder.path("some.sfen"), lines).unwrap();
    let output = folder.similar(["new.sfen", "some.sfen"]).assert().code(2);
    assert!(text(&output).contains("  twin  "), "{}", text(&output));
    assert!(told(&output).contains("some.sfen:1"), "{}", told(&output));
    // The same of a file of problems.
    let output = folder.similar(["some.sfen", "works.sfen"]).assert().code(2);
    assert!(text(&output).contains("twin  "), "{}", text(&output));
}

#[test]
fn what_is_read_is_not_written() {
    let folder = Folder::new();
    let before = fs::read(folder.path("works.sfen")).unwrap();
    for arguments in [
        &["similar", "--index", "works.sfen", "works.sfen"][..],
        &[
            "similar",
            "new.sfen",
            "works.sfen",
            "--format",
            "csv",
            "-o",
            "works.sfen",
        ],
        &[
            "validate",
            "new.sfen",
            "--similar",
            "works.sfen",
            "-o",
            "works.sfen",
        ],
    ] {
        let run = tsume().current_dir(folder.0.path()).args(arguments);
        let output = run.assert().code(2);
        assert!(
            told(&output).contains("among the files to be read"),
            "{}",
            told(&output)
        );
    }
    assert_eq!(fs::read(folder.path("works.sfen")).unwrap(), before);
    let output = folder.similar(["new.sfen"]).assert().code(2);
    assert!(
        told(&output).contains("name a collection"),
        "{}",
        told(&output)
    );
    // Where nothing can be written, nothing is left.
    folder
        .similar(["--index", "all.index", "nowhere.sfen"])
        .assert()
        .code(2);
    assert!(!folder.path("all.index").exists());
    assert!(!Path::new(&folder.path("all.index.tsume-part")).exists());
}

#[test]
fn validate_names_similar_works() {
    let folder = Folder::new();
    // Without the author's line, the one that is found counts.
    fs::write(folder.path("plain.sfen"), format!("{FIVE}\n{FIVE}\n")).unwrap();
    let validate = || {
        let run = tsume().current_dir(folder.0.path());
        run.args([
            "validate",
            "--nodes",
            "200k",
            "--similar",
            "works.sfen",
            "plain.sfen",
        ])
    };
    let found = rows(&text(&validate().args(["--format", "jsonl"]).assert()));
    assert_eq!(found.len(), 2);
    let works = found[0]["similar"].as_array().unwrap();
    let told: Vec<_> = works.iter().map(|it| &it["id"]).collect();
    assert_eq!(told, ["twin", "end"]);
    assert_eq!(works[0]["ending"]["plies"], 5);
    assert!(found[0]["limits"].as_str().unwrap().ends_with(" similar"));
    // Those of a duplicate are looked for, too.
    assert_eq!(found[1]["duplicate_of"], "plain.sfen:1");
    assert_eq!(found[1]["similar"][0]["id"], "twin");
    let table = text(&validate().args(["--format", "csv"]).assert());
    assert!(
        table.lines().next().unwrap().contains(",similar,"),
        "{table}"
    );
    assert!(
        table.lines().nth(1).unwrap().contains(",twin end,"),
        "{table}"
    );
    let brief = text(&validate().args(["--format", "text"]).assert());
    let line = "\n    similar works: twin (85): mirrored and shifted 1 rank down; gone B 9i";
    assert!(brief.contains(line), "{brief}");
    let page = text(
        &validate()
            .args(["--format", "html", "--lang", "ja"])
            .assert(),
    );
    assert!(page.contains("twin（85）左右反転して下へ1段移動"), "{page}");
    // Without the option, nothing was looked for.
    let plain = tsume().current_dir(folder.0.path());
    let plain = plain.args([
        "validate",
        "--nodes",
        "1k",
        "--format",
        "jsonl",
        "plain.sfen",
    ]);
    assert_eq!(rows(&text(&plain.assert()))[0]["similar"], Value::Null);
}
