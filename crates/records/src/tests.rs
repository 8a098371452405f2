//! Tests of every format, and the records that they share.

use super::*;
use crate::notation::{sfen, usi};
use crate::shogi::Move;
use crate::shogi::{Color, Square};

pub(super) const DIAGRAM: &str = "\
後手の持駒：飛　角　金四　銀四　桂四　香四　歩十八　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ 飛 ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v玉|四
| ・ ・ ・ ・ ・ ・ 角 ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
";
pub(super) const SFEN: &str = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
pub(super) const LINE: &str = "3a3d+ 1d1e 3d2d 1e1f 2d2f";
pub(super) const MOVES: &str = "\
手数----指手---------消費時間--
   1 ３四飛成(31)
   2 １五玉(14)
   3 ２四龍(34)
   4 １六玉(15)
   5 ２六龍(24)
   6 詰み
";

pub(super) fn moves(line: &str) -> Vec<Move> {
    let words = line.split_whitespace();
    words.map(|word| usi::parse_move(word).unwrap()).collect()
}

/// Returns the moves before a node.
pub(super) fn moves_to(tree: &Tree, id: NodeId) -> Vec<Move> {
    let before = |at: &NodeId| (*at != 0).then(|| tree.node(*at).parent);
    let way: Vec<_> = std::iter::successors(Some(id), before).collect();
    let moves = way.into_iter().rev().filter_map(|it| tree.node(it).mv);
    moves.collect()
}

pub(super) fn read_one(text: &str, format: Format) -> (Record, Places) {
    let mut parts = read(text, format);
    assert_eq!(parts.len(), 1, "{parts:#?}");
    parts.remove(0).content.unwrap()
}

/// The first error in a text.
#[derive(Debug)]
pub(super) struct Failure {
    pub message: String,
    /// The line in the whole text, from 1.
    pub line: usize,
    /// The text at the place of the error.
    pub place: String,
}

/// Returns the first error in a text, which may be one at which the main line breaks off.
pub(super) fn failure(text: &str, format: Format) -> Failure {
    let parts = read(text, format);
    let error_in = |part: &Part| match &part.content {
        Err(error) => Some(error.clone()),
        Ok((_, places)) => places.broken.clone(),
    };
    let found = parts.iter().find_map(|part| Some((part, error_in(part)?)));
    let (part, error) = found.unwrap();
    Failure {
        message: error.to_string(),
        line: part.text[..error.span.start].matches('\n').count() + part.line,
        place: part.text[error.span].to_owned(),
    }
}

pub(super) fn sample() -> Record {
    let mut record = Record::new(sfen::parse(SFEN).unwrap().setup);
    for (key, value) in [
        ("作者", "伊藤看寿"),
        ("手数", "5手詰"),
        ("盤面回転", ""),
        ("棋戦", "図巧"),
    ] {
        record.headers.push((key.to_owned(), value.to_owned()));
    }
    let tree = &mut record.tree;
    tree.node_mut(0).comments = vec!["start".to_owned(), "&bookmark".to_owned()];
    let last = tree.add_line(0, &moves(LINE));
    tree.node_mut(last).end = Some(End::Mate);
    tree.node_mut(1).comments = vec!["main move".to_owned()];
    tree.node_mut(2).seconds = Some(75);
    let first = tree.ancestor(last, 1).unwrap();
    let branch = tree.add_line(first, &moves("P*2d 3d2d"));
    tree.node_mut(branch).end = Some(End::Mate);
    tree.node_mut(branch).comments = vec!["変化".to_owned()];
    tree.add_line(first, &moves("G*2d 3d3b 1d1e"));
    let third = tree.ancestor(last, 3).unwrap();
    tree.add_line(third, &moves("P*1g"));
    // After the end of the main line, a move is a branch all the same.
    tree.add_line(last, &moves("1f1g"));
    record
}

