//! USEN, the format of `ShogiHome` for links: a diagram and a tree of moves in one word without blanks.
//!
//! The diagram is an SFEN with `_` for `/`, `.` for blanks and `z` for `+`. It is empty for the initial
//! position. Each line follows as `~PLIES.MOVES.END`: the number of moves before it, three
//! digits to the base of 36 for each move, and a letter for its end. Branches are in the order of KIF.

use crate::diagrams::Diagrams;
use crate::error::{RecordError, RecordErrorKind as Kind};
use crate::growing::GrowingRecord;
use crate::handicap;
use crate::loss::Losses;
use crate::notation::moves::MoveErrorKind;
use crate::notation::sfen;
use crate::part::Places;
use crate::record::Record;
use crate::shogi::{Move, PieceKind, Setup, Square};
use crate::tree::End;
use std::fmt::Write;
use std::ops::Range;

/// The number of digits of a move.
const DIGITS: usize = 3;
/// The base of these digits.
const BASE: u32 = 36;
/// The number of squares. Origins with smaller numbers are squares.
const SQUARES: u32 = 81;

/// The kinds of drops, in the order of their origins, which are numbered from [`FIRST_DROP`] on.
const DROPS: [PieceKind; 7] = [
    PieceKind::Gold,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
];
const FIRST_DROP: u32 = 90;

/// Returns whether a word has the form of USEN.
#[must_use]
pub fn is_usen(word: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '~');
    let lines = word.split_once('~').map(|(_, lines)| lines);
    word.chars().all(is_sign)
        && lines.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()) && it.contains('.'))
}

/// The ends that USEN has letters for.
const ENDS: [(End, &str); 5] = [
    (End::Resignation, "r"),
    (End::TimeUp, "t"),
    (End::IllegalMove, "i"),
    (End::Impasse, "j"),
    (End::Interruption, "p"),
];

/// Reads one word.
///
/// # Errors
/// The first error in it, with its place.
pub fn read_usen(word: &str) -> Result<(Record, Places), RecordError> {
    let mut parts = word.split('~');
    let board = parts.next().unwrap_or("");
    let mut growing = GrowingRecord::new(Record::new(setup(board)?));
    let all = 0..board.len().max(1).min(word.len());
    let mut places = Places {
        board: all.clone(),
        turn: all,
        moves: vec![Range::default()],
        ..Places::default()
    };
    let mut diagrams = Diagrams::default();
    let mut start = board.len() + 1;
    // The node before the move at which the main line is broken.
    let mut broken_at = None;
    for (number, part) in parts.enumerate() {
        let span = start..start + part.len();
        start = span.end + 1;
        let unknown = || RecordError::new(Kind::UnknownLine, span.clone());
        let mut fields = part.split('.');
        let offset = fields.next().unwrap_or("");
        let ply: usize = offset.parse().map_err(|_| unknown())?;
        let moves = fields.next().ok_or_else(unknown)?;
        let node = growing.record.tree.ancestor(growing.at, ply);
        let Some(node) = node.filter(|it| broken_at != Some(*it)) else {
            let kind = Kind::NoSuchPly(ply.saturating_add(1));
            places.left_out.push(RecordError::new(kind, span));
            continue;
        };
        growing.go_to(node, &mut diagrams);
        let first = span.start + offset.len() + 1;
        match read_moves(moves, first, &mut growing, &mut places) {
            Ok(()) => {
                let field = fields.next();
                let end = ENDS.iter().find(|(_, letter)| Some(*letter) == field);
                let node = growing.node();
                node.end = node.end.or(end.map(|(end, _)| *end));
            }
            Err(error) if !matches!(error.kind, Kind::Move(_)) => return Err(error),
            Err(error) => {
                let is_main = number == 0;
                broken_at = broken_at.or(is_main.then_some(growing.at));
                places.leave_out(error, is_main);
            }
        }
    }
    Ok((growing.record, places))
}

fn setup(board: &str) -> Result<Setup, RecordError> {
    if board.is_empty() {
        return Ok(handicap::even());
    }
    let text = board.replace('_', "/").replace('.', " ").replace('z', "+");
    let parsed = sfen::parse(&text);
    parsed.map(|it| it.setup).map_err(|error| {
        let kind = Kind::NoSuchPiece(error.to_string());
        let kind = Kind::Within("USEN".to_owned(), Box::new(kind));
        RecordError::new(kind, 0..board.len())
    })
}

/// Reads the moves of a line, which begin at the byte `first` of the whole word.
fn read_moves(
    moves: &str,
    first: usize,
    growing: &mut GrowingRecord,
    places: &mut Places,
) -> Result<(), RecordError> {
    for from in (0..moves.len()).step_by(DIGITS) {
        let to = (from + DIGITS).min(moves.len());
        let span = first + from..first + to;
        let mv = moves.get(from..to).and_then(move_of);
        let mv = mv.ok_or_else(|| RecordError::new(MoveErrorKind::NoMove, span.clone()))?;
        growing.play(mv, span, places)?;
    }
    Ok(())
}

fn move_of(digits: &str) -> Option<Move> {
    // The library would read a sign before the digits.
    if digits.len() != DIGITS || digits.starts_with('+') {
        return None;
    }
    let number = u32::from_str_radix(digits, BASE).ok()?;
    let (squares, promotes) = (number / 2, number % 2 == 1);
    let square = |number: u32| {
        (number < SQUARES).then(|| Square::new((number % 9) as u8, (number / 9) as u8))
    };
    let (from, to) = (squares / SQUARES, square(squares % SQUARES)?);
    if let Some(from) = square(from) {
        return (from != to).then(|| Move::board(from, to, promotes));
    }
    let kind = DROPS.get(from.checked_sub(FIRST_DROP)? as usize)?;
    (!promotes).then(|| Move::drop(*kind, to))
}

