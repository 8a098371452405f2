//! The changes of a diagram, in the form of JSON.

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
    /// The same as it was found, for sentences.
    #[serde(skip)]
    pub(in crate::report) change: Change,
}

impl DiagramChange {
    /// Makes the changes that lead to this problem.
    pub(super) fn new(difference: &Difference, problem: &Problem) -> Self {
        let view = difference.view;
        let (files_left, ranks_down) = view.shift;
        Self {
            turned: view.turned,
            mirrored: view.mirrored,
            files_left,
            ranks_down,
            changes: difference.changes.iter().map(PieceChange::from).collect(),
            attacker: problem.attacker().into(),
        }
    }
}

impl From<&Change> for PieceChange {
    fn from(change: &Change) -> Self {
        use ChangeKind::{Added, Hand, Moved, Removed, Replaced, Turn};
        let (kind, piece, new, from, to) = match *change {
            Change::Moved { piece, from, to } => (Moved, Some(piece), None, Some(from), Some(to)),
            Change::Replaced { square, old, new } => {
                (Replaced, Some(old), Some(new), Some(square), Some(square))
            }
            Change::Removed { piece, from } => (Removed, Some(piece), None, Some(from), None),
            Change::Added { piece, to } => (Added, Some(piece), None, None, Some(to)),
            Change::Hand { color, kind, .. } => {
                (Hand, Some(Piece::new(color, kind)), None, None, None)
            }
            Change::Turn(_) => (Turn, None, None, None, None),
        };
        Self {
            kind,
            piece: piece.map(piece_name),
            replaced_by: new.map(piece_name),
            from: from.map(square_name),
            to: to.map(square_name),
            held: match *change {
                Change::Hand { old, new, .. } => Some([old, new]),
                _ => None,
            },
            turn: match *change {
                Change::Turn(color) => Some(color.into()),
                _ => None,
            },
            change: *change,
        }
    }
}
