//! Equal variations (変同): other defences that last as long as the main line and leave nothing in
//! the attacker's hand either.
//!
//! They are lines of best play as well, so the attacker's turns in them are looked at for cooks as
//! those of the main line are. Variations that are shorter or leave something are not.

use super::blemishes::{is_symmetrical, mirrored};
use super::inquiry::{Inquiry, with};
use super::line;
use super::rules::Severity;
use super::verdict::{Detail, Finding, Kind, Length};
use crate::shogi::{Color, Hand, Move, Position};
use rustc_hash::FxHashSet;

/// A turn of the attacker in the main line or an equal one.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) before: Vec<Move>,
    pub(super) rest: Vec<Move>,
    pub(super) equal: bool,
}

/// A reply in the main line or an equal one that may be as good as the one played.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) before: Vec<Move>,
    /// The reply played.
    pub(super) main: Move,
    pub(super) mv: Move,
    pub(super) plies: u32,
    equal: bool,
}

impl Reply {
    /// The severest thing it can come to: a cook behind it, if there is room for one.
    pub(super) fn worst(&self) -> Severity {
        if self.plies < 4 {
            Kind::LongLastMoveDual.severity()
        } else {
            Kind::EqualVariationCook.severity()
        }
    }
}

/// The lines of best play as far as they are known.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// All turns of the attacker.
    pub(super) turns: Vec<Turn>,
    /// Replies not yet looked at.
    pub(super) replies: Vec<Reply>,
    seen: FxHashSet<(u64, Hand, Hand)>,
}

impl Lines {
    /// Takes up a line from where it leaves those known: the last `rest` moves of it are new.
    pub(super) fn add(&mut self, root: &Position, line: &[Move], from: usize, equal: bool) {
        let mut position = root.clone();
        for &mv in &line[..from] {
            position.make(mv);
        }
        for at in from..line.len() {
            let (before, rest) = line.split_at(at);
            if position.turn() == Color::Black {
                if !self.seen.insert(line::name(&position)) {
                    return;
                }
                self.turns.push(Turn {
                    before: before.to_vec(),
                    rest: rest.to_vec(),
                    equal,
                });
            } else {
                self.add_replies(&position, before, rest, equal);
            }
            position.make(line[at]);
        }
    }

    fn add_replies(&mut self, position: &Position, before: &[Move], rest: &[Move], equal: bool) {
        for mv in line::in_order(position, false) {
            if mv != rest[0] {
                self.replies.push(Reply {
                    before: before.to_vec(),
                    main: rest[0],
                    mv,
                    plies: rest.len() as u32,
                    equal,
                });
            }
        }
    }
}

/// The line of an equal variation from the reply on; empty if the reply makes none.
pub(super) fn line_of(inquiry: &mut Inquiry<'_, '_>, reply: &Reply) -> Option<Vec<Move>> {
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

/// Whether the reply is the mirror image of the main one, so that nothing new can be behind it.
pub(super) fn is_mirror(inquiry: &Inquiry<'_, '_>, reply: &Reply) -> bool {
    reply.mv == mirrored(reply.main) && is_symmetrical(&inquiry.position(&reply.before))
}

/// What an equal variation is called. Within another one it is not mentioned.
pub(super) fn finding(
    inquiry: &Inquiry<'_, '_>,
    reply: &Reply,
    line: Vec<Move>,
) -> Option<Finding> {
    let (mv, main) = (reply.mv, reply.main);
    let kind = if is_mirror(inquiry, reply) {
        Kind::MirrorDual
    } else if mv.is_drop() && main.is_drop() && mv.to() == main.to() {
        Kind::InterpositionChoice
    } else {
        Kind::EqualVariation
    };
    // The last defence but one is the first whose choice makes another line.
    let severity = match kind {
        Kind::EqualVariation if reply.plies < 4 => Severity::Info,
        _ => kind.severity(),
    };
    (!reply.equal).then(|| Finding {
        kind,
        severity,
        length: Some(Length::Exactly((reply.before.len() + line.len()) as u32)),
        before: reply.before.clone(),
        line,
        in_equal_variation: false,
        detail: Detail::Nothing,
    })
}
