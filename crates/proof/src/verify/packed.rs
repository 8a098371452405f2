//! The key by which entries are looked up.

use super::board::Board;
use crate::certificate::Placement;

/// A position together with its packed board, under which entries are found.
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
