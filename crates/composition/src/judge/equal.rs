//! Equal variations (変同): other defences that last as long as the main line and also leave
//! nothing in the attacker's hand.
//!
//! They are lines of best play, so the attacker's turns in them are searched for cooks like those
//! of the main line. Variations that are shorter or leave something over are not searched.

use crate::finding::rules::Severity;
use crate::finding::verdict::{Finding, Kind, Length};
use crate::judge::author::JudgedLine;
use crate::length::inquiry::{Inquiry, with};
use crate::length::line::{self, Name, is_symmetrical};
use crate::length::reading::plies_left;
use crate::shogi::{Color, Move, Position};
use rustc_hash::FxHashMap;

/// A turn of the attacker in the main line or an equal one.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) before: Vec<Move>,
    /// The line from here on, to the mate.
    pub(crate) rest: Vec<Move>,
    /// For each move of `rest`: the composed length in plies if it is played, counted from before it.
    pub(crate) plies_if_played: Vec<u32>,
    /// Whether another check mates sooner than the move of the line.
    pub(crate) is_slow: bool,
    /// Whether the turn is only in an equal line, not in the judged one.
    pub(crate) is_equal: bool,
}

impl Turn {
    /// Returns the moves before the turn, and the move of the line.
    pub(crate) fn before_and_move(&self) -> (&[Move], Move) {
        (&self.before, self.rest[0])
    }
}

/// A reply in the main line or an equal one that may be as good as the one played.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) before: Vec<Move>,
    /// The reply played.
    pub(crate) main: Move,
    pub(crate) mv: Move,
    /// The composed length before the reply.
    pub(crate) plies: u32,
}

impl Reply {
    /// Returns the severest finding it can lead to: a cook after it, if there is room for one.
    pub(crate) fn worst(&self) -> Severity {
        if self.plies < 4 {
            Kind::LongLastMoveDual.severity()
        } else {
            Kind::EqualVariationCook.severity()
        }
    }
}

/// A reply that is as good as the one of the line.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// The reply and the line of best play after it.
    pub(crate) line: Vec<Move>,
    /// Whether the line after it is searched. The line of a mirror image is not.
    pub(crate) is_followed: bool,
}

/// The known lines of best play.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// All turns of the attacker.
    pub(crate) turns: Vec<Turn>,
    /// Replies not yet looked at.
    pub(crate) replies: Vec<Reply>,
    /// The index in `turns` of the turn at a position.
    pub(crate) turn_index: FxHashMap<Name, usize>,
    /// The equal replies at the defender's turns; the first is that of the line which came first.
    pub(crate) branches: FxHashMap<Name, Vec<Branch>>,
}

impl Lines {
    /// Adds the line that is judged, in a problem that is mate in exactly `plies`. Without
    /// `with_equals`, no other lines are looked for.
    pub(crate) fn start(
        root: &Position,
        judged: &JudgedLine,
        plies: u32,
        with_equals: bool,
    ) -> Self {
        let mut lines = Self::default();
        lines.add(
            root,
            &judged.moves,
            &judged.plies_if_played,
            0,
            plies,
            false,
        );
        if !with_equals {
            lines.replies.clear();
        }
        lines
    }

    /// Adds an equal line from where it leaves the known ones, after the reply at `from`.
    pub(crate) fn add_equal(&mut self, root: &Position, line: &[Move], from: usize) {
        let plies_if_played = plies_left(line.len());
        let left = (line.len() - from) as u32;
        self.add(root, line, &plies_if_played, from, left, true);
    }

    /// Adds the turns of a line from ply `from` on, as far as they are new. `plies_if_played` belongs to the
    /// moves of `line`, and `length` is the composed length at `from`.
    fn add(
        &mut self,
        root: &Position,
        line: &[Move],
        plies_if_played: &[u32],
        from: usize,
        mut length: u32,
        is_equal: bool,
    ) {
        let mut position = line::position_after(root, &line[..from]);
        for ply in from..line.len() {
            let (before, rest) = line.split_at(ply);
            let name = line::name(&position);
            if position.turn() == Color::Black {
                if self.turn_index.contains_key(&name) {
                    return;
                }
                self.turn_index.insert(name, self.turns.len());
                self.turns.push(Turn {
                    before: before.to_vec(),
                    rest: rest.to_vec(),
                    plies_if_played: plies_if_played[ply..].to_vec(),
                    is_slow: plies_if_played[ply] > length,
                    is_equal,
                });
            } else {
                if self.branches.contains_key(&name) {
                    return;
                }
                let branch = Branch {
                    line: rest.to_vec(),
                    is_followed: true,
                };
                self.branches.insert(name, vec![branch]);
                // If a longer defence is known, no other is equal to best play.
                if plies_if_played[ply] == length {
                    self.add_replies(&position, before, rest[0], length);
                }
            }
            position.make(line[ply]);
            length = plies_if_played[ply] - 1;
        }
    }

    fn add_replies(&mut self, position: &Position, before: &[Move], main: Move, plies: u32) {
        for mv in line::in_order(position) {
            if mv != main {
                self.replies.push(Reply {
                    before: before.to_vec(),
                    main,
                    mv,
                    plies,
                });
            }
        }
    }

    /// Adds a reply that was found to be equal, and the line that begins with it. Returns whether
    /// this brings new turns.
    pub(crate) fn add_branch(&mut self, root: &Position, reply: &Reply, line: Vec<Move>) -> bool {
        let position = line::position_after(root, &reply.before);
        let is_followed = !is_mirror(&position, reply.main, reply.mv);
        let mut whole = reply.before.clone();
        whole.extend(&line);
        let branches = self.branches.entry(line::name(&position)).or_default();
        branches.push(Branch { line, is_followed });
        if is_followed {
            self.add_equal(root, &whole, reply.before.len() + 1);
        }
        is_followed
    }
}

/// Returns the line of the equal variation that begins with a reply. Empty if the reply makes none.
pub(crate) fn line_of(inquiry: &mut Inquiry<'_, '_>, reply: &Reply) -> Option<Vec<Move>> {
    if !inquiry.is_optimal(&reply.before, reply.mv, reply.plies)? {
        return Some(Vec::new());
    }
    let after = with(&reply.before, reply.mv);
    if !inquiry.leftover(&after, reply.plies - 1)?.is_empty() {
        return Some(Vec::new());
    }
    let mut line = vec![reply.mv];
    line.extend(inquiry.follow(&after));
    Some(line)
}

/// Returns whether a reply is the mirror image of another, so that nothing new can follow it.
pub(crate) fn is_mirror(position: &Position, main: Move, mv: Move) -> bool {
    mv == main.mirror() && is_symmetrical(position)
}

/// Returns the finding for an equal variation beside `main`, after these moves. `left` is the number of plies
/// left there.
pub(crate) fn finding(
    position: &Position,
    before: &[Move],
    main: Move,
    line: &[Move],
    left: u32,
) -> Finding {
    let mv = line[0];
    let kind = if is_mirror(position, main, mv) {
        Kind::MirrorDual
    } else if mv.is_drop() && main.is_drop() && mv.to() == main.to() {
        Kind::InterpositionChoice
    } else {
        Kind::EqualVariation
    };
    // A choice at the last defence does not make another line.
    let severity = match kind {
        Kind::EqualVariation if left < 4 => Severity::Tolerated,
        _ => kind.severity(),
    };
    Finding {
        severity,
        length: Some(Length::Exactly((before.len() + line.len()) as u32)),
        line: line.to_vec(),
        ..Finding::new(kind, before)
    }
}
