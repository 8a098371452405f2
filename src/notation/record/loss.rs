//! What a format cannot hold.

/// What was left out of a record because the format has no room for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Lines beside the main line.
    pub branches: bool,
    /// Comments.
    pub comments: bool,
    /// Headers.
    pub headers: bool,
    /// The ends of lines in headers, which became blanks.
    pub breaks: bool,
    /// How lines end.
    pub ends: bool,
    /// Times spent on moves.
    pub times: bool,
    /// The moves themselves.
    pub moves: bool,
}

impl Losses {
    /// The names of what was left out.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        [
            (self.branches, "branches"),
            (self.comments, "comments"),
            (self.headers, "headers"),
            (self.breaks, "line breaks in headers"),
            (self.ends, "end marks (投了, 詰み and the like)"),
            (self.times, "times"),
            (self.moves, "moves"),
        ]
        .into_iter()
        .filter_map(|(lost, name)| lost.then_some(name))
    }
}

/// The value of a header in one line.
#[must_use]
pub fn in_one_line(value: &str, losses: &mut Losses) -> String {
    let lines: Vec<_> = value.split(['\n', '\r']).map(str::trim).collect();
    losses.breaks |= lines.len() > 1;
    let lines = lines.into_iter().filter(|it| !it.is_empty());
    lines.collect::<Vec<_>>().join("　")
}
