//! Exact lengths by brute force: an AND/OR search that tries every check and every reply.
//!
//! The attacker plays for the shortest mate, the defender for the longest. Futile interpositions (無駄合)
//! do not count as replies; [`Level`] decides which ones are futile.
//!
//! # Futile interpositions
//!
//! Let N be a position with the defender in check from exactly one piece X, a long-range piece at a
//! distance, and s₁, s₂, … the squares between the king and X, nearest to the king first. L₀ is
//! the length of N with only the replies that are not interpositions (0 if there are none). Lₖ is its
//! length with these and the interpositions on s₁ … sₖ. Let N′ be the position after an interposition m
//! on sₖ and its capture by a check c, *with the captured piece out of the game*. m is futile if for some
//! c the length of N′ is at most Lₖ₋₁: then m has only added two plies.

use super::board::{Board, DiagramError};
use super::geometry::between;
use super::rules::{self, Played};
use crate::shogi::{Color, Move, Setup, Square};
use rustc_hash::FxHashMap;

/// The interpositions that are futile and do not count as replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// None: the strict game.
    Off,
    /// Those of [`Level::Standard`] where Lₖ₋₁ is 0: the capture is mate at once.
    Terminal,
    /// The checking piece X captures, and N′ is not longer than Lₖ₋₁. Also those where Lₖ₋₁ is 0, another
    /// piece captures and is then the only one giving check, and N′ is mate.
    Standard,
    /// Any piece captures with check, and N′ is not longer than Lₖ₋₁.
    Broad,
}

impl Level {
    /// All levels, the one with the longest mates first.
    pub const ALL: [Self; 4] = [Self::Off, Self::Terminal, Self::Standard, Self::Broad];
}

/// The result of a search within a number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// There is a mate.
    Mate(T),
    /// There is no mate of at most this many plies.
    NoMateWithin(u32),
    /// The limit of nodes was reached first.
    GaveUp,
}

/// The value of a position and a line that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlay {
    /// Plies to the mate.
    pub plies: u32,
    /// The number of pieces in the attacker's hand at the mate. Among shortest attacks the attacker
    /// takes one that leaves most, among longest defences the defender one that leaves least.
    pub leftover: u32,
    /// One line of best play by both sides; equal ones may exist.
    pub line: Vec<Move>,
}

/// A check after which the attacker mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatingCheck {
    /// The check.
    pub mv: Move,
    /// Plies from the start of the line to the mate.
    pub plies: u32,
}

/// The known bounds of the length of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// The length, once found.
    length: Option<u32>,
    /// There is no mate within fewer plies than this.
    at_least: u32,
}

/// The answer of the memory to the question whether the length is at most a bound.
#[derive(Clone, Copy, Debug)]
enum Recall {
    /// The length, or `None` if it is above the bound.
    Answer(Option<u32>),
    /// Not known, except that there is no mate within fewer plies than this.
    Open(u32),
}

/// The error that the limit of nodes was reached.
#[derive(Clone, Copy, Debug)]
struct CapReached;

type Search<T> = Result<T, CapReached>;

/// A brute-force search from one position at one level, with a memory of positions.
#[derive(Debug)]
pub struct Reference {
    root: Board,
    attacker: Color,
    level: Level,
    node_cap: u64,
    nodes: u64,
    /// The key is the whole position: both hands count, because pieces can leave the game.
    lengths: FxHashMap<Board, Bounds>,
    /// Pieces left over and the move to play, for positions whose length is known.
    leftovers: FxHashMap<Board, (u32, Option<Move>)>,
}

impl Reference {
    /// Prepares a search in which `attacker` mates the other king; either side may be to move.
    ///
    /// # Errors
    /// If the defender has no king, if a side has two, or if the side that is not to move is in
    /// check.
    pub fn new(setup: &Setup, attacker: Color, level: Level) -> Result<Self, DiagramError> {
        let root = Board::new(setup)?;
        if root.king(!attacker).is_none() {
            return Err(DiagramError::NoDefenderKing(!attacker));
        }
        Ok(Self {
            root,
            attacker,
            level,
            node_cap: u64::MAX,
            nodes: 0,
            lengths: FxHashMap::default(),
            leftovers: FxHashMap::default(),
        })
    }

    /// Limits each of the following questions to `cap` nodes: positions searched, each counted
    /// again if it is searched deeper.
    #[must_use]
    pub fn with_node_cap(mut self, cap: u64) -> Self {
        self.node_cap = cap;
        self
    }

    /// Returns the length of the mate in plies, if it is at most `max_plies`; 0 if the defender is
    /// to move and mated.
    pub fn mate_within(&mut self, max_plies: u32) -> Outcome<u32> {
        self.nodes = 0;
        let root = self.root.clone();
        match self.length(&root, max_plies) {
            Ok(Some(plies)) => Outcome::Mate(plies),
            Ok(None) => Outcome::NoMateWithin(max_plies),
            Err(CapReached) => Outcome::GaveUp,
        }
    }

