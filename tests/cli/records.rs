//! Records in KIF, KI2, CSA and JKF: read by every command, converted, shown, written by `check`.

use super::{COOKED, check, rows, solve, tsume};
use serde_json::json;
use snapbox::str;
use std::fs;
use std::path::Path;
use tsume::notation::record::{Encoding, decode, encode};

const KIF: &str = "\
作品名：試作
作者：だれか
手数：5手詰
手合割：詰将棋
後手の持駒：飛　角　金四　銀四　桂四　香四　歩十八　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ 飛 ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v玉|四
| ・ ・ ・ ・ ・ ・ 角 ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
手数----指手---------消費時間--
   1 ３四飛成(31)
   2 １五玉(14)
   3 ２四龍(34)
   4 １六玉(15)
   5 ２六龍(24)
   6 詰み
";

fn write(folder: &Path, name: &str, text: &str, encoding: Encoding) -> String {
    let path = folder.join(name);
    fs::write(&path, encode(text, encoding).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

fn convert<const N: usize>(arguments: [&str; N]) -> String {
    let output = tsume().arg("convert").args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    decode(&output.stdout)
}

#[test]
fn records_are_problems_in_either_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "a.kif", KIF, Encoding::Cp932);
    write(path, "b.kif", KIF, Encoding::Utf8);
    write(path, "c.txt", KIF, Encoding::Cp932);
    let numbered = format!("作品番号：9\n{KIF}\n作品番号：10\n{KIF}");
    write(path, "d.kifu", &numbered, Encoding::Utf8);
    let bare = KIF.lines().skip(3).collect::<Vec<_>>().join("\n");
    let unnamed = write(path, "e.kif", &bare, Encoding::Utf8);
    let rows = rows(tsume().arg("check").arg(path));
    let found: Vec<_> = rows
        .iter()
        .map(|row| (&row["id"], &row["verdict"]))
        .collect();
    let sound = json!("sound");
    let ids = ["試作", "試作#2", "試作#3", "9", "10", &unnamed].map(|id| json!(id));
    assert_eq!(found, ids.iter().map(|id| (id, &sound)).collect::<Vec<_>>());
    assert_eq!(rows[0]["expected_plies"], 5);
    assert_eq!(rows[0]["input"]["作者"], "だれか");
}

#[test]
fn standard_input_tells_its_format_by_how_it_begins() {
    let row = &rows(solve(["-"]).stdin(encode(KIF, Encoding::Cp932).unwrap()))[0];
    assert_eq!((&row["plies"], &row["id"]), (&json!(5), &json!("試作")));
    let forced = &rows(solve(["-", "--input-format", "kif"]).stdin(KIF))[0];
    assert_eq!(forced["plies"], 5);
}

#[test]
fn a_bad_record_is_shown_with_a_caret_and_the_others_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let bad = KIF.replace("３四飛成(31)", "３四飛成(32)");
    let file = write(
        folder.path(),
        "two.kif",
        &format!("{bad}\n{KIF}"),
        Encoding::Cp932,
    );
    tsume()
        .current_dir(folder.path())
        .args(["solve", "-q", "two.kif"])
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error: there is no 飛 of the side to move on ３二
  --> two.kif:20:6
   |
20 |    1 ３四飛成(32)
   |      ^^^^^^^^^^^^

"#]]);
    let rows = rows(solve([&file]));
    assert_eq!(rows[0]["error"]["kind"], "record");
    assert_eq!(rows[1]["verdict"], "mate");
}

#[test]
fn an_illegal_diagram_of_a_record_is_shown_where_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let bad = KIF.replace(" 角 ・ ・|五", " 金 ・ ・|五");
    write(folder.path(), "bad.kif", &bad, Encoding::Utf8);
    tsume()
        .current_dir(folder.path())
        .args(["solve", "-q", "bad.kif"])
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error: 5 golds, 4 exist
 --> bad.kif:5:11
  |
5 | 後手の持駒：飛　角　金四　銀四　桂四　香四　歩十八　
  |                     ^^^^

"#]]);
}

