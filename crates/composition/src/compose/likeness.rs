//! The likeness of two problems: whether a person who solves one has seen the other.
//!
//! Squares count from the defender's king, so two problems are laid on one another by a shift of
//! files and ranks, and by the mirror if that fits better. The moves of a line are compared by what
//! they do there, not by the names of the pieces: a rook is as good as a dragon or a lance.

use crate::idea::{from_afar, way};
use crate::shogi::{Color, Hand, Move, PieceKind, Position};
use rustc_hash::FxHashSet;

/// The likeness of a problem for a solver: its diagram, and what its moves do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Likeness {
    /// The problem as it is and in the mirror, the lesser first. So equal problems are equal values.
    views: [View; 2],
    hand: Hand,
}

/// A problem as it is, or in the mirror.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct View {
    /// The plies of the line.
    line: Vec<Ply>,
    /// The pieces on the board but the defender's king, sorted: their squares, kinds and whether
    /// they are the attacker's.
    board: Vec<([i8; 2], PieceKind, bool)>,
}

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Ply {
    /// The square to which it goes, counted from the defender's king. From afar only the direction
    /// counts.
    place: [i8; 2],
    captures: bool,
    /// For the attacker: whether the piece that arrives gives check. For the defender: whether the
    /// king moves.
    is_direct: bool,
}

/// The fewest plies that two lines have in common if they are alike. Fewer say too little.
const FEWEST: usize = 3;

/// Two lines are alike if as many of their last plies do the same. A solver knows the ending.
const ENDING: usize = 5;

impl Likeness {
    /// Returns the likeness of a problem with this line. Black attacks in it.
    #[must_use]
    pub fn new(start: &Position, line: &[Move]) -> Self {
        let mut views = [false, true].map(|mirrored| View::new(start, line, mirrored));
        views.sort_unstable();
        Self {
            views,
            hand: start.hand(Color::Black),
        }
    }

    /// Returns whether two problems are alike for a solver: their lines or their diagrams are.
    ///
    /// * Two lines are alike if one begins or ends as the other does, but for one move, or if they
    ///   have the last five plies in common. They have three plies in common at least.
    /// * Two diagrams are alike if they differ in one piece, on the board or in the attacker's
    ///   hand, or in nothing but that hand.
    #[must_use]
    pub fn is_alike(&self, other: &Self) -> bool {
        self.has_line_like(other) || self.has_diagram_like(other)
    }

    /// Returns whether the moves of both do the same from the first to the last.
    pub(super) fn has_line_of(&self, other: &Self) -> bool {
        // The views are sorted by their lines first.
        self.views[0].line == other.views[0].line
    }

    /// Returns the most plies that two lines have in common at their beginnings or at their ends.
    #[must_use]
    pub fn plies_in_common(&self, other: &Self) -> usize {
        let [beginning, end] = self.common(other);
        beginning.max(end)
    }

    /// Returns the plies of the shorter line.
    #[must_use]
    pub fn shorter(&self, other: &Self) -> usize {
        self.plies().min(other.plies())
    }

    /// Returns whether a problem is too much like the given one, of which its attempt made it: they
    /// are alike, or have half of their plies in common.
    pub(super) fn is_kin(&self, other: &Self) -> bool {
        2 * self.plies_in_common(other) >= self.shorter(other) || self.is_alike(other)
    }

    fn plies(&self) -> usize {
        self.views[0].line.len()
    }

    fn has_line_like(&self, other: &Self) -> bool {
        let [beginning, end] = self.common(other);
        let all_but_one = self.shorter(other).saturating_sub(1);
        beginning.max(end) >= FEWEST.max(all_but_one) || end >= ENDING
    }

    fn has_diagram_like(&self, other: &Self) -> bool {
        let boards = other.views.iter().map(|it| &it.board);
        let pieces = |it: &Self| it.views[0].board.len() + it.hand.total() as usize;
        let most = pieces(self).max(pieces(other));
        let in_hand = self.hand.min(other.hand).total() as usize;
        let board = &self.views[0].board;
        boards.into_iter().any(|it| {
            let equal = equal(board, it);
            equal + in_hand + 1 >= most || equal == board.len() && equal == it.len()
        })
    }

