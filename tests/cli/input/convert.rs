//! `convert`: its output and its messages.

use crate::input::records::{KIF, convert, write};
use crate::{ONE, rows, stdout, tsume};
use snapbox::{file, str};
use std::fs;
use tsume::notation::record::{Encoding, decode, encode};

#[test]
fn what_finds_no_room_is_told() {
    let branch = format!("{KIF}\n変化：2手\n   2 ２四歩打\n*合駒\n   3 同　龍(34)\n");
    tsume()
        .args(["convert", "-", "--to", "csa", "-o"])
        .arg(tempfile::tempdir().unwrap().path().with_extension("csa"))
        .stdin(&branch)
        .assert()
        .success()
        .stderr_eq("left out: branches of 試作 (not possible in CSA)\n");
    let object = tsume().args(["convert", "-", "--to", "jsonl"]).stdin(&branch).output().unwrap();
    assert!(object.stderr.is_empty());
    let again = tsume().args(["convert", "-", "--to", "kif"]).stdin(object.stdout).output().unwrap();
    let again = String::from_utf8(again.stdout).unwrap();
    assert!(again.ends_with("\n変化：2手\n   2 ２四歩打\n*合駒\n   3 同　龍(34)\n"), "{again}");
}

#[test]
fn a_character_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let text = KIF.replace("だれか", "𠮷田");
    let file = write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    let out = folder.path().join("b.kif");
    tsume().args(["convert", &file, "-o"]).arg(&out).assert().code(2).stderr_eq(str![[r#"
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
        let status = tsume().current_dir(folder.path()).args(["convert", "--force", &file]).args(&arguments).output();
        assert!(status.unwrap().status.success());
        let bytes = fs::read(folder.path().join(arguments[1])).unwrap();
        let text = decode(&bytes);
        let returns = text.matches('\r').count();
        let ends = text.matches('\n').count();
        let is_of_windows = matches!(arguments[1], "b.kif" | "b.ki2");
        assert_eq!(returns, if is_of_windows { ends } else { 0 });
        assert_eq!(bytes, encode(&decode(&bytes), encoding).unwrap(), "{arguments:?}");
    }
}

#[test]
fn a_folder_gets_a_file_for_each_problem() {
    let folder = tempfile::tempdir().unwrap();
    let out = format!("{}/kif/", folder.path().display());
    convert(["problems/first-steps.sfen", "--to", "kif", "-o", &out]);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 12);
    let text = decode(&fs::read(format!("{out}first-03.kif")).unwrap());
    assert!(text.contains("作品番号：first-03\r\n手数：3手詰\r\n備考："), "{text}");
    let back = convert([&out, "--to", "sfen"]);
    let shipped = fs::read_to_string("problems/first-steps.sfen").unwrap();
    let lines: Vec<_> = shipped.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(back.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn numbers_and_titles_that_come_again_are_still_those_of_their_records() {
    let text = format!("作品番号：1\n{KIF}\n作品番号：1\n{KIF}\n{KIF}");
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a.kifu", &text, Encoding::Utf8);
    let lines = convert([&file, "--to", "jsonl"]);
    let ids: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
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
        .stderr_eq(file!["snapshots/illegal_moves_are_told_when_they_are_converted_and_kept.txt"]);
    let text = decode(&output.get_output().stdout);
    assert!(text.ends_with("   4 １四玉(15)\n   5 ２五龍(24)\n"), "{text}");
    // What a game was lost by is told in the record itself.
    let lost = KIF.replace("   5 ２六龍(24)", "   5 ２七角(35)");
    let lost = lost.replace("6 詰み", "6 反則負け");
    let output = tsume().args(["convert", "-", "--to", "kif"]).stdin(lost);
    assert_eq!(output.output().unwrap().stderr, b"");
    let line = "4k4/9/4P4/9/9/9/9/9/9 b P 1 moves P*5d 5a5b";
    let said = tsume().args(["convert", line, "--to", "kif"]).output();
    let said = String::from_utf8(said.unwrap().stderr).unwrap();
    assert!(said.contains("a second unpromoted pawn on file 5"), "{said}");
    assert!(said.contains("argument:1:35"), "{said}");
}

#[test]
fn fields_that_are_no_headers_are_told() {
    let line = format!("{{\"id\":\"a\",\"sfen\":\"{ONE}\",\"tags\":[\"x\"],\"note\":\"y\"}}");
    let output = tsume().args(["convert", "-", "--to", "kif"]).stdin(line);
    let output = output.output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "left out: headers of a (not possible in KIF)\n");
    assert!(decode(&output.stdout).contains("作品番号：a\n備考：y\n"));
    let line = format!("{{\"id\":\"a\",\"sfen\":\"{ONE}\",\"jkf\":{{\"moves\":3}}}}");
    let output = tsume().args(["convert", "-", "--to", "kif"]).stdin(line);
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("error: `jkf` is left out: this is not JKF: invalid type"), "{said}");
}

