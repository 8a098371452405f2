//! The differences between two arrangements that lie on one another.

use super::{Alignment, Arrangement, score};
use crate::shogi::{Hand, Piece, Square};
use crate::turned::TurnRound;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On this square of its own diagram, as it was given.
    Board(Square),
    /// In the attacker's hand.
    Hand,
}

/// One piece that is not equal, with the attacker's as Black. `from` is a place in the first arrangement, `to` one in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The first has this piece, the second does not.
    Removed(Piece, Place),
    /// The second has this piece, the first does not.
    Added(Piece, Place),
    /// The same piece stands elsewhere, or is in the hand of one alone.
    Moved {
        /// The piece; its kind is that in the first.
        piece: Piece,
        /// The place in the first.
        from: Place,
        /// The place in the second.
        to: Place,
    },
    /// Another piece stands on the same square.
    Replaced {
        /// The piece of the first.
        was: Piece,
        /// The square in the first.
        from: Square,
        /// The piece of the second.
        is: Piece,
        /// The square in the second.
        to: Square,
    },
}

impl Change {
    /// Turns its place in each diagram in which White attacks.
    fn turn_round(&mut self, here: bool, there: bool) {
        match self {
            Self::Removed(_, from) => turn_if(here, from),
            Self::Added(_, to) => turn_if(there, to),
            Self::Moved { from, to, .. } => {
                turn_if(here, from);
                turn_if(there, to);
            }
            Self::Replaced { from, to, .. } => {
                turn_if(here, from);
                turn_if(there, to);
            }
        }
    }
}

impl TurnRound for Place {
    fn turn_round(&mut self) {
        if let Self::Board(square) = self {
            square.turn_round();
        }
    }
}

fn turn_if(is_turned: bool, place: &mut impl TurnRound) {
    if is_turned {
        place.turn_round();
    }
}

/// The differences between two arrangements.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// How the first is laid on the second.
    pub alignment: Alignment,
    /// Whether White attacks in only one of the given diagrams.
    pub turned: bool,
    /// How many pieces are equal, those in the attacker's hand included.
    pub equal: u32,
    /// The pieces of both.
    pub pieces: [u32; 2],
    /// The pieces that are not equal: replaced ones first, then moved, removed and added ones.
    pub changes: Vec<Change>,
    /// Whether the defender holds something else than these changes
    /// account for.
    pub other_defender_hand: bool,
    /// Whether the attacker is to move in one and the defender in the other.
    pub other_turn: bool,
}

