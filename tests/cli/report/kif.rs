//! Answers as KIF: what `check` and `validate` make of a record.

use crate::input::records::{KIF, write};
use crate::{COOKED, NO_MATE, check, rows, solve, stderr, stdout, tsume};
use serde_json::json;
use std::fs;
use std::path::Path;
use tsume::notation::record::{Encoding, Format, decode, read};

#[test]
fn check_writes_what_it_finds_as_branches() {
    let text = stdout(check([COOKED, "--format", "kif"]));
    assert!(text.contains("手数：5手詰\n完全性：不完全（余詰"), "{text}");
    assert!(text.contains("\n変化：3手\n   3 ２三金打"), "{text}");
    assert!(text.contains("*余詰 (cook): mates in 7, 2 plies later than the main line\n"), "{text}");
    assert!(text.contains("*変同 5手\n"), "{text}");
    // What was written is a problem again, with the same verdict.
    let again = &rows(tsume().args(["check", "-"]).stdin(text))[0];
    assert_eq!((&again["verdict"], &again["plies"]), (&json!("flawed"), &json!(5)));
    assert_eq!(again["input"]["完全性"].as_str().map(|it| it.contains("余詰")), Some(true));
}

#[test]
fn check_fills_in_the_headers_of_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a.kif", KIF, Encoding::Cp932);
    let out = folder.path().join("out.kif");
    let status = tsume().args(["check", "-q", "--format", "kif", &file, "-o"]).arg(&out).output();
    assert!(status.unwrap().status.success());
    let bytes = fs::read(&out).unwrap();
    assert!(std::str::from_utf8(&bytes).is_err());
    let text = decode(&bytes).replace("\r\n", "\n");
    assert!(text.contains("作品名：試作\n作者：だれか\n手数：5手詰\n完全性：完全\n"), "{text}");
    assert!(text.contains("   5 ２六龍(24)\n   6 詰み\nまで5手で詰み\n"), "{text}");
}

#[test]
fn check_keeps_the_headers_and_the_comments_of_a_record_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let text = KIF
        .replace("手数：5手詰\n", "棋戦：某\n備考：改作\n")
        .replace("手数----", "*図の解説\n手数----")
        .replace("   2 ", "*好手\n&しおり\n   2 ");
    let file = write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    let checked = |file: &str| {
        let output = check([file, "--format", "kif"]).output().unwrap();
        decode(&output.stdout)
    };
    let text = checked(&file);
    let expected = "作品名：試作\n作者：だれか\n手数：5手詰\n完全性：完全\n棋戦：某\n備考：改作\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("消費時間--\n*図の解説\n   1 "), "{text}");
    assert!(text.contains("(31)\n*好手\n&しおり\n   2 "), "{text}");
    // Where the line is another one the author's is a branch.
    let other = KIF.replace("   4 １六玉(15)\n   5 ２六龍(24)", "   4 １六玉(15)\n   5 １四龍(24)\n*失着");
    let file = write(folder.path(), "b.kifu", &other, Encoding::Utf8);
    let text = checked(&file);
    let branch = "\n変化：5手\n   5 １四龍(24)\n*作意と不一致 (author's line): ";
    assert!(text.contains(branch), "{text}");
    assert!(text.contains("\n*作意\n*失着\n"), "{text}");
}

#[test]
fn what_check_writes_is_the_same_when_it_is_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    for problem in [COOKED, "4k4/9/4P4/9/9/9/9/9/9 b 2G 1; id \"leftover\""] {
        let once = check([problem, "--format", "kif"]).output().unwrap();
        let file = write(folder.path(), "a.kifu", &decode(&once.stdout), Encoding::Utf8);
        let again = check([&file, "--format", "kif"]).output().unwrap();
        let remarks = |text: &str| text.matches("\n*").count();
        let (once, again) = (decode(&once.stdout), decode(&again.stdout));
        assert!(remarks(&once) > 0 && remarks(&once) == remarks(&again), "{once}\n{again}");
    }
}

