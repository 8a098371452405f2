//! Futile interpositions (無駄合): replies that change nothing but the length, and are not counted.
//!
//! Let N be a position in which the defender is in check from exactly one piece X, a long-range
//! piece at a distance, and s₁, s₂, … the squares between king and X, the nearest to the king
//! first. L₀ is the length of N with the replies that are not interpositions (0 if there are none).
//! Lₖ also has the effective interpositions up to sₖ. An interposition on sₖ is *futile* if the
//! attacker can capture it at once with check, and if the mate after the capture, counted from
//! there, is not longer than Lₖ₋₁ with the captured piece *vanished*, in neither hand. The
//! interposition has then changed nothing, and the attacker does not use the piece. Because the
//! comparison is with Lₖ₋₁, not with any mate, a distant interposition (中合) that draws X to a
//! worse square stays effective. Which captures count is a matter of [`Interpositions`].
//!
//! Futility never changes whether there is a mate, only its length: in the real game the attacker
//! keeps the captured piece, and more in hand is never worse.

use crate::search::games::{InterpositionState, Referee, squares_between};
use crate::search::{Search, Within};
use crate::shogi::king_scan::KingScan;
use crate::shogi::{Color, Key, Move, PieceKind, Position, Square};

pub use crate::vocabulary::Interpositions;

impl Referee for Interpositions {
    fn salt(&self) -> Key {
        Key::of((*self as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn at_first_sight(
        &self,
        search: &mut Search<'_, '_>,
        reply: Move,
        budget: u32,
    ) -> Option<InterpositionState> {
        let mut state = InterpositionState::Effective;
        for capture in captures_of(search.position(), reply) {
            let allowance = self.allowance(capture);
            let most = match allowance {
                Allowance::Nothing => continue,
                Allowance::AtOnce => 0,
                // Lₖ₋₁ is at most the budget. Otherwise another reply already lasts longer.
                Allowance::AsLong => budget,
            };
            match (length_after(search, reply, capture, most)?, allowance) {
                (Within::No, _) => {}
                // A mate at once is never longer than Lₖ₋₁.
                (Within::Mate(0), Allowance::AsLong) => return Some(InterpositionState::Futile),
                (Within::Mate(_), _) => state = InterpositionState::Depends,
            }
        }
        Some(state)
    }

    fn is_futile(
        &self,
        search: &mut Search<'_, '_>,
        reply: Move,
        k: u8,
        budget: u32,
    ) -> Option<bool> {
        let before = self.length_before(search, k, budget)?;
        self.is_futile_given(search, reply, before)
    }
}

/// How long the mate after a capture may be for the interposition to be futile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowance {
    /// The capture proves nothing.
    Nothing,
    /// The capture must mate at once, and Lₖ₋₁ must be 0.
    AtOnce,
    /// The mate after the capture may take up to Lₖ₋₁ plies.
    AsLong,
}

/// A capture with check of a piece just interposed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capture {
    pub mv: Move,
    pub taken: PieceKind,
    /// Whether X captures, the piece that gave check.
    pub by_checker: bool,
    /// Whether the capturing piece is then the only checker.
    pub alone: bool,
}

/// Returns every check that captures the piece interposed by `reply`, those by X first.
pub(crate) fn captures_of(position: &Position, reply: Move) -> Vec<Capture> {
    let square = reply.to();
    let checker = checker_of(position);
    let mut after = position.clone();
    after.make(reply);
    let Some(taken) = after.piece_at(square).map(|piece| piece.kind().unpromote()) else {
        return Vec::new();
    };
    let mut captures: Vec<Capture> = after
        .checks()
        .into_iter()
        .filter(|mv| mv.to() == square)
        .map(|mv| {
            let undo = after.make(mv);
            let alone = checker_of(&after) == Some(square);
            after.unmake(mv, undo);
            Capture {
                mv,
                taken,
                by_checker: mv.from() == checker,
                alone,
            }
        })
        .collect();
    captures.sort_by_key(|capture| !capture.by_checker);
    captures
}

/// Returns the only piece that gives check to the defender, if there is only one.
pub(crate) fn checker_of(position: &Position) -> Option<Square> {
    let king = position.king(Color::White)?;
    let scan = KingScan::new(position, Color::White, king, position.occupied());
    if scan.checkers.is_many() {
        None
    } else {
        scan.checkers.first()
    }
}

/// Returns the length after `reply` and its capture, with the captured piece out of the game, if it
/// is at most `most`. `None` if a limit was reached.
pub(crate) fn length_after(
    search: &mut Search<'_, '_>,
    reply: Move,
    capture: Capture,
    most: u32,
) -> Option<Within> {
    search.after(reply, |search| {
        search.after(capture.mv, |search| {
            search.without_piece(capture.taken, |search| search.mate_within(most))
        })
    })
}

/// Returns k if a reply is an interposition on the k-th square from the king, otherwise `None`.
pub(crate) fn square_number(position: &Position, reply: Move) -> Option<u8> {
    let is_king_move = reply.from().is_some() && reply.from() == position.king(Color::White);
    if is_king_move {
        return None;
    }
    let squares = squares_between(position);
    let index = squares.iter().position(|&square| square == reply.to())?;
    Some(index as u8 + 1)
}

/// Divides replies: those that are not interpositions, then those on each square, the nearest to the king
/// first.
pub(crate) fn by_square(position: &Position, replies: Vec<Move>) -> Vec<Vec<Move>> {
    let mut groups = vec![Vec::new(); 1 + squares_between(position).len()];
    for reply in replies {
        let k = square_number(position, reply).unwrap_or(0);
        groups[usize::from(k)].push(reply);
    }
    groups
}

impl Interpositions {
    /// Returns whether `reply` is a futile interposition. The current position is mated in exactly
    /// `plies`.
    ///
    /// An exact Lₖ₋₁ can take very many nodes, because one reply must be proven to last as long. A known upper
    /// bound of it often decides, too: if no capture makes the interposition futile within the bound, none
    /// does within Lₖ₋₁.
    pub(crate) fn is_futile_reply(
        self,
        search: &mut Search<'_, '_>,
        reply: Move,
        plies: u32,
    ) -> Option<bool> {
        if self == Self::Off {
            return Some(false);
        }
        let Some(k) = square_number(search.position(), reply) else {
            return Some(false);
        };
        if let Some(most) = Self::length_at_most(search, k, plies) {
            match self.at_first_sight(search, reply, most)? {
                InterpositionState::Effective => return Some(false),
                InterpositionState::Futile => return Some(true),
                InterpositionState::Depends => {}
            }
        }
        let before = self.length_before(search, k, plies)?;
        self.is_futile_given(search, reply, before)
    }

