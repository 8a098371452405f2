//! Diagrams in texts as people paste them: posts, mails, pages.

use super::positions;
use crate::{stderr, stdout, tsume};
use std::fs;

/// The position that most texts here have.
pub const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

pub const BOARD: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
";

/// Returns the examples of the manual's section on diagrams in texts: the code of its table, and the texts apart.
fn examples() -> Vec<String> {
    let page = include_str!("../../../src/manual/records.md");
    let section = page.split_once("### Diagrams in texts").unwrap().1;
    let section = section.split_once("\n### ").unwrap().0;
    let section = section
        .split_once("Each of these is the same problem")
        .unwrap()
        .1;
    let rows = section
        .lines()
        .filter(|it| it.starts_with("| ") && it.contains('`'));
    let code = |row: &str| row.split('`').nth(1).unwrap().to_owned();
    let blocks = section.split("```text\n").skip(1);
    let block = |it: &str| it.split_once("```").unwrap().0.to_owned();
    rows.map(code).chain(blocks.map(block)).collect()
}

#[test]
fn every_form_of_the_manual_is_read() {
    let examples = examples();
    assert!(examples.len() >= 12, "{examples:?}");
    for example in examples {
        let stdin = tsume().args(["solve", "-"]).stdin(example.clone());
        assert_eq!(positions(stdin), [MATE], "{example}");
        let argument = tsume().args(["solve", &example]);
        assert_eq!(positions(argument), [MATE], "{example}");
    }
}

#[test]
fn a_note_says_what_was_taken_for_what() {
    let text = format!("第1番 (1手詰)\n\n{BOARD}持駒：金\n\n解答\n▲１二金まで1手詰\n");
    let english = stderr(tsume().args(["check", "-"]).stdin(text.clone()));
    let note = "note: read a board from lines 5–13, the hand 金 from line 15, the title from line 1, the author's line from line 18";
    assert!(english.contains(note), "{english}");
    let japanese = stderr(
        tsume()
            .args(["check", "--lang", "ja", "-"])
            .stdin(text.clone()),
    );
    let note = "注: 5〜13行目の盤面図、15行目の持駒（金）、1行目の題名、18行目の手順を読んだ";
    assert!(japanese.contains(note), "{japanese}");
    let row = stdout(tsume().args(["check", "--format", "json", "-"]).stdin(text));
    let row: serde_json::Value = serde_json::from_str(&row).unwrap();
    let row = if row.is_array() { row[0].clone() } else { row };
    assert_eq!(row["id"], "第1番 (1手詰)");
    assert_eq!(row["verdict"], "sound");
    assert_eq!(row["expected_plies"], 1);
    assert!(
        row["notes"].to_string().contains("read a board from lines"),
        "{row}"
    );
    // What is missing is told, because it is lost most often.
    let alone = stderr(tsume().args(["solve", "-"]).stdin(format!("題\n{BOARD}")));
    assert!(alone.contains("no pieces in hand are found"), "{alone}");
}

#[test]
fn several_diagrams_of_a_text_are_several_problems() {
    let other = BOARD.replace(" 歩", " 銀");
    let text = format!(
        "第1番\n{BOARD}持駒：金\n\n第2番です。\n\n第2番\n{other}持駒：飛\n解答 ▲１二飛 △２一玉 ▲２二飛成\n\nおまけ {MATE} どうぞ\n"
    );
    let found = positions(tsume().args(["solve", "-"]).stdin(text.clone()));
    assert_eq!(found, [MATE, "8k/9/8S/9/9/9/9/9/9 b R 1", MATE]);
    let lines = stdout(tsume().args(["convert", "--to", "sfen", "-"]).stdin(text));
    assert!(lines.contains("moves R*1b 1a2a 1b2b+"), "{lines}");
}

#[test]
fn a_text_without_a_diagram_is_one_error() {
    let text = "こんにちは。\n昨日の3手詰は難しかった。\n| 表 | 値 |\n";
    let message = stderr(tsume().args(["check", "-"]).stdin(text));
    assert_eq!(message.matches("error").count(), 1, "{message}");
    assert!(
        message.contains("no diagram is found in this text"),
        "{message}"
    );
    let japanese = stderr(tsume().args(["check", "--lang", "ja", "-"]).stdin(text));
    assert!(
        japanese.contains("この文章に局面図が見つからない"),
        "{japanese}"
    );
}

#[test]
fn mistakes_in_a_text_have_their_place_and_stop_nothing_else() {
    let broken = BOARD.replace("v玉", "v炎");
    let text = format!("一つ目\n\n{broken}持駒：金\n\n二つ目\n\n{BOARD}持駒：金\n");
    let rows = positions(tsume().args(["solve", "-"]).stdin(text.clone()));
    assert_eq!(rows.last().map(String::as_str), Some(MATE), "{rows:?}");
    let message = stderr(tsume().args(["solve", "-"]).stdin(text));
    assert!(
        message.contains("`炎` is no piece") && message.contains("stdin:5:"),
        "{message}"
    );
    // A hand must not be lost: what looks like one and cannot be read is an error.
    let odd = format!("題\n\n{BOARD}持駒：金と謎\n");
    let message = stderr(tsume().args(["solve", "-"]).stdin(odd));
    assert!(message.contains("is no piece in hand"), "{message}");
}

#[test]
fn a_folder_takes_the_texts_that_have_diagrams() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("post.txt"),
        format!("こんにちは。\n\n{BOARD}持駒：金\n"),
    )
    .unwrap();
    fs::write(
        folder.join("readme.txt"),
        "About these problems.\nHave fun.\n",
    )
    .unwrap();
    fs::write(
        folder.join("list.txt"),
        "攻方：１三歩\n玉方：１一玉\n持駒：金\n",
    )
    .unwrap();
    assert_eq!(positions(tsume().arg("solve").arg(folder)), [MATE, MATE]);
}
