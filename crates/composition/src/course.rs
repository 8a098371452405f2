//! The course of a solution: its kinds of moves and replies.
//!
//! Two problems can differ in squares and pieces, and still be told in the same words: "A gold on
//! the head, the king takes, a silver behind it." Their ideas differ, because
//! an idea looks at squares.

use crate::shogi::{Color, Move, Piece, PieceKind, Position};

/// The course of a line: the kinds of its last seven plies at most.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Course {
    /// The length of the line in plies. All lengths from 9 on count as 9.
    plies: usize,
    /// The square of the mating move, as files and ranks from the king. Files to the left and to
    /// the right count the same.
    mates_at: [i8; 2],
    /// The turns, from the mate back.
    turns: Vec<Turn>,
}

/// A move of the attacker and its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Turn {
    /// The piece after promotion. A promoted pawn, lance, knight or silver counts as a gold.
    kind: PieceKind,
    is_drop: bool,
    captures: bool,
    /// Whether the move goes to the square of the attacker's move before.
    same_square: bool,
    reply: Option<Reply>,
}

/// A kind of reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Reply {
    /// The king captures the piece that arrived.
    KingTakes,
    /// Another piece captures it.
    OtherTakes,
    /// The king goes elsewhere.
    KingGoes,
    /// Another piece moves or is dropped elsewhere: between checker and king, or on a distant
    /// checker.
    OtherGoes,
}

/// The most plies of a course.
const LONGEST: usize = 7;

impl Course {
    /// Returns the course of a line in which Black attacks.
    #[must_use]
    pub fn new(start: &Position, line: &[Move]) -> Self {
        let mut position = start.clone();
        let mut turns = Vec::new();
        let mut before = None;
        for (at, &mv) in line.iter().enumerate() {
            if position.turn() == Color::Black {
                turns.push(turn(&position, mv, before, line.get(at + 1).copied()));
                before = Some(mv);
            }
            position.make(mv);
        }
        let king = position.king(Color::White);
        let mates_at = king.zip(before).map(|(king, mate)| {
            let [files, ranks] = super::idea::way(mate.to(), king);
            [files.abs(), ranks]
        });
        let plies = line.len().min(LONGEST);
        turns.reverse();
        turns.truncate(plies.div_ceil(2));
        if let (true, Some(first)) = (line.len() > LONGEST, turns.last_mut()) {
            // The attacker's move before it is not part of the course.
            first.same_square = false;
        }
        Self {
            plies: line.len().min(LONGEST + 2),
            mates_at: mates_at.unwrap_or_default(),
            turns,
        }
    }

    /// Returns the number of last plies in which two lines go the same course. 0 if their mating
    /// moves differ.
    #[must_use]
    pub fn plies_in_common(&self, other: &Self) -> usize {
        let ends = |it: &Self| {
            (
                it.mates_at,
                it.turns.first().map(|it| (it.kind, it.is_drop)),
            )
        };
        if ends(self) != ends(other) {
            return 0;
        }
        let mut plies = 1;
        let pairs = self.turns.iter().zip(&other.turns).skip(1);
        for (one, other) in pairs {
            if one.reply != other.reply {
                break;
            }
            plies += 1;
            if one != other {
                break;
            }
            plies += 1;
        }
        plies
    }
}

fn turn(position: &Position, mv: Move, before: Option<Move>, next: Option<Move>) -> Turn {
    let mut there = position.clone();
    there.make(mv);
    let reply = next.map(|next| {
        let king = there.king(Color::White);
        match (next.from() == king, next.to() == mv.to()) {
            (true, true) => Reply::KingTakes,
            (true, false) => Reply::KingGoes,
            (false, true) => Reply::OtherTakes,
            (false, false) => Reply::OtherGoes,
        }
    });
    let kind = there.piece_at(mv.to()).map_or(PieceKind::Pawn, Piece::kind);
    Turn {
        kind: super::idea::as_it_moves(kind),
        is_drop: mv.is_drop(),
        captures: position.piece_at(mv.to()).is_some(),
        same_square: before.is_some_and(|it| it.to() == mv.to()),
        reply,
    }
}

#[cfg(test)]
mod tests {
    use super::Course;
    use crate::notation::{sfen, usi};
    use crate::shogi::Position;

    fn course(text: &str, line: &str) -> Course {
        let setup = sfen::parse(text).expect("it is an SFEN").setup;
        let moves = line
            .split(' ')
            .map(|it| usi::parse_move(it).expect("a move"));
        Course::new(&Position::new(&setup), &moves.collect::<Vec<_>>())
    }

    #[test]
    fn squares_before_the_mate_do_not_count() {
        // A gold is sacrificed to the king's right or to its left, and a gold mates on its head.
        let one = course("7k1/9/7P1/9/5B3/9/9/9/9 b G 1", "4e1b+ 2a1b G*2b");
        let farther = course("7k1/9/9/7L1/4P4/9/6B2/9/9 b G 1", "3g1b+ 2a1b G*2b");
        assert_eq!(one, farther);
        assert_eq!(one.plies_in_common(&farther), 3);
    }

    #[test]
    fn another_reply_is_another_course() {
        let takes = course("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "G*5b 5a5b G*5c");
        let goes = course("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "G*5b 5a4a G*4b");
        assert_ne!(takes, goes);
        assert_eq!(takes.plies_in_common(&goes), 1);
        let mates_beside = course("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "G*5b 5a4a G*3a");
        assert_eq!(goes.plies_in_common(&mates_beside), 0);
    }
}