    /// Returns the plies that two lines have in common at their beginnings, and at their ends.
    fn common(&self, other: &Self) -> [usize; 2] {
        let line = &self.views[0].line;
        let lines = other.views.iter().map(|it| &it.line);
        let same = |pairs: &mut dyn Iterator<Item = (&Ply, &Ply)>| {
            pairs.take_while(|(one, other)| one == other).count()
        };
        lines.fold([0, 0], |[beginning, end], it| {
            [
                same(&mut line.iter().zip(it)).max(beginning),
                same(&mut line.iter().rev().zip(it.iter().rev())).max(end),
            ]
        })
    }
}

/// Returns the number of items that two sorted lists have in common.
fn equal<T: Ord>(one: &[T], other: &[T]) -> usize {
    let mut others = other.iter().peekable();
    let is_there = |it: &&T| {
        while others.next_if(|other| other < it).is_some() {}
        others.next_if(|other| other == it).is_some()
    };
    one.iter().filter(is_there).count()
}

impl View {
    fn new(start: &Position, line: &[Move], mirrored: bool) -> Self {
        let seen = |[files, ranks]: [i8; 2]| [if mirrored { -files } else { files }, ranks];
        let Some(king) = start.king(Color::White) else {
            return Self {
                line: Vec::new(),
                board: Vec::new(),
            };
        };
        let others = start.occupied().into_iter().filter(|&it| it != king);
        let mut board: Vec<_> = others
            .filter_map(|at| {
                let piece = start.piece_at(at)?;
                let is_attackers = piece.color() == Color::Black;
                Some((seen(way(at, king)), piece.kind(), is_attackers))
            })
            .collect();
        board.sort_unstable();
        let mut position = start.clone();
        let plies = line.iter().map(|&mv| {
            let king = position.king(Color::White).unwrap_or(king);
            let (turn, captured) = (position.turn(), position.piece_at(mv.to()));
            position.make(mv);
            let is_direct = match turn {
                Color::Black => {
                    let checkers = position.attackers(Color::Black, king, position.occupied());
                    checkers.has(mv.to())
                }
                Color::White => mv.from() == Some(king),
            };
            Ply {
                place: from_afar(seen(way(mv.to(), king))),
                captures: captured.is_some(),
                is_direct,
            }
        });
        Self {
            line: plies.collect(),
            board,
        }
    }
}

/// The problems that a run has told. No two are alike.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Whether the run makes only a share of the attempts.
    is_share: bool,
    all: Vec<Likeness>,
    /// The problems of a share. A new one is left out only if it is equal to one here.
    of_share: FxHashSet<Likeness>,
}

impl Told {
    /// Makes an empty set for a run that makes only a share of the attempts.
    ///
    /// The rows of the other shares decide which of two problems is told. So a share leaves out
    /// only a problem that is equal to an earlier one. The rest is left out when the shares are
    /// joined.
    #[must_use]
    pub fn of_share() -> Self {
        Self {
            is_share: true,
            ..Self::default()
        }
    }

    /// Adds a problem if it is like none that was told, and returns whether it was added.
    pub fn insert(&mut self, problem: Likeness) -> bool {
        if self.is_share {
            return self.of_share.insert(problem);
        }
        let is_new = !self.all.iter().any(|it| it.is_alike(&problem));
        if is_new {
            self.all.push(problem);
        }
        is_new
    }
}

