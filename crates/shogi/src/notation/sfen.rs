//! SFEN, the one-line form of a diagram, with everything that may follow it.
//!
//! The parser is relaxed. It takes
//!
//! - `sfen …` and `position sfen …` as well as the bare diagram, in any case and with a colon, `startpos`, and
//!   the moves of a game alone (`moves 7g7f …`);
//! - quotation marks of any kind around the text ([`bare`]);
//! - a byte order mark, blanks around the text and line ends after it;
//! - `_` for a blank, as in the addresses of web pages;
//! - `B` or `W` for the side to move, if a hand follows `B`;
//! - several digits in a row in a rank, if the squares add up to nine;
//! - hands in any order, with repetitions; `-` for none;
//! - a missing move number;
//! - `moves …`, the line of the author, in USI, in Japanese or as in KIF
//!   ([`moves`](crate::notation::moves));
//! - opcodes as in EPD: `; id "x"; plies 7;`, where the first `;` may be missing;
//! - a word for the end after the moves (`resign`), which becomes the opcode `end`;
//! - full-width characters, blanks of other kinds and line breaks in the diagram, if all of it is
//!   well-formed without them;
//! - a FEN of chess programs, with hands in brackets: `9/…/9[G] w - - 0 1`.
//!
//! It is strict about everything that would change the diagram: a rank that is too short or a promoted
//! gold is an error with its place. [`Setup::problems`] tests whether the diagram
//! is *legal*; [`SfenRecord::locate`] finds the place of such a reason.
//!
//! [`write()`] gives the canonical form: hands in the order RBGSNLP, Black's first, move number 1.

mod bare;
mod error;
mod line;
mod loose;
mod moves;
mod parser;

pub use bare::bare;
pub use error::{IllegalMove, SfenError, SfenErrorKind};
pub use line::{first_illegal_in_game, first_illegal_in_problem, illegal_move};
pub use loose::in_ascii;

use super::moves::MoveErrorKind;
use super::{piece_letter, reasons};
use crate::{Color, Hand, Move, Piece, PieceKind, Setup, Square, setup::SetupProblem};
use std::ops::Range;

/// The content of an SFEN line, with the places of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SfenRecord {
    /// The diagram.
    pub setup: Setup,
    /// The move number, if there is one. It does not matter for a problem.
    pub move_number: Option<u32>,
    /// The line after `moves`: well-formed, but not necessarily legal (see
    /// [`SfenRecord::check_line`]).
    pub moves: Vec<Move>,
    /// The first move that cannot be read or found on the board; `moves` end before it. `None` from
    /// [`parse`], for which it is an error.
    pub broken: Option<SfenError>,
    /// The opcodes after `;`, in order.
    pub tail: Vec<Opcode>,
    /// The places of the parts.
    pub spans: Spans,
}

impl SfenRecord {
    /// Returns the error of the move after the first `played` moves, where the line was broken off. If the
    /// move was read, it cannot be played on the board.
    #[must_use]
    pub fn left_out_after(&self, played: usize) -> Option<SfenError> {
        let unplayable = self.spans.moves.get(played).map(|span| {
            SfenError::new(SfenErrorKind::Move(MoveErrorKind::Unplayable), span.clone())
        });
        unplayable.or_else(|| self.broken.clone())
    }
}

/// An opcode of an EPD-like tail.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opcode {
    /// The name (`id`).
    pub key: String,
    /// The operand, without quotation marks if it is one quoted string; empty if there is none.
    pub value: String,
    /// The place, from the name to the end of the operand.
    pub span: Range<usize>,
}

impl Opcode {
    /// Makes an opcode.
    #[must_use]
    pub const fn new(key: String, value: String, span: Range<usize>) -> Self {
        Self { key, value, span }
    }
}

/// The places of the parts of an SFEN, in bytes of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans {
    /// The diagram: board to hands.
    pub diagram: Range<usize>,
    /// The board.
    pub board: Range<usize>,
    /// The side to move.
    pub turn: Range<usize>,
    /// The hands.
    pub hands: Range<usize>,
    /// Each move of the line.
    pub moves: Vec<Range<usize>>,
    /// Each piece on the board.
    pub pieces: Vec<(Square, Range<usize>)>,
    /// Each kind in hand with its count.
    pub held: Vec<(Color, PieceKind, Range<usize>)>,
}

