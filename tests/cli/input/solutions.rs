//! Which moves in a text are the author's line: words for it, numbers of problems, and lines without a word.

use super::pasted::BOARD;
use crate::{stderr, stdout, tsume};

/// A rook in hand mates in three: R*1b, 1a2a, 1b2b+.
const SILVER: &str = "8k/9/8S/9/9/9/9/9/9 b R 1";
const LINE: &str = "moves R*1b 1a2a 1b2b+";
const WRITTEN: &str = "▲１二飛△２一玉▲２二飛成";

/// Returns a diagram of [`SILVER`] with a title and the text below it.
fn post(title: &str, below: &str) -> String {
    let board = BOARD.replace(" 歩", " 銀");
    format!("{title}\n{board}持駒：飛\n\n{below}\n")
}

/// Returns the positions and moves of a text, one in each line.
fn read(text: &str) -> Vec<String> {
    let lines = stdout(
        tsume()
            .args(["convert", "--to", "sfen", "-"])
            .stdin(text.to_owned()),
    );
    let line = |it: &str| it.split(';').next().unwrap().trim().to_owned();
    lines.lines().map(line).collect()
}

fn note(text: &str, lang: &str) -> String {
    let run = tsume().args(["convert", "--to", "sfen", "--lang", lang, "-"]);
    stderr(run.stdin(text.to_owned()))
}

#[test]
fn the_right_one_of_several_lines_is_taken() {
    for below in [
        format!("解答\n{WRITTEN}まで3手詰"),
        format!("【失敗】▲２二飛△１二玉\n【正解】{WRITTEN}まで"),
        format!("×▲２二飛△１二玉\n○{WRITTEN}"),
        format!("紛れ：▲２二飛△１二玉\n正解：{WRITTEN}"),
        format!("A君の答え：▲２二飛△１二玉\n残念、不正解です。\n\n正解：{WRITTEN}"),
        format!("解答は下へ\n\n\n↓\n\n\n\n\n{WRITTEN}"),
        format!("ヒント：飛車を離さない\n\n答えは下に\n.\n.\n.\n\n{WRITTEN}"),
        format!("変化：２二玉は２三飛成まで\n本筋：{WRITTEN}まで"),
        format!("||{WRITTEN}||"),
        format!("A. {WRITTEN}です。"),
        format!("先週の解答：▲５二金打まで\n\n今週の解答：{WRITTEN}"),
        format!("前回の問題は簡単でした。\n\n解答\n{WRITTEN}"),
        format!("この問題の解答は{WRITTEN}まで"),
        format!("１二飛、２一玉\n\n（ここまでは自然）\n\n正解：{WRITTEN}"),
    ] {
        let text = post("出題", &below);
        assert_eq!(read(&text), [format!("{SILVER} {LINE}")], "{text}");
    }
}

#[test]
fn the_line_of_somebody_or_of_another_problem_is_not_taken() {
    for (below, words) in [
        (format!("第1問の解答：{WRITTEN}"), "another problem"),
        (format!("先週の解答：{WRITTEN}"), ""),
        (format!("先週の解答\n\n{WRITTEN}"), "another problem"),
        (
            "先月の問題の正解者は12名。\n正解手順：▲５二金△同玉".to_owned(),
            "cannot be played",
        ),
        (format!("A君の答え：{WRITTEN}"), "somebody's answer"),
        (format!("予想手順：{WRITTEN}"), "somebody's answer"),
        (
            "▲２四銀△２一玉".to_owned(),
            "not every move of the attacker",
        ),
        (
            "１二飛 ２三玉".to_owned(),
            "cannot be played here or is illegal",
        ),
        ("▲１二飛が好手".to_owned(), "part of a sentence"),
        ("１二飛、２一玉、２二飛成では詰まない".to_owned(), ""),
    ] {
        let text = post("出題", &below);
        assert_eq!(read(&text), [SILVER], "{text}");
        assert!(note(&text, "en").contains(words), "{text}");
    }
    let text = post("出題", "▲２四銀△２一玉");
    let japanese = note(&text, "ja");
    assert!(
        japanese.contains("16行目の指し手は作意としない：攻方の手に王手でない手があり"),
        "{japanese}"
    );
    // With a word it is the author's, whatever it is: brinkmates begin without a check.
    let named = post("必至", "解答：▲２四銀△２一玉");
    assert_eq!(
        read(&named),
        [format!("{SILVER} moves 1c2d 1a2a")],
        "{named}"
    );
}