    /// Returns an upper bound of Lₖ₋₁ in plies, if mates within `budget` are known for all replies it
    /// depends on. A futile interposition among them can only make it larger.
    fn length_at_most(search: &mut Search<'_, '_>, k: u8, budget: u32) -> Option<u32> {
        let mut most = 0;
        let groups = by_square(search.position(), search.position().evasions());
        for mv in groups.into_iter().take(k.into()).flatten() {
            match search.after(mv, |search| search.known_within(budget.saturating_sub(1)))? {
                Within::Mate(plies) => most = most.max(1 + plies),
                Within::No => return None,
            }
        }
        Some(most)
    }

    /// Returns Lₖ₋₁ of the current position for an interposition on the k-th square: the length
    /// with the replies that are not interpositions, and the effective ones nearer to the king.
    /// `budget` is a known upper bound of it.
    pub(crate) fn length_before(
        self,
        search: &mut Search<'_, '_>,
        k: u8,
        budget: u32,
    ) -> Option<u32> {
        let groups = by_square(search.position(), search.position().evasions());
        let mut length = 0;
        for (square, group) in groups.iter().take(k.into()).enumerate() {
            let before = length;
            for &mv in group {
                // Only what lasts longer than the longest so far matters.
                if length > 0
                    && !search
                        .after(mv, |search| search.mate_within(length - 1))?
                        .is_no()
                {
                    continue;
                }
                if square > 0 && self.is_futile_given(search, mv, before)? {
                    continue;
                }
                let left = budget.saturating_sub(1);
                length = 1 + search.after(mv, |search| search.shortest_mate(left))?;
            }
        }
        Some(length)
    }

