//! Records as people write and paste them: headers with the author's line, moves without numbers, other marks.

use crate::notation::{sfen, usi};
use crate::tests::{failure, read_one};
use crate::*;

const PROBLEM: &str = "7nl/7k1/9/7pp/6N2/9/9/9/9 b GS 1";
const LINE: &str = "S*2c 2b1c 2c1b+ 1a1b G*2c";

/// Returns a board whose first ranks are these.
fn board(ranks: &[&str]) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let mut text = String::from("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---+\n");
    for rank in ranks {
        text += rank;
        text.push('\n');
    }
    text + &empty.repeat(9 - ranks.len()) + "+---+\n"
}

fn problem() -> String {
    board(&[
        "| ・ ・ ・ ・ ・ ・ ・v桂v香|一",
        "| ・ ・ ・ ・ ・ ・ ・v玉 ・|二",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三",
        "| ・ ・ ・ ・ ・ ・ ・v歩v歩|四",
        "| ・ ・ ・ ・ ・ ・ 桂 ・ ・|五",
    ]) + "先手の持駒：金　銀\n"
}

fn line(record: &Record) -> String {
    usi::write_line(&record.tree.main_line())
}

#[test]
fn the_authors_line_may_be_in_a_header() {
    for text in [
        "作意：▲２三銀△１三玉▲１二銀成△同香▲２三金まで5手詰",
        "作意：２三銀打、１三玉、１二銀成、同香、２三金打迄五手詰",
        "解答:23銀 13玉 12銀成 同香 23金",
        "正解：①２三銀 ②１三玉 ③１二銀成 ④同　香 ⑤２三金",
        "【解答】\n▲２三銀 △１三玉 ▲１二銀成 △同香 ▲２三金 まで5手詰",
        "【作意手順】▲２三銀 △１三玉 ▲１二銀成 △同香 ▲２三金",
        "答え\n\n▲2三銀\n△1三玉\n▲1二銀成\n△同香\n▲2三金\nまでの5手詰",
        "手順は、23銀・13玉・12銀成・同香・23金  まで5手詰",
        "詰手順……▲２三銀△１三玉▲１二銀成△同香▲２三金まで5手詰",
        "解答(反転):　▲２三銀△１三玉▲１二銀成△同香▲２三金",
        "正解手順：S*2c 2b1c 2c1b+ 1a1b G*2c",
        "Solution: S*2c, K-1c, S-1b+, Lx1b, G*2c",
        "■ 本手順　２三銀→１三玉→１二銀成→同香→２三金",
        "詰め手順：初手 ２三銀 2手目 １三玉 3手目 １二銀成 4手目 同香 5手目 ２三金",
    ] {
        let (record, places) = read_one(&format!("{}{text}\n", problem()), Format::Kif);
        assert_eq!(sfen::write(&record.setup), PROBLEM, "{text}");
        assert_eq!(line(&record), LINE, "{text}");
        assert_eq!(places.broken, None, "{text}");
        assert!(record.headers.is_empty(), "{text}");
        assert_eq!(places.headers.len(), record.headers.len(), "{text}");
    }
}

#[test]
fn a_header_without_moves_stays_one_and_a_broken_line_is_cut() {
    let read = |text: &str| read_one(&format!("{}{text}\n", problem()), Format::Kif);
    for (text, value) in [
        ("作意：省略", "省略"),
        ("解答：", ""),
        ("手順：次号で", "次号で"),
    ] {
        let (record, _) = read(text);
        assert_eq!(record.headers[0].1, value, "{text}");
        assert!(record.tree.is_empty(), "{text}");
    }
    let text = format!("{}作意：▲２三銀△９九玉▲１二銀成\n", problem());
    let (record, places) = read_one(&text, Format::Kif);
    assert_eq!(line(&record), "S*2c");
    assert_eq!(&text[places.broken.unwrap().span], "９九玉");
}