#[test]
fn opcodes_and_fields_with_a_meaning_in_kif_become_headers() {
    let line = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1; id \"7\"; source \"本\"; author \"だれか\"; \
                title \"試作\"; recorded 5; acn 12;";
    let output = check([line, "--format", "kif"]).output().unwrap();
    let text = decode(&output.stdout);
    let head: Vec<_> = text.lines().skip(1).take(6).collect();
    let expected = ["作品番号：7", "出典：本", "作者：だれか", "作品名：試作", "手数：5手詰", "完全性：完全"];
    assert_eq!(head, expected);
    assert!(!text.contains("acn") && !text.contains("recorded"), "{text}");
}

#[test]
fn a_record_that_check_cannot_write_leaves_the_others_unharmed() {
    let folder = tempfile::tempdir().unwrap();
    let texts = ["一", "𠮷", "三"].map(|name| KIF.replace("試作", name));
    // `validate` leaves out what came before, so that the third has to be another position.
    let third = texts[2].replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|二", "|v歩 ・ ・ ・ ・ ・ ・ ・ ・|二");
    let third = third.replace("歩十八", "歩十七");
    let text = [texts[0].as_str(), &texts[1], &third].join("\n");
    let file = write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    for command in ["check", "validate", "solve"] {
        let out = folder.path().join(format!("{command}.kif"));
        let output = tsume()
            .args([command, "-q", &file, "-o"])
            .arg(&out)
            .args(if command == "validate" { &[][..] } else { &["--format", "kif"] })
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("`𠮷` (U+20BB7) cannot be written in CP932 (𠮷)"), "{said}");
        assert!(said.contains("one record is missing from the output"), "{said}");
        let text = decode(&fs::read(&out).unwrap());
        let names: Vec<_> = text.lines().filter(|it| it.starts_with("作品名")).collect();
        assert_eq!(names, ["作品名：一", "作品名：三"], "{command}");
    }
}

#[test]
fn check_keeps_the_branches_of_a_record_behind_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let theirs =
        "\n変化：2手\n   2 ２四歩打\n*研究\n   3 同　龍(34)\n   4 詰み\n\n変化：1手\n   1 ３三飛成(31)\n*最初の紛れ\n";
    let file = write(folder.path(), "a.kifu", &(KIF.to_owned() + theirs), Encoding::Utf8);
    let checked = |file: &str| decode(&check([file, "--format", "kif"]).output().unwrap().stdout);
    let once = checked(&file);
    assert_eq!(once.matches("２四歩打").count(), 1, "{once}");
    let kept = "変化：2手\n   2 ２四歩打\n*研究\n   3 同　龍(34)\n   4 詰み\n";
    assert!(once.contains(kept), "{once}");
    assert!(once.ends_with("変化：1手\n   1 ３三飛成(31)\n*最初の紛れ\n"), "{once}");
    let again = write(folder.path(), "b.kifu", &once, Encoding::Utf8);
    assert_eq!(checked(&again), once);
}

#[test]
fn validate_writes_a_whole_record_for_a_position_that_came_before() {
    let folder = tempfile::tempdir().unwrap();
    let mirrored = "6R2/9/9/8k/6B2/9/9/9/9 b - 1".replace("6R2", "2R6");
    let mirrored = mirrored.replace("8k", "k8").replace("6B2", "2B6");
    let text = format!("6R2/9/9/8k/6B2/9/9/9/9 b - 1; id \"one\";\n{mirrored}; id \"two/2\";\n");
    let file = write(folder.path(), "a.sfen", &text, Encoding::Utf8);
    let (kif, jsonl) = (folder.path().join("a.kifu"), folder.path().join("a.jsonl"));
    let output = tsume().args(["validate", &file, "-o"]).arg(&kif).arg("-o").arg(&jsonl).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read_to_string(&kif).unwrap();
    let (one, two) = text.split_once("\n\n# KIF").unwrap();
    assert!(one.contains("作品番号：one\n手数：5手詰\n完全性：完全\n"), "{text}");
    assert!(two.contains("作品番号：two/2\n手数：5手詰\n完全性：完全\n"), "{text}");
    assert!(two.contains("\n*同一局面: one\n   1 ７四飛成(71)"), "{text}");
    assert_eq!(one.matches("詰み").count(), two.matches("詰み").count(), "{text}");
    let rows = fs::read_to_string(&jsonl).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&row["duplicate_of"], &row["verdict"]), (&json!("one"), &json!("sound")));
    assert_ne!(row["nodes"], 0);
}