#[test]
fn rows_of_this_program_become_records() {
    let row = rows(crate::check([&format!("{ONE}; id \"q\"; plies 1;")]));
    let text = tsume().args(["convert", "-", "--to", "kif"]);
    let text = text.stdin(row[0].to_string()).output().unwrap();
    let text = decode(&text.stdout);
    assert!(text.contains("作品番号：q\n手数：1手詰\n後手の持駒"), "{text}");
    assert!(text.contains("   1 ５二金打\n"), "{text}");
}

#[test]
fn line_breaks_in_headers_become_blanks_where_there_is_one_line_for_each() {
    let table = format!("id,sfen,note\na,{ONE},\"one\r\ntwo\"\n");
    for (format, header) in [("kif", "備考：one　two\n"), ("csa", "'備考：one　two\n"), ("sfen", "note \"one　two\";")]
    {
        let output = tsume().args(["convert", "-", "--to", format]);
        let output = output.stdin(table.as_str()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("left out: line breaks in headers of a ("), "{said}");
        let text = decode(&output.stdout);
        assert!(text.contains(header), "{text}");
    }
    let output = tsume().args(["check", "-", "--format", "kif"]).stdin(table);
    let text = decode(&output.output().unwrap().stdout);
    assert!(text.contains("備考：one　two\n"), "{text}");
}

#[test]
fn fields_that_are_no_texts_are_what_they_were_in_other_objects() {
    // Numbers may be headers, which come first.
    let numbers = r#""big":123456789012345678901234567890,"f":1.10,"#;
    let fields = format!(r#"{numbers}"t":true,"n":null,"a":[1,2],"o":{{"k":1}}"#);
    let line = format!("{{\"id\":7,\"sfen\":\"{ONE}\",\"plies\":\"１手詰\",{fields}}}");
    let output = tsume().args(["convert", "-", "--to", "jsonl"]).stdin(line);
    let output = output.output().unwrap();
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&fields), "{text}");
    assert!(text.contains("\"expected_plies\":1,"), "{text}");
}

#[test]
fn columns_of_one_table_are_those_of_another_and_what_is_left_out_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
    fs::write(&a, format!("番号,SFEN,extra\n3,{ONE},\n4,{ONE},\"x,y\"\n")).unwrap();
    fs::write(&b, format!("sfen,other\n{ONE},z\n")).unwrap();
    let output = tsume().args(["convert", "--to", "csv"]).arg(a).arg(b);
    let output = output.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert!(lines.next().unwrap().ends_with(",end,番号,extra"), "{text}");
    assert!(lines.next().unwrap().ends_with(",,3,"), "{text}");
    assert!(lines.next().unwrap().ends_with(",,4,\"x,y\""), "{text}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("left out: the header `other` of "), "{said}");
}