    /// Answers like [`Self::mate_within`], with the number of pieces left over and a line.
    pub fn best_play(&mut self, max_plies: u32) -> Outcome<BestPlay> {
        let plies = match self.mate_within(max_plies) {
            Outcome::Mate(plies) => plies,
            Outcome::NoMateWithin(plies) => return Outcome::NoMateWithin(plies),
            Outcome::GaveUp => return Outcome::GaveUp,
        };
        let mut play = || -> Search<BestPlay> {
            let mut board = self.root.clone();
            let (leftover, mut next) = self.leftover(&board, plies)?;
            let mut line = Vec::new();
            while let Some(mv) = next {
                line.push(mv);
                board = board.play(mv);
                next = self.leftover(&board, plies - line.len() as u32)?.1;
            }
            Ok(BestPlay {
                plies,
                leftover,
                line,
            })
        };
        play().map_or(Outcome::GaveUp, Outcome::Mate)
    }

    /// Returns every check after `line` that leads to a mate of at most `max_plies`, counted from the
    /// root. There are none if a move of `line` is illegal or the defender is to move after it. `None` if
    /// the limit of nodes was reached.
    pub fn mating_checks(&mut self, line: &[Move], max_plies: u32) -> Option<Vec<MatingCheck>> {
        self.nodes = 0;
        let mut board = self.root.clone();
        for &mv in line {
            let Some(after) = rules::play_legal(&board, mv) else {
                return Some(Vec::new());
            };
            board = after;
        }
        let plies_with_check = line.len() as u32 + 1;
        if board.turn() != self.attacker || plies_with_check > max_plies {
            return Some(Vec::new());
        }
        let mut mating = Vec::new();
        for (mv, after) in rules::checks(&board) {
            if let Some(plies_left) = self.defend(&after, max_plies - plies_with_check).ok()? {
                let plies = plies_with_check + plies_left;
                mating.push(MatingCheck { mv, plies });
            }
        }
        Some(mating)
    }

    /// Returns the length of `board` if it is at most `bound`.
    fn length(&mut self, board: &Board, bound: u32) -> Search<Option<u32>> {
        if board.turn() == self.attacker {
            self.attack(board, bound)
        } else {
            self.defend(board, bound)
        }
    }

    /// Looks up whether the length is at most `bound`.
    fn recall(&self, board: &Board, bound: u32) -> Recall {
        let known = self.lengths.get(board).copied().unwrap_or_default();
        match known.length {
            Some(length) => Recall::Answer((length <= bound).then_some(length)),
            None if known.at_least > bound => Recall::Answer(None),
            None => Recall::Open(known.at_least),
        }
    }

    fn count_node(&mut self) -> Search<()> {
        self.nodes += 1;
        if self.nodes > self.node_cap {
            return Err(CapReached);
        }
        Ok(())
    }

    /// Remembers the answer to "is the length at most `bound`?" and returns it.
    fn remember(&mut self, board: &Board, bound: u32, length: Option<u32>) -> Option<u32> {
        let known = self.lengths.entry(board.clone()).or_default();
        match length {
            Some(_) => known.length = length,
            None => known.at_least = known.at_least.max(bound + 1),
        }
        length
    }

    /// Returns the length of a position with the attacker to move, if it is at most `bound`: one
    /// more than that of the check which mates fastest.
    fn attack(&mut self, board: &Board, bound: u32) -> Search<Option<u32>> {
        let at_least = match self.recall(board, bound) {
            Recall::Answer(answer) => return Ok(answer),
            Recall::Open(at_least) => at_least,
        };
        self.count_node()?;
        let checks = rules::checks(board);
        // Deepening by two plies: lengths with the attacker to move are odd.
        for limit in (at_least..=bound).filter(|limit| limit % 2 == 1) {
            for (_, after) in &checks {
                if self.defend(after, limit - 1)?.is_some() {
                    // Nothing shorter was found, so the limit is the length.
                    return Ok(self.remember(board, bound, Some(limit)));
                }
            }
        }
        Ok(self.remember(board, bound, None))
    }

    /// Returns the length of a position with the defender to move, if it is at most `bound`: that
    /// of the longest reply, or 0 for mate.
    fn defend(&mut self, board: &Board, bound: u32) -> Search<Option<u32>> {
        if let Recall::Answer(answer) = self.recall(board, bound) {
            return Ok(answer);
        }
        self.count_node()?;
        let length = self
            .replies(board, bound)?
            .map(|replies| replies.iter().map(|&(_, length)| length).max().unwrap_or(0));
        Ok(self.remember(board, bound, length))
    }

