//! Memory for the searches of a thread, used by one after another. Allocating it for each would take
//! longer than an easy problem.

use crate::dfpn::child::Child;
use crate::repetition::path::Path;
use crate::shogi::Move;
use crate::tuning::{CHILDREN_AT_START, CHILDREN_KEPT, MOVES_AT_START, PATHS_KEPT};
use std::mem::take;

/// The memory that no search is using, emptied.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    children: Vec<Child>,
    moves: Vec<Move>,
    paths: Vec<Path>,
}

impl Workspace {
    /// Takes out room for the moves of the positions on a path.
    pub(crate) fn children(&mut self) -> Vec<Child> {
        let mut children = take(&mut self.children);
        children.clear();
        children.reserve(CHILDREN_AT_START);
        children
    }

    /// Takes out room for the moves of one position.
    pub(crate) fn moves(&mut self) -> Vec<Move> {
        let mut moves = take(&mut self.moves);
        moves.clear();
        moves.reserve(MOVES_AT_START);
        moves
    }

    /// Takes out an empty path.
    pub(crate) fn path(&mut self, dominance: bool) -> Path {
        match self.paths.pop() {
            Some(path) => path.reuse(dominance),
            None => Path::new(dominance),
        }
    }

    /// Keeps the room for the moves of the positions on a path.
    pub(crate) fn keep_children(&mut self, mut children: Vec<Child>) {
        children.clear();
        children.shrink_to(CHILDREN_KEPT);
        self.children = children;
    }

    /// Keeps the room for the moves of one position.
    pub(crate) fn keep_moves(&mut self, moves: Vec<Move>) {
        self.moves = moves;
    }

    /// Keeps a path.
    pub(crate) fn keep_path(&mut self, path: Path) {
        // A path left by a panic still has positions on it.
        if path.depth() == 0 && self.paths.len() < PATHS_KEPT {
            self.paths.push(path);
        }
    }
}
