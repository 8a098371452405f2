//! How one diagram differs from another: the pieces that moved, came or went.
//!
//! A diagram may be compared in a mirror, with colours exchanged, or shifted as a whole. Such a change
//! then counts as one, instead of a move of every piece. The view with the fewest changes is
//! taken; a mirror and a shift count as one change each, and the plain view comes first.

use super::Problem;
use crate::shogi::{Color, Move, Piece, PieceKind, Setup, Square};

/// How the old diagram is seen when it is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Whether the board is turned by 180° and the colours are exchanged, because the other side
    /// attacks.
    pub turned: bool,
    /// Whether it is seen in a mirror (左右反転), after it is turned.
    pub mirrored: bool,
    /// Files to the left (as Black sees it) and ranks down by which all pieces are shifted, after the
    /// turn and the mirror.
    pub shift: (i8, i8),
}

impl View {
    /// Returns whether the diagram is seen as it is.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self == Self::default()
    }

    /// Returns where a square is in this view. `None` if it is shifted off the board.
    #[must_use]
    pub fn square(self, square: Square) -> Option<Square> {
        let square = if self.turned { square.rotate() } else { square };
        let square = if self.mirrored {
            square.mirror()
        } else {
            square
        };
        square.offset(self.shift.0, self.shift.1)
    }

    /// Returns a move as it is in this view. `None` if it is shifted off the board.
    #[must_use]
    pub fn mv(self, mv: Move) -> Option<Move> {
        let mv = if self.turned { mv.rotate() } else { mv };
        let mv = if self.mirrored { mv.mirror() } else { mv };
        mv.offset(self.shift.0, self.shift.1)
    }

    /// Returns a diagram in this view. `None` if a piece is shifted off the board.
    #[must_use]
    pub fn setup(self, setup: &Setup) -> Option<Setup> {
        let mut seen = setup.clone();
        if self.turned {
            seen = seen.rotate();
        }
        if self.mirrored {
            seen = seen.mirror();
        }
        seen.offset(self.shift.0, self.shift.1)
    }
}

/// One change from the old diagram to the new one. Squares and sides are those of the new diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece stands on another square.
    Moved {
        /// The piece.
        piece: Piece,
        /// The square in the old diagram.
        from: Square,
        /// The square in the new one.
        to: Square,
    },
    /// Another piece stands on a square.
    Replaced {
        /// The square.
        square: Square,
        /// The old piece.
        old: Piece,
        /// The new one.
        new: Piece,
    },
    /// A piece was taken away.
    Removed {
        /// The piece.
        piece: Piece,
        /// The square.
        from: Square,
    },
    /// A piece was added.
    Added {
        /// The piece.
        piece: Piece,
        /// The square.
        to: Square,
    },
    /// A side holds another number of pieces of a kind.
    Hand {
        /// The side.
        color: Color,
        /// The kind of piece.
        kind: PieceKind,
        /// How many it held.
        old: u32,
        /// How many it holds.
        new: u32,
    },
    /// The other side is to move.
    Turn(
        /// The side to move in the new diagram.
        Color,
    ),
}

/// How a diagram differs from another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// How the old diagram is seen.
    pub view: View,
    /// The changes from the old diagram in this view: moved, replaced, removed and added pieces, the
    /// hands, the side to move.
    pub changes: Vec<Change>,
}

impl Difference {
    /// Compares two problems.
    ///
    /// If both diagrams have all 40 pieces, the defender's hand is not compared: it follows from the other
    /// pieces.
    #[must_use]
    pub fn between(old: &Problem, new: &Problem) -> Self {
        let turned = old.attacker() != new.attacker();
        let defender = !new.attacker();
        let mut best: Option<(usize, Self)> = None;
        for mirrored in [false, true] {
            let unshifted = View {
                turned,
                mirrored,
                shift: (0, 0),
            };
            let king = old.setup().kings(!old.attacker()).next();
            let king = king.and_then(|it| unshifted.square(it));
            let shift_of_king = match (king, new.setup().kings(defender).next()) {
                (Some(old), Some(new)) => delta(old, new),
                _ => (0, 0),
            };
            for shift in [(0, 0), shift_of_king] {
                let view = View { shift, ..unshifted };
                let Some(seen) = view.setup(old.setup()) else {
                    continue;
                };
                let changes = changes(&seen, new.setup(), defender);
                let cost = changes.len() + usize::from(mirrored) + usize::from(shift != (0, 0));
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Self { view, changes }));
                }
            }
        }
        best.map_or_else(Self::default, |(_, difference)| difference)
    }

    /// Returns whether the diagrams are equal as they are.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.view.is_plain() && self.changes.is_empty()
    }
}

