//! Tests of solutions that stand together, of lines that are cut, and of boards with ranks too many.

use super::{BOD, read};

const OTHER: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
";

/// Returns the moves of each problem of a text, without the positions.
fn moves(text: &str) -> Vec<String> {
    let behind = |line: &String| {
        let bare = line.split(" [").next().unwrap_or_default();
        let words: Vec<&str> = bare.split(' ').skip(4).collect();
        words.join(" ")
    };
    read(text).iter().map(behind).collect()
}

#[test]
fn unmarked_solutions_go_to_their_problems() {
    for (labels, below) in [
        (["①", "②"], "解答　①１二金　②５二金"),
        (["(1)", "(2)"], "解答\n(1) １二金\n(2) ５二金"),
        (["No.1", "No.2"], "解答\n1. １二金\n2. ５二金"),
        (["[1]", "[2]"], "解答\n[1] １二金\n[2] ５二金"),
        (["（一）", "（二）"], "解答\n（一）１二金\n（二）５二金"),
        (["1", "2"], "解答\n1 １二金\n2 ５二金"),
        (["Q1", "Q2"], "A1 １二金　A2 ５二金"),
        (
            ["## 問題1", "## 問題2"],
            "解答\n- 問題1: １二金\n- 問題2: ５二金",
        ),
        (["其の一", "其の二"], "解　其の一　１二金　其の二　５二金"),
        (["Ａ図", "Ｂ図"], "解答　Ａ図＝▲１二金、Ｂ図＝▲５二金"),
        (["１", "２"], "正解　１…▲１二金　２…▲５二金"),
        (["第1図", "第2図"], "解答\n第1図　▲１二金\n第2図　▲５二金"),
        (["第1回", "第2回"], "解答\n第1回：１二金\n第2回：５二金"),
        (["Problem 1", "Problem 2"], "Solutions\n1) G-1b\n2) G-5b"),
    ] {
        let text = format!(
            "{}\n{BOD}持駒　金\n\n{}\n{OTHER}持駒　金\n\n{below}\n",
            labels[0], labels[1]
        );
        assert_eq!(moves(&text), ["G*1b", "G*5b"], "{text}");
    }
    let three =
        format!("①\n{BOD}持駒 金\n②\n{OTHER}持駒 金\n③\n{BOD}持駒 金\n解答\n①１二金\n③１二金\n");
    assert_eq!(moves(&three), ["G*1b", "", "G*1b"]);
    // Numbers of moves are no numbers of problems that have their own solutions.
    let own = format!("①\n{BOD}持駒 金\n▲１二金まで\n②\n{OTHER}持駒 金\n解答\n1. ５二金\n");
    assert_eq!(moves(&own), ["G*1b", "G*5b"]);
}

#[test]
fn choices_and_solutions_of_other_numbers_are_left() {
    for (title, below) in [
        ("第105回", "第104回解答　▲１二金まで"),
        ("第105回", "◆第104回の解答◆\n▲１二金まで"),
        ("第105回", "解答（第104回）\n▲１二金まで"),
        ("第105回", "《第104回》解答　▲１二金まで"),
        ("第105回", "Solution of No. 104\nG*1b"),
        ("", "A. ▲１二金\nB. ▲２二金"),
        ("", "余詰手順　▲１二金まで"),
        ("", "出題済みの問題の解答\n▲１二金まで"),
        ("", "解答　▲１二金は不可。"),
    ] {
        let text = format!("{title}\n{BOD}持駒　金\n\n{below}\n");
        assert_eq!(moves(&text), [""], "{text}");
    }
    for (title, below) in [
        ("第105回", "解答　▲１二金まで"),
        ("第105回", "第105回解答　▲１二金まで"),
        ("", "第104回解答　▲１二金まで"),
    ] {
        let text = format!("{title}\n{BOD}持駒　金\n\n{below}\n");
        assert_eq!(moves(&text), ["G*1b"], "{text}");
    }
}

#[test]
fn a_line_is_read_to_its_end_or_said_to_be_cut() {
    let text = |line: &str| format!("{BOD}持駒　金桂\n解答：{line}\n");
    for line in [
        "▲２三桂！△２一玉▲２二金",
        "▲２三桂打ち△２一玉▲２二金打ち",
        "▲２三桂（△２一玉）▲２二金",
        "▲２三桂から△２一玉▲２二金",
        "２三桂Ａ、２一玉、２二金Ｂ\nＡ１二金は不詰",
        "▲２三桂（ここで△同玉は反則）△２一玉▲２二金",
    ] {
        assert_eq!(moves(&text(line)), ["N*2c 1a2a G*2b"], "{line}");
    }
    let cut = moves(&text("▲２三桂なら当然△２一玉▲２二金"));
    assert_eq!(cut, ["N*2c broken at △２一玉"]);
}

#[test]
fn boards_with_ranks_too_many_are_errors() {
    let third = "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n";
    let twice = BOD.replace(third, &third.repeat(2));
    let skipped = BOD.replace("|二\n", "|三\n");
    let parted = BOD.replace("|四\n", "|四\n【広告】将棋の本\n");
    let open = ". . . . . . . . k\n".to_owned() + &". . . . . . . . .\n".repeat(9);
    let row = |last: &str| format!("<tr>{}<td>{last}</td></tr>\n", "<td></td>".repeat(8));
    let table = |files: &str, count: usize| {
        let cells: Vec<String> = files.chars().map(|c| format!("<th>{c}</th>")).collect();
        let files = cells.concat();
        let rest = row("").repeat(count);
        format!("<table>\n<tr>{files}</tr>\n{}{rest}</table>\n", row("v玉"))
    };
    for text in [
        twice,
        skipped,
        parted,
        open,
        table("987654321", 9),
        table("123456789", 8),
    ] {
        let found = read(&format!("{text}持駒：金\n"));
        assert!(
            found.iter().all(|it| it.starts_with("error")),
            "{text}{found:?}"
        );
        assert!(!found.is_empty(), "{text}");
    }
    let whole = read(&format!("{}持駒：金\n", table("987654321", 8)));
    assert_eq!(whole, ["8k/9/9/9/9/9/9/9/9 b G 1"]);
    // Two boards may stand right below each other.
    let two = format!(
        ". . . . . . . . k\n{0}{0}. . . . k . . . .\n",
        ". . . . . . . . .\n".repeat(8)
    );
    assert_eq!(read(&two).len(), 2);
    // A corner needs the numbers of its files and ranks, or a frame.
    let corner =
        "  ３　２　１\n|　　|　　|v玉|一\n|　　|　　|　　|二\n|　　|　　|　歩|三\n持駒：金\n";
    assert_eq!(read(corner), ["8k/9/8P/9/9/9/9/9/9 b G 1"]);
}

#[test]
fn corrections_are_errors_unless_they_are_made() {
    for line in [
        "補足 持駒は金ではなく飛車でした",
        "※図の１三歩は１三とです。",
    ] {
        let found = read(&format!("{BOD}持駒：金\n{line}\n"));
        assert!(found[0].starts_with("error"), "{found:?}");
    }
    let made = read(&format!("{BOD}<p>持駒 <del>金</del><ins>銀</ins></p>\n"));
    assert_eq!(made, ["8k/9/8P/9/9/9/9/9/9 b S 1"]);
}
