//! Positions by which entries are looked up.

use super::board::Board;
use crate::certificate::Placement;

/// A position with its board packed, the key of entries.
#[derive(Clone, Copy)]
pub(super) struct Packed<'b> {
    pub board: &'b Board,
    pub placement: Placement,
}

impl<'b> Packed<'b> {
    pub fn new(board: &'b Board) -> Self {
        let placement = Placement::new(board.cells());
        Self { board, placement }
    }
}
