//! Variations (変化): the other replies at every defender's turn of a line, and what they lead to.
//!
//! Depth 1 deviates once from the main line, depth 2 once more from each of these variations, and
//! so on. Lengths and leftovers are exact, by the rules of the main line. Futile interpositions are
//! not defences; they are listed separately. So is everything that a limit left open.

use crate::length::line::{Reader, in_order};
use crate::length::reading::{Reading, plies_left};
use crate::search::Search;
use crate::shogi::{Color, Hand, Move};

/// A defender's turn of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The ply of the replies in the whole line, from 1.
    pub ply: u32,
    /// The replies other than that of the line: the longest first, then the one with less leftover,
    /// then in the order of custom.
    pub defences: Vec<Defence>,
    /// Futile interpositions (無駄合): legal, but not defences.
    pub set_aside: Vec<Move>,
    /// Replies that were not decided within the limits.
    pub open: Vec<Move>,
}

/// A reply and best play after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Defence {
    /// Best play from the reply to the mate, the reply first, with its leftover.
    pub reading: Reading,
    /// The composed length from the start: the plies up to here and those of the reading.
    pub plies: u32,
    /// 変同: as long as the main line, and without leftover.
    pub equal: bool,
    /// Deviations from this line, one level less deep.
    pub turns: Vec<Turn>,
}

impl Turn {
    /// Returns whether no limit left anything open here or below.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let below = |defence: &Defence| defence.turns.iter().all(Self::is_complete);
        self.open.is_empty() && self.defences.iter().all(below)
    }
}

impl Defence {
    /// Returns the reply.
    ///
    /// # Panics
    /// Never for a defence made by this module: its line begins with the reply.
    #[must_use]
    pub fn reply(&self) -> Move {
        self.reading.line[0]
    }
}

/// The most variations in one tree; further ones stay open.
const MAX_VARIATIONS: u32 = 100_000;

/// Returns the variations of a line from the current position, `depth` levels deep. The line need not be
/// best play: `plies_if_played` has for each move the composed length in plies if it is played, counted from
/// before it.
pub(crate) fn of_line(
    search: &mut Search<'_, '_>,
    reader: &mut Reader,
    main: &Reading,
    plies_if_played: &[u32],
    depth: u32,
) -> Vec<Turn> {
    let mut tree = Tree {
        reader,
        main_plies: main.line.len() as u32,
        left: MAX_VARIATIONS,
    };
    let mut turns = Vec::new();
    let length = plies_if_played.first().copied().unwrap_or(0);
    let start = Point { made: 0, length };
    tree.add_turns(
        search,
        &main.line,
        plies_if_played,
        start,
        depth,
        &mut turns,
    );
    turns
}

/// A tree of variations in the making.
struct Tree<'a> {
    reader: &'a mut Reader,
    main_plies: u32,
    /// How many more variations may be worked out.
    left: u32,
}

/// A position on a line.
#[derive(Clone, Copy)]
struct Point {
    /// The plies from the root.
    made: u32,
    /// The exact length of the mate from here.
    length: u32,
}

impl Tree<'_> {
    /// Collects the defender's turns of a line from the current position. `plies_if_played` is as in [`of_line`].
    fn add_turns(
        &mut self,
        search: &mut Search<'_, '_>,
        line: &[Move],
        plies_if_played: &[u32],
        point: Point,
        depth: u32,
        turns: &mut Vec<Turn>,
    ) {
        if depth == 0 {
            return;
        }
        if search.position().turn() == Color::White {
            let turn = self.turn(search, line, point, depth);
            // At the mate, only futile interpositions are worth listing.
            if !(turn.defences.is_empty() && turn.set_aside.is_empty() && turn.open.is_empty()) {
                turns.push(turn);
            }
        }
        if let Some((&mv, rest)) = line.split_first() {
            search.after(mv, |search| {
                let next = Point {
                    made: point.made + 1,
                    length: plies_if_played[0] - 1,
                };
                self.add_turns(search, rest, &plies_if_played[1..], next, depth, turns);
            });
        }
    }

    /// Collects every reply at the current position except that of the line.
    fn turn(
        &mut self,
        search: &mut Search<'_, '_>,
        line: &[Move],
        Point { made, length }: Point,
        depth: u32,
    ) -> Turn {
        let mut turn = Turn {
            ply: made + 1,
            defences: Vec::new(),
            set_aside: Vec::new(),
            open: Vec::new(),
        };
        let others = in_order(search.position());
        for mv in others.into_iter().filter(|mv| Some(mv) != line.first()) {
            match self.judge_reply(search, mv, length, made) {
                Some(Reply::SetAside) => turn.set_aside.push(mv),
                Some(Reply::Defence(defence)) => turn.defences.push(defence),
                None => turn.open.push(mv),
            }
        }
        turn.defences.sort_by_key(|defence| {
            let leftover: Hand = defence.reading.leftover;
            (u32::MAX - defence.plies, leftover.total())
        });
        // All replies of this turn come before deeper levels, so that a limit cuts off the deepest.
        for defence in &mut turn.defences {
            let Reading { line, .. } = &defence.reading;
            let (mv, turns) = (line[0], &mut defence.turns);
            let plies_if_played = plies_left(line.len() - 1);
            search.after(mv, |search| {
                let next = Point {
                    made: made + 1,
                    length: plies_if_played.len() as u32,
                };
                self.add_turns(search, &line[1..], &plies_if_played, next, depth - 1, turns);
            });
        }
        turn
    }

    /// Returns the result for one reply at a position mated in exactly `plies`. `None` if a limit
    /// was reached.
    fn judge_reply(
        &mut self,
        search: &mut Search<'_, '_>,
        mv: Move,
        plies: u32,
        made: u32,
    ) -> Option<Reply> {
        if self.left == 0 || search.is_stopped() {
            return None;
        }
        self.left -= 1;
        if self
            .reader
            .interpositions
            .is_futile_reply(search, mv, plies)?
        {
            return Some(Reply::SetAside);
        }
        let reader = &mut *self.reader;
        let mut reading = search.after(mv, |search| {
            let rest = search.shortest_mate(plies.checked_sub(1)?)?;
            reader.read(search, rest)
        })?;
        reading.line.insert(0, mv);
        let plies = made + reading.line.len() as u32;
        Some(Reply::Defence(Defence {
            equal: plies == self.main_plies && reading.leftover.is_empty(),
            reading,
            plies,
            turns: Vec::new(),
        }))
    }
}

/// The result for a reply.
enum Reply {
    SetAside,
    Defence(Defence),
}
