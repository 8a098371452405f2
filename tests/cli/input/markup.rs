//! Texts with the markup of pages, forums, chats and wikis.

use super::pasted::{BOARD, MATE};
use super::positions;
use crate::{stderr, stdout, tsume};

fn position(text: &str) -> Vec<String> {
    positions(tsume().args(["solve", "-"]).stdin(text.to_owned()))
}

/// Returns a table of HTML with what its two pieces are, and what empty squares are.
fn table(king: &str, pawn: &str, empty: &str) -> String {
    let row = |last: &str| format!("<tr>{}{last}</tr>\n", empty.repeat(8));
    let others: String = row(empty).repeat(6);
    [
        "<table>\n",
        &row(king),
        &row(empty),
        &row(pawn),
        &others,
        "</table>\n持駒：金\n",
    ]
    .concat()
}

#[test]
fn elements_of_pages_say_what_a_piece_is() {
    let empty = "<td></td>";
    for (king, pawn) in [
        (
            "<td>v<ruby>玉<rp>(</rp><rt>ぎょく</rt><rp>)</rp></ruby></td>",
            "<td><ruby>歩<rt>ふ</rt></ruby></td>",
        ),
        (
            "<td><img src=\"a.png\" alt=\"▽玉\"></td>",
            "<td><img src=\"b.png\" alt=\"▲歩\"></td>",
        ),
        (
            "<td class=\"sq gote\">玉</td>",
            "<td class=\"sq sente\">歩</td>",
        ),
        (
            "<td><span class='piece white'>玉</span></td>",
            "<td><span class='piece black'>歩</span></td>",
        ),
        (
            "<td style=\"transform:rotate(180deg)\">玉</td>",
            "<td>歩</td>",
        ),
        (
            "<td class=\"gote\"><b class=\"gote\">玉</b></td>",
            "<td>歩</td>",
        ),
        ("<td>&amp;nbsp;v玉</td>", "<td>歩</td>"),
    ] {
        let text = table(king, pawn, empty);
        assert_eq!(position(&text), [MATE], "{text}");
    }
    // The colour of a square is no side.
    let text = table("<td class=\"white\">玉</td>", "<td>歩</td>", empty);
    let message = stderr(tsume().args(["solve", "-"]).stdin(text));
    assert!(message.contains("whose pieces are these"), "{message}");
    let text = table(
        "<td><img alt=\"v玉\"></td>",
        "<td><img alt=\"歩\"></td>",
        "<td><img alt=\"・\"></td>",
    );
    assert_eq!(position(&text), [MATE]);
}

#[test]
fn forums_blogs_and_chats_have_signs_around_a_diagram() {
    let diagram = format!("{BOARD}持駒：金\n");
    let quoted = diagram.lines().map(|it| ["- > ", it, "\n"].concat());
    let quoted: String = quoted.collect();
    let spaced: String = diagram.replace("v玉", "v\u{2060}玉\u{fe0f}");
    for text in [
        format!("[code]{diagram}[/code]\n"),
        format!("[quote=\"a\"]\n[b]問題[/b]\n{diagram}[/quote]\n"),
        format!(">||\n{diagram}||<\n"),
        format!(">|text|\n{diagram}||<\n"),
        format!("題\n>|\n{diagram}|<\n"),
        format!("```text\n{diagram}```\n"),
        quoted,
        spaced,
    ] {
        assert_eq!(position(&text), [MATE], "{text}");
    }
}

#[test]
fn a_table_of_a_wiki_is_a_board() {
    let labels = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let rows = labels.map(|label| {
        let last = match label {
            "一" => "v玉",
            "三" => "歩",
            _ => " ",
        };
        format!("|-\n|{} {last} || {label}\n", "   ||".repeat(8))
    });
    let text = format!(
        "{{| class=\"wikitable\"\n! 9 !! 8 !! 7 !! 6 !! 5 !! 4 !! 3 !! 2 !! 1 !!\n{}|}}\n持駒：金\n",
        rows.concat()
    );
    assert_eq!(position(&text), [MATE]);
}

#[test]
fn moves_below_a_board_may_be_in_a_table_or_hidden() {
    for below in [
        "| 手 | 指し手 |\n|---|---|\n| 1 | ▲１二金 |\n",
        "|手数|指手|\n|---|---|\n|1|▲１二金|\n",
        "<table><tr><th>手</th><th>指し手</th></tr><tr><td>1</td><td>▲１二金</td></tr></table>\n",
        "手\t指し手\n1\t▲１二金\n",
        "||▲１二金||\n",
        "解答 ||▲１二金まで||\n",
        "[spoiler]▲１二金[/spoiler]\n",
    ] {
        for above in ["", "題\n"] {
            let text = format!("{above}{BOARD}持駒：金\n\n{below}");
            let lines = stdout(tsume().args(["convert", "--to", "sfen", "-"]).stdin(text));
            assert!(lines.contains("moves G*1b"), "{above}{below}: {lines}");
        }
    }
}

#[test]
fn numbers_of_ranks_may_stand_in_the_first_cells() {
    let labels = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    for behind in ["", "<th>段</th>"] {
        let rows = labels.map(|label| {
            let last = match label {
                "一" => "v玉",
                "三" => "歩",
                _ => "&nbsp;",
            };
            let empty = "<td>&nbsp;</td>".repeat(8);
            let behind = behind.replace("段", label);
            format!("<tr><th>{label}</th>{empty}<td>{last}</td>{behind}</tr>")
        });
        let text = format!("<table>{}</table><p>持駒：金</p>", rows.concat());
        assert_eq!(position(&text), [MATE], "{text}");
    }
}

#[test]
fn attributes_and_frames_hold_positions() {
    for text in [
        format!("<div class=\"board\" data-sfen=\"{MATE}\"></div>"),
        format!(
            "<p>問題</p><iframe src=\"https://lishogi.org/embed/{}\"></iframe>",
            MATE.replace(' ', "_")
        ),
        table(
            "<td><img src=\"a.png\" title=\"▽玉\"></td>",
            "<td><img src=\"b.png\" title=\"▲歩\"></td>",
            "<td></td>",
        ),
    ] {
        assert_eq!(position(&text), [MATE], "{text}");
    }
    let text = format!("<div data-sfen=\"{MATE}\" data-moves=\"G*1b\"></div>");
    let lines = stdout(tsume().args(["convert", "--to", "sfen", "-"]).stdin(text));
    assert!(lines.contains("moves G*1b"), "{lines}");
}

#[test]
fn cells_may_be_quoted_or_one_below_the_other() {
    let ranks = |cell: fn(&str) -> String, parts: [&str; 3]| -> String {
        let rank = |number: usize| {
            let last = match number {
                0 => "v玉",
                2 => "歩",
                _ => "",
            };
            let cells: Vec<String> = (0..9)
                .map(|at| cell(if at == 8 { last } else { "" }))
                .collect();
            [parts[0], &cells.join(parts[1]), parts[2]].concat()
        };
        (0..9).map(rank).collect()
    };
    let quoted = ranks(|it| format!("\"{it}\""), ["", ",", "\n"]);
    let wiki = ranks(|it| format!("| {it} "), ["|-\n", "\n", "\n"]);
    for text in [
        format!("{quoted}\"持駒\",\"金\"\n"),
        format!("{{|\n{wiki}|}}\n持駒：金\n"),
        "taro> ".to_owned() + &format!("{BOARD}持駒：金").replace('\n', "\ntaro> ") + "\n",
    ] {
        assert_eq!(position(&text), [MATE], "{text}");
    }
}
