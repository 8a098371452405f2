//! The writer of CSA.

use super::names::{HEADERS, name_of, sign};
use crate::headers::is_of_diagram;
use crate::loss::{Losses, in_one_line};
use crate::record::Record;
use crate::shogi::{Color, Piece, PieceKind, Setup, Square};
use crate::tree::NodeId;
use std::fmt::Write;

/// A version of the format for writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CsaVersion {
    /// 2.2, which every program reads.
    #[default]
    V2,
    /// 3.0, which names its encoding.
    V3,
}

/// Writes a line. Writing to a string does not fail.
macro_rules! line {
    ($text:expr, $($arguments:tt)*) => {{
        let _ = writeln!($text, $($arguments)*);
    }};
}

/// Writes a record.
pub(crate) fn write(record: &Record, version: CsaVersion) -> (String, Losses) {
    let mut text = match version {
        CsaVersion::V2 => "V2.2\n",
        CsaVersion::V3 => "'CSA encoding=UTF-8\nV3.0\n",
    }
    .to_owned();
    let mut losses = Losses {
        branches: record.tree.branches() > 0,
        ..Losses::default()
    };
    write_headers(&mut text, record, &mut losses);
    write_diagram(&mut text, &record.setup);
    write_moves(&mut text, record);
    (text, losses)
}

/// Writes the headers of the format, and then all others as comments.
fn write_headers(text: &mut String, record: &Record, losses: &mut Losses) {
    let mut headers: Vec<_> = record.headers.iter().collect();
    for (name, header) in HEADERS {
        let is_written = |(key, value): &&(String, String)| key == header && !value.is_empty();
        if let Some(first) = headers.iter().position(is_written) {
            let (_, value) = headers.remove(first);
            line!(text, "{name}{}", in_one_line(value, losses));
        }
    }
    for (key, value) in headers {
        // A comment `'*…` would be read as one on the diagram.
        let is_unreadable = key.starts_with('*') || key.contains(['：', '\n', '\r']);
        if is_unreadable || is_of_diagram(key) {
            losses.headers = true;
        } else {
            line!(text, "'{key}：{}", in_one_line(value, losses));
        }
    }
}

fn write_diagram(text: &mut String, setup: &Setup) {
    for rank in 0..9 {
        let square = |file| match setup.piece_at(Square::new(file, rank)) {
            None => " * ".to_owned(),
            Some(piece) => format!("{}{}", sign(piece.color()), name_of(piece.kind())),
        };
        let squares: String = (0..9).rev().map(square).collect();
        line!(text, "P{}{squares}", rank + 1);
    }
    for color in Color::ALL {
        let hand = setup.hands[color.index()];
        let pieces = |kind| format!("00{}", name_of(kind)).repeat(hand.count(kind) as usize);
        if !hand.is_empty() {
            let pieces: String = PieceKind::HAND.into_iter().rev().map(pieces).collect();
            line!(text, "P{}{pieces}", sign(color));
        }
    }
    line!(text, "{}", sign(setup.turn));
}

/// Writes the main line with its comments, times and end.
fn write_moves(text: &mut String, record: &Record) {
    let mut board = record.setup.clone();
    let comments = |text: &mut String, id: NodeId| {
        let comments = record.tree.node(id).comments.iter();
        for line in comments.flat_map(|it| it.split('\n')) {
            text.extend(["'*", line.trim_end_matches('\r'), "\n"]);
        }
    };
    comments(text, 0);
    let mut last = 0;
    for id in record.tree.line_from(0) {
        last = id;
        let node = record.tree.node(id);
        let Some(mv) = node.mv else { continue };
        let turn = board.turn;
        let played = board.play(mv);
        debug_assert!(played, "moves of a record can be played");
        let from = mv.from().map_or_else(|| "00".to_owned(), digits);
        let kind = board.piece_at(mv.to()).map_or(PieceKind::Pawn, Piece::kind);
        let (sign, to) = (sign(turn), digits(mv.to()));
        line!(text, "{sign}{from}{to}{}", name_of(kind));
        if let Some(seconds) = node.seconds {
            line!(text, "T{seconds}");
        }
        comments(text, id);
    }
    if let Some(end) = record.tree.node(last).end {
        line!(text, "%{}", end.csa(board.turn));
    }
}

/// Returns the file and the rank of a square, from 1.
fn digits(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}
