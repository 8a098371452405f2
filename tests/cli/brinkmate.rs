//! Brinkmates (必至) and threats (詰めろ): what people and programs read, and what is refused.

use super::{COOKED, NO_MATE, ONE, check, rows, solve, tsume};
use crate::schema::{assert_fits, schema};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, str};
use std::fs;

/// A brinkmate in one: S*3b.
pub const BRINKMATE: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/9 b S2rb4g3s3n3l15p 1";
/// A brinkmate in three: S*2c 2b1c 2c3d+.
const THREE: &str = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1";
/// S*3b would be a brinkmate, but for counter-checks.
pub const PARTIAL: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/5K3 b S2rb4g3s3n3l15p 1";
/// S*2b threatens mate; △２二金 holds.
const THREATMATE: &str = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";
/// The same position as [`BRINKMATE`] after S*3b.
const STATE: &str = "5+B1nl/6Sk1/6pp1/8p/9/9/9/9/9 w 2rb4g3s3n3l15p 1";

fn text(command: snapbox::cmd::Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // Times and counts of nodes differ from machine to machine, or from version to version.
    let is_cost = |line: &&str| !line.contains(" nodes") && !line.contains("ノード");
    let lines: Vec<_> = text.lines().filter(is_cost).collect();
    lines.join("\n")
}

fn status(command: snapbox::cmd::Command) -> i32 {
    command.output().unwrap().status.code().unwrap()
}

