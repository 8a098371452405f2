//! The writer of CSA.

use super::{CsaVersion, HEADERS, name_of};
use crate::shogi::{Color, Piece, PieceKind, Square};
use crate::{End, Losses, NodeId, Record, in_one_line};
use std::fmt::Write;

/// Writes a record.
pub(crate) fn write(record: &Record, version: CsaVersion) -> (String, Losses) {
    let head = match version {
        CsaVersion::V2 => "V2.2\n",
        CsaVersion::V3 => "'CSA encoding=UTF-8\nV3.0\n",
    };
    let mut text = head.to_owned();
    let mut losses = Losses {
        branches: record.tree.branches() > 0,
        ..Losses::default()
    };
    // Writing to a string does not fail.
    macro_rules! line {
        ($($arguments:tt)*) => { let _ = writeln!(text, $($arguments)*); };
    }
    let mut headers: Vec<_> = record.headers.iter().collect();
    for (name, header) in HEADERS {
        let first = headers
            .iter()
            .position(|it| it.0 == header && !it.1.is_empty());
        if let Some(first) = first {
            let (_, value) = headers.remove(first);
            line!("{name}{}", in_one_line(value, &mut losses));
        }
    }
    for (key, value) in headers {
        if key.contains(['：', '\n', '\r']) || key.starts_with('*') {
            losses.headers = true;
        } else {
            line!("'{key}：{}", in_one_line(value, &mut losses));
        }
    }
    let setup = &record.setup;
    for rank in 0..9 {
        let _ = write!(text, "P{}", rank + 1);
        for file in (0..9).rev() {
            match setup.piece_at(Square::new(file, rank)) {
                None => text += " * ",
                Some(piece) => {
                    text.push(sign(piece.color()));
                    text += name_of(piece.kind());
                }
            }
        }
        text.push('\n');
    }
    for color in Color::ALL {
        let hand = setup.hands[color.index()];
        if hand.is_empty() {
            continue;
        }
        let _ = write!(text, "P{}", sign(color));
        for kind in PieceKind::HAND.into_iter().rev() {
            for _ in 0..hand.count(kind) {
                text += "00";
                text += name_of(kind);
            }
        }
        text.push('\n');
    }
    let comments = |text: &mut String, id: NodeId| {
        for comment in &record.tree.node(id).comments {
            for comment in comment.split('\n') {
                let _ = writeln!(text, "'*{}", comment.trim_end_matches('\r'));
            }
        }
    };
    let mut board = setup.clone();
    let _ = writeln!(text, "{}", sign(board.turn));
    comments(&mut text, 0);
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
        let _ = writeln!(
            text,
            "{}{from}{}{}",
            sign(turn),
            digits(mv.to()),
            name_of(kind)
        );
        if let Some(seconds) = node.seconds {
            let _ = writeln!(text, "T{seconds}");
        }
        comments(&mut text, id);
    }
    if let Some(end) = record.tree.node(last).end {
        let sign = match (end, board.turn) {
            // The side to move wins by an action of the other side.
            (End::IllegalAction, Color::Black) => "-",
            (End::IllegalAction, Color::White) => "+",
            _ => "",
        };
        let _ = writeln!(text, "%{sign}{}", end.csa());
    }
    (text, losses)
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}