/// A line of the strict game that is longer than the mate is no main line, and nobody's solution.
#[test]
fn a_line_that_does_not_fit_its_length_is_not_written_as_the_main_line() {
    const WIDE: &str = "9/6k2/7sR/9/9/3L+B4/9/9/9 b RGb3g3s4n3l18p 1";
    let mut longer = 0;
    for nodes in ["1k", "5k", "20k"] {
        let row = &rows(solve(["--nodes", nodes, WIDE]))[0];
        let length = row["solution"].as_array().unwrap().len();
        let told = row["notes"][0]["kind"] == "line";
        let command = tsume().args(["solve", "--nodes", nodes, "--format", "kif", WIDE]).output();
        let text = String::from_utf8(command.unwrap().stdout).unwrap();
        assert_eq!(text.contains("*本手順未詳: "), told, "{nodes}: {text}");
        if row["plies"].as_u64().is_some_and(|plies| plies != length as u64) {
            assert!(!text.contains("\n   1 "), "{nodes}: {text}");
            longer += 1;
        }
    }
    assert!(longer > 0);
}

/// The grey interposition would have to be futile for the capture to be a mate.
#[test]
fn a_grey_interposition_ends_no_line() {
    let problem = "6RSn/9/8k/7P1/6B1P/9/9/9/9 b rb4g3s3n4l16p 1";
    let text = kif(check(["--nodes", "50k", "--format", "kif", problem]));
    assert!(text.contains("手数：3手詰"), "{text}");
    assert!(text.contains("*無駄合の解釈"), "{text}");
    assert!(text.contains("まで3手で詰み"), "{text}");
    assert!(!text.contains("まで1手で詰み"), "{text}");
}

/// A line of the strict game may have the length of the main line by chance.
#[test]
fn a_line_that_only_stands_in_for_the_main_line_is_none() {
    let problem = "9/4n4/5+P1k1/5+R3/7p+p/4P4/8R/9/9 b L2b4g4s3n3l14p 1";
    let row = &rows(check(["--nodes", "10k", problem]))[0];
    let notes = row["notes"].as_array().unwrap();
    assert!(notes.iter().any(|it| it["kind"] == "line"), "{row}");
    assert_eq!(row["plies"], row["solution"].as_array().unwrap().len());
    let text = kif(check(["--nodes", "10k", "--format", "kif", problem]));
    assert!(text.contains("本手順未詳"), "{text}");
    assert!(!text.contains("で詰み"), "{text}");
}

fn kif(command: snapbox::cmd::Command) -> String {
    stdout(command)
}

