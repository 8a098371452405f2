//! The score for the difficulty of a problem for a person.

use super::moves::Turn;
use super::score::{Score, count};
use super::tries::Tries;
use super::variations::Variations;
use crate::vocabulary::RatingPart;

/// Returns the difficulty of a problem whose solution has these turns, tries and variations.
pub(super) fn of(turns: &[Turn], tries: &Tries, variations: &Variations) -> Score {
    let mut score = Score::default();
    let plies = (2.0 * count(turns) - 1.0).max(0.0);
    score.add(
        RatingPart::Plies,
        plies,
        (7.0 * plies.max(1.0).log2()).min(35.0),
    );
    let checks: u32 = turns.iter().map(|turn| turn.checks).sum();
    let choice: f64 = turns.iter().map(|turn| f64::from(turn.checks).log2()).sum();
    score.add(
        RatingPart::Checks,
        checks.into(),
        (2.5 * choice.sqrt()).min(15.0),
    );
    let tempting = (1.0 + tries.temptation).log2();
    score.add(
        RatingPart::Tries,
        tries.temptation,
        (3.0 * tempting).min(20.0),
    );
    let surprise: f64 = turns.iter().map(surprise_with_sacrifice).sum();
    score.add(
        RatingPart::Surprises,
        surprise,
        (4.0 * (1.0 + surprise).log2()).min(15.0),
    );
    let replies: u32 = turns.iter().map(|turn| turn.replies).sum();
    let width: f64 = turns
        .iter()
        .map(|turn| f64::from(turn.replies.max(1)).log2())
        .sum();
    score.add(RatingPart::Replies, replies.into(), width.sqrt().min(5.0));
    score.add(
        RatingPart::Variations,
        variations.count,
        (2.5 * (1.0 + variations.count).log2()).min(6.0),
    );
    let rounds = f64::from(variations.longest / 2);
    score.add(
        RatingPart::LongestVariation,
        variations.longest.into(),
        (1.5 * rounds).min(4.0),
    );
    score
}

/// Returns how far a move is from the moves that come to mind first.
fn surprise_with_sacrifice(turn: &Turn) -> f64 {
    f64::from(turn.sacrificed()) / 2.0 + surprise_of_move(turn)
}

/// Returns the surprise of a move without the worth of a sacrifice.
pub(super) fn surprise_of_move(turn: &Turn) -> f64 {
    let mut sum = if turn.stays_unpromoted && turn.kind.can_promote() {
        2.0
    } else {
        0.0
    };
    sum += if turn.mv.is_drop() && turn.distance > 1 {
        1.0
    } else {
        0.0
    };
    sum += if turn.is_discovered { 0.5 } else { 0.0 };
    sum + f64::from(turn.tighter) / f64::from(turn.checks.max(1))
}
