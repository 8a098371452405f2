//! Variations (変化): at every defender's turn of a line, what else the defender can play, and what
//! comes of it.
//!
//! Depth 1 deviates once from the main line; depth 2 once more from each of those variations, and
//! so on. Lengths and leftovers are exact, by the rules of the main line itself. Futile
//! interpositions are no defences; they are listed apart. What a limit left open is listed, too.

use super::author::counted_down;
use super::composed::Reading;
use super::line::{Reader, in_order};
use crate::search::Search;
use crate::shogi::{Color, Hand, Move};

/// A defender's turn of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Which ply of the whole line the replies are, from 1.
    pub ply: u32,
    /// The replies other than the one in the line: the longest first, then the one that leaves
    /// less, then in the order of custom.
    pub defences: Vec<Defence>,
    /// Futile interpositions (無駄合): legal, but no defences.
    pub set_aside: Vec<Move>,
    /// Replies a limit left no time for.
    pub open: Vec<Move>,
}

/// A reply with all that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// Best play from the reply to the mate, the reply first, and what it leaves over.
    pub reading: Reading,
    /// The composed length of the whole: the plies up to here and those of the reading.
    pub plies: u32,
    /// 変同: as long as the main line, and nothing left over either.
    pub equal: bool,
    /// Deviations from this line in turn, one level less deep.
    pub turns: Vec<Turn>,
}

impl Turn {
    /// Whether no limit left anything open here or below.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let below = |defence: &Defence| defence.turns.iter().all(Self::is_complete);
        self.open.is_empty() && self.defences.iter().all(below)
    }
}

impl Defence {
    /// The reply.
    ///
    /// # Panics
    /// Never for a defence this module made: its line begins with the reply.
    #[must_use]
    pub fn reply(&self) -> Move {
        self.reading.line[0]
    }
}

/// The most variations in one tree; what is beyond stays open.
const MOST: u32 = 100_000;

/// The variations of a line from the current position, so many levels deep. It need not be one of best
/// play: for each move there is the composed length from before it, if it is played.
pub(super) fn of_line(
    search: &mut Search<'_, '_>,
    reader: &mut Reader,
    (main, lasts): (&Reading, &[u32]),
    depth: u32,
) -> Vec<Turn> {
    let mut tree = Tree {
        reader,
        main_plies: main.line.len() as u32,
        left: MOST,
    };
    let mut turns = Vec::new();
    let length = lasts.first().copied().unwrap_or(0);
    tree.along(search, (&main.line, lasts), (0, length), depth, &mut turns);
    turns
}

/// A tree of variations under way.
struct Tree<'a> {
    reader: &'a mut Reader,
    main_plies: u32,
    /// How many more variations are worked out.
    left: u32,
}

impl Tree<'_> {
    /// Collects the defender's turns of a line from the current position, which is `made` plies from
    /// the root and mate in exactly `length`.
    fn along(
        &mut self,
        search: &mut Search<'_, '_>,
        (line, lasts): (&[Move], &[u32]),
        (made, length): (u32, u32),
        depth: u32,
        turns: &mut Vec<Turn>,
    ) {
        if depth == 0 {
            return;
        }
        if search.position().turn() == Color::White {
            let turn = self.turn(search, line, (made, length), depth);
            // Where the king is mated, only a futile interposition is worth a word.
            if !(turn.defences.is_empty() && turn.set_aside.is_empty() && turn.open.is_empty()) {
                turns.push(turn);
            }
        }
        if let Some((&mv, rest)) = line.split_first() {
            search.after(mv, |search| {
                self.along(
                    search,
                    (rest, &lasts[1..]),
                    (made + 1, lasts[0] - 1),
                    depth,
                    turns,
                );
            });
        }
    }

    /// Every reply at the current position but that of the line, with which the mate takes `length`
    /// plies from here.
    fn turn(
        &mut self,
        search: &mut Search<'_, '_>,
        line: &[Move],
        (made, length): (u32, u32),
        depth: u32,
    ) -> Turn {
        let mut turn = Turn {
            ply: made + 1,
            defences: Vec::new(),
            set_aside: Vec::new(),
            open: Vec::new(),
        };
        let others = in_order(search.position(), false);
        for mv in others.into_iter().filter(|mv| Some(mv) != line.first()) {
            match self.reply(search, mv, length, made) {
                Some(Reply::SetAside) => turn.set_aside.push(mv),
                Some(Reply::Defence(defence)) => turn.defences.push(defence),
                None => turn.open.push(mv),
            }
        }
        turn.defences.sort_by_key(|defence| {
            let leftover: Hand = defence.reading.leftover;
            (u32::MAX - defence.plies, leftover.total())
        });
        // The nearest level first, so that a limit cuts the deepest.
        for defence in &mut turn.defences {
            let Reading { line, .. } = &defence.reading;
            let (mv, turns) = (line[0], &mut defence.turns);
            let lasts = counted_down(line.len() - 1);
            search.after(mv, |search| {
                let at = (made + 1, lasts.len() as u32);
                self.along(search, (&line[1..], &lasts), at, depth - 1, turns);
            });
        }
        turn
    }

    /// What one reply comes to at a position mated in exactly `plies`. `None` when a limit was hit.
    fn reply(
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
        if self.reader.interpositions.sets_aside(search, mv, plies)? {
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

/// What a reply is.
enum Reply {
    SetAside,
    Defence(Defence),
}