impl Difference {
    /// Lays the first arrangement on the second and compares them.
    #[must_use]
    pub fn new(first: &Arrangement, second: &Arrangement, alignment: Alignment) -> Self {
        let common = first.hand.min(second.hand);
        let mut equal = common.total();
        let mut changes = Vec::new();
        // The squares of the first whose piece is not equal, and those of the second.
        let (mut here, mut there) = (Vec::new(), second.board);
        for (from, piece) in first.on_board() {
            let to = alignment.of(from);
            if to.is_some_and(|to| second.board[to.index()] == Some(piece)) {
                equal += 1;
                there[to.map_or(0, Square::index)] = None;
            } else {
                here.push((from, piece, to));
            }
        }
        here.retain(|&(from, was, to)| {
            let Some((to, is)) = to.and_then(|to| Some((to, there[to.index()].take()?))) else {
                return true;
            };
            changes.push(Change::Replaced { was, from, is, to });
            false
        });
        here.retain(|&(from, piece, _)| {
            let found = Square::all().find(|it| there[it.index()] == Some(piece));
            let Some(to) = found else {
                return true;
            };
            there[to.index()] = None;
            let (from, to) = (Place::Board(from), Place::Board(to));
            changes.push(Change::Moved { piece, from, to });
            false
        });
        let only = |hand: Hand| {
            let black = move |kind| Piece::new(crate::shogi::Color::Black, kind);
            let counts = hand
                .iter()
                .map(move |(kind, all)| (kind, all - common.count(kind)));
            counts.flat_map(move |(kind, more)| (0..more).map(move |_| black(kind)))
        };
        // A piece of the attacker may be on the board of one and in the hand of the other.
        let mut given: Vec<_> = only(first.hand).collect();
        let mut taken: Vec<_> = only(second.hand).collect();
        given.retain(|&piece| {
            let found = Square::all().find(|it| there[it.index()] == Some(piece));
            let Some(to) = found else {
                return true;
            };
            there[to.index()] = None;
            let (from, to) = (Place::Hand, Place::Board(to));
            changes.push(Change::Moved { piece, from, to });
            false
        });
        taken.retain(|&piece| {
            let Some(at) = here.iter().position(|it| it.1 == piece) else {
                return true;
            };
            let (from, to) = (Place::Board(here.remove(at).0), Place::Hand);
            changes.push(Change::Moved { piece, from, to });
            false
        });
        let gone = here.iter().map(|it| (it.1, Place::Board(it.0)));
        let gone = gone.chain(given.into_iter().map(|it| (it, Place::Hand)));
        changes.extend(gone.map(|(piece, place)| Change::Removed(piece, place)));
        let new = Square::all().filter_map(|it| Some((there[it.index()]?, Place::Board(it))));
        let new = new.chain(taken.into_iter().map(|it| (it, Place::Hand)));
        changes.extend(new.map(|(piece, place)| Change::Added(piece, place)));
        for change in &mut changes {
            change.turn_round(first.turned, second.turned);
        }
        Self {
            alignment,
            turned: first.turned != second.turned,
            equal,
            pieces: [first.pieces(), second.pieces()],
            changes,
            other_defender_hand: first.missing != second.missing,
            other_turn: first.defender_to_move != second.defender_to_move,
        }
    }

    /// Returns the score, from 0 to 100.
    #[must_use]
    pub const fn score(&self) -> u8 {
        score(self.equal, self.pieces[0], self.pieces[1])
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::arrangement;
    use super::*;
    use crate::shogi::{Color, PieceKind};

    #[test]
    fn every_kind_of_change_is_told() {
        let first = arrangement("8k/7g1/6P1G/7PP/9/9/9/2B6/9 b S 1");
        // Shifted by a file to the left; the bishop is promoted, a gold stands elsewhere, a pawn is
        // gone, a knight is new, and the silver is on the board.
        let second = arrangement("7k1/6g2/5P2S/6P1G/9/9/9/1+B6N/9 b - 1");
        let alignment = Alignment {
            files: 1,
            ..Alignment::default()
        };
        let found = Difference::new(&first, &second, alignment);
        let black = |kind| Piece::new(Color::Black, kind);
        let at = |file: u8, rank: u8| Square::new(file - 1, rank - 1);
        assert_eq!(found.equal, 4);
        assert_eq!(found.pieces, [8, 8]);
        assert_eq!(found.score(), 50);
        assert_eq!(
            found.changes,
            [
                Change::Replaced {
                    was: black(PieceKind::Bishop),
                    from: at(7, 8),
                    is: black(PieceKind::Horse),
                    to: at(8, 8)
                },
                Change::Moved {
                    piece: black(PieceKind::Gold),
                    from: Place::Board(at(1, 3)),
                    to: Place::Board(at(1, 4))
                },
                Change::Moved {
                    piece: black(PieceKind::Silver),
                    from: Place::Hand,
                    to: Place::Board(at(1, 3))
                },
                Change::Removed(black(PieceKind::Pawn), Place::Board(at(1, 4))),
                Change::Added(black(PieceKind::Knight), Place::Board(at(1, 8))),
            ]
        );
        assert!(!found.turned && !found.other_turn && !found.other_defender_hand);
    }

    #[test]
    fn nothing_differs_between_an_arrangement_and_itself_turned() {
        let first = arrangement("4k4/9/4P4/9/9/9/9/9/9 b G 1");
        let second = arrangement("9/9/9/9/9/9/4p4/9/4K4 w g 1");
        let found = Difference::new(&first, &second, Alignment::default());
        assert_eq!((found.score(), found.turned), (100, true));
        assert_eq!(found.changes, []);
    }
}
