//! Memory that the searches of a thread work in, one after another: to ask the system for it each
//! time would cost more than an easy problem does.

use super::dfpn::Search;
use super::expansion::Child;
use super::path::Path;
use crate::shogi::Move;
use std::mem::take;

/// What is kept at most: a few megabytes.
const CHILDREN_MOST: usize = 1 << 15;
const PATHS_MOST: usize = 64;

/// What the last search has left: nothing but room.
#[derive(Debug, Default)]
pub(super) struct Space {
    children: Vec<Child>,
    moves: Vec<Move>,
    paths: Vec<Path>,
}

impl Space {
    /// Room for the moves of the positions on a path.
    pub(super) fn children(&mut self) -> Vec<Child> {
        let mut children = take(&mut self.children);
        children.clear();
        children.reserve(1024);
        children
    }

    /// Room for the moves of one position.
    pub(super) fn moves(&mut self) -> Vec<Move> {
        let mut moves = take(&mut self.moves);
        moves.clear();
        moves.reserve(128);
        moves
    }

    /// A path with nothing on it.
    pub(super) fn path(&mut self, dominance: bool) -> Path {
        match self.paths.pop() {
            Some(path) => path.again(dominance),
            None => Path::new(dominance),
        }
    }

    /// Takes a path back.
    pub(super) fn keep(&mut self, path: Path) {
        // One broken off by a panic still has positions on it.
        if path.depth() == 0 && self.paths.len() < PATHS_MOST {
            self.paths.push(path);
        }
    }
}

impl Drop for Search<'_, '_> {
    fn drop(&mut self) {
        let space = &mut *self.lent.space;
        space.children = take(&mut self.children);
        space.children.clear();
        space.children.shrink_to(CHILDREN_MOST);
        space.moves = take(&mut self.scratch);
        space.keep(take(&mut self.path));
    }
}