#[test]
fn the_main_line_of_a_record_is_the_authors() {
    let folder = tempfile::tempdir().unwrap();
    let other = KIF.replace("１六玉(15)", "１四玉(15)");
    let file = write(folder.path(), "a.kif", &other, Encoding::Utf8);
    let output = tsume().args(["check", "-q", &file]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("the king would go to 1d, which is attacked"),
        "{said}"
    );
    assert!(said.contains("a.kif:23:6"), "{said}");
    let longer = KIF.replace("5手詰", "七手詰");
    let file = write(folder.path(), "b.kif", &longer, Encoding::Utf8);
    let row = &rows(check([&file]))[0];
    assert_eq!(
        (&row["expected_plies"], &row["defects"][0]["kind"]),
        (&json!(7), &json!("early_mate"))
    );
}

#[test]
fn every_format_becomes_every_other() {
    let folder = tempfile::tempdir().unwrap();
    let first = write(folder.path(), "a.kif", KIF, Encoding::Cp932);
    let formats = ["sfen", "kif", "kifu", "ki2", "csa", "jkf", "jsonl", "csv"];
    let plain = convert([&first, "--to", "kif"]);
    for from in formats {
        let middle = folder.path().join(format!("middle.{from}"));
        let middle = middle.to_str().unwrap();
        convert([&first, "-o", middle]);
        for to in formats {
            let last = folder.path().join(format!("last.{to}"));
            let last = last.to_str().unwrap();
            convert([middle, "-o", last]);
            let mut back: Vec<_> = convert([last, "--to", "kif"])
                .lines()
                .map(str::to_owned)
                .collect();
            // Where there are no names of headers, the id is one, and their order is another.
            back.retain(|line| !line.starts_with("作品番号"));
            let mut expected: Vec<_> = plain.lines().map(str::to_owned).collect();
            back.sort();
            expected.sort();
            assert_eq!(back, expected, "{from} → {to}");
        }
    }
}

#[test]
fn what_finds_no_room_is_told() {
    let branch = format!("{KIF}\n変化：2手\n   2 ２四歩打\n*合駒\n   3 同　龍(34)\n");
    tsume()
        .args(["convert", "-", "--to", "csa", "-o"])
        .arg(tempfile::tempdir().unwrap().path().with_extension("csa"))
        .stdin(&branch)
        .assert()
        .success()
        .stderr_eq("left out: branches of 試作, for which CSA has no room\n");
    let object = tsume()
        .args(["convert", "-", "--to", "jsonl"])
        .stdin(&branch)
        .output()
        .unwrap();
    assert!(object.stderr.is_empty());
    let again = tsume()
        .args(["convert", "-", "--to", "kif"])
        .stdin(object.stdout)
        .output()
        .unwrap();
    let again = String::from_utf8(again.stdout).unwrap();
    assert!(
        again.ends_with("\n変化：2手\n   2 ２四歩打\n*合駒\n   3 同　龍(34)\n"),
        "{again}"
    );
}

#[test]
fn a_character_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let text = KIF.replace("だれか", "𠮷田");
    let file = write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    let out = folder.path().join("b.kif");
    tsume()
        .args(["convert", &file, "-o"])
        .arg(&out)
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error: `𠮷` (U+20BB7) cannot be written in CP932 (試作)
 --> output:3:4
  |
3 | 作者：𠮷田
  |       ^^
  |
  = help: write UTF-8: `--encoding utf-8`, or a file `.kifu`

"#]]);
    convert([&file, "--encoding", "utf-8", "-o", out.to_str().unwrap()]);
    assert!(fs::read_to_string(&out).unwrap().contains("𠮷田"));
}