#[test]
fn moves_need_neither_numbers_nor_marks() {
    let empty = "手合割：平手\n";
    for text in [
        "手数----指手---------消費時間--\n７六歩(77)\n３四歩(33)",
        "-------手数-指手-消費時間---------\n   1 ７六歩(77)\n   2 ３四歩(33)",
        "手数＝＝指手\n1. ７六歩(77)\n2. ３四歩(33)",
        "----------\n1: ７六歩(77)\n2: ３四歩(33)",
        "①７六歩\n②３四歩",
        "(1) ７六歩\n(2) ３四歩",
        "１．７六歩\n２．３四歩",
        "1手目　▲７六歩(77)\n2手目　△３四歩(33)",
        "1 先手７六歩(77)\n2 後手３四歩(33)",
        "1\t７六歩(77)\t0:01\n2\t３四歩(33)\t0:02",
        "７六歩(77)   ( 0:01/00:00:01)\n３四歩(33)   ( 0:02/00:00:02)",
        "1 ７六歩 2 ３四歩",
        "７六歩、３四歩",
        "7g7f 3c3d",
        "▲７六歩→△３四歩",
    ] {
        let (record, places) = read_one(&format!("{empty}{text}\n"), Format::Kif);
        assert_eq!(line(&record), "7g7f 3c3d", "{text}");
        assert_eq!(places.broken, None, "{text}");
    }
    let (record, _) = read_one("手合割：平手\n1\t７六歩(77)\t0:01\n", Format::Kif);
    assert_eq!(record.tree.node(1).seconds, Some(1));
    // A header keeps its value.
    let (record, _) = read_one("手合割：平手\n７六歩の局：一\n", Format::Kif);
    assert_eq!(record.headers[0].0, "７六歩の局");
}

#[test]
fn ends_have_many_words() {
    for text in [
        "まで1手",
        "迄一手詰",
        "▲１二金　迄1手詰",
        "▲１二金まで１手詰め",
        "▲１二金 詰み",
        "１二金で詰み",
        "▲１二金\n以上",
        "▲１二金 (まで、1手詰)",
        "1. １二金\n2. 詰み",
        "▲１二金\n詰み",
    ] {
        let text = format!(
            "{}持駒：金\n{text}\n",
            board(&[
                "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一",
                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二",
                "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三"
            ])
        );
        let (record, places) = read_one(&text, Format::Kif);
        assert_eq!(places.broken, None, "{text}");
        let has_moves = text.contains("１二金");
        assert_eq!(
            record.tree.main_line().len(),
            usize::from(has_moves),
            "{text}"
        );
        let last = record.tree.line_from(0).last().unwrap_or(0);
        let is_mate = has_moves && text.contains('詰');
        assert_eq!(
            record.tree.node(last).end,
            is_mate.then_some(End::Mate),
            "{text}"
        );
    }
}

#[test]
fn marks_and_names_of_pieces_differ() {
    for (ranks, expected) in [
        (
            ["|・・・・・・・・^玉|", "|・・・・・・・・歩|"],
            "8k/8P/9/9/9/9/9/9/9",
        ),
        (
            ["|・・・・・・・・v玉|", "|・・・・・・・・^歩|"],
            "8k/8P/9/9/9/9/9/9/9",
        ),
        (
            ["|・・・・・・・・-玉|", "|・・・・・・・・+歩|"],
            "8k/8P/9/9/9/9/9/9/9",
        ),
        (
            ["|・・・・・・・・☖玊|", "|・・・・・・・・☗ト|"],
            "8k/8+P/9/9/9/9/9/9/9",
        ),
        (
            [
                "| ・ ・ ・ ・ ・ ・ ・ ・▽王将|",
                "| ・ ・ ・ ・ ・ ・ ・ ・▲歩兵|",
            ],
            "8k/8P/9/9/9/9/9/9/9",
        ),
        (
            [
                "|・　・　・　・　・　・　・　・　v玉|",
                "|・　・　・　・　・　・　・　・　龍王|",
            ],
            "8k/8+R/9/9/9/9/9/9/9",
        ),
        (
            [
                "|\u{a0}・\u{a0}・ ・ ・ ・ ・ ・ ・v玉|",
                "|・・・・・・・・ﾄ|",
            ],
            "8k/8+P/9/9/9/9/9/9/9",
        ),
        (
            ["|・・・・・・・・v玉|", "|・・・・・・・龙马|"],
            "8k/7+R+B/9/9/9/9/9/9/9",
        ),
        // 竜馬 in two squares are two pieces, although the two kanji may also be the name of one.
        (
            ["|・・・・・・・・v玉|", "|・・・・・・・竜馬|"],
            "8k/7+R+B/9/9/9/9/9/9/9",
        ),
    ] {
        let (record, _) = read_one(&board(&ranks), Format::Kif);
        assert_eq!(
            sfen::write(&record.setup).split(' ').next(),
            Some(expected),
            "{ranks:?}"
        );
    }
    let found = failure(&board(&["|・・・・・・・v玉+歩|"]), Format::Kif);
    assert_eq!(
        (found.message.as_str(), found.place.as_str()),
        ("`+` is no piece", "+歩")
    );
}

