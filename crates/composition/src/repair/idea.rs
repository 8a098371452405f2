//! The idea of a version, by which versions that differ in nothing important are grouped.
//!
//! The idea of a repair is its change, because the line mostly stays. A change takes pieces from squares
//! and puts pieces on squares. The squares from which it takes always count. A piece that it puts on a
//! square counts by its effect:
//!
//! * A piece that is moved or captured in the line counts with its kind and square.
//! * A piece beside a square of the king, or one that guards such a square, counts with its side and square,
//!   not with its kind.
//! * A long-range piece elsewhere counts with its side, how it moves, and its direction from the mated king. If it
//!   is not on a line with the king, its distance in files and ranks counts instead, each up to 3.
//! * Any other piece is out of play and does not count, so that moving it there is as good as removing it.
//!   If it is added, its kind counts, because fewer pieces of this kind are left, and the file of a pawn (二歩).
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
    /// The squares from which pieces are taken.
    taken: Vec<Square>,
    /// The pieces that are put on squares.
    placed: Vec<PlacedPiece>,
    hands: Vec<HandChange>,
    /// The edges of the board beside the mated king, if the diagram is shifted.
    shift: Option<[bool; 4]>,
}

/// A piece that is put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PlacedPiece {
    side: Color,
    /// The files to the left and the ranks down from the mated king.
    place: [i8; 2],
    effect: Effect,
}

/// The part of a piece's effect that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    /// A piece of this kind plays in the line.
    Plays(PieceKind),
    /// A piece of any kind stands near the king, or guards a square there.
    StandsNear,
    /// A long-range piece moves like this unpromoted one.
    MovesLike(PieceKind),
    /// A piece of this kind is out of play, and so missing elsewhere.
    OutOfPlay(PieceKind),
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

    /// Returns what is known of the idea of a version before any search.
    pub(super) fn expected(request: &Request, version: &Version, kept: &[Move]) -> Self {
        let line: &[Move] = if request.extends { kept } else { &[] };
        let expected = Self::new(request, version, kept, line);
        Self {
            line: if request.extends { expected.line } else { None },
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
                    let placed = scene.placed(piece, square);
                    let placed = placed.or_else(|| scene.out_of_play(piece, square));
                    change.placed.extend(placed);
                }
                Edit::Remove { square, .. } => change.taken.push(square),
                Edit::Move { piece, from, to } => {
                    change.taken.push(from);
                    change.placed.extend(scene.placed(piece, to));
                }
                Edit::Swap { square, new, .. } => {
                    change.taken.push(square);
                    change.placed.extend(scene.placed(new, square));
                }
                Edit::Side { square, old } => {
                    change.taken.push(square);
                    change.placed.extend(scene.placed(old.flip(), square));
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
        change.placed.sort_unstable();
        change.hands.sort_unstable();
        change
    }
}

/// The diagram of a version, its line, and where the king goes in it.
struct Scene<'v> {
    setup: &'v Setup,
    line: &'v [Move],
    /// The squares of the defender's king along the line, the first and the last included.
    kings: Vec<Square>,
}

impl<'v> Scene<'v> {
    /// Makes the scene of a diagram in which Black attacks. The line need not be playable.
    fn of(setup: &'v Setup, line: &'v [Move]) -> Self {
        let king = Piece::new(Color::White, PieceKind::King);
        let start = setup.pieces().find(|&(_, piece)| piece == king);
        let mut kings: Vec<Square> = start.map(|(square, _)| square).into_iter().collect();
        for mv in line {
            if mv.from().is_some() && mv.from() == kings.last().copied() {
                kings.push(mv.to());
            }
        }
        Self { setup, line, kings }
    }

    /// Returns what counts of a piece on a square. `None` if it is out of play.
    fn placed(&self, piece: Piece, square: Square) -> Option<PlacedPiece> {
        let [files, ranks] = way(square, *self.kings.last()?);
        let plays = |mv: &Move| mv.from() == Some(square) || mv.to() == square;
        let exactly = [files, ranks];
        let (place, effect) = if self.line.iter().any(plays) {
            (exactly, Effect::Plays(piece.kind()))
        } else if self.is_near(square) {
            (exactly, Effect::StandsNear)
        } else if let Some(like) = long_range(piece.kind()) {
            let is_on_a_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let place = if is_on_a_line {
                [files.signum(), ranks.signum()]
            } else {
                [files.clamp(-3, 3), ranks.clamp(-3, 3)]
            };
            (place, Effect::MovesLike(like))
        } else if self.guards(square) {
            (exactly, Effect::StandsNear)
        } else {
            return None;
        };
        Some(PlacedPiece {
            side: piece.color(),
            place,
            effect,
        })
    }

    /// Returns what counts of an added piece that is out of play.
    fn out_of_play(&self, piece: Piece, square: Square) -> Option<PlacedPiece> {
        let [files, _] = way(square, *self.kings.last()?);
        let is_pawn = piece.kind() == PieceKind::Pawn;
        Some(PlacedPiece {
            side: piece.color(),
            place: [if is_pawn { files } else { 0 }, 0],
            effect: Effect::OutOfPlay(piece.kind().unpromote()),
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

    /// Returns which edges of the board are beside the mated king.
    fn edges(&self) -> [bool; 4] {
        let mated = self.kings.last();
        [(1, 0), (-1, 0), (0, -1), (0, 1)]
            .map(|(files, ranks)| mated.is_some_and(|it| it.offset(files, ranks).is_none()))
    }
}

/// Returns the unpromoted long-range piece that moves alike, if there is one.
const fn long_range(kind: PieceKind) -> Option<PieceKind> {
    match kind {
        PieceKind::Lance => Some(PieceKind::Lance),
        PieceKind::Rook | PieceKind::Dragon => Some(PieceKind::Rook),
        PieceKind::Bishop | PieceKind::Horse => Some(PieceKind::Bishop),
        _ => None,
    }
}
