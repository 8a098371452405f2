//! The tree of moves of a record.

use crate::shogi::{Color, Move};

/// The number of a node; 0 is the root.
pub type NodeId = usize;

/// The position after a move, or the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The move before the position; `None` at the root.
    pub mv: Option<Move>,
    /// The node before.
    pub parent: NodeId,
    /// The next nodes: the line continues with the first, the others are branches.
    pub children: Vec<NodeId>,
    /// The number of moves before the position.
    pub ply: usize,
    /// Comments on the position, one for each line. A comment that begins with `&` is a bookmark.
    pub comments: Vec<String>,
    /// How the line ends here, if it does.
    pub end: Option<End>,
    /// The time spent on the move, in seconds.
    pub seconds: Option<u32>,
    /// The number of branches between the main line and here.
    pub depth: usize,
}

/// The reasons why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// 詰み
    Mate,
    /// 不詰
    NoMate,
    /// 投了
    Resignation,
    /// 中断
    Interruption,
    /// 千日手
    Repetition,
    /// 持将棋
    Impasse,
    /// 切れ負け
    TimeUp,
    /// 反則負け: the move before was illegal.
    IllegalMove,
    /// 反則勝ち: the other side did something illegal.
    IllegalAction,
    /// 入玉勝ち
    Declaration,
}

impl End {
    /// All ends with their names in KIF, CSA and JKF.
    pub(super) const NAMES: [(Self, &'static str, &'static str); 10] = [
        (Self::Mate, "詰み", "TSUMI"),
        (Self::NoMate, "不詰", "FUZUMI"),
        (Self::Resignation, "投了", "TORYO"),
        (Self::Interruption, "中断", "CHUDAN"),
        (Self::Repetition, "千日手", "SENNICHITE"),
        (Self::Impasse, "持将棋", "JISHOGI"),
        (Self::TimeUp, "切れ負け", "TIME_UP"),
        (Self::IllegalMove, "反則負け", "ILLEGAL_MOVE"),
        (Self::IllegalAction, "反則勝ち", "ILLEGAL_ACTION"),
        (Self::Declaration, "入玉勝ち", "KACHI"),
    ];

    /// Returns the name in KIF.
    #[must_use]
    pub fn kif(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// Returns the name in CSA and JKF, with this side to move.
    pub(super) fn csa(self, turn: Color) -> String {
        let sign = match (self, turn) {
            // The side to move wins by an action of the other side.
            (Self::IllegalAction, Color::Black) => "-",
            (Self::IllegalAction, Color::White) => "+",
            _ => "",
        };
        sign.to_owned() + Self::NAMES[self as usize].2
    }

    /// Returns the end with this name in KIF, older spellings included.
    #[must_use]
    pub fn of_kif(name: &str) -> Option<Self> {
        let name = match name {
            "詰" | "詰め" | "つみ" => "詰み",
            "時間切れ" | "Time-up" => "切れ負け",
            name => name,
        };
        let found = Self::NAMES.iter().find(|(_, kif, _)| *kif == name);
        found.map(|(end, ..)| *end)
    }

    /// Returns the end with this name in CSA and JKF.
    pub(super) fn of_csa(name: &str) -> Option<Self> {
        let name = match name.trim_start_matches(['+', '-']) {
            "HIKIWAKE" => "JISHOGI",
            "MATTA" | "ERROR" => "CHUDAN",
            "Time-up" | "TIME-UP" => "TIME_UP",
            name => name,
        };
        let found = Self::NAMES.iter().find(|(_, _, csa)| *csa == name);
        found.map(|(end, ..)| *end)
    }
}

/// A tree of moves.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    /// Makes a tree without moves.
    fn default() -> Self {
        let nodes = vec![Node::default()];
        Self { nodes }
    }
}

