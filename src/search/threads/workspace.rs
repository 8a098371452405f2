//! Memory that the searches of a thread work in, one after another: to ask the system for it each
//! time would cost more than an easy problem does.

use crate::search::dfpn::child::Child;
use crate::search::repetition::path::Path;
use crate::search::tuning::{CHILDREN_AT_START, CHILDREN_KEPT, MOVES_AT_START, PATHS_KEPT};
use crate::shogi::Move;
use std::mem::take;

/// What the last search has left: nothing but room.
#[derive(Debug, Default)]
pub(in crate::search) struct Workspace {
    children: Vec<Child>,
    moves: Vec<Move>,
    paths: Vec<Path>,
}

impl Workspace {
    /// Room for the moves of the positions on a path.
    pub(in crate::search) fn children(&mut self) -> Vec<Child> {
        let mut children = take(&mut self.children);
        children.clear();
        children.reserve(CHILDREN_AT_START);
        children
    }

    /// Room for the moves of one position.
    pub(in crate::search) fn moves(&mut self) -> Vec<Move> {
        let mut moves = take(&mut self.moves);
        moves.clear();
        moves.reserve(MOVES_AT_START);
        moves
    }

    /// A path with nothing on it.
    pub(in crate::search) fn path(&mut self, dominance: bool) -> Path {
        match self.paths.pop() {
            Some(path) => path.reuse(dominance),
            None => Path::new(dominance),
        }
    }

    /// Takes back room for the moves of the positions on a path.
    pub(in crate::search) fn keep_children(&mut self, mut children: Vec<Child>) {
        children.clear();
        children.shrink_to(CHILDREN_KEPT);
        self.children = children;
    }

    /// Takes back room for the moves of one position.
    pub(in crate::search) fn keep_moves(&mut self, moves: Vec<Move>) {
        self.moves = moves;
    }

    /// Takes a path back.
    pub(in crate::search) fn keep_path(&mut self, path: Path) {
        // One broken off by a panic still has positions on it.
        if path.depth() == 0 && self.paths.len() < PATHS_KEPT {
            self.paths.push(path);
        }
    }
}