    /// Returns whether an interposition is futile, given Lₖ₋₁.
    fn is_futile_given(
        self,
        search: &mut Search<'_, '_>,
        reply: Move,
        before: u32,
    ) -> Option<bool> {
        for capture in captures_of(search.position(), reply) {
            let most = match self.allowance(capture) {
                Allowance::AsLong => before,
                Allowance::AtOnce if before == 0 => 0,
                Allowance::AtOnce | Allowance::Nothing => continue,
            };
            if !length_after(search, reply, capture, most)?.is_no() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns how long the mate after a capture may be at this level.
    pub(crate) fn allowance(self, capture: Capture) -> Allowance {
        match self {
            Self::Broad => Allowance::AsLong,
            Self::Standard if capture.by_checker => Allowance::AsLong,
            Self::Terminal | Self::Standard if capture.by_checker || capture.alone => {
                Allowance::AtOnce
            }
            Self::Off | Self::Terminal | Self::Standard => Allowance::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttackerRule;
    use crate::DefenderHandRule;
    use crate::Problem;
    use crate::notation::sfen;
    use crate::search::{Limits, SearchConfig, Solver};

    /// Counts of interpositions: futile, and effective.
    #[derive(Default)]
    struct Counts {
        futile: u32,
        effective: u32,
        /// Interpositions of either kind for which the known bound of Lₖ₋₁ is larger than Lₖ₋₁.
        larger_bounds: u32,
    }

    /// Compares the decision by a known bound with that by the exact Lₖ₋₁, at every turn of the
    /// defender of mates within `plies`.
    fn compare(search: &mut Search<'_, '_>, game: Interpositions, plies: u32, counts: &mut Counts) {
        if plies == 0 {
            return;
        }
        let attack = search.position().turn() == Color::Black;
        let moves = if attack {
            search.position().checks()
        } else {
            search.position().evasions()
        };
        // The comparison comes first, because further questions make the bounds exact.
        let replies = if attack { &[][..] } else { &moves };
        for &mv in replies {
            let Some(k) = square_number(search.position(), mv) else {
                continue;
            };
            let most = Interpositions::length_at_most(search, k, plies);
            let found = game.is_futile_reply(search, mv, plies).unwrap();
            let length = game.length_before(search, k, plies).unwrap();
            assert_eq!(Some(found), game.is_futile_given(search, mv, length));
            assert!(most.is_none_or(|most| most >= length));
            counts.larger_bounds += u32::from(most.is_some_and(|most| most > length));
            if found {
                counts.futile += 1;
            } else {
                counts.effective += 1;
            }
        }
        let most = plies - 1;
        for mv in moves {
            search.after(mv, |search| {
                if let Within::Mate(plies) = search.mate_within(most).unwrap() {
                    compare(search, game, plies, counts);
                }
            });
        }
    }

    #[test]
    fn a_bound_decides_as_the_exact_length_does() {
        let table = include_str!("../../../../tests/data/short_composed.tsv");
        let mut counts = Counts::default();
        for game in [
            Interpositions::Terminal,
            Interpositions::Standard,
            Interpositions::Broad,
        ] {
            for row in table.lines().skip(1) {
                let cells: Vec<&str> = row.split('\t').collect();
                let [_, text, strict, .., composed, _, _, _, _] = cells[..] else {
                    panic!("{row}");
                };
                // Where the lengths differ, some interpositions are futile. Longer problems take too long.
                if strict == composed || strict.parse::<u32>().unwrap() > 9 {
                    continue;
                }
                let setup = sfen::parse(text).unwrap().setup;
                let problem =
                    Problem::new(setup, AttackerRule::Auto, DefenderHandRule::Auto).unwrap();
                let root = problem.position();
                let config = SearchConfig {
                    hash_bytes: 8 << 20,
                    ..SearchConfig::default()
                };
                let mut solver = Solver::new(config);
                solver.session(&root, &Limits::default(), &mut |_| {}, |session| {
                    session.variant(&game, |search| {
                        let most = strict.parse().unwrap();
                        compare(search, game, most, &mut counts);
                    });
                });
            }
        }
        let Counts {
            futile,
            effective,
            larger_bounds,
        } = counts;
        assert!(
            futile > 100 && effective > 100 && larger_bounds > 10,
            "{futile} futile, {effective} effective, {larger_bounds} with a larger bound"
        );
    }
}
