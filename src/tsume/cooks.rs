//! Other checks that mate at the attacker's turns of the main line, and what each of them is.
//!
//! Whether a check mates is a question of the strict game, since futile interpositions never decide
//! that; how long it takes is one of composed plies. What mates is judged by the first rule that
//! fits: the mirror image of the main move; an alternative at the last move; the main move but for
//! promotion or distance; a detour or transposition, if every mate comes back to where the line was
//! before, or to a later position of it; and a cook (余詰) otherwise. "Comes back" is not a matter of
//! comparing lines: the check is searched again with those positions forbidden, and if there is
//! still a mate it is independent of them.

use super::blemishes::{self, Main, differ_in_distance, differ_in_promotion, mirrored};
use super::equal::Turn;
use super::inquiry::{Inquiry, with};
use super::rules::Severity;
use super::verdict::{Detail, Finding, Kind, Length};
use crate::search::forbidden::ForbiddenPositions;
use crate::search::variant::Within;
use crate::shogi::{Color, Move};

/// Nodes spent on the exact length of an alternative whose kind is known. After that its bound is
/// given.
const LENGTH_NODES: u64 = 1_000_000;

/// Another check than that of the line, and what is known of it by now.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    pub(super) turn: Turn,
    pub(super) mv: Move,
    /// A bound of the length of its mate from here, its own ply included.
    bound: Option<u32>,
    kind: Option<Kind>,
    /// What has been spent on its length.
    spent: u64,
}

/// What an alternative comes to.
#[derive(Clone, Debug)]
pub(super) enum Judged {
    /// It does not mate.
    Refuted,
    /// It mates, and is this.
    Found(Finding),
}

impl Alternative {
    pub(super) fn new(turn: &Turn, mv: Move) -> Self {
        Self {
            turn: turn.clone(),
            mv,
            bound: None,
            kind: None,
            spent: 0,
        }
    }

    /// The severest thing it can come to: at the last move a mate is no cook, unless it is the only
    /// move there is.
    pub(super) fn worst(&self) -> Severity {
        let Turn {
            before,
            rest,
            equal,
        } = &self.turn;
        match (rest.len(), equal) {
            (1, _) if !before.is_empty() => Kind::LongLastMoveDual.severity(),
            (_, true) => Kind::EqualVariationCook.severity(),
            (_, false) => Kind::Cook.severity(),
        }
    }

    /// Whether it is known to mate.
    pub(super) const fn mates(&self) -> bool {
        self.bound.is_some()
    }

    /// Works on as far as the limits allow; `None` when something is still open. `all` is every
    /// attacker's turn of the main line and its equals, or `None` while those are not all known.
    pub(super) fn judge(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        all: Option<&ForbiddenPositions>,
        nodes: u64,
    ) -> Option<Judged> {
        let line = with(&self.turn.before, self.mv);
        if self.bound.is_none() {
            let near = self.turn.rest.len() as u32 + 1;
            match inquiry.mate_near(&line, near, nodes)? {
                Within::No => return Some(Judged::Refuted),
                Within::Mate(plies) => self.bound = Some(1 + plies),
            }
        }
        if self.kind.is_none() {
            self.kind = Some(self.classify(inquiry, &line, all?)?);
        }
        let (length, rest) = self.evidence(inquiry, &line, nodes)?;
        Some(Judged::Found(self.finding(length, rest)))
    }

    fn classify(
        &self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        all: &ForbiddenPositions,
    ) -> Option<Kind> {
        let Turn { before, rest, .. } = &self.turn;
        let (main, mv) = (rest[0], self.mv);
        let position = inquiry.position(before);
        let plies = rest.len() as u32;
        if mv == mirrored(main) && blemishes::is_symmetrical(&position) {
            return Some(Kind::MirrorDual);
        }
        let as_short = !inquiry.mate_within(line, plies - 1)?.is_no();
        if plies == 1 {
            return Some(match (before.is_empty(), as_short) {
                // Of a mate in one there is nothing else to solve.
                (true, _) => self.cook(),
                (false, true) => Kind::LastMoveDual,
                (false, false) => Kind::LongLastMoveDual,
            });
        }
        let turn = Main { before, rest };
        if as_short
            && differ_in_promotion(main, mv)
            && blemishes::is_promotion_dual(inquiry, turn, mv)?
        {
            return Some(Kind::PromotionDual);
        }
        if as_short
            && differ_in_distance(&position, main, mv)
            && blemishes::is_distance_dual(inquiry, turn, mv)?
        {
            return Some(Kind::DistanceDual);
        }
        let near = if as_short { plies - 1 } else { plies + 1 };
        if inquiry.mate_without(line, all, near)? {
            return Some(self.cook());
        }
        if !inquiry.mate_without(line, &turns_of(inquiry, before), near)? {
            return Some(Kind::ReturningDetour);
        }
        Some(if as_short {
            Kind::Transposition
        } else {
            Kind::RejoiningDetour
        })
    }