#[test]
fn solutions_at_the_end_go_to_their_problems_by_number() {
    let pawn = format!("{BOARD}持駒：金\n");
    let silver = format!("{}持駒：飛\n", BOARD.replace(" 歩", " 銀"));
    let right = [
        "8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b".to_owned(),
        format!("{SILVER} {LINE}"),
    ];
    for (titles, end) in [
        (
            ["第1問", "第2問"],
            format!("解答\n第1問　▲１二金\n第2問　{WRITTEN}\n"),
        ),
        (
            ["第1問", "第2問"],
            format!("解答\n\n第2問\n{WRITTEN}\n第1問\n▲１二金まで\n"),
        ),
        (
            ["第1問", "第2問"],
            format!("―――解答―――\n1. ▲１二金\n2. {WRITTEN}\n"),
        ),
        (
            ["【1】", "【2】"],
            format!("【1】▲１二金\n【2】{WRITTEN}\n"),
        ),
        (
            ["問１", "問２"],
            format!("（問１の答え）▲１二金まで\n（問２の答え）{WRITTEN}まで\n"),
        ),
        (
            ["第1問", "第2問"],
            format!("解答\n1 ▲１二金\n2 {WRITTEN}\n"),
        ),
        (["第1問", "第2問"], format!("答え　①▲１二金 ②{WRITTEN}\n")),
        (
            ["第1問", "第2問"],
            format!("解1：▲１二金\n解2：{WRITTEN}\n"),
        ),
        (
            ["初級です", "中級です"],
            format!("問1 ▲１二金\n問2 {WRITTEN}\n"),
        ),
        (
            ["第1問", "第2問"],
            format!("答え 1) ▲１二金 2) {WRITTEN}\n"),
        ),
        (
            ["第1問", "第2問"],
            format!("解答（第1問）\n▲１二金\n\n解答（第2問）\n{WRITTEN}\n"),
        ),
        (
            ["■1", "■2"],
            format!("■1の解\n▲１二金\n■2の解\n{WRITTEN}\n"),
        ),
        (["Q1.", "Q2."], format!("A1.\n▲１二金\nA2.\n{WRITTEN}\n")),
        (
            ["第一問", "第二問"],
            format!("〈第一問〉▲１二金\n〈第二問〉{WRITTEN}\n"),
        ),
        (
            ["1問目", "2問目"],
            format!("1問目：▲１二金\n2問目：{WRITTEN}\n"),
        ),
    ] {
        let text = format!("{}\n{pawn}\n{}\n{silver}\n\n{end}", titles[0], titles[1]);
        assert_eq!(read(&text), right, "{text}");
    }
    // An answer to the first one only, below the second.
    let text = format!("第1問\n{pawn}\n第2問\n{silver}\n第1問の答え\n▲１二金まで\n");
    assert_eq!(read(&text), [&right[0], SILVER], "{text}");
    for end in [
        format!("第3問 ▲１二金\n第4問 {WRITTEN}\n"),
        format!("1. ▲１二金\n3. {WRITTEN}\n"),
        format!("第1問 ▲１二金\n第1問 {WRITTEN}\n"),
    ] {
        let text = format!("第1問\n{pawn}\n第2問\n{silver}\n解答\n{end}");
        assert_eq!(read(&text), ["8k/9/8P/9/9/9/9/9/9 b G 1", SILVER], "{text}");
        let english = note(&text, "en");
        assert!(
            english.contains("the numbers of the solutions do not fit those of the problems"),
            "{english}"
        );
    }
}

#[test]
fn letters_and_figures_name_problems_if_a_problem_is_called_so() {
    let gold = BOARD.replace(" 歩", " 金");
    let silver = BOARD.replace(" 歩", " 銀");
    let right = [
        "8k/9/8G/9/9/9/9/9/9 b R 1 moves R*1b 1a2a 1b2b".to_owned(),
        format!("{SILVER} {LINE}"),
    ];
    let first = "▲１二飛△２一玉▲２二飛不成";
    for [one, two] in [
        ["A図", "B図"],
        ["図1", "図2"],
        ["(甲)", "(乙)"],
        ["Problem A", "Problem B"],
    ] {
        let problems = format!("{one}\n{gold}持駒：飛\n\n{two}\n{silver}持駒：飛\n\n");
        let text = format!("{problems}{one}：{first}\n{two}：{WRITTEN}\n");
        assert_eq!(read(&text), right, "{text}");
        let text = format!("{problems}{two}の答え：{WRITTEN}\n{one}の答え：{first}\n");
        assert_eq!(read(&text), right, "{text}");
    }
    // The move that led to a diagram is no solution.
    let text = post("図1", "図1は▲１二飛まで");
    assert_eq!(read(&text), [SILVER], "{text}");
}

#[test]
fn solutions_of_an_earlier_issue_are_not_taken_by_their_numbers() {
    let pawn = format!("{BOARD}持駒：金\n");
    let silver = format!("{}持駒：飛\n", BOARD.replace(" 歩", " 銀"));
    let right = [
        "8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b".to_owned(),
        format!("{SILVER} {LINE}"),
    ];
    let problems = format!("第1問\n{pawn}\n第2問\n{silver}\n");
    for heading in [
        "前回の解答",
        "【先週の解答】",
        "前号の正解",
        "Last week's solutions",
        "読者の答え",
    ] {
        let earlier = format!("{heading}\n第1問　▲１二金\n第2問　{WRITTEN}\n");
        let text = format!("{problems}{earlier}");
        assert_eq!(read(&text), ["8k/9/8P/9/9/9/9/9/9 b G 1", SILVER], "{text}");
        let english = note(&text, "en");
        assert!(english.contains("belong to another problem"), "{english}");
        let own = format!("\n解答\n第1問　▲１二金\n第2問　{WRITTEN}\n");
        let text = format!("{problems}{earlier}{own}");
        assert_eq!(read(&text), right, "{text}");
    }
    let text =
        format!("{problems}前回の解答は▲５二金まででした。\n\n第1問　▲１二金\n第2問　{WRITTEN}\n");
    assert_eq!(read(&text), right, "{text}");
}

#[test]
fn the_defender_drops_pieces_that_no_line_names() {
    let text = post("出題", "解答：▲９一飛△２一歩打▲同飛成");
    let found = read(&text);
    let is_whole = found.len() == 1 && found[0].ends_with("moves R*9a P*2a 9a2a+");
    assert!(is_whole, "{found:?}");
    let in_line = "出題です。\n今日は 8k/9/8S/9/9/9/9/9/9 b R 1 moves R*9a P*2a 9a2a+ です。\n";
    let found = read(in_line);
    assert!(found[0].ends_with("moves R*9a P*2a 9a2a+"), "{found:?}");
    // Two solutions of one problem are no numbers of problems.
    let two = post("出題", &format!("解答1：{WRITTEN}\n解答2：▲２二飛"));
    assert_eq!(read(&two), [format!("{SILVER} {LINE}")]);
}