#[test]
fn a_turned_board_is_turned_by_its_labels() {
    let labels = ['九', '八', '七', '六', '五', '四', '三', '二', '一'];
    let rank = |label: &char| {
        let first = match label {
            '三' => "歩",
            '一' => "v玉",
            _ => "・",
        };
        format!("| {first} ・ ・ ・ ・ ・ ・ ・ ・|{label}\n")
    };
    let ranks: String = labels.iter().map(rank).collect();
    let text = format!("  １ ２ ３ ４ ５ ６ ７ ８ ９\n+---+\n{ranks}+---+\n持駒：金\n");
    let (record, places) = read_one(&text, Format::Kif);
    assert_eq!(sfen::write(&record.setup), "8k/9/8P/9/9/9/9/9/9 b G 1");
    assert_eq!(&text[places.pieces[0].1.clone()], "歩");
    let unclear: String = ranks
        .lines()
        .map(|it| it[..=it.rfind('|').unwrap()].to_owned() + "\n")
        .collect();
    let text = format!("  １ ２ ３ ４ ５ ６ ７ ８ ９\n+---+\n{unclear}+---+\n持駒：金\n");
    assert!(
        failure(&text, Format::Kif)
            .message
            .starts_with("the files are numbered from 1 to 9")
    );
    for word in ["盤面反転", "盤面回転", "反転"] {
        let (record, _) = read_one(&format!("{word}\n{}", problem()), Format::Kif);
        assert_eq!(sfen::write(&record.setup), PROBLEM);
        assert_eq!(record.headers[0].0, headers::TURNED);
    }
}

#[test]
fn hands_have_many_names() {
    let hand = |text: &str| {
        let (record, _) = read_one(
            &(problem().replace("先手の持駒：金　銀\n", "") + text),
            Format::Kif,
        );
        sfen::write(&record.setup)
            .split(' ')
            .nth(2)
            .unwrap()
            .to_owned()
    };
    for text in [
        "【持ち駒】金、銀",
        "▲持ち駒・・金銀",
        "持駒＝金銀",
        "持：金銀",
        "☗持駒　金銀",
        "持ち駒は金銀です。",
        "In hand: GS",
        "先手：攻方　持駒：金銀",
        "攻方の持駒：金*1銀",
        "先手の持駒：G S",
        "Black's hand: GS",
    ] {
        assert_eq!(hand(text), "GS", "{text}");
    }
    assert_eq!(hand("先手の持駒：R2G3P"), "R2G3P");
    assert_eq!(hand("玉方持駒：その他\n持駒：金銀"), "GS2r2b3g3s2n3l16p");
    for (text, place) in [
        ("先手の持駒：金 竹", "竹"),
        ("持駒：R2X", "R2X"),
        ("先手：攻方　持駒：竹", "竹"),
    ] {
        let text = problem().replace("先手の持駒：金　銀", text);
        assert_eq!(failure(&text, Format::Kif).place, place);
    }
}

#[test]
fn the_only_king_tells_whose_turn_it_is() {
    let ranks = [
        "| ・ ・ ・ ・ ・ ・ ・ ・ 玉|一",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二",
        "| ・ ・ ・ ・ ・ ・ ・v金v飛|三",
    ];
    let read = |text: &str| {
        let text = board(&ranks).replace("v飛", " ・") + text;
        let (record, places) = read_one(&text, Format::Kif);
        (record.setup.turn, places.is_turn_deduced, line(&record))
    };
    let (black, white) = (crate::shogi::Color::Black, crate::shogi::Color::White);
    assert_eq!(read(""), (white, true, String::new()));
    assert_eq!(read("先手番\n"), (black, false, String::new()));
    assert_eq!(read("後手番\n"), (white, false, String::new()));
    assert_eq!(read("１二玉(11)\n"), (black, false, "1a1b".to_owned()));
    assert_eq!(read("△２二金(23)\n"), (white, true, "2c2b".to_owned()));
    assert_eq!(read("   1 ２二金(23)\n"), (white, true, "2c2b".to_owned()));
    // What is written with Black to move comes back so.
    let setup = sfen::parse("8K/9/7g1/9/9/9/9/9/9 b - 1").unwrap().setup;
    let (text, _) = write(&Record::new(setup.clone()), Format::Kif);
    assert_eq!(read_one(&text, Format::Kif).0.setup, setup);
}

