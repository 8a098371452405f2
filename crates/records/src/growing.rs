//! The state that all readers of moves share.

use super::diagrams::Diagrams;
use super::error::{DEEPEST_NESTING, RecordError, RecordErrorKind as Kind};
use super::tree::Node;
use super::{NodeId, Places, Record};
use crate::notation::moves::MoveErrorKind;
use crate::shogi::{Color, Move, Setup, Square};
use std::ops::Range;

/// A record while its moves are read.
#[derive(Clone)]
pub(super) struct GrowingRecord {
    pub record: Record,
    /// The node after the last move read.
    pub at: NodeId,
    /// The diagram at this node.
    pub setup: Setup,
}

impl GrowingRecord {
    /// Begins at the diagram of a record.
    pub fn new(record: Record) -> Self {
        let setup = record.setup.clone();
        Self {
            record,
            at: 0,
            setup,
        }
    }

    /// Returns the node after the last move read.
    pub fn node(&mut self) -> &mut Node {
        self.record.tree.node_mut(self.at)
    }

    /// Returns the destination of the last move read, which 同 means.
    pub fn previous(&self) -> Option<Square> {
        self.record.tree.node(self.at).mv.map(Move::to)
    }

    /// Continues from another node.
    pub fn go_to(&mut self, node: NodeId, diagrams: &mut Diagrams) {
        self.at = node;
        self.setup = diagrams.at(&self.record, node);
    }

    /// Gives all missing pieces to a side, now and in the diagram of the record.
    pub fn fill_hand(&mut self, color: Color) {
        let missing = self.setup.missing();
        for setup in [&mut self.record.setup, &mut self.setup] {
            let hand = &mut setup.hands[color.index()];
            *hand = hand.plus(missing);
        }
    }

    /// Plays a move, and notes its place if it is new.
    ///
    /// # Errors
    /// If the move cannot be played, or if branches are nested too deep.
    pub fn play(
        &mut self,
        mv: Move,
        span: Range<usize>,
        places: &mut Places,
    ) -> Result<(), RecordError> {
        if !self.setup.play(mv) {
            return Err(RecordError::new(MoveErrorKind::Unplayable, span));
        }
        let nodes_before = self.record.tree.len();
        self.at = self.record.tree.add(self.at, mv);
        if self.node().depth > DEEPEST_NESTING {
            return Err(RecordError::new(Kind::TooDeep(DEEPEST_NESTING), span));
        }
        if self.record.tree.len() > nodes_before {
            places.moves.push(span);
        }
        Ok(())
    }
}
