//! Brinkmates (必至) and threats (詰めろ): what people and programs read, and what is refused.

use super::{ONE, check, rows, solve, tsume};
use crate::schema::{assert_fits, schema};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, str};

/// A brinkmate in one: S*3b.
pub const BRINKMATE: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/9 b S2rb4g3s3n3l15p 1";
/// A brinkmate in three: S*2c 2b1c 2c3d+.
pub const THREE: &str = "7nl/7k1/6p2/7Pp/9/9/9/9/9 b GS2r2b3g3s3n3l15p 1";
/// S*3b would be a brinkmate, but for counter-checks.
pub const PARTIAL: &str = "5+B1nl/7k1/6pp1/8p/9/9/9/9/5K3 b S2rb4g3s3n3l15p 1";
/// S*2b threatens mate; △２二金 holds.
pub const THREATMATE: &str = "5+B1nl/6S1k/6pp1/8p/9/9/9/9/9 w G2rb3g3s3n3l15p 1";
/// The same position as [`BRINKMATE`] after S*3b.
pub const STATE: &str = "5+B1nl/6Sk1/6pp1/8p/9/9/9/9/9 w 2rb4g3s3n3l15p 1";

/// Returns what a command prints, without what differs between runs.
pub fn text(command: snapbox::cmd::Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // Times and counts of nodes differ from machine to machine, or from version to version.
    let is_cost = |line: &&str| !line.contains(" nodes") && !line.contains("ノード");
    let lines: Vec<_> = text.lines().filter(is_cost).collect();
    lines.join("\n")
}

/// Returns the exit status of a command.
pub fn status(command: snapbox::cmd::Command) -> i32 {
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
  その他（456通り）：▲２三成銀

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
詰めろ  放置すれば詰むが、受けは4通り（証明済み）

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
  その他（443通り）：▲２三銀成

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
