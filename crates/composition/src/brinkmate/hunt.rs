//! The search for brinkmates: what is known of positions, and the question that everything else needs:
//! does the attacker mate by checks?
//!
//! Questions about mates are asked with a limit of nodes that grows from round to round. So one
//! hard question does not keep the others waiting, and what it leaves open may turn out not to
//! matter.

use crate::length::futile::Interpositions;
use crate::length::line::{self, Name};
use crate::search::session::Session;
use crate::search::{Progress, Search, StopReason, Within};
use crate::shogi::{Move, Position};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Nodes for each question in the first round.
pub(super) const FIRST_BUDGET: u64 = 4_000;

/// The factor by which the nodes for each question grow from one round to the next.
const GROWTH: u64 = 8;

/// Whether there is a mate in a position with the attacker to move, as far as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mate {
    Yes,
    No,
    /// Not decided in the round with this number.
    Open(u32),
}

/// The known bounds of the shortest brinkmate of a position with the attacker to move that is no mate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// There is none within this number of plies.
    pub(super) none_within: u32,
    /// There is one within this number of plies; [`u32::MAX`] if none is known.
    pub(super) at_most: u32,
    /// The last move that was proven to force one.
    pub(super) best: Option<Move>,
    /// The round and the length of the last question that stayed open.
    pub(super) open: (u32, u32),
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            none_within: 0,
            at_most: u32::MAX,
            best: None,
            open: (0, 0),
        }
    }
}

/// The attacker's moves at a position, checks before quiet moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    /// The checks, in the order of custom.
    pub(super) checks: Vec<Move>,
    /// The quiet moves that leave a threatmate, in the order of custom.
    pub(super) threats: Vec<Move>,
    /// The quiet moves that are not decided.
    pub(super) open: Vec<Move>,
    /// The round in which they were worked out.
    pub(super) round: u32,
}

/// A position of the search.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    /// The number of pieces out of the game, because they were captured after a futile interposition.
    pub(super) vanished: u32,
}

impl Node {
    /// Returns the position of a problem.
    pub(super) fn root(position: &Position) -> Self {
        Self {
            position: position.clone(),
            vanished: 0,
        }
    }

    /// Returns the position after a move.
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.position.make(mv);
        after
    }

    /// Returns the position after a pass.
    pub(super) fn passed(&self) -> Self {
        let mut passed = self.clone();
        passed.position.pass();
        passed
    }

    pub(super) fn name(&self) -> Name {
        line::name(&self.position)
    }

    /// Returns whether the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        self.position.in_check(self.position.turn())
    }

    /// Returns whether a move gives check.
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        self.after(mv).in_check()
    }

    /// Returns the defender's legal moves in the order of custom: no counter-checks, captures, moves on
    /// the board, cheaper pieces, nearer to the king.
    pub(super) fn in_order_of_custom(&self) -> Vec<Move> {
        let mut moves = self.position.legal_moves();
        moves.sort_by_cached_key(|&mv| {
            let captures = self.position.piece_at(mv.to()).is_some();
            (
                self.gives_check(mv),
                !captures,
                line::custom(&self.position, mv),
            )
        });
        moves
    }
}

/// The search for brinkmates of one problem.
pub(super) struct Hunt<'s, 'a> {
    pub(super) session: &'s mut Session<'a>,
    pub(super) interpositions: Interpositions,
    /// Whether every quiet move is tried for a threat, even if it is proven to threaten nothing.
    pub(super) all_moves: bool,
    /// Nodes for each question about a mate in this round.
    budget: u64,
    pub(super) round: u32,
    /// Whether a question ran out of memory. Then no further one is asked.
    is_out_of_memory: bool,
    mates: FxHashMap<Name, Mate>,
    pub(super) bounds: FxHashMap<Name, Bounds>,
    pub(super) candidates: FxHashMap<Name, Rc<Candidates>>,
    /// The reply that refuted a position with the defender to move.
    pub(super) refuters: FxHashMap<Name, Move>,
    /// How often a reply has refuted something.
    pub(super) merits: FxHashMap<Move, u32>,
}

