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

/// A piece that is not equal, with the attacker as Black. `from` is a place in the first arrangement, `to`
/// a place in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The first has this piece, the second does not.
    Removed(Piece, Place),
    /// The second has this piece, the first does not.
    Added(Piece, Place),
    /// The same piece stands elsewhere, or is in the hand in only one of them.
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
    /// Turns the places in the first or the second diagram, where White attacks.
    fn turn_round(&mut self, first: bool, second: bool) {
        match self {
            Self::Removed(_, from) => turn_if(first, from),
            Self::Added(_, to) => turn_if(second, to),
            Self::Moved { from, to, .. } => {
                turn_if(first, from);
                turn_if(second, to);
            }
            Self::Replaced { from, to, .. } => {
                turn_if(first, from);
                turn_if(second, to);
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
    /// The number of pieces of each.
    pub pieces: [u32; 2],
    /// The pieces that are not equal: replaced ones first, then moved, removed and added ones.
    pub changes: Vec<Change>,
    /// Whether the defenders' hands differ by more than these changes account for.
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
        // The pieces of the second that no piece of the first is matched with yet.
        let mut there = second.board;
        let mut unequal = Vec::new();
        for (from, piece) in first.on_board() {
            match alignment.of(from) {
                Some(to) if second.board[to.index()] == Some(piece) => {
                    equal += 1;
                    there[to.index()] = None;
                }
                to => unequal.push((from, piece, to)),
            }
        }
        let mut elsewhere = Vec::new();
        for (from, was, to) in unequal {
            match to.and_then(|to| Some((to, there[to.index()].take()?))) {
                Some((to, is)) => changes.push(Change::Replaced { was, from, is, to }),
                None => elsewhere.push((was, Place::Board(from))),
            }
        }
        let mut gone = Vec::new();
        for (piece, from) in elsewhere {
            match take_piece(&mut there, piece).map(Place::Board) {
                Some(to) => changes.push(Change::Moved { piece, from, to }),
                None => gone.push((piece, from)),
            }
        }
        let only = |hand: Hand| {
            let black = move |kind| Piece::new(crate::shogi::Color::Black, kind);
            let counts = hand
                .iter()
                .map(move |(kind, all)| (kind, all - common.count(kind)));
            counts.flat_map(move |(kind, more)| (0..more).map(move |_| black(kind)))
        };
        // A piece of the attacker may be on the board of one and in the hand of the other.
        let mut gone_from_hand = Vec::new();
        for piece in only(first.hand) {
            let from = Place::Hand;
            match take_piece(&mut there, piece).map(Place::Board) {
                Some(to) => changes.push(Change::Moved { piece, from, to }),
                None => gone_from_hand.push((piece, from)),
            }
        }
        let mut new_in_hand = Vec::new();
        for piece in only(second.hand) {
            let to = Place::Hand;
            if let Some(index) = gone.iter().position(|&(other, _)| other == piece) {
                let (_, from) = gone.remove(index);
                changes.push(Change::Moved { piece, from, to });
            } else {
                new_in_hand.push((piece, to));
            }
        }
        let gone = gone.into_iter().chain(gone_from_hand);
        changes.extend(gone.map(|(piece, place)| Change::Removed(piece, place)));
        let new = Square::all().filter_map(|it| Some((there[it.index()]?, Place::Board(it))));
        let new = new.chain(new_in_hand);
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

/// Takes the first such piece off a board. Returns its square.
fn take_piece(board: &mut [Option<Piece>; Square::COUNT], piece: Piece) -> Option<Square> {
    let square = Square::all().find(|it| board[it.index()] == Some(piece))?;
    board[square.index()] = None;
    Some(square)
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
