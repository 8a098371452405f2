//! The idea of a version: what makes it another one than the versions before it.
//!
//! The idea of a repair is its change, because the line mostly stays. A change takes pieces away from their
//! squares and puts others on squares. Which piece is taken away counts always. Of a piece that is put
//! there counts only what it can do:
//!
//! * that is moved or captured in the line: its kind and square;
//! * beside a square of the king, or guarding one there: its side and square, not its kind;
//! * a long-range piece elsewhere: its side, how it moves, and its direction from the mated king, or the file or
//!   rank if it is one of the two next to that king's;
//! * any other: nothing. It is out of play, and moved there is as good as removed. Only if it is added, its kind
//!   counts, because the other pieces of this kind are fewer; and the file of a pawn (二歩).
//!
//! If the line may change, or moves are put before the problem, the idea of the line counts, too.

use super::edit::Edit;
use super::enumerate::Version;
use super::keep::first_impossible;
use super::{Keep, Request};
use crate::idea::{Idea, way};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// The idea of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionIdea {
    change: Change,
    /// `None` if the line is the same in all versions, or not known.
    line: Option<Idea>,
}

/// The changes of a version, as far as they count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Change {
    taken: Vec<Square>,
    put: Vec<Put>,
    hands: Vec<HandChange>,
    /// The edges of the board beside the mated king, if the diagram is shifted.
    shift: Option<[bool; 4]>,
}

/// A piece that is put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Put {
    side: Color,
    /// The files to the left and the ranks down from the mated king.
    place: [i8; 2],
    what: What,
}

/// The part of a piece that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// The kind: it plays in the line.
    Kind(PieceKind),
    /// That it stands there.
    Standing,
    /// How a long-range piece moves, named after the piece.
    Like(PieceKind),
    /// The kind: one fewer is elsewhere.
    Spare(PieceKind),
}

/// A piece more or less in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HandChange {
    side: Color,
    kind: PieceKind,
    is_more: bool,
}

impl VersionIdea {
    /// Makes the idea of a version with this line. `kept` is the line that was to stay, on its board.
    pub(super) fn new(request: &Request, version: &Version, kept: &[Move], line: &[Move]) -> Self {
        let start = Position::new(&version.setup);
        let has_other_line = request.extends || request.keep != Keep::Line;
        let is_played = has_other_line && first_impossible(&start, line).is_none();
        Self {
            change: Change::new(version, kept),
            line: is_played.then(|| Idea::new(&start, line)),
        }
    }

    /// Makes what is known of the idea of a version before any search.
    pub(super) fn expected(request: &Request, version: &Version, kept: &[Move]) -> Self {
        let line: &[Move] = if request.extends { kept } else { &[] };
        let expected = Self::new(request, version, kept, line);
        Self {
            line: expected.line.filter(|_| request.extends),
            ..expected
        }
    }

    /// Returns whether a version may be of the same idea, as far as this tells.
    pub(super) fn may_be(&self, expected: &Self) -> bool {
        self.change == expected.change && (expected.line.is_none() || self.line == expected.line)
    }
}

impl Change {
    fn new(version: &Version, kept: &[Move]) -> Self {
        let mut change = Self::default();
        let scene = Scene::of(&version.setup, kept);
        for &edit in &version.edits {
            match edit {
                Edit::Add { piece, square } => {
                    let put = scene.put(piece, square);
                    change
                        .put
                        .extend(put.or_else(|| scene.spare(piece, square)));
                }
                Edit::Remove { square, .. } => change.taken.push(square),
                Edit::Move { piece, from, to } => {
                    change.taken.push(from);
                    change.put.extend(scene.put(piece, to));
                }
                Edit::Swap { square, new, .. } => {
                    change.taken.push(square);
                    change.put.extend(scene.put(new, square));
                }
                Edit::Side { square, old } => {
                    change.taken.push(square);
                    change.put.extend(scene.put(old.flip(), square));
                }
                Edit::Hand { color, kind, more } => change.hands.push(HandChange {
                    side: color,
                    kind,
                    is_more: more,
                }),
                Edit::Shift { .. } => change.shift = Some(scene.edges()),
            }
        }
        change.taken.sort_unstable_by_key(|it| it.index());
        change.put.sort_unstable();
        change.hands.sort_unstable();
        change
    }
}

/// The diagram of a version and the places of its line.
struct Scene<'v> {
    setup: &'v Setup,
    line: &'v [Move],
    /// The squares of the defender's king along the line, the first and the last included.
    kings: Vec<Square>,
}

impl<'v> Scene<'v> {
    /// Black attacks. The line need not be playable.
    fn of(setup: &'v Setup, line: &'v [Move]) -> Self {
        let king = Piece::new(Color::White, PieceKind::King);
        let at = setup.pieces().find(|&(_, piece)| piece == king);
        let mut kings: Vec<Square> = at.map(|(square, _)| square).into_iter().collect();
        for mv in line {
            if mv.from().is_some() && mv.from() == kings.last().copied() {
                kings.push(mv.to());
            }
        }
        Self { setup, line, kings }
    }

    /// Returns what counts of a piece on a square. `None` if it is out of play.
    fn put(&self, piece: Piece, square: Square) -> Option<Put> {
        let [files, ranks] = way(square, *self.kings.last()?);
        let plays = |mv: &Move| mv.from() == Some(square) || mv.to() == square;
        let exactly = [files, ranks];
        let (place, what) = if self.line.iter().any(plays) {
            (exactly, What::Kind(piece.kind()))
        } else if self.is_near(square) {
            (exactly, What::Standing)
        } else if let Some(like) = long_range(piece.kind()) {
            let is_on_a_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let place = if is_on_a_line {
                [files.signum(), ranks.signum()]
            } else {
                [files.clamp(-3, 3), ranks.clamp(-3, 3)]
            };
            (place, What::Like(like))
        } else if self.guards(square) {
            (exactly, What::Standing)
        } else {
            return None;
        };
        Some(Put {
            side: piece.color(),
            place,
            what,
        })
    }

    /// Returns what counts of an added piece that is out of play.
    fn spare(&self, piece: Piece, square: Square) -> Option<Put> {
        let [files, _] = way(square, *self.kings.last()?);
        let is_pawn = piece.kind() == PieceKind::Pawn;
        Some(Put {
            side: piece.color(),
            place: [if is_pawn { files } else { 0 }, 0],
            what: What::Spare(piece.kind().unpromote()),
        })
    }

    /// Returns whether a square is beside one on which the king stands.
    fn is_near(&self, square: Square) -> bool {
        self.kings.iter().any(|&king| {
            let [files, ranks] = way(square, king);
            files.abs().max(ranks.abs()) < 2
        })
    }

    /// Returns whether the piece on a square can go to one beside the king.
    fn guards(&self, square: Square) -> bool {
        Square::all().any(|to| self.is_near(to) && self.setup.attacks(square, to))
    }

    fn edges(&self) -> [bool; 4] {
        let mated = self.kings.last();
        [(1, 0), (-1, 0), (0, -1), (0, 1)]
            .map(|(files, ranks)| mated.is_some_and(|it| it.offset(files, ranks).is_none()))
    }
}

/// Returns the unpromoted piece with the same long range.
const fn long_range(kind: PieceKind) -> Option<PieceKind> {
    match kind {
        PieceKind::Lance => Some(PieceKind::Lance),
        _ => match kind.unpromote() {
            like @ (PieceKind::Rook | PieceKind::Bishop) => Some(like),
            _ => None,
        },
    }
}
