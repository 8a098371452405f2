//! Other checks that mate at the attacker's turns of the judged line, and the kind of finding of each.
//!
//! Whether a check mates is a question of the strict game, because futile interpositions never
//! decide it. How long the mate takes is a question of composed plies. A mate gets the first kind
//! that fits: the mirror image of the main move; a mate sooner than the author's; an alternative at
//! the last move; a difference only in promotion or distance; a detour or transposition, if best
//! play comes back to an earlier or later position of the line; otherwise a cook (余詰).
//! [`detour`](crate::judge::detour) decides whether best play comes back.

use crate::finding::rules::Severity;
use crate::finding::solution::{Hands, SolutionPositions};
use crate::finding::verdict::{Detail, Finding, Kind, Length, Rejoin};
use crate::judge::blemishes::{self, Twins, differ_in_distance, differ_in_promotion};
use crate::judge::detour::{self, Detour, WayBack};
use crate::judge::equal::Turn;
use crate::length::inquiry::{Inquiry, with};
use crate::length::line::is_symmetrical;
use crate::search::Within;
use crate::shogi::{Color, Move};

/// Nodes spent on the exact length of an alternative whose kind is known. Beyond these its bound is
/// reported.
const LENGTH_NODES: u64 = 1_000_000;

/// Nodes spent on another check in a variation that lasts longer than the judged line.
const VARIATION_NODES: u64 = 10_000;

/// Another check than that of the line, and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) turn: Turn,
    pub(crate) mv: Move,
    /// A bound of the length of its mate from here, the check included.
    bound: Option<u32>,
    kind: Option<Kind>,
    /// Whether it mates as soon as the move of the line.
    is_as_short: Option<bool>,
    /// Whether it mates without coming back to any position of the solution.
    avoids_all: Option<bool>,
    /// Known answers to the question of `avoids_all`, by position.
    known_of_all: detour::Known,
    /// Known answers to the question whether it mates without coming back to earlier positions.
    known_of_before: detour::Known,
    /// Known answers to the question whether promotion makes a difference.
    twins: Twins,
    /// Nodes spent on its length.
    spent: u64,
}

/// The result for an alternative.
#[derive(Clone, Debug)]
pub(crate) enum Judged {
    /// The check does not mate.
    Refuted,
    /// The check mates and is this finding.
    Found(Finding),
}

impl Alternative {
    pub(crate) fn new(turn: &Turn, mv: Move) -> Self {
        Self {
            turn: turn.clone(),
            mv,
            bound: None,
            kind: None,
            is_as_short: None,
            avoids_all: None,
            known_of_all: detour::Known::default(),
            known_of_before: detour::Known::default(),
            twins: Twins::default(),
            spent: 0,
        }
    }

    /// Returns the severest finding it can become on the judged line. At the last move a mate is
    /// not a cook, unless the solution has only this move.
    pub(crate) fn worst(&self) -> Severity {
        match (self.mates(), self.kind, self.is_at_the_end()) {
            (_, Some(kind), _) => kind.severity(),
            (_, None, true) => Kind::LongLastMoveDual.severity(),
            (true, None, false) => self.possible_kinds()[0].severity(),
            (false, None, false) => Kind::Cook.severity(),
        }
    }

    /// Returns whether it is known to mate.
    pub(crate) const fn mates(&self) -> bool {
        self.bound.is_some()
    }

    /// Returns its kind if it mates without coming back to the solution.
    fn kind_of_cook(&self) -> Kind {
        let is_unpromoted = differ_in_promotion(self.turn.rest[0], self.mv) && !self.mv.promotes();
        if is_unpromoted && self.is_as_short == Some(false) {
            Kind::LongerPromotionDual
        } else {
            Kind::Cook
        }
    }

    const fn is_at_the_end(&self) -> bool {
        self.turn.rest.len() == 1 && !self.turn.before.is_empty()
    }

    /// Returns how hands are compared when the alternative meets a position of the solution.
    fn hands(&self) -> Hands {
        match self.is_as_short {
            Some(true) => Hands::Identical,
            _ => Hands::AtLeast,
        }
    }