/// Reads an SFEN line.
///
/// # Errors
/// The first error in the text, from the left; see [`parse_all`] for the others.
pub fn parse(text: &str) -> Result<SfenRecord, SfenError> {
    parse_all(text).map_err(|mut errors| errors.swap_remove(0))
}

/// Reads an SFEN line, and continues after an error to find others.
///
/// # Errors
/// All errors in the text, from left to right; there is at least one.
pub fn parse_all(text: &str) -> Result<SfenRecord, Vec<SfenError>> {
    parser::parse(text, true)
}

/// Reads an SFEN line whose moves may end before one that cannot be read or found on the board. Its place
/// and the reason are in [`SfenRecord::broken`].
///
/// # Errors
/// All errors in the text, if one of them is outside the moves.
pub fn parse_leniently(text: &str) -> Result<SfenRecord, Vec<SfenError>> {
    parser::parse(text, false)
}

/// Returns the operand of an opcode in the text after the first `;`. The diagram before it may be
/// malformed, but not the opcodes. `None` if there is no such opcode, or without an operand.
#[must_use]
pub fn opcode_after(text: &str, key: &str) -> Option<String> {
    let opcodes = parser::opcodes_after(text)?;
    let opcode = opcodes.into_iter().find(|opcode| opcode.key == key)?;
    Some(opcode.value).filter(|value| !value.is_empty())
}

/// Writes a diagram in canonical form.
#[must_use]
pub fn write(setup: &Setup) -> String {
    let mut text = String::with_capacity(96);
    for rank in 0..9 {
        if rank > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for file in (0..9).rev() {
            let Some(piece) = setup.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            push_run(&mut text, &mut empty);
            text += &write_piece(piece);
        }
        push_run(&mut text, &mut empty);
    }
    text += match setup.turn {
        Color::Black => " b ",
        Color::White => " w ",
    };
    if setup.hands.iter().all(|hand| hand.is_empty()) {
        text.push('-');
    }
    for color in Color::ALL {
        push_hand(&mut text, color, setup.hands[color.index()]);
    }
    text += " 1";
    text
}

/// Writes a piece: `G`, in lower case for White's, `+` before a promoted one.
#[must_use]
pub fn write_piece(piece: Piece) -> String {
    let mut text = String::new();
    if piece.kind().is_promoted() {
        text.push('+');
    }
    text.push(letter(piece.color(), piece.kind()));
    text
}

/// Writes a hand as in SFEN: in capitals, most valuable piece first (`2GP`); empty for an empty hand.
#[must_use]
pub fn write_hand(hand: Hand) -> String {
    let mut text = String::new();
    push_hand(&mut text, Color::Black, hand);
    text
}

fn push_hand(text: &mut String, color: Color, hand: Hand) {
    for kind in PieceKind::HAND.into_iter().rev() {
        let count = hand.count(kind);
        if count > 1 {
            *text += &count.to_string();
        }
        if count > 0 {
            text.push(letter(color, kind));
        }
    }
}

/// Writes a run of `empty` squares, if there are any, and sets `empty` to 0.
fn push_run(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

const fn letter(color: Color, kind: PieceKind) -> char {
    match color {
        Color::Black => piece_letter(kind),
        Color::White => piece_letter(kind).to_ascii_lowercase(),
    }
}

impl SfenRecord {
    /// Returns the operand of the first opcode with this name.
    #[must_use]
    pub fn opcode(&self, key: &str) -> Option<&str> {
        self.tail
            .iter()
            .find(|opcode| opcode.key == key)
            .map(|opcode| opcode.value.as_str())
    }

    /// Returns the error for a reason why the diagram is not legal, with its place in the text.
    #[must_use]
    pub fn locate(&self, problem: &SetupProblem) -> SfenError {
        let spans = &self.spans;
        let in_hand = match problem {
            SetupProblem::TooMany { kind, .. } => {
                (spans.held.iter().rev()).find(|(_, held, _)| held == kind)
            }
            _ => None,
        };
        let on_board = || {
            let square = problem.squares().last()?;
            spans.pieces.iter().find(|(placed, _)| placed == square)
        };
        let span = match (in_hand, problem) {
            (Some((_, _, span)), _) => span,
            (None, SetupProblem::DefenderNotInCheck { .. }) => &spans.turn,
            (None, _) => on_board().map_or(&spans.board, |(_, span)| span),
        };
        let error = SfenError::new(SfenErrorKind::Problem(problem.clone()), span.clone());
        match reasons::help(problem) {
            Some(help) => error.with_help(help),
            None => error,
        }
    }
}