impl Extend<Likeness> for Told {
    fn extend<I: IntoIterator<Item = Likeness>>(&mut self, problems: I) {
        for problem in problems {
            self.insert(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    fn likeness(text: &str, line: &str) -> Likeness {
        let setup = sfen::parse(text).expect("it is an SFEN").setup;
        let moves = line
            .split(' ')
            .map(|it| usi::parse_move(it).expect("a move"));
        Likeness::new(&Position::new(&setup), &moves.collect::<Vec<_>>())
    }

    #[track_caller]
    fn assert_alike(problems: &[(&str, &str)]) {
        for one in problems {
            for other in problems {
                let [first, second] = [one, other].map(|it| likeness(it.0, it.1));
                assert!(first.is_alike(&second), "{one:?} {other:?}");
            }
        }
    }

    #[track_caller]
    fn assert_unlike(one: (&str, &str), other: (&str, &str)) {
        let [first, second] = [one, other].map(|it| likeness(it.0, it.1));
        assert!(!first.is_alike(&second) && !second.is_alike(&first));
    }

    #[test]
    fn lines_are_alike_by_their_ends_and_their_beginnings() {
        // Two plies more at the end.
        let five = "1c2d 1e2e 3d3e 2e1d 5f1f";
        assert_alike(&[
            ("9/9/8S/6G2/8k/4+R4/9/9/9 b - 1", five),
            ("9/9/8S/6G1b/8k/4+R4/9/9/9 b - 1", "1c2d 1e2e 3d3e"),
        ]);
        // A sacrifice between, and another piece at the end.
        assert_alike(&[
            (
                "9/8k/8B/9/8g/7+Sn/9/9/9 b BG 1",
                "B*3d 1b1c G*2c 1c1d 2f1e 1d1e G*2e",
            ),
            ("9/8k/8B/9/9/9/9/9/9 b B2G 1", "B*3d 1b1c G*2c 1c1d G*2e"),
        ]);
        // Another last move.
        assert_alike(&[
            (
                "9/9/5G3/3Sk1G2/9/4g4/4+B4/9/9 b S 1",
                "S*6e 5d6e 5g7e 6e5d 3d4d",
            ),
            (
                "9/9/5G3/3Sk4/9/4rL3/4+B4/9/9 b S 1",
                "S*6e 5d6e 5g7e 6e5d 4c5c",
            ),
        ]);
        // Another first move, and the line moved by a file.
        assert_alike(&[
            (
                "3k5/9/2L6/3B5/9/9/9/9/9 b GS 1",
                "7c7b+ 6a7b G*7c 7b6a S*6b 6a5b 6b5c+",
            ),
            (
                "9/k8/1L7/2B6/9/9/9/9/9 b GS 1",
                "8c8b+ 9b8b G*8c 8b7a S*7b 7a6b 7b6c+",
            ),
        ]);
        // The last three of seven plies.
        assert_alike(&[
            (
                "8k/6S1s/5BS2/9/9/1B7/9/9/9 b - 1",
                "3b2a+ 1b2a 4c2a+ 1a2a 8f3a+ 2a3a S*3b",
            ),
            ("7k1/9/6S2/9/9/1B7/9/9/9 b S 1", "8f3a+ 2a3a S*3b"),
        ]);
        // Five plies of nine.
        assert_alike(&[
            (
                "k8/B8/9/9/2L6/9/9/9/9 b 2G 1",
                "G*8b 9a8b G*8c 8b9a 9b8a+ 9a8a 7e7b+ 8a9a 7b8b",
            ),
            (
                "2k6/2B1S4/9/2G1g4/9/9/9/9/9 b G 1",
                "G*6b 7a8b 7d8c 8b9a 7b8a+ 9a8a 6b7b 8a9a 8c8b",
            ),
        ]);
        // The end alone.
        let (text, line) = ("9/8k/8B/9/9/9/9/9/9 b B2G 1", "B*3d 1b1c G*2c 1c1d G*2e");
        let end = ("9/9/5B2k/9/9/9/9/9/9 b B2G 1", "G*2c 1c1d G*2e");
        assert_alike(&[(text, line), end]);
    }

    #[test]
    fn a_piece_is_what_its_move_is_used_for() {
        // A rook, a lance or a dragon takes, the king takes back, and a gold mates.
        let takes = |piece: &str| format!("9/3gkg3/4p4/9/4{piece}4/3N1N3/9/9/9 b G 1");
        let line = "5e5c 5b5c G*5d";
        let texts = ["R", "L", "+R"].map(takes);
        let alike = texts.each_ref().map(|it| (it.as_str(), line));
        assert_alike(&alike);
        // A silver one step away for a bishop farther off, in the mirror and elsewhere.
        let bishop = ("7k1/9/7P1/9/5B3/9/9/9/9 b G 1", "4e1b+ 2a1b G*2b");
        let silver = ("2k6/1S7/2P4g1/9/9/9/9/4r4/9 b G 1", "8b9a 7a8b G*8c");
        assert_unlike(bishop, silver);
        let silver = ("9/2k5g/1S7/2P4g1/9/9/9/4r4/9 b G 1", "8c8b+ 7b8b G*8c");
        let gold = ("9/6k2/7G1/6P2/9/9/p8/9/9 b S 1", "2c2b 3b2b S*2c");
        assert_alike(&[silver, gold]);
    }

    #[test]
    fn a_capture_or_another_reply_makes_another_line() {
        let line = "G*5b 5a5b G*5c";
        let one = ("4k4/9/4P4/9/4L4/9/9/9/9 b 2G 1", line);
        let takes = ("4k4/4p4/4P4/9/9/r7L/9/9/9 b G 1", "5c5b+ 5a5b G*5c");
        let goes = ("4k4/9/4P4/9/9/9/r7L/9/8p b 2G 1", "G*5b 5a4a G*4b");
        assert_unlike(one, takes);
        assert_unlike(one, goes);
        // A line of one move says too little.
        let first = ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b");
        let second = ("8k/9/8P/9/9/9/9/p8/r8 b G 1", "G*1b");
        assert_unlike(first, second);
    }

    #[test]
    fn diagrams_that_differ_in_one_piece_or_in_the_hand_are_alike() {
        let one = ("4k4/9/4P4/9/9/9/7L1/9/9 b 2G 1", "G*5b 5a4a G*4b");
        // A piece less, one that stands elsewhere, another one, all of the hand, and in the mirror.
        for other in [
            ("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "5c5b+"),
            ("4k4/9/4P4/9/9/9/9/7L1/9 b 2G 1", "5c5b+"),
            ("4k4/9/4P4/9/9/9/7p1/9/9 b 2G 1", "5c5b+"),
            ("4k4/9/4P4/9/9/9/7L1/9/9 b RBSN 1", "5c5b+"),
            ("9/5k3/9/5P3/9/9/9/2L6/9 b GS 1", "4d4c+"),
        ] {
            assert_alike(&[one, other]);
        }
        for other in [
            "4k4/9/4P4/9/9/9/p8/9/9 b RS 1",
            "4k4/9/4L4/9/9/9/7P1/9/9 b 2G 1",
        ] {
            assert_unlike(one, (other, "5c5b+"));
        }
    }

    #[test]
    fn relatives_of_an_attempt_have_half_of_their_plies_in_common() {
        let one = likeness(
            "5k1g1/6+p1S/6B2/9/9/9/9/9/9 b GS 1",
            "G*5a 4a3a S*4b 3b4b 1b2a+ 3a3b 3c2b+ 3b4c G*4d",
        );
        let other = likeness("9/9/9/4k4/9/9/p8/p8/9 b 2GN 1", "G*6d 5d4d N*5f 4d3d G*3e");
        assert_eq!(one.plies_in_common(&other), 2);
        assert!(!one.is_kin(&other));
    }

    #[test]
    fn a_share_keeps_what_is_only_alike() {
        let one = likeness("4k4/9/4P4/9/9/9/7L1/9/9 b 2G 1", "G*5b 5a4a G*4b");
        let mirrored = likeness("4k4/9/4P4/9/9/9/1L7/9/9 b 2G 1", "G*5b 5a6a G*6b");
        let thinner = likeness("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "G*5b 5a4a G*4b");
        let mut share = Told::of_share();
        let mut whole = Told::default();
        for (problem, is_new) in [(one, true), (mirrored, false), (thinner, false)] {
            let is_equal = !is_new && problem.views[0].board.len() == 2;
            assert_eq!(whole.insert(problem.clone()), is_new);
            assert_eq!(share.insert(problem), !is_equal);
        }
    }
}