fn digits_of(mv: Move) -> String {
    let of_drop = || {
        let kind = DROPS.iter().position(|it| Some(*it) == mv.dropped());
        FIRST_DROP + kind.unwrap_or(0) as u32
    };
    let number = |square: Square| u32::from(square.rank()) * 9 + u32::from(square.file());
    let from = mv.from().map_or_else(of_drop, number);
    let number = (from * SQUARES + number(mv.to())) * 2 + u32::from(mv.promotes());
    let places = [number / BASE / BASE, number / BASE, number];
    let digits = places.map(|it| char::from_digit(it % BASE, BASE));
    digits.into_iter().flatten().collect()
}

/// Writes a record, and returns the parts left out.
#[must_use]
pub fn write_usen(record: &Record) -> (String, Losses) {
    let tree = &record.tree;
    let mut losses = Losses {
        headers: !record.headers.is_empty(),
        branches: false,
        ends: false,
        ..Losses::of_tree(tree)
    };
    let mut text = String::new();
    if !handicap::is_even(&record.setup) {
        let board = sfen::write(&record.setup);
        let board = board.strip_suffix(" 1").unwrap_or(&board);
        text = board.replace('/', "_").replace(' ', ".").replace('+', "z");
    }
    for line in tree.lines() {
        let offset = tree.node(tree.node(line[0]).parent).ply;
        let _ = write!(text, "~{offset}.");
        text.extend(
            line.iter()
                .filter_map(|id| tree.node(*id).mv)
                .map(digits_of),
        );
        text.push('.');
        if let Some(end) = line.last().and_then(|id| tree.node(*id).end) {
            let known = ENDS.iter().find(|(known, _)| *known == end);
            losses.ends |= known.is_none();
            // An end without a letter is written as an interruption.
            text += known.map_or("p", |(_, letter)| letter);
        }
    }
    text.push('\n');
    (text, losses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::usi;
    use crate::tests::sample;

    #[test]
    fn links_of_shogihome_are_read_and_written_the_same() {
        let usen = "~0.7ku2jm6y22o6.~3.2sq7bq2xa.~5.31u.~1.36e7ga3ay.~2.7ty.~1.2ai.";
        let (record, places) = read_usen(usen).unwrap();
        let moves = record.tree.main_line().into_iter().map(usi::write_move);
        assert_eq!(moves.collect::<Vec<_>>(), ["7g7f", "3c3d", "2g2f", "4c4d"]);
        assert_eq!(record.tree.branches(), 5);
        assert_eq!(&usen[places.moves[2].clone()], "2jm");
        assert_eq!(write_usen(&record).0, format!("{usen}\n"));
        let tsume = "4k4_9_4P4_9_9_9_9_9_9.b.G2r2b3g4s4n4l17p~0.b9q.p";
        let (record, _) = read_usen(tsume).unwrap();
        assert_eq!(usi::write_line(&record.tree.main_line()), "G*5b");
        assert_eq!(write_usen(&record).0, format!("{tsume}\n"));
    }

    #[test]
    fn a_tree_comes_back() {
        let mut record = sample();
        let (text, losses) = write_usen(&record);
        let lost: Vec<_> = losses.names().map(|it| it[0]).collect();
        assert_eq!(lost[..2], ["comments", "headers"]);
        let (mut back, _) = read_usen(text.trim_end()).unwrap();
        for tree in [&mut record.tree, &mut back.tree] {
            for id in 0..tree.len() {
                let node = tree.node_mut(id);
                (node.end, node.seconds) = (None, None);
                node.comments.clear();
            }
        }
        assert_eq!(back.tree, record.tree);
        assert_eq!(back.setup, record.setup);
    }

    #[test]
    fn errors_have_their_places() {
        for (text, place, lines) in [
            ("~0.7ku2j.r", "2j", "7g7f"),
            ("~0.7ku7ku.", "7ku", "7g7f"),
            ("~0.zzz.", "zzz", ""),
            // A branch is never the main line.
            ("~0.7kuzzz.~1.2jm.", "zzz", "7g7f"),
            ("~0.7ku2jm.~1.zzz.", "zzz", "7g7f 3c3d"),
            ("~0.7ku.~3.2jm.", "3.2jm.", "7g7f"),
        ] {
            let (record, places) = read_usen(text).unwrap();
            let error = places.broken.iter().chain(&places.left_out).next().unwrap();
            assert_eq!(&text[error.span.clone()], place, "{text}: {error}");
            assert_eq!(usi::write_line(&record.tree.main_line()), lines, "{text}");
            assert_eq!(
                (
                    record.tree.branches(),
                    record.tree.node(1.min(record.tree.len() - 1)).end
                ),
                (0, None)
            );
        }
        for (text, place) in [("~x.7ku.", "x.7ku."), ("4k4_9.b.-~0..", "4k4_9.b.-")] {
            let error = read_usen(text).unwrap_err();
            assert_eq!(&text[error.span.clone()], place, "{text}: {error}");
        }
        assert!(is_usen("~0..") && is_usen("4k4_9_9_9_9_9_9_9_9.b.-~0.."));
        for text in ["", "~", "4k4/9 b - 1", "~/file.sfen", "a~b"] {
            assert!(!is_usen(text), "{text}");
        }
    }
}
