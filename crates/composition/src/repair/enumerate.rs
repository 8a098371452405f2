//! All changes that are allowed, in the order of their cost.
//!
//! The least change comes first: fewer edits; then cheaper pieces, the defender's before the
//! attacker's; then nearer to the other pieces; then fewer pieces in all.

use super::edit::{self, Edit, EditKind};
use crate::shogi::{Color, Hand, Move, Piece, PieceKind, Setup, Square};
use rustc_hash::FxHashSet;

/// The changes that are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "rows", derive(serde::Deserialize), serde(default))]
pub struct Allowed {
    /// The sorts of changes.
    #[cfg_attr(feature = "rows", serde(rename = "allow"))]
    pub kinds: Vec<EditKind>,
    /// The squares that may change. `None`: all squares.
    #[cfg_attr(
        feature = "rows",
        serde(deserialize_with = "super::request::as_texts::some")
    )]
    pub squares: Option<Vec<Square>>,
    /// The squares that stay as they are, whether a piece is on them or not.
    #[cfg_attr(
        feature = "rows",
        serde(deserialize_with = "super::request::as_texts::all")
    )]
    pub fixed: Vec<Square>,
}

impl Default for Allowed {
    fn default() -> Self {
        Self {
            kinds: EditKind::ALL.to_vec(),
            squares: None,
            fixed: Vec::new(),
        }
    }
}

impl Allowed {
    fn may_change(&self, square: Square) -> bool {
        let is_inside = |squares: &Vec<Square>| squares.contains(&square);
        self.squares.as_ref().is_none_or(is_inside) && !self.fixed.contains(&square)
    }

    fn has(&self, kind: EditKind) -> bool {
        self.kinds.contains(&kind)
    }
}

/// The size of a change; less is better. Compared field by field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Cost {
    /// The number of edits.
    pub edits: u32,
    /// The sum of the weights of the edits. Among added pieces a defender's pawn weighs least.
    pub weight: u32,
    /// The sum of the edits' distances from the other pieces.
    pub distance: u32,
    /// The pieces in the diagram after it, the attacker's hand included.
    pub pieces: u32,
}

/// A diagram after some changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Version {
    /// The changes. None if moves are put before the problem.
    pub edits: Vec<Edit>,
    /// The moves from this diagram to that of the problem. None if the diagram is changed.
    pub before: Vec<Move>,
    /// The diagram.
    pub setup: Setup,
    /// The size of the changes.
    pub cost: Cost,
}

impl Version {
    /// Makes a version, if the edits fit together and the diagram is legal. `holds_rest` says whether the
    /// defender holds all that is left of the 40 pieces.
    pub(super) fn new(original: &Setup, edits: &[Edit], holds_rest: bool) -> Option<Self> {
        let setup = edit::apply(original, edits, holds_rest)?;
        let total = |measure: &dyn Fn(Edit) -> u32| edits.iter().copied().map(measure).sum();
        let cost = Cost {
            edits: edits.len() as u32,
            weight: total(&weight),
            distance: total(&|edit| distance(original, edit)),
            pieces: setup.pieces().count() as u32 + setup.hands[0].total(),
        };
        Some(Self {
            edits: edits.to_vec(),
            before: Vec::new(),
            setup,
            cost,
        })
    }

    /// Returns the line of the problem on this board. `None` if a shift takes it off the board.
    pub(super) fn line(&self, line: &[Move]) -> Option<Vec<Move>> {
        let line = edit::shift_line(line, &self.edits)?;
        Some(self.before.iter().copied().chain(line).collect())
    }
}

/// Returns whether the defender holds all that is left of the 40 pieces.
pub(super) fn holds_the_rest(setup: &Setup) -> bool {
    setup.missing() == Hand::EMPTY
}

/// Returns every legal diagram that one edit makes of a diagram in which Black attacks, each once, the
/// least change first. With `images`, of two diagrams that are mirror images only the first is kept.
pub(super) fn one_edit(original: &Setup, allowed: &Allowed, images: bool) -> Vec<Version> {
    let holds_rest = holds_the_rest(original);
    let versions = edits(original, allowed, holds_rest)
        .into_iter()
        .filter_map(|edit| Version::new(original, &[edit], holds_rest));
    distinct_in_order(versions.collect(), original, images)
}

/// Puts versions in the order of their cost, each diagram once and the original never. With `images`, of two
/// mirror images only the first is kept.
pub(super) fn distinct_in_order(
    mut all: Vec<Version>,
    original: &Setup,
    images: bool,
) -> Vec<Version> {
    all.sort_by_key(|it| it.cost);
    let mut seen: FxHashSet<Setup> = FxHashSet::default();
    seen.insert(original.clone());
    all.retain(|it| {
        let is_image = images && seen.contains(&it.setup.mirror());
        !is_image && seen.insert(it.setup.clone())
    });
    all
}