#[test]
fn ids_may_be_longer_than_names_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out/");
    let long = "長".repeat(200);
    let text = format!("{ONE}; id \"{long}a\";\n{ONE}; id \"{long}b\";\n{ONE}; id \"c\";\n");
    for (command, count) in [("convert", 3), ("show", 6)] {
        let format = if command == "show" { "--format=svg" } else { "--to=kifu" };
        let run = tsume().args([command, "-", format, "-o"]).arg(&out);
        run.stdin(text.as_str()).assert().code(0);
        assert_eq!(fs::read_dir(&out).unwrap().count(), count);
    }
}

#[test]
fn more_pieces_than_a_set_has_are_told() {
    let output = tsume().args(["convert", "RRR1k4/9/4P4/9/9/9/9/9/9 b G 1", "--to", "sfen"]);
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("warning: 3 rooks"), "{said}");
}

#[test]
fn names_that_say_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (command, name) in [("validate", "x.foo"), ("show", "q.jpg"), ("convert", "q.doc")] {
        let run = tsume().args([command, ONE, "-o"]).arg(folder.path().join(name));
        run.assert().code(2);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// A spreadsheet would evaluate it.
#[test]
fn a_title_that_begins_like_a_formula_is_a_text_in_a_table_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("a.jsonl");
    let line = format!("{{\"id\":\"=1+2\",\"sfen\":\"{ONE}\",\"title\":\"@SUM(A1)\"}}\n");
    fs::write(&record, line).unwrap();
    let convert = |path: &std::path::Path, arguments: &[&str]| {
        let run = tsume().arg("convert").arg(path).args(arguments);
        stdout(run)
    };
    let table = convert(&record, &["--to", "csv"]);
    assert!(table.contains("\n'=1+2,"), "{table}");
    assert!(table.contains("'@SUM(A1)"), "{table}");
    let kept = convert(&record, &["--to", "csv", "--keep-formulas"]);
    assert!(kept.contains("\n=1+2,"), "{kept}");
    for text in [table, kept] {
        let path = folder.path().join("a.csv");
        fs::write(&path, text).unwrap();
        let back = convert(&path, &["--to", "jsonl"]);
        assert!(back.contains("\"id\":\"=1+2\""), "{back}");
        assert!(back.contains("\"@SUM(A1)\""), "{back}");
    }
}

#[test]
fn the_version_of_csa_is_a_choice() {
    let file = "problems/first-steps.sfen";
    assert!(convert([file, "--to", "csa"]).starts_with("V2.2\n"));
    let third = convert([file, "--to", "csa", "--csa", "3"]);
    assert!(third.starts_with("'CSA encoding=UTF-8\nV3.0\n"));
    let run = tsume().args(["convert", ONE, "--to", "kif", "--csa", "3"]);
    let output = run.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_branch_that_is_left_out_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.kifu");
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n変化：9手\n9 ２六歩(27)\n変化：2手\n2 ８四歩(83)\n";
    fs::write(&file, text).unwrap();
    let output = tsume().args(["convert", "--to", "kif"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the branch is left out from here on: the line above has no move 9"), "{said}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("変化：2手\n   2 ８四歩(83)\n"), "{text}");
}

#[test]
fn several_records_in_ki2_keep_their_headers() {
    let text = convert([
        "4k4/9/4P4/9/9/9/9/9/9 b G; title \"first\";",
        "4k4/9/4P4/9/9/9/9/9/9 b G; author \"second\";",
        "--to",
        "ki2",
    ]);
    let run = tsume().args(["convert", "-", "--to", "jsonl"]);
    let back = stdout(run.stdin(text));
    let authors: Vec<_> = back.lines().map(|it| it.contains("second")).collect();
    assert_eq!(authors, [false, true], "{back}");
}

#[test]
fn the_length_in_a_book_has_a_japanese_header() {
    let line = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*5b; id \"x\"; recorded 1;";
    for format in ["kif", "ki2", "csa", "jkf"] {
        let text = convert([line, "--to", format]);
        assert!(text.contains("原典手数"), "{text}");
        assert!(!text.contains("recorded"), "{text}");
        let back = stdout(tsume().args(["convert", "-", "--input-format", format, "--to", "sfen"]).stdin(text));
        assert!(back.contains("recorded 1;"), "{back}");
    }
}
