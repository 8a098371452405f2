//! The idea of a composition: its mating pattern and its key moves.
//!
//! Two compositions have the same idea if their mating patterns and their key moves are the same up
//! to mirror, shift, and the squares of passive or distant pieces. A person who solves one has seen
//! the other.

use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// The idea of a composition: the mating pattern and the attacker's moves.
///
/// Squares count from the king. A distant piece counts only with its direction from the king. A
/// promoted pawn, lance, knight or silver counts as a gold. Pieces that neither move nor mate do
/// not count, nor do the squares from which pieces come. The lesser of the two mirror images stands
/// for both, so equal ideas are equal values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Idea {
    /// The edges of the board beside the mated king: left, right, above, below.
    edges: [bool; 4],
    /// The pieces that give check in the final position.
    mating: Vec<PlacedPiece>,
    moves: Vec<KeyMove>,
}

/// A move of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct KeyMove {
    /// The king's square, counted from its square at the mate.
    king: [i8; 2],
    /// The piece after the move.
    piece: PlacedPiece,
    is_drop: bool,
    promotes: bool,
    /// Whether the next reply captures the piece.
    is_sacrifice: bool,
}

/// A kind of piece and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PlacedPiece {
    kind: PieceKind,
    /// Files and ranks from the king, as [`from_afar`] has them.
    place: [i8; 2],
}

impl Idea {
    /// Returns the idea of a position with this line. Black attacks.
    #[must_use]
    pub fn new(start: &Position, line: &[Move]) -> Self {
        let [plain, mirrored] = [false, true].map(|mirrored| Self::in_view(start, line, mirrored));
        plain.min(mirrored)
    }

    fn in_view(start: &Position, line: &[Move], mirrored: bool) -> Self {
        let mut end = start.clone();
        for &mv in line {
            end.make(mv);
        }
        let Some(mated) = end.king(Color::White) else {
            return Self {
                edges: [false; 4],
                mating: Vec::new(),
                moves: Vec::new(),
            };
        };
        let beside = |files, ranks| mated.offset(files, ranks).is_none();
        let mut edges = [beside(1, 0), beside(-1, 0), beside(0, -1), beside(0, 1)];
        if mirrored {
            edges.swap(0, 1);
        }
        let checkers = end.attackers(Color::Black, mated, end.occupied());
        let mut mating: Vec<PlacedPiece> = checkers
            .into_iter()
            .filter_map(|from| Some(PlacedPiece::new(end.piece_at(from)?, from, mated, mirrored)))
            .collect();
        mating.sort_unstable();
        let mut moves = Vec::new();
        let mut position = start.clone();
        for (ply, &mv) in line.iter().enumerate() {
            let (turn, king) = (position.turn(), position.king(Color::White));
            position.make(mv);
            let (Color::Black, Some(king), Some(piece)) = (turn, king, position.piece_at(mv.to()))
            else {
                continue;
            };
            let next = line.get(ply + 1);
            moves.push(KeyMove {
                king: way_seen(king, mated, mirrored),
                piece: PlacedPiece::new(piece, mv.to(), king, mirrored),
                is_drop: mv.is_drop(),
                promotes: mv.promotes(),
                is_sacrifice: next.is_some_and(|next| next.to() == mv.to()),
            });
        }
        Self {
            edges,
            mating,
            moves,
        }
    }
}

impl PlacedPiece {
    fn new(piece: Piece, square: Square, king: Square, mirrored: bool) -> Self {
        Self {
            kind: kind_by_movement(piece.kind()),
            place: from_afar(way_seen(square, king, mirrored)),
        }
    }
}

/// Returns gold for a promoted pawn, lance, knight or silver, which move like one.
const fn kind_by_movement(kind: PieceKind) -> PieceKind {
    match kind {
        PieceKind::ProPawn | PieceKind::ProLance | PieceKind::ProKnight | PieceKind::ProSilver => {
            PieceKind::Gold
        }
        other => other,
    }
}

/// Returns the way from the king to a square, with the distance left out if the square is not beside
/// the king: a line counts as two steps, any other way as at most three files and ranks.
pub(super) fn from_afar([files, ranks]: [i8; 2]) -> [i8; 2] {
    let is_near = files.abs().max(ranks.abs()) < 2;
    let is_on_a_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    match (is_near, is_on_a_line) {
        (true, _) => [files, ranks],
        (false, true) => [2 * files.signum(), 2 * ranks.signum()],
        (false, false) => [files.clamp(-3, 3), ranks.clamp(-3, 3)],
    }
}

/// Returns the files to the left and the ranks down that lead from `from` to `to`.
pub(super) const fn way(to: Square, from: Square) -> [i8; 2] {
    let files = to.file() as i8 - from.file() as i8;
    [files, to.rank() as i8 - from.rank() as i8]
}

/// Returns [`way`], with left and right exchanged if `mirrored`.
const fn way_seen(to: Square, from: Square, mirrored: bool) -> [i8; 2] {
    let [files, ranks] = way(to, from);
    [if mirrored { -files } else { files }, ranks]
}

#[cfg(test)]
mod tests {
    use super::Idea;
    use crate::notation::{sfen, usi};
    use crate::shogi::Position;

    fn idea(text: &str, line: &str) -> Idea {
        let setup = sfen::parse(text).expect("it is an SFEN").setup;
        let moves = line
            .split(' ')
            .map(|it| usi::parse_move(it).expect("a move"));
        Idea::new(&Position::new(&setup), &moves.collect::<Vec<_>>())
    }

    #[test]
    fn mirror_shift_and_the_squares_of_distant_pieces_do_not_count() {
        let one = idea("7k1/9/7P1/9/5B3/9/9/9/9 b G 1", "4e1b+ 2a1b G*2b");
        // The bishop comes from farther off, and the pawn is a lance.
        let farther = idea("7k1/9/9/7L1/4P4/9/6B2/9/9 b G 1", "3g1b+ 2a1b G*2b");
        // After the first move the bishop checks from the same direction.
        assert_eq!(one, farther);
        let mirrored = idea("1k7/9/1P7/9/3B5/9/9/9/9 b G 1", "6e9b+ 8a9b G*8b");
        assert_eq!(one, mirrored);
        // Away from the edge on the left, nothing changes on another file.
        let left = idea("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b");
        let shifted = idea("3k5/9/3P5/9/9/9/9/9/9 b G 1", "G*6b");
        assert_eq!(left, shifted);
    }

    #[test]
    fn another_piece_square_or_edge_is_another_idea() {
        let gold = idea("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b");
        let edge = idea("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b");
        let silver = idea("4k4/9/4P4/9/9/9/9/9/9 b S 1", "S*5b");
        let beside = idea("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*4b");
        let all = [gold, edge, silver, beside];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(one), "{at}");
        }
    }
}
