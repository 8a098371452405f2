//! The value of a position, from the independent rules alone.
//!
//! All positions that checks and replies can reach are listed, up to a number, and lengths are
//! worked out backwards from the mates. This needs no search and no notion of repetition: a
//! position gets a length only after the positions it leads to. If there are too many positions,
//! those not looked at are taken once for lost and once for won by the attacker, which brackets the
//! length. Brute force then helps.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use tsume::search::Answer;
use tsume::shogi::{Color, Setup};
use tsume::verify::board::Board;
use tsume::verify::{Level, Outcome, Reference, rules};

/// What is certain about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// There is no mate.
    NoMate,
    /// There is no mate in fewer plies than the first number, and if there is a second, there is
    /// one in so many.
    Mate(u32, Option<u32>),
}

impl Truth {
    /// Returns whether the length is known, or that there is none.
    pub fn is_known(self) -> bool {
        match self {
            Self::NoMate => true,
            Self::Mate(at_least, at_most) => at_most == Some(at_least),
        }
    }

    /// Returns whether an answer denies a mate that there is, or tells of one that there is not,
    /// whatever is said of its length.
    pub fn is_denied_by(self, answer: Answer) -> bool {
        matches!((answer, self), (Answer::Mate { .. }, Self::NoMate) | (Answer::NoMate, Self::Mate(_, Some(_))))
    }
}

/// How much work to put into a position.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes of the search that is judged.
    pub search_nodes: u64,
    /// Positions whose moves are listed.
    pub positions: usize,
    /// Brute force goes so deep, where the list is not enough.
    pub plies: u32,
    /// Nodes of brute force.
    pub nodes: u64,
}

/// The lengths of all positions listed from a root.
pub struct Lengths {
    numbers: FxHashMap<Board, usize>,
    /// By number. `None`: no mate. Only meaningful if `complete`.
    plies: Vec<Option<u32>>,
    complete: bool,
    truth: Truth,
}

struct Graph {
    numbers: FxHashMap<Board, usize>,
    parents: Vec<Vec<usize>>,
    /// How many of its moves must be won before this position is; of the positions looked at.
    needed: Vec<usize>,
    mates: Vec<usize>,
    attackers_turn: Vec<bool>,
}

impl Graph {
    fn new(root: Board, limit: usize) -> Self {
        let mut pending = VecDeque::from([root.clone()]);
        let mut graph = Self {
            attackers_turn: vec![root.turn() == Color::Black],
            numbers: FxHashMap::from_iter([(root, 0)]),
            parents: vec![Vec::new()],
            needed: Vec::new(),
            mates: Vec::new(),
        };
        while graph.needed.len() < limit {
            let Some(board) = pending.pop_front() else {
                break;
            };
            let number = graph.needed.len();
            let moves = if board.turn() == Color::Black {
                graph.needed.push(1);
                rules::checks(&board)
            } else {
                let replies = rules::legal_moves(&board);
                if replies.is_empty() {
                    graph.mates.push(number);
                }
                graph.needed.push(replies.len());
                replies
            };
            for (_, after) in moves {
                let next = graph.parents.len();
                let at = *graph.numbers.entry(after.clone()).or_insert(next);
                if at == next {
                    graph.parents.push(Vec::new());
                    graph.attackers_turn.push(after.turn() == Color::Black);
                    pending.push_back(after);
                }
                graph.parents[at].push(number);
            }
        }
        graph
    }

    /// Returns the lengths when the positions not looked at are won by the attacker at once, or
    /// never.
    fn lengths(&self, open_are_won: bool) -> Vec<Option<u32>> {
        let mut lengths = vec![None; self.parents.len()];
        let mut needed = self.needed.clone();
        // Two levels suffice: a position of length n has parents of length n + 1.
        let mut level = self.mates.clone();
        let mut next = Vec::new();
        if open_are_won {
            for open in self.needed.len()..self.parents.len() {
                // At the attacker's turn it takes one ply at least.
                let list = if self.attackers_turn[open] { &mut next } else { &mut level };
                list.push(open);
            }
        }
        for plies in 0.. {
            if level.is_empty() && next.is_empty() {
                break;
            }
            for number in level.drain(..) {
                lengths[number] = Some(plies);
                for &parent in &self.parents[number] {
                    if needed[parent] > 0 {
                        needed[parent] -= 1;
                        if needed[parent] == 0 {
                            next.push(parent);
                        }
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
        }
        lengths
    }
}

impl Lengths {
    pub fn new(setup: &Setup, effort: Effort) -> Self {
        let root = Board::new(setup).expect("a legal diagram");
        let graph = Graph::new(root, effort.positions);
        let complete = graph.needed.len() == graph.parents.len();
        let lengths = graph.lengths(false);
        let at_most = lengths[0];
        let truth = match (complete, at_most) {
            (true, None) => Truth::NoMate,
            (true, Some(plies)) => Truth::Mate(plies, Some(plies)),
            (false, _) => match graph.lengths(true)[0] {
                None => Truth::NoMate,
                Some(plies) => Truth::Mate(plies, at_most),
            },
        };
        let mut result = Self { numbers: graph.numbers, plies: lengths, complete, truth };
        result.sharpen(setup, effort);
        result
    }

    /// Asks brute force where the list has left the length open; and where it is known and short,
    /// so that the two hold each other to account.
    fn sharpen(&mut self, setup: &Setup, effort: Effort) {
        let Truth::Mate(at_least, at_most) = self.truth else {
            return;
        };
        if at_most == Some(at_least) && at_least > 5 {
            return;
        }
        let mut reference =
            Reference::new(setup, Color::Black, Level::Off).expect("a legal diagram").with_node_cap(effort.nodes);
        for plies in at_least..=effort.plies {
            match reference.mate_within(plies) {
                Outcome::Mate(found) => {
                    assert_eq!(found, plies, "brute force knows no shorter one");
                    assert!(at_most.is_none_or(|bound| found <= bound));
                    self.truth = Truth::Mate(found, Some(found));
                    return;
                }
                Outcome::NoMateWithin(plies) => {
                    assert!(at_most.is_none_or(|bound| plies < bound));
                    self.truth = Truth::Mate(plies + 1, at_most);
                }
                Outcome::GaveUp => return,
            }
        }
    }

    pub fn truth(&self) -> Truth {
        self.truth
    }

    /// Returns the length of a position on the way, if all of them are known.
    pub fn of(&self, board: &Board) -> Option<u32> {
        let number = self.complete.then(|| self.numbers.get(board))??;
        self.plies[*number]
    }
}
