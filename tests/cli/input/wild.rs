//! Small inputs as people have them, one of each kind that once was refused or misread, with what is right.

use super::pasted::{BOARD, MATE};
use crate::{stderr, stdout, tsume};
use std::fs;

/// A file, and the line that it is read as: the position with the moves of the author.
struct Wild {
    name: &'static str,
    text: String,
    right: &'static str,
}

fn wild(name: &'static str, text: impl Into<String>, right: &'static str) -> Wild {
    Wild {
        name,
        text: text.into(),
        right,
    }
}

/// The position [`MATE`] with its solution.
const SOLVED: &str = "8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b";

fn all() -> Vec<Wild> {
    let with = |above: &str, below: &str| format!("{above}{BOARD}{below}");
    let quoted = "> ".to_owned() + &with("", "先手の持駒：金").replace('\n', "\n> ");
    vec![
        // Hands without a side.
        wild("above.kif", with("持ち駒：金\n", ""), MATE),
        wild("plain.kif", with("", "持駒：金\n"), MATE),
        wild("tegoma.kif", with("", "先手の手駒：金\n"), MATE),
        wild("side.kif", with("", "持駒（攻方） 金\n"), MATE),
        // Text around a diagram.
        wild(
            "title.txt",
            with("詰将棋 第12番 (1手詰)\n\n", "先手の持駒：金\n"),
            MATE,
        ),
        wild(
            "solution.txt",
            with("", "先手の持駒：金\n\n【解答】\n▲１二金まで１手詰\n"),
            SOLVED,
        ),
        wild("quoted.txt", quoted, MATE),
        wild(
            "blanks.txt",
            with("", "先手の持駒：金\n").replace(' ', "\u{a0}"),
            MATE,
        ),
        wild(
            "header.txt",
            with("", "先手の持駒：金\n作意：▲１二金まで1手詰\n"),
            SOLVED,
        ),
        wild(
            "end.txt",
            with("", "先手の持駒：金\n▲１二金　迄1手詰\n"),
            SOLVED,
        ),
        // Lists.
        wild("list.txt", "攻方：１三歩\n玉方：１一玉\n持駒：金\n", MATE),
        wild("western.txt", "Black: P1c In hand: G\nWhite: K1a\n", MATE),
        // KIF and CSA as programs write them.
        wild(
            "promotion.kif",
            with(
                "手合割：詰将棋\n",
                "先手の持駒：なし\n手数----指手---------消費時間--\n   1 １二歩(13)成\n   2 同　玉(11)\n",
            ),
            "8k/9/8P/9/9/9/9/9/9 b - 1 moves 1c1b+ 1a1b",
        ),
        wild(
            "rule.kif",
            with(
                "",
                "先手の持駒：金\n-------手数-指手-消費時間---------\n   1 １二金打   (00:00/00:00:00)\n",
            ),
            SOLVED,
        ),
        wild(
            "blanks.csa",
            "V2.2\nP1 * * * * * * * * -OU\nP2 * * * * * * * * *\nP3 * * * * * * * * +FU\nP4 * * * * * * * * *\nP5 * * * * * * * * *\n\
             P6 * * * * * * * * *\nP7 * * * * * * * * *\nP8 * * * * * * * * *\nP9 * * * * * * * * *\nP+00KI\n+\n",
            MATE,
        ),
        wild(
            "comment.csa",
            "V2.2\nP-11OU\nP+13FU00KI\n+\n+0012KI,T12,'** 30\n%TSUMI,'* end\n",
            SOLVED,
        ),
        // USI with an ending.
        wild(
            "resign.sfen",
            format!("position sfen {MATE} moves G*1b resign\n"),
            SOLVED,
        ),
        wild("prefix.sfen", format!("Sfen: {MATE}\n"), MATE),
        wild("capital.sfen", "8k/9/8P/9/9/9/9/9/9 B G\n", MATE),
        wild("quotes.sfen", format!("\"{MATE}\"\n"), MATE),
        // Rows of other programs.
        wild(
            "array.json",
            format!("[{{\"id\":1,\"sfen\":\"{MATE}\"}}]\n"),
            MATE,
        ),
        wild(
            "nested.json",
            format!("{{\"problems\":[{{\"initial_sfen\":\"{MATE}\",\"mateIn\":1}}]}}\n"),
            MATE,
        ),
    ]
}

#[test]
fn every_kind_is_read_as_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for Wild { name, text, right } in all() {
        let file = folder.path().join(name);
        fs::write(&file, &text).unwrap();
        let read = stdout(
            tsume()
                .args(["convert", "--to", "sfen", "--defender-hand", "given"])
                .arg(&file),
        );
        let line = read.split(';').next().unwrap().trim();
        assert_eq!(line, right, "{name}\n{text}");
    }
}

#[test]
fn white_mates_where_the_diagram_says_it_by_its_only_king() {
    let ranks = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
                 | ・ ・v角 ・ ・ ・ ・ ・ ・|五\n| 玉 ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
                 | ・ ・v飛 ・ ・ ・ ・ ・ ・|九\n";
    let text =
        format!("後手の持駒：なし\n{ranks}先手の持駒：飛　角　金四　銀四　桂四　香四　歩十八\n");
    for attacker in ["white", "auto"] {
        let run = tsume()
            .args([
                "solve",
                "--attacker",
                attacker,
                "--format",
                "json",
                "--nodes",
                "300k",
                "-",
            ])
            .stdin(text.clone());
        let row: serde_json::Value = serde_json::from_str(&stdout(run)).unwrap();
        let row = if row.is_array() { row[0].clone() } else { row };
        assert_eq!(row["verdict"], "mate", "{attacker}");
    }
}

#[test]
fn moves_alone_are_those_of_a_game() {
    let message = stderr(tsume().args(["check", "moves 7g7f 3c3d"]));
    assert!(
        message.contains("this is the record of a game"),
        "{message}"
    );
}
