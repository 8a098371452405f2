//! Composed lengths at level `standard` by brute force, and which replies are the longest.
//!
//! Written from the definition of a futile interposition: let N be a turn of the defender in check from
//! one piece X alone, a slider at a distance, L the length with the replies that are no interpositions
//! and the interpositions on nearer squares. An interposition is futile if X takes it with check and,
//! the taken piece out of the game, the rest is no longer than L; or if L is 0, another piece takes it,
//! alone gives check then, and that is mate.

use rustc_hash::FxHashMap;
use tsume::shogi::{Color, Move, Setup, Square};
use tsume::verify::{Board, rules};

/// The nodes are used up.
#[derive(Clone, Copy, Debug)]
pub struct Stop;

pub type Search<T> = Result<T, Stop>;

/// A reply that counts.
#[derive(Clone, Debug)]
pub struct Reply {
    pub mv: Move,
    pub board: Board,
    /// Plies to the mate, this one included.
    pub length: u32,
}

#[derive(Clone, Copy, Default)]
struct Known {
    length: Option<u32>,
    /// There is no mate in fewer plies.
    at_least: u32,
}

/// The memory of a search.
pub struct Lengths {
    pub attacker: Color,
    /// Nodes that may still be searched.
    pub nodes: u64,
    known: FxHashMap<Board, Known>,
    leaves: FxHashMap<Board, bool>,
}

impl Lengths {
    pub fn new(attacker: Color, nodes: u64) -> Self {
        Self { attacker, nodes, known: FxHashMap::default(), leaves: FxHashMap::default() }
    }

    pub fn count(&mut self) -> Search<()> {
        self.nodes = self.nodes.checked_sub(1).ok_or(Stop)?;
        Ok(())
    }

    /// Returns the answer, if it is known; else the first length that is possible.
    fn recall(&self, board: &Board, bound: u32) -> Result<Option<u32>, u32> {
        let known = self.known.get(board).copied().unwrap_or_default();
        match known.length {
            Some(length) => Ok(Some(length).filter(|&length| length <= bound)),
            None if known.at_least > bound => Ok(None),
            None => Err(known.at_least),
        }
    }

    fn remember(&mut self, board: &Board, bound: u32, length: Option<u32>) -> Option<u32> {
        let known = self.known.entry(board.clone()).or_default();
        match length {
            Some(_) => known.length = length,
            None => known.at_least = known.at_least.max(bound + 1),
        }
        length
    }

    /// Returns the length of a turn of the attacker, if it is at most `bound`.
    pub fn attack(&mut self, board: &Board, bound: u32) -> Search<Option<u32>> {
        let first = match self.recall(board, bound) {
            Ok(answer) => return Ok(answer),
            Err(first) => first,
        };
        self.count()?;
        let checks = rules::checks(board);
        for limit in (first..=bound).filter(|limit| limit % 2 == 1) {
            for (_, after) in &checks {
                if self.defend(after, limit - 1)?.is_some() {
                    return Ok(self.remember(board, bound, Some(limit)));
                }
            }
        }
        Ok(self.remember(board, bound, None))
    }

    /// Returns the length of a turn of the defender, if it is at most `bound`; 0 if he is mated.
    pub fn defend(&mut self, board: &Board, bound: u32) -> Search<Option<u32>> {
        if let Ok(answer) = self.recall(board, bound) {
            return Ok(answer);
        }
        self.count()?;
        let replies = self.replies(board, bound)?;
        let longest = |replies: Vec<Reply>| replies.iter().map(|it| it.length).max().unwrap_or(0);
        Ok(self.remember(board, bound, replies.map(longest)))
    }

    /// Returns the replies that are not futile, if none of them lasts longer than `bound`.
    pub fn replies(&mut self, board: &Board, bound: u32) -> Search<Option<Vec<Reply>>> {
        let king = board.king(!self.attacker).expect("the defender has a king on the board");
        let checker = board.only_attacker(king, self.attacker);
        let squares = checker.map_or_else(Vec::new, |checker| between(king, checker));
        let legal = rules::legal_moves(board);
        let mut replies = Vec::new();
        let mut longest = 0;
        // Number 0: what is no interposition. The king cannot go between, as X attacks these squares.
        for number in 0..=squares.len() {
            let nearer = longest;
            for (mv, after) in &legal {
                let at = squares.iter().position(|&square| square == mv.to());
                if at.map_or(0, |at| at + 1) != number {
                    continue;
                }
                if let Some((square, checker)) = at.map(|at| squares[at]).zip(checker)
                    && self.is_futile(after, (checker, square), nearer)?
                {
                    continue;
                }
                let rest = match bound {
                    0 => None,
                    _ => self.attack(after, bound - 1)?,
                };
                let Some(rest) = rest else { return Ok(None) };
                longest = longest.max(rest + 1);
                replies.push(Reply { mv: *mv, board: after.clone(), length: rest + 1 });
            }
        }
        Ok(Some(replies))
    }

