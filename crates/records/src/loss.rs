//! The parts of records that a format cannot hold.

use crate::tree::Tree;

/// The parts of a record that were left out because the format cannot hold them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Losses {
    /// Lines beside the main line.
    pub branches: bool,
    /// Comments.
    pub comments: bool,
    /// Headers.
    pub headers: bool,
    /// The line breaks in headers, which became blanks.
    pub breaks: bool,
    /// The ends of lines.
    pub ends: bool,
    /// Times spent on moves.
    pub times: bool,
    /// The moves themselves.
    pub moves: bool,
}

const END_MARKS: [&str; 2] = [
    "end marks (投了, 詰み and the like)",
    "終わり方の印（投了、詰みなど）",
];

impl Losses {
    /// Returns the parts of a tree that a line of moves cannot hold.
    pub(super) fn of_tree(tree: &Tree) -> Self {
        let nodes = || (0..tree.len()).map(|id| tree.node(id));
        Self {
            branches: tree.branches() > 0,
            comments: nodes().any(|it| !it.comments.is_empty()),
            ends: nodes().any(|it| it.depth > 0 && it.end.is_some()),
            times: nodes().any(|it| it.seconds.is_some()),
            ..Self::default()
        }
    }

    /// Returns the names of the parts left out, in English and in Japanese.
    pub fn names(self) -> impl Iterator<Item = [&'static str; 2]> {
        [
            (self.branches, ["branches", "変化の手順"]),
            (self.comments, ["comments", "コメント"]),
            (self.headers, ["headers", "見出し"]),
            (self.breaks, ["line breaks in headers", "見出しの改行"]),
            (self.ends, END_MARKS),
            (self.times, ["times", "消費時間"]),
            (self.moves, ["moves", "指し手"]),
        ]
        .into_iter()
        .filter_map(|(lost, name)| lost.then_some(name))
    }
}

/// Returns the value of a header in one line. If it had more, notes that in `losses`.
#[must_use]
pub fn in_one_line(value: &str, losses: &mut Losses) -> String {
    let lines: Vec<_> = value.split(['\n', '\r']).map(str::trim).collect();
    losses.breaks |= lines.len() > 1;
    let lines = lines.into_iter().filter(|it| !it.is_empty());
    lines.collect::<Vec<_>>().join("　")
}
