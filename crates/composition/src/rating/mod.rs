//! The rating of a composition: its difficulty and its aesthetics, each from 0 to 100.
//!
//! Both are sums of parts. Each part counts something that a person can see, and its points have a limit. The
//! numbers compare problems; they are not the opinion of a judge.
//!
//! * `moves`: the attacker's turns. `tries`: the checks that fail. `variations`: the other replies.
//!   `naive`: the checks that come to mind first. `gifts`: sacrifices and captures. `end`: the
//!   mate.
//! * `difficulty`, `aesthetics`: the two sums. `score`: a sum of parts.

mod aesthetics;
mod difficulty;
mod end;
mod gifts;
mod moves;
mod naive;
pub(crate) mod score;
mod tries;
mod variations;

pub use score::{Rating, Score, ScorePart};

use crate::finding::verdict::{Finding, Judgement, Kind};
use crate::shogi::Position;

/// Rates a composition whose main line is known. Black attacks.
pub(super) fn of(start: &Position, judgement: &Judgement) -> Option<Rating> {
    let reading = judgement.composed.reading.as_ref()?;
    let mut turns = moves::attacker_turns(start, &reading.line);
    for (number, turn) in turns.iter_mut().enumerate() {
        // If promoting mates as well, the piece has no reason to stay unpromoted.
        let is_dual = |it: &Finding| {
            it.kind == Kind::PromotionDual && it.before == reading.line[..2 * number]
        };
        turn.stays_unpromoted &= !judgement.findings.iter().any(is_dual);
    }
    let tries = tries::measure(start, &reading.line, &judgement.refuted);
    let variations = variations::measure(start, &reading.line);
    Some(Rating {
        difficulty: difficulty::of(&turns, &tries, &variations),
        aesthetics: aesthetics::of(start, &turns, &variations, judgement),
    })
}
