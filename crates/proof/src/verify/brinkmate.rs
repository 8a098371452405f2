//! Brinkmates (必至) by brute force: every legal move of both sides, and for each position the exhaustive
//! decision whether there is a mate.
//!
//! A position of the defender, not in check, is a *threatmate* (詰めろ) if the attacker mates by checks
//! after a pass. It is a *brinkmate* if he also does after every legal move. Let Q be a position of the
//! attacker that is no mate. Its length is the least odd n for which he has a check or a move to a
//! threatmate such that every reply is mated or, if n > 1, leads to a position of length n − 2 or less.
//! Futile interpositions do not count, as at the level `standard` of [`Reference`](super::Reference), but
//! with these lengths.

use super::board::{Board, DiagramError};
use super::fixpoint::{Existence, decide};
use super::geometry::between;
use super::rules;
use crate::shogi::{Color, Move, Setup, Square};
use rustc_hash::FxHashMap;

/// The answer about a position with the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// The attacker mates by checks.
    Mate,
    /// The attacker forces a brinkmate in exactly these plies, with each of these first moves.
    Brinkmate {
        /// The length.
        plies: u32,
        /// The first moves, in the order of [`rules::legal_moves`].
        first_moves: Vec<Move>,
    },
    /// There is neither a mate nor a brinkmate within this number of plies.
    NoBrinkmateWithin(u32),
    /// The search took more work than allowed.
    GaveUp,
}

/// The answer about a position with the defender to move and not in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defences {
    /// There is no mate after a pass.
    NoThreat,
    /// There is a mate after a pass, but not after these legal moves. Without any such move the
    /// position is a brinkmate.
    Threatmate {
        /// The defences that hold.
        holding: Vec<Move>,
    },
    /// The search takes more work than allowed.
    GaveUp,
}

/// The error of a search that takes more work than allowed.
#[derive(Clone, Copy, Debug)]
struct WorkExceeded;

type Search<T> = Result<T, WorkExceeded>;

/// The known bounds of the length of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// The length, once found.
    length: Option<u32>,
    /// There is no brinkmate within this number of plies.
    none_within: u32,
}

/// Returns whether there is a mate by checks, after it has checked a proof of this. `None` if it
/// found no proof.
type Prover<'p> = Box<dyn FnMut(&Setup) -> Option<bool> + 'p>;

/// A brute-force search for brinkmates, with a memory of positions.
pub struct Brinkmates<'p> {
    attacker: Color,
    /// The most positions for each question whether there is a mate.
    most_positions: usize,
    /// The most questions whether there is a mate.
    most_questions: usize,
    /// For positions of the attacker: whether he mates by checks.
    mates: FxHashMap<Board, bool>,
    lengths: FxHashMap<Board, Bounds>,
    /// The prover, for questions that take more positions than allowed.
    prover: Option<Prover<'p>>,
}

impl std::fmt::Debug for Brinkmates<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Brinkmates")
            .field("attacker", &self.attacker)
            .field("mates", &self.mates.len())
            .finish_non_exhaustive()
    }
}

impl<'p> Brinkmates<'p> {
    /// Prepares a search. It gives up if a question whether there is a mate takes more than
    /// `most_positions`, or if there are more than `most_questions` of them.
    #[must_use]
    pub fn new(attacker: Color, most_positions: usize, most_questions: usize) -> Self {
        Self {
            attacker,
            most_positions,
            most_questions,
            mates: FxHashMap::default(),
            lengths: FxHashMap::default(),
            prover: None,
        }
    }

    /// Asks `prover` whether there is a mate where `most_positions` are too few, instead of giving up. The
    /// answers are then only as reliable as `prover`, which should rest on certificates checked by
    /// [`check`](super::check).
    #[must_use]
    pub fn with_prover(mut self, prover: impl FnMut(&Setup) -> Option<bool> + 'p) -> Self {
        self.prover = Some(Box::new(prover));
        self
    }

    /// Looks for the shortest brinkmate of at most `most` plies.
    ///
    /// # Errors
    /// If the diagram cannot be played.
    pub fn shortest(&mut self, setup: &Setup, most: u32) -> Result<Shortest, DiagramError> {
        let board = self.playable(setup)?;
        let mut answer = || {
            if self.mates(&board)? {
                return Ok(Shortest::Mate);
            }
            let Some(plies) = self.attack(&board, most)? else {
                return Ok(Shortest::NoBrinkmateWithin(most));
            };
            let mut first_moves = Vec::new();
            for (mv, after) in rules::legal_moves(&board) {
                if self.is_allowed(&after)? && self.defend(&after, plies - 1)?.is_some() {
                    first_moves.push(mv);
                }
            }
            Ok::<_, WorkExceeded>(Shortest::Brinkmate { plies, first_moves })
        };
        Ok(answer().unwrap_or(Shortest::GaveUp))
    }

    /// Finds the defences in a position of the defender.
    ///
    /// # Errors
    /// If the diagram cannot be played.
    pub fn defences(&mut self, setup: &Setup) -> Result<Defences, DiagramError> {
        let board = self.playable(setup)?;
        let mut answer = || {
            if board.in_check(board.turn()) || !self.mates(&board.passed())? {
                return Ok(Defences::NoThreat);
            }
            let mut holding = Vec::new();
            for (mv, after) in rules::legal_moves(&board) {
                if !self.mates(&after)? {
                    holding.push(mv);
                }
            }
            Ok::<_, WorkExceeded>(Defences::Threatmate { holding })
        };
        Ok(answer().unwrap_or(Defences::GaveUp))
    }