    /// Returns the replies that count, each with the length it leads to (its own ply included), or
    /// `None` if one of them is longer than `bound` or the defender is not in check. No replies
    /// mean mate.
    fn replies(&mut self, board: &Board, bound: u32) -> Search<Option<Vec<(Played, u32)>>> {
        let (checker, squares) = self.interposition_squares(board);
        // Only mate has the length 0, and one legal move that is no interposition shows that it is none.
        if bound == 0 && rules::any_legal(board, |mv| !squares.contains(&mv.to()), |_| true) {
            return Ok(None);
        }
        let legal = rules::legal_moves(board);
        if legal.is_empty() && !board.in_check(board.turn()) {
            return Ok(None);
        }
        // The king cannot step onto one of these squares, because the checking piece attacks them
        // all. Every move to them is therefore an interposition.
        let (interpositions, evasions): (Vec<_>, Vec<_>) = legal
            .into_iter()
            .partition(|(mv, _)| squares.contains(&mv.to()));

        // A single reply that lasts too long decides the question, and the memory may know one.
        if evasions.iter().any(|(_, after)| self.exceeds(after, bound)) {
            return Ok(None);
        }
        let mut replies = Vec::new();
        let mut longest = 0;
        for played in evasions {
            let (_, after) = &played;
            match self.after_reply(after, bound)? {
                Some(length) => {
                    longest = longest.max(length);
                    replies.push((played, length));
                }
                None => return Ok(None),
            }
        }
        for &square in squares {
            let nearer = longest;
            for played in &interpositions {
                let (mv, after) = played;
                if mv.to() != square || self.is_futile(after, checker, square, nearer)? {
                    continue;
                }
                match self.after_reply(after, bound)? {
                    Some(length) => {
                        longest = longest.max(length);
                        replies.push((played.clone(), length));
                    }
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(replies))
    }

    /// Returns whether the reply leading to `after` is known to be longer than `bound`.
    fn exceeds(&self, after: &Board, bound: u32) -> bool {
        bound == 0 || matches!(self.recall(after, bound - 1), Recall::Answer(None))
    }

    /// Returns the length with the reply that led to `after`, the reply included, if it is at most
    /// `bound`.
    fn after_reply(&mut self, after: &Board, bound: u32) -> Search<Option<u32>> {
        if bound == 0 {
            return Ok(None);
        }
        Ok(self.attack(after, bound - 1)?.map(|plies| plies + 1))
    }

    /// Returns the square of the checking piece and the squares between it and the king, nearest to the
    /// king first. There are none if nothing can be futile: at level `Off`, in double check, in a
    /// contact or knight's check.
    fn interposition_squares(&self, board: &Board) -> (Option<Square>, &'static [Square]) {
        let king = board.king(!self.attacker);
        match king.map(|king| (king, board.only_attacker(king, self.attacker))) {
            Some((king, Some(checker))) if self.level != Level::Off => {
                (Some(checker), between(king, checker))
            }
            _ => (None, &[]),
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
        if self.level == Level::Terminal && nearer != 0 {
            return Ok(false);
        }
        let interposed = after
            .piece(square)
            .map(|piece| piece.kind().unpromote())
            .expect("an interposition puts a piece on its square");
        for (mv, taken) in rules::checks(after) {
            if mv.to() != square {
                continue;
            }
            let eligible = match self.level {
                Level::Off => false,
                Level::Broad => true,
                Level::Terminal | Level::Standard => {
                    mv.from() == checker || (nearer == 0 && self.only_checker(&taken, square))
                }
            };
            if eligible {
                let vanished = taken.without(self.attacker, interposed);
                if self.defend(&vanished, nearer)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns whether the piece on `square` gives check, and no other does.
    fn only_checker(&self, board: &Board, square: Square) -> bool {
        board
            .king(!self.attacker)
            .is_some_and(|king| board.only_attacker(king, self.attacker) == Some(square))
    }

    /// Returns the pieces left over with best play from a position whose length is `plies`, and the
    /// move to play there.
    fn leftover(&mut self, board: &Board, plies: u32) -> Search<(u32, Option<Move>)> {
        if let Some(&known) = self.leftovers.get(board) {
            return Ok(known);
        }
        self.count_node()?;
        let mut best: Option<(u32, Option<Move>)> = None;
        if board.turn() == self.attacker {
            // The attacker plays the shortest mates, and among them leaves as many pieces as
            // possible.
            for (mv, after) in rules::checks(board) {
                if self.defend(&after, plies - 1)? == Some(plies - 1) {
                    let left = self.leftover(&after, plies - 1)?.0;
                    if best.is_none_or(|(most, _)| left > most) {
                        best = Some((left, Some(mv)));
                    }
                }
            }
        } else {
            // The defender plays the longest replies, and among them leaves as few pieces as
            // possible.
            let replies = self.replies(board, plies)?.unwrap_or_default();
            for ((mv, after), length) in replies {
                if length == plies {
                    let left = self.leftover(&after, plies - 1)?.0;
                    if best.is_none_or(|(least, _)| left < least) {
                        best = Some((left, Some(mv)));
                    }
                }
            }
        }
        let best = best.unwrap_or((board.hand(self.attacker).total(), None));
        self.leftovers.insert(board.clone(), best);
        Ok(best)
    }
}
