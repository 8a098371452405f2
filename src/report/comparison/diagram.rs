//! The changes of a diagram, in words of rows.

use crate::composition::Problem;
use crate::composition::difference::{Change, Difference};
use crate::notation::sfen::write_piece as piece_name;
use crate::notation::square_name;
use crate::shogi::Piece;
use crate::vocabulary::{ChangeKind, Side};
use serde::Serialize;

/// The changes from one diagram to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiagramChange {
    /// Whether the colours are exchanged, and the board is turned.
    pub turned: bool,
    /// Whether the new diagram is the mirror image, but for the changes.
    pub mirrored: bool,
    /// By how many files to the left all pieces are shifted; a negative number is to the right.
    pub files_left: i8,
    /// By how many ranks down all pieces are shifted; a negative number is up.
    pub ranks_down: i8,
    /// Other changes. Squares and sides are those of the new diagram.
    pub changes: Vec<PieceChange>,
    /// The side that attacks in the new diagram.
    pub attacker: Side,
}

/// A change of a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PieceChange {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The piece as in an SFEN, lower case for White's: `G`, `+p`. Null for `turn`.
    pub piece: Option<String>,
    /// The piece that stands in its place, for `replaced`. Null otherwise.
    pub replaced_by: Option<String>,
    /// The old square, such as `5e`. Null if the piece was not on the board.
    pub from: Option<String>,
    /// The new square. Null if the piece is not on the board.
    pub to: Option<String>,
    /// How many of them the side held and holds, for `hand`. Null otherwise.
    pub held: Option<[u32; 2]>,
    /// The side to move, for `turn`. Null otherwise.
    pub turn: Option<Side>,
}

impl DiagramChange {
    /// Makes the changes that lead to this problem.
    pub(super) fn new(difference: &Difference, problem: &Problem) -> Self {
        let view = difference.view;
        Self {
            turned: view.turned,
            mirrored: view.mirrored,
            files_left: view.shift.0,
            ranks_down: view.shift.1,
            changes: difference.changes.iter().map(PieceChange::from).collect(),
            attacker: problem.attacker().into(),
        }
    }
}

impl From<&Change> for PieceChange {
    fn from(change: &Change) -> Self {
        let none = |kind| Self {
            kind,
            piece: None,
            replaced_by: None,
            from: None,
            to: None,
            held: None,
            turn: None,
        };
        match *change {
            Change::Moved { piece, from, to } => Self {
                piece: Some(piece_name(piece)),
                from: Some(square_name(from)),
                to: Some(square_name(to)),
                ..none(ChangeKind::Moved)
            },
            Change::Replaced { square, old, new } => Self {
                piece: Some(piece_name(old)),
                replaced_by: Some(piece_name(new)),
                from: Some(square_name(square)),
                to: Some(square_name(square)),
                ..none(ChangeKind::Replaced)
            },
            Change::Removed { piece, from } => Self {
                piece: Some(piece_name(piece)),
                from: Some(square_name(from)),
                ..none(ChangeKind::Removed)
            },
            Change::Added { piece, to } => Self {
                piece: Some(piece_name(piece)),
                to: Some(square_name(to)),
                ..none(ChangeKind::Added)
            },
            Change::Hand {
                color,
                kind,
                old,
                new,
            } => Self {
                piece: Some(piece_name(Piece::new(color, kind))),
                held: Some([old, new]),
                ..none(ChangeKind::Hand)
            },
            Change::Turn(color) => Self {
                turn: Some(color.into()),
                ..none(ChangeKind::Turn)
            },
        }
    }
}