    fn playable(&self, setup: &Setup) -> Result<Board, DiagramError> {
        let board = Board::new(setup)?;
        match board.king(!self.attacker) {
            Some(_) => Ok(board),
            None => Err(DiagramError::NoDefenderKing(!self.attacker)),
        }
    }

    /// Returns whether the attacker, to move, mates by checks.
    fn mates(&mut self, board: &Board) -> Search<bool> {
        if let Some(&known) = self.mates.get(board) {
            return Ok(known);
        }
        if self.mates.len() >= self.most_questions {
            return Err(WorkExceeded);
        }
        let mates = match decide(board.clone(), self.attacker, self.most_positions) {
            Existence::Mate => true,
            Existence::NoMate => false,
            Existence::GaveUp => {
                let prover = self.prover.as_mut().ok_or(WorkExceeded)?;
                prover(&board.to_setup()).ok_or(WorkExceeded)?
            }
        };
        self.mates.insert(board.clone(), mates);
        Ok(mates)
    }

    /// Returns whether a move that led to this position gives check or leaves a threatmate.
    fn is_allowed(&mut self, after: &Board) -> Search<bool> {
        Ok(after.in_check(!self.attacker) || self.mates(&after.passed())?)
    }

    /// Returns the length of a position of the attacker that is no mate, if it is at most `bound`.
    fn attack(&mut self, board: &Board, bound: u32) -> Search<Option<u32>> {
        let known = self.lengths.get(board).copied().unwrap_or_default();
        if let Some(length) = known.length {
            return Ok((length <= bound).then_some(length));
        }
        if known.none_within >= bound {
            return Ok(None);
        }
        let mut allowed = Vec::new();
        for (_, after) in rules::legal_moves(board) {
            if self.is_allowed(&after)? {
                allowed.push(after);
            }
        }
        let mut length = None;
        'lengths: for plies in (known.none_within + 1..=bound).filter(|plies| plies % 2 == 1) {
            for after in &allowed {
                if self.defend(after, plies - 1)?.is_some() {
                    length = Some(plies);
                    break 'lengths;
                }
            }
        }
        let known = Bounds {
            length,
            none_within: if length.is_some() { 0 } else { bound },
        };
        self.lengths.insert(board.clone(), known);
        Ok(length)
    }

    /// Returns the length of a position of the defender, if it is at most `bound`: 0 if every reply is
    /// mated.
    fn defend(&mut self, board: &Board, bound: u32) -> Search<Option<u32>> {
        let king = board.king(!self.attacker);
        let checker = king.and_then(|king| board.only_attacker(king, self.attacker));
        let squares = match (king, checker) {
            (Some(king), Some(checker)) => between(king, checker),
            _ => &[],
        };
        let interposes_on = |mv: Move, square: Square| mv.to() == square && mv.from() != king;
        let (interpositions, others): (Vec<_>, Vec<_>) = rules::legal_moves(board)
            .into_iter()
            .partition(|&(mv, _)| squares.iter().any(|&square| interposes_on(mv, square)));
        let mut longest = 0;
        for (_, after) in &others {
            match self.after_reply(after, bound)? {
                Some(length) => longest = longest.max(length),
                None => return Ok(None),
            }
        }
        for &square in squares {
            let nearer = longest;
            for (mv, after) in &interpositions {
                if !interposes_on(*mv, square)
                    || self.mates(after)?
                    || self.is_futile(after, checker, square, nearer)?
                {
                    continue;
                }
                match self.after_reply(after, bound)? {
                    Some(length) => longest = longest.max(length),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(longest))
    }

    /// Returns the length with the reply that led to `after`, the reply included, if that is at most
    /// `bound`: 0 if the reply is mated.
    fn after_reply(&mut self, after: &Board, bound: u32) -> Search<Option<u32>> {
        if self.mates(after)? {
            return Ok(Some(0));
        }
        match bound.checked_sub(1) {
            Some(left) => Ok(self.attack(after, left)?.map(|plies| plies + 1)),
            None => Ok(None),
        }
    }

    /// Returns whether the interposition on `square` that led to `after` is futile. `checker` gave
    /// the check. `nearer` is the length without the interpositions on this square and those further
    /// from the king.
    fn is_futile(
        &mut self,
        after: &Board,
        checker: Option<Square>,
        square: Square,
        nearer: u32,
    ) -> Search<bool> {
        let Some(interposed) = after.piece(square).map(|piece| piece.kind().unpromote()) else {
            return Ok(false);
        };
        for (mv, taken) in rules::checks(after) {
            if mv.to() != square {
                continue;
            }
            let vanished = taken.without(self.attacker, interposed);
            let is_futile = if mv.from() == checker {
                self.defend(&vanished, nearer)?.is_some()
            } else {
                nearer == 0
                    && self.gives_the_only_check(&taken, square)
                    && rules::is_mate(&vanished)
            };
            if is_futile {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn gives_the_only_check(&self, board: &Board, square: Square) -> bool {
        let king = board.king(!self.attacker);
        king.is_some_and(|king| board.only_attacker(king, self.attacker) == Some(square))
    }
}