#[test]
fn a_brinkmate_is_shown_with_what_mates_every_defence() {
    let english = text(solve(["--goal", "brinkmate", THREE]));
    assert_data_eq!(
        english,
        str![[r#"
3手必至  brinkmate in 3, proven shortest

  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v香|一   defender 玉方
| ・ ・ ・ ・ ・ ・ ・v玉 ・|二     飛二 角二 金三 銀三 桂三 香三 歩十五
| ・ ・ ・ ・ ・ ・v歩 ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ 歩v歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九   attacker 攻方  金 銀
+---------------------------+

  ▲２三銀  △１三玉  ▲３四銀成

  S*2c 2b1c 2c3d+

threat 詰めろ: what follows if the defender passes
  ▲２三成銀

defences 受け: none of them holds
  △同歩 △２二打（歩香銀金飛） △３一桂 △１二打（銀金角） △３二打（銀金角）
      △４一角 △４五角 △５六角 △６七角 △７八角 △８九角: ▲２三金
  △１五歩: ▲２三歩成 △１四玉 ▲２四と
  any other (456): ▲２三成銀

"#]]
    );
    let japanese = text(solve(["--lang", "ja", "--goal", "brinkmate", THREE]));
    assert_data_eq!(
        japanese,
        str![[r#"
3手必至  最短（証明済み）

  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v香|一   玉方持駒  飛二 角二 金三 銀三 桂三 香三 歩十五
| ・ ・ ・ ・ ・ ・ ・v玉 ・|二
| ・ ・ ・ ・ ・ ・v歩 ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ 歩v歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九   攻方持駒  金 銀
+---------------------------+

  ▲２三銀  △１三玉  ▲３四銀成

  S*2c 2b1c 2c3d+

詰めろ：放置した場合の詰み
  ▲２三成銀

受け：どれも詰む
  △同歩 △２二打（歩香銀金飛） △３一桂 △１二打（銀金角） △３二打（銀金角）
      △４一角 △４五角 △５六角 △６七角 △７八角 △８九角：▲２三金
  △１五歩：▲２三歩成 △１四玉 ▲２四と
  その他（456手）：▲２三成銀

"#]]
    );
}

#[test]
fn a_threat_is_shown_with_the_defences_that_hold() {
    let english = text(solve(["--goal", "threatmate", THREATMATE]));
    assert_data_eq!(
        english,
        str![[r#"
詰めろ  threatmate, proven: mate after a pass, but 4 defences hold

  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ 馬 ・v桂v香|一   defender 玉方
| ・ ・ ・ ・ ・ ・ 銀 ・v玉|二     飛二 角 金三 銀三 桂三 香三 歩十五
| ・ ・ ・ ・ ・ ・v歩v歩 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九   attacker 攻方  金
+---------------------------+

threat 詰めろ: what follows if the defender passes
  ▲２三銀成

defences that hold
  △２二打（香銀金飛）

defences that are mated
  △３一桂 △３四打（銀角） △１三打（金飛） △２四打（金飛） △４五角 △５六角
      △６七角 △７八角 △８九角 △２五飛 △２六飛 △２七飛 △２八飛 △２九飛: ▲２二金
      △１三玉 ▲２三銀成 △同桂 ▲同金
  any other (443): ▲２三銀成

"#]]
    );
    let japanese = text(solve(["--lang", "ja", "--goal", "threatmate", THREATMATE]));
    assert_data_eq!(
        japanese,
        str![[r#"
詰めろ  放置すれば詰むが、受けは4手（証明済み）

  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ 馬 ・v桂v香|一   玉方持駒  飛二 角 金三 銀三 桂三 香三 歩十五
| ・ ・ ・ ・ ・ ・ 銀 ・v玉|二
| ・ ・ ・ ・ ・ ・v歩v歩 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九   攻方持駒  金
+---------------------------+

詰めろ：放置した場合の詰み
  ▲２三銀成

受かる手
  △２二打（香銀金飛）

詰む受け
  △３一桂 △３四打（銀角） △１三打（金飛） △２四打（金飛） △４五角 △５六角
      △６七角 △７八角 △８九角 △２五飛 △２六飛 △２七飛 △２八飛 △２九飛：▲２二金
      △１三玉 ▲２三銀成 △同桂 ▲同金
  その他（443手）：▲２三銀成

"#]]
    );
}

#[test]
fn counter_checks_that_refute_are_named() {
    let english = text(solve(["--goal", "brinkmate", "--within", "1", PARTIAL]));
    assert!(english.contains("no brinkmate within 1 ply"), "{english}");
    assert!(english.contains("▲３二銀: "), "{english}");
    let row = rows(solve(["--goal", "brinkmate", "--within", "1", PARTIAL])).remove(0);
    let partial = &row["brinkmate"]["partial"][0];
    assert_eq!(partial["move"], "S*3b");
    let checks = partial["counter_checks"].as_array().unwrap();
    assert!(checks.contains(&json!("L*4b")), "{partial}");
}

#[test]
fn the_row_has_every_defence_with_its_mate() {
    let schema = schema("row");
    let row = rows(solve(["--goal", "brinkmate", THREE])).remove(0);
    assert_fits(&schema, &row);
    assert_eq!(row["goal"], "brinkmate");
    assert_eq!(row["verdict"], "brinkmate");
    assert_eq!(row["plies"], 3);
    assert_eq!(row["solution"], json!(["S*2c", "2b1c", "2c3d+"]));
    assert_eq!(row["leftover"], Value::Null);
    let found = &row["brinkmate"];
    assert_eq!(found["first_moves"], json!(["S*2c"]));
    assert_eq!(found["first_moves_complete"], true);
    assert_eq!(found["threatens"], true);
    assert!(!found["threat"].as_array().unwrap().is_empty());
    let defences = found["defences"].as_array().unwrap();
    assert!(defences.len() > 20, "{found}");
    for it in defences {
        assert_eq!(it["mated"], true, "{it}");
        // The attacker's moves are the first and the last of the mate.
        assert_eq!(it["line"].as_array().unwrap().len() % 2, 1, "{it}");
    }
}

#[test]
fn of_a_threat_the_row_tells_what_holds() {
    let schema = schema("row");
    let row = rows(solve(["--goal", "threatmate", THREATMATE])).remove(0);
    assert_fits(&schema, &row);
    let verdict = (&row["verdict"], &row["plies"], &row["solution"]);
    assert_eq!(verdict, (&json!("threatmate"), &Value::Null, &json!([])));
    let defences = row["brinkmate"]["defences"].as_array().unwrap();
    let holds = defences.iter().filter(|it| it["mated"] == false);
    let holds: Vec<_> = holds.map(|it| it["move"].as_str().unwrap()).collect();
    assert!(holds.contains(&"G*2b"), "{holds:?}");
    let state = rows(solve(["--goal", "threatmate", STATE])).remove(0);
    assert_eq!(state["verdict"], "brinkmate", "{state}");
}

#[test]
fn a_plain_mate_comes_first() {
    let row = rows(solve(["--goal", "brinkmate", ONE])).remove(0);
    let said = (&row["verdict"], &row["goal"], &row["plies"]);
    assert_eq!(said, (&json!("mate"), &json!("brinkmate"), &json!(1)));
    assert_eq!(row["brinkmate"], Value::Null);
    let english = text(solve(["--goal", "brinkmate", ONE]));
    assert!(
        english.contains("1手詰  mate in 1, proven shortest"),
        "{english}"
    );
    assert!(english.contains("better than a brinkmate"), "{english}");
    let row = rows(check(["--goal", "brinkmate", ONE])).remove(0);
    assert_eq!(row["verdict"], "flawed");
    assert_eq!(row["defects"][0]["kind"], "plain_mate");
}

#[test]
fn a_brinkmate_problem_is_judged() {
    let english = text(check(["--goal", "brinkmate", THREE]));
    assert_data_eq!(
        english,
        str![[r#"
○ 完全作  sound

3手必至  brinkmate in 3, proven shortest

  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v香|一   defender 玉方
| ・ ・ ・ ・ ・ ・ ・v玉 ・|二     飛二 角二 金三 銀三 桂三 香三 歩十五
| ・ ・ ・ ・ ・ ・v歩 ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ 歩v歩|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九   attacker 攻方  金 銀
+---------------------------+

  ▲２三銀  △１三玉  ▲３四銀成

  S*2c 2b1c 2c3d+

threat 詰めろ: what follows if the defender passes
  ▲２三成銀

defences 受け: none of them holds
  △同歩 △２二打（歩香銀金飛） △３一桂 △１二打（銀金角） △３二打（銀金角）
      △４一角 △４五角 △５六角 △６七角 △７八角 △８九角: ▲２三金
  △１五歩: ▲２三歩成 △１四玉 ▲２四と
  any other (456): ▲２三成銀

"#]]
    );
    let row = rows(check(["--goal", "brinkmate", THREE])).remove(0);
    assert_eq!(row["verdict"], "sound", "{row}");
    assert_eq!(row["unresolved"], json!([]));
}

#[test]
fn the_exit_status_tells_whether_there_is_one() {
    for (arguments, expected) in [
        (&["solve", "--goal", "brinkmate", BRINKMATE][..], 0),
        (&["solve", "--goal", "brinkmate", "--within", "1", THREE], 1),
        (&["solve", "--goal", "brinkmate", "--nodes", "5", THREE], 3),
        (&["solve", "--goal", "threatmate", THREATMATE], 0),
        (
            &["solve", "--goal", "threatmate", "4k4/9/9/9/9/9/9/9/9 w P 1"],
            1,
        ),
        (&["check", "--goal", "brinkmate", BRINKMATE], 0),
        (&["check", "--goal", "brinkmate", ONE], 1),
        (&["check", "--goal", "brinkmate", "--within", "1", THREE], 1),
        // The other side is to move.
        (&["solve", "--goal", "brinkmate", THREATMATE], 2),
        (&["solve", THREATMATE], 2),
        (
            &["solve", "--goal", "brinkmate", "--variations", "1", THREE],
            2,
        ),
        (&["check", "--goal", "brinkmate", "--attributes", THREE], 2),
    ] {
        assert_eq!(status(tsume().args(arguments)), expected, "{arguments:?}");
    }
}

#[test]
fn a_record_names_its_goal() {
    let brinkmate = format!("{BRINKMATE}; id \"a\"; plies 1; goal \"brinkmate\";");
    let threat = format!("{THREATMATE}; id \"b\"; goal \"詰めろ\";");
    let mate = format!("{ONE}; id \"c\"; plies 1;");
    let lines = [&brinkmate, &threat, &mate].map(String::as_str).join("\n");
    let run = tsume().args(["validate", "--format", "jsonl", "--expect", "-"]);
    let output = run.stdin(lines.clone()).output().unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    let found: Vec<Value> = found
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let said: Vec<_> = found
        .iter()
        .map(|it| {
            (
                it["goal"].as_str().unwrap(),
                it["verdict"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("brinkmate", "sound"),
        ("threatmate", "threatmate"),
        ("mate", "sound"),
    ];
    assert_eq!(said, expected);
    assert!(found.iter().all(|it| it["unexpected"] == json!([])));
    assert_eq!(output.status.code(), Some(0));
    // What is asked on the command line comes before it.
    let row = rows(solve(["--goal", "mate", &brinkmate])).remove(0);
    assert_eq!(
        (&row["goal"], &row["verdict"]),
        (&json!("mate"), &json!("no_mate"))
    );
    let table = text(
        tsume()
            .args(["validate", "--format", "text", "-"])
            .stdin(lines),
    );
    assert!(table.contains("a           完全作   sound"), "{table}");
    assert!(table.contains("詰めろ   threatmate"), "{table}");
    assert!(table.contains(" · threatmate 1"), "{table}");
}

#[test]
fn goals_are_not_mixed_in_duplicates() {
    let line = |goal: &str| format!("{ONE}; goal \"{goal}\";\n");
    let input = line("mate") + &line("brinkmate") + &line("mate") + &line("brinkmate");
    let run = tsume()
        .args(["validate", "--format", "jsonl", "-"])
        .stdin(input);
    let text = String::from_utf8(run.output().unwrap().stdout).unwrap();
    let rows: Vec<Value> = text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let said: Vec<_> = rows
        .iter()
        .map(|it| (&it["goal"], &it["verdict"], &it["duplicate_of"]))
        .collect();
    let (mate, brinkmate) = (json!("mate"), json!("brinkmate"));
    let (sound, flawed) = (json!("sound"), json!("flawed"));
    let (first, second) = (json!("stdin:1"), json!("stdin:2"));
    assert_eq!(
        said,
        [
            (&mate, &sound, &Value::Null),
            (&brinkmate, &flawed, &Value::Null),
            (&mate, &sound, &first),
            (&brinkmate, &flawed, &second),
        ]
    );
}

#[test]
fn rows_of_another_goal_are_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let run = |options: &[&str]| {
        let run = tsume().args(["validate", "-q", "--nodes", "3M", "--resume"]);
        let run = run.arg(&path).args(options).arg("-");
        run.stdin(format!("{BRINKMATE}\n{THREE}\n"))
            .output()
            .unwrap()
    };
    let first = run(&["--goal", "brinkmate"]);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let before = fs::read_to_string(&path).unwrap();
    let again = run(&["--goal", "brinkmate"]);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    for options in [
        &[][..],
        &["--goal", "mate"],
        &["--goal", "brinkmate", "--within", "7"],
    ] {
        let other = run(options);
        let told = String::from_utf8(other.stderr).unwrap();
        assert_eq!(other.status.code(), Some(2), "{told}");
        assert!(told.contains("goal=brinkmate"), "{told}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn a_worker_answers_what_is_asked() {
    let requests = [
        json!({"id": 1, "sfen": BRINKMATE, "goal": "brinkmate"}),
        json!({"id": 2, "sfen": THREATMATE, "goal": "threatmate"}),
        json!({"id": 3, "sfen": ONE}),
        json!({"id": 4, "sfen": ONE, "goal": "stalemate"}),
    ];
    let lines: Vec<_> = requests.iter().map(Value::to_string).collect();
    let ask = |options: &[&str]| -> Vec<Value> {
        let run = tsume().arg("worker").args(options).stdin(lines.join("\n"));
        let text = String::from_utf8(run.output().unwrap().stdout).unwrap();
        text.lines()
            .map(|it| serde_json::from_str(it).unwrap())
            .collect()
    };
    let said = |rows: &[Value]| -> Vec<(String, String)> {
        let word = |it: &Value| it.as_str().unwrap().to_owned();
        rows.iter()
            .map(|it| (word(&it["goal"]), word(&it["verdict"])))
            .collect()
    };
    let rows = ask(&[]);
    let pair = |goal: &str, verdict: &str| (goal.to_owned(), verdict.to_owned());
    let expected = [
        pair("brinkmate", "sound"),
        pair("threatmate", "threatmate"),
        pair("mate", "sound"),
        pair("mate", "error"),
    ];
    assert_eq!(said(&rows), expected);
    let message = rows[3]["error"]["message"].as_str().unwrap();
    assert!(message.contains("`stalemate` is no goal"), "{message}");
    assert_eq!(rows[0]["input"]["goal"], "brinkmate");
    // The option is for requests that name no goal.
    let rows = ask(&["--goal", "brinkmate"]);
    assert_eq!(
        said(&rows)[1..3],
        [expected[1].clone(), pair("brinkmate", "flawed")]
    );
}

#[test]
fn a_table_has_the_goal() {
    let run = solve([
        "--goal",
        "brinkmate",
        "--format",
        "csv",
        "--columns",
        "id,verdict,goal,plies,solution",
        BRINKMATE,
    ]);
    let table = String::from_utf8(run.output().unwrap().stdout).unwrap();
    assert_eq!(
        table,
        "id,verdict,goal,plies,solution\nargument:1,brinkmate,brinkmate,1,S*3b\n"
    );
}

#[test]
fn a_record_of_it_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("brinkmate.kifu");
    let written = solve(["--goal", "brinkmate", THREE, "-o", path.to_str().unwrap()]);
    written.assert().success();
    let kif = fs::read_to_string(&path).unwrap();
    assert!(kif.contains("手数：3手必至\n"), "{kif}");
    assert!(kif.contains("*必至: after a pass ▲"), "{kif}");
    assert!(kif.contains("*受け: any other ("), "{kif}");
    assert!(kif.contains("変化：4手"), "{kif}");
    let path = path.to_str().unwrap();
    let row = rows(check([path])).remove(0);
    assert_eq!(
        (&row["goal"], &row["expected_plies"]),
        (&json!("brinkmate"), &json!(3))
    );
    assert_eq!(row["verdict"], "sound", "{row}");
    // In other formats it is the same problem.
    let convert = tsume().args(["convert", path, "--to", "sfen"]);
    let sfen = String::from_utf8(convert.output().unwrap().stdout).unwrap();
    assert!(sfen.contains("; plies 3; goal \"brinkmate\";"), "{sfen}");
    let convert = tsume().args(["convert", "-", "--to", "kif"]).stdin(sfen);
    let kif = String::from_utf8(convert.output().unwrap().stdout).unwrap();
    assert!(kif.contains("手数：3手必至\n"), "{kif}");
    assert!(!kif.contains("goal"), "{kif}");
}

#[test]
fn a_page_shows_the_defences_below_the_last_move() {
    let run = check(["--format", "html", "--goal", "brinkmate", THREE, COOKED]);
    let page = String::from_utf8(run.output().unwrap().stdout).unwrap();
    assert!(
        page.contains("data-moves=\"S*2c 2b1c 2c3d+ pass "),
        "no threat"
    );
    assert!(
        page.contains("defences 受け: none of them holds"),
        "no defences"
    );
    assert!(page.contains("any other ("), "no groups");
    let run = solve(["--format", "svg", "--goal", "brinkmate", THREE]);
    let picture = String::from_utf8(run.output().unwrap().stdout).unwrap();
    assert!(picture.contains("3手必至"), "{picture}");
}

#[test]
fn the_shipped_brinkmates_are_what_their_file_says() {
    let rows = rows(solve(["--nodes", "20M", "problems/brinkmates.sfen"]));
    assert_eq!(rows.len(), 11);
    for row in &rows {
        assert_eq!(row["goal"], "brinkmate", "{row}");
        assert_eq!(row["verdict"], "brinkmate", "{row}");
        assert_eq!(row["plies"], row["expected_plies"], "{row}");
    }
}

#[test]
fn what_is_only_about_mates_is_told() {
    let output = solve(["--goal", "brinkmate", "--first", THREE])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("`--first` is only about mates"), "{told}");
    let output = solve(["--goal", "brinkmate", THREATMATE]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("`--goal threatmate` tells what"), "{told}");
    let row = rows(solve(["--goal", "threatmate", ONE])).remove(0);
    assert_eq!(row["verdict"], "error", "{row}");
    let none = rows(solve(["--goal", "brinkmate", "--within", "1", NO_MATE])).remove(0);
    assert_eq!(none["verdict"], "no_brinkmate", "{none}");
}