impl Tree {
    /// Returns a node.
    ///
    /// # Panics
    /// If there is no node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Returns a node that can be changed.
    ///
    /// # Panics
    /// If there is no node with this number.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// Returns how many nodes there are, the root included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns the node after a move from `parent`. Adds it as the last branch, unless the move is
    /// already there.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let parent_node = &self.nodes[parent];
        let mut children = parent_node.children.iter();
        if let Some(id) = children.find(|id| self.nodes[**id].mv == Some(mv)) {
            return *id;
        }
        let id = self.nodes.len();
        let is_branch = !parent_node.children.is_empty() || parent_node.end.is_some();
        self.nodes.push(Node {
            mv: Some(mv),
            parent,
            ply: parent_node.ply + 1,
            depth: parent_node.depth + usize::from(is_branch),
            ..Node::default()
        });
        self.nodes[parent].children.push(id);
        id
    }

    /// Adds a line of moves from a node; returns its last node.
    pub fn add_line(&mut self, from: NodeId, line: &[Move]) -> NodeId {
        line.iter().fold(from, |at, &mv| self.add(at, mv))
    }

    /// Returns the node that continues the line, and the branches. If the line ends here, all nodes
    /// after it are branches.
    #[must_use]
    pub fn next(&self, id: NodeId) -> (Option<NodeId>, &[NodeId]) {
        let node = &self.nodes[id];
        match node.children.split_first() {
            Some((&next, others)) if node.end.is_none() => (Some(next), others),
            _ => (None, &node.children),
        }
    }

    /// Returns the nodes after a node, along the line to its end.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |&id: &NodeId| self.next(id).0;
        std::iter::successors(next(&id), next)
    }

    /// Returns the lines in the order of KIF: the main line from the root on, and after each line the branches
    /// that leave it, those of its last node first.
    pub(super) fn lines(&self) -> impl Iterator<Item = Vec<NodeId>> + '_ {
        let mut pending = vec![0];
        std::iter::from_fn(move || {
            let first = pending.pop()?;
            let line: Vec<_> = [first].into_iter().chain(self.line_from(first)).collect();
            for id in &line {
                pending.extend(self.next(*id).1.iter().rev());
            }
            Some(line)
        })
    }

    /// Returns, for each node, the seconds that the side of its last move has spent so far.
    pub(super) fn seconds_spent(&self) -> Vec<u32> {
        let mut totals = vec![0_u32; self.nodes.len()];
        // A node has a higher number than its parent.
        for (id, node) in self.nodes.iter().enumerate().skip(1) {
            // The same side moved two plies before.
            let previous = totals[self.nodes[node.parent].parent];
            totals[id] = previous.saturating_add(node.seconds.unwrap_or(0));
        }
        totals
    }

    /// Returns the moves of the main line.
    #[must_use]
    pub fn main_line(&self) -> Vec<Move> {
        let line = self.line_from(0);
        line.filter_map(|id| self.nodes[id].mv).collect()
    }

    /// Returns the node at `ply` on the way from the start to a node; `None` beyond that node.
    pub(super) fn ancestor(&self, id: NodeId, ply: usize) -> Option<NodeId> {
        let mut at = id;
        while self.nodes[at].ply > ply {
            at = self.nodes[at].parent;
        }
        (self.nodes[at].ply == ply).then_some(at)
    }

    /// Returns the number of branches besides the main line.
    #[must_use]
    pub fn branches(&self) -> usize {
        let more = |id| self.next(id).1.len();
        (0..self.nodes.len()).map(more).sum()
    }
}

impl Eq for Tree {}

/// Trees are equal if they have the same moves in the same order, with the same comments, ends and
/// times. The numbers of the nodes do not matter.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(0, 0)];
        while let Some((ours, theirs)) = pairs.pop() {
            let (a, b) = (&self.nodes[ours], &other.nodes[theirs]);
            let [this, other] = [a, b].map(|it| (it.mv, &it.comments, it.end, it.seconds));
            if this != other || a.children.len() != b.children.len() {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}