    /// Returns the kinds it can have if it mates, the severest first.
    pub(crate) fn possible_kinds(&self) -> Vec<Kind> {
        if let Some(kind) = self.kind {
            return vec![kind];
        }
        if self.is_at_the_end() {
            return vec![Kind::LongLastMoveDual, Kind::LastMoveDual];
        }
        let mut kinds = Vec::new();
        if self.turn.is_slow {
            kinds.push(Kind::EarlyMate);
        }
        if self.avoids_all.is_none() {
            kinds.push(self.kind_of_cook());
        }
        if self.is_as_short != Some(false) {
            kinds.push(Kind::Transposition);
        }
        if self.is_as_short != Some(true) {
            kinds.push(Kind::RejoiningDetour);
        }
        kinds.push(Kind::ReturningDetour);
        kinds
    }

    /// Judges the check as far as the limits allow; `None` if something is still open. `solution` has the
    /// positions of the judged line and its equals, or is `None` while these are not all known.
    pub(crate) fn judge(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        solution: Option<&SolutionPositions>,
        nodes: u64,
    ) -> Option<Judged> {
        let line = with(&self.turn.before, self.mv);
        if self.bound.is_none() {
            let near = self.turn.plies_if_played[0] + 1;
            match inquiry.mate_near(&line, near, nodes)? {
                Within::No => return Some(Judged::Refuted),
                Within::Mate(plies) => self.bound = Some(1 + plies),
            }
        }
        if self.kind.is_none() {
            self.kind = Some(self.classify(inquiry, &line, solution, nodes)?);
        }
        if self.kind.is_some_and(is_detour) {
            return self.judge_detour(inquiry, &line, solution?, nodes);
        }
        let (length, rest) = self.evidence(inquiry, &line, nodes)?;
        Some(Judged::Found(self.finding(length, rest, None)))
    }

    fn classify(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        solution: Option<&SolutionPositions>,
        nodes: u64,
    ) -> Option<Kind> {
        let Turn {
            before,
            rest,
            plies_if_played,
            is_slow,
            ..
        } = &self.turn;
        let (main, mv, plies) = (rest[0], self.mv, plies_if_played[0]);
        let position = inquiry.position(before);
        let is_symmetrical = is_symmetrical(&position);
        if is_symmetrical && mv == main.mirror() {
            return Some(Kind::MirrorDual);
        }
        let as_short = !inquiry.mate_within(line, plies - 1)?.is_no();
        self.is_as_short = Some(as_short);
        if *is_slow && plies >= 3 && !inquiry.mate_within(line, plies - 3)?.is_no() {
            return Some(Kind::EarlyMate);
        }
        if rest.len() == 1 {
            return Some(match (before.is_empty(), as_short) {
                // In a mate in one there is nothing else to solve.
                (true, _) => Kind::Cook,
                (false, true) => Kind::LastMoveDual,
                (false, false) => Kind::LongLastMoveDual,
            });
        }
        // In a symmetrical position the mirror image of a dual is the same as the dual. It is named here,
        // not when the dual is found: a limit may come between the two.
        for (mv, is_image) in [(mv, false), (mv.mirror(), true)] {
            if !as_short || is_image && !is_symmetrical {
                continue;
            }
            let found =
                if differ_in_promotion(main, mv) && self.twins.after(inquiry, &self.turn, mv)? {
                    Kind::PromotionDual
                } else if differ_in_distance(&position, main, mv)
                    && blemishes::is_distance_dual(inquiry, &self.turn, mv)?
                {
                    Kind::DistanceDual
                } else {
                    continue;
                };
            return Some(if is_image { Kind::MirrorDual } else { found });
        }
        self.classify_by_detour(inquiry, line, solution, nodes)
    }

    /// Returns the kind, which now depends on whether best play comes back to the solution. `is_as_short` is
    /// known.
    fn classify_by_detour(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        solution: Option<&SolutionPositions>,
        nodes: u64,
    ) -> Option<Kind> {
        let as_short = self.is_as_short == Some(true);
        let plies = self.turn.plies_if_played[0];
        let near = if as_short { plies - 1 } else { plies + 1 };
        let hands = self.hands();
        if self.avoids_all.is_none() {
            let known = &mut self.known_of_all;
            let solution = solution?.matching(hands);
            let avoids = Detour::new(solution, known, nodes).avoids(inquiry, line, near)?;
            self.avoids_all = Some(avoids);
        }
        if self.avoids_all == Some(true) {
            return Some(self.kind_of_cook());
        }
        let so_far = SolutionPositions::along(&inquiry.root, &self.turn.before);
        let known = &mut self.known_of_before;
        let so_far = so_far.matching(hands);
        let avoids = Detour::new(so_far, known, nodes).avoids(inquiry, line, near)?;
        Some(match (avoids, as_short) {
            (false, _) => Kind::ReturningDetour,
            (true, true) => Kind::Transposition,
            (true, false) => Kind::RejoiningDetour,
        })
    }