#[test]
fn kif_files_are_written_in_cp932() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a.kifu", KIF, Encoding::Utf8);
    for (arguments, encoding) in [
        (vec!["-o", "b.kif"], Encoding::Cp932),
        (vec!["-o", "b.ki2"], Encoding::Cp932),
        (vec!["-o", "b.kifu"], Encoding::Utf8),
        (vec!["-o", "b.kif", "--encoding", "utf-8"], Encoding::Utf8),
    ] {
        let status = tsume()
            .current_dir(folder.path())
            .args(["convert", &file])
            .args(&arguments)
            .output();
        assert!(status.unwrap().status.success());
        let bytes = fs::read(folder.path().join(arguments[1])).unwrap();
        assert_eq!(
            bytes,
            encode(&decode(&bytes), encoding).unwrap(),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_folder_gets_a_file_for_each_problem() {
    let folder = tempfile::tempdir().unwrap();
    let out = format!("{}/kif/", folder.path().display());
    convert(["problems/first-steps.sfen", "--to", "kif", "-o", &out]);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 12);
    let text = decode(&fs::read(format!("{out}first-03.kif")).unwrap());
    assert!(
        text.contains("作品番号：first-03\n手数：3手詰\n備考："),
        "{text}"
    );
    let back = convert([&out, "--to", "sfen"]);
    let shipped = fs::read_to_string("problems/first-steps.sfen").unwrap();
    let lines: Vec<_> = shipped
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(back.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn check_writes_what_it_finds_as_branches() {
    let output = check([COOKED, "--format", "kif"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("手数：5手詰\n完全性：不完全（余詰"), "{text}");
    assert!(text.contains("\n変化：3手\n   3 ２三金打"), "{text}");
    assert!(
        text.contains("*余詰 (cook): mates in 7, 2 plies later than the main line\n"),
        "{text}"
    );
    assert!(text.contains("*変同 5手\n"), "{text}");
    // What was written is a problem again, with the same verdict.
    let again = &rows(tsume().args(["check", "-"]).stdin(text))[0];
    assert_eq!(
        (&again["verdict"], &again["plies"]),
        (&json!("flawed"), &json!(5))
    );
    assert_eq!(
        again["input"]["完全性"]
            .as_str()
            .map(|it| it.contains("余詰")),
        Some(true)
    );
}

#[test]
fn check_fills_in_the_headers_of_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a.kif", KIF, Encoding::Cp932);
    let out = folder.path().join("out.kif");
    let status = tsume()
        .args(["check", "-q", "--format", "kif", &file, "-o"])
        .arg(&out)
        .output();
    assert!(status.unwrap().status.success());
    let bytes = fs::read(&out).unwrap();
    assert!(std::str::from_utf8(&bytes).is_err());
    let text = decode(&bytes);
    assert!(
        text.contains("作品名：試作\n作者：だれか\n手数：5手詰\n完全性：完全\n"),
        "{text}"
    );
    assert!(
        text.contains("   5 ２六龍(24)\n   6 詰み\nまで5手で詰み\n"),
        "{text}"
    );
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
    let other = KIF.replace(
        "   4 １六玉(15)\n   5 ２六龍(24)",
        "   4 １六玉(15)\n   5 １四龍(24)\n*失着",
    );
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
        let file = write(
            folder.path(),
            "a.kifu",
            &decode(&once.stdout),
            Encoding::Utf8,
        );
        let again = check([&file, "--format", "kif"]).output().unwrap();
        let remarks = |text: &str| text.matches("\n*").count();
        let (once, again) = (decode(&once.stdout), decode(&again.stdout));
        assert!(
            remarks(&once) > 0 && remarks(&once) == remarks(&again),
            "{once}\n{again}"
        );
    }
}

#[test]
fn opcodes_and_fields_with_a_meaning_in_kif_become_headers() {
    let line = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1; id \"7\"; source \"本\"; author \"だれか\"; \
                title \"試作\"; recorded 5; acn 12;";
    let output = check([line, "--format", "kif"]).output().unwrap();
    let text = decode(&output.stdout);
    let head: Vec<_> = text.lines().skip(1).take(6).collect();
    let expected = [
        "作品番号：7",
        "出典：本",
        "作者：だれか",
        "作品名：試作",
        "手数：5手詰",
        "完全性：完全",
    ];
    assert_eq!(head, expected);
    assert!(
        !text.contains("acn") && !text.contains("recorded"),
        "{text}"
    );
}

#[test]
fn a_record_that_check_cannot_write_leaves_the_others_unharmed() {
    let folder = tempfile::tempdir().unwrap();
    let texts = ["一", "𠮷", "三"].map(|name| KIF.replace("試作", name));
    // `validate` leaves out what came before, so that the third has to be another position.
    let third = texts[2].replace(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二",
        "|v歩 ・ ・ ・ ・ ・ ・ ・ ・|二",
    );
    let third = third.replace("歩十八", "歩十七");
    let text = [texts[0].as_str(), &texts[1], &third].join("\n");
    let file = write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    for command in ["check", "validate", "solve"] {
        let out = folder.path().join(format!("{command}.kif"));
        let output = tsume()
            .args([command, "-q", &file, "-o"])
            .arg(&out)
            .args(if command == "validate" {
                &[][..]
            } else {
                &["--format", "kif"]
            })
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(
            said.contains("`𠮷` (U+20BB7) cannot be written in CP932 (𠮷)"),
            "{said}"
        );
        assert!(
            said.contains("one record is missing from the output"),
            "{said}"
        );
        let text = decode(&fs::read(&out).unwrap());
        let names: Vec<_> = text.lines().filter(|it| it.starts_with("作品名")).collect();
        assert_eq!(names, ["作品名：一", "作品名：三"], "{command}");
    }
}

#[test]
fn json_files_are_read_when_they_are_jkf() {
    let folder = tempfile::tempdir().unwrap();
    let kif = write(folder.path(), "a.kif", KIF, Encoding::Cp932);
    let json = folder.path().join("b.json");
    fs::write(&json, convert([&kif, "--to", "jkf"])).unwrap();
    let json = json.to_str().unwrap();
    assert_eq!(
        convert([json, "--to", "sfen"]),
        convert([&kif, "--to", "sfen"])
    );
    let other = write(folder.path(), "c.json", "{\"a\": 1}", Encoding::Utf8);
    let output = solve([&other]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("this JSON is not a record in JKF"), "{said}");
}

#[test]
fn a_wrong_move_in_jkf_is_shown_where_it_stands() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/records/malformed/piece-not-there.jkf"
    );
    let output = check(["-q", file]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("error: moves[3]: there is no 龍 of the side to move on ３五"),
        "{said}"
    );
    assert!(said.contains("piece-not-there.jkf:21:14"), "{said}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.matches("sound").count(), 2, "{told}");
}

#[test]
fn moves_are_in_western_notation_where_it_is_asked_for() {
    let line = format!("{COOKED}; id \"x\"");
    let output = check(["--notation", "western", &line]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("\n  Gx2b  Kx2b  B-2c+  K-1a  G*1b\n"),
        "{text}"
    );
    assert!(text.contains("余詰  cook  G*2c\n"), "{text}");
    assert!(
        text.contains("      G*2c K-2a P-3b+ K-1a +P-2b\n"),
        "{text}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a.sfen", &line, Encoding::Utf8);
    for command in ["solve", "check", "validate"] {
        let arguments = [
            command,
            "-q",
            "--format",
            "text",
            "--notation",
            "western",
            &file,
        ];
        let output = tsume().args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("2c"), "{command}: {text}");
        assert!(
            !text.contains('▲') && !text.contains("7h2c+"),
            "{command}: {text}"
        );
    }
    let output = solve(["--notation", "western", "--variations", "1", &line])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("K-1a"), "{text}");
}

