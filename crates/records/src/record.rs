//! A record: a diagram, headers and moves.

use crate::shogi::Setup;
use crate::tree::Tree;

/// A diagram with headers and a tree of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Headers in their order, such as 作者 or 発表年月. Headers that the diagram replaces (手合割,
    /// 先手の持駒 and the like) are not among them. A header without a value, such as 盤面回転, has
    /// an empty one.
    pub headers: Vec<(String, String)>,
    /// The diagram.
    pub setup: Setup,
    /// The moves; comments before the first move are at the root.
    pub tree: Tree,
}

impl Record {
    /// Makes a record of a diagram alone.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self {
            headers: Vec::new(),
            setup,
            tree: Tree::default(),
        }
    }

    /// Returns the value of the first header with this name, if it is not empty.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(name, _)| name == key);
        let value = values.next().map(|(_, value)| value.trim());
        value.filter(|value| !value.is_empty())
    }

    /// Sets a header: replaces its value, or adds it at the end.
    pub fn set_header(&mut self, key: &str, value: String) {
        match self.headers.iter_mut().find(|(name, _)| name == key) {
            Some(header) => header.1 = value,
            None => self.headers.push((key.to_owned(), value)),
        }
    }
}