    /// Makes the finding of a detour or a transposition, with the line to where it is back in the solution.
    fn judge_detour(
        &mut self,
        inquiry: &mut Inquiry<'_, '_>,
        line: &[Move],
        solution: &SolutionPositions,
        nodes: u64,
    ) -> Option<Judged> {
        let so_far;
        let positions = if self.kind == Some(Kind::ReturningDetour) {
            so_far = SolutionPositions::along(&inquiry.root, &self.turn.before);
            &so_far
        } else {
            solution
        };
        let positions = positions.matching(self.hands());
        let WayBack { rest, solution } = detour::way_back(inquiry, positions, line)?;
        if solution.is_empty() && rest.is_empty() {
            // Without a line to show there is no finding.
            return None;
        }
        let (length, _) = self.evidence(inquiry, line, nodes)?;
        let back = Rejoin { solution };
        Some(Judged::Found(self.finding(length, rest, Some(back))))
    }

    /// Returns the length from here and a line that proves it.
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
                let plies = exact_length(inquiry, line, self.turn.plies_if_played[0], bound)?;
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

    fn finding(&self, length: Length, rest: Vec<Move>, back: Option<Rejoin>) -> Finding {
        let Turn {
            before,
            rest: main,
            plies_if_played,
            ..
        } = &self.turn;
        let kind = self.kind.expect("it was classified");
        let made = before.len() as u32;
        let longer = if plies_if_played[0] as usize == main.len() {
            Detail::Longer
        } else {
            Detail::LongerThanMove
        };
        let (length, detail) = match length {
            Length::Exactly(plies) if plies < plies_if_played[0] => (
                Length::Exactly(made + plies),
                Detail::Author(made + plies_if_played[0]),
            ),
            Length::Exactly(plies) => (
                Length::Exactly(made + plies),
                longer(plies - plies_if_played[0]),
            ),
            Length::AtMost(plies) => (Length::AtMost(made + plies), Detail::Nothing),
        };
        Finding {
            line: std::iter::once(self.mv).chain(rest).collect(),
            length: Some(length),
            detail,
            back,
            ..Finding::new(kind, before)
        }
    }
}

/// Looks for other checks that mate in a variation that lasts longer than the judged line; `line`
/// follows `before`. They are not cooks of the composition, so only quickly found ones are
/// reported.
pub(crate) fn in_variation(
    inquiry: &mut Inquiry<'_, '_>,
    before: &[Move],
    line: &[Move],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut moves = before.to_vec();
    for (ply, &main) in line.iter().enumerate() {
        let left = (line.len() - ply) as u32;
        let is_attack = inquiry.position(&moves).turn() == Color::Black;
        for mv in inquiry.moves(&moves) {
            if !is_attack || left == 1 || mv == main {
                continue;
            }
            let after = with(&moves, mv);
            let (found, _) = inquiry.within(VARIATION_NODES, |inquiry| {
                let Within::Mate(bound) = inquiry.mate_near(&after, left + 1, VARIATION_NODES)?
                else {
                    return None;
                };
                Some((bound, inquiry.strict_line(&after, bound)?))
            });
            let Some((bound, rest)) = found else {
                continue;
            };
            findings.push(Finding {
                line: std::iter::once(mv).chain(rest).collect(),
                length: Some(Length::AtMost(moves.len() as u32 + 1 + bound)),
                ..Finding::new(Kind::VariationCook, &moves)
            });
        }
        moves.push(main);
    }
    findings
}

/// Returns whether a finding of this kind shows a line that comes back to the solution.
const fn is_detour(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Transposition | Kind::RejoiningDetour | Kind::ReturningDetour
    )
}

/// Returns the composed length of an alternative, the check included, which is at most `bound`.
/// Most are about as long as what remains of the main line, so these lengths are asked for first.
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