    /// Returns whether the interposition that led to `after` is futile, where the length without it
    /// and those further away is `nearer`.
    fn is_futile(&mut self, after: &Board, (checker, square): (Square, Square), nearer: u32) -> Search<bool> {
        for (mv, taken) in rules::checks(after) {
            if mv.to() != square {
                continue;
            }
            let by_checker = mv.from() == Some(checker);
            if !by_checker {
                let king = taken.king(!self.attacker).expect("the king is there");
                if nearer > 0 || taken.only_attacker(king, self.attacker) != Some(square) {
                    continue;
                }
            }
            let vanished = vanished(after, &taken, square);
            if self.defend(&vanished, nearer)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the longest replies; of these the ones that leave nothing over, if there are such.
    /// `None` if the length is more than `bound`.
    pub fn longest(&mut self, board: &Board, bound: u32) -> Search<Option<Vec<Reply>>> {
        let Some(mut replies) = self.replies(board, bound)? else {
            return Ok(None);
        };
        let longest = replies.iter().map(|it| it.length).max();
        replies.retain(|it| Some(it.length) == longest);
        let mut clean = Vec::new();
        for reply in &replies {
            if !self.leaves(&reply.board, reply.length - 1)? {
                clean.push(reply.clone());
            }
        }
        Ok(Some(if clean.is_empty() { replies } else { clean }))
    }

    /// Returns the checks that mate fastest; of these the ones that leave something over, if there
    /// are such.
    pub fn fastest(&mut self, board: &Board, length: u32) -> Search<Vec<(Move, Board)>> {
        let mut checks = Vec::new();
        for (mv, after) in rules::checks(board) {
            if self.defend(&after, length - 1)? == Some(length - 1) {
                checks.push((mv, after));
            }
        }
        let mut leaving = Vec::new();
        for check in &checks {
            if self.leaves(&check.1, length - 1)? {
                leaving.push(check.clone());
            }
        }
        Ok(if leaving.is_empty() { checks } else { leaving })
    }

    /// Returns whether best play leaves something in the attacker's hand, from a position of that
    /// length.
    pub fn leaves(&mut self, board: &Board, length: u32) -> Search<bool> {
        if let Some(&known) = self.leaves.get(board) {
            return Ok(known);
        }
        self.count()?;
        let mut leaves;
        if length == 0 {
            leaves = !board.hand(self.attacker).is_empty();
        } else if board.turn() == self.attacker {
            leaves = false;
            for (_, after) in rules::checks(board) {
                if self.defend(&after, length - 1)? == Some(length - 1) && self.leaves(&after, length - 1)? {
                    leaves = true;
                    break;
                }
            }
        } else {
            leaves = true;
            for reply in self.replies(board, length)?.unwrap_or_default() {
                if reply.length == length && !self.leaves(&reply.board, length - 1)? {
                    leaves = false;
                    break;
                }
            }
        }
        self.leaves.insert(board.clone(), leaves);
        Ok(leaves)
    }
}

/// Returns the squares strictly between two on a line, from the first on; none if they are on no
/// line.
pub fn between(from: Square, to: Square) -> Vec<Square> {
    let distance = |a: u8, b: u8| i16::from(b) - i16::from(a);
    let (files, ranks) = (distance(from.file(), to.file()), distance(from.rank(), to.rank()));
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    let step = |n: i16| n.signum() as i8;
    let next = |&square: &Square| square.offset(step(files), step(ranks));
    let mut squares: Vec<_> =
        std::iter::successors(Some(from), next).skip(1).take_while(|&square| square != to).collect();
    squares.truncate(9);
    squares
}

/// Returns the position after a capture with the captured piece in nobody's hand.
fn vanished(before: &Board, taken: &Board, square: Square) -> Board {
    let captured = before.piece(square).expect("something stands between");
    let mut setup =
        Setup { board: *taken.cells(), hands: Color::ALL.map(|color| taken.hand(color)), turn: taken.turn() };
    let hand = &mut setup.hands[before.turn().index()];
    *hand = hand.remove(captured.kind().unpromote());
    Board::new(&setup).expect("a legal position without one piece")
}
