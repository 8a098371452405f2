//! Converts a record to an [`SfenRecord`], the form of a problem, with places in the text of the record.

use super::{Places, Record, RecordError, RecordErrorKind, headers, opcode_of_header};
use crate::notation::moves::MoveErrorKind;
use crate::notation::sfen::{Opcode, SfenError, SfenErrorKind, SfenRecord, Spans};

/// Returns the problem of a record: its diagram, its main line as the author's line, its headers as
/// opcodes. The header 手数 is left out, because its value is for people (`5手詰`).
#[must_use]
pub fn problem(record: &Record, places: &Places) -> SfenRecord {
    let nodes = record.tree.line_from(0);
    let moves = nodes.map(|id| places.moves.get(id).cloned().unwrap_or_default());
    let headers = record.headers.iter().zip(&places.headers);
    let tail = headers
        .filter(|((key, _), _)| {
            !matches!(key.as_str(), headers::PLIES | headers::ID | "pv" | "plies")
        })
        .map(|((key, value), span)| {
            let key = opcode_of_header(key).to_owned();
            Opcode::new(key, value.clone(), span.clone())
        });
    SfenRecord {
        setup: record.setup.clone(),
        move_number: None,
        moves: record.tree.main_line(),
        broken: places.broken.as_ref().map(sfen_error),
        tail: tail.collect(),
        spans: Spans {
            diagram: places.board.clone(),
            board: places.board.clone(),
            turn: places.turn.clone(),
            hands: places.board.clone(),
            moves: moves.collect(),
            pieces: places.pieces.clone(),
            held: places.held.clone(),
        },
    }
}

/// Converts the error of a move in a record to that of a move in an SFEN line.
fn sfen_error(error: &RecordError) -> SfenError {
    let mut kind = &error.kind;
    while let RecordErrorKind::Within(_, inner) = kind {
        kind = inner;
    }
    let kind = match kind {
        RecordErrorKind::Move(kind) => kind.clone(),
        _ => MoveErrorKind::NoMove,
    };
    let mut converted = SfenError::new(SfenErrorKind::Move(kind), error.span.clone());
    converted.help = error.help;
    converted
}