#[test]
fn the_defender_may_drop_what_no_line_gives_him() {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let king = "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一";
    let board = board(&[king, empty, empty, empty, "| ・ ・ ・ ・ ・ ・ ・ 飛 ・|"]);
    for hands in ["", "後手の持駒：なし\n"] {
        let text = format!("{hands}{board}▲１五飛 △１四歩 ▲同飛\n");
        let (record, _) = read_one(&text, Format::Kif);
        assert_eq!(line(&record), "2e1e P*1d 1e1d");
        // Diagrams without interpositions stay as they are.
        let text = format!("{hands}{board}▲１五飛 △２二玉\n");
        let (record, _) = read_one(&text, Format::Kif);
        assert!(record.setup.hands[1].is_empty());
    }
}

#[test]
fn a_line_of_dashes_may_stand_above_the_diagram() {
    let head = "手合割：詰将棋（候補）\n先手：攻方\n後手：玉方\n手数----指手---------消費時間--\n";
    let text = format!(
        "{head}{}   1 ▲２三銀打\n   2 △１三玉(22)\n   3 ▲１二銀(23)成\nまで3手\n解説：一\n",
        problem()
    );
    let two = format!("{text}\n{text}");
    let parts = read(&two, Format::Kif);
    assert_eq!(parts.len(), 2);
    for part in parts {
        let (record, _) = part.content.unwrap();
        assert_eq!(line(&record), "S*2c 2b1c 2c1b+");
        // A header after the moves may be the first of the next record.
        assert_eq!(
            record.headers.last().unwrap().1,
            if part.line == 1 { "玉方" } else { "一" }
        );
    }
}

#[test]
fn a_header_with_a_line_comes_back_beside_moves() {
    let text = format!(
        "作意：▲２三銀　△１三玉\n{}手数----指手---------消費時間--\n   1 ２三銀打\n",
        problem()
    );
    let (record, _) = read_one(&text, Format::Kif);
    assert_eq!(
        record.headers,
        [("作意".to_owned(), "▲２三銀　△１三玉".to_owned())]
    );
    let (written, losses) = crate::write(&record, Format::Kif);
    assert!(!losses.headers, "{written}");
    assert_eq!(read_one(&written, Format::Kif).0, record);
}

#[test]
fn an_end_may_be_a_word_of_usi() {
    for word in ["resign", "%TORYO", "投了"] {
        let text = format!("{}   1 ２三銀打\n{word}\n", problem());
        let (record, _) = read_one(&text, Format::Kif);
        let last = record.tree.line_from(0).last().unwrap();
        assert_eq!(
            record.tree.node(last).end,
            Some(crate::End::Resignation),
            "{word}"
        );
    }
}

#[test]
fn an_authors_line_goes_on_in_the_next_line() {
    let read = |moves: &str| {
        let text = format!("{}解答：{moves}\n", problem());
        let (record, places) = read_one(&text, Format::Kif);
        (line(&record), places.broken.is_some())
    };
    let whole = (LINE.to_owned(), false);
    for moves in [
        "▲２三銀△１三玉▲１二銀成△同香▲２三金まで5手詰",
        "▲２三銀△１三玉\n▲１二銀成△同香▲２三金まで5手詰",
        "▲２三銀△１三玉▲１二銀成\n△同香\n▲２三金まで",
    ] {
        assert_eq!(read(moves), whole, "{moves}");
    }
}

#[test]
fn a_hand_may_have_the_name_of_a_player_or_another_one() {
    let board = problem();
    let board = board.split("先手の").next().unwrap_or_default();
    for header in [
        "Black: GS",
        "Hand: G1 S1 P0 (mate in 5)",
        "Komadai: GS",
        "Black has: G, S",
        "攻め側：金銀",
        "詰将棋の持駒：金銀",
        "黒：金銀",
    ] {
        let (record, _) = read_one(&format!("{board}{header}\n"), Format::Kif);
        assert_eq!(sfen::write(&record.setup), PROBLEM, "{header}");
    }
    // A header may name a person.
    let (record, _) = read_one(&format!("{}白：山田\n", problem()), Format::Kif);
    assert_eq!(record.headers[0].1, "山田");
}