impl<'s, 'a> Hunt<'s, 'a> {
    pub(super) fn new(session: &'s mut Session<'a>, interpositions: Interpositions) -> Self {
        Self {
            session,
            interpositions,
            all_moves: false,
            budget: FIRST_BUDGET,
            round: 1,
            is_out_of_memory: false,
            mates: FxHashMap::default(),
            bounds: FxHashMap::default(),
            candidates: FxHashMap::default(),
            refuters: FxHashMap::default(),
            merits: FxHashMap::default(),
        }
    }

    /// Returns the limit that has ended the work, if one has.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        let memory = self.is_out_of_memory.then_some(StopReason::Memory);
        self.session.stopped().or(memory)
    }

    /// Returns whether a limit has ended the work.
    pub(super) fn is_over(&self) -> bool {
        self.stopped().is_some()
    }

    /// Asks a question in rounds, until it is answered or a limit of the whole is reached. From round to
    /// round, each question about a mate gets more nodes.
    pub(super) fn in_rounds<T>(
        &mut self,
        mut ask: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.budget = FIRST_BUDGET;
        loop {
            let answer = ask(self);
            if answer.is_some() || self.is_over() || self.budget == u64::MAX {
                return answer;
            }
            self.budget = self.budget.saturating_mul(GROWTH);
            self.round += 1;
        }
    }

    /// Calls a function of the search at a position, without a limit besides that of the session.
    pub(super) fn search_at<T>(
        &mut self,
        node: &Node,
        ask: impl FnOnce(&mut Search<'_, '_>) -> T,
    ) -> T {
        let Node { position, vanished } = node;
        if *vanished == 0 {
            (self.session).at_position(position, |session| session.strict(ask))
        } else {
            // With pieces out of the game, the facts of the strict game do not hold.
            self.session.variant(&Interpositions::Off, |search| {
                search.at_position(position, *vanished, ask)
            })
        }
    }

    /// Looks for any mate of the attacker, to move, within the limits of the session.
    pub(super) fn any_mate(&mut self, node: &Node) -> Option<Within> {
        fn ask(search: &mut Search<'_, '_>) -> Option<Within> {
            search.any_mate()
        }
        self.search_at(node, ask)
    }

    /// Returns whether the attacker, to move, mates by checks. `None` if it takes too many nodes.
    pub(super) fn mates(&mut self, node: &Node) -> Option<bool> {
        let name = node.name();
        match self.mates.get(&name) {
            Some(Mate::Yes) => return Some(true),
            Some(Mate::No) => return Some(false),
            Some(&Mate::Open(round)) if round == self.round => return None,
            _ if self.is_over() => return None,
            _ => {}
        }
        let outer = self.session.narrow(self.budget);
        let found = self.any_mate(node);
        // For the session, a lack of memory ends only this question.
        self.is_out_of_memory |= self.session.stopped() == Some(StopReason::Memory);
        self.session.widen(outer);
        let (mate, answer) = match found {
            Some(Within::Mate(_)) => (Mate::Yes, Some(true)),
            Some(Within::No) => (Mate::No, Some(false)),
            None => (Mate::Open(self.round), None),
        };
        self.mates.insert(name, mate);
        answer
    }

    /// Records that the attacker, to move, mates, or that he does not.
    pub(super) fn record_mate(&mut self, node: &Node, mates: bool) {
        let mate = if mates { Mate::Yes } else { Mate::No };
        self.mates.insert(node.name(), mate);
    }

    /// Returns whether it is known whether the attacker, to move, mates.
    pub(super) fn is_mate_known(&self, node: &Node) -> bool {
        matches!(self.mates.get(&node.name()), Some(Mate::Yes | Mate::No))
    }

    /// Returns whether the defender, to move and not in check, would be mated after a pass.
    pub(super) fn threatens(&mut self, node: &Node) -> Option<bool> {
        self.mates(&node.passed())
    }
}

/// Returns an observer that passes on the progress to another one. For brinkmates it leaves out the lines,
/// which belong to positions that come up on the way.
pub(crate) fn without_lines(
    observer: &mut (dyn FnMut(&Progress) + Send),
    is_brinkmate: bool,
) -> impl FnMut(&Progress) + Send + '_ {
    move |progress| {
        let mut progress = progress.clone();
        if is_brinkmate {
            progress.mate_at_most = None;
            progress.line.clear();
            progress.path.clear();
        }
        observer(&progress);
    }
}