#[test]
fn show_draws_the_diagram_and_the_line() {
    let line = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1 moves 3a3d+ 1d1e 3d2d";
    tsume()
        .args(["show", "--ply", "1", line])
        .assert()
        .success()
        .stdout_eq(str![[r#"
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・ ・|一   玉方持駒  飛 角 金四 銀四 桂四 香四 歩十八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ 龍 ・v玉|四
| ・ ・ ・ ・ ・ ・ 角 ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九   攻方持駒  なし
+---------------------------+
後手番  White to move

  [▲３四飛成] △１五玉 ▲２四龍

  [R-3d+] K-1e +R-2d

  [3a3d+] 1d1e 3d2d

"#]]);
    let bod = tsume()
        .args(["show", "--format", "bod", "-"])
        .stdin(KIF)
        .output()
        .unwrap();
    let bod = String::from_utf8(bod.stdout).unwrap();
    assert!(
        bod.starts_with("後手の持駒：飛　角　金四　銀四　桂四　香四　歩十八\n  ９ ８ ７"),
        "{bod}"
    );
    tsume()
        .args(["show", "--format", "sfen", "--ply", "last", line])
        .assert()
        .stdout_eq(
            "9/9/9/9/6B1k/9/9/9/9 w rb4g4s4n4l18p 1\n".replace("9/9/9/9/6B1k", "9/9/9/7+R1/6B1k"),
        );
    tsume()
        .args(["show", "--ply", "4", line])
        .assert()
        .code(2)
        .stderr_eq("error: argument:1: no ply 4, the line has 3 moves\n");
}

#[test]
fn numbers_and_titles_that_come_again_are_still_those_of_their_records() {
    let text = format!("作品番号：1\n{KIF}\n作品番号：1\n{KIF}\n{KIF}");
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    let lines = convert([&file, "--to", "jsonl"]);
    let ids: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(ids[1]["id"], "1#2");
    assert_eq!(ids[2]["id"], "試作");
    let lines = write(folder.path(), "b.jsonl", &lines, Encoding::Utf8);
    let back = convert([&lines, "--to", "kif"]);
    assert_eq!(back, convert([&file, "--to", "kif"]));
}

#[test]
fn illegal_moves_are_told_when_they_are_converted_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let branch = "\n変化：4手\n   4 １四玉(15)\n   5 ２四龍(24)\n";
    let text = KIF.replace("   5 ２六龍(24)", "   5 ２七角(35)") + branch;
    let text = text.replace("   5 ２四龍(24)", "   5 ２五龍(24)");
    write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    let output = tsume()
        .current_dir(folder.path())
        .args(["convert", "a.kifu", "--to", "kif"])
        .assert()
        .success()
        .stderr_eq(str![[r#"
warning: this move is illegal: the bishop on 3e cannot go to 2g
  --> a.kifu:24:6
   |
24 |    5 ２七角(35)
   |      ^^^^^^^^^^
warning: this move is illegal: the king would go to 1d, which is attacked
  --> a.kifu:28:6
   |
28 |    4 １四玉(15)
   |      ^^^^^^^^^^

"#]]);
    let text = decode(&output.get_output().stdout);
    assert!(
        text.ends_with("   4 １四玉(15)\n   5 ２五龍(24)\n"),
        "{text}"
    );
    // What a game was lost by is told in the record itself.
    let lost = KIF.replace("   5 ２六龍(24)", "   5 ２七角(35)");
    let lost = lost.replace("6 詰み", "6 反則負け");
    let output = tsume().args(["convert", "-", "--to", "kif"]).stdin(lost);
    assert_eq!(output.output().unwrap().stderr, b"");
    let line = "4k4/9/4P4/9/9/9/9/9/9 b P 1 moves P*5d 5a5b";
    let said = tsume().args(["convert", line, "--to", "kif"]).output();
    let said = String::from_utf8(said.unwrap().stderr).unwrap();
    assert!(
        said.contains("a second unpromoted pawn on file 5"),
        "{said}"
    );
    assert!(said.contains("argument:1:43"), "{said}");
}

#[test]
fn check_keeps_the_branches_of_a_record_behind_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let theirs = "\n変化：2手\n   2 ２四歩打\n*研究\n   3 同　龍(34)\n   4 詰み\n\n変化：1手\n   1 ３三飛成(31)\n*最初の紛れ\n";
    let file = write(
        folder.path(),
        "a.kifu",
        &(KIF.to_owned() + theirs),
        Encoding::Utf8,
    );
    let checked = |file: &str| decode(&check([file, "--format", "kif"]).output().unwrap().stdout);
    let once = checked(&file);
    assert_eq!(once.matches("２四歩打").count(), 1, "{once}");
    let kept = "変化：2手\n   2 ２四歩打\n*研究\n   3 同　龍(34)\n   4 詰み\n";
    assert!(once.contains(kept), "{once}");
    assert!(
        once.ends_with("変化：1手\n   1 ３三飛成(31)\n*最初の紛れ\n"),
        "{once}"
    );
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
    let output = tsume()
        .args(["validate", &file, "-o"])
        .arg(&kif)
        .arg("-o")
        .arg(&jsonl)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read_to_string(&kif).unwrap();
    let (one, two) = text.split_once("\n\n# KIF").unwrap();
    assert!(
        one.contains("作品番号：one\n手数：5手詰\n完全性：完全\n"),
        "{text}"
    );
    assert!(
        two.contains("作品番号：two/2\n手数：5手詰\n完全性：完全\n"),
        "{text}"
    );
    assert!(
        two.contains("\n*同一局面: one\n   1 ７四飛成(71)"),
        "{text}"
    );
    assert_eq!(
        one.matches("詰み").count(),
        two.matches("詰み").count(),
        "{text}"
    );
    let rows = fs::read_to_string(&jsonl).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    assert_eq!(
        (&row["duplicate_of"], &row["verdict"]),
        (&json!("one"), &json!("sound"))
    );
    assert_ne!(row["nodes"], 0);
}
