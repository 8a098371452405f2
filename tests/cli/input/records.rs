//! Records in KIF, KI2, CSA and JKF as problems: read by every command.

use crate::{check, rows, solve, stderr, tsume};
use serde_json::json;
use snapbox::str;
use std::fs;
use std::path::Path;
use tsume::notation::record::{Encoding, decode, encode};

/// Five plies.
pub const KIF: &str = "\
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

/// Writes a file in this encoding; returns its path.
pub fn write(folder: &Path, name: &str, text: &str, encoding: Encoding) -> String {
    let path = folder.join(name);
    fs::write(&path, encode(text, encoding).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the output of `tsume convert` with these arguments.
pub fn convert<const N: usize>(arguments: [&str; N]) -> String {
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
    let found: Vec<_> = rows.iter().map(|row| (&row["id"], &row["verdict"])).collect();
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
    let bad = KIF.replace("先手の持駒：なし", "先手の持駒：炎");
    let file = write(folder.path(), "two.kif", &format!("{bad}\n{KIF}"), Encoding::Cp932);
    tsume().current_dir(folder.path()).args(["solve", "-q", "two.kif"]).assert().code(2).stderr_eq(str![[r#"
error: `炎` is no piece in hand
  --> two.kif:18:7
   |
18 | 先手の持駒：炎
   |             ^^

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
    tsume().current_dir(folder.path()).args(["solve", "-q", "bad.kif"]).assert().code(2).stderr_eq(str![[r#"
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
    let said = stderr(tsume().args(["check", "-q", &file]));
    assert!(said.contains("the king would go to 1d, which is attacked"), "{said}");
    assert!(said.contains("a.kif:23:6"), "{said}");
    let longer = KIF.replace("5手詰", "七手詰");
    let file = write(folder.path(), "b.kif", &longer, Encoding::Utf8);
    // The line is the author's, whatever length the header has.
    let row = &rows(check([&file]))[0];
    assert_eq!((&row["expected_plies"], &row["plies"], &row["defects"]), (&json!(7), &json!(5), &json!([])));
}

#[test]
fn json_files_are_read_when_they_are_jkf() {
    let folder = tempfile::tempdir().unwrap();
    let kif = write(folder.path(), "a.kif", KIF, Encoding::Cp932);
    let json = folder.path().join("b.json");
    fs::write(&json, convert([&kif, "--to", "jkf"])).unwrap();
    let json = json.to_str().unwrap();
    assert_eq!(convert([json, "--to", "sfen"]), convert([&kif, "--to", "sfen"]));
    let other = write(folder.path(), "c.json", "{\"a\": 1}", Encoding::Utf8);
    let output = solve([&other]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("this JSON is not a record in JKF"), "{said}");
}

#[test]
fn a_wrong_move_in_jkf_is_shown_where_it_stands() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records/malformed/piece-not-there.jkf");
    let output = check(["-q", file]).output().unwrap();
    // The line of the author is not that of the answer.
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("from here on: moves[3]: there is no 龍 of the side to move on ３五"), "{said}");
    assert!(said.contains("piece-not-there.jkf:21:14"), "{said}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.matches(" sound").count(), 2, "{told}");
}