fn delta(from: Square, to: Square) -> (i8, i8) {
    let step = |from: u8, to: u8| to as i8 - from as i8;
    (step(from.file(), to.file()), step(from.rank(), to.rank()))
}

fn changes(old: &Setup, new: &Setup, defender: Color) -> Vec<Change> {
    let differs = |&square: &Square| old.piece_at(square) != new.piece_at(square);
    let squares: Vec<_> = Square::all().filter(differs).collect();
    let pieces_there = |setup: &Setup| -> Vec<(Square, Piece)> {
        let pieces = squares.iter();
        pieces
            .filter_map(|&it| Some((it, setup.piece_at(it)?)))
            .collect()
    };
    let (mut gone, mut come) = (pieces_there(old), pieces_there(new));
    let mut changes = take_moved(&mut gone, &mut come);
    let mut removed = Vec::new();
    for (square, old) in gone {
        if let Some(at) = come.iter().position(|&(to, _)| to == square) {
            let (_, new) = come.remove(at);
            changes.push(Change::Replaced { square, old, new });
        } else {
            removed.push(Change::Removed {
                piece: old,
                from: square,
            });
        }
    }
    changes.extend(removed);
    changes.extend(
        come.into_iter()
            .map(|(to, piece)| Change::Added { piece, to }),
    );
    changes.extend(hand_changes(old, new, !defender));
    let both_are_complete = old.missing().is_empty() && new.missing().is_empty();
    if !both_are_complete {
        changes.extend(hand_changes(old, new, defender));
    }
    if old.turn != new.turn {
        changes.push(Change::Turn(new.turn));
    }
    changes
}

fn hand_changes(old: &Setup, new: &Setup, color: Color) -> impl Iterator<Item = Change> {
    let [old, new] = [old, new].map(|setup| setup.hands[color.index()]);
    PieceKind::HAND.into_iter().rev().filter_map(move |kind| {
        let (old, new) = (old.count(kind), new.count(kind));
        (old != new).then_some(Change::Hand {
            color,
            kind,
            old,
            new,
        })
    })
}