#[test]
fn every_format_gives_back_what_it_can_hold() {
    let record = sample();
    for format in [Format::Kif, Format::Jkf] {
        let (text, losses) = write(&record, format);
        assert_eq!(losses, Losses::default());
        assert_eq!(read_one(&text, format).0, record, "{format:?}\n{text}");
    }
    let (text, losses) = write(&record, Format::Ki2);
    assert_eq!(losses.names().collect::<Vec<_>>(), [["times", "消費時間"]]);
    let mut timeless = record.clone();
    timeless.tree.node_mut(2).seconds = None;
    assert_eq!(read_one(&text, Format::Ki2).0, timeless, "{text}");

    let (text, losses) = write(&record, Format::Csa);
    assert_eq!(
        losses.names().collect::<Vec<_>>(),
        [["branches", "変化の手順"]]
    );
    let read = read_one(&text, Format::Csa).0;
    assert_eq!(read.tree.main_line(), record.tree.main_line());
    assert_eq!(read.setup, record.setup);
    for (key, value) in &record.headers {
        assert_eq!(
            read.headers.iter().find(|it| it.0 == *key).unwrap().1,
            *value
        );
    }
    assert_eq!(read.tree.node(0).comments, record.tree.node(0).comments);
    assert_eq!(read.tree.node(2).seconds, Some(75));
    assert_eq!(read.tree.node(5).end, Some(End::Mate));
}

/// Blanks of either width at the end of a comment are part of it, even at the end of the text.
#[test]
fn blanks_at_the_end_of_a_comment_come_back() {
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let (mut record, _) = read_one(&format!("{DIAGRAM}{MOVES}"), Format::Kif);
        let last = record.tree.len() - 1;
        // Without an end, the comment is the end of the text.
        record.tree.node_mut(last).end = None;
        for at in [0, last] {
            record.tree.node_mut(at).comments = vec!["歩　".to_owned(), "b \u{3000}".to_owned()];
        }
        let (text, _) = write(&record, format);
        let (found, _) = read_one(&(text + "\n \n"), format);
        let comments = [0, last].map(|at| &found.tree.node(at).comments);
        assert_eq!(
            comments,
            [0, last].map(|at| &record.tree.node(at).comments),
            "{format:?}"
        );
    }
}

#[test]
fn what_is_written_is_what_people_write() {
    let record = sample();
    let (text, _) = write(&record, Format::Kif);
    let expected = format!(
        "# KIF形式棋譜ファイル\n作者：伊藤看寿\n手数：5手詰\n盤面回転\n棋戦：図巧\n{}\
手数----指手---------消費時間--
*start
&bookmark
   1 ３四飛成(31)
*main move
   2 １五玉(14)   ( 1:15/00:01:15)+
   3 ２四龍(34)
   4 １六玉(15)+
   5 ２六龍(24)
   6 詰み
まで5手で詰み

変化：6手
   6 １七玉(16)

変化：4手
   4 １七歩打

変化：2手
   2 ２四歩打+
   3 同　龍(34)
*変化
   4 詰み
まで3手で詰み

変化：2手
   2 ２四金打
   3 ３二龍(34)
   4 １五玉(14)
",
        DIAGRAM.replace("十八　", "十八")
    );
    assert_eq!(text, expected);
    let (text, _) = write(&record, Format::Ki2);
    assert!(text.starts_with("作者：伊藤看寿\n"), "{text}");
    assert!(
        text.contains(
            "\n▲３四飛成\n*main move\n△１五玉    ▲２四龍    △１六玉    ▲２六龍\nまで5手で詰み\n"
        ),
        "{text}"
    );
}

#[test]
fn a_problem_has_its_places_in_the_text() {
    let text = format!("作者：看寿\n手数：5手詰\n{DIAGRAM}{MOVES}");
    let (record, places) = read_one(&text, Format::Kif);
    let problem = problem(&record, &places);
    assert_eq!(sfen::write(&problem.setup), SFEN);
    assert_eq!(problem.moves, moves(LINE));
    assert_eq!(problem.opcode("author"), Some("看寿"));
    let words: Vec<_> = problem
        .spans
        .moves
        .iter()
        .map(|it| &text[it.clone()])
        .collect();
    assert_eq!(words[0], "３四飛成(31)");
    assert_eq!(words[4], "２六龍(24)");
    let king = problem
        .spans
        .pieces
        .iter()
        .find(|it| it.0 == Square::new(0, 3));
    assert_eq!(&text[king.unwrap().1.clone()], "v玉");
    assert_eq!(&text[problem.spans.held[6].2.clone()], "歩十八");
}

#[test]
fn white_may_be_to_move() {
    let text = format!("{DIAGRAM}後手番\n   1 １五玉(14)\n");
    let (record, _) = read_one(&text, Format::Kif);
    assert_eq!(record.setup.turn, Color::White);
    assert_eq!(record.tree.main_line(), moves("1d1e"));
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let (text, _) = write(&record, format);
        let read = read_one(&text, format).0;
        assert_eq!(
            (read.setup, read.tree),
            (record.setup.clone(), record.tree.clone())
        );
    }
}
