//! The final position, and which of its pieces had a part in the composition.

use crate::finding::verdict::Judgement;
use crate::shogi::{Color, Position, Square};
use rustc_hash::FxHashSet;

/// The final position, and the squares that the line touched.
pub(super) struct End {
    position: Position,
    king: Option<Square>,
    /// Squares from which or to which a piece moved, or on which one was dropped.
    played: FxHashSet<Square>,
}

impl End {
    /// Returns the end of the main line. Black attacks.
    pub(super) fn new(start: &Position, judgement: &Judgement) -> Self {
        let mut position = start.clone();
        let mut played = FxHashSet::default();
        for &mv in judgement.composed.reading.iter().flat_map(|it| &it.line) {
            played.extend(mv.from());
            played.insert(mv.to());
            position.make(mv);
        }
        Self {
            king: position.king(Color::White),
            position,
            played,
        }
    }

    /// Returns the number of the attacker's pieces on the board, without the king.
    pub(super) fn attackers(&self) -> f64 {
        let king = self.position.king(Color::Black);
        let pieces = self.position.pieces(Color::Black).count();
        f64::from(pieces - u32::from(king.is_some()))
    }

    /// Returns whether the mated king is not at the edge of the board.
    pub(super) fn is_off_the_edge(&self) -> bool {
        self.king.is_some_and(|king| neighbours(king).count() == 8)
    }

    /// Returns the number of pieces that have no part in the line or in the mate.
    ///
    /// Such a piece has not moved, and is not beside the mated king. A piece of the attacker also
    /// guards neither the king's square nor one beside it. The attacker's king never counts.
    pub(super) fn passive(&self) -> f64 {
        let Some(king) = self.king else {
            return 0.0;
        };
        let occupied = self.position.occupied();
        let mut active: FxHashSet<Square> = neighbours(king).chain([king]).collect();
        for square in neighbours(king).chain([king]) {
            let guards = self.position.attackers(Color::Black, square, occupied);
            active.extend(guards);
        }
        active.extend(self.position.king(Color::Black));
        let is_passive = |it: &Square| !self.played.contains(it) && !active.contains(it);
        super::score::count(occupied.into_iter().filter(is_passive))
    }
}

/// Returns the squares beside a square: eight, or fewer at the edge.
fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let steps = steps.filter(|&it| it != (0, 0));
    steps.filter_map(move |(files, ranks)| square.offset(files, ranks))
}