/// Takes the pieces that moved to another square out of both lists, the shortest moves first.
fn take_moved(gone: &mut Vec<(Square, Piece)>, come: &mut Vec<(Square, Piece)>) -> Vec<Change> {
    let mut pairs = Vec::new();
    for &(from, piece) in gone.iter() {
        let same = come.iter().filter(|&&(_, other)| other == piece);
        pairs.extend(same.map(|&(to, _)| {
            let (files, ranks) = delta(from, to);
            (files.unsigned_abs() + ranks.unsigned_abs(), from, to, piece)
        }));
    }
    pairs.sort_by_key(|&(distance, from, to, _)| (distance, from, to));
    let mut moved = Vec::new();
    for (_, from, to, piece) in pairs {
        let old = gone.iter().position(|&it| it == (from, piece));
        let new = come.iter().position(|&it| it == (to, piece));
        if let (Some(old), Some(new)) = (old, new) {
            gone.remove(old);
            come.remove(new);
            moved.push((from, Change::Moved { piece, from, to }));
        }
    }
    moved.sort_by_key(|&(from, _)| from);
    moved.into_iter().map(|(_, change)| change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttackerRule;
    use crate::DefenderHandRule;
    use crate::notation::{sfen, square_name};

    fn problem(text: &str) -> Problem {
        let setup = sfen::parse(text).unwrap().setup;
        Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap()
    }

    /// Returns the view, and the changes in few words.
    fn between(old: &str, new: &str) -> (View, Vec<String>) {
        let difference = Difference::between(&problem(old), &problem(new));
        let name = |it: &Piece| format!("{it:?}").to_lowercase();
        let words = difference.changes.iter().map(|change| match change {
            Change::Moved { piece, from, to } => {
                format!(
                    "{} {}-{}",
                    name(piece),
                    square_name(*from),
                    square_name(*to)
                )
            }
            Change::Replaced { square, old, new } => {
                format!("{} {} for {}", square_name(*square), name(new), name(old))
            }
            Change::Removed { piece, from } => format!("- {} {}", name(piece), square_name(*from)),
            Change::Added { piece, to } => format!("+ {} {}", name(piece), square_name(*to)),
            Change::Hand {
                color,
                kind,
                old,
                new,
            } => format!("{color:?} {kind:?} {old} {new}").to_lowercase(),
            Change::Turn(color) => format!("{color:?} to move").to_lowercase(),
        });
        (difference.view, words.collect())
    }

    const OLD: &str = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2rb2g4s4n4l15p 1";

    fn view_of(turned: bool, mirrored: bool, files: i8, ranks: i8) -> View {
        View {
            turned,
            mirrored,
            shift: (files, ranks),
        }
    }

    #[test]
    fn pieces_move_come_and_go() {
        let plain = View::default();
        assert_eq!(between(OLD, OLD), (plain, vec![]));
        for (new, words) in [
            (
                "8k/7g1/6P1G/7PP/9/9/2B6/9/9 b - 1",
                vec!["black bishop 7h-7g"],
            ),
            (
                "8k/7g1/6S1G/7PP/9/9/9/2B6/9 b - 1",
                vec!["3c black silver for black pawn"],
            ),
            ("8k/9/6P1G/7PP/9/9/9/2B6/9 b - 1", vec!["- white gold 2b"]),
            (
                "8k/7g1/6P1G/7PP/9/9/9/2B6/8L b - 1",
                vec!["+ black lance 1i"],
            ),
            (
                "8k/7g1/6P1G/7PP/9/9/9/9/9 b B - 1",
                vec!["- black bishop 7h", "black bishop 0 1"],
            ),
            // Two pieces that change places.
            (
                "8k/7g1/6B1G/7PP/9/9/9/2P6/9 b - 1",
                vec!["black pawn 3c-7h", "black bishop 7h-3c"],
            ),
        ] {
            let words: Vec<_> = words.into_iter().map(str::to_owned).collect();
            let new = new.replacen(" b B - 1", " b B 1", 1);
            assert_eq!(between(OLD, &new), (plain, words), "{new}");
        }
        // The defender's hand counts where it is not the rest.
        let few = "8k/7g1/6P1G/7PP/9/9/9/2B6/9 b 2r 1";
        let (view, words) = between(OLD, few);
        assert!(view.is_plain());
        assert_eq!(words[..2], ["white bishop 1 0", "white gold 2 0"]);
    }

    #[test]
    fn a_mirror_an_exchange_and_a_shift_are_told_as_such() {
        let mirrored = "k8/1g7/G1P6/PP7/9/9/9/6B2/9 b 2rb2g4s4n4l15p 1";
        assert_eq!(between(OLD, mirrored), (view_of(false, true, 0, 0), vec![]));
        let turned = "9/6b2/9/9/9/pp7/g1p6/1G7/K8 w 2RB2G4S4N4L15P 1";
        assert_eq!(between(OLD, turned), (view_of(true, false, 0, 0), vec![]));
        let shifted = "9/7k1/6g2/5P1G1/6PP1/9/9/9/1B7 b - 1";
        assert_eq!(between(OLD, shifted), (view_of(false, false, 1, 1), vec![]));
        // Shifted, but for one piece.
        let (view, words) = between(OLD, "9/7k1/6g2/5P1G1/6PP1/9/9/2B6/9 b - 1");
        assert_eq!(view, view_of(false, false, 1, 1));
        assert_eq!(words, ["black bishop 8i-7h"]);
        let mv = crate::notation::usi::parse_move("7h1b+").unwrap();
        let there = view.mv(mv).unwrap();
        assert_eq!(crate::notation::usi::write_move(there), "8i2c+");
        let off = view_of(false, false, -1, 0);
        assert_eq!(off.mv(mv), None);
        assert_eq!(off.setup(problem(OLD).setup()), None);
    }

    #[test]
    fn a_king_that_moves_alone_is_no_shift() {
        let (view, words) = between(OLD, "7k1/7g1/6P1G/7PP/9/9/9/2B6/9 b - 1");
        assert!(view.is_plain());
        assert_eq!(words, ["white king 1a-2a"]);
    }
}