    const fn cook(&self) -> Kind {
        if self.turn.equal {
            Kind::EqualVariationCook
        } else {
            Kind::Cook
        }
    }

    /// The length from here and a line that shows it.
    fn evidence(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        nodes: u64,
    ) -> Option<(Length, Vec<Move>)> {
        let bound = self.bound?;
        if self.spent < LENGTH_NODES {
            let allowed = nodes.min(LENGTH_NODES - self.spent);
            let (found, spent) = inquiry.within(allowed, |inquiry| {
                let plies = exact_length(inquiry, line, self.turn.rest.len() as u32, bound)?;
                Some((plies, inquiry.any_line(line, plies - 1)?))
            });
            self.spent += spent;
            if let Some((plies, rest)) = found {
                return Some((Length::Exactly(plies), rest));
            }
            if self.spent < LENGTH_NODES {
                return None;
            }
        }
        let rest = inquiry.strict_line(line, bound - 1)?;
        Some((Length::AtMost(bound), rest))
    }

    fn finding(&self, length: Length, rest: Vec<Move>) -> Finding {
        let Turn {
            before,
            rest: main,
            equal,
        } = &self.turn;
        let kind = self.kind.expect("it was classified");
        let made = before.len() as u32;
        let (length, detail) = match length {
            Length::Exactly(plies) => (
                Length::Exactly(made + plies),
                Detail::Longer(plies - main.len() as u32),
            ),
            Length::AtMost(plies) => (Length::AtMost(made + plies), Detail::Nothing),
        };
        Finding {
            kind,
            severity: kind.severity(),
            before: before.clone(),
            line: std::iter::once(self.mv).chain(rest).collect(),
            length: Some(length),
            in_equal_variation: *equal,
            detail,
        }
    }
}

/// The composed length of an alternative, its own ply included, which is at most `bound`. Most are
/// about as long as what remains of the main line, so those lengths are asked for first.
fn exact_length(
    inquiry: &mut Inquiry<'_, '_>,
    line: &[Move],
    remaining: u32,
    bound: u32,
) -> Option<u32> {
    for plies in [remaining, remaining + 2] {
        if plies < bound && !inquiry.mate_within(line, plies - 1)?.is_no() {
            return Some(1 + inquiry.length(line, plies - 1)?);
        }
    }
    Some(1 + inquiry.length(line, bound - 1)?)
}

/// All positions with the attacker to move on the way along a line, both ends included.
fn turns_of(inquiry: &Inquiry<'_, '_>, line: &[Move]) -> ForbiddenPositions {
    let mut positions = ForbiddenPositions::default();
    for at in 0..=line.len() {
        let position = inquiry.position(&line[..at]);
        if position.turn() == Color::Black {
            positions.add(&position);
        }
    }
    positions
}

/// Takes the mirror image of what is tolerated for no more than that: where the position is
/// symmetrical, both are the same.
pub(super) fn excuse_mirror_images(inquiry: &Inquiry<'_, '_>, findings: &mut [Finding]) {
    let tolerated: Vec<(Vec<Move>, Move)> = findings
        .iter()
        .filter(|it| matches!(it.kind, Kind::PromotionDual | Kind::DistanceDual))
        .map(|it| (it.before.clone(), it.line[0]))
        .collect();
    for finding in findings {
        let Some(&mv) = finding.line.first() else {
            continue;
        };
        let judged = matches!(
            finding.kind,
            Kind::Cook | Kind::EqualVariationCook | Kind::Transposition
        );
        if judged
            && tolerated
                .iter()
                .any(|(before, other)| *before == finding.before && *other == mirrored(mv))
            && blemishes::is_symmetrical(&inquiry.position(&finding.before))
        {
            finding.kind = Kind::MirrorDual;
            finding.severity = Kind::MirrorDual.severity();
        }
    }
}
