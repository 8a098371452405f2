//! Positions that must not be reached again.

use super::lengths::{Lengths, Search};
use super::reading::{Reading, Turns};
use rustc_hash::{FxHashMap, FxHashSet};
use tsume::shogi::{Color, Hand, Move, Piece, Square};
use tsume::verify::{Board, rules};

type Key = ([Option<Piece>; Square::COUNT], Color);

fn key(board: &Board) -> Key {
    (*board.cells(), board.turn())
}

/// A set of positions, each with the moves from the start that lead to it.
#[derive(Clone, Default)]
pub struct Forbidden {
    positions: FxHashMap<Key, Vec<(Hand, Vec<Move>)>>,
}

impl Forbidden {
    fn add(&mut self, board: &Board, attacker: Color, moves: &[Move]) {
        let known = self.positions.entry(key(board)).or_default();
        let hand = board.hand(attacker);
        if known.iter().all(|&(it, _)| it != hand) {
            known.push((hand, moves.to_vec()));
        }
    }

    /// Returns the moves that lead to the position which a position matches, if there is one. The attacker
    /// holds the same, or may hold more.
    pub fn matching(&self, board: &Board, attacker: Color, may_hold_more: bool) -> Option<&[Move]> {
        let hand = board.hand(attacker);
        let matches = |known: Hand| hand == known || may_hold_more && hand.dominates(known);
        let known = self.positions.get(&key(board))?.iter();
        let (_, moves) = known.filter(|it| matches(it.0)).min_by_key(|it| it.1.len())?;
        Some(moves)
    }

    /// Returns both sets together.
    pub fn union(&self, other: &Self) -> Self {
        let mut union = self.clone();
        for (key, positions) in &other.positions {
            let known = union.positions.entry(*key).or_default();
            known.extend(positions.iter().cloned());
        }
        union
    }
}

/// The line that is judged.
pub struct Line {
    pub moves: Vec<Move>,
    /// The positions before and after each move.
    pub boards: Vec<Board>,
}

impl Line {
    /// Plays the moves.
    ///
    /// # Panics
    /// When one of them is illegal.
    pub fn new(start: &Board, moves: &[Move]) -> Self {
        let mut boards = vec![start.clone()];
        for &mv in moves {
            let after = rules::play_legal(&boards[boards.len() - 1], mv);
            boards.push(after.unwrap_or_else(|| panic!("{mv:?} is legal")));
        }
        Self { moves: moves.to_vec(), boards }
    }

    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }
}

/// F₀: the positions of the line up to the one before its move number `ply`.
pub fn before(line: &Line, ply: usize, attacker: Color, reading: Reading) -> Forbidden {
    let mut set = Forbidden::default();
    for (made, board) in line.boards.iter().enumerate().take(ply) {
        if reading.turns == Turns::Both || board.turn() == attacker {
            set.add(board, attacker, &line.moves[..made]);
        }
    }
    set
}

/// F: the positions behind the line's move number `ply`, on the line and on the lines equal to it.
pub fn behind(lengths: &mut Lengths, line: &Line, ply: usize, reading: Reading) -> Search<Forbidden> {
    let mut walk = Walk { lengths, line, reading, set: Forbidden::default(), seen: FxHashSet::default() };
    let mut moves = line.moves[..ply].to_vec();
    walk.from(&line.boards[ply], &mut moves, true)?;
    Ok(walk.set)
}

struct Walk<'a> {
    lengths: &'a mut Lengths,
    line: &'a Line,
    reading: Reading,
    set: Forbidden,
    seen: FxHashSet<(Board, bool)>,
}

impl Walk<'_> {
    /// Adds a position and what may follow it. `on_line`: the moves are those of the line.
    fn from(&mut self, board: &Board, moves: &mut Vec<Move>, on_line: bool) -> Search<()> {
        if !self.seen.insert((board.clone(), on_line)) {
            return Ok(());
        }
        let attacker = self.lengths.attacker;
        let made = moves.len();
        let rest = self.line.plies() - made as u32;
        let to_move = board.turn() == attacker;
        let wanted = match self.reading.turns {
            Turns::Both => true,
            Turns::BothButMate => rest > 0,
            Turns::Attacker => to_move,
        };
        if wanted {
            self.set.add(board, attacker, moves);
        }
        if rest == 0 {
            return Ok(());
        }
        let next: Vec<(Move, Board)> = if !to_move {
            let replies = self.lengths.longest(board, rest)?.unwrap_or_default();
            replies.into_iter().map(|it| (it.mv, it.board)).collect()
        } else if on_line && !self.reading.duals {
            vec![(self.line.moves[made], self.line.boards[made + 1].clone())]
        } else {
            self.lengths.fastest(board, rest)?
        };
        let goes_on = next.iter().any(|it| it.0 == self.line.moves[made]);
        assert!(goes_on || !on_line, "the line is best play: {moves:?}");
        // The line itself first, so that positions are told by its moves where they can be.
        for first in [true, false] {
            for (mv, after) in &next {
                let stays = on_line && *mv == self.line.moves[made];
                if stays == first {
                    moves.push(*mv);
                    self.from(after, moves, stays)?;
                    moves.pop();
                }
            }
        }
        Ok(())
    }
}
