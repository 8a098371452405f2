//! Good and bad input, files and streams.

use crate::{NO_MATE, ONE, check, rows, solve, stderr, stdout, tsume};
use serde_json::{Value, json};
use snapbox::str;
use std::fs;

#[test]
fn a_malformed_line_is_shown_with_a_caret() {
    solve(["4k4/9/4P3/9/9/9/9/9/9 b G 1"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: rank 3 has 8 squares: expected 9
 --> argument:1:7
  |
1 | 4k4/9/4P3/9/9/9/9/9/9 b G 1
  |       ^^^
...
"#]]);
}

#[test]
fn the_caret_stands_below_full_width_characters() {
    solve(["４k4/9/4P4/9/9/9/9/9/9 b G 1"]).assert().code(2).stderr_eq(str![[r#"
error: full-width ４: expected plain ASCII
 --> argument:1:1
  |
1 | ４k4/9/4P4/9/9/9/9/9/9 b G 1
  | ^^
...
"#]]);
}

#[test]
fn an_illegal_diagram_is_an_error_with_a_place() {
    let row = &rows(solve(["4k4/9/4P4/4P4/9/9/9/9/9 b G 1; id \"two\""]))[0];
    assert_eq!(row["id"], "two");
    assert_eq!((&row["status"], &row["verdict"]), (&json!("error"), &json!("error")));
    assert_eq!(row["error"]["kind"], "illegal");
    assert_eq!(row["error"]["span"], json!([11, 12]));
}

#[test]
fn json_can_be_an_argument() {
    let line = format!(r#"{{"id":"two","sfen":"{ONE}"}}"#);
    let row = &rows(solve([&line]))[0];
    assert_eq!((&row["id"], &row["plies"]), (&json!("two"), &json!(1)));
    let both = rows(solve([&*format!("{line}\n{line}")]));
    assert_eq!(both.len(), 2);
    // One error, not one for each letter.
    solve([line.trim_end_matches('}')]).assert().code(2).stderr_eq(str![[r#"
error: the line is not a JSON object
 --> argument:1:[..]
...
"#]]);
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.sfen");
    let mut bytes = format!("# comment\n{ONE}\n\nnonsense\n").into_bytes();
    bytes.extend(b"4k4/\xff/9 b G 1\r\n");
    bytes.extend(format!("{NO_MATE}; id \"last\";").into_bytes());
    fs::write(&file, bytes).unwrap();

    let rows = rows(tsume().arg("solve").arg(&file));
    let name = file.display();
    let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [&format!("{name}:2"), &format!("{name}:4"), &format!("{name}:5"), "last"]);
    let verdicts: Vec<_> = rows.iter().map(|row| row["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["mate", "error", "error", "no_mate"]);
    let kinds = [&rows[1]["error"]["kind"], &rows[2]["error"]["kind"]];
    assert_eq!(kinds, [&json!("sfen"), &json!("utf8")]);
    assert_eq!(rows[2]["error"]["span"], json!([4, 5]));
}

#[test]
fn standard_input_is_read_line_by_line() {
    solve(["-q", "-"]).stdin(format!("\u{feff}{ONE}\r\n\n# comment\nsfen {ONE}\n")).assert().success().stdout_eq(str![
        [r#"
stdin:1     詰   mate         1              [..]  ▲５二金
stdin:4     詰   mate         1              [..]  ▲５二金

"#]
    ]);
}

#[test]
fn several_files_and_folders_are_read_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for (name, id) in [("b.sfen", "b"), ("a.txt", "a"), ("c.md", "c")] {
        fs::write(folder.path().join(name), format!("{ONE}; id \"{id}\";\n")).unwrap();
    }
    let again = folder.path().join("b.sfen");
    let rows = rows(tsume().arg("solve").arg(folder.path()).arg(again).arg(ONE));
    let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "b", "b#2", "argument:1"]);
}

#[test]
fn a_missing_file_is_an_error_and_the_others_go_on() {
    solve(["-q", "missing.sfen", ONE])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
missing.sfen  誤り error        –                          no such file or folder
argument:1    詰   mate         1              [..]  ▲５二金

"#]])
        .stderr_eq(str![[r#"
error: cannot read `missing.sfen`: no such file or folder
...
"#]]);
}

#[test]
fn an_sfen_without_quotes_is_recognised() {
    tsume()
        .arg("solve")
        .args(ONE.split(' '))
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq("error: an SFEN is one argument: put quotes around it\n");
}

#[test]
fn a_file_of_another_format_is_refused_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.json");
    fs::write(&file, format!("{ONE}\n")).unwrap();
    let refused = &rows(tsume().arg("solve").arg(&file))[0];
    assert_eq!(refused["error"]["kind"], "io");
    let forced = &rows(solve(["--input-format", "sfen"]).arg(&file))[0];
    assert_eq!(forced["verdict"], "mate");
}

#[test]
fn an_input_without_problems_is_a_failure() {
    solve(["-"])
        .stdin("# nothing here\n")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq("error: there is no problem in the input\n");
}

#[test]
fn an_authors_line_that_breaks_the_rules_is_only_a_warning() {
    solve(["-q", &format!("{ONE} moves G*5i 5a5b")]).assert().success().stderr_eq(str![[r#"
warning: [..]
 --> argument:1:35
  |
1 | 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5i 5a5b
  |                                   ^^^^

"#]]);
}

#[test]
fn who_attacks_and_what_the_defender_holds_can_be_said() {
    let both = "4k4/9/4P4/9/9/9/9/4r4/4K4 w g 1";
    assert_eq!(rows(solve([both]))[0]["verdict"], "error");
    let row = &rows(solve(["--defender-hand", "given", ONE]))[0];
    assert_eq!(row["sfen"], ONE);
    let row = &rows(solve(["--attacker", "white", ONE]))[0];
    assert_eq!(row["error"]["kind"], "illegal");
}

#[test]
fn answers_can_go_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.txt");
    solve(["-q", "-o"]).arg(&file).arg(ONE).assert().success().stdout_eq("");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.ends_with("▲５二金\n"), "{text}");
    let nowhere = folder.path().join("no/such/folder");
    let failed = solve(["-o"]).arg(nowhere).arg(ONE);
    failed.assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot write `[..]`: its folder is missing, or nothing can be written there

"#]]);
}

#[test]
fn advice_on_the_attacker_fits_the_rule_that_decided() {
    let advice = |arguments: &[&str]| {
        let text = stderr(tsume().arg("solve").args(arguments));
        let help = text.lines().find_map(|it| it.split_once("= help: "));
        help.map(|(_, it)| it.to_owned()).unwrap_or_default()
    };
    let own = "9/9/9/4K4/9/9/9/9/9 b G 1";
    let of_the_turn = "the side to move attacks, unless its own king is the only one and in check";
    let of_the_option = "the side that attacks is given: leave it out, or give the other side";
    assert_eq!(advice(&[own]), of_the_turn);
    assert_eq!(advice(&["--attacker", "black", own]), of_the_option);
    assert_eq!(advice(&["--attacker", "white", ONE]), of_the_option);
    assert_eq!(advice(&["--attacker", "white", own]), of_the_option);
}

#[test]
fn a_wrong_value_of_jkf_is_named_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jkf");
    fs::write(&file, "{\"header\":{},\"initial\":{\"preset\":\"OTHER\",\"data\":[]},\"moves\":[]}").unwrap();
    let error = |lang: &str| {
        let run = tsume().args(["--lang", lang, "solve"]).arg(&file);
        let text = stderr(run);
        text.lines().next().unwrap_or_default().to_owned()
    };
    let english = error("en");
    let (_, path) = english.split_once("this is not JKF: ").expect(&english);
    let (path, _) = path.split_once(": ").expect(&english);
    assert!(path.starts_with("initial"), "{english}");
    assert_eq!(error("ja"), format!("エラー: JKFになっていない（{path} の値）"));
}

#[test]
fn answers_never_go_where_problems_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.sfen");
    fs::write(&file, format!("{ONE}\n")).unwrap();
    let beside = folder.path().join("out.txt");
    let rows = folder.path().join("out.jsonl");
    for (output, input) in [(&file, file.as_path()), (&beside, folder.path()), (&rows, folder.path())] {
        let failed = solve(["-o"]).arg(output).arg(input);
        failed.assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot write `[..]`: it is among the files to be read; choose another name

"#]]);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{ONE}\n"));
    assert!(!beside.exists());
    let rows = folder.path().join("out.json");
    solve(["-q", "-o"]).arg(&rows).arg(folder.path()).assert().success();
}

#[test]
fn a_header_that_cannot_be_read_is_told_for_what_it_is() {
    let table = "id,sfen,\"title\nx,4k4/9/4P4/9/9/9/9/9/9 b G 1,y\n";
    let output = solve(["-"]).stdin(table).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let reason = "the header of the table (line 1): this quotation mark is not closed";
    assert!(told.contains(reason), "{told}");
}

/// Returns what `convert --to sfen` makes of standard input.
fn sfen_of(text: &str) -> String {
    let run = tsume().args(["convert", "-", "--to", "sfen"]);
    let output = run.stdin(text).output().unwrap();
    assert!(output.status.success(), "{text}\n{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn our_own_diagrams_are_read_as_they_are_pasted() {
    let problem = "8k/6S2/9/7L1/9/9/9/9/9 b P2r2b4g3s4n3l17p 1";
    for more in [&[][..], &["--plain"], &["--lang", "ja"]] {
        for command in [&["show", problem][..], &["solve", problem], &["check", problem]] {
            if command[0] != "show" && more == ["--plain"] {
                continue;
            }
            let shown = tsume().args(command).args(more).output().unwrap();
            let shown = String::from_utf8(shown.stdout).unwrap();
            let line = [command, more].concat();
            let expected = problem;
            assert!(sfen_of(&shown).starts_with(expected), "{line:?}: {shown}");
            // As one argument, with its line ends.
            let text = stdout(tsume().args(["convert", &shown, "--to", "sfen"]));
            assert!(text.starts_with(expected), "{line:?}: {text}");
        }
    }
    let bod = tsume().args(["show", "--format", "bod", problem]).output().unwrap();
    let bod = String::from_utf8(bod.stdout).unwrap();
    let run = tsume().args(["convert", &bod, "--to", "sfen"]).output().unwrap();
    assert!(String::from_utf8(run.stdout).unwrap().starts_with(problem));
    // Two of them, the second with White to move.
    let two = "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1";
    let shown = tsume().args(["show", problem, two]).output().unwrap();
    let text = sfen_of(&String::from_utf8(shown.stdout).unwrap());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].starts_with(two), "{text}");
}

#[test]
fn links_are_problems() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    for link in [
        "https://lishogi.org/editor/4k4/9/4P4/9/9/9/9/9/9_b_G_1",
        "https://lishogi.org/analysis/standard/4k4/9/4P4/9/9/9/9/9/9_b_G_1",
        "https://sunfish-shogi.github.io/shogihome/?locale=ja&usen=4k4_9_4P4_9_9_9_9_9_9.b.G2r2b3g4s4n4l17p~0.b9q.p",
        "4k4_9_4P4_9_9_9_9_9_9.b.G2r2b3g4s4n4l17p~0.b9q.p",
    ] {
        assert!(sfen_of(&format!("{link}\n")).starts_with(sfen), "{link}");
        let row = &rows(solve([link]))[0];
        assert_eq!(row["plies"], 1, "{link}: {row}");
    }
    let usen = tsume().args(["convert", &format!("{sfen} moves G*5b"), "--to", "usen"]).output();
    let usen = String::from_utf8(usen.unwrap().stdout).unwrap();
    assert_eq!(usen, "4k4_9_4P4_9_9_9_9_9_9.b.G2r2b3g4s4n4l17p~0.b9q.\n");
}

#[test]
fn files_without_problems_in_a_folder_are_passed_over_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    for (name, text) in [
        ("in/a.sfen", format!("{ONE}\n")),
        ("in/b.txt", format!("{ONE}\n")),
        ("in/readme.txt", "注意：詰将棋を集めたもの\n".to_owned()),
        ("in/thumbs.db", "x".to_owned()),
    ] {
        fs::write(path.join(name), text).unwrap();
    }
    let told = |arguments: &[&str]| {
        let command = tsume();
        let output = command.current_dir(path).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let line = "passed over, no problem in it: in/readme.txt, in/thumbs.db\n";
    for arguments in [
        &["check", "in"][..],
        &["solve", "in"],
        &["validate", "-o", "rows.jsonl", "in"],
        &["convert", "--to", "sfen", "in"],
        &["show", "in"],
    ] {
        let (status, said) = told(arguments);
        assert_eq!(status, Some(0), "{arguments:?} {said}");
        assert!(said.contains(line), "{arguments:?} {said}");
        assert!(!said.contains("error"), "{arguments:?} {said}");
    }
    assert!(!told(&["check", "-q", "in"]).1.contains("passed over"));
    // A file that is named has to hold one.
    let (status, said) = told(&["check", "in/readme.txt"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("error"), "{said}");
    for number in 0..9 {
        fs::write(path.join(format!("in/{number}.bak")), "").unwrap();
    }
    let (_, said) = told(&["check", "in"]);
    assert!(said.contains("in/4.bak and 6 more\n"), "{said}");
}

#[test]
fn a_game_is_told_from_a_problem_and_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let game = |handicap: &str, first: &str| format!("手合割：{handicap}\n   1 {first}\n   2 投了\n");
    fs::write(folder.path().join("a.kif"), game("平手", "７六歩(77)")).unwrap();
    fs::write(folder.path().join("b.kif"), game("六枚落ち", "４二玉(51)")).unwrap();
    fs::write(folder.path().join("c.sfen"), format!("{ONE}\n")).unwrap();
    let folder = folder.path().to_str().unwrap();
    for command in ["check", "solve", "validate"] {
        let output = tsume().args([command, "-q", "--format", "jsonl", folder]).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        let rows: Vec<Value> = told.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
        let errors: Vec<_> = rows.iter().map(|it| it["error"]["message"].as_str()).collect();
        assert_eq!(
            errors,
            [
                Some("this is the record of a game (平手), not a problem: it begins with its initial position"),
                Some("this is the record of a game (六枚落ち), not a problem: it begins with its initial position"),
                None,
            ],
            "{command}"
        );
        assert_eq!(rows[2]["plies"], 1, "{command}");
    }
    // It is still converted.
    let line = tsume().args(["convert", "-q", "--to", "sfen", folder]).output().unwrap();
    assert_eq!(line.status.code(), Some(0));
    assert_eq!(String::from_utf8(line.stdout).unwrap().lines().count(), 3);
}

#[test]
fn a_defender_who_is_said_to_hold_nothing_is_told_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let kif = "後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 銀|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛
";
    let file = path.join("a.kif");
    fs::write(&file, kif).unwrap();
    let file = file.to_str().unwrap();
    let note = "the defender holds the rest of the pieces";
    for format in ["text", "jsonl", "csv", "html", "kif", "svg"] {
        let output = tsume().args(["check", "-q", "--format", format, file]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(note) && said.contains("a.kif:1:1"), "{format} {said}");
        let told = String::from_utf8(output.stdout).unwrap();
        let is_in_answer = matches!(format, "jsonl" | "html");
        assert!(!is_in_answer || told.contains(note), "{format} {told}");
    }
    let row = &rows(check([file]))[0];
    assert_eq!(row["plies"], 3);
    for arguments in [&["--defender-hand", "given"][..], &["--defender-hand", "rest"]] {
        let said = stderr(check([file, "-q"]).args(arguments));
        assert!(!said.contains(note), "{said}");
    }
    // Pieces that are on the board are no question.
    let full = kif.replace("なし", "飛　角二　金四　銀三　桂四　香四　歩十八");
    fs::write(path.join("a.kif"), full).unwrap();
    let output = check([file, "-q"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