/// Returns all single edits that are allowed, legal or not.
fn edits(setup: &Setup, allowed: &Allowed, holds_rest: bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    let squares: Vec<Square> = Square::all().filter(|&it| allowed.may_change(it)).collect();
    let kinds = || {
        PieceKind::ALL
            .into_iter()
            .filter(|&it| it != PieceKind::King)
    };
    for &square in &squares {
        let Some(old) = setup.piece_at(square) else {
            if allowed.has(EditKind::Add) {
                edits.extend(Color::ALL.into_iter().flat_map(|color| {
                    kinds().map(move |kind| Edit::Add {
                        piece: Piece::new(color, kind),
                        square,
                    })
                }));
            }
            continue;
        };
        if allowed.has(EditKind::Move) {
            let free = squares.iter().filter(|it| setup.piece_at(**it).is_none());
            edits.extend(free.map(|&to| Edit::Move {
                piece: old,
                from: square,
                to,
            }));
        }
        if old.kind() == PieceKind::King {
            continue;
        }
        if allowed.has(EditKind::Remove) {
            edits.push(Edit::Remove { piece: old, square });
        }
        if allowed.has(EditKind::Swap) {
            let others = kinds().filter(|&kind| kind != old.kind());
            edits.extend(others.map(|kind| Edit::Swap {
                square,
                old,
                new: Piece::new(old.color(), kind),
            }));
        }
        if allowed.has(EditKind::Side) {
            edits.push(Edit::Side { square, old });
        }
    }
    if allowed.has(EditKind::Hand) {
        for color in Color::ALL {
            if color == Color::White && holds_rest {
                // The defender's hand follows from the other pieces.
                continue;
            }
            for kind in PieceKind::HAND {
                edits.extend([true, false].map(|more| Edit::Hand { color, kind, more }));
            }
        }
    }
    if allowed.has(EditKind::Shift) && allowed.squares.is_none() && allowed.fixed.is_empty() {
        let all = (-8..=8).flat_map(|files| (-8..=8).map(move |ranks| (files, ranks)));
        edits.extend(
            all.filter(|&it| it != (0, 0))
                .map(|(files, ranks)| Edit::Shift { files, ranks }),
        );
    }
    edits
}

/// Returns the weight of an edit.
fn weight(edit: Edit) -> u32 {
    match edit {
        Edit::Add { piece, .. } => value(piece),
        // A piece fewer is welcome.
        Edit::Remove { .. } => 1,
        Edit::Move { piece, .. } => match piece.kind() {
            PieceKind::King => 8,
            _ => 3,
        },
        Edit::Swap { old, new, .. } => {
            let same = old.kind().unpromote() == new.kind().unpromote();
            2 + if same {
                0
            } else {
                value(old).abs_diff(value(new)) + 2
            }
        }
        Edit::Side { old, .. } => 6 + price(old.kind()),
        Edit::Hand { kind, .. } => 4 + price(kind),
        Edit::Shift { .. } => 2,
    }
}

/// Returns the weight of a piece: the attacker's more than the defender's.
fn value(piece: Piece) -> u32 {
    let attackers = if piece.color() == Color::Black { 5 } else { 0 };
    1 + price(piece.kind()) + attackers
}

/// Returns the rank by price: 歩 < 香 < 桂 < 銀 < 金 < 角 < 飛. A promoted piece ranks three higher.
const fn price(kind: PieceKind) -> u32 {
    let unpromoted = kind.unpromote() as u32;
    unpromoted + if kind.is_promoted() { 3 } else { 0 }
}

/// Returns the distance of an edit from the other pieces. For a shift this is its length.
fn distance(setup: &Setup, edit: Edit) -> u32 {
    let apart = |a: Square, b: Square| u32::from(a.distance(b));
    let nearest = |to: Square, except: Option<Square>| {
        let squares = setup.pieces().map(|(square, _)| square);
        let others = squares.filter(|&it| Some(it) != except);
        others.map(|it| apart(it, to)).min().unwrap_or(0)
    };
    match edit {
        Edit::Add { square, .. } => nearest(square, None),
        Edit::Move { from, to, .. } => nearest(to, Some(from)) + apart(from, to),
        Edit::Shift { files, ranks } => u32::from(files.unsigned_abs() + ranks.unsigned_abs()),
        Edit::Remove { .. } | Edit::Swap { .. } | Edit::Side { .. } | Edit::Hand { .. } => 0,
    }
}