/// After the first move of a branch, the line goes on with best play, even if a dual or a cook is
/// found in the same variation.
#[test]
fn a_branch_goes_on_with_best_play() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["classes.tsv", "reference.tsv"] {
        let table = fs::read_to_string(Path::new("tests/data").join(name)).unwrap();
        let lines = table.lines().take(40).collect::<Vec<_>>().join("\n");
        fs::write(folder.path().join(name), lines + "\n").unwrap();
    }
    let run = |format| {
        let output = tsume()
            .args(["check", "--nodes", "200k", "--variations", "1", "--format", format, COOKED])
            .arg(folder.path())
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let rows: Vec<serde_json::Value> = serde_json::from_str(&run("json")).unwrap();
    let records = read(&run("kif"), Format::Kif).into_iter();
    let records: Vec<_> = records.map(|it| it.content.unwrap().0).collect();
    assert_eq!(rows.len(), records.len());
    let (mut followed, mut tempted) = (0, 0);
    for (row, record) in rows.iter().zip(&records) {
        let words = |moves: &serde_json::Value| -> Vec<String> {
            let moves = moves.as_array().unwrap().iter();
            moves.map(|it| it.as_str().unwrap().to_owned()).collect()
        };
        let solution = words(&row["solution"]);
        let tree = &record.tree;
        let name = |id: usize| tree.node(id).mv.unwrap().to_string();
        let child = |at: usize, mv: &String| {
            let mut children = tree.node(at).children.iter().copied();
            children.find(|&id| name(id) == *mv)
        };
        for turn in row["variations"].as_array().into_iter().flatten() {
            let before = turn["ply"].as_u64().unwrap() as usize - 1;
            let from = solution[..before].iter().try_fold(0, child);
            let defences = turn["defences"].as_array().unwrap().iter().enumerate();
            let shown = defences.filter(|(at, it)| *at == 0 || it["equal"] == json!(true));
            for (_, defence) in shown {
                let line = words(&defence["line"]);
                let Some(branch) = from.and_then(|from| child(from, &line[0])) else {
                    panic!("{}: no branch {line:?}", row["id"]);
                };
                let goes_on: Vec<_> = tree.line_from(branch).map(name).collect();
                assert_eq!(goes_on, line[1..], "{}: {}", row["id"], line[0]);
                followed += 1;
                tempted += usize::from(tree.node(branch).children.len() > 1);
            }
        }
    }
    assert!(followed > 20 && tempted > 0, "{followed} {tempted}");
}

#[test]
fn a_record_of_a_no_mate_states_no_length() {
    let problem = format!("{NO_MATE}; plies 3;");
    let text = stdout(check([&*problem, "--format", "kif"]));
    assert!(text.contains("\n完全性：不詰\n"), "{text}");
    assert!(!text.contains("手数："), "{text}");
    assert!(text.contains("*手数不一致: the record says 3 plies, there is no mate\n"), "{text}");
}

/// What the program wrote about a record goes when it is judged again, whichever language or version
/// wrote it.
#[test]
fn comments_of_the_program_are_not_repeated() {
    let judged = |lang: &str, input: String| {
        let output = tsume().args(["check", "-", "--format", "kif", "--lang", lang]).stdin(input).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let japanese = judged("ja", format!("{COOKED}; plies 7;\n"));
    assert!(japanese.contains("\n*手数不一致：記録は7手、実際は5手\n"), "{japanese}");
    assert!(japanese.contains("\n*余詰（検討）：7手で詰む（本手順より2手長い）\n"), "{japanese}");
    assert!(japanese.contains("\n*最終手余詰(長)［許容］（検討）："), "{japanese}");
    let old = japanese
        .replace("［許容］（検討）：", " [許容] (検討): ")
        .replace("（検討）：", " (検討): ")
        .replace("手数不一致：", "手数不一致: ");
    let english = judged("en", old.clone());
    assert!(english.contains("\n*余詰 (cook): mates in 7"), "{english}");
    assert!(!english.contains("検討"), "{english}");
    assert_eq!(judged("ja", english), judged("ja", japanese));
    assert_eq!(judged("ja", old), judged("ja", judged("en", format!("{COOKED}\n"))));
}

#[test]
fn csa_says_that_it_has_no_branches() {
    let errors = stderr(check([COOKED, "--format", "csa"]));
    assert!(errors.contains("CSA holds one line"), "{errors}");
    let output = check([COOKED, "--format", "csa", "-q"]).output().unwrap();
    assert!(output.stderr.is_empty());
}
